"""tokenizer.json of any kind through `tokenizers`; imported in the library's process only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module, metadata
from typing import Any

import numpy as np

from engine.encoding import CHARACTER_TO_BYTE
from engine.library.backend import EncodedDocument, decoded_text, token_places
from engine.settings import MAX_VOCAB_SIZE

_META = "▁"
_WORD_PIECE = "##"
_PIECES = (
    "Its tokens are shown without the ## of the middle of a word, and with the blanks before them, "
    "which belong to no token there."
)


def open_tokenizer(data: bytes) -> TokenizersBackend:
    """The tokenizer of a tokenizer.json."""
    return TokenizersBackend(data)


class TokenizersBackend:
    """See library_backend.Backend."""

    def __init__(self, data: bytes) -> None:
        text = data.decode("utf-8-sig")
        self._tokenizer = import_module("tokenizers").Tokenizer.from_str(text)
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.library = f"tokenizers {metadata.version('tokenizers')}"
        added = self._tokenizer.get_added_tokens_decoder()
        self.special_tokens = {token.content: token_id for token_id, token in added.items()}
        document = json.loads(text)
        self.vocabulary, self.remarks = self._spelled(_types(document))
        self.unknown_ids = self._unknown(document["model"])

    def encode(
        self, documents: Sequence[bytes], *, parse: bool, places: bool
    ) -> list[EncodedDocument]:
        """See Backend.encode. What the file says of bos and eos is never added."""
        self._tokenizer.encode_special_tokens = not parse
        texts = [decoded_text(document) for document in documents]
        run = self._tokenizer.encode_batch if places else self._tokenizer.encode_batch_fast
        found = run([each.text for each in texts], add_special_tokens=False)
        encoded = []
        for document, text, encoding in zip(documents, texts, found, strict=True):
            ids = np.array(encoding.ids, np.uint32)
            where = np.zeros(len(ids), np.int64)
            if places and len(ids):
                spans = text.offsets[np.array(encoding.offsets, np.int64).reshape(-1, 2)]
                where = token_places(document, ids, spans, self.vocabulary)
            encoded.append(EncodedDocument(ids, where))
        return encoded

    def decode(self, ids: list[int]) -> bytes:
        """See Backend.decode."""
        text: str = self._tokenizer.decode(ids, skip_special_tokens=False)
        return text.encode()

    def token_to_id(self, token: str) -> int | None:
        """See Backend.token_to_id."""
        token_id: int | None = self._tokenizer.token_to_id(token)
        return token_id

    def _unknown(self, model: dict[str, Any]) -> list[int]:
        """The id that the model's unknown token has: named in it, or given by its number."""
        if isinstance(model.get("unk_id"), int):
            return [model["unk_id"]]
        token = model.get("unk_token")
        found = None if token is None else self._tokenizer.token_to_id(token)
        return [] if found is None else [found]

    def _spelled(self, types: frozenset[str]) -> tuple[list[bytes], list[str]]:
        """The bytes of every id by the manner in which the file writes tokens, and remarks."""
        vocabulary = self._tokenizer.get_vocab(with_added_tokens=True)
        highest = max(vocabulary.values(), default=-1)
        if highest >= MAX_VOCAB_SIZE:
            raise ValueError(
                f"its highest id is {highest:,}; ids are below {MAX_VOCAB_SIZE:,} here"
            )
        tokens = [b""] * (highest + 1)
        manner, remarks = _manner(types)
        for token, token_id in vocabulary.items():
            is_special = self.special_tokens.get(token) == token_id
            tokens[token_id] = token.encode() if is_special else _bytes_of(token, manner)
        return tokens, remarks


def _types(document: Any) -> frozenset[str]:
    """The names of all parts of normalizer, pre-tokenizer, decoder and model."""
    found: set[str] = set()
    parts = [document.get(key) for key in ("normalizer", "pre_tokenizer", "decoder")]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            found.add(str(part.get("type")))
            for inner in part.values():
                parts += inner if isinstance(inner, list) else []
    model = document.get("model") or {}
    found.add("model " + str(model.get("type")))
    found.update({"suffix"} if model.get("end_of_word_suffix") else set())
    return frozenset(found)


def _manner(types: frozenset[str]) -> tuple[str, list[str]]:
    if "ByteLevel" in types:
        return "bytes", []
    if "model WordPiece" in types:
        return "pieces", [_PIECES]
    if "suffix" in types:
        return "suffix", ["Its tokens are shown with a space for what marks the end of a word."]
    return "meta", [
        "Its tokens are shown with a space for each ▁, also for the one that it puts before a text."
    ]


def _bytes_of(token: str, manner: str) -> bytes:
    if manner == "bytes":
        known = [CHARACTER_TO_BYTE.get(character) for character in token]
        return bytes(b for b in known if b is not None) if None not in known else token.encode()
    if manner == "pieces":
        return token.removeprefix(_WORD_PIECE).encode()
    if manner == "suffix":
        return token.replace("</w>", " ").encode()
    if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
        try:
            return bytes([int(token[3:5], 16)])
        except ValueError:
            return token.encode()
    return token.replace(_META, " ").encode()
