"""What a chart is made of: Curve, Points, Note, ChartText, Scale and GrowingCurve; data as CSV.

`Band` is many curves as lowest, P10, median, P90 and highest; `SpreadChoice` what is drawn on top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
from PySide6.QtGui import QColor

from engine.compiled import Bools, Floats, Int32s, Int64s
from workbench.text.table_text import csv_text

POINTS_PER_COLUMN = 2
HALF_BAR = 0.49
"""Of a bar's width; below a half, so that an axis of whole numbers has no tick between them."""


@dataclass(frozen=True)
class ChartText:
    """The words of a chart. `value` says one point in words, from x and y."""

    title: str
    x_axis: str
    y_axis: str
    value: Callable[[float, float], str]

    def short_value(self, x: float, y: float) -> str:
        """The end of `value`, after its last colon: the label of a curve."""
        return self.value(x, y).split(": ")[-1]


@dataclass(frozen=True, eq=False)
class Curve:
    """One curve. x float64[n] ascends; points whose y is NaN are left out.

    label: its key in requests and in files, unique in its chart, such as `deu`.
    name: what people read, such as `German`.
    colour: None takes the language colour of the label, which follows the theme.
    is_emphasised: drawn thick, in the text's colour, and always labelled (the sum of all).
    is_bars: each point counts what x is, a whole number; drawn as a bar from the axis up.
    is_quiet: drawn thin and muted below the others, to compare with.
    """

    label: str
    name: str
    x: Floats
    y: Floats
    colour: QColor | None = None
    is_emphasised: bool = False
    is_bars: bool = False
    is_quiet: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether this is the line of one source, neither of all nor to compare with."""
        return not (self.is_emphasised or self.is_bars or self.is_quiet)

    def nearest(self, x: float) -> tuple[float, float] | None:
        """The point whose x is nearest; None where the curve is empty."""
        if not len(self.x):
            return None
        at = self.index_near(x)
        return float(self.x[at]), float(self.y[at])

    def index_near(self, x: float) -> int:
        """The index of the point whose x is nearest; the curve is not empty."""
        at = int(np.searchsorted(self.x, x))
        is_before = at == len(self.x) or (at > 0 and x - self.x[at - 1] <= self.x[at] - x)
        return at - 1 if is_before else at

    def between(self, low: float, high: float) -> Curve:
        """The points from `low` to `high`."""
        slack = abs(high) * 1e-12
        begin = int(np.searchsorted(self.x, low - slack))
        end = int(np.searchsorted(self.x, high + slack, side="right"))
        return replace(self, x=self.x[begin:end], y=self.y[begin:end])


@dataclass(frozen=True)
class Note:
    """A named place on the x axis, such as the largest size within a budget.

    role: a role of resources/colours.json for its line and its words.
    """

    x: float
    words: str
    role: str = "muted_text"


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high` as places from `begin` to `end` in pixels."""

    low: float
    high: float
    begin: float
    end: float
    is_log: bool = False

    @property
    def bounds(self) -> tuple[float, float]:
        """`low` and `high`, as exponents of ten where the scale is logarithmic."""
        low, high = self.on_axis(np.array([self.low, self.high])).tolist()
        return low, high

    def on_axis(self, values: Floats) -> Floats:
        """float64[n]: the values, as exponents of ten where the scale is logarithmic."""
        return np.log10(values) if self.is_log else values

    def off_axis(self, shown: float) -> float:
        """The value of a number on the axis."""
        return float(10.0 ** min(shown, 300.0)) if self.is_log else shown

    def places(self, values: Floats) -> Floats:
        """float64[n]: where values lie."""
        low, high = self.bounds
        places = np.asarray(self.on_axis(values) - low)
        places *= (self.end - self.begin) / (high - low)  # in place: new memory takes longer
        places += self.begin
        return places

    def place(self, value: float) -> float:
        return float(self.places(np.array([value]))[0])

    def value(self, place: float) -> float:
        """What lies at a place, never outside of the scale."""
        return self.beyond(min(max(place, min(self.begin, self.end)), max(self.begin, self.end)))

    def beyond(self, place: float) -> float:
        """What lies at a place, also outside of the scale."""
        low, high = self.bounds
        return self.off_axis(low + (place - self.begin) / (self.end - self.begin) * (high - low))


class GrowingCurve:
    """x and one y or several that are appended to, cheaply up to millions of points."""

    def __init__(self, n_rows: int = 1) -> None:
        self._values = np.empty((1 + n_rows, 1024))
        self._n = 0

    def __len__(self) -> int:
        return self._n

    def clear(self) -> None:
        self._n = 0

    def extend(self, x: Floats, *rows: Floats) -> None:
        """Append points, for each row its float64[n]; x goes on ascending."""
        needed = self._n + len(x)
        if needed > self._values.shape[1]:
            grown = np.empty((len(self._values), max(needed, 2 * self._values.shape[1])))
            grown[:, : self._n] = self._values[:, : self._n]
            self._values = grown
        for row, values in enumerate((x, *rows)):
            self._values[row, self._n : needed] = values
        self._n = needed

    @property
    def x(self) -> Floats:
        return self._values[0, : self._n]

    @property
    def y(self) -> Floats:
        """The first row."""
        return self._values[1, : self._n]

    @property
    def rows(self) -> Floats:
        """float64[n_rows, n]."""
        return self._values[1:, : self._n]


@dataclass(frozen=True, eq=False)
class Points:
    """The points of several curves, one curve after the other, for one computation over all.

    x, y: float64[n]. bounds: int64[n_curves + 1], where each curve begins and the last one ends.
    """

    x: Floats
    y: Floats
    bounds: Int64s

    @classmethod
    def of(cls, curves: Sequence[Curve], *, log_x: bool, log_y: bool) -> Points:
        """The points that can be drawn: finite, and positive on logarithmic axes."""
        bounds = np.cumsum([0, *(len(curve.x) for curve in curves)])
        x, y = (
            np.concatenate([np.empty(0), *(getattr(curve, side) for curve in curves)])
            for side in "xy"
        )
        possible = np.isfinite(x) & np.isfinite(y)
        for values, is_log in ((x, log_x), (y, log_y)):
            if is_log:
                possible &= values > 0
        return cls(x, y, bounds).kept(possible)

    def kept(self, mask: Bools) -> Points:
        """The points where bool[n] is true."""
        if mask.all():
            return self
        n_before = np.concatenate([[0], np.cumsum(mask)])  # of each point, those that are kept
        places = np.flatnonzero(mask)
        return Points(self.x[places], self.y[places], n_before[self.bounds])

    def within(self, low: float, high: float) -> Points:
        """The points from `low` to `high`."""
        slack = abs(high) * 1e-12
        return self.kept((self.x >= low - slack) & (self.x <= high + slack))

    def around(self, low: float, high: float) -> Points:
        """The points from `low` to `high`, and of each curve one before and one after them."""
        if not len(self.x) or (low <= self.x.min() and self.x.max() <= high):
            return self
        begins, ends = self.bounds[:-1], self.bounds[1:]
        is_drawn = ends > begins
        before, after = np.roll(self.x, 1), np.roll(self.x, -1)
        before[begins[is_drawn]], after[ends[is_drawn] - 1] = -np.inf, np.inf
        return self.kept((after >= low) & (before <= high))

    def thinned(self, columns: Floats) -> Points:
        """Of every column of pixels the first, lowest, highest and last point of each curve.

        columns: float64[n], the column of each point. So no spike is lost. pyqtgraph thins by so
        many points each, which on a logarithmic axis tears the sparse end.
        """
        is_first = _changes(columns)
        is_first[self.bounds[:-1][self.bounds[1:] > self.bounds[:-1]]] = True
        return self.kept(_is_telling(self.y, np.flatnonzero(is_first)))


def points_in_pixels(points: Points, x: Scale, y: Scale) -> Points:
    """Where the points in view lie, thinned to what a screen can show."""
    shown = points.around(x.low, x.high)
    longest = int(np.diff(shown.bounds).max(initial=0))
    if longest > POINTS_PER_COLUMN * abs(x.end - x.begin):  # fewer are drawn faster than thinned
        columns = x.places(shown.x)
        shown = shown.thinned(np.floor(columns, out=columns))
    return Points(x.places(shown.x), y.places(shown.y), shown.bounds)


def _is_telling(y: Floats, starts: Int64s) -> Bools:
    """bool[n]: the first, lowest, highest and last place of each run of points.

    starts: int64[k], where each run begins; the first is 0.
    """
    ends = np.concatenate([starts[1:], [len(y)]])
    runs = np.repeat(np.arange(len(starts), dtype=np.int32), ends - starts)
    telling = np.zeros(len(y), np.bool_)
    telling[starts] = telling[ends - 1] = True
    for extreme in (np.minimum, np.maximum):
        [at] = (y == extreme.reduceat(y, starts)[runs]).nonzero()
        telling[at[_changes(runs[at])]] = True
    return telling


def _changes(values: Floats | Int32s) -> Bools:
    """bool[n]: which values differ from the one before; the first one does."""
    changes = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return changes


@runtime_checkable
class HasData(Protocol):
    """A chart whose numbers can be written as CSV, with a head."""

    def data_csv(self) -> str: ...


def curves_csv(curves: Sequence[Curve], x_title: str, y_title: str) -> str:
    """The points of curves: a column for each where all have the same x, else a row per point."""
    if curves and all(np.array_equal(curve.x, curves[0].x) for curve in curves):
        columns = [curves[0].x.tolist(), *(curve.y.tolist() for curve in curves)]
        values = zip(*columns, strict=True)
        heads = [x_title, *(curve.label for curve in curves)]
        return csv_text(heads, ([_number(value) for value in row] for row in values))
    points = (
        (curve.label, _number(x), _number(y))
        for curve in curves
        for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True)
    )
    return csv_text(["label", x_title, y_title], points)


def _number(value: float) -> str:
    """A number that is read back as the same one; nothing for NaN."""
    if value != value:
        return ""
    return str(int(value)) if value == int(value) and abs(value) < 2**53 else repr(value)


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
