"""FrontChart: two objectives on the axes, a third as colour, the front, its knee and baselines.

`ScatterChart` draws spots on any two axes and is zoomed; the slices use it as well.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QKeyEvent, QLinearGradient, QPainter
from PySide6.QtWidgets import QWidget

from engine.compiled import Bools, Floats
from workbench.explore.landscape import Axis, Landscape, Spot, front_line, usual_range
from workbench.explore.spot_chart import FAINT, SpotChart
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.charts.axis_ticks import Tick, at_least_two, linear_ticks, tick_words
from workbench.ui.charts.chart_layout import STEP, Range
from workbench.ui.charts.item_chart import RIGHT_SIDE
from workbench.ui.charts.item_scene import (
    AxisItems,
    DotItem,
    ItemMarks,
    ItemScene,
    LineItem,
    RuleItem,
    WordItem,
)
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from workbench.ui.charts.item_plot import ItemPlot

_tr = translator("ScatterChart")

LEFT_ROOM, FOOT_ROOM, HEAD_ROOM = 64, 40, 24
LEGEND_WIDTH, LEGEND_HEIGHT = 96, 8
LEAST_WITH_LEGEND = 420
SIZE, FAINT_SIZE, DIAMOND_SIZE, STAR_SIZE, RING_SIZE, REACH = 10.0, 6.0, 10.0, 15.0, 18.0, 12.0
RING_WIDTH = 2.0
X_TICK_GAP, Y_TICK_GAP = 72, 32
MOST_ZOOM = 1e4


class ScatterChart(SpotChart):
    """Spots over two axes. The wheel zooms about the pointer, over an axis that axis alone;
    dragging moves, and with Shift draws a rectangle to look at; a double click on the empty plot,
    or 0, shows all; + and - zoom about the chosen spot.
    """

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._x: Axis | None = None
        self._y: Axis | None = None
        self._view: tuple[Range, Range] | None = None
        self._whole: tuple[Range, Range] = ((0.0, 1.0), (0.0, 1.0))
        self._dots: tuple[DotItem, ...] | None = None
        self._values: tuple[list[Spot], Floats, Floats] | None = None

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
            self.change()

    def set_landscape(self, landscape: Landscape) -> None:
        self._x = None if self._x is None else landscape.axis(self._x.key)
        self._y = None if self._y is None else landscape.axis(self._y.key)
        super().set_landscape(landscape)
        self._fit()

    @property
    def has_data(self) -> bool:
        return super().has_data and self._x is not None and self._y is not None

    def change(self) -> None:
        self._dots = self._values = None
        super().change()

    def shown_axes(self) -> Sequence[Axis]:
        shown = [axis for axis in (self._x, self._y, self.colour_axis) if axis is not None]
        return list(dict.fromkeys(shown))

    def show_all(self) -> None:
        """Show the whole of both axes again."""
        self._look(None)

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Show 1 / factor of both axes; the value at `about`, in pixels, stays where it is."""
        area = self.plot_area(QSizeF(self.size()))
        place = area.center() if about is None else about
        share = ((place.x() - area.left()) / max(1.0, area.width()),
                 (area.bottom() - place.y()) / max(1.0, area.height()))  # fmt: skip
        fresh = [
            _zoomed(shown, whole, factor, part)
            for shown, whole, part in zip(self.ranges, self._whole, share, strict=True)
        ]
        self._look((fresh[0], fresh[1]))

    def look_at(self, wanted: tuple[Range | None, Range | None]) -> None:
        """Show a part of the axes, None for one that stays."""
        fresh = [
            shown if want is None else _fitted(want, shown, whole)
            for want, shown, whole in zip(wanted, self.ranges, self._whole, strict=True)
        ]
        self._look((fresh[0], fresh[1]))

    def move_to(self, wanted: tuple[Range, Range]) -> None:
        """Show another part of the same width; the whole stays where it is."""
        if self._view is not None:
            self._look(wanted)

    def place_of(self, spot: Spot) -> QPointF | None:
        """Where a spot is in pixels, None if it lacks a value or is off the scale."""
        x, y = spot.value(self._x), spot.value(self._y)
        if x is None or y is None:
            return None
        scene = self._frame()
        place = scene.place(x, y)
        return place if scene.plot.adjusted(-1, -1, 1, 1).contains(place) else None

    def spot_at(self, point: QPointF) -> Spot | None:
        spots, x, y = self._placed()
        (left, right), (low, high) = self.ranges
        is_shown = self._is_shown(x, y)
        if not is_shown.any():
            return None
        frame = self._frame()
        corner, plot = frame.place(left, low), frame.plot
        dx = corner.x() + (x - left) / (right - left) * plot.width() - point.x()
        dy = corner.y() - (y - low) / (high - low) * plot.height() - point.y()
        away = dx * dx + dy * dy
        away[[spot.kind in ("front", "baseline") for spot in spots]] *= 0.5
        away[~is_shown] = math.inf
        nearest = int(away.argmin())
        return spots[nearest] if away[nearest] <= REACH * REACH else None

    def walk_order(self) -> Sequence[Spot]:
        x = self._x
        known = [spot for spot in self.landscape.front if spot.value(x) is not None]
        return sorted(known, key=lambda spot: spot.value(x) or 0.0)

    def n_off_scale(self) -> int:
        """How many spots with values are not in view."""
        _, x, y = self._placed()
        return int((np.isfinite(x + y) & ~self._is_shown(x, y)).sum())

    def _placed(self) -> tuple[list[Spot], Floats, Floats]:
        """All spots in the order of painting with their values on both axes, NaN for none."""
        if self._values is None:
            spots = self.ordered()
            x, y = (
                np.array([math.nan if (v := spot.value(axis)) is None else v for spot in spots])
                for axis in (self._x, self._y)
            )
            self._values = spots, x, y
        return self._values

    def _is_shown(self, x: Floats, y: Floats) -> Bools:
        (left, right), (low, high) = self.ranges
        return (x >= left) & (x <= right) & (y >= low) & (y <= high)

    # ---- what is drawn

    def plot_area(self, size: QSizeF) -> QRectF:
        """The room between the axes."""
        width = max(1.0, size.width() - LEFT_ROOM - SPACE_L)
        return QRectF(LEFT_ROOM, HEAD_ROOM, width,
                      max(1.0, size.height() - HEAD_ROOM - FOOT_ROOM))  # fmt: skip

    def scene(self) -> ItemScene:
        if self._dots is None:
            spots, across, up = self._placed()
            self._dots = tuple(
                self.dot(spot, is_faint=self.is_faint(spot))
                for spot, is_known in zip(spots, np.isfinite(across + up).tolist(), strict=True)
                if is_known
            )
        plot, (x, y) = self.plot_area(QSizeF(self.size())), self.ranges
        return ItemScene(
            plot, x, y, self._axes(plot), lines=self.lines(), rules=self.rules(),
            dots=self._dots, words=self._names(),
        )  # fmt: skip

    def marks(self) -> ItemMarks:
        dots: list[DotItem] = []
        lines: list[LineItem] = []
        for spot in self.marked():
            if spot.value(self._x) is None or spot.value(self._y) is None:
                continue
            lines += self._spread(spot)
            dot = self.dot(spot, is_faint=False)
            role = "accent" if spot.key == self.chosen else "text"
            ring = DotItem(dot.x, dot.y, RING_SIZE, self.theme.colour(role), width=RING_WIDTH)
            dots += [dot, ring]
        return ItemMarks(tuple(lines), tuple(dots))

    @abstractmethod
    def lines(self) -> tuple[LineItem, ...]:
        """What lies below the spots."""

    def named_spots(self) -> Sequence[tuple[Spot, str]]:
        """Spots that have words beside them."""
        return [(spot, spot.name) for spot in self.landscape.baselines]

    def _frame(self) -> ItemScene:
        """The place of the axes."""
        return ItemScene(self.plot_area(QSizeF(self.size())), *self.ranges)

    def _axes(self, plot: QRectF) -> tuple[AxisItems, ...]:
        assert self._x is not None
        assert self._y is not None
        (left, right), (low, high) = self.ranges
        across = _ticks(self._x, left, right, plot.width() / X_TICK_GAP)
        room = plot.width() / max(1, len(across)) if self._x.choices else X_TICK_GAP
        up = _ticks(self._y, low, high, plot.height() / Y_TICK_GAP)
        return (
            AxisItems(
                "bottom", QRectF(plot.left(), plot.bottom(), plot.width(), FOOT_ROOM - SPACE_XS),
                (left, right), self._fitting_ticks(across, room),
                self.fitting(titled(self._x), plot.width() - SPACE_L), has_grid=True,
            ),
            AxisItems(
                "left", QRectF(0, plot.top(), LEFT_ROOM, plot.height()), (low, high),
                self._fitting_ticks(up, LEFT_ROOM - SPACE_S), has_grid=True,
            ),
        )  # fmt: skip

    def _fitting_ticks(self, ticks: Sequence[Tick], room: float) -> tuple[Tick, ...]:
        return tuple(Tick(tick.value, self.fitting(tick.words, room)) for tick in ticks)

    def rules(self) -> tuple[RuleItem, ...]:
        """Where a spot becomes infeasible."""
        colour = self.theme.colour("warning")
        axes = ((self._x, True), (self._y, False))
        return tuple(
            RuleItem(axis.threshold, is_vertical, colour)
            for axis, is_vertical in axes
            if axis is not None and axis.threshold is not None
        )

    def dot(self, spot: Spot, *, is_faint: bool) -> DotItem:
        """A spot as it is drawn."""
        x, y = spot.value(self._x), spot.value(self._y)
        assert x is not None
        assert y is not None
        fill, edge = self.colour_of(spot), self.theme.colour("muted_text")
        fill.setAlpha(FAINT if is_faint else 255)
        edge.setAlpha(FAINT if is_faint else 255)
        size, symbol = FAINT_SIZE if is_faint else SIZE, "o"
        if spot.kind == "baseline":
            size, symbol = DIAMOND_SIZE, "d"
        elif spot.is_knee:
            size, symbol = STAR_SIZE, "star"
        return DotItem(x, y, size, edge, None if spot.kind == "infeasible" else fill, symbol)

    def _spread(self, spot: Spot) -> list[LineItem]:
        """Lines as long as the spread over seeds."""
        x, y, colour = spot.value(self._x), spot.value(self._y), self.theme.colour("text")
        assert x is not None
        assert y is not None
        lines = []
        if self._x is not None and (spread := spot.spread.get(self._x.key)):
            lines.append(LineItem((x - spread, x + spread), (y, y), colour))
        if self._y is not None and (spread := spot.spread.get(self._y.key)):
            lines.append(LineItem((x, x), (y - spread, y + spread), colour))
        return lines

    def _names(self) -> tuple[WordItem, ...]:
        """Words beside spots, at the first of four sides where they lie on no others."""
        metrics, area = self.caption, self.plot_area(QSizeF(self.size()))
        taken: list[QRectF] = []
        words: list[WordItem] = []
        for spot, name in self.named_spots():
            place = self.place_of(spot)
            if place is None:
                continue
            width, height = metrics.horizontalAdvance(name) + 2, metrics.height()
            sides = [(SPACE_M, -height / 2), (-SPACE_M - width, -height / 2),
                     (-width / 2, -SPACE_M - height), (-width / 2, SPACE_M)]  # fmt: skip
            rooms = [QRectF(place.x() + dx, place.y() + dy, width, height) for dx, dy in sides]
            others = [room for room in rooms if not any(room.intersects(each) for each in taken)]
            free = [room for room in others if area.contains(room)]
            if free:
                taken.append(free[0])
                words.append(WordItem(name, free[0].topLeft(), self.theme.colour("text")))
        return tuple(words)

    def paint_head(self, painter: QPainter) -> None:
        area = self.plot_area(QSizeF(self.size()))
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
            self.paint_words(painter, room, words)
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
        metrics = self.caption
        right_words, left_words = axis.value_words(ends[1]), axis.value_words(ends[0])
        right = head.right()
        width = metrics.horizontalAdvance(right_words) + 2
        self.paint_words(painter, QRectF(right - width, 0, width, head.height()), right_words)
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
        self.paint_words(painter, room, words, RIGHT_SIDE)

    # ---- events

    def new_plot(self) -> ItemPlot:
        plot = super().new_plot()
        plot.asked.connect(self.look_at)
        plot.moved.connect(self.move_to)
        return plot

    def open_at(self, point: QPointF) -> None:
        if self.spot_at(point) is None:
            self.show_all()
        super().open_at(point)

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

    def _look(self, view: tuple[Range, Range] | None) -> None:
        """Show a part at once: the next turn of the wheel begins where this one ended."""
        self._view = None if view == self._whole else view
        self._is_drawn = False
        if self.isVisible():
            self.draw_due()


class FrontChart(ScatterChart):
    """The front as a line of steps, the knee and the baselines with their names."""

    def named_spots(self) -> Sequence[tuple[Spot, str]]:
        named = list(super().named_spots())
        knee = self.landscape.knee
        if knee is not None:
            named.append((knee, self.tr("knee")))
        return named

    def lines(self) -> tuple[LineItem, ...]:
        x, y = self.axes
        line = self._line()
        if x is None or y is None or len(line) < 2:
            return ()
        steps = [(line[0].values[x.key], line[0].values[y.key])]
        for spot in line[1:]:  # what lies between is as bad as the worse of both
            across, up = spot.values[x.key], spot.values[y.key]
            steps += [(across, steps[-1][1]), (across, up)]
        colour = self.theme.colour("control_edge")
        return (LineItem([a for a, _ in steps], [b for _, b in steps], colour, 1.5),)

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


def _ticks(axis: Axis, low: float, high: float, most: float) -> list[Tick]:
    return [Tick(value, words) for value, words in axis_ticks(axis, low, high, most)]


def _fitted(wanted: Range, shown: Range, whole: Range) -> Range:
    """As much of a wanted range as there is; what is shown where it would be too little."""
    width = wanted[1] - wanted[0]
    if width >= whole[1] - whole[0]:
        return whole
    return shown if width < (whole[1] - whole[0]) / MOST_ZOOM else wanted


def _zoomed(shown: Range, whole: Range, factor: float, share: float) -> Range:
    """A part of a range; never more than the whole, and not too little for a scale."""
    low, high = shown
    middle = low + share * (high - low)
    fresh = middle + (low - middle) / factor, middle + (high - middle) / factor
    return _fitted(fresh, shown, whole)
