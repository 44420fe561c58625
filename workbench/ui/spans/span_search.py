"""Finding text, bytes or an id in the spans of a text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.compiled import Bools, Int64s
from workbench.ui.spans.span_text import SpanText

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
    spans = np.flatnonzero(text.ids == int(number))
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
