"""What a library's tokenizer is asked for in its own process, and where its tokens lie in bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from engine.compiled import Int64s, UInt32s

REPLACEMENT = "�"


class EncodedDocument(NamedTuple):
    """ids: uint32[n]; places: int64[n], the byte at which each token begins, ascending from 0."""

    ids: UInt32s
    places: Int64s


class Backend(Protocol):
    """A tokenizer in its library.

    library: its name and version; vocabulary: the bytes of every id; special_tokens: ids by
    string; unknown_ids: what characters without a token of their own become; remarks: sentences
    on what of this is approximate.
    """

    library: str
    vocabulary: list[bytes]
    special_tokens: dict[str, int]
    unknown_ids: list[int]
    remarks: list[str]

    def encode(
        self, documents: Sequence[bytes], *, parse: bool, places: bool
    ) -> list[EncodedDocument]:
        """The ids of each document. parse: special tokens in it are read as such."""

    def decode(self, ids: list[int]) -> bytes:
        """The text of ids as UTF-8."""

    def token_to_id(self, token: str) -> int | None:
        """The id of a token as the library spells it; None if there is no such token."""


class DecodedText(NamedTuple):
    """UTF-8 as the libraries take it: bytes that are not UTF-8 are U+FFFD, each by itself.

    offsets: int64[n + 1], the byte at which each character begins in the original.
    """

    text: str
    offsets: Int64s


def decoded_text(data: bytes) -> DecodedText:
    """A document as text, with the places of its characters."""
    text = data.decode("utf-8", "surrogateescape")
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    lone = (points >= 0xDC80) & (points <= 0xDCFF)
    lengths = 1 + (points > 0x7F) + (points > 0x7FF) + (points > 0xFFFF)
    lengths[lone] = 1
    offsets = np.zeros(len(points) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    if lone.any():
        text = "".join(REPLACEMENT if "\udc80" <= c <= "\udcff" else c for c in text)
    return DecodedText(text, offsets)


def token_places(data: bytes, ids: UInt32s, spans: Int64s, vocabulary: Sequence[bytes]) -> Int64s:
    """Where tokens begin, int64[n], so that they tile the document `data`.

    spans: int64[n, 2], the bytes that the library says each token stands for. Where the bytes of
    the tokens are the text, they say it; a library knows whole characters only. Otherwise what
    lies between two tokens, such as a space that the library drops, goes with the one after it;
    of several tokens of one character each has its own byte where they are single bytes, and
    else the last has the character.
    """
    lengths = np.fromiter((len(vocabulary[i]) for i in ids.tolist()), np.int64, len(ids))
    if int(lengths.sum()) == len(data) and b"".join(vocabulary[i] for i in ids.tolist()) == data:
        return np.cumsum(lengths) - lengths
    ends = np.maximum.accumulate(np.minimum(spans[:, 1], len(data)))
    shared = np.flatnonzero(spans[1:, 0] < ends[:-1]) + 1  # reads a character of the one before
    if len(shared):
        _divide_characters(spans, lengths, ends, shared)
    zero_width = np.flatnonzero(spans[:, 0] == spans[:, 1])
    if len(zero_width):
        _divide_characters(spans, lengths, ends, zero_width + 1)
    places = np.zeros(len(ids), np.int64)
    places[1:] = ends[:-1]
    return places


def _divide_characters(spans: Int64s, lengths: Int64s, ends: Int64s, continuing: Int64s) -> None:
    """Give tokens that share characters bytes of their own, in `ends`.

    continuing: the numbers of tokens that go on with the characters of the one before.
    """
    continuing = continuing[continuing < len(ends)]
    breaks = np.flatnonzero(np.diff(continuing, prepend=-2) > 1)
    for run in np.split(continuing, breaks[1:]):
        if not len(run):
            continue
        first, last = int(run[0]) - 1, int(run[-1])
        start = max(int(spans[first, 0]), int(ends[first - 1]) if first else 0)
        if int(lengths[first : last + 1].sum()) == int(ends[last]) - start:
            ends[first : last + 1] = start + np.cumsum(lengths[first : last + 1])
        else:
            ends[first:last] = start
