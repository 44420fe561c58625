"""SpanText: UTF-8 bytes cut into spans, the value that a span view shows.

A span is a token or a pre-token. The text is cut into paragraphs (lines, long ones in parts), so
that a view lays out what it shows and nothing else. `find_spans` finds text, bytes or an id in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.compiled import Bools, Int64s, UInt8s, UInt32s
from workbench.text.numbers import whole_number

MAX_PARAGRAPH_BYTES = 1024

PLAIN, UNMATCHED, SPECIAL = 0, 1, 2
"""Kinds of a span: ordinary, left over by the split pattern, a special token."""


_LINE_FEED, _SPACE = 0x0A, 0x20


@dataclass(frozen=True, eq=False)
class SpanText:
    """Bytes and the spans that tile them.

    data: UTF-8 text, or any bytes. bounds: int64[n + 1], span i is data[bounds[i]:bounds[i + 1]].
    ids: uint32[n] or None (pre-tokens have no ids). kinds: uint8[n] of PLAIN, UNMATCHED, SPECIAL,
    or None where all are plain. hues: uint8[n], index of the hue of each span for
    Colouring.GIVEN or SUPERVISED, or None. breaks: further byte offsets at which a paragraph
    begins, such as the messages of a conversation. pre_tokens: bool[n], which spans begin a
    pre-token, or None where that is not known. cuts: int64, byte offsets at which long lines may be
    cut, None for those of `bounds`. numbers: int64[n] or None, written in place of ids where there
    are none, 0 for no number. paragraphs: int64[m + 1] byte offsets, m >= 1.
    """

    data: bytes
    bounds: Int64s
    ids: UInt32s | None = None
    kinds: UInt8s | None = None
    hues: UInt8s | None = None
    breaks: Int64s | None = None
    pre_tokens: Bools | None = None
    cuts: Int64s | None = None
    numbers: Int64s | None = None
    paragraphs: Int64s = field(init=False)

    def __post_init__(self) -> None:
        bounds = self.bounds
        if len(bounds) == 0 or bounds[0] != 0 or bounds[-1] != len(self.data):
            raise ValueError("The spans do not tile the text.")
        for array in (self.ids, self.kinds, self.hues, self.pre_tokens, self.numbers):
            if array is not None and len(array) != self.n_spans:
                raise ValueError("Not one value for each span.")
        paragraphs = cut_paragraphs(self.data, bounds if self.cuts is None else self.cuts)
        if self.breaks is not None and len(self.breaks):
            inside = (self.breaks > 0) & (self.breaks < len(self.data))
            paragraphs = np.union1d(paragraphs, self.breaks[inside]).astype(np.int64)
        object.__setattr__(self, "paragraphs", paragraphs)
        arrays: tuple[NDArray[Any] | None, ...] = (
            bounds, self.ids, self.kinds, self.hues, self.breaks, self.pre_tokens, self.cuts,
            self.numbers, self.paragraphs,
        )  # fmt: skip
        for array in arrays:
            if array is not None:
                array.flags.writeable = False

    @property
    def has_numbers(self) -> bool:
        """Whether spans have ids, or other numbers in their place."""
        return self.ids is not None or self.numbers is not None

    def number_words(self, span: int) -> str:
        """The id of a span or the number in its place; "" for none."""
        if self.ids is not None:
            return str(int(self.ids[span]))
        number = 0 if self.numbers is None else int(self.numbers[span])
        return str(number) if number else ""

    @classmethod
    def empty(cls) -> SpanText:
        """The text of no bytes and no spans."""
        return cls(b"", np.zeros(1, np.int64))

    @property
    def n_spans(self) -> int:
        return len(self.bounds) - 1

    @property
    def n_paragraphs(self) -> int:
        return len(self.paragraphs) - 1

    def span_bytes(self, span: int) -> bytes:
        """Return the bytes of one span."""
        return self.data[self.bounds[span] : self.bounds[span + 1]]

    def range_bytes(self, first: int, last: int) -> bytes:
        """Return the bytes of the spans `first` to `last`, both included."""
        return self.data[self.bounds[first] : self.bounds[last + 1]]

    def kind(self, span: int) -> int:
        """Return PLAIN, UNMATCHED or SPECIAL."""
        return PLAIN if self.kinds is None else int(self.kinds[span])

    def spans_between(self, start: int, end: int) -> range:
        """Return the spans that have bytes in data[start:end]."""
        if end <= start:
            return range(0)
        first = int(np.searchsorted(self.bounds, start, "right")) - 1
        last = int(np.searchsorted(self.bounds, end, "left"))
        return range(first, last)

    def paragraph_at(self, offset: int) -> int:
        """Return the paragraph that holds the byte at `offset`."""
        found = int(np.searchsorted(self.paragraphs, offset, "right")) - 1
        return min(max(found, 0), self.n_paragraphs - 1)


def cut_paragraphs(data: bytes, bounds: Int64s, max_bytes: int = MAX_PARAGRAPH_BYTES) -> Int64s:
    """Return int64[m + 1] offsets that cut `data` after each line feed and in long lines.

    A long line is cut at a span's edge beside a space where there is one, else at any span's edge,
    else at any character. Example: b"a\\nb" -> [0, 2, 3].
    """
    if not data:
        return np.zeros(2, np.int64)
    buffer = np.frombuffer(data, np.uint8)
    lines = np.concatenate(([0], np.flatnonzero(buffer == _LINE_FEED) + 1, [len(data)]))
    lines = np.unique(lines)
    long_lines = np.flatnonzero(np.diff(lines) > max_bytes)
    extra: list[int] = []
    for line in long_lines:
        start, end = int(lines[line]), int(lines[line + 1])
        while end - start > max_bytes:
            start = _cut_after(buffer, bounds, start, max_bytes)
            extra.append(start)
    if extra:
        lines = np.union1d(lines, np.array(extra, np.int64))
    return lines.astype(np.int64)


def _cut_after(buffer: UInt8s, bounds: Int64s, start: int, max_bytes: int) -> int:
    """Return where to cut a line that goes on for more than `max_bytes` after `start`."""
    low, high = start + max_bytes // 2, start + max_bytes
    edges = bounds[np.searchsorted(bounds, low) : np.searchsorted(bounds, high, "right")]
    edges = edges[(buffer[edges] & 0xC0) != 0x80]
    if len(edges):
        beside_space = edges[(buffer[edges] == _SPACE) | (buffer[edges - 1] == _SPACE)]
        return int(beside_space[-1] if len(beside_space) else edges[-1])
    cut = high
    while cut > low and (buffer[cut] & 0xC0) == 0x80:
        cut -= 1
    return cut if cut > low else high


HEX, ID = "hex:", "id:"
"""The prefixes of queries for something other than text."""


@dataclass(frozen=True, eq=False)
class Hits:
    """Where a query was found. stretches: int64[n, 2] byte ranges, ascending."""

    stretches: Int64s

    def __len__(self) -> int:
        return len(self.stretches)

    def at_or_after(self, offset: float) -> int:
        """Return the number of the first hit from a byte on; the first of all behind the last."""
        number = int(np.searchsorted(self.stretches[:, 0], offset))
        return number if number < len(self) else 0

    def spans_of(self, text: SpanText) -> Bools:
        """Return bool[n]: which spans have a part of a hit."""
        first = np.searchsorted(text.bounds, self.stretches[:, 0], "right") - 1
        stop = np.searchsorted(text.bounds, self.stretches[:, 1], "left")
        begun = np.bincount(first, minlength=text.n_spans + 1)
        ended = np.bincount(stop, minlength=text.n_spans + 1)
        covered: Bools = np.cumsum(begun - ended)[: text.n_spans] > 0
        return covered


NO_HITS = Hits(np.empty((0, 2), np.int64))


class QueryError(ValueError):
    """A query that is neither text nor bytes nor an id; `wrong` is the part that is wrong."""

    def __init__(self, kind: str, wrong: str) -> None:
        super().__init__(wrong)
        self.kind, self.wrong = kind, wrong


def find_spans(text: SpanText, query: str) -> Hits:
    """Find a text, `hex:` and bytes, or `id:` and a number. Raises QueryError.

    A text is found as it is written; hits may overlap, as "aa" does twice in "aaa".
    """
    wanted = query.strip()
    if wanted.startswith(ID):
        return _find_id(text, wanted[len(ID) :].strip())
    if wanted.startswith(HEX):
        digits = wanted[len(HEX) :].strip()
        try:
            return _find_bytes(text, bytes.fromhex("".join(digits.split())))
        except ValueError:
            raise QueryError(HEX, digits) from None
    return _find_bytes(text, query.encode("utf-8", "surrogatepass"))


def _find_id(text: SpanText, number: str) -> Hits:
    if not number:
        return NO_HITS
    if not (number.isascii() and number.isdigit()):
        raise QueryError(ID, number)
    if text.ids is None:
        return NO_HITS
    spans = np.flatnonzero(text.ids == whole_number(number))
    return Hits(np.stack([text.bounds[spans], text.bounds[spans + 1]], axis=1))


def _find_bytes(text: SpanText, wanted: bytes) -> Hits:
    n_starts = len(text.data) - len(wanted) + 1
    if not wanted or n_starts <= 0:
        return NO_HITS
    data = np.frombuffer(text.data, np.uint8)
    starts = np.flatnonzero(data[:n_starts] == wanted[0])
    for offset, byte in enumerate(wanted[1:], 1):
        starts = starts[data[starts + offset] == byte]
    starts = starts.astype(np.int64)
    return Hits(np.stack([starts, starts + len(wanted)], axis=1))
