"""ZoomChart: curves that a person can look at closely while they still grow.

`SpreadChart` shows many curves as a band with some of them pinned, or all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QWidget

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_layout import STEP, Content, Range, View, ranges
from workbench.ui.charts.curve import (
    FEW,
    MOST_PINS,
    ChartText,
    Curve,
    Scale,
    SpreadChoice,
    band_of,
    usual_pins,
)
from workbench.ui.charts.curves_chart import CurvesChart
from workbench.ui.theme.theme import Theme

if TYPE_CHECKING:
    from workbench.ui.charts.plot import Plot


LEAST_SHARE = 1e-4
"""The smallest visible share of the whole axis."""


class ZoomChart(CurvesChart):
    """The wheel zooms about the pointer and with Shift moves; dragging moves, and with Shift draws
    a rectangle to look at. Over an axis the wheel and dragging zoom that axis. A double click
    shows all; +, - and 0 do the same without a mouse.

    Until a person zooms, the axes follow the curves. After `offer_ranges` dragging selects a part
    of the x axis instead; Escape ends the selection.

    Signals:
        range_selected: (low, high) of x that a person selected, None after Escape.
        zoomed: bool, whether a part is in view, after a person changed it.
    """

    zoomed: Signal[bool] = Signal(object)
    range_selected: Signal[Range | None] = Signal(object)
    _selects = False
    _linked: ZoomChart | None = None

    @property
    def view(self) -> View | None:
        """What is looked at, None for everything."""
        return self._content.view

    @property
    def shown_ranges(self) -> tuple[Range, Range]:
        """The ends of the x axis and of the y axis."""
        return ranges(self._content)

    def link_x(self, other: ZoomChart) -> None:
        """Look at the same part of the x axis as another chart, whichever a person zooms."""
        self._linked, other._linked = other, self

    def look_at(self, view: View | None) -> None:
        """Show a part, or everything; no signal."""
        if view != self.view:
            self._change(view=view)

    def zoom_by(self, factor: float, x: float | None = None) -> None:
        """Show 1 / factor as much of the x axis; `x` stays where it is, by default the middle."""
        low, high = self.plan.x.bounds
        middle = (low + high) / 2 if x is None else _on_axis((x, x), self._content.log_x)[0]
        self._look(((low - middle) / factor + middle, (high - middle) / factor + middle), None)

    def show_all(self) -> None:
        """Let the axes follow the curves again."""
        self._choose(None)

    def stay(self) -> None:
        """Keep the axes as they are, whatever the curves do; no signal."""
        if self.view is None and self.curves:
            self.look_at(View(*self.shown_ranges))

    @property
    def chosen(self) -> Range | None:
        """The part of the x axis that is selected."""
        return self._at.chosen

    def offer_ranges(self) -> None:
        """Let dragging select a part of the x axis instead of moving it."""
        self._selects = True
        if self._plot is not None:
            self._plot.offer_ranges()

    def set_chosen(self, chosen: Range | None) -> None:
        """Select a part of the x axis from elsewhere; no signal."""
        if chosen != self._at.chosen:
            self._at = replace(self._at, chosen=chosen)
            self._say()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = event.key(), Qt.Key
        if key == keys.Key_Escape and self.chosen is not None:
            self.set_chosen(None)
            self.range_selected.emit(None)
            return
        if key in (keys.Key_Plus, keys.Key_Equal):
            self.zoom_by(STEP * STEP, self._at.x)
        elif key == keys.Key_Minus:
            self.zoom_by(1 / (STEP * STEP), self._at.x)
        elif key == keys.Key_0:
            self.show_all()
        else:
            super().keyPressEvent(event)

    def _new_plot(self) -> Plot:
        plot = super()._new_plot()
        plot.asked.connect(self._look_at_ranges)
        plot.moved.connect(self._move)
        plot.all_asked.connect(self.show_all)
        plot.range_asked.connect(self._select)
        if self._selects:
            plot.offer_ranges()
        return plot

    def _select(self, asked: tuple[float, float, bool]) -> None:
        low, high, is_final = asked
        self.set_chosen((low, high))
        if is_final:
            self.range_selected.emit((low, high))

    def _look_at_ranges(self, wanted: tuple[Range | None, Range | None]) -> None:
        self._look(*wanted)

    def _move(self, wanted: tuple[Range, Range]) -> None:
        """Move the view, as far as there are curves; y only where a person chose it."""
        x, y = wanted
        whole_x, whole_y = self._whole_on_axes()
        is_free = self.view is not None and self.view.y is not None
        self._look(_shifted(x, whole_x), _shifted(y, whole_y) if is_free else None)

    def _look(self, x: Range | None, y: Range | None) -> None:
        """Look at ranges in numbers of the axes, None for one that stays."""
        content, view = self._content, self.view
        whole_x, whole_y = self._whole_on_axes()
        if x is None:
            x = whole_x if view is None else _on_axis(view.x, content.log_x)
        if y is None and view is not None and view.y is not None:
            y = _on_axis(view.y, content.log_y)
        x, y = _clipped(x, whole_x), y and _clipped(y, whole_y)
        if _is_tiny(x, whole_x) or (y is not None and _is_tiny(y, whole_y)):
            return
        if y == whole_y:
            y = None
        shown = View(_off_axis(x, content.log_x), y and _off_axis(y, content.log_y))
        self._choose(None if x == whole_x and y is None else shown)

    def _choose(self, view: View | None) -> None:
        if view == self.view:
            return
        self.look_at(view)
        self.draw_due()  # the next turn of the wheel begins where this one ended
        if self._linked is not None:
            self._linked.look_at(view and View(view.x))
        self.zoomed.emit(view is not None)

    def _whole_on_axes(self) -> tuple[Range, Range]:
        """The ends of both axes with everything in view, in numbers of the axes."""
        content: Content = self._content
        x, y = ranges(replace(content, view=None))
        return _on_axis(x, content.log_x), _on_axis(y, content.log_y)


def _on_axis(ends: Range, is_log: bool) -> Range:
    return Scale(*ends, 0.0, 1.0, is_log).bounds


def _off_axis(ends: Range, is_log: bool) -> Range:
    scale = Scale(1.0, 2.0, 0.0, 1.0, is_log)
    return scale.off_axis(ends[0]), scale.off_axis(ends[1])


def _clipped(wanted: Range, whole: Range) -> Range:
    """As much of a range as there is, exactly the whole end where rounding alone missed it."""
    slack = (whole[1] - whole[0]) * 1e-9
    low = whole[0] if wanted[0] < whole[0] + slack else wanted[0]
    return low, whole[1] if wanted[1] > whole[1] - slack else wanted[1]


def _shifted(wanted: Range, whole: Range) -> Range:
    """The same width, moved into the whole range."""
    low, high = wanted
    by = max(whole[0] - low, 0.0) + min(whole[1] - high, 0.0)
    return low + by, high + by


def _is_tiny(wanted: Range, whole: Range) -> bool:
    return wanted[1] - wanted[0] < LEAST_SHARE * (whole[1] - whole[0])


CLICK_REACH = 8.0  # pixels within which a click is about a curve


class SpreadChart(ZoomChart):
    """More than FEW curves of one x are drawn as a band; pinned ones lie on it, with labels.

    P or a click pins the curve that is pointed at, or unpins it; with Ctrl where a click moves the
    marker. The switch at the bottom right and the context menu choose all curves instead.

    Signals:
        choice_changed: SpreadChoice, after a person pinned, unpinned or switched.
    """

    choice_changed: Signal[SpreadChoice] = Signal(object)

    def __init__(
        self, text: ChartText, theme: Theme, *, log_x: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, theme, log_x=log_x, parent=parent)
        self._choice = SpreadChoice()
        self._n_bytes: Mapping[str, float] = {}
        self._pointer = QPointF()
        self._switch = QCheckBox(self.tr("All curves"), self)
        self._switch.setProperty("role", "caption")
        self._switch.setToolTip(
            self.tr("Draw every curve instead of the band. P pins the curve under the pointer.")
        )
        self._switch.clicked.connect(self.show_all_curves)
        self._switch.hide()

    @property
    def choice(self) -> SpreadChoice:
        return self._choice

    @property
    def pins(self) -> tuple[str, ...]:
        """The labels on the band, the oldest first; those of an earlier corpus count no more."""
        known = {curve.label for curve in self.curves if curve.is_plain}
        chosen = self._choice.pins
        kept = tuple(label for label in chosen or () if label in known)
        return kept if kept or chosen == () else usual_pins(self.curves, self._n_bytes)

    def set_source_bytes(self, n_bytes: Mapping[str, float]) -> None:
        """Set the bytes of text per label; without a choice the largest label is pinned."""
        self._n_bytes = n_bytes

    def set_choice(self, choice: SpreadChoice) -> None:
        """Show what was chosen elsewhere; no signal."""
        if choice != self._choice:
            self._choice = choice
            self.set_curves(self.curves)

    def set_curves(self, curves: Sequence[Curve]) -> None:
        n_plain = sum(curve.is_plain for curve in curves)
        self._switch.setVisible(n_plain > FEW)
        self._switch.setChecked(self._choice.shows_all)
        self._place_switch()
        band = None if self._choice.shows_all else band_of(curves)
        self._content = replace(
            self._content, curves=tuple(curves), band=band, has_switch=n_plain > FEW
        )
        self._content = replace(self._content, pins=() if band is None else self.pins)
        super().set_curves(curves)

    def show_all_curves(self, shows_all: bool) -> None:
        """Draw every curve, or the band."""
        self._choose_spread(replace(self._choice, shows_all=shows_all))

    def toggle_pin(self, label: str) -> None:
        """Pin a label, instead of the oldest one where they are too many, or unpin it."""
        pins = self.pins
        if label in pins:
            pins = tuple(pin for pin in pins if pin != label)
        else:
            pins = (*pins, label)[-MOST_PINS:]
        self._choose_spread(replace(self._choice, pins=pins))

    def fill_menu(self, menu: QMenu) -> None:
        """Offer what can be done with the curve that is pointed at and with all."""
        if self._switch.isHidden():
            return
        curve = self._at.curve
        if curve is not None and curve.is_plain and self._content.band is not None:
            words = self.tr("Unpin %1") if curve.label in self.pins else self.tr("Pin %1")
            action = menu.addAction(fill(words, curve.name))
            action.setData(curve.label)
            action.triggered.connect(self._toggle_asked)
        usual = menu.addAction(self.tr("Usual pins"))
        usual.setEnabled(self._choice.pins is not None)
        usual.triggered.connect(self._take_usual_pins)
        every = menu.addAction(self.tr("All curves"))
        every.setCheckable(True)
        every.setChecked(self._choice.shows_all)
        every.triggered.connect(self.show_all_curves)
        menu.addSeparator()

    def show_at(self, position: QPointF) -> None:
        self._pointer = position
        super().show_at(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        curve = self._at.curve
        if event.key() == Qt.Key.Key_P and curve is not None and self._may_pin(curve):
            self.toggle_pin(curve.label)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_switch()

    def _new_plot(self) -> Plot:
        plot = super()._new_plot()
        plot.pin_asked.connect(self._pin_under_pointer)
        self._switch.raise_()
        return plot

    def _place_switch(self) -> None:
        """At the bottom right, beside the words of the x axis."""
        size = self._switch.sizeHint()
        corner = self.rect().bottomRight()
        self._switch.setGeometry(corner.x() - size.width(), corner.y() - size.height() + 1,
                                 size.width(), size.height())  # fmt: skip

    def _move_marker(self, x: float) -> None:
        """A click on a curve pins it where there is no marker to move."""
        if self._at.marker is None:
            self._pin_under_pointer()
        else:
            super()._move_marker(x)

    def _pin_under_pointer(self) -> None:
        curve = self._at.curve
        if curve is not None and self._may_pin(curve) and self._is_under_pointer(curve):
            self.toggle_pin(curve.label)

    def _may_pin(self, curve: Curve) -> bool:
        return curve.is_plain and self._content.band is not None

    def _is_under_pointer(self, curve: Curve) -> bool:
        plan = self.plan
        point = curve.nearest(plan.x.value(self._pointer.x()))
        return point is not None and abs(plan.y.place(point[1]) - self._pointer.y()) <= CLICK_REACH

    def _toggle_asked(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.toggle_pin(action.data())

    def _take_usual_pins(self) -> None:
        self._choose_spread(replace(self._choice, pins=None))

    def _choose_spread(self, choice: SpreadChoice) -> None:
        self.set_choice(choice)
        self.choice_changed.emit(choice)
