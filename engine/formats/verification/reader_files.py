"""Reading minbpe's file by minbpe's rules, and GGUF with gguf.GGUFReader.

Part of the child of a verification; see reader.py. minbpe is no package that can be
installed: what stands here are its rules, one after the other as its `load` and `encode` have them
(minbpe/base.py, minbpe/regex.py). In one thing they are not followed: its `load` does not compile
the split pattern of the file, and here it is compiled, as the note of the export says. gguf reads a
file and does not encode: the ids come from tokenizers' BPE with the tokens and merges that were
read and llama.cpp's own expressions. Nothing of engine/formats/reading is used here on purpose:
with our own reader a mistake of ours would confirm itself (decisions/018).
"""

from __future__ import annotations

import time
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.formats.verification.reader_json import in_byte_alphabet

Report = dict[str, Any]

_BUDGET_S = 60.0
"""minbpe's own way to encode is slow; as many texts are compared as this allows."""


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
