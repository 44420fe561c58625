"""FrontChart: two objectives on the axes, a third as colour, the front, its knee and baselines.

`ScatterChart` draws spots on any two axes and is zoomed; the slices use it as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from workbench.explore.landscape import Axis, Landscape, Spot, front_line, usual_range
from workbench.explore.spot_chart import CENTRE, LEFT, RIGHT, SpotChart, nearest_spot
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.charts.axis_ticks import at_least_two, linear_ticks, tick_words
from workbench.ui.theme.icons import paint_marker
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme
from workbench.ui.words.translation import counted, translator

_tr = translator("ScatterChart")

LEFT_ROOM, FOOT_ROOM, HEAD_ROOM = 64, 40, 24
LEGEND_WIDTH, LEGEND_HEIGHT = 96, 8
LEAST_WITH_LEGEND = 420
RADIUS, FAINT_RADIUS, REACH = 5.0, 3.0, 12.0
X_TICK_GAP, Y_TICK_GAP = 72, 32
STEP = 1.25
MOST_ZOOM = 1e4
WHEEL_STEP = 120
Range = tuple[float, float]


class ScatterChart(SpotChart):
    """Spots over two axes. The wheel zooms about the pointer, dragging moves, a double click on
    the empty plot, or 0, shows all; + and - zoom about the chosen spot.
    """

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._x: Axis | None = None
        self._y: Axis | None = None
        self._view: tuple[Range, Range] | None = None
        self._whole: tuple[Range, Range] = ((0.0, 1.0), (0.0, 1.0))
        self._dragged: QPointF | None = None

    @property
    def axes(self) -> tuple[Axis | None, Axis | None]:
        """What is on the axes, from left to right and upwards."""
        return self._x, self._y

    @property
    def ranges(self) -> tuple[Range, Range]:
        """The ends of both axes."""
        return self._view or self._whole

    def set_axes(self, x: Axis | None, y: Axis | None) -> None:
        """Show other axes, all of them."""
        if (x, y) != (self._x, self._y):
            self._x, self._y, self._view = x, y, None
            self._fit()
            self.update()

    def set_landscape(self, landscape: Landscape) -> None:
        self._x = None if self._x is None else landscape.axis(self._x.key)
        self._y = None if self._y is None else landscape.axis(self._y.key)
        super().set_landscape(landscape)
        self._fit()

    def shown_axes(self) -> Sequence[Axis]:
        shown = [axis for axis in (self._x, self._y, self.colour_axis) if axis is not None]
        return list(dict.fromkeys(shown))

    def show_all(self) -> None:
        """Show the whole of both axes again."""
        self._view = None
        self.update()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Show 1 / factor of both axes; the value at `about`, in pixels, stays where it is."""
        area = self.plot_area(QSizeF(self.size()))
        place = area.center() if about is None else about
        share = ((place.x() - area.left()) / max(1.0, area.width()),
                 (area.bottom() - place.y()) / max(1.0, area.height()))  # fmt: skip
        fresh = tuple(
            _zoomed(shown, whole, factor, part)
            for shown, whole, part in zip(self.ranges, self._whole, share, strict=True)
        )
        self._view = None if fresh == self._whole else (fresh[0], fresh[1])
        self.update()

    def place_of(self, spot: Spot, size: QSizeF | None = None) -> QPointF | None:
        """Where a spot is in pixels, None if it lacks a value or is off the scale."""
        x, y = spot.value(self._x), spot.value(self._y)
        if x is None or y is None:
            return None
        area = self.plot_area(QSizeF(self.size()) if size is None else size)
        (left, right), (low, high) = self.ranges
        place = QPointF(
            area.left() + (x - left) / (right - left) * area.width(),
            area.bottom() - (y - low) / (high - low) * area.height(),
        )
        return place if area.adjusted(-1, -1, 1, 1).contains(place) else None

    def spot_at(self, point: QPointF) -> Spot | None:
        placed = [(spot, self.place_of(spot)) for spot in self.ordered()]
        return nearest_spot(((s, p) for s, p in placed if p is not None), point, REACH)

    def walk_order(self) -> Sequence[Spot]:
        x = self._x
        known = [spot for spot in self.landscape.front if spot.value(x) is not None]
        return sorted(known, key=lambda spot: spot.value(x) or 0.0)

    def n_off_scale(self) -> int:
        """How many spots with values are not in view."""
        known = [s for s in self.landscape.all_spots
                 if s.value(self._x) is not None and s.value(self._y) is not None]  # fmt: skip
        return sum(self.place_of(spot) is None for spot in known)

    # ---- painting

    def plot_area(self, size: QSizeF) -> QRectF:
        """The room between the axes."""
        width = max(1.0, size.width() - LEFT_ROOM - SPACE_L)
        return QRectF(LEFT_ROOM, HEAD_ROOM, width,
                      max(1.0, size.height() - HEAD_ROOM - FOOT_ROOM))  # fmt: skip

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(QPointF(0, 0), size), self.theme.colour("surface"))
        area = self.plot_area(size)
        if self._x is None or self._y is None:
            return
        self._paint_axes(painter, area, self._x, self._y)
        painter.save()
        painter.setClipRect(area.adjusted(-RADIUS, -RADIUS, RADIUS, RADIUS))
        self.paint_lines(painter, size)
        for spot in self.ordered():
            place = self.place_of(spot, size)
            if place is not None:
                self._paint_spot(painter, spot, place)
        painter.restore()
        self._paint_names(painter, area, size)
        self._paint_head(painter, area)

    def paint_lines(self, painter: QPainter, size: QSizeF) -> None:
        """Paint what lies below the spots."""

    def named_spots(self) -> Sequence[tuple[Spot, str]]:
        """Spots that have words beside them."""
        return [(spot, spot.name) for spot in self.landscape.baselines]

    def _paint_axes(self, painter: QPainter, area: QRectF, x: Axis, y: Axis) -> None:
        theme = self.theme
        (left, right), (low, high) = self.ranges
        painter.setFont(theme.font(TEXT_CAPTION))
        for value, words in axis_ticks(x, left, right, area.width() / X_TICK_GAP):
            at = area.left() + (value - left) / (right - left) * area.width()
            painter.setPen(QPen(theme.colour("grid"), 1.0))
            painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()))
            room = QRectF(at - X_TICK_GAP / 2, area.bottom() + 2, X_TICK_GAP, SPACE_L)
            self.paint_words(painter, room, words, CENTRE, "muted_text")
        for value, words in axis_ticks(y, low, high, area.height() / Y_TICK_GAP):
            at = area.bottom() - (value - low) / (high - low) * area.height()
            painter.setPen(QPen(theme.colour("grid"), 1.0))
            painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at))
            room = QRectF(0, at - SPACE_S, area.left() - SPACE_XS, 2 * SPACE_S)
            self.paint_words(painter, room, words, RIGHT, "muted_text")
        self._paint_thresholds(painter, area)
        foot = QRectF(area.left(), area.bottom() + SPACE_L + 4, area.width(), SPACE_L)
        self.paint_words(painter, foot, titled(x), CENTRE, "muted_text")

    def _paint_thresholds(self, painter: QPainter, area: QRectF) -> None:
        """Where a spot becomes infeasible."""
        painter.setPen(QPen(self.theme.colour("warning"), 1.0, Qt.PenStyle.DashLine))
        (left, right), (low, high) = self.ranges
        if self._x is not None and self._x.threshold is not None:
            at = area.left() + (self._x.threshold - left) / (right - left) * area.width()
            if area.left() <= at <= area.right():
                painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()))
        if self._y is not None and self._y.threshold is not None:
            at = area.bottom() - (self._y.threshold - low) / (high - low) * area.height()
            if area.top() <= at <= area.bottom():
                painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at))

    def _paint_spot(self, painter: QPainter, spot: Spot, place: QPointF) -> None:
        is_marked = spot.key in (self.chosen, self.hovered)
        is_faint = self.is_faint(spot) and not is_marked
        colour = self.colour_of(spot)
        if is_marked:
            colour.setAlpha(255)
            self._paint_spread(painter, spot, place)
        edge = self.theme.colour("muted_text")
        edge.setAlpha(70 if is_faint else 255)
        painter.setPen(QPen(edge, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush if spot.kind == "infeasible" else colour)
        if spot.kind == "baseline":
            paint_marker(painter, "d", place)
        elif spot.is_knee:
            painter.save()
            painter.translate(place)
            painter.scale(1.5, 1.5)
            paint_marker(painter, "star", QPointF())
            painter.restore()
        else:
            radius = FAINT_RADIUS if is_faint else RADIUS
            painter.drawEllipse(place, radius, radius)
        if is_marked:
            role = "accent" if spot.key == self.chosen else "text"
            painter.setPen(QPen(self.theme.colour(role), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(place, RADIUS + 4, RADIUS + 4)

    def _paint_spread(self, painter: QPainter, spot: Spot, place: QPointF) -> None:
        """Lines as long as the spread over seeds."""
        area = self.plot_area(QSizeF(self.size()))
        (left, right), (low, high) = self.ranges
        painter.setPen(QPen(self.theme.colour("text"), 1.0))
        if self._x is not None and (spread := spot.spread.get(self._x.key)):
            by = QPointF(spread / (right - left) * area.width(), 0)
            painter.drawLine(place - by, place + by)
        if self._y is not None and (spread := spot.spread.get(self._y.key)):
            by = QPointF(0, spread / (high - low) * area.height())
            painter.drawLine(place - by, place + by)

    def _paint_names(self, painter: QPainter, area: QRectF, size: QSizeF) -> None:
        metrics = QFontMetricsF(self.theme.font(TEXT_CAPTION))
        taken: list[QRectF] = []
        for spot, words in self.named_spots():
            place = self.place_of(spot, size)
            if place is None:
                continue
            width, height = metrics.horizontalAdvance(words) + 2, metrics.height()
            sides = [(SPACE_M, -height / 2), (-SPACE_M - width, -height / 2),
                     (-width / 2, -SPACE_M - height), (-width / 2, SPACE_M)]  # fmt: skip
            rooms = [QRectF(place.x() + dx, place.y() + dy, width, height) for dx, dy in sides]
            others = [room for room in rooms if not any(room.intersects(each) for each in taken)]
            free = [room for room in others if area.contains(room)]
            if free:
                taken.append(free[0])
                self.paint_words(painter, free[0], words, LEFT, "text")

    def _paint_head(self, painter: QPainter, area: QRectF) -> None:
        head = QRectF(0, 0, area.right(), HEAD_ROOM - SPACE_XS)
        has_legend = self.colour_axis is not None and head.width() >= LEAST_WITH_LEGEND
        legend = LEGEND_WIDTH * 3.2 if has_legend else 0
        if self._y is not None:
            room = head.adjusted(SPACE_S, 0, -legend, 0)
            n_off = self.n_off_scale()
            words = titled(self._y)
            if n_off:
                off = counted("ScatterChart", "1 off scale", "%1 off scale", n_off)
                words = f"{words}   ({off})"
            self.paint_words(painter, room, words, LEFT, "muted_text")
        if has_legend and self.colour_axis is not None:
            self._paint_legend(painter, head, self.colour_axis)

    def _paint_legend(self, painter: QPainter, head: QRectF, axis: Axis) -> None:
        """A band of the colours with the values at its ends."""
        known = {spot.key: value for spot in self.landscape.front
                 if (value := spot.value(axis)) is not None}  # fmt: skip
        if not known:
            return
        ends = [min(known.values()), max(known.values())]
        if axis.better == "lower":
            ends.reverse()
        metrics = QFontMetricsF(self.theme.font(TEXT_CAPTION))
        right_words, left_words = axis.value_words(ends[1]), axis.value_words(ends[0])
        right = head.right()
        width = metrics.horizontalAdvance(right_words) + 2
        self.paint_words(painter, QRectF(right - width, 0, width, head.height()), right_words,
                         LEFT, "muted_text")  # fmt: skip
        band = QRectF(right - width - SPACE_XS - LEGEND_WIDTH,
                      (head.height() - LEGEND_HEIGHT) / 2, LEGEND_WIDTH, LEGEND_HEIGHT)  # fmt: skip
        gradient = QLinearGradient(band.topLeft(), band.topRight())
        worst, best = self.shade_ends()
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            gradient.setColorAt(share, self.theme.diverging(worst + share * (best - worst)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gradient)
        painter.drawRoundedRect(band, 2, 2)
        words = f"{axis.short}  {left_words}"
        width = min(metrics.horizontalAdvance(words) + 2, LEGEND_WIDTH * 1.6)
        room = QRectF(band.left() - SPACE_XS - width, 0, width, head.height())
        self.paint_words(painter, room, words, RIGHT, "muted_text")

    # ---- events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.spot_at(event.position()) is None:
            self._dragged = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        by, self._dragged = event.position() - self._dragged, event.position()
        if self._view is not None:
            self._move(by)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged = None
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.spot_at(event.position()) is None:
            self.show_all()
        super().mouseDoubleClickEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(STEP ** (event.angleDelta().y() / WHEEL_STEP), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        spot = self.landscape.spot(self.chosen)
        about = None if spot is None else self.place_of(spot)
        if event.key() in (keys.Key_Plus, keys.Key_Equal):
            self.zoom(STEP * STEP, about)
        elif event.key() == keys.Key_Minus:
            self.zoom(1 / (STEP * STEP), about)
        elif event.key() == keys.Key_0:
            self.show_all()
        else:
            super().keyPressEvent(event)

    # ---- inside

    def _fit(self) -> None:
        ends = [
            (0.0, 1.0) if axis is None else usual_range(axis, self.landscape)
            for axis in (self._x, self._y)
        ]
        self._whole = ends[0], ends[1]

    def _move(self, by: QPointF) -> None:
        area = self.plot_area(QSizeF(self.size()))
        (left, right), (low, high) = self.ranges
        dx = by.x() / area.width() * (right - left)
        dy = by.y() / area.height() * (high - low)
        self._view = (left - dx, right - dx), (low + dy, high + dy)
        self.update()


class FrontChart(ScatterChart):
    """The front as a line of steps, the knee and the baselines with their names."""

    def named_spots(self) -> Sequence[tuple[Spot, str]]:
        named = list(super().named_spots())
        knee = self.landscape.knee
        if knee is not None:
            named.append((knee, self.tr("knee")))
        return named

    def paint_lines(self, painter: QPainter, size: QSizeF) -> None:
        x, y = self.axes
        places = [self.place_of(spot, size) for spot in self._line()]
        shown = [place for place in places if place is not None]
        if x is None or y is None or len(shown) < 2:
            return
        steps = [shown[0]]
        for place in shown[1:]:  # what lies between is as bad as the worse of both
            steps += [QPointF(place.x(), steps[-1].y()), place]
        painter.setPen(QPen(self.theme.colour("control_edge"), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(steps))

    def _line(self) -> list[Spot]:
        x, y = self.axes
        return [] if x is None or y is None else front_line(x, y, self.landscape.front)


def titled(axis: Axis) -> str:
    """The title of an axis, with the side that is better."""
    better = {
        "lower": _tr("%1 (less is better)"),
        "higher": _tr("%1 (more is better)"),
        "neither": "%1",
    }[axis.better]
    return fill(better, axis.title)


def axis_ticks(axis: Axis, low: float, high: float, most: float) -> list[tuple[float, str]]:
    """Round values of an axis in a range, with their words."""
    if axis.choices:
        places = range(max(0, math.ceil(low)), min(len(axis.choices), math.floor(high) + 1))
        return [(float(place), axis.choices[place]) for place in places]
    values = at_least_two(partial(linear_ticks, low, high), max(2, int(most)))
    words = tick_words(values) if len(values) > 1 else [grouped(round(v)) for v in values]
    if axis.value_words(1.0).endswith(("%", "M")):
        words = [axis.value_words(value) for value in values]
    return list(zip(values, words, strict=True))


def _zoomed(shown: Range, whole: Range, factor: float, share: float) -> Range:
    """A part of a range; never more than the whole, and not too little for a scale."""
    low, high = shown
    middle = low + share * (high - low)
    fresh = middle + (low - middle) / factor, middle + (high - middle) / factor
    width = whole[1] - whole[0]
    if fresh[1] - fresh[0] >= width:
        return whole
    return shown if fresh[1] - fresh[0] < width / MOST_ZOOM else fresh
