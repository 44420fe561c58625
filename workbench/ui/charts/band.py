"""Band: many curves as lowest, P10, median, P90 and highest; SpreadChoice: what is drawn on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.compiled import Floats
from workbench.ui.charts.curve import Curve

FEW = 8
"""Up to this number of curves, each is drawn by itself."""
MOST_PINS = 4
MOST_POINTS = 512
MEDIAN = "\0median"  # no label of a source
REFERENCE = "eng"
_SHARES = np.array([0.0, 0.1, 0.5, 0.9, 1.0])
_LOW, _P10, _MEDIAN, _P90, _HIGH = range(len(_SHARES))


@dataclass(frozen=True)
class SpreadChoice:
    """What a person wants to see of many curves.

    shows_all: every curve instead of the band. pins: labels drawn on top; None: the usual ones.
    """

    shows_all: bool = False
    pins: tuple[str, ...] | None = None


class Band:
    """The spread of curves over one x, computed when it is first drawn.

    At most MOST_POINTS points are used, evenly spaced, each of them exact.
    """

    def __init__(self, curves: Sequence[Curve]) -> None:
        self.curves = tuple(curves)
        n = len(curves[0].x)
        self._places = np.unique(np.linspace(0, n - 1, min(n, MOST_POINTS)).astype(np.int64))
        self.x: Floats = curves[0].x[self._places]

    @cached_property
    def rows(self) -> Floats:
        """float64[5, n]: lowest, P10, median, P90, highest; NaN where no curve has a value.

        np.nanpercentile gives the same, but goes through the points one by one.
        """
        values = np.stack([curve.y[self._places] for curve in self.curves])
        values[~np.isfinite(values)] = np.nan
        values.sort(axis=0)  # NaN last
        n_known = np.isfinite(values).sum(axis=0)
        wanted = _SHARES[:, None] * np.maximum(n_known - 1, 0)
        before = wanted.astype(np.int64)
        columns = np.arange(values.shape[1])
        lower = values[before, columns]
        upper = values[np.minimum(before + 1, np.maximum(n_known - 1, 0)), columns]
        return np.asarray(lower + (upper - lower) * (wanted - before))

    def median(self, name: str) -> Curve:
        return Curve(MEDIAN, name, self.x, self.rows[_MEDIAN], is_quiet=True)

    def heights(self, low: float, high: float, *, is_log: bool) -> tuple[float, float] | None:
        """The values that an axis shows from x `low` to `high`; None where there are none.

        Further away from P10 and P90 than these are from each other lie outliers, which would press
        all others together.
        """
        slack = abs(high) * 1e-12
        rows = self.rows[:, (self.x >= low - slack) & (self.x <= high + slack)]
        rows = rows[:, np.isfinite(rows[_MEDIAN])]
        if is_log:
            rows = np.log10(rows[:, rows[_LOW] > 0])
        if not rows.size:
            return None
        reach = rows[_P90] - rows[_P10]
        bottom = max(rows[_LOW].min(), (rows[_P10] - reach).min())
        top = min(rows[_HIGH].max(), (rows[_P90] + reach).max())
        return (10.0**bottom, 10.0**top) if is_log else (float(bottom), float(top))

    def off_scale(self, x: float, low: float, high: float) -> list[Curve]:
        """The curves whose value at x lies outside of an axis, the furthest first."""
        at = self.curves[0].index_near(x)
        values = [(float(curve.y[at]), curve) for curve in self.curves]
        outside = [(value, curve) for value, curve in values if value < low or value > high]
        outside.sort(key=lambda pair: max(low / pair[0] if pair[0] > 0 else np.inf, pair[0] / high),
                     reverse=True)  # fmt: skip
        return [curve for _, curve in outside]


def band_of(curves: Sequence[Curve]) -> Band | None:
    """The band of those curves that are lines of one source; None where they are few."""
    lines = [curve for curve in curves if curve.is_plain]
    if len(lines) <= FEW or not len(lines[0].x):
        return None
    x = lines[0].x
    shares_x = all(curve.x is x or np.array_equal(curve.x, x) for curve in lines)
    return Band(lines) if shares_x else None


def usual_pins(curves: Sequence[Curve], n_bytes: Mapping[str, float]) -> tuple[str, ...]:
    """English, the lowest and the highest at the end, and the one with the most text."""
    ends = {
        curve.label: float(curve.y[-1])
        for curve in curves
        if curve.is_plain and len(curve.y) and np.isfinite(curve.y[-1])
    }
    if not ends:
        return ()
    pins = [REFERENCE] if REFERENCE in ends else []
    pins += [min(ends, key=lambda label: ends[label]), max(ends, key=lambda label: ends[label])]
    sized = [label for label in ends if n_bytes.get(label)]
    pins += [max(sized, key=lambda label: n_bytes[label])] if sized else []
    return tuple(dict.fromkeys(pins))
