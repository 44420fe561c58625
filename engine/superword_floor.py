"""The floor of stage two: the count below which pairs are left out, and how it is lowered."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Int64s = npt.NDArray[np.int64]

_FIRST_SHARE = 0.5
"""Of the count that as many pairs have as merges are wanted: merges lower the counts of the pairs
that they overlap, and make new pairs."""
_LOWERING = 3
_SAFETY = 0.7


def first_floor(cells: Int64s, n_merges: int, least: int, scale: int) -> int:
    """A guess at the count of the last of n_merges merges, in natural occurrences.

    cells: int64[2^k], counts of pairs in units of 1 / scale, some of them together; least: the
    smallest floor.
    """
    counts = cells[cells >= least * scale]
    if not 0 < n_merges <= len(counts):
        return least
    nth = int(np.partition(counts, len(counts) - n_merges)[len(counts) - n_merges])
    return max(least, int(_FIRST_SHARE * nth / scale))


def lower_floor(floor: int, n_made: int, n_merges: int, least: int) -> int:
    """The next floor after one at which only n_made of n_merges merges were found.

    Counts fall about like 1 / rank, so this is where the last merge would be, and a bit less.
    """
    guess = int(_SAFETY * floor * n_made / max(1, n_merges))
    return max(least, min(guess, floor // _LOWERING))
