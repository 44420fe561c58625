"""Where several tokenizers cut the same bytes differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.compiled import Bools, Int64s, UInt8s

SAME, CUT_HERE, CUT_THERE, CUT_BOTH = range(4)
"""Changes of a span against a reference: none, an end that is no cut of the reference, a cut of the
reference inside the span, or both."""


@dataclass(frozen=True, eq=False)
class SpanDifference:
    """The stretches of a text that not all cut alike.

    A stretch lies between two places where all cut, and some, but not all, cut inside it. So a
    span of any of them is a span of all others exactly where it lies in no stretch.

    stretches: int64[m, 2], byte offsets of start and end, ascending, none overlapping.
    n_bytes: length of the text.
    """

    stretches: Int64s
    n_bytes: int

    def __len__(self) -> int:
        return len(self.stretches)

    @property
    def differing_bytes(self) -> int:
        """Bytes in stretches that are cut differently."""
        return int((self.stretches[:, 1] - self.stretches[:, 0]).sum())

    @property
    def share(self) -> float | None:
        """`differing_bytes` by bytes, 0 to 1; None for the empty text."""
        return self.differing_bytes / self.n_bytes if self.n_bytes else None

    def marks(self, bounds: Int64s) -> Bools:
        """Return bool[n]: which spans of one cut, given by bounds int64[n + 1], others have not."""
        starts = bounds[:-1]
        if not len(self):
            return np.zeros(len(starts), np.bool_)
        stretch = np.searchsorted(self.stretches[:, 0], starts, "right") - 1
        inside: Bools = starts < self.stretches[stretch, 1]
        inside[stretch < 0] = False
        return inside

    def following(self, offset: int) -> int:
        """Return the number of the first stretch that starts after `offset`, the first after all.

        Raises ValueError where there is none at all.
        """
        self._check_any()
        return int(np.searchsorted(self.stretches[:, 0], offset, "right")) % len(self)

    def preceding(self, offset: int) -> int:
        """Return the number of the last stretch that starts before `offset`, the last before all.

        Raises ValueError where there is none at all.
        """
        self._check_any()
        return (int(np.searchsorted(self.stretches[:, 0], offset, "left")) - 1) % len(self)

    def _check_any(self) -> None:
        if not len(self):
            raise ValueError("There is no stretch that is cut differently.")


def span_difference(cuts: Sequence[Int64s]) -> SpanDifference:
    """Return where cuts of one text differ.

    cuts: for each tokenizer bounds int64[n + 1], strictly ascending from 0 to the text's length.
    Raises ValueError where they are none, or not of the same text.
    """
    if not cuts:
        raise ValueError("Nothing to compare.")
    n_bytes = int(cuts[0][-1])
    if any(int(bounds[0]) != 0 or int(bounds[-1]) != n_bytes for bounds in cuts):
        raise ValueError("These are not cuts of the same text.")
    cutting = np.zeros(n_bytes + 1, np.uint8)  # how many cut at each place
    for bounds in cuts:
        cutting[bounds] += 1
    shared = np.flatnonzero(cutting == len(cuts))
    inner = np.flatnonzero((cutting > 0) & (cutting < len(cuts)))
    after = np.searchsorted(shared, inner)  # the shared place that ends the stretch
    ends = after[np.flatnonzero(np.diff(after, prepend=-1))]
    stretches = np.column_stack((shared[ends - 1], shared[ends])).astype(np.int64)
    return SpanDifference(stretches.reshape(-1, 2), n_bytes)


def cut_changes(bounds: Int64s, reference: Int64s) -> UInt8s:
    """Return uint8[n]: how each span of one cut differs from a reference cut of the same text.

    bounds, reference: int64[n + 1], strictly ascending from 0 to the text's length.

    >>> cut_changes(np.array([0, 2, 4, 6]), np.array([0, 2, 3, 6])).tolist()
    [0, 3, 1]
    """
    starts, ends = bounds[:-1], bounds[1:]
    first = np.searchsorted(reference, starts, "right")
    last = np.searchsorted(reference, ends, "left")
    here = (reference[first - 1] != starts) | (reference[last] != ends)
    there = last > first
    changes: UInt8s = (here * CUT_HERE + there * CUT_THERE).astype(np.uint8)
    return changes
