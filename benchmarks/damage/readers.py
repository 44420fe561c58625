"""How we read a damaged file, and how its own library does: `python -m benchmarks.damage.readers`.

As a program it reads one JSON request a line, {"kind", "path", "side"}, and writes one answer a
line: {"refused": sentence}, {"ids": [[...], ...]} for the probe texts, or {"crashed": what}. Both
sides run in processes of their own, because a library may end its process on some inputs.
"""

from __future__ import annotations

import base64
import io
import json
import pickle
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.reliability import damaged_texts
from engine.encoding import SpecialHandling, Tokenizer
from engine.errors import EngineError
from engine.formats import load_any_tokenizer
from engine.splitting import preset_pattern

PROBES = (
    "", "a", "The quick brown fox, it's 1234567 o'clock!", "Straße über Köln  und\n\n weiter \t x",
    "Съешь ещё этих мягких булок", "今日は良い天気。漢字", "हिन्दी पाठ", "🙂👍🏽",
    "\r\n \u00a0\u200d\ufeff.", "<|bos|>hi<|eos|>", "aaaaaaaaaa", "xABBA 007 e\u0301",
)  # fmt: skip
RANK_PATTERN = "llama3"
"""The pattern used for rank files, which contain none."""

Answer = dict[str, Any]
Ids = list[list[int]]


def read_here(kind: str, path: Path) -> Answer:
    """Our reading: a refusal is an EngineError, everything else is a defect."""
    pattern = RANK_PATTERN if kind == "tiktoken" else None
    special: SpecialHandling = "parse" if kind.startswith("tokenizer.json") else "text"
    try:
        tokenizer = load_any_tokenizer(path, pattern)
    except EngineError as error:
        return {"refused": str(error)}
    try:
        ids = [tokenizer.encode(text, special=special) for text in PROBES]
        answer: Answer = {"ids": ids, "exact": isinstance(tokenizer, Tokenizer)}
    except EngineError as error:
        answer = {"refused": str(error), "late": True}
    finally:
        if not isinstance(tokenizer, Tokenizer):
            tokenizer.close()
    return answer


def read_there(kind: str, path: Path) -> Answer:
    """The reading of the library that the format is of; `path` as for us."""
    try:
        return {"ids": _THEIRS[kind](path)}
    except BaseException as error:  # noqa: BLE001  panics of Rust are no Exception
        return {"refused": f"{type(error).__name__}: {str(error)[:200]}"}


def _tokenizers(path: Path) -> Ids:
    import tokenizers

    tokenizer = tokenizers.Tokenizer.from_file(str(path))
    return [tokenizer.encode(text, add_special_tokens=False).ids for text in PROBES]


def _merge_pair(path: Path) -> Ids:
    """As transformers' GPT2Tokenizer builds it of the two files."""
    import tokenizers
    from tokenizers import models, pre_tokenizers

    folder = path.parent
    model = models.BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt"))
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return [tokenizer.encode(text, add_special_tokens=False).ids for text in PROBES]


def _tiktoken_ids(pattern: str, ranks: dict[bytes, int], special: dict[str, int]) -> Sequence[Any]:
    import tiktoken

    encoding = tiktoken.Encoding(
        "mutated", pat_str=pattern, mergeable_ranks=ranks, special_tokens=special
    )
    return [encoding.encode_ordinary(text) for text in PROBES]


def _tiktoken(path: Path) -> Ids:
    """As tiktoken.load.load_tiktoken_bpe reads ranks."""
    ranks: dict[bytes, int] = {}
    for line in path.read_bytes().splitlines():
        if line:
            token, rank = line.split()
            ranks[base64.b64decode(token)] = int(rank)
    return list(_tiktoken_ids(preset_pattern(RANK_PATTERN), ranks, {}))


def _tekken(path: Path) -> Ids:
    """As mistral_common's Tekkenizer.from_file reads it."""
    document = json.loads(path.read_text("utf-8"))
    config, special = document["config"], list(document["special_tokens"])
    n_special, size = config["default_num_special_tokens"], config["default_vocab_size"]
    names = [each["token_str"] for each in special]
    names += [f"<SPECIAL_{i}>" for i in range(len(special), n_special)]
    inner = size - n_special
    entries = document["vocab"][:inner]
    ranks = {base64.b64decode(each["token_bytes"]): each["rank"] for each in entries}
    if not (
        len(special) <= n_special == len(names) == len(set(names))
        and size <= len(document["vocab"]) + n_special
        and len(ranks) == inner
        and all(each["rank"] == i for i, each in enumerate(entries))
        and all(ranks.get(bytes([i])) == i for i in range(256))
    ):
        raise ValueError("an assertion of Tekkenizer does not hold")
    found = _tiktoken_ids(config["pattern"], ranks, {})
    return [[token_id + n_special for token_id in ids] for ids in found]


def _minbpe(path: Path) -> Ids:
    """As minbpe's Tokenizer.load and RegexTokenizer.encode_ordinary, with the file's pattern."""
    import regex

    merges: dict[tuple[int, int], int] = {}
    with path.open(encoding="utf-8") as stream:
        if stream.readline().strip() != "minbpe v1":
            raise ValueError("no minbpe v1")
        pattern = stream.readline().strip()
        special = {}
        for _ in range(int(stream.readline().strip())):
            name, index = stream.readline().strip().split()
            special[name] = int(index)
        for number, line in enumerate(stream, 256):
            left, right = map(int, line.split())
            merges[left, right] = number
    # Its vocabulary is built at once, and fails for an id that is not there yet.
    known = dict.fromkeys(range(256), True)
    for (left, right), made in merges.items():
        known[made] = known[left] and known[right]
    chunks = [regex.findall(pattern, text) if pattern else [text] for text in PROBES]
    return [
        [i for chunk in found for i in _merged(list(chunk.encode()), merges)] for found in chunks
    ]


def _merged(ids: list[int], merges: dict[tuple[int, int], int]) -> list[int]:
    while len(ids) >= 2:
        pair = min(pairwise(ids), key=lambda p: merges.get(p, 1 << 60))
        if pair not in merges:
            break
        joined, at = [], 0
        while at < len(ids):
            is_pair = tuple(ids[at : at + 2]) == pair
            joined.append(merges[pair] if is_pair else ids[at])
            at += 1 + is_pair
        ids = joined
    return ids


class _EncodingOnly(pickle.Unpickler):
    """A damaged pickle may name anything; this makes nothing but the one class."""

    def find_class(self, module_name: str, global_name: str) -> Any:
        import tiktoken

        if (module_name, global_name) != ("tiktoken.core", "Encoding"):
            raise pickle.UnpicklingError(f"{module_name}.{global_name}")
        return tiktoken.Encoding


def _nanochat(path: Path) -> Ids:
    data = (path / "tokenizer.pkl").read_bytes()
    encoding = _EncodingOnly(io.BytesIO(data)).load()
    return [encoding.encode_ordinary(text) for text in PROBES]


def _sentencepiece(path: Path) -> Ids:
    import sentencepiece

    processor = sentencepiece.SentencePieceProcessor(model_proto=path.read_bytes())
    return [list(processor.encode(text)) for text in PROBES]


_THEIRS: dict[str, Callable[[Path], Ids]] = {
    "tokenizer.json": _tokenizers,
    "tokenizer.json (Llama 3)": _tokenizers,
    "vocab.json + merges.txt": _merge_pair,
    "tiktoken": _tiktoken,
    "tekken.json": _tekken,
    "minbpe": _minbpe,
    "nanochat": _nanochat,
    "SentencePiece": _sentencepiece,
}
"""Our own format has no other library; what is taken has the hash that it names."""


def _read(kind: str, path: Path, side: str) -> Answer:
    if kind in damaged_texts.KINDS:
        return damaged_texts.read_text(kind, path, side)
    return (read_here if side == "here" else read_there)(kind, path)


def main() -> int:
    """Answer requests until standard input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = _read(request["kind"], Path(request["path"]), request["side"])
        except Exception as error:  # noqa: BLE001  what is looked for
            answer = {"crashed": f"{type(error).__name__}: {str(error)[:300]}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
