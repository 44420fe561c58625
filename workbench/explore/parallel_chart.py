"""ParallelChart: one axis for each variable and objective, one line for each tokenizer."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QWidget

from engine.compiled import Floats
from workbench.explore.front_chart import axis_ticks
from workbench.explore.landscape import Axis, Key, Landscape, Spot, usual_range
from workbench.explore.spot_chart import SpotChart
from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.charts.axis_ticks import Tick
from workbench.ui.charts.item_scene import (
    AxisItems,
    BrushItem,
    DotItem,
    ItemMarks,
    ItemScene,
    LineItem,
    WordItem,
)
from workbench.ui.theme.colours import blend
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XS, Theme

if TYPE_CHECKING:
    from workbench.ui.charts.item_plot import ItemPlot

HEAD_ROOM, FOOT_ROOM, SIDE_ROOM = 34, 14, 60
REACH = 6.0
GRIP = 14.0
"""Pixels beside an axis in which dragging brushes it."""
BAND = 10.0
BEYOND = 0.03
"""How far beyond an axis, as a share of it, values off its scale are drawn."""
Y_TICK_GAP = 40
WIDTH, FAINT_WIDTH, MARKED_WIDTH = 1.6, 1.0, 3.0
FAINT_SHARE = 0.14
MOST_SMOOTH = 200
"""Of more lines those in the background are drawn without antialiasing."""
POINT_SIZE = 5.0
Brush = tuple[float, float]


class ParallelChart(SpotChart):
    """The better end of an objective is always at the top. Dragging along an axis keeps the lines
    that pass there in front; a brush can be dragged as a whole and at its ends. A click on an
    axis, or Delete, takes its brush away.

    Signals:
        brush_changed: frozenset of the keys that pass all brushes, None without a brush.
    """

    brush_changed: Signal[frozenset[Key] | None] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._ranges: dict[str, tuple[float, float]] = {}
        self._brushes: dict[str, Brush] = {}
        self._shares: Floats = np.empty((0, 0))
        self._places: dict[Key, int] = {}
        self._kept_lines: tuple[LineItem, ...] | None = None

    def set_landscape(self, landscape: Landscape) -> None:
        self._ranges = {axis.key: usual_range(axis, landscape) for axis in landscape.axes}
        self._brushes = {k: v for k, v in self._brushes.items() if k in self._ranges}
        self._places = {spot.key: row for row, spot in enumerate(landscape.all_spots)}
        rows = [[self._height(spot, axis) for axis in landscape.axes]
                for spot in landscape.all_spots]  # fmt: skip
        self._shares = np.array(rows, np.float64).reshape(len(rows), len(landscape.axes))
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
        frame, n = self._frame(), len(self.landscape.axes)
        across = frame.x[0] + point.x() / max(1.0, frame.plot.width()) * (frame.x[1] - frame.x[0])
        left = min(max(0, math.floor(across)), max(0, n - 2))
        if n < 2 or not 0 <= across <= n - 1:
            return None
        share = across - left
        heights = (1 - share) * self._shares[:, left] + share * self._shares[:, left + 1]
        pixels = self._area().height()
        away = np.abs(heights - (self._area().bottom() - point.y()) / pixels) * pixels
        spots = self.landscape.all_spots
        away[[self.is_faint(spot) for spot in spots]] = math.inf
        away[~np.isfinite(away)] = math.inf
        if not len(away):
            return None
        nearest = int(away.argmin())
        return spots[nearest] if away[nearest] <= REACH else None

    # ---- what is drawn

    def change(self) -> None:
        self._kept_lines = None
        super().change()

    def scene(self) -> ItemScene:
        frame, axes = self._frame(), self.landscape.axes
        if self._kept_lines is None:
            self._kept_lines = self._lines()
        titles = [word for axis in axes for word in self._title(axis)]
        return ItemScene(
            frame.plot, frame.x, frame.y, tuple(self._axis(axis) for axis in axes),
            lines=self._kept_lines, words=tuple(titles),
            brushes=tuple(self._brush_item(axis) for axis in axes if axis.key in self._brushes),
        )  # fmt: skip

    def marks(self) -> ItemMarks:
        lines, dots = [], []
        for spot in self.marked():
            is_chosen = spot.key == self.chosen
            colour = self.theme.colour("accent") if is_chosen else self._colour(spot)
            colour.setAlpha(255)
            heights = self._shares[self._places[spot.key]]
            places = np.arange(len(heights), dtype=np.float64)
            is_dashed = spot.kind == "baseline"
            lines.append(LineItem(places, heights, colour, MARKED_WIDTH, is_dashed))
            dots += [DotItem(x, y, POINT_SIZE, colour, colour)
                     for x, y in zip(places.tolist(), heights.tolist(), strict=True)
                     if math.isfinite(y)]  # fmt: skip
        return ItemMarks(tuple(lines), tuple(dots))

    def _lines(self) -> tuple[LineItem, ...]:
        """The lines of all spots, those of one look together."""
        looks: dict[tuple[str, float, bool, bool], list[int]] = defaultdict(list)
        spots = self.ordered()
        for spot in spots:
            is_faint, colour = self.is_faint(spot), self._colour(spot)
            look = (colour.name(QColor.NameFormat.HexArgb), FAINT_WIDTH if is_faint else WIDTH,
                    spot.kind == "baseline", len(spots) <= MOST_SMOOTH or not is_faint)  # fmt: skip
            looks[look].append(self._places[spot.key])
        n = len(self.landscape.axes)
        lines = []
        for (name, width, is_dashed, is_smooth), rows in looks.items():
            y = np.full((len(rows), n + 1), math.nan)
            y[:, :n] = self._shares[rows]
            x = np.tile(np.arange(n + 1, dtype=np.float64), len(rows))
            lines.append(LineItem(x, y.ravel(), QColor(name), width, is_dashed, is_smooth))
        return tuple(lines)

    def _colour(self, spot: Spot) -> QColor:
        if not self.is_faint(spot):
            return self.colour_of(spot)
        # Opaque: Qt takes twenty times as long for lines that can be seen through.
        return blend(self.theme.colour("surface"), self.theme.colour("muted_text"), FAINT_SHARE)

    def _axis(self, axis: Axis) -> AxisItems:
        area, low, high = self._area(), *self._ranges[axis.key]
        room = min(self._step(), 2 * SIDE_ROOM)
        ticks = axis_ticks(axis, low, high, area.height() / Y_TICK_GAP)
        ends = (high, low) if axis.better == "lower" else (low, high)
        return AxisItems(
            "left", QRectF(self._x(axis) - room, area.top(), room, area.height()), ends,
            tuple(Tick(value, self.fitting(words, room - SPACE_M)) for value, words in ticks),
        )  # fmt: skip

    def _title(self, axis: Axis) -> list[WordItem]:
        """The title above an axis, and which end is better."""
        theme, width = self.theme, self._step() - SPACE_XS
        is_objective = axis in self.landscape.objectives
        lines = [(self.fitting(axis.short, width), "text" if is_objective else "muted_text")]
        if axis.better != "neither":
            lines.append((self.fitting(self.tr("↑ better"), width), "muted_text"))
        words = []
        for line, (text, role) in enumerate(lines):
            left = self._x(axis) - self.caption.horizontalAdvance(text) / 2
            left = max(0.0, min(left, self.width() - self.caption.horizontalAdvance(text)))
            place = QPointF(left, 1 + line * (self.caption.height() - 1))
            words.append(WordItem(text, place, theme.colour(role)))
        return words

    def _brush_item(self, axis: Axis) -> BrushItem:
        low, high = sorted(self._share(axis, value) for value in self._brushes[axis.key])
        at = [each.key for each in self.landscape.axes].index(axis.key)
        return BrushItem(axis.key, float(at), low, high, BAND, self.theme.colour("accent"))

    # ---- events

    def new_plot(self) -> ItemPlot:
        plot = super().new_plot()
        plot.offer_brushes()
        plot.brushed.connect(self._drag)
        plot.brush_moved.connect(self._move_brush)
        return plot

    def point_at(self, point: QPointF) -> None:
        shapes = Qt.CursorShape
        near = self._axis_at(point)
        self.setCursor(shapes.SplitVCursor if near is not None else shapes.ArrowCursor)
        super().point_at(point)

    def click_at(self, point: QPointF) -> None:
        axis = self._axis_at(point)
        if axis is not None and axis.key in self._brushes:
            self.clear_brushes(axis.key)
        else:
            super().click_at(point)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._brushes:
            self.clear_brushes()
        else:
            super().keyPressEvent(event)

    def _drag(self, dragged: tuple[QPointF, QPointF, bool]) -> None:
        begin, end, _ = dragged
        axis = self._axis_at(begin)
        if axis is not None:
            self.brush(axis, self._value(axis, self._up(begin)), self._value(axis, self._up(end)))

    def _move_brush(self, moved: tuple[str, float, float]) -> None:
        key, low, high = moved
        axis = self.landscape.axis(key)
        if axis is not None:
            self.brush(axis, self._value(axis, low), self._value(axis, high))

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
        self.describe(", ".join(words))
        self.brush_changed.emit(keys)
        self.change()

    def _passes(self, spot: Spot) -> bool:
        for key, (low, high) in self._brushes.items():
            value = spot.values.get(key)
            if value is None or not low <= value <= high:
                return False
        return True

    def _area(self) -> QRectF:
        """Where the axes are, in pixels."""
        size = QSizeF(self.size())
        return QRectF(SIDE_ROOM + SPACE_S, HEAD_ROOM,
                      max(1.0, size.width() - 2 * SIDE_ROOM),
                      max(1.0, size.height() - HEAD_ROOM - FOOT_ROOM))  # fmt: skip

    def _frame(self) -> ItemScene:
        """The whole widget in numbers of the axes: their places, and shares of their height."""
        area, step = self._area(), self._step()
        plot = QRectF(0, 0, max(1.0, self.width()), max(1.0, self.height()))
        left = -area.left() / step
        low = -(plot.height() - area.bottom()) / area.height()
        return ItemScene(
            plot, (left, left + plot.width() / step), (low, low + plot.height() / area.height())
        )

    def _step(self) -> float:
        """Pixels from one axis to the next."""
        return self._area().width() / max(1, len(self.landscape.axes) - 1)

    def _x(self, axis: Axis) -> float:
        keys = [each.key for each in self.landscape.axes]
        return self._area().left() + keys.index(axis.key) * self._step()

    def _share(self, axis: Axis, value: float) -> float:
        """How high a value is on its axis, from 0 to 1."""
        low, high = self._ranges[axis.key]
        share = (value - low) / (high - low)
        return min(1.0, max(0.0, 1 - share if axis.better == "lower" else share))

    def _value(self, axis: Axis, share: float) -> float:
        low, high = self._ranges[axis.key]
        share = min(1.0, max(0.0, share))
        return low + (1 - share if axis.better == "lower" else share) * (high - low)

    def _height(self, spot: Spot, axis: Axis) -> float:
        """How high a spot is on an axis; a little beyond it where it is off the scale."""
        value = spot.value(axis)
        if value is None:
            return math.nan
        low, high = self._ranges[axis.key]
        share = min(1 + BEYOND, max(-BEYOND, (value - low) / (high - low)))
        return 1 - share if axis.better == "lower" else share

    def _up(self, point: QPointF) -> float:
        """How high a place in pixels is on the axes."""
        return (self._area().bottom() - point.y()) / self._area().height()

    def _axis_at(self, point: QPointF) -> Axis | None:
        area = self._area()
        if not area.top() - SPACE_XS <= point.y() <= area.bottom() + SPACE_XS:
            return None
        near = [(abs(self._x(axis) - point.x()), axis) for axis in self.landscape.axes]
        away, axis = min(near, key=lambda pair: pair[0], default=(GRIP, None))
        return axis if away < GRIP / 2 else None
