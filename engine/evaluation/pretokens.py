"""Pre-tokens of a group of documents: how many a split pattern makes, and where it splits at marks.

A pattern whose letters are `\\p{L}` alone splits a combining mark (`\\p{M}`) off the letter that it
belongs to, so that words of many scripts fall apart before any merge.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from engine.compiled import Bools, Int64s, UInt8s
from engine.splitting import Splitter
from engine.text import Lines, category

_FIRST_OF_TWO, _FIRST_OF_THREE, _FIRST_OF_FOUR = 0xC0, 0xE0, 0xF0
"""The least first bytes of characters of several bytes."""
_FIRST_OF_MARK = 0xCC
"""Of U+0300, the first combining mark."""


class Pretokens(NamedTuple):
    """Counts of pre-tokens.

    number: of all. mark_splits: those that begin at a combining mark, or at a letter right behind
    one. of_lines: int64[l], those that begin in the text of each line.
    """

    number: int
    mark_splits: int
    of_lines: Int64s


def group_pretokens(
    data: bytes, padded: UInt8s, bounds: Int64s, lines: Lines, splitter: Splitter
) -> Pretokens:
    """Cut documents with a split pattern and count.

    data: UTF-8; padded: uint8[n + 64], the same; document i is data[bounds[i]:bounds[i + 1]].
    """
    blocks = [block.spans[:, 0] for block in splitter.span_blocks(data, bounds)]
    starts = np.concatenate(blocks) if blocks else np.zeros(0, np.int64)
    of_lines = begun_between(starts, lines.starts, lines.ends)
    return Pretokens(len(starts), _mark_splits(padded, starts, bounds), of_lines)


def begun_between(places: Int64s, starts: Int64s, ends: Int64s) -> Int64s:
    """int64[n]: how many of the places int64[m], ascending, are in each span."""
    return np.searchsorted(places, ends) - np.searchsorted(places, starts)


def _mark_splits(padded: UInt8s, starts: Int64s, bounds: Int64s) -> int:
    """Number of `starts` that split a mark off; the beginning of a document splits nothing."""
    # Most text is done here: no mark begins with the byte, nor a letter right behind one.
    cuts = starts[1:]
    cuts = cuts[_may_begin_letter_or_mark()[padded[cuts]]]
    cuts = cuts[(padded[cuts] >= _FIRST_OF_MARK) | (padded[cuts - 1] > 0x7F)]
    cuts = cuts[~np.isin(cuts, bounds)]
    here = _points(padded, cuts)
    is_cut = category("M")[here]
    is_cut |= category("M")[_points(padded, _starts_before(padded, cuts))] & category("L")[here]
    return int(np.count_nonzero(is_cut))


@cache
def _may_begin_letter_or_mark() -> Bools:
    """bool[256]: the first bytes of letters and marks."""
    may_begin = np.arange(256) >= _FIRST_OF_TWO
    may_begin[:128] = category("L")[:128]
    return may_begin


def _starts_before(padded: UInt8s, places: Int64s) -> Int64s:
    """int64[n]: the first byte of the character before each place."""
    before = places - 1
    for _ in range(3):
        before = before - _continues(padded[before])
    return before


def _continues(values: UInt8s) -> Bools:
    """bool[n]: which bytes are no first byte of a character."""
    return np.asarray((values & 0xC0) == 0x80)


def _points(padded: UInt8s, places: Int64s) -> Int64s:
    """int64[n]: the code points of the characters that begin at some places of valid UTF-8."""
    first = padded[places].astype(np.int64)
    second, third, fourth = (padded[places + i].astype(np.int64) & 0x3F for i in (1, 2, 3))
    two = (first & 0x1F) << 6 | second
    three = (first & 0x0F) << 12 | second << 6 | third
    four = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
    lengths = [first < _FIRST_OF_TWO, first < _FIRST_OF_THREE, first < _FIRST_OF_FOUR]
    return np.select(lengths, [first, two, three], four)
