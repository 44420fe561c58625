"""CurvesChart: many curves in one chart, with a marker that a person drags."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QTimer,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from shiboken6 import isValid

from workbench.signals import Signal
from workbench.ui.charts.chart_layout import (
    HEAD_HEIGHT,
    ChartLayout,
    Content,
    Fonts,
    Highlight,
    label_need,
    lay_out,
)
from workbench.ui.charts.curve import ChartText, Curve, Note, curves_csv
from workbench.ui.theme.theme import SPACE_S, TEXT_CAPTION, Theme

if TYPE_CHECKING:
    from workbench.ui.charts.plot import Plot

LEAST_SIZE = QSize(240, 140)
STEPS = 200  # key presses from one end of the axis to the other
LARGE_STEP = 10
TURN_S = 0.004
REACH = 28.0  # pixels within which a curve is pointed at


def load_plots() -> None:
    """Import what draws charts, in any thread, before the first one is shown."""
    import workbench.ui.charts.item_plot
    import workbench.ui.charts.plot  # noqa: F401


class Drawn(Protocol):
    """A chart that `DrawingTurns` paints and then shows."""

    def make_due(self) -> bool: ...

    def paint_due(self) -> None: ...

    def draw_due(self) -> None: ...


class DrawingTurns(QObject):
    """Paints the charts that changed, for some milliseconds in each turn of the event loop.

    Five charts of a training together would stop the window for a tenth of a second. They come
    on the screen at once when all are painted, so that all of them show the same moment.
    """

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self._waiting: list[Drawn] = []
        self._painted: list[Drawn] = []
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.draw)

    def add(self, chart: Drawn) -> None:
        """Draw a chart soon, once for however many changes come before that."""
        if chart not in self._waiting:
            self._waiting.append(chart)
            self._timer.start()

    def draw(self) -> None:
        """Make one plot or paint one chart, then others until the turn is over.

        They are shown after the last one. A plot takes as long to make as to paint.
        """
        began = time.perf_counter()
        while self._waiting:
            chart = self._waiting[0]
            if not isValid(chart):
                self._waiting.pop(0)
            elif not chart.make_due():
                self._waiting.pop(0)
                chart.paint_due()
                self._painted.append(chart)
            if time.perf_counter() - began >= TURN_S:
                break
        if self._waiting:
            self._timer.start()
            return
        painted, self._painted = self._painted, []
        for chart in filter(isValid, painted):
            chart.draw_due()


@functools.cache
def drawing_turns() -> DrawingTurns:
    """The turns of all charts of the program."""
    return DrawingTurns(QCoreApplication.instance())


class ChartCanvas(QWidget):
    """Holds what is shown and lays it out; a Plot draws it once there are curves.

    Until then there is a title and a sentence, so that a window without data needs no pyqtgraph.
    """

    def __init__(self, content: Content, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._content, self._at = content, Highlight()
        self._layout: ChartLayout | None = None
        self._plot: Plot | None = None
        self._is_expected = False
        self._is_painted = self._is_drawn = False
        self._fonts: Fonts | None = None
        self.setMinimumSize(LEAST_SIZE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self._restyle)

    @property
    def curves(self) -> tuple[Curve, ...]:
        return self._content.curves

    @property
    def notes(self) -> tuple[Note, ...]:
        """The named places on the x axis."""
        return self._content.notes

    @property
    def text(self) -> ChartText:
        return self._content.text

    @property
    def plan(self) -> ChartLayout:
        """Where everything lies at the present size."""
        if self._layout is None:
            self._layout = lay_out(self._content, QSizeF(self.size()), self._measures())
        return self._layout

    @property
    def label_need(self) -> float:
        """Pixels at the right in which every label is written whole."""
        return label_need(self._content, self._measures())

    def place_of(self, label: str, x: float) -> QPointF:
        """Where the point of a curve that is nearest to x is drawn. Raises KeyError."""
        for curve in self.curves:
            point = curve.nearest(x) if curve.label == label else None
            if point is not None:
                self._drawn_plot()
                return QPointF(self.plan.x.place(point[0]), self.plan.y.place(point[1]))
        raise KeyError(label)

    def set_notes(self, notes: Sequence[Note]) -> None:
        """Name places on the x axis; their words stand above the plot."""
        if tuple(notes) != self._content.notes:
            self._change(notes=tuple(notes))

    def set_x_range(self, low: float | None, high: float | None = None) -> None:
        """Fix the ends of the x axis; None lets them follow the curves."""
        wanted = None if low is None or high is None else (low, high)
        if wanted != self._content.x_range:
            self._change(x_range=wanted)

    def show_x_words(self, has_x_words: bool) -> None:
        """Write ticks and title of the x axis, or leave them to a chart below."""
        if has_x_words != self._content.has_x_words:
            self._change(has_x_words=has_x_words)

    def set_label_room(self, room: float | None) -> None:
        """Fix the pixels at the right for labels, so that charts below each other agree."""
        if room != self._content.label_room:
            self._change(label_room=room)

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint the whole chart in any size (for files)."""
        self._paint_head(painter)
        if self.plan.has_data:
            self._drawn_plot().render_on(painter, QRectF(QPointF(0, 0), size))
        else:
            self._paint_absence(painter)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint_head(painter)
        if self._layout is not None and not self._layout.has_data:
            self._paint_absence(painter)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._forget()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        drawing_turns().add(self)

    def _change(self, **changes: object) -> None:
        self._content = replace(self._content, **changes)  # type: ignore[arg-type]  # any fields
        self._forget()

    def _restyle(self) -> None:
        """Draw in other colours at once, or nothing until this comes into sight."""
        self._fonts = None
        self._forget()
        self.draw_due()
        if self._plot is not None and not self._is_drawn:
            self._plot.hide()

    def _forget(self) -> None:
        """Lay everything out again; what is not visible is drawn when it comes into sight."""
        self._layout, self._is_painted, self._is_drawn = None, False, False
        if self.isVisible():
            drawing_turns().add(self)

    def prepare(self) -> None:
        """Make the plot soon, as curves are expected; it stays hidden until they come."""
        if self._plot is None and not self._is_expected:
            self._is_expected = True
            drawing_turns().add(self)

    def make_due(self) -> bool:
        """Make the plot if there is none and one is needed or expected; whether it was made."""
        is_due = self._is_expected or (self.isVisible() and self.plan.has_data)
        if self._plot is not None or not is_due:
            return False
        self._plot = self._new_plot()
        self._plot.hide()
        return True

    def paint_due(self) -> None:
        """Paint what changed, if it is in sight; until `draw_due` the screen shows what it did."""
        if self.isVisible() and self.plan.has_data:
            self._painted_plot()

    def draw_due(self) -> None:
        """Draw what changed, if it is in sight."""
        if not self.isVisible() or self._is_drawn:
            return
        if self.plan.has_data:
            self._drawn_plot()
            self.update(0, 0, self.width(), HEAD_HEIGHT)
            return
        self.update()
        if self._plot is not None:
            self._plot.hide()

    def _painted_plot(self) -> Plot:
        if self._plot is None:
            self._plot = self._new_plot()
        if not self._is_painted:
            self._is_painted = True
            self._plot.paint(self._content, self.plan, self.size())
        return self._plot

    def _drawn_plot(self) -> Plot:
        """The plot as it is to be just now."""
        plot = self._painted_plot()
        if not self._is_drawn:
            self._is_drawn = True
            plot.setGeometry(self.rect())
            plot.draw(self._content, self.plan, self._at)
            plot.show()
        return plot

    def _new_plot(self) -> Plot:
        from workbench.ui.charts.plot import (
            Plot,  # takes 0.4 s and 35 MB: with the first curve only
        )

        return Plot(self._theme, self)

    def _measures(self) -> Fonts:
        if self._fonts is None:
            faces = (self._theme.font(TEXT_CAPTION, bold=is_bold) for is_bold in (False, True))
            self._fonts = Fonts(*map(QFontMetricsF, faces))
        return self._fonts

    def _paint_head(self, painter: QPainter) -> None:
        """The title, and at its right what is pointed at, whose value is never cut."""
        fonts, words = self._measures(), self._at.words
        box = QRectF(0, 0, self.width(), HEAD_HEIGHT)
        taken = fonts.caption.horizontalAdvance(words) + SPACE_S if words else 0.0
        painter.setFont(self._theme.font(TEXT_CAPTION, bold=True))
        painter.setPen(self._theme.colour("muted_text"))
        right = Qt.TextElideMode.ElideRight
        title = fonts.bold.elidedText(self.text.title, right, max(0.0, box.width() - taken))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, title)
        if words:
            painter.setFont(self._theme.font(TEXT_CAPTION))
            painter.setPen(self._theme.colour("text"))
            words = fonts.caption.elidedText(words, Qt.TextElideMode.ElideLeft, box.width())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, words)

    def _paint_absence(self, painter: QPainter) -> None:
        painter.setFont(self._theme.font(TEXT_CAPTION))
        painter.setPen(self._theme.colour("muted_text"))
        words = QCoreApplication.translate("ChartCanvas", "No data yet")
        painter.drawText(self.plan.plot, Qt.AlignmentFlag.AlignCenter, words)


class CurvesChart(ChartCanvas):
    """Up to some 130 curves; `set_curves` replaces them, `set_marker` shows a marker.

    Left and right move the marker, with Shift or Page Up and Down further, Home and End to the
    ends; up and down go through the curves. Without a marker the keys move what is read out.

    Signals:
        marker_moved: float, where a person put the marker.
        curve_hovered: label of the curve that is pointed at, None where none is.
        pointed: float, the place on the x axis that a person points at, None where none is.
    """

    marker_moved: Signal[float] = Signal(object)
    curve_hovered: Signal[str | None] = Signal(object)
    pointed: Signal[float | None] = Signal(object)

    def __init__(
        self,
        text: ChartText,
        theme: Theme,
        *,
        log_x: bool = False,
        log_y: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Content(text, log_x=log_x, log_y=log_y), theme, parent)
        self._nearest_marker: Callable[[float], float] = float
        self._spoken = ""
        self.setAccessibleName(text.title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

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

    def set_pointed(self, x: float | None) -> None:
        """Point at a place on the x axis from elsewhere, such as another chart; no signal."""
        is_seen = x is not None and self.plan.has_data and self.plan.x.low <= x <= self.plan.x.high
        self._at = replace(self._at, curve=None, x=x if is_seen else None)
        self._say()

    def data_csv(self) -> str:
        """The points of all curves, also of those parts that are not in view."""
        return curves_csv(self.curves, self.text.x_axis, self.text.y_axis)

    def show_at(self, position: QPointF) -> None:
        """Point at a place in the widget (what hovering does)."""
        plan = self.plan
        is_inside = plan.has_data and plan.plot.contains(position)
        x = plan.x.value(position.x()) if is_inside else None
        curve = None if x is None else curve_near(self.curves, plan, x, position.y())
        self._point_at(curve, x)

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
        self._say()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._at = replace(self._at, has_focus=False)
        self._say()

    def _new_plot(self) -> Plot:
        plot = super()._new_plot()
        plot.pointed.connect(self.show_at)
        plot.marker_asked.connect(self._move_marker)
        return plot

    def _move_marker(self, x: float) -> None:
        """Put the marker where a person wants it, if there is one."""
        if self._at.marker is None:
            return
        wanted = self._nearest_marker(min(max(x, self.plan.x.low), self.plan.x.high))
        is_other = wanted != self._at.marker
        self.set_marker(wanted, "" if is_other else self._at.marker_words)
        if is_other:
            self.marker_moved.emit(wanted)

    def _step(self, steps: int) -> None:
        """Move the marker, or else the position that is read out, by `steps` of the axis."""
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
        changed, moved = curve is not self._at.curve, x != self._at.x
        self._at = replace(self._at, curve=curve, x=x)
        self._say()
        if moved:
            self.pointed.emit(x)
        if changed:
            self.curve_hovered.emit(None if curve is None else curve.label)

    def _change(self, **changes: object) -> None:
        # Before the rest is said: what stays the same while a person points and drags.
        content = replace(self._content, **changes)  # type: ignore[arg-type]  # any fields
        self._spoken = spoken(content)
        self._at = replace(self._at, words=pointed_words(content, self._at))
        super()._change(**changes)
        self._say()

    def _say(self) -> None:
        """Put what is pointed at into words, for eyes and for screen readers, and show it."""
        self._at = replace(self._at, words=pointed_words(self._content, self._at))
        self.setAccessibleDescription("; ".join(filter(None, (self._spoken, self._at.words))))
        if QAccessible.isActive():
            changed = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(changed)
        if self._is_drawn:
            if self._plot is not None:
                self._plot.point_at(self._at)
            self.update(0, 0, self.width(), HEAD_HEIGHT)


def curve_near(
    curves: Sequence[Curve], layout: ChartLayout, x: float, place: float
) -> Curve | None:
    """The curve nearest to a height in pixels, None where none is within reach."""
    found = [curve for curve in curves if len(curve.x)]
    index: dict[int, int] = {}  # most charts have one x for all curves
    for curve in found:
        if id(curve.x) not in index:
            index[id(curve.x)] = curve.index_near(x)
    values = np.array([curve.y[index[id(curve.x)]] for curve in found])
    if layout.y.is_log:
        values[~(values > 0)] = np.nan
    away = np.abs(layout.y.places(values) - place)
    away -= [1.0 if curve.is_emphasised else 0.0 for curve in found]
    is_near = away < REACH  # not for NaN
    return found[int(np.nanargmin(away))] if is_near.any() else None


def by_height(curves: Sequence[Curve], x: float | None) -> list[Curve]:
    """The curves that have points, from the lowest to the highest at x or at their ends."""
    drawn = [curve for curve in curves if len(curve.y)]
    return sorted(drawn, key=lambda curve: _height(curve, x))


def pointed_words(content: Content, at: Highlight) -> str:
    """What is pointed at, else where the marker stands on the emphasised curve."""
    if at.x is None and at.curve is None and at.marker_words:
        return at.marker_words
    x = at.x if at.x is not None else at.marker
    emphasised = (curve for curve in content.curves if curve.is_emphasised)
    only = content.curves[0] if len(content.curves) == 1 else None
    curve = at.curve or next(emphasised, only)
    if curve is None or (x is None and at.curve is None) or not len(curve.x):
        return ""
    point = curve.nearest(float(curve.x[-1]) if x is None else x)
    return "" if point is None else f"{curve.name}, {content.text.value(*point)}"


def spoken(content: Content) -> str:
    """What a screen reader hears first: the axes, the highest and the lowest curve, the notes."""
    drawn = [curve for curve in by_height(content.curves, None) if math.isfinite(curve.y[-1])]
    if not drawn:
        return QCoreApplication.translate("CurvesChart", "No curves yet.")
    parts = [content.text.y_axis, content.text.x_axis]
    if len(drawn) > 1:
        sentence = QCoreApplication.translate(
            "CurvesChart", "{n} curves; highest at the end {highest}, lowest {lowest}"
        )
        highest, lowest = _end(content, drawn[-1]), _end(content, drawn[0])
        parts.append(sentence.format(n=len(drawn), highest=highest, lowest=lowest))
    else:
        parts.append(_end(content, drawn[0]))
    parts += [note.words for note in content.notes]
    return "; ".join(parts)


def _height(curve: Curve, x: float | None) -> float:
    y = float(curve.y[-1 if x is None else curve.index_near(x)])
    return y if math.isfinite(y) else -math.inf


def _end(content: Content, curve: Curve) -> str:
    return f"{curve.name} {content.text.value(float(curve.x[-1]), float(curve.y[-1]))}"
