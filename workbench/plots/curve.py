"""Curve, Note and Scale: what a chart of several curves is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QByteArray, QDataStream, QRectF
from PySide6.QtGui import QColor, QPolygonF

from engine.compiled import Floats
from workbench.plots.curve_points import telling_places

HALF_BAR = 0.49
"""Of a bar's width; below a half, so that an axis of whole numbers has no tick between them."""
_LEAST_FOR_GAP = 3.0


@dataclass(frozen=True, eq=False)
class Curve:
    """One curve. x float64[n] ascends; points whose y is NaN are left out.

    label: what stands for it in requests and in files, unique in its chart, such as `deu`.
    name: what people read, such as `German`.
    colour: None takes the language colour of the label, which follows the theme.
    is_emphasised: drawn thick, in the text's colour, and always labelled (the sum of all).
    is_bars: each point counts what x is, a whole number; drawn as a bar from the axis up.
    """

    label: str
    name: str
    x: Floats
    y: Floats
    colour: QColor | None = None
    is_emphasised: bool = False
    is_bars: bool = False

    def nearest(self, x: float) -> tuple[float, float] | None:
        """The point whose x is nearest; None where the curve is empty."""
        if not len(self.x):
            return None
        at = int(np.searchsorted(self.x, x))
        if at == len(self.x) or (at > 0 and x - self.x[at - 1] <= self.x[at] - x):
            at -= 1
        return float(self.x[at]), float(self.y[at])


@dataclass(frozen=True)
class Note:
    """A place on the x axis that is named, such as the largest size within a budget.

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
        if not self.is_log:
            return self.low, self.high
        return float(np.log10(self.low)), float(np.log10(self.high))

    def places(self, values: Floats) -> Floats:
        """float64[n]: where values lie."""
        low, high = self.bounds
        shown = np.log10(values) if self.is_log else values
        return np.asarray(self.begin + (shown - low) * ((self.end - self.begin) / (high - low)))

    def place(self, value: float) -> float:
        return float(self.places(np.array([value]))[0])

    def value(self, place: float) -> float:
        """What lies at a place, never outside of the scale."""
        low, high = self.bounds
        share = min(1.0, max(0.0, (place - self.begin) / (self.end - self.begin)))
        shown = low + share * (high - low)
        return float(10.0**shown) if self.is_log else shown


def drawable(curve: Curve, *, log_x: bool, log_y: bool) -> tuple[Floats, Floats]:
    """The points of a curve that can be drawn: finite, and positive on logarithmic axes."""
    possible = np.isfinite(curve.x) & np.isfinite(curve.y)
    if log_x:
        possible &= curve.x > 0
    if log_y:
        possible &= curve.y > 0
    if possible.all():
        return curve.x, curve.y
    return curve.x[possible], curve.y[possible]


def polyline(curve: Curve, x: Scale, y: Scale) -> QPolygonF:
    """A curve in pixels: of every column of pixels its first, lowest, highest and last point."""
    shown_x, shown_y = drawable(curve, log_x=x.is_log, log_y=y.is_log)
    if not len(shown_x):
        return QPolygonF()
    px = x.places(shown_x)
    columns = np.floor(px)
    starts = np.concatenate([[0], np.flatnonzero(columns[1:] != columns[:-1]) + 1])
    keep = telling_places(shown_y, starts)
    return polygon(px[keep], y.places(shown_y[keep]))


def bar_rects(curve: Curve, x: Scale, y: Scale) -> list[QRectF]:
    """The bars of a curve in pixels, one for each point, without the gaps of others."""
    shown_x, shown_y = drawable(curve, log_x=x.is_log, log_y=y.is_log)
    lefts, rights = x.places(shown_x - HALF_BAR), x.places(shown_x + HALF_BAR)
    tops = y.places(shown_y)
    found = []
    for left, right, top in zip(lefts.tolist(), rights.tolist(), tops.tolist(), strict=True):
        gap = 1.0 if right - left > _LEAST_FOR_GAP else 0.0
        found.append(QRectF(left, top, max(right - left - gap, 1.0), y.begin - top))
    return found


def polygon(x: Floats, y: Floats) -> QPolygonF:
    """float64[n] twice as a polygon, without a Python object for each point."""
    points = np.empty((len(x), 2), "<f8")
    points[:, 0], points[:, 1] = x, y
    made = QPolygonF()
    stream = QDataStream(QByteArray(len(x).to_bytes(4, "little") + points.tobytes()))
    stream.setByteOrder(QDataStream.ByteOrder.LittleEndian)
    stream >> made  # Qt's own format: the number of points, then x and y of each
    return made
