"""SpotChart: what all charts of spots share: selection, pointer, keys, words, order of painting."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from workbench.explore.landscape import Axis, Key, Landscape, Spot, sentence_of, shades
from workbench.signals import Signal
from workbench.text.table_text import csv_text
from workbench.ui.charts.item_chart import ItemChart
from workbench.ui.theme.theme import Theme
from workbench.ui.words.tool_tips import show_tip

if TYPE_CHECKING:
    from workbench.ui.charts.item_plot import ItemPlot

FAINT = 70
"""Opacity of what is dominated or left out by a brush."""
SHADES = 24
"""Steps of colour on each side of the neutral one: a scatter keeps a picture of each look."""
_KEPT_ORDER = {"infeasible": 0, "dominated": 1, "front": 2, "baseline": 3}


class SpotChart(ItemChart):
    """Shows the spots of a landscape; arrow keys walk the front, Escape takes the choice back.

    A subclass says where spots are (`spot_at`), in which order keys walk them (`walk_order`) and
    what is drawn (`scene`, `marks`).

    Signals:
        spot_chosen: Key, or None after Escape, by a person.
        spot_hovered: Key, or None.
        spot_opened: Key, by a double click or Enter.
    """

    spot_chosen: Signal[Key | None] = Signal(object)
    spot_hovered: Signal[Key | None] = Signal(object)
    spot_opened: Signal[Key] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._landscape = Landscape()
        self._colour_axis: Axis | None = None
        self._shades: dict[Key, float] = {}
        self._chosen: Key | None = None
        self._hovered: Key | None = None
        self._brushed: frozenset[Key] | None = None

    # ---- what is shown

    @property
    def landscape(self) -> Landscape:
        return self._landscape

    @property
    def chosen(self) -> Key | None:
        """The spot that is selected."""
        return self._chosen

    @property
    def colour_axis(self) -> Axis | None:
        return self._colour_axis

    def set_landscape(self, landscape: Landscape) -> None:
        """Show other spots; the choice stays."""
        self._landscape = landscape
        self._colour_axis = (
            None if self._colour_axis is None else landscape.axis(self._colour_axis.key)
        )
        self._shades = shades(self._colour_axis, landscape)
        self._describe()
        self.change()

    def set_colour_axis(self, axis: Axis | None) -> None:
        """Colour the spots by their values on an axis."""
        self._colour_axis = axis
        self._shades = shades(axis, self._landscape)
        self.change()

    def choose(self, key: Key | None) -> None:
        """Select a spot; no signal."""
        if key != self._chosen:
            self._chosen = key
            self._describe()
            self.change_marks()

    def hover(self, key: Key | None) -> None:
        """Mark the spot that is pointed at elsewhere; no signal."""
        if key != self._hovered:
            self._hovered = key
            self.change_marks()

    def set_brushed(self, keys: frozenset[Key] | None) -> None:
        """Show the other spots faint; None shows all."""
        if keys != self._brushed:
            self._brushed = keys
            self.change()

    def data_csv(self) -> str:
        """Return every spot with its values on all axes as CSV."""
        axes = self._landscape.axes
        rows = (
            [spot.name, spot.kind, *(axis_text(spot, axis) for axis in axes)]
            for spot in self._landscape.all_spots
        )
        return csv_text(["name", "kind", *(axis.key for axis in axes)], rows)

    @property
    def has_data(self) -> bool:
        return bool(self._landscape.axes and self._landscape.all_spots)

    # ---- what a subclass says

    @abstractmethod
    def spot_at(self, point: QPointF) -> Spot | None:
        """The spot nearest to a point in pixels, None if none is near."""

    def walk_order(self) -> Sequence[Spot]:
        """The spots that arrow keys walk, in order."""
        return self._landscape.front

    @abstractmethod
    def shown_axes(self) -> Sequence[Axis]:
        """The axes of whose values a spot's words tell."""

    # ---- for what is drawn

    def ordered(self) -> list[Spot]:
        """All spots, what is painted last and therefore on top at the end."""
        return sorted(
            self._landscape.all_spots,
            key=lambda spot: (not self.is_faint(spot), _KEPT_ORDER[spot.kind]),
        )

    def marked(self) -> list[Spot]:
        """The spots that are pointed at and selected, the selected one last."""
        keys = dict.fromkeys((self._hovered, self._chosen))
        return [spot for key in keys if (spot := self._landscape.spot(key)) is not None]

    def is_faint(self, spot: Spot) -> bool:
        """Whether a spot is in the background."""
        if self._brushed is not None and spot.kind != "baseline":
            return spot.key not in self._brushed
        if not self._landscape.front:  # then all that there is has to be seen
            return False
        return spot.kind in ("dominated", "infeasible")

    def colour_of(self, spot: Spot) -> QColor:
        """The colour of a spot by its value on the colour axis."""
        if spot.kind == "baseline":
            colour = self.theme.colour("accent")
        elif self._colour_axis is None:
            colour = self.theme.colour("text")
        elif spot.key in self._shades:
            colour = self.theme.diverging(round(SHADES * self._shades[spot.key]) / SHADES)
        else:
            colour = self.theme.colour("muted_text")
        if self.is_faint(spot):
            colour.setAlpha(FAINT)
        return colour

    def shade_ends(self) -> tuple[float, float]:
        """The shades of the worst and the best spot of the front."""
        known = [self._shades[spot.key] for spot in self._landscape.front
                 if spot.key in self._shades]  # fmt: skip
        return (min(known), max(known)) if known else (-1.0, 1.0)

    # ---- events

    def new_plot(self) -> ItemPlot:
        plot = super().new_plot()
        plot.pointed.connect(self.point_at)
        plot.clicked.connect(self.click_at)
        plot.opened.connect(self.open_at)
        return plot

    def point_at(self, point: QPointF) -> None:
        """Point at a place in pixels (what hovering does)."""
        self._point_at(self.spot_at(point))

    def click_at(self, point: QPointF) -> None:
        """Choose the spot at a place, if there is one."""
        spot = self.spot_at(point)
        if spot is not None:
            self._go(spot)

    def open_at(self, point: QPointF) -> None:
        """Open the spot at a place, if there is one."""
        spot = self.spot_at(point)
        if spot is not None and spot.kind != "baseline":
            self.spot_opened.emit(spot.key)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            spot = self.spot_at(QPointF(event.pos()))
            words = "" if spot is None else self.spot_words(spot)
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        key = Qt.Key(event.key())
        steps = {keys.Key_Left: -1, keys.Key_Up: -1, keys.Key_Right: 1, keys.Key_Down: 1}
        if key in steps:
            self._walk(steps[key])
        elif key in (keys.Key_Home, keys.Key_End):
            self._walk(-len(self._landscape.spots) if key == keys.Key_Home else 10**9)
        elif key in (keys.Key_Return, keys.Key_Enter) and self._chosen is not None:
            self.spot_opened.emit(self._chosen)
        elif key == keys.Key_Escape and self._chosen is not None:
            self.choose(None)
            self.spot_chosen.emit(None)
        else:
            super().keyPressEvent(event)

    def spot_words(self, spot: Spot) -> str:
        """What is said of a spot: its values, and its spread and validation where measured."""
        return sentence_of(spot, self.shown_axes())

    # ---- inside

    def _walk(self, step: int) -> None:
        order = list(self.walk_order())
        if not order:
            return
        keys = [spot.key for spot in order]
        at = keys.index(self._chosen) + step if self._chosen in keys else 0
        self._go(order[max(0, min(at, len(order) - 1))])

    def _go(self, spot: Spot) -> None:
        self.choose(spot.key)
        self.spot_chosen.emit(spot.key)

    def _point_at(self, spot: Spot | None) -> None:
        key = None if spot is None else spot.key
        if key != self._hovered:
            self.hover(key)
            self.spot_hovered.emit(key)

    def _describe(self) -> None:
        spot = self._landscape.spot(self._chosen)
        self.describe("" if spot is None else self.spot_words(spot))


def axis_text(spot: Spot, axis: Axis) -> str:
    """Return what a file says of a spot on an axis."""
    value = spot.value(axis)
    if value is None:
        return ""
    return axis.choices[round(value)] if axis.choices else repr(value)
