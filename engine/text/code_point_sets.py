"""CodePointSet: a set of code points as the bounds of its ranges.

A general category has some 700 of them, a letter has two. Unlike the bool arrays of unicode_sets,
a thousand literals of a pattern fit, and two sets are combined in microseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.compiled import Bools, Int64s
from engine.text.unicode_sets import N_POINTS, PointSet


@dataclass(frozen=True, eq=False)
class CodePointSet:
    """Members are edges[0]:edges[1], edges[2]:edges[3] and so on.

    edges: int64[2 * n_ranges], strictly ascending, from 0 to 0x110000.
    """

    edges: Int64s

    @classmethod
    def of_ranges(cls, *ranges: tuple[int, int]) -> CodePointSet:
        """The union of inclusive ranges. Example: (48, 57) -> the ASCII digits."""
        union = EMPTY
        for first, last in ranges:
            union |= cls(np.array([first, last + 1], np.int64))
        return union

    @classmethod
    def of_text(cls, characters: str) -> CodePointSet:
        """The characters of a text."""
        return cls.of_points(np.array(sorted(map(ord, characters)), np.int64))

    @classmethod
    def of_points(cls, points: Int64s) -> CodePointSet:
        """Ascending code points, int64[n]."""
        if not len(points):
            return EMPTY
        breaks = np.flatnonzero(np.diff(points) > 1)
        first = np.concatenate((points[:1], points[breaks + 1]))
        last = np.concatenate((points[breaks], points[-1:]))
        return cls(np.stack((first, last + 1), axis=1).ravel())

    @classmethod
    def of_disjoint(cls, sets: list[CodePointSet]) -> CodePointSet:
        """The union of sets that have no member in common."""
        if not sets:
            return EMPTY
        pairs = np.concatenate([one_set.edges for one_set in sets]).reshape(-1, 2)
        pairs = pairs[np.argsort(pairs[:, 0])]
        is_break = pairs[1:, 0] > pairs[:-1, 1]
        first = pairs[np.concatenate(([True], is_break)), 0] if len(pairs) else pairs[:, 0]
        last = pairs[np.concatenate((is_break, [True])), 1] if len(pairs) else pairs[:, 1]
        return cls(np.stack((first, last), axis=1).ravel())

    @classmethod
    def of_members(cls, members: PointSet) -> CodePointSet:
        """The code points that are True in bool[0x110000]."""
        padded = np.concatenate(([False], members, [False]))
        return cls(np.flatnonzero(padded[1:] != padded[:-1]).astype(np.int64))

    @cached_property
    def key(self) -> bytes:
        """Equal for equal sets."""
        return self.edges.tobytes()

    @property
    def is_empty(self) -> bool:
        return len(self.edges) == 0

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """Inclusive ranges, ascending."""
        return [(first, end - 1) for first, end in self.edges.reshape(-1, 2).tolist()]

    def holds(self, points: Int64s) -> Bools:
        """bool[n]: which of int64[n] code points are members."""
        inside: Bools = np.searchsorted(self.edges, points, side="right") % 2 == 1
        return inside

    def members(self) -> PointSet:
        """bool[0x110000]: which code points are members."""
        lengths = np.diff(np.concatenate(([0], self.edges, [N_POINTS])))
        return np.repeat(np.arange(len(lengths)) % 2 == 1, lengths)

    def points(self) -> Int64s:
        """All members, int64[n], ascending."""
        return np.concatenate(
            [np.zeros(0, np.int64), *(np.arange(a, b + 1) for a, b in self.ranges)]
        )

    def _combined(
        self,
        other: CodePointSet,
        rule: Callable[[Bools, Bools], Bools],
    ) -> CodePointSet:
        edges = np.sort(np.concatenate((self.edges, other.edges)))  # np.union1d imports numpy.ma
        edges = edges[np.append(np.diff(edges) != 0, True)[: len(edges)]]
        inside = rule(self.holds(edges), other.holds(edges))
        before = np.concatenate((np.zeros(1, np.bool_), inside[:-1]))
        return CodePointSet(edges[inside != before])

    def __or__(self, other: CodePointSet) -> CodePointSet:
        return self._combined(other, np.logical_or)

    def __and__(self, other: CodePointSet) -> CodePointSet:
        return self._combined(other, np.logical_and)

    def __xor__(self, other: CodePointSet) -> CodePointSet:
        return self._combined(other, np.logical_xor)

    def __invert__(self) -> CodePointSet:
        return self ^ EVERYTHING


EMPTY = CodePointSet(np.zeros(0, np.int64))
EVERYTHING = CodePointSet(np.array([0, N_POINTS], np.int64))
