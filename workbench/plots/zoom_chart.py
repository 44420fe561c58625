"""ZoomChart: curves that a person can look at closely while they still grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from workbench.plots.chart_data import curves_csv
from workbench.plots.chart_text import ChartText
from workbench.plots.curve import Curve, Scale
from workbench.plots.curve_points import thinned
from workbench.plots.curves_chart import CurvesChart
from workbench.theme import Theme

LEAST_DRAG = 6  # pixels: less is a click with an unsteady hand
STEP = 1.25
PAN_SHARE = 0.1
LEAST_SHARE = 1e-4
"""Of the whole axis: nobody needs to look closer."""
WHEEL_STEP = 120
BAND_ALPHA = 40


@dataclass(frozen=True)
class View:
    """The part of the axes that is looked at; without y the curves decide on it."""

    x: tuple[float, float]
    y: tuple[float, float] | None = None


class ZoomChart(CurvesChart):
    """The wheel zooms about the pointer and with Shift moves, a dragged rectangle becomes the
    view, a double click shows all; +, - and 0 do the same without a mouse.

    Until a person zooms, the axes follow the curves. What is drawn is thinned to what the part in
    view needs, so that half a million points cost as much as a thousand.

    Signals:
        zoomed: bool, whether a part is in view, after a person changed it.
    """

    zoomed = Signal(object)

    def __init__(
        self,
        text: ChartText,
        theme: Theme,
        *,
        log_x: bool = False,
        log_y: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        self._whole: tuple[Curve, ...] = ()
        self._view: View | None = None
        self._drag: tuple[QPointF, QPointF] | None = None
        self._log_x, self._zoom_theme = log_x, theme
        super().__init__(text, theme, log_x=log_x, log_y=log_y, parent=parent)

    @property
    def view(self) -> View | None:
        """What is looked at, None for everything."""
        return self._view

    @property
    def whole_curves(self) -> tuple[Curve, ...]:
        """The curves as they were set; `curves` are those parts of them that are drawn."""
        return self._whole

    def set_curves(self, curves: Sequence[Curve]) -> None:
        self._whole = tuple(curves)
        self._show_view()

    def look_at(self, view: View | None) -> None:
        """Show a part, or everything; no signal."""
        if view != self._view:
            self._view = view
            self._show_view()

    def zoom_by(self, factor: float, place: float | None = None) -> None:
        """Show 1 / factor as much of the x axis; what lies at `place` in pixels stays there."""
        scale = self.plan.x
        middle = (scale.begin + scale.end) / 2 if place is None else place
        ends = [middle + (end - middle) / factor for end in (scale.begin, scale.end)]
        self._go_to(*ends)

    def move_by(self, share: float) -> None:
        """Move the view by a share of its width; it stays within the curves."""
        scale = self.plan.x
        low, high = (scale.place(end) for end in self._whole_x())
        wanted = share * (scale.end - scale.begin)
        room = max(0.0, high - scale.end) if wanted > 0 else min(0.0, low - scale.begin)
        by = min(wanted, room) if wanted > 0 else max(wanted, room)
        self._go_to(scale.begin + by, scale.end + by)

    def show_all(self) -> None:
        """Let the axes follow the curves again."""
        self._choose(None)

    def stay(self) -> None:
        """Keep the axes as they are, whatever the curves do; no signal."""
        if self._view is None and self._whole:
            x, y = self.plan.x, self.plan.y
            self.look_at(View((x.low, x.high), (y.low, y.high)))

    def data_csv(self) -> str:
        """The points of all curves, also of those parts that are not in view."""
        return curves_csv(self._whole, self.text.x_axis, self.text.y_axis)

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        steps = (delta.y() or delta.x()) / WHEEL_STEP
        if not steps or not self._whole:
            event.ignore()
            return
        event.accept()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.move_by(-steps * PAN_SHARE)
        else:
            self.zoom_by(STEP**steps, event.position().x())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._whole:
            self._drag = (event.position(), event.position())
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is None:
            super().mouseMoveEvent(event)
            return
        self._drag = (self._drag[0], event.position())
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        if drag is None:
            super().mouseReleaseEvent(event)
            return
        self.update()
        band = self._band(*drag)
        if band.width() >= LEAST_DRAG and band.height() >= LEAST_DRAG:
            x, y = self.plan.x, self.plan.y
            xs = (x.value(band.left()), x.value(band.right()))
            self._choose(View(xs, (y.value(band.bottom()), y.value(band.top()))))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag = None
            self.show_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = event.key(), Qt.Key
        place = None if self._at.x is None else self.plan.x.place(self._at.x)
        if key in (keys.Key_Plus, keys.Key_Equal):
            self.zoom_by(STEP * STEP, place)
        elif key == keys.Key_Minus:
            self.zoom_by(1 / (STEP * STEP), place)
        elif key == keys.Key_0:
            self.show_all()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._drag is not None:
            painter = QPainter(self)
            accent = self._zoom_theme.colour("accent")
            painter.setPen(QPen(accent, 1))
            painter.setBrush(QColor(accent.red(), accent.green(), accent.blue(), BAND_ALPHA))
            painter.drawRect(self._band(*self._drag))
            painter.end()

    def _band(self, begin: QPointF, end: QPointF) -> QRectF:
        return QRectF(begin, end).normalized() & self.plan.plot

    def _go_to(self, begin: float, end: float) -> None:
        """Look at the part of the x axis between two places in pixels."""
        scale = self.plan.x
        least, most = self._whole_x()
        whole = Scale(least, most, 0.0, 1.0, self._log_x)
        low, high = (_beyond(scale, place) for place in (begin, end))
        low, high = max(low, least), min(high, most)
        if high <= low or whole.place(high) - whole.place(low) < LEAST_SHARE:
            return
        is_all = low <= least and high >= most
        self._choose(None if is_all else View((low, high)))

    def _choose(self, view: View | None) -> None:
        if view != self._view:
            self.look_at(view)
            self.zoomed.emit(view is not None)

    def _whole_x(self) -> tuple[float, float]:
        """The least and the greatest x of all curves that the axis can show."""
        xs = [curve.x[curve.x > 0] if self._log_x else curve.x for curve in self._whole]
        ends = [float(end) for x in xs if len(x) for end in (x[0], x[-1])]
        return (min(ends), max(ends)) if ends else (1.0, 2.0)

    def _show_view(self) -> None:
        view = self._view
        drawn = [self._drawn(curve) for curve in self._whole]
        ranges = {"x_range": view and view.x, "y_range": view and view.y}
        self._content = replace(self._content, **ranges)  # type: ignore[arg-type]
        super().set_curves(drawn)

    def _drawn(self, curve: Curve) -> Curve:
        """Of a curve the part in view, with as many points as can be told apart."""
        x, y = curve.x, curve.y
        if self._view is not None:
            low, high = self._view.x
            inside = slice(*np.searchsorted(x, (low, high), side="left").tolist())
            begin, end = max(0, inside.start - 1), inside.stop
            if end < len(x) and x[end] <= high * (1 + 1e-12):
                end += 1
            x, y = x[begin:end], y[begin:end]
        keep = thinned(x, y, log=self._log_x)
        if len(keep) < len(x):
            x, y = x[keep], y[keep]
        return replace(curve, x=x, y=y)


def _beyond(scale: Scale, place: float) -> float:
    """What lies at a place in pixels, also outside of the scale."""
    low, high = scale.bounds
    shown = low + (place - scale.begin) / (scale.end - scale.begin) * (high - low)
    return float(10.0 ** min(shown, 300.0)) if scale.is_log else shown
