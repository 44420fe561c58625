"""Loads an export in the real library and prints the ids it gives: the child of a verification.

Runs as a program in a process of its own, because tiktoken and tokenizers end theirs on some
inputs. It reads one JSON document on standard input,
    {"format", "directory", "name", "texts": [[text, with_special_tokens], ...],
     "special_tokens": [...], "pieces": [hex, ...], "expressions": [...], "seconds",
     "template_seconds"}
and writes one: {"libraries": [{"name", "version", "ids", "decoded", "vocab_size",
"special_ids", ...}, ...], "missing": [...]}. After `seconds` it ends itself,
whatever a library does: nothing else would if the parent was killed.

This module imports the libraries alone. It uses nothing of engine/formats/reading: our own reader
would confirm its own mistakes (decisions/018). minbpe is no package that can be installed: `Minbpe`
follows the rules of its `load` and `encode` (minbpe/base.py, minbpe/regex.py), with one exception:
its `load` does not compile the split pattern of the file, and `Minbpe` does, as the note of the
export says. gguf reads a file and does not encode: the ids come from tokenizers' BPE with the
tokens and merges that were read and llama.cpp's own expressions.
"""

from __future__ import annotations

import base64
import faulthandler
import hashlib
import json
import os
import pickle
import sys
import time
import zipfile
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module, metadata
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

Report = dict[str, Any]

_CONVERSATION = [
    {"role": "user", "content": "What is 2 + 2?"},
    {"role": "assistant", "content": "It is 4."},
]
_BUDGET_S = 60.0
"""minbpe's own way to encode is slow; as many texts are compared as this allows."""


def read_with_tokenizers(request: Report) -> Report:
    """Ids from tokenizers.Tokenizer; special tokens in text are always read as such."""
    library = import_module("tokenizers")
    path = Path(request["directory"]) / "tokenizer.json"
    return _asked_tokenizers(library.Tokenizer.from_file(str(path)), request)


def read_with_transformers(request: Report) -> Report:
    """Ids from transformers.AutoTokenizer on the directory."""
    library = import_module("transformers")
    tokenizer = library.AutoTokenizer.from_pretrained(request["directory"])
    return _asked_transformers(tokenizer, request) | _chat(tokenizer, request)


def read_pair_with_tokenizers(request: Report) -> Report:
    """Ids from tokenizers' BPE on the two files, with the split pattern of the sidecar."""
    library = import_module("tokenizers")
    folder = Path(request["directory"])
    sidecar = json.loads((folder / "merges.txt.json").read_text("utf-8"))
    model = library.models.BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt"))
    tokenizer = library.Tokenizer(model)
    splits = [
        library.pre_tokenizers.Split(library.Regex(each), "isolated")
        for each in sidecar["patterns_for_oniguruma"]
    ]
    byte_level = library.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.pre_tokenizer = library.pre_tokenizers.Sequence([*splits, byte_level])
    tokenizer.decoder = library.decoders.ByteLevel()
    tokenizer.add_special_tokens(
        [library.AddedToken(name, normalized=False) for name in sidecar["special_tokens"]]
    )
    return _asked_tokenizers(tokenizer, request)


def read_pair_with_transformers(request: Report) -> Report | None:
    """Ids from transformers.GPT2Tokenizer; None where the files do not call themselves GPT-2's."""
    if not (Path(request["directory"]) / "tokenizer_config.json").exists():
        return None
    library = import_module("transformers")
    tokenizer = library.GPT2Tokenizer.from_pretrained(request["directory"])
    return _asked_transformers(tokenizer, request) | _chat(tokenizer, request)


def _asked_tokenizers(tokenizer: Any, request: Report) -> Report:
    ids = [tokenizer.encode(text, add_special_tokens=False).ids for text, _ in request["texts"]]
    model = tokenizer.model
    return {
        "ids": ids,
        "decoded": [tokenizer.decode(each, skip_special_tokens=False) for each in ids],
        "vocab_size": tokenizer.get_vocab_size(with_added_tokens=True),
        "special_ids": {name: tokenizer.token_to_id(name) for name in request["special_tokens"]},
        "pieces": [
            [token.id for token in model.tokenize(in_byte_alphabet(bytes.fromhex(piece)))]
            for piece in request["pieces"]
        ],
    }


def _asked_transformers(tokenizer: Any, request: Report) -> Report:
    ids = [tokenizer.encode(text, add_special_tokens=False) for text, _ in request["texts"]]
    special = request["special_tokens"]
    return {
        "ids": ids,
        "decoded": [tokenizer.decode(each, skip_special_tokens=False) for each in ids],
        "vocab_size": len(tokenizer),
        "special_ids": {name: tokenizer.convert_tokens_to_ids(name) for name in special},
    }


def _chat(tokenizer: Any, request: Report) -> Report:
    """The chat template that was found, and what it does with a short conversation.

    chat_error: why it fails; chat_refused: what it says where it refuses the conversation itself.
    """
    if not tokenizer.chat_template:
        return {"chat_template": None}
    report: Report = {"chat_template": tokenizer.chat_template}
    try:
        with _time_limit(request["template_seconds"]):
            tokenizer.apply_chat_template(_CONVERSATION, tokenize=True)
    except Exception as error:  # noqa: BLE001  a template raises what it likes
        name = type(error).__name__  # raise_exception() of a template gives the bare TemplateError
        refuses = name == "TemplateError"
        report["chat_refused" if refuses else "chat_error"] = f"{name}: {error}"
    return report


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in code that goes on for longer; a template is such code.

    One long step of a library is not interrupted: the limit of the whole process is for that.
    """
    end = time.monotonic() + seconds

    def trace(*_: object) -> Any:
        if time.monotonic() > end:
            raise TimeoutError(f"no end within {seconds:g} seconds")
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)


def in_byte_alphabet(data: bytes) -> str:
    """Bytes in GPT-2's alphabet, written again here so that ours is checked by it."""
    return data.decode("latin-1").translate(_ALPHABET)


def _alphabet() -> dict[int, str]:
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(256 + place) for place, byte in enumerate(others)}


_ALPHABET = _alphabet()


def read_with_tiktoken(request: Report) -> Report:
    """Ids from tiktoken.Encoding, built from the rank file and its sidecar."""
    library = import_module("tiktoken")
    folder = Path(request["directory"])
    sidecar = json.loads((folder / f"{request['name']}.tiktoken.json").read_text("utf-8"))
    ranks = (folder / sidecar["ranks"]).read_bytes()
    if hashlib.sha256(ranks).hexdigest() != sidecar["sha256"]:
        raise ValueError(f"{sidecar['ranks']} is not the file that its sidecar describes")
    lines = (line.split() for line in ranks.splitlines())
    encoding = library.Encoding(
        name=sidecar["name"],
        pat_str=sidecar["pattern"],
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in lines},
        special_tokens=sidecar["special_tokens"],
    )
    return _asked_encoding(encoding, request)


def unpickle_with_tiktoken(request: Report) -> Report:
    """Ids from the unpickled Encoding; the caller has checked that the pickle is the export's."""
    folder = Path(request["directory"])
    import_module("tiktoken")
    with (folder / "tokenizer.pkl").open("rb") as stream:
        encoding = pickle.load(stream)  # noqa: S301  in a process of its own, on our own file
    with zipfile.ZipFile(folder / "token_bytes.pt") as archive:
        lengths = array("i", archive.read("token_bytes/data/0"))
    return _asked_encoding(encoding, request) | {"token_bytes": lengths.tolist()}


def read_with_mistral_common(request: Report) -> Report:
    """Ids from mistral_common's Tekkenizer, which never reads special tokens in a text."""
    library = import_module("mistral_common.tokens.tokenizers.tekken")
    base = import_module("mistral_common.tokens.tokenizers.base")
    path = Path(request["directory"]) / "tekken.json"
    tokenizer = library.Tekkenizer.from_file(path)
    ids = [tokenizer.encode(text, bos=False, eos=False) for text, _ in request["texts"]]
    keep = base.SpecialTokenPolicy.KEEP
    return {
        "ids": ids,
        "decoded": [tokenizer.decode(each, special_token_policy=keep) for each in ids],
        "vocab_size": tokenizer.n_words,
        "special_ids": {
            name: tokenizer.get_special_token(name) for name in request["special_tokens"]
        },
    }


def read_tekken_with_tiktoken(request: Report) -> Report:
    """Ids as mistral_common computes them: ranks from a tiktoken.Encoding, moved behind the
    special tokens."""
    library = import_module("tiktoken")
    document = json.loads((Path(request["directory"]) / "tekken.json").read_text("utf-8"))
    config = document["config"]
    n_special = config["default_num_special_tokens"]
    n_inner = config["default_vocab_size"] - n_special
    ranks = {}
    for place, entry in enumerate(document["vocab"][:n_inner]):
        token = base64.b64decode(entry["token_bytes"])
        if entry["rank"] != place or (place < 256 and token != bytes([place])):
            raise ValueError(f"the entry {place} of the vocabulary is out of order")
        ranks[token] = place
    encoding = library.Encoding(
        name="tekken", pat_str=config["pattern"], mergeable_ranks=ranks, special_tokens={}
    )
    names = [entry["token_str"] for entry in document["special_tokens"]]
    inner = [encoding.encode(text) for text, _ in request["texts"]]
    return {
        "ids": [[rank + n_special for rank in each] for each in inner],
        "decoded": [encoding.decode(each) for each in inner],
        "vocab_size": config["default_vocab_size"],
        "special_ids": {name: names.index(name) for name in request["special_tokens"]},
        "pieces": [
            [rank + n_special for rank in _piece(encoding, piece)] for piece in request["pieces"]
        ],
    }


def _asked_encoding(encoding: Any, request: Report) -> Report:
    lenient = {"disallowed_special": ()}
    ids = [
        encoding.encode(text, allowed_special="all" if with_special else set(), **lenient)
        for text, with_special in request["texts"]
    ]
    pieces = [_piece(encoding, piece) for piece in request["pieces"]]
    return {
        "ids": ids,
        "decoded": [encoding.decode(each) for each in ids],
        "vocab_size": encoding.n_vocab,
        "special_ids": {
            name: encoding.encode_single_token(name) for name in request["special_tokens"]
        },
        "pieces": pieces,
        "piece_bytes": [encoding.decode_bytes(each).hex() for each in pieces],
    }


def _piece(encoding: Any, piece: str) -> list[int]:
    """Bytes merged without splitting; they need not be valid UTF-8."""
    data = bytes.fromhex(piece)
    ids: list[int] = encoding._encode_single_piece(data) if data else []
    return ids


class Minbpe:
    """RegexTokenizer after `load`, as far as encoding and decoding go."""

    def __init__(self, path: Path) -> None:
        self.merges: dict[tuple[int, int], int] = {}
        self.special_tokens: dict[str, int] = {}
        next_id = 256
        with path.open(encoding="utf-8") as lines:
            if lines.readline().strip() != "minbpe v1":
                raise ValueError(f"{path.name} is no file of minbpe")
            self.pattern = lines.readline().strip()
            for _ in range(int(lines.readline().strip())):
                name, written_id = lines.readline().strip().split()
                self.special_tokens[name] = int(written_id)
            for line in lines:
                left, right = map(int, line.split())
                self.merges[left, right] = next_id
                next_id += 1
        self.vocabulary = {byte: bytes([byte]) for byte in range(256)}
        for (left, right), token_id in self.merges.items():
            self.vocabulary[token_id] = self.vocabulary[left] + self.vocabulary[right]
        self.vocabulary |= {i: name.encode() for name, i in self.special_tokens.items()}
        self._regex = import_module("regex")
        self._split = self._regex.compile(self.pattern)
        self._known: dict[bytes, list[int]] = {}

    def encode(self, text: str, *, with_special: bool) -> list[int]:
        """`encode` with allowed_special "all" or "none"."""
        if not (with_special and self.special_tokens):
            return self._encode_ordinary(text)
        escaped = [self._regex.escape(name) for name in self.special_tokens]
        ids: list[int] = []
        for part in self._regex.split(f"({'|'.join(escaped)})", text):
            if part in self.special_tokens:
                ids.append(self.special_tokens[part])
            else:
                ids += self._encode_ordinary(part)
        return ids

    def encode_chunk(self, data: bytes) -> list[int]:
        """The pair with the lowest merge first, everywhere, until none is left."""
        if data in self._known:
            return self._known[data]
        ids = list(data)
        while len(ids) > 1:
            pair = min(set(pairwise(ids)), key=self._rank)
            if pair not in self.merges:
                break
            ids = _replaced(ids, pair, self.merges[pair])
        self._known[data] = ids
        return ids

    def _encode_ordinary(self, text: str) -> list[int]:
        ids: list[int] = []
        for chunk in self._regex.findall(self._split, text):
            ids += self.encode_chunk(chunk.encode())
        return ids

    def _rank(self, pair: tuple[int, int]) -> float:
        return self.merges.get(pair, float("inf"))


def read_as_minbpe(request: Report) -> Report:
    """Ids by minbpe's rules."""
    model = Minbpe(Path(request["directory"]) / f"{request['name']}.model")
    end = time.monotonic() + _BUDGET_S
    ids: list[list[int]] = []
    for text, with_special in request["texts"]:
        if time.monotonic() > end:
            break
        ids.append(model.encode(text, with_special=with_special))
    pieces = [model.encode_chunk(bytes.fromhex(piece)) for piece in request["pieces"]]
    vocabulary = model.vocabulary
    return {
        "label": "minbpe's rules with its pattern compiled (minbpe was not asked), regex",
        "ids": ids,
        "decoded": [
            b"".join(vocabulary[i] for i in each).decode("utf-8", "replace") for each in ids
        ],
        "vocab_size": max(vocabulary) + 1,
        "special_ids": {name: model.special_tokens[name] for name in request["special_tokens"]},
        "pieces": pieces,
        "piece_bytes": [b"".join(vocabulary[i] for i in each).hex() for each in pieces],
    }


def read_with_gguf(request: Report) -> Report:
    """What GGUFReader finds, and the ids that llama.cpp's rules give with it."""
    library = import_module("gguf")
    reader = library.GGUFReader(Path(request["directory"]) / f"{request['name']}.gguf")
    fields = {
        name: field.contents()
        for name, field in reader.fields.items()
        if not name.startswith("GGUF.")
    }
    tokens = fields["tokenizer.ggml.tokens"]
    special = {
        name: i for i, name in enumerate(tokens) if fields["tokenizer.ggml.token_type"][i] == 3
    }
    encoder = _LlamaCpp(fields, special, request)
    ids = [encoder.encode(text, special if parse else {}) for text, parse in request["texts"]]
    return {
        "label": f"gguf's reader, and tokenizers {import_module('tokenizers').__version__} with "
        "llama.cpp's expressions; gguf",
        "ids": ids,
        "decoded": [encoder.decode(each) for each in ids],
        "vocab_size": len(tokens),
        "special_ids": {name: special.get(name) for name in request["special_tokens"]},
        "pieces": [encoder.encode_piece(bytes.fromhex(piece)) for piece in request["pieces"]],
        "fields": fields,
    }


class _LlamaCpp:
    """llm_tokenizer_bpe: special tokens by length, expressions one after the other, merges."""

    def __init__(self, fields: Report, special: dict[str, int], request: Report) -> None:
        models = import_module("tokenizers").models
        regex = import_module("regex")
        self._tokens: list[str] = fields["tokenizer.ggml.tokens"]
        self._special = set(special.values())
        self._expressions = [regex.compile(each) for each in request["expressions"]]
        self._model = models.BPE(
            vocab={token: i for i, token in enumerate(self._tokens)},
            merges=[tuple(line.split(" ")) for line in fields["tokenizer.ggml.merges"]],
            ignore_merges=request["ignore_merges"],
        )
        self._bytes = {in_byte_alphabet(bytes([byte])): byte for byte in range(256)}

    def encode(self, text: str, special: dict[str, int]) -> list[int]:
        parts: list[str | int] = [text]
        for name in sorted(special, key=len, reverse=True):
            parts = [finer for part in parts for finer in _parted(part, name, special[name])]
        ids: list[int] = []
        for part in parts:
            if isinstance(part, int):
                ids.append(part)
                continue
            for piece in self._cut(part):
                ids += self.encode_piece(piece.encode())
        return ids

    def encode_piece(self, data: bytes) -> list[int]:
        return [token.id for token in self._model.tokenize(in_byte_alphabet(data))]

    def decode(self, ids: list[int]) -> str:
        parts = [
            self._tokens[i].encode()
            if i in self._special
            else bytes(self._bytes[character] for character in self._tokens[i])
            for i in ids
        ]
        return b"".join(parts).decode("utf-8", "replace")

    def _cut(self, text: str) -> list[str]:
        pieces = [text]
        for expression in self._expressions:
            finer: list[str] = []
            for piece in pieces:
                end = 0
                for match in expression.finditer(piece):
                    finer += [piece[end : match.start()], match[0]]
                    end = match.end()
                finer.append(piece[end:])
            pieces = [piece for piece in finer if piece]
        return pieces


def _parted(part: str | int, name: str, token_id: int) -> list[str | int]:
    if isinstance(part, int):
        return [part]
    pieces: list[str | int] = []
    for place, between in enumerate(part.split(name)):
        pieces += [token_id] if place else []
        pieces += [between] if between else []
    return pieces


def _replaced(ids: list[int], pair: tuple[int, int], token_id: int) -> list[int]:
    replaced = []
    i = 0
    while i < len(ids):
        if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
            replaced.append(token_id)
            i += 2
        else:
            replaced.append(ids[i])
            i += 1
    return replaced


class Reader(NamedTuple):
    """One library: the package that has to be there, and how it reads the export.

    `read` gives None where this library does not read such a file at all.
    """

    package: str
    read: Callable[[Report], Report | None]


def read_with_sentencepiece(request: Report) -> Report:
    """Ids from sentencepiece, which reads no special tokens in a text."""
    library = import_module("sentencepiece")
    path = Path(request["directory"]) / "tokenizer.model"
    processor = library.SentencePieceProcessor(model_file=str(path))
    ids = [processor.encode(text, return_type=int) for text, _ in request["texts"]]
    return {
        "ids": ids,
        "decoded": [processor.decode(each) for each in ids],
        "vocab_size": processor.vocab_size(),
        "special_ids": {name: processor.piece_to_id(name) for name in request["special_tokens"]},
    }


READERS: dict[str, tuple[Reader, ...]] = {
    "tokenizer.json": (
        Reader("tokenizers", read_with_tokenizers),
        Reader("transformers", read_with_transformers),
    ),
    "vocab.json": (
        Reader("tokenizers", read_pair_with_tokenizers),
        Reader("transformers", read_pair_with_transformers),
    ),
    "tiktoken": (Reader("tiktoken", read_with_tiktoken),),
    "tekken": (
        Reader("mistral_common", read_with_mistral_common),
        Reader("tiktoken", read_tekken_with_tiktoken),
    ),
    "nanochat": (Reader("tiktoken", unpickle_with_tiktoken),),
    "minbpe": (Reader("regex", read_as_minbpe),),
    "gguf": (Reader("gguf", read_with_gguf),),
    "sentencepiece": (Reader("sentencepiece", read_with_sentencepiece),),
}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # in the packaged program, where it is without its papers
        return str(getattr(import_module(package), "__version__", "of an unknown version"))


def main() -> int:
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
    request = json.load(sys.stdin)
    faulthandler.dump_traceback_later(request["seconds"], exit=True)
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints is no answer
    libraries, missing = [], []
    for reader in READERS[request["format"]]:
        if find_spec(reader.package) is None:
            missing.append(reader.package)
            continue
        entry: Report = {"name": reader.package, "version": _version(reader.package)}
        try:
            found = reader.read(request)
        except ImportError as error:
            missing.append(error.name or str(error))
            continue
        except BaseException as error:  # noqa: BLE001  their panics are no Exception
            found = {"error": f"{type(error).__name__}: {error}"}
        if found is not None:
            libraries.append(entry | found)
    faulthandler.cancel_dump_traceback_later()
    json.dump({"libraries": libraries, "missing": missing}, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
