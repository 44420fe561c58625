"""Texts of templates as tokens, with special tokens read wherever they stand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.encoding import SpecialTokenSplitter, Tokenizer

if TYPE_CHECKING:
    from engine.library import LibraryTokenizer


@dataclass(frozen=True, slots=True, eq=False)
class Tokenized:
    """Tokens of several texts, one after another.

    ids: uint32[n]; starts: int64[n + 1], bytes where tokens begin in all texts together, the last
    is the end of all; lengths: int64[k], tokens of each text; begins: bytes where texts begin.
    pieces: for each text where its pieces begin, before and after normalization; None where
    nothing is normalized.
    """

    ids: UInt32s
    starts: Int64s
    lengths: Int64s
    begins: Sequence[int]
    texts: Sequence[bytes]
    normal: Normalized | None

    def text(self, index: int) -> bytes:
        """UTF-8 of what the ids of a text stand for."""
        return self.texts[index]

    def places(self, index: int, answer: Mapping[str, Any], which: str) -> Callable[[int], int]:
        """From bytes of a text as the template wrote it to bytes of all texts together."""
        begin = self.begins[index]
        if self.normal is None:
            return begin.__add__
        wanted = {at for entry in (*answer[which], *answer["messages"]) for at in entry[:2]}
        found = self.normal.places(answer["text"].encode("utf-8", "replace"), sorted(wanted))
        return {at: begin + place for at, place in found.items()}.__getitem__


class Normalized:
    """Where bytes of a text lie after normalization, which leaves special tokens alone."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._normalize = tokenizer.normalized
        tokens = tokenizer.special_tokens
        self._splitter = SpecialTokenSplitter(tokens) if tokens else None
        self._names = {token_id: name.encode() for name, token_id in tokens.items()}

    def places(self, data: bytes, wanted: Sequence[int]) -> dict[int, int]:
        """The place after normalization of each wanted byte, where characters begin."""
        begins, sources, size, at = [0], [0], 0, 0
        pieces: list[bytes] = []
        for piece, name in self._pieces(data):
            pieces.append(piece)
            size += len(self._normalize(piece)) + len(name)
            at += len(piece) + len(name)
            begins.append(size)
            sources.append(at)
        found: dict[int, int] = {}
        for place in wanted:
            index = min(bisect_right(sources, place) - 1, len(pieces) - 1)
            inside = place - sources[index]
            piece = pieces[index]
            done = len(self._normalize(piece[:inside]))
            found[place] = begins[index] + done + max(0, inside - len(piece))
        return found

    def text(self, data: bytes) -> bytes:
        """A text as its ids are decoded."""
        return b"".join(self._normalize(piece) + name for piece, name in self._pieces(data))

    def _pieces(self, data: bytes) -> list[tuple[bytes, bytes]]:
        """(ordinary text, the special token after it or nothing)."""
        if self._splitter is None:
            return [(data, b"")]
        found = self._splitter.pieces(data)
        return [(piece, b"" if i is None else self._names[i]) for piece, i in found]


def tokenized(tokenizer: Tokenizer | LibraryTokenizer, texts: Sequence[str]) -> Tokenized:
    """The tokens of texts in which special tokens are read."""
    data = [text.encode("utf-8", "replace") for text in texts]
    if isinstance(tokenizer, Tokenizer):
        return _by_us(tokenizer, data)
    spans = [tokenizer.token_spans(text, special="parse") for text in texts]
    lengths = np.array([len(each.ids) for each in spans], np.int64)
    begins = np.concatenate([[0], np.cumsum([each.starts[-1] for each in spans])]).astype(np.int64)
    parts = [each.starts[:-1] + begin for each, begin in zip(spans, begins, strict=False)]
    return Tokenized(
        ids=np.concatenate([np.empty(0, np.uint32), *(each.ids for each in spans)]),
        starts=np.concatenate([*parts, begins[-1:]]),
        lengths=lengths,
        begins=begins.tolist(),
        texts=data,
        normal=None,
    )


def _by_us(tokenizer: Tokenizer, data: list[bytes]) -> Tokenized:
    normal = None if tokenizer.normalization is None else Normalized(tokenizer)
    parts = tokenizer.encode_batch(data, special="parse")
    texts = data if normal is None else [normal.text(text) for text in data]
    ids = np.concatenate([np.empty(0, np.uint32), *parts])
    starts = np.zeros(len(ids) + 1, np.int64)
    np.cumsum(tokenizer.token_lengths[ids], out=starts[1:])
    begins = np.concatenate([[0], np.cumsum(list(map(len, texts)))]).astype(np.int64)
    return Tokenized(
        ids=ids,
        starts=starts,
        lengths=np.array(list(map(len, parts)), np.int64),
        begins=begins.tolist(),
        texts=texts,
        normal=normal,
    )
