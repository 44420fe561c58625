"""What a chart of curves shows, and where everything in it lies at a given size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF

from engine.compiled import Floats
from workbench.text.placeholders import fill
from workbench.ui.charts.axis_ticks import Tick, x_ticks, y_ticks
from workbench.ui.charts.curve import HALF_BAR, Band, ChartText, Curve, Note, Points, Scale
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XS

LEFT_AXIS_WIDTH = 52
BOTTOM_AXIS_HEIGHT = 38
BARE_FOOT, SWITCH_FOOT = 8, 20
"""Below a plot without words of the x axis, and where a switch lies there."""
MOST_LABELS = 8
MOST_OFF_SCALE = 3
HEAD_HEIGHT = 20
NOTE_LINES = 2
LABEL_SHARE = 0.32
WHOLE_LABEL_SHARE = 0.45
MARKER_ROOM = 14
ARROWS = "↑↓"
STEP = 1.25
"""By which a turn of the wheel zooms."""
_LEAST_SPREAD = 1e-5
"""Of the larger end; values that are closer are drawn as one."""

Range = tuple[float, float]


@dataclass(frozen=True)
class View:
    """The part of the axes that is looked at; without y the curves decide on it."""

    x: Range
    y: Range | None = None


@dataclass(frozen=True)
class Content:
    """What a chart shows. x_range: the ends of the x axis, where the curves do not decide.

    has_x_words: False where another chart below has the words of the same x axis.
    has_switch: a switch lies at the bottom right.

    band: drawn instead of the curves of single sources. pins: labels of those drawn on it.
    """

    text: ChartText
    curves: tuple[Curve, ...] = ()
    notes: tuple[Note, ...] = ()
    log_x: bool = False
    log_y: bool = False
    x_range: Range | None = None
    view: View | None = None
    label_room: float | None = None
    band: Band | None = None
    pins: tuple[str, ...] = ()
    has_x_words: bool = True
    has_switch: bool = False

    @property
    def foot(self) -> float:
        """Pixels below the plot."""
        bare = SWITCH_FOOT if self.has_switch else BARE_FOOT
        return BOTTOM_AXIS_HEIGHT if self.has_x_words else bare

    @cached_property
    def drawn(self) -> tuple[Curve, ...]:
        """The curves that have a line of their own."""
        if self.band is None:
            return self.curves
        median = self.band.median(QCoreApplication.translate("CurvesChart", "Median"))
        kept = (curve for curve in self.curves if not curve.is_plain or curve.label in self.pins)
        return median, *kept

    @cached_property
    def points(self) -> Points:
        """All points that can be drawn, computed once."""
        return Points.of(self.drawn, log_x=self.log_x, log_y=self.log_y)


@dataclass(frozen=True)
class Highlight:
    """What is pointed at: a curve, a place on the x axis, and the words for it.

    marker_words: what is said of the marker while nothing is pointed at.
    chosen: the part of the x axis that a person selected.
    """

    curve: Curve | None = None
    x: float | None = None
    marker: float | None = None
    marker_words: str = ""
    words: str = ""
    has_focus: bool = False
    chosen: Range | None = None


@dataclass(frozen=True)
class EndLabel:
    """The words at a curve's end: where the curve ends, and where they are written."""

    curve: Curve
    words: str
    end: QPointF
    box: QRectF


@dataclass(frozen=True)
class ChartLayout:
    """A chart of a given size in pixels; without data it has neither axes nor labels."""

    plot: QRectF
    x: Scale
    y: Scale
    x_ticks: tuple[Tick, ...] = ()
    y_ticks: tuple[Tick, ...] = ()
    labels: tuple[EndLabel, ...] = ()
    notes: tuple[tuple[Note, QRectF], ...] = ()
    has_data: bool = True


@dataclass(frozen=True)
class Fonts:
    """Measures of the small font in which axes and labels are written."""

    caption: QFontMetricsF
    bold: QFontMetricsF

    def width(self, curve: Curve, words: str) -> float:
        metrics = self.bold if curve.is_emphasised else self.caption
        return metrics.horizontalAdvance(words) + 1


def lay_out(content: Content, size: QSizeF, fonts: Fonts) -> ChartLayout:
    x_range, y_range = ranges(content)
    line = fonts.caption.height()
    least = size.height() - content.foot - HEAD_HEIGHT - min(NOTE_LINES, len(content.notes)) * line
    words = _end_words(content, x_range, y_range, min(MOST_LABELS, max(1, int(least / line))))
    right = _label_room(content, words, size.width(), fonts)
    width = max(1.0, size.width() - LEFT_AXIS_WIDTH - max(right, SPACE_M))
    x = Scale(*x_range, LEFT_AXIS_WIDTH, LEFT_AXIS_WIDTH + width, content.log_x)
    notes, n_lines = _note_boxes(content.notes, x, fonts.caption)
    above = HEAD_HEIGHT + (n_lines * line or SPACE_XS)
    height = max(1.0, size.height() - above - content.foot)
    plot = QRectF(LEFT_AXIS_WIDTH, above, width, height)
    y = Scale(*y_range, plot.bottom(), plot.top(), content.log_y)
    if not _has_data(content):
        return ChartLayout(plot, x, y, has_data=False)
    labels = _end_labels(words, x, y, plot, right - MARKER_ROOM, fonts)
    return ChartLayout(plot, x, y, x_ticks(x, fonts.caption), y_ticks(y), labels, notes)


def label_need(content: Content, fonts: Fonts) -> float:
    """Pixels at the right in which every label is written whole."""
    words = _end_words(content, *ranges(content), MOST_LABELS)
    return _need([(curve, text) for curve, text, _ in words], fonts)


def to_label(curves: Sequence[Curve], most: int) -> list[Curve]:
    """The curves that get a label at their end, at most `most`: all where they are few.

    Of more, the emphasised ones, the highest, the lowest, and others spread evenly between.
    """
    shown = _ending(curves)
    if len(shown) == 1 and shown[0].is_bars:
        return []  # its last bar is no result
    if len(shown) <= most:
        return shown
    chosen = [curve for curve in shown if curve.is_emphasised][:most]
    others = [curve for curve in shown if not curve.is_emphasised]
    room = min(most - len(chosen), len(others))
    if room > 0:
        ordered = sorted(others, key=lambda curve: float(curve.y[-1]))
        spread = np.linspace(0, len(ordered) - 1, room).round().astype(int)
        chosen += [ordered[at] for at in dict.fromkeys(spread.tolist())]
    return chosen


def _ending(curves: Sequence[Curve]) -> list[Curve]:
    """The curves that have a value at their end."""
    return [curve for curve in curves if len(curve.y) and math.isfinite(curve.y[-1])]


def spread_out(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places in the order of `wanted`, near it, at least `gap` apart, from `low` to `high`.

    >>> spread_out([5.0, 5.0, 6.0], 2.0, 0.0, 20.0)
    [3.0, 5.0, 7.0]
    """
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    groups: list[tuple[float, int]] = []  # the middle of a heap of labels, and how many they are
    for at in order:
        middle, n = min(max(wanted[at], low), high), 1
        while groups and groups[-1][0] + (groups[-1][1] + n) * gap / 2 > middle:
            before, m = groups.pop()
            middle, n = (before * m + middle * n) / (m + n), m + n
            middle = min(max(middle, low + (n - 1) * gap / 2), high - (n - 1) * gap / 2)
        groups.append((middle, n))
    placed = [middle + (at - (n - 1) / 2) * gap for middle, n in groups for at in range(n)]
    places = [0.0] * len(wanted)
    for at, place in zip(order, placed, strict=True):
        places[at] = place
    return places


def ranges(content: Content) -> tuple[Range, Range]:
    """The ends of both axes: those looked at, else as far as the points in view go."""
    view, points = content.view, content.points
    wanted = view.x if view is not None else content.x_range
    if view is not None:
        points = points.within(*view.x)
    x, y = wanted or _ends(points.x), _ends(points.y)
    if content.band is not None:
        y = _heights_of_band(content, content.band, points, x) or y
    for curve, (begin, end) in zip(content.drawn, pairwise(points.bounds.tolist()), strict=True):
        if not curve.is_bars or begin == end:
            continue
        least = float(points.y[begin:end].min()) / 2 if content.log_y else 0.0  # has a height, too
        y = min(y[0], least), max(y[1], least)
        if wanted is None:
            first, last = points.x[begin] - HALF_BAR, points.x[end - 1] + HALF_BAR
            x = min(x[0], float(first)), max(x[1], float(last))
    if view is not None and view.y is not None:
        return _widened(*x, 0.0, content.log_x), _widened(*view.y, 0.0, content.log_y)
    return _widened(*x, 0.0, content.log_x), _widened(*y, 0.04, content.log_y)


def _heights_of_band(content: Content, band: Band, points: Points, x: Range) -> Range | None:
    """From the lowest to the highest value without outliers, and all of the emphasised curves."""
    heights = band.heights(*x, is_log=content.log_y)
    if heights is None:
        return None
    low, high = heights
    for curve, (begin, end) in zip(content.drawn, pairwise(points.bounds.tolist()), strict=True):
        if not curve.is_plain and begin < end:
            values = points.y[begin:end]
            low, high = min(low, float(values.min())), max(high, float(values.max()))
    return low, high


def _ends(values: Floats) -> Range:
    return (float(values.min()), float(values.max())) if len(values) else (1.0, 2.0)


def _has_data(content: Content) -> bool:
    """Whether some curve has two points: one alone has no scale."""
    return bool(np.diff(content.points.bounds).max(initial=0) > 1)


def _widened(low: float, high: float, share: float, is_log: bool) -> Range:
    """A range with room at both ends, and wide enough that two ticks can have different words."""
    is_point = high - low <= _LEAST_SPREAD * max(abs(low), abs(high))
    if is_log:
        exponent = max(math.log10(high / low) * share, 0.05 if is_point else 0.0)
        return low / 10**exponent, high * 10**exponent
    room = (high - low) * share
    if is_point:
        room = max(abs(high) * 0.05, 0.5)
    return low - room, high + room


def _end_words(content: Content, x: Range, y: Range, most: int) -> list[tuple[Curve, str, QPointF]]:
    """Of the curves that get a label the words and the last point in view."""
    view, band = content.view, content.band
    chosen = list(content.drawn) if band is None else _to_label_on(band, content, x, y)
    drawn = chosen if view is None else [curve.between(*x) for curve in chosen]
    found = []
    for curve in to_label(drawn, most) if band is None else _ending(drawn)[:most]:
        end_x, end_y = float(curve.x[-1]), float(curve.y[-1])
        if not content.log_y or end_y > 0:
            value = content.text.short_value(end_x, end_y)
            if band is not None and not y[0] <= end_y <= y[1]:
                value = _off_scale_words(value, is_above=end_y > y[1])
            found.append((curve, f"{curve.name}  {value}", QPointF(end_x, end_y)))
    return found


def _to_label_on(band: Band, content: Content, x: Range, y: Range) -> list[Curve]:
    """The curves on a band that get a label, and some beyond the axis; the first tell most."""
    outside = band.off_scale(x[1], *y)
    others = [curve for curve in outside if curve.label not in content.pins]
    median, *lines = content.drawn
    lines.sort(key=lambda curve: not curve.is_emphasised)
    return [*lines, *others[:MOST_OFF_SCALE], median]


def _off_scale_words(value: str, *, is_above: bool) -> str:
    above = QCoreApplication.translate("CurvesChart", "%1 ↑ off scale")
    below = QCoreApplication.translate("CurvesChart", "%1 ↓ off scale")
    return fill(above if is_above else below, value)


def _need(words: Sequence[tuple[Curve, str]], fonts: Fonts) -> float:
    widest = max((fonts.width(curve, text) for curve, text in words), default=0.0)
    return widest + SPACE_S + MARKER_ROOM


def _label_room(
    content: Content,
    words: Sequence[tuple[Curve, str, QPointF]],
    width: float,
    fonts: Fonts,
) -> float:
    """Pixels at the right: labels take a share of the chart, emphasised ones more if they must."""
    every = [(curve, text) for curve, text, _ in words]
    most = [pair for pair in every if pair[0].is_emphasised]
    room = min(content.label_room or _need(every, fonts), width * LABEL_SHARE)
    if most:
        room = max(room, min(_need(most, fonts), width * WHOLE_LABEL_SHARE))
    return room


def _end_labels(
    words: Sequence[tuple[Curve, str, QPointF]],
    x: Scale,
    y: Scale,
    plot: QRectF,
    room: float,
    fonts: Fonts,
) -> tuple[EndLabel, ...]:
    gap = fonts.caption.height()
    wanted = [y.place(at.y()) for _, _, at in words]
    places = spread_out(wanted, gap, plot.top() + gap / 2, plot.bottom() - gap / 2)
    labels = []
    for (curve, text, at), place in zip(words, places, strict=True):
        end_y = min(max(y.place(at.y()), plot.top()), plot.bottom())
        end = QPointF(min(x.place(at.x()), plot.right()), end_y)
        box = QRectF(plot.right() + MARKER_ROOM, place - gap / 2, max(1.0, room), gap)
        labels.append(EndLabel(curve, _fitting(curve, text, box.width(), fonts), end, box))
    return tuple(labels)


def _fitting(curve: Curve, text: str, room: float, fonts: Fonts) -> str:
    """Words that end with the value: of a long name only the beginning.

    Of a value that is off the scale first the words after the arrow go.
    """
    if fonts.width(curve, text) <= room:
        return text
    arrow = max(text.rfind(sign) for sign in ARROWS) + 1
    if 0 < arrow < len(text):
        return _fitting(curve, text[:arrow], room, fonts)
    metrics = fonts.bold if curve.is_emphasised else fonts.caption
    value = text.removeprefix(curve.name)
    left = room - metrics.horizontalAdvance(value) - 1
    return metrics.elidedText(curve.name, Qt.TextElideMode.ElideRight, max(0.0, left)) + value


def _note_boxes(
    notes: Sequence[Note], x: Scale, caption: QFontMetricsF
) -> tuple[tuple[tuple[Note, QRectF], ...], int]:
    """Words above the plot, each beside its line, and how many rows they need not to collide."""
    placed: list[tuple[Note, int, float, float]] = []
    ends = [-math.inf] * NOTE_LINES
    for note in sorted(notes, key=lambda entry: entry.x):
        width = caption.horizontalAdvance(note.words) + 1
        place = x.place(min(max(note.x, x.low), x.high))
        left = place + SPACE_XS
        if left + width > x.end + MARKER_ROOM:
            left = max(0.0, place - SPACE_XS - width)
        row = next((row for row in range(NOTE_LINES) if ends[row] <= left), NOTE_LINES - 1)
        left = max(left, ends[row])
        ends[row] = left + width + SPACE_M
        placed.append((note, row, left, width))
    n_lines, line = max((row + 1 for _, row, _, _ in placed), default=0), caption.height()
    tops = [HEAD_HEIGHT + (n_lines - 1 - row) * line for _, row, _, _ in placed]
    boxes = (
        (note, QRectF(left, top, width, line))
        for (note, _, left, width), top in zip(placed, tops, strict=True)
    )
    return tuple(boxes), n_lines
