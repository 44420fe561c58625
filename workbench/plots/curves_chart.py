"""CurvesChart: many curves in one chart, with a marker that a person drags.

Painted by itself, without a plot library: what stays still lies in a picture, so that pointing
and dragging cost the same for one curve and for a hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from workbench.plots.chart_data import curves_csv
from workbench.plots.chart_text import ChartText
from workbench.plots.curve import Curve, Note
from workbench.plots.curve_words import by_height, curve_near, pointed_words, spoken
from workbench.plots.curves_canvas import CurvesCanvas
from workbench.plots.curves_layout import CurvesContent
from workbench.theme import Theme

__all__ = ["ChartText", "Curve", "CurvesChart", "Note"]

HANDLE_HEIGHT = 16  # pixels below the plot where the marker can be taken
STEPS = 200  # key presses from one end of the axis to the other
LARGE_STEP = 10


class CurvesChart(CurvesCanvas):
    """Up to some 130 curves; `set_curves` replaces them, `set_marker` shows a marker.

    Left and right move the marker, with Shift or Page Up and Down further, Home and End to the
    ends; up and down go through the curves. Without a marker the keys move what is read out.

    Signals:
        marker_moved: float, where a person put the marker.
        curve_hovered: label of the curve that is pointed at, None where none is.
    """

    marker_moved = Signal(object)
    curve_hovered = Signal(object)

    def __init__(
        self,
        text: ChartText,
        theme: Theme,
        *,
        log_x: bool = False,
        log_y: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(CurvesContent(text, log_x=log_x, log_y=log_y), theme, parent)
        self._nearest_marker: Callable[[float], float] = float
        self._spoken = ""
        self.setAccessibleName(text.title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    @property
    def marker(self) -> float | None:
        return self._at.marker

    @property
    def hovered_words(self) -> str:
        """The words at the chart's top right."""
        return self._at.words

    def set_curves(self, curves: Sequence[Curve]) -> None:
        """Show other curves; what is pointed at stays where its label is still there."""
        pointed = None if self._at.curve is None else self._at.curve.label
        found = next((curve for curve in curves if curve.label == pointed), None)
        self._at = replace(self._at, curve=found)
        self._change(curves=tuple(curves))

    def set_marker(self, x: float | None, words: str = "") -> None:
        """Put the marker somewhere, or take it away; no signal.

        words: what is said of it; by default the nearest point of the emphasised curve.
        """
        marker = None if x is None else float(x)
        self._at = replace(self._at, marker=marker, marker_words=words)
        self._say()

    def set_marker_places(self, nearest: Callable[[float], float]) -> None:
        """`nearest` gives the place that a person's marker may have for a wanted one."""
        self._nearest_marker = nearest

    def set_hovered(self, label: str | None) -> None:
        """Point at a curve from elsewhere, such as a table's row; no signal."""
        found = next((curve for curve in self.curves if curve.label == label), None)
        self._at = replace(self._at, curve=found)
        self._say()

    def data_csv(self) -> str:
        """Return the points of all curves as CSV."""
        return curves_csv(self.curves, self.text.x_axis, self.text.y_axis)

    def show_at(self, position: QPointF) -> None:
        """Point at a place in the widget (what hovering does)."""
        plan = self.plan
        x = plan.x.value(position.x()) if plan.plot.contains(position) else None
        curve = None if x is None else curve_near(self.curves, plan, x, position.y())
        self._point_at(curve, x)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._at.marker is not None:
            self._move_marker(self.plan.x.value(event.position().x()))
        else:
            self.show_at(event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        plot = self.plan.plot.adjusted(-1, 0, 1, HANDLE_HEIGHT)
        if event.button() == Qt.MouseButton.LeftButton and plot.contains(event.position()):
            self.mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None, None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, large = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        keys = Qt.Key
        if key in (keys.Key_Up, keys.Key_Down):
            self._next_curve(up=key == keys.Key_Up)
        elif key in (keys.Key_Left, keys.Key_Right):
            steps = LARGE_STEP if large else 1
            self._step(steps if key == keys.Key_Right else -steps)
        elif key in (keys.Key_PageUp, keys.Key_PageDown):
            self._step(LARGE_STEP if key == keys.Key_PageUp else -LARGE_STEP)
        elif key in (keys.Key_Home, keys.Key_End):
            self._step(-STEPS if key == keys.Key_Home else STEPS)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._at = replace(self._at, has_focus=True)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._at = replace(self._at, has_focus=False)
        self.update()

    def _move_marker(self, x: float) -> None:
        wanted = self._nearest_marker(min(max(x, self.plan.x.low), self.plan.x.high))
        if wanted != self._at.marker:
            self.set_marker(wanted)
            self.marker_moved.emit(wanted)

    def _step(self, steps: int) -> None:
        """Move the marker, or the place that is read out, by so many steps of the axis."""
        scale = self.plan.x
        begin = self._at.marker if self._at.marker is not None else self._at.x
        place = scale.place(scale.low if begin is None else begin)
        for factor in range(1, STEPS):  # a step that leads to the same place is made longer
            wanted = scale.value(place + factor * steps * (scale.end - scale.begin) / STEPS)
            if self._at.marker is None:
                self._point_at(self._at.curve, wanted)
                return
            if self._nearest_marker(wanted) != self._at.marker:
                self._move_marker(wanted)
                return

    def _next_curve(self, *, up: bool) -> None:
        """Go to the curve above or below, by the values at the marker or at the ends."""
        x = self._at.marker if self._at.marker is not None else self._at.x
        ordered = by_height(self.curves, x)
        if not ordered:
            return
        at = -1 if self._at.curve is None else ordered.index(self._at.curve)
        self._point_at(ordered[(at + (1 if up else -1)) % len(ordered)], self._at.x)

    def _point_at(self, curve: Curve | None, x: float | None) -> None:
        changed = curve is not self._at.curve
        self._at = replace(self._at, curve=curve, x=x)
        self._say()
        if changed:
            self.curve_hovered.emit(None if curve is None else curve.label)

    def _change(self, **changes: object) -> None:
        # Before the rest is said: what stays the same while a person points and drags.
        self._spoken = spoken(replace(self._content, **changes))  # type: ignore[arg-type]
        super()._change(**changes)
        self._say()

    def _say(self) -> None:
        """Put what is pointed at into words, for eyes and for screen readers, and repaint."""
        self._at = replace(self._at, words=pointed_words(self._content, self._at))
        self.setAccessibleDescription("; ".join(filter(None, (self._spoken, self._at.words))))
        if QAccessible.isActive():
            changed = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(changed)
        self.update()
