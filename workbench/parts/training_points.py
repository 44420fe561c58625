"""Points of the charts of a training: marginal gain, and how long tokens are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

GAIN_PER = 1000
MOST_GAIN_POINTS = 200
_FIRST_GAIN = 16
Floats = npt.NDArray[np.float64]
Int64s = npt.NDArray[np.int64]


def gain_points(merges: Floats, tokens: Floats) -> tuple[Floats, Floats]:
    """Percent of the tokens that a thousand further merges save, over the merges.

    merges float64[n] ascends, tokens float64[n] are those of the corpus after so many. Measured
    over a thousand merges around each point, near the ends over as many as there are; a point
    needs at least 16 merges before and after it.
    """
    if len(merges) < 2 or merges[-1] < 2 * _FIRST_GAIN:
        return np.empty(0), np.empty(0)
    last = float(merges[-1])
    x = np.unique(np.geomspace(_FIRST_GAIN, last - _FIRST_GAIN, MOST_GAIN_POINTS).round())
    half = np.minimum(np.minimum(GAIN_PER / 2, x / 2), last - x)
    logs = np.log(np.maximum(tokens, 1.0))
    lost = np.interp(x - half, merges, logs) - np.interp(x + half, merges, logs)
    y = -100 * np.expm1(-lost * GAIN_PER / (2 * half))
    return x, y


class TokenLengths:
    """Bytes of every token, followed while merges happen."""

    def __init__(self) -> None:
        self._lengths = np.ones(256, np.int64)

    def clear(self) -> None:
        self._lengths = np.ones(256, np.int64)

    @property
    def n_merges(self) -> int:
        return len(self._lengths) - 256

    def extend(self, pairs: npt.NDArray[np.uint32]) -> None:
        """Follow further merges: uint32[n, 2], left and right id of each.

        A token may be made of others of the same batch, so what is known yet is added in turns.
        """
        known = len(self._lengths)
        lengths = np.concatenate([self._lengths, np.zeros(len(pairs), np.int64)])
        left, right = pairs[:, 0].astype(np.int64), pairs[:, 1].astype(np.int64)
        waiting = np.arange(len(pairs))
        while len(waiting):
            a, b = lengths[left[waiting]], lengths[right[waiting]]
            is_known = (a > 0) & (b > 0)
            lengths[known + waiting[is_known]] = (a + b)[is_known]
            waiting = waiting[~is_known]
        self._lengths = lengths

    def points(self, first: int = 0) -> tuple[Floats, Floats]:
        """Each length from 1 byte to that of the longest token, and how many tokens have it.

        first: only tokens from this place on count, bytes among them.
        """
        counts = np.bincount(self._lengths[first:], minlength=1)[1:]
        return np.arange(1, len(counts) + 1, dtype=np.float64), counts.astype(np.float64)
