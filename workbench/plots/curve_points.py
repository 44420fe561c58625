"""Points of curves: arrays that grow while a training runs, and thinning them for the screen."""

from __future__ import annotations

import numpy as np

from engine.compiled import Bools, Floats, Int64s

MAX_POINTS = 1500
_KEPT = 4  # points of a stretch, at most


class GrowingCurve:
    """x and y that are appended to; doubling keeps appending cheap up to millions of points."""

    def __init__(self) -> None:
        self._values = np.empty((2, 1024))
        self._n = 0

    def __len__(self) -> int:
        return self._n

    def clear(self) -> None:
        self._n = 0

    def extend(self, x: Floats, y: Floats) -> None:
        """Append points; x goes on ascending."""
        needed = self._n + len(x)
        if needed > self._values.shape[1]:
            grown = np.empty((2, max(needed, 2 * self._values.shape[1])))
            grown[:, : self._n] = self._values[:, : self._n]
            self._values = grown
        self._values[0, self._n : needed] = x
        self._values[1, self._n : needed] = y
        self._n = needed

    @property
    def x(self) -> Floats:
        return self._values[0, : self._n]

    @property
    def y(self) -> Floats:
        return self._values[1, : self._n]


def telling_places(y: Floats, starts: Int64s) -> Int64s:
    """Return int64[n]: the first, lowest, highest and last place of each run of points.

    starts: int64[k], where each run begins; the first is 0. So no spike is lost, however narrow.
    """
    ends = np.concatenate([starts[1:], [len(y)]])
    runs = np.repeat(np.arange(len(starts)), ends - starts)
    kept = np.zeros(len(y), np.bool_)
    kept[starts] = kept[ends - 1] = True
    for extreme in (np.fmin, np.fmax):
        [at] = (y == extreme.reduceat(y, starts)[runs]).nonzero()
        kept[at[_changes(runs[at])]] = True
    return kept.nonzero()[0]


def _changes(values: Int64s) -> Bools:
    """bool[n]: which values differ from the one before; the first one does."""
    changes = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return changes


def thinned(x: Floats, y: Floats, *, log: bool) -> Int64s:
    """Return int64[at most about MAX_POINTS]: places of the points to draw, ends included.

    Of every stretch its lowest and its highest point. With `log` the stretches are spread evenly
    over the logarithm of x, and points that have none are left out.
    """
    possible = np.flatnonzero((x > 0) & (y > 0)) if log else np.arange(len(x))
    if len(possible) <= MAX_POINTS:
        return possible.astype(np.int64)
    n = MAX_POINTS // _KEPT
    if log:
        spread = np.geomspace(1, len(possible), n + 1)[:-1] - 1
    else:
        spread = np.linspace(0, len(possible), n + 1)[:-1]
    starts = spread.round().astype(np.int64)
    starts = starts[_changes(starts)]
    return possible[telling_places(y[possible], starts)].astype(np.int64)
