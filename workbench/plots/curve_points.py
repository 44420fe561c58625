"""Points of curves: arrays that grow while a training runs, and thinning them for the screen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

MAX_POINTS = 1500
Floats = npt.NDArray[np.float64]


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


def thinned(x: Floats, y: Floats, *, log: bool) -> npt.NDArray[np.int64]:
    """Return int64[at most about MAX_POINTS]: places of the points to draw, ends included.

    With `log` they are spread evenly over the logarithm of x, and points that have none are
    left out.
    """
    possible = np.flatnonzero((x > 0) & (y > 0)) if log else np.arange(len(x))
    if len(possible) <= MAX_POINTS:
        return possible.astype(np.int64)
    if log:
        spread = np.geomspace(1, len(possible), MAX_POINTS) - 1
    else:
        spread = np.linspace(0, len(possible) - 1, MAX_POINTS)
    return possible[np.unique(spread.round().astype(np.int64))].astype(np.int64)
