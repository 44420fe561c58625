"""Where the marks, ticks and names of a SharePlot lie at a given size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF

from workbench.ui.charts.axis_ticks import Tick, apart, log_ticks, plain_words, y_ticks
from workbench.ui.charts.curve import Scale
from workbench.ui.theme.icons import MARKER_SIZE
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS

LEFT_AXIS = 52.0
HEAD = 2 * ROW_HEIGHT
FOOT = 2 * ROW_HEIGHT - SPACE_S
NONE_WIDTH = 64.0
"""Room at the left of the axis for languages that are not in the training text."""
LOG_FROM = 8.0
"""The highest premium over the lowest from which the axis is logarithmic."""
_LEAST_TICK_GAP = 44.0
_PAD = 0.06


@dataclass(frozen=True, slots=True)
class SharePoint:
    """One language. share: of the training text, from 0 to 1. said: the whole sentence."""

    label: str
    name: str
    share: float
    premium: float
    tokens: int
    said: str


@dataclass(frozen=True)
class ShareLayout:
    """A plot in pixels. none: the room of languages without training text, empty without such.

    marks: where each point is. names: the room of those names that have some, by point.
    """

    plot: QRectF
    none: QRectF
    x: Scale
    y: Scale
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    marks: tuple[QPointF, ...]
    names: dict[int, QRectF]

    @property
    def whole(self) -> QRectF:
        """The room of all marks."""
        return self.plot.united(self.none)


def lay_out_shares(
    points: Sequence[SharePoint], size: QSizeF, caption: QFontMetricsF
) -> ShareLayout:
    """Lay out a plot; the names of the highest premiums have room first."""
    known = [100 * point.share for point in points if point.share > 0]
    width = NONE_WIDTH if len(known) < len(points) else 0.0
    height = max(1.0, size.height() - HEAD - FOOT)
    none = QRectF(LEFT_AXIS, HEAD, width, height)
    right = size.width() - SPACE_L
    plot = QRectF(none.right(), HEAD, max(1.0, right - none.right()), height)
    x, y = _x_scale(known, plot), _y_scale([point.premium for point in points], plot)
    marks = tuple(
        QPointF(x.place(100 * p.share) if p.share > 0 else none.center().x(), y.place(p.premium))
        for p in points
    )
    low, high = x.bounds
    gap = _LEAST_TICK_GAP * (high - low) / plot.width()
    ticks = apart(log_ticks(low, high, math.inf), gap)
    x_ticks = tuple(Tick(10.0**tick, plain_words(tick)) for tick in ticks)
    names = _names(points, marks, plot.united(none), caption)
    return ShareLayout(plot, none, x, y, x_ticks, y_ticks(y), marks, names)


def _x_scale(percents: Sequence[float], plot: QRectF) -> Scale:
    low, high = min(percents, default=1.0), max(percents, default=100.0)
    pad = max((high / low) ** _PAD, 10.0**0.1)
    return Scale(low / pad, high * pad, plot.left(), plot.right(), is_log=True)


def _y_scale(premiums: Sequence[float], plot: QRectF) -> Scale:
    """From below the lowest to above the highest; 1 is always on it."""
    low, high = min((*premiums, 1.0)), max((*premiums, 1.0))
    if low > 0 and high / low >= LOG_FROM:
        pad = (high / low) ** _PAD
        return Scale(low / pad, high * pad, plot.bottom(), plot.top(), is_log=True)
    pad = max((high - low) * _PAD, 0.05)
    return Scale(low - pad, high + pad, plot.bottom(), plot.top())


def _names(
    points: Sequence[SharePoint], marks: Sequence[QPointF], room: QRectF, caption: QFontMetricsF
) -> dict[int, QRectF]:
    """The room of names beside their marks, where they meet neither marks nor other names."""
    half = MARKER_SIZE / 2 + 1
    taken = [QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half) for at in marks]
    names: dict[int, QRectF] = {}
    line = caption.height()
    for place in sorted(range(len(points)), key=lambda at: -points[at].premium):
        at = marks[place]
        width = caption.horizontalAdvance(points[place].name) + 1
        for left, top in (
            (at.x() + half + SPACE_XS, at.y() - line / 2),
            (at.x() - half - SPACE_XS - width, at.y() - line / 2),
            (at.x() - width / 2, at.y() - half - line),
            (at.x() - width / 2, at.y() + half),
        ):
            box = QRectF(left, top, width, line)
            if room.contains(box) and not any(box.intersects(other) for other in taken):
                names[place] = box
                taken.append(box)
                break
    return names


def nearest(marks: Sequence[QPointF], at: QPointF, radius: float = SPACE_M) -> int | None:
    """The mark nearest to a place, None if none is within the radius."""
    distances = [math.hypot(mark.x() - at.x(), mark.y() - at.y()) for mark in marks]
    place = min(range(len(distances)), key=distances.__getitem__, default=None)
    return place if place is not None and distances[place] <= radius else None
