"""SpotChart: what all charts of spots share: selection, pointer, keys, words, order of painting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from workbench.explore.landscape import Axis, Key, Landscape, Spot, sentence_of, shades
from workbench.signals import Signal
from workbench.text.table_text import csv_text
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.theme.theme import TEXT_CAPTION, Theme
from workbench.ui.words.tool_tips import show_tip

FAINT = 70
"""Opacity of what is dominated or left out by a brush."""
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
_KEPT_ORDER = {"infeasible": 0, "dominated": 1, "front": 2, "baseline": 3}


class SpotChart(QWidget):
    """Shows the spots of a landscape; arrow keys walk the front, Escape takes the choice back.

    A subclass says where spots are (`spot_at`), in which order keys walk them (`walk_order`) and
    paints (`paint_on`).

    Signals:
        spot_chosen: Key, or None after Escape, by a person.
        spot_hovered: Key, or None.
        spot_opened: Key, by a double click or Enter.
    """

    spot_chosen: Signal[Key | None] = Signal(object)
    spot_hovered: Signal[Key | None] = Signal(object)
    spot_opened: Signal[Key] = Signal(object)

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.theme = theme
        self._landscape = Landscape()
        self._colour_axis: Axis | None = None
        self._shades: dict[Key, float] = {}
        self._chosen: Key | None = None
        self._hovered: Key | None = None
        self._brushed: frozenset[Key] | None = None
        self.saving = ChartSaving(self)
        theme.changed.connect(self.update)

    # ---- what is shown

    @property
    def landscape(self) -> Landscape:
        return self._landscape

    @property
    def chosen(self) -> Key | None:
        """The spot that is selected."""
        return self._chosen

    @property
    def hovered(self) -> Key | None:
        return self._hovered

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
        self.update()

    def set_colour_axis(self, axis: Axis | None) -> None:
        """Colour the spots by their values on an axis."""
        self._colour_axis = axis
        self._shades = shades(axis, self._landscape)
        self.update()

    def choose(self, key: Key | None) -> None:
        """Select a spot; no signal."""
        if key != self._chosen:
            self._chosen = key
            self._describe()
            self.update()

    def hover(self, key: Key | None) -> None:
        """Mark the spot that is pointed at elsewhere; no signal."""
        if key != self._hovered:
            self._hovered = key
            self.update()

    def set_brushed(self, keys: frozenset[Key] | None) -> None:
        """Show the other spots faint; None shows all."""
        if keys != self._brushed:
            self._brushed = keys
            self.update()

    def data_csv(self) -> str:
        """Return every spot with its values on all axes as CSV."""
        axes = self._landscape.axes
        rows = (
            [spot.name, spot.kind, *(axis_text(spot, axis) for axis in axes)]
            for spot in self._landscape.all_spots
        )
        return csv_text(["name", "kind", *(axis.key for axis in axes)], rows)

    def picture_size(self) -> QSize:
        return self.size()

    # ---- what a subclass says

    def spot_at(self, point: QPointF) -> Spot | None:
        """The spot nearest to a point in pixels, None if none is near."""
        del point
        return None

    def walk_order(self) -> Sequence[Spot]:
        """The spots that arrow keys walk, in order."""
        return self._landscape.front

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint everything into an area of this size."""

    def shown_axes(self) -> Sequence[Axis]:
        """The axes of whose values a spot's words tell."""
        return self._landscape.objectives

    # ---- for painting

    def ordered(self) -> list[Spot]:
        """All spots, what is painted last and therefore on top at the end."""
        marked = (self._chosen, self._hovered)
        return sorted(
            self._landscape.all_spots,
            key=lambda spot: (spot.key in marked, not self.is_faint(spot), _KEPT_ORDER[spot.kind]),
        )

    def is_faint(self, spot: Spot) -> bool:
        """Whether a spot is in the background."""
        if self._brushed is not None and spot.kind != "baseline":
            return spot.key not in self._brushed
        return spot.kind in ("dominated", "infeasible")

    def colour_of(self, spot: Spot) -> QColor:
        """The colour of a spot by its value on the colour axis."""
        if spot.kind == "baseline":
            colour = self.theme.colour("accent")
        elif self._colour_axis is None:
            colour = self.theme.colour("text")
        elif spot.key in self._shades:
            colour = self.theme.diverging(self._shades[spot.key])
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

    def paint_focus(self, painter: QPainter, area: QRectF) -> None:
        """Show that the chart has the focus."""
        painter.setPen(QPen(self.theme.colour("focus"), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))

    def paint_words(
        self, painter: QPainter, room: QRectF, words: str, side: Qt.AlignmentFlag, role: str
    ) -> None:
        """Write one line in the small font, elided where the room ends."""
        painter.setFont(self.theme.font(TEXT_CAPTION))
        painter.setPen(self.theme.colour(role))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, int(room.width()) + 1)
        painter.drawText(room, side, shown)

    # ---- events

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_on(painter, QSizeF(self.size()))
        if self.hasFocus():
            self.paint_focus(painter, QRectF(self.rect()))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.spot_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            spot = self.spot_at(event.position())
            if spot is not None:
                self._go(spot)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position())
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
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
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
        self.setAccessibleDescription("" if spot is None else self.spot_words(spot))
        if QAccessible.isActive():
            changed = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(changed)


def axis_text(spot: Spot, axis: Axis) -> str:
    """Return what a file says of a spot on an axis."""
    value = spot.value(axis)
    if value is None:
        return ""
    return axis.choices[round(value)] if axis.choices else repr(value)


def nearest_spot(
    spots: Iterable[tuple[Spot, QPointF]], point: QPointF, reach: float
) -> Spot | None:
    """Of spots and where they are the one nearest to a point; spots in front before others."""
    found: tuple[float, Spot] | None = None
    for spot, place in spots:
        away = (place.x() - point.x()) ** 2 + (place.y() - point.y()) ** 2
        if spot.kind in ("front", "baseline"):
            away *= 0.5
        if away <= reach * reach and (found is None or away < found[0]):
            found = away, spot
    return None if found is None else found[1]
