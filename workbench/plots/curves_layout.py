"""Where everything in a chart of several curves stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF

from workbench.plots.axis_ticks import (
    BOTTOM_AXIS_HEIGHT,
    LEAST_TICKS,
    LEFT_AXIS_WIDTH,
    apart,
    at_least_two,
    doubling_ticks,
    linear_ticks,
    log_ticks,
    plain_words,
    tick_words,
)
from workbench.plots.chart_text import ChartText
from workbench.plots.curve import HALF_BAR, Curve, Note, Scale, drawable
from workbench.theme import SPACE_M, SPACE_S, SPACE_XS

MOST_LABELS = 8
HEAD_HEIGHT = 20
NOTE_LINES = 2
LEAST_TICK_GAP = 44
LEAST_Y_TICK_GAP = 30
LABEL_SHARE = 0.36
MARKER_ROOM = 14
BOLD_IS_WIDER = 1.12


@dataclass(frozen=True)
class EndLabel:
    """The words at a curve's end: where the curve ends, and where they stand."""

    curve: Curve
    words: str
    end: QPointF
    box: QRectF


@dataclass(frozen=True)
class Tick:
    place: float
    words: str


@dataclass(frozen=True)
class CurvesLayout:
    """A chart of a given size in pixels; without data it has neither axes nor labels."""

    size: QSizeF
    plot: QRectF
    x: Scale
    y: Scale
    x_ticks: tuple[Tick, ...] = ()
    y_ticks: tuple[Tick, ...] = ()
    labels: tuple[EndLabel, ...] = ()
    notes: tuple[tuple[Note, QRectF], ...] = ()
    has_data: bool = True


@dataclass(frozen=True)
class CurvesContent:
    """What a chart shows."""

    text: ChartText
    curves: tuple[Curve, ...] = ()
    notes: tuple[Note, ...] = ()
    log_x: bool = False
    log_y: bool = False
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    label_room: float | None = None


_LEAST_SPREAD = 1e-5
"""Of the larger end; values that are closer are drawn as one."""


def lay_out(content: CurvesContent, size: QSizeF, caption: QFontMetricsF) -> CurvesLayout:
    """Lay a chart out; `caption` measures the small font in which axes and labels are written."""
    (x_low, x_high), (y_low, y_high) = _ranges(content)
    above = HEAD_HEIGHT + (NOTE_LINES * caption.height() if content.notes else SPACE_XS)
    height = max(1.0, size.height() - above - BOTTOM_AXIS_HEIGHT)
    labelled = to_label(content.curves, min(MOST_LABELS, int(height / caption.height())))
    words = [(curve, *_end_of(curve, content)) for curve in labelled]
    wanted = content.label_room or _room_for(words, caption)
    right = min(wanted, size.width() * LABEL_SHARE)
    plot = QRectF(
        LEFT_AXIS_WIDTH,
        above,
        max(1.0, size.width() - LEFT_AXIS_WIDTH - max(right, SPACE_M)),
        height,
    )
    x = Scale(x_low, x_high, plot.left(), plot.right(), content.log_x)
    y = Scale(y_low, y_high, plot.bottom(), plot.top(), content.log_y)
    if not _has_data(content):
        return CurvesLayout(size, plot, x, y, has_data=False)
    return CurvesLayout(
        size=size,
        plot=plot,
        x=x,
        y=y,
        x_ticks=_x_ticks(x, caption),
        y_ticks=_y_ticks(y),
        labels=_end_labels(words, x, y, plot, right - SPACE_S, caption),
        notes=_note_boxes(content.notes, x, plot, caption),
    )


def wanted_label_room(content: CurvesContent, caption: QFontMetricsF) -> float:
    """Pixels at the right that the labels of a chart need, however high it is."""
    labelled = to_label(content.curves, MOST_LABELS)
    return _room_for([(curve, *_end_of(curve, content)) for curve in labelled], caption)


def to_label(curves: Sequence[Curve], most: int) -> list[Curve]:
    """The curves that get a label at their end, at most `most`: all where they are few.

    Of more, the emphasised ones, the highest, the lowest, and others spread evenly between.
    """
    shown = [curve for curve in curves if len(curve.y) and math.isfinite(curve.y[-1])]
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


def _has_data(content: CurvesContent) -> bool:
    """Whether some curve has two points: one alone has no scale."""
    return any(
        len(drawable(curve, log_x=content.log_x, log_y=content.log_y)[0]) > 1
        for curve in content.curves
    )


def _ranges(content: CurvesContent) -> tuple[tuple[float, float], tuple[float, float]]:
    xs, ys = [], []
    for curve in content.curves:
        shown_x, shown_y = drawable(curve, log_x=content.log_x, log_y=content.log_y)
        if len(shown_x):
            beside = HALF_BAR if curve.is_bars else 0.0
            xs += [float(shown_x.min()) - beside, float(shown_x.max()) + beside]
            ys += [float(shown_y.min()), float(shown_y.max())]
            if curve.is_bars:  # the least one has a height, too
                ys.append(ys[-2] / 2 if content.log_y else 0.0)
    x = content.x_range or (min(xs, default=1.0), max(xs, default=2.0))
    y = content.y_range or (min(ys, default=1.0), max(ys, default=2.0))
    return _widened(*x, 0.0, content.log_x), _widened(
        *y, 0.0 if content.y_range else 0.04, content.log_y
    )


def _widened(low: float, high: float, share: float, is_log: bool) -> tuple[float, float]:
    """A range with room at both ends, and wide enough that two ticks can have different words."""
    is_point = high - low <= _LEAST_SPREAD * max(abs(low), abs(high))
    if is_log:
        exponent = max(math.log10(high / low) * share, 0.05 if is_point else 0.0)
        return low / 10**exponent, high * 10**exponent
    room = (high - low) * share
    if is_point:
        room = max(abs(high) * 0.05, 0.5)
    return low - room, high + room


def _end_of(curve: Curve, content: CurvesContent) -> tuple[str, QPointF]:
    x, y = float(curve.x[-1]), float(curve.y[-1])
    return f"{curve.name}  {content.text.short_value(x, y)}", QPointF(x, y)


def _room_for(words: Sequence[tuple[Curve, str, QPointF]], caption: QFontMetricsF) -> float:
    """Pixels for the widest words and the marker before them."""
    widths = (
        caption.horizontalAdvance(text) * (BOLD_IS_WIDER if curve.is_emphasised else 1.0)
        for curve, text, _ in words
    )
    return max(widths, default=0.0) + 2 * SPACE_S + MARKER_ROOM


def _x_ticks(x: Scale, caption: QFontMetricsF) -> tuple[Tick, ...]:
    low, high = x.bounds
    widest = caption.horizontalAdvance(tick_words([0.0, x.high])[-1])
    most = max(1, int(abs(x.end - x.begin) / max(LEAST_TICK_GAP, widest + SPACE_M)))
    exponents = doubling_ticks(low, high, most) if x.is_log else []
    if len(exponents) >= LEAST_TICKS:
        values = [10.0**exponent for exponent in exponents]
        words = [tick_words([value])[0] if value >= 1 else f"{value:g}" for value in values]
    else:  # also where a logarithmic axis is shorter than a doubling
        values = at_least_two(partial(linear_ticks, x.low, x.high), most)
        words = tick_words(values)
    return tuple(Tick(x.place(value), text) for value, text in zip(values, words, strict=True))


def _y_ticks(y: Scale) -> tuple[Tick, ...]:
    low, high = y.bounds
    most = max(1, int(abs(y.end - y.begin) / LEAST_Y_TICK_GAP))
    exponents = log_ticks(low, high, most / 3) if y.is_log else []  # three need the room of three
    if y.is_log and len(exponents) < LEAST_TICKS:  # between two decades and with little room
        room = (high - low) * LEAST_Y_TICK_GAP / max(1.0, abs(y.end - y.begin))
        exponents = apart(log_ticks(low, high, math.inf), room)
    if len(exponents) >= LEAST_TICKS:
        values, words = [10.0**tick for tick in exponents], [plain_words(t) for t in exponents]
    else:
        values = at_least_two(partial(linear_ticks, y.low, y.high), most)
        words = tick_words(values)
    return tuple(Tick(y.place(value), text) for value, text in zip(values, words, strict=True))


def _end_labels(
    words: Sequence[tuple[Curve, str, QPointF]],
    x: Scale,
    y: Scale,
    plot: QRectF,
    width: float,
    caption: QFontMetricsF,
) -> tuple[EndLabel, ...]:
    gap = caption.height()
    words = [entry for entry in words if not y.is_log or entry[2].y() > 0]
    wanted = [y.place(at.y()) for _, _, at in words]
    places = spread_out(wanted, gap, plot.top() + gap / 2, plot.bottom() - gap / 2)
    left = plot.right() + MARKER_ROOM
    labels = []
    room = max(1.0, width - MARKER_ROOM)
    for (curve, text, at), place in zip(words, places, strict=True):
        end = QPointF(min(x.place(at.x()), plot.right()), y.place(at.y()))
        box = QRectF(left, place - gap / 2, room, gap)
        for_words = room / BOLD_IS_WIDER if curve.is_emphasised else room
        labels.append(EndLabel(curve, _fitting(curve.name, text, for_words, caption), end, box))
    return tuple(labels)


def _fitting(name: str, text: str, room: float, caption: QFontMetricsF) -> str:
    """Words that end with the value: of a long name only the beginning."""
    value = text.removeprefix(name)
    left = room - caption.horizontalAdvance(value)
    return caption.elidedText(name, Qt.TextElideMode.ElideRight, max(0.0, left)) + value


def _note_boxes(
    notes: Sequence[Note], x: Scale, plot: QRectF, caption: QFontMetricsF
) -> tuple[tuple[Note, QRectF], ...]:
    """Words above the plot, each beside its line, in two rows so that they do not collide."""
    boxes: list[tuple[Note, QRectF]] = []
    ends = [-math.inf] * NOTE_LINES
    for note in sorted(notes, key=lambda entry: entry.x):
        width = caption.horizontalAdvance(note.words) + 1
        place = x.place(min(max(note.x, x.low), x.high))
        left = place + SPACE_XS
        if left + width > plot.right() + MARKER_ROOM:
            left = max(0.0, place - SPACE_XS - width)
        row = next((row for row in reversed(range(NOTE_LINES)) if ends[row] <= left), 0)
        left = max(left, ends[row])
        ends[row] = left + width + SPACE_M
        top = plot.top() - (NOTE_LINES - row) * caption.height()
        boxes.append((note, QRectF(left, top, width, caption.height())))
    return tuple(boxes)
