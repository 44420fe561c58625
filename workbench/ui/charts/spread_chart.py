"""SpreadChart: many curves as a band with some of them pinned, or all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QWidget

from workbench.signals import Signal
from workbench.text.placeholders import fill
from workbench.ui.charts.band import FEW, MOST_PINS, SpreadChoice, band_of, usual_pins
from workbench.ui.charts.curve import ChartText, Curve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.theme.theme import Theme

if TYPE_CHECKING:
    from workbench.ui.charts.plot import Plot

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
