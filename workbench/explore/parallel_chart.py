"""ParallelChart: one axis for each variable and objective, one line for each tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from workbench.explore.front_chart import axis_ticks
from workbench.explore.landscape import Axis, Key, Landscape, Spot, usual_range
from workbench.explore.spot_chart import CENTRE, RIGHT, SpotChart
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme

HEAD_ROOM, FOOT_ROOM, SIDE_ROOM = 34, 14, 60
REACH = 6.0
GRIP = 14.0
"""Pixels beside an axis in which dragging brushes it."""
LEAST_BRUSH = 4.0
BAND = 10.0
Y_TICK_GAP = 40
Brush = tuple[float, float]


class ParallelChart(SpotChart):
    """The better end of an objective is always at the top. Dragging along an axis keeps the lines
    that pass there in front; a click on an axis, or Delete, takes its brush away.

    Signals:
        brush_changed: frozenset of the keys that pass all brushes, None without a brush.
    """

    brush_changed: Signal[frozenset[Key] | None] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._ranges: dict[str, tuple[float, float]] = {}
        self._brushes: dict[str, Brush] = {}
        self._pressed: tuple[Axis, float] | None = None

    def set_landscape(self, landscape: Landscape) -> None:
        self._ranges = {axis.key: usual_range(axis, landscape) for axis in landscape.axes}
        self._brushes = {k: v for k, v in self._brushes.items() if k in self._ranges}
        super().set_landscape(landscape)
        if self._brushes:
            self._tell_brush()

    def shown_axes(self) -> Sequence[Axis]:
        return self.landscape.axes

    def brush(self, axis: Axis, low: float, high: float) -> None:
        """Keep the lines in front that pass between two values of an axis."""
        self._brushes[axis.key] = min(low, high), max(low, high)
        self._tell_brush()

    def clear_brushes(self, key: str | None = None) -> None:
        """Take the brush of one axis away, or all."""
        before = dict(self._brushes)
        self._brushes = {} if key is None else {k: v for k, v in before.items() if k != key}
        if self._brushes != before:
            self._tell_brush()

    def spot_at(self, point: QPointF) -> Spot | None:
        size = QSizeF(self.size())
        found: tuple[float, Spot] | None = None
        for spot in self.ordered():
            if self.is_faint(spot):
                continue
            away = _distance(self._line(spot, size), point)
            if away <= REACH and (found is None or away < found[0]):
                found = away, spot
        return None if found is None else found[1]

    # ---- painting

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(QPointF(0, 0), size), self.theme.colour("surface"))
        axes = self.landscape.axes
        if not axes:
            return
        for spot in self.ordered():
            self._paint_line(painter, spot, size)
        for axis in axes:
            self._paint_axis(painter, axis, size)

    def _paint_line(self, painter: QPainter, spot: Spot, size: QSizeF) -> None:
        is_marked = spot.key in (self.chosen, self.hovered)
        colour = self.colour_of(spot)
        if self.is_faint(spot) and not is_marked:
            colour = self.theme.colour("muted_text")
            colour.setAlpha(36)
        width = 3.0 if is_marked else 1.0 if self.is_faint(spot) else 1.6
        if spot.key == self.chosen:
            colour = self.theme.colour("accent")
        style = Qt.PenStyle.DashLine if spot.kind == "baseline" else Qt.PenStyle.SolidLine
        painter.setPen(QPen(colour, width, style))
        for part in self._line(spot, size):
            if len(part) > 1:
                painter.drawPolyline(QPolygonF(part))
            else:
                painter.drawEllipse(part[0], width, width)

    def _paint_axis(self, painter: QPainter, axis: Axis, size: QSizeF) -> None:
        theme, area = self.theme, self._area(size)
        x = self._x(axis, size)
        painter.setPen(QPen(theme.colour("control_edge"), 1.0))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        brush = self._brushes.get(axis.key)
        if brush is not None:
            ends = sorted(self._y(axis, value, area) for value in brush)
            colour = theme.colour("accent")
            colour.setAlpha(60)
            painter.setPen(QPen(theme.colour("accent"), 1.0))
            painter.setBrush(colour)
            painter.drawRect(QRectF(x - BAND / 2, ends[0], BAND, ends[1] - ends[0]))
        low, high = self._ranges[axis.key]
        width = self._step(size)
        for value, words in axis_ticks(axis, low, high, area.height() / Y_TICK_GAP):
            y = self._y(axis, value, area)
            painter.setPen(QPen(theme.colour("control_edge"), 1.0))
            painter.drawLine(QPointF(x - 3, y), QPointF(x, y))
            room = QRectF(x - min(width, 2 * SIDE_ROOM) + SPACE_S, y - SPACE_S,
                          min(width, 2 * SIDE_ROOM) - SPACE_M, 2 * SPACE_S)  # fmt: skip
            self._paint_tick(painter, room, words)
        self._paint_title(painter, axis, QRectF(x - width / 2 + 2, 0, width - 4, HEAD_ROOM))

    def _paint_tick(self, painter: QPainter, room: QRectF, words: str) -> None:
        """Words on a ground of their own, so that lines do not cross them."""
        painter.setFont(self.theme.font(TEXT_CAPTION))
        width = min(room.width(), painter.fontMetrics().horizontalAdvance(words) + 2.0)
        ground = self.theme.colour("surface")
        ground.setAlpha(200)
        painter.fillRect(QRectF(room.right() - width, room.top(), width, room.height()), ground)
        self.paint_words(painter, room, words, RIGHT, "muted_text")

    def _paint_title(self, painter: QPainter, axis: Axis, room: QRectF) -> None:
        line = QRectF(room.left(), room.top() + 1, room.width(), SPACE_L)
        is_objective = axis in self.landscape.objectives
        self.paint_words(
            painter, line, axis.short, CENTRE, "text" if is_objective else "muted_text"
        )
        if axis.better != "neither":
            words = self.tr("↑ better")
            below = QRectF(line.left(), line.bottom(), line.width(), SPACE_L - 2)
            self.paint_words(painter, below, words, CENTRE, "muted_text")

    # ---- events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        axis = self._axis_at(event.position())
        if axis is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._pressed = axis, event.position().y()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            near = self._axis_at(event.position())
            shape = Qt.CursorShape.SplitVCursor if near is not None else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            super().mouseMoveEvent(event)
            return
        axis, start = self._pressed
        if abs(event.position().y() - start) >= LEAST_BRUSH:
            area = self._area(QSizeF(self.size()))
            ends = [self._value(axis, y, area) for y in (start, event.position().y())]
            self.brush(axis, *ends)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None:
            axis, start = self._pressed
            self._pressed = None
            if abs(event.position().y() - start) < LEAST_BRUSH:
                self.clear_brushes(axis.key)
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._brushes:
            self.clear_brushes()
        else:
            super().keyPressEvent(event)

    # ---- inside

    def _tell_brush(self) -> None:
        keys = None if not self._brushes else frozenset(
            spot.key for spot in self.landscape.spots if self._passes(spot)
        )  # fmt: skip
        self.set_brushed(keys)
        words = [
            fill(self.tr("%1 from %2 to %3"), axis.title, *map(axis.value_words, brush))
            for axis in self.landscape.axes
            if (brush := self._brushes.get(axis.key)) is not None and not axis.choices
        ]
        self.setToolTip("")
        self.setAccessibleDescription(", ".join(words))
        self.brush_changed.emit(keys)
        self.update()

    def _passes(self, spot: Spot) -> bool:
        for key, (low, high) in self._brushes.items():
            value = spot.values.get(key)
            if value is None or not low <= value <= high:
                return False
        return True

    def _area(self, size: QSizeF) -> QRectF:
        return QRectF(SIDE_ROOM + SPACE_S, HEAD_ROOM,
                      max(1.0, size.width() - 2 * SIDE_ROOM),
                      max(1.0, size.height() - HEAD_ROOM - FOOT_ROOM))  # fmt: skip

    def _step(self, size: QSizeF) -> float:
        """Pixels from one axis to the next."""
        n = max(1, len(self.landscape.axes) - 1)
        return self._area(size).width() / n if n else size.width()

    def _x(self, axis: Axis, size: QSizeF) -> float:
        keys = [each.key for each in self.landscape.axes]
        return self._area(size).left() + keys.index(axis.key) * self._step(size)

    def _y(self, axis: Axis, value: float, area: QRectF) -> float:
        low, high = self._ranges[axis.key]
        share = min(1.03, max(-0.03, (value - low) / (high - low)))
        if axis.better == "lower":
            share = 1 - share
        return area.bottom() - share * area.height()

    def _value(self, axis: Axis, y: float, area: QRectF) -> float:
        low, high = self._ranges[axis.key]
        share = min(1.0, max(0.0, (area.bottom() - y) / area.height()))
        if axis.better == "lower":
            share = 1 - share
        return low + share * (high - low)

    def _axis_at(self, point: QPointF) -> Axis | None:
        size = QSizeF(self.size())
        area = self._area(size)
        if not area.top() - SPACE_XS <= point.y() <= area.bottom() + SPACE_XS:
            return None
        near = [(abs(self._x(axis, size) - point.x()), axis) for axis in self.landscape.axes]
        away, axis = min(near, key=lambda pair: pair[0], default=(GRIP, None))
        return axis if away < GRIP / 2 else None

    def _line(self, spot: Spot, size: QSizeF) -> list[list[QPointF]]:
        """The parts of a line: it ends where a spot has no value."""
        area = self._area(size)
        parts: list[list[QPointF]] = [[]]
        for axis in self.landscape.axes:
            value = spot.value(axis)
            if value is not None:
                parts[-1].append(QPointF(self._x(axis, size), self._y(axis, value, area)))
            elif parts[-1]:
                parts.append([])
        return [part for part in parts if part]


def _distance(parts: list[list[QPointF]], point: QPointF) -> float:
    """How far a point is above or below a line."""
    for part in parts:
        for one, other in pairwise(part):
            if one.x() <= point.x() <= other.x() and other.x() > one.x():
                share = (point.x() - one.x()) / (other.x() - one.x())
                return abs(one.y() + share * (other.y() - one.y()) - point.y())
    return REACH + 1
