"""StringSet: distinct short byte strings in flat arrays, by the million."""

from __future__ import annotations

import threading

import numpy as np

from engine.compiled import Int64s, UInt8s, UInt64s, enlarged, run_kernel
from engine.evaluation import _string_set_kernels as kernels

_FIRST_STRINGS = 256
NO_PREFIX = -1


class StringSet:
    """Distinct byte strings, numbered in the order of arrival; compared exactly.

    Threads may share a set: one adds, the others wait.
    """

    def __init__(self) -> None:
        self._n = 0
        self._slots = np.zeros(2 * _FIRST_STRINGS, np.uint64)
        self._held = np.zeros(16 * _FIRST_STRINGS, np.uint8)
        self._ends = np.zeros(_FIRST_STRINGS, np.int64)
        self._lock = threading.Lock()

    def add(self, data: UInt8s, starts: Int64s, ends: Int64s) -> range:
        """Add data[starts[i]:ends[i]] for every i, empty ones not; the numbers of the new ones.

        data: uint8[n], writable; starts, ends: int64[w].
        """
        with self._lock:
            before = self._n
            self._make_room(len(starts), int((ends - starts).sum()))
            self._n = int(
                run_kernel(
                    kernels.add_strings, data, starts, ends, self._slots, self._held, self._ends,
                    before,
                )
            )  # fmt: skip
            return range(before, self._n)

    def hashes(self, numbers: range, *, prefix: int = NO_PREFIX) -> UInt64s:
        """For `count_in`: uint64[k], of the strings with these numbers, after one more byte."""
        hashes = np.empty(len(numbers), np.uint64)
        run_kernel(kernels.hash_members, self._held, self._ends, numbers.start, prefix, hashes)
        return hashes

    def count_in(
        self, other: StringSet, numbers: range, hashes: UInt64s, *, prefix: int = NO_PREFIX
    ) -> int:
        """Number of strings with these numbers, after one more byte, that `other` has.

        hashes: of the same numbers and prefix. prefix: the byte, NO_PREFIX for none.
        """
        return int(
            run_kernel(
                kernels.count_common, self._held, self._ends, numbers.start, prefix, hashes,
                other._slots, other._held, other._ends,
            )
        )  # fmt: skip

    def _make_room(self, n_more: int, n_bytes: int) -> None:
        held = int(self._ends[self._n - 1]) if self._n else 0
        if held + n_bytes > len(self._held):
            self._held = enlarged(self._held, 2 * (held + n_bytes), held)
        if self._n + n_more > len(self._ends):
            capacity = 1 << (2 * (self._n + n_more) - 1).bit_length()
            self._ends = enlarged(self._ends, capacity, self._n)
            self._slots = np.zeros(2 * capacity, np.uint64)
            run_kernel(kernels.place_members, self._held, self._ends, self._n, self._slots)
