"""StringSet: distinct short byte strings, by the million."""

from __future__ import annotations

import threading

import numpy as np

from engine.compiled import Bools, Int64s, UInt8s
from engine.counting import PretokenTable

_FIRST_SLOTS = 512


class StringSet:
    """Distinct byte strings, compared exactly; none is empty.

    Threads may share a set: one adds, the others wait.
    """

    def __init__(self) -> None:
        self._table = PretokenTable(_FIRST_SLOTS)
        self._lock = threading.Lock()

    def add(self, padded: UInt8s, starts: Int64s, ends: Int64s) -> Int64s:
        """Add padded[starts[i]:ends[i]] for every i, none of them empty.

        padded: uint8[n + 16]; starts, ends: int64[w]. Returns the indices of those that were not
        there before, of equal ones the first.
        """
        with self._lock:
            n_short, n_long = self._table.n_short, self._table.n_long
            entries = self._table.enter(padded, starts, ends)
        new = np.empty(len(entries), np.bool_)
        is_long = entries < 0
        new[~is_long] = _are_new(entries[~is_long], n_short)
        new[is_long] = _are_new(-1 - entries[is_long], n_long)
        return np.flatnonzero(new)

    def count(self, padded: UInt8s, starts: Int64s, ends: Int64s) -> int:
        """Number of the strings that are members; see `add` for the arrays."""
        return self._table.count_entered(padded, starts, ends)


def _are_new(entries: Int64s, n_before: int) -> Bools:
    """bool[n]: which entries, numbered in the order of arrival, were made by this one."""
    known = np.maximum.accumulate(np.append(n_before - 1, entries))
    return np.asarray(entries > known[:-1])
