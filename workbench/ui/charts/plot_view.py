"""PlotView: the view of pyqtgraph that all plots are drawn on, and what a person does with it.

It and the plots that import it are loaded when the first chart is shown: that takes 0.4 s and
35 MB. No other module imports pyqtgraph.
"""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from workbench.signals import Signal
from workbench.ui.charts.chart_layout import STEP

# Numba and OpenGL would have to be loaded before the first line.
pg.setConfigOptions(
    useNumba=False, useOpenGL=False, useCupy=False, mouseRateLimit=-1, exitCleanup=False
)

GRAB_RADIUS = 5
WHEEL_STEP = 120
PAN_SHARE = 0.1
DRAG_STEP = 1.01  # of an axis, for each pixel
LEAST_DRAG = 6  # pixels: less is a click with an unsteady hand
LEFT = Qt.MouseButton.LeftButton
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class Area(pg.ViewBox):
    """The plot between the axes: turns the mouse into wishes for other ranges.

    The wheel zooms x about the pointer, or both axes where `zooms_both`, and with Shift moves; over
    an axis it zooms that axis.
    Dragging moves, or selects a part of x where `selects`; with Shift it draws a rectangle to look
    at; on an axis it zooms that axis.

    Signals:
        asked: (x range, y range) in numbers of the axes, None for one that stays.
        moved: (x range, y range), as wide as they were.
        clicked: where, in numbers of the x axis.
        pinned: a click while Ctrl is held.
        selected: (one end, other end, whether the button is up), in numbers of the x axis.
    """

    asked: Signal[tuple[tuple[float, float] | None, tuple[float, float] | None]] = Signal(object)
    moved: Signal[tuple[tuple[float, float], tuple[float, float]]] = Signal(object)
    clicked: Signal[float] = Signal(object)
    pinned = Signal()
    selected: Signal[tuple[float, float, bool]] = Signal(object)

    def __init__(self) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.selects = self.zooms_both = False
        self._draws_band = False

    def wheelEvent(self, event: Any, axis: int | None = None) -> None:
        steps = event.delta() / WHEEL_STEP
        event.accept()
        if event.modifiers() & _SHIFT and axis is None:
            low, high = self.viewRange()[0]
            by = -steps * PAN_SHARE * (high - low)
            self.moved.emit(((low + by, high + by), self.viewRange()[1]))
        else:
            axes = (0, 1) if self.zooms_both and axis is None else (axis or 0,)
            self._zoom(STEP**steps, self.mapSceneToView(event.scenePos()), axes)

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        if event.button() != LEFT:
            event.ignore()
            return
        event.accept()
        if event.isStart():
            self._draws_band = axis is None and bool(event.modifiers() & _SHIFT)
        if self._draws_band:
            self._drag_band(event)
        elif axis is None and self.selects:
            ends = (self.mapToView(place).x() for place in (event.buttonDownPos(), event.pos()))
            begin, end = ends
            self.selected.emit((begin, end, bool(event.isFinish())))
        elif axis is None:
            by = self.mapToView(event.lastPos()) - self.mapToView(event.pos())
            (x_low, x_high), (y_low, y_high) = self.viewRange()
            self.moved.emit(((x_low + by.x(), x_high + by.x()), (y_low + by.y(), y_high + by.y())))
        else:
            by = event.screenPos() - event.lastScreenPos()
            pixels = by.x() if axis == 0 else -by.y()
            self._zoom(DRAG_STEP**pixels, self.viewRect().center(), (axis,))

    def mouseClickEvent(self, event: Any) -> None:
        if event.button() == LEFT and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pinned.emit()
        elif event.button() == LEFT:
            self.clicked.emit(self.mapSceneToView(event.scenePos()).x())

    def _zoom(self, factor: float, about: QPointF, axes: tuple[int, ...]) -> None:
        ranges: list[tuple[float, float] | None] = [None, None]
        for axis in axes:
            middle = about.x() if axis == 0 else about.y()
            low, high = (middle + (end - middle) / factor for end in self.viewRange()[axis])
            ranges[axis] = low, high
        self.asked.emit((ranges[0], ranges[1]))

    def _drag_band(self, event: Any) -> None:
        begin, end = event.buttonDownPos(), event.pos()
        if not event.isFinish():
            self.updateScaleBox(begin, end)
            return
        self.rbScaleBox.hide()
        band = QRectF(begin, end).normalized() & self.boundingRect()
        if min(band.width(), band.height()) >= LEAST_DRAG:
            shown = self.mapToView(band).boundingRect()
            self.asked.emit(((shown.left(), shown.right()), (shown.top(), shown.bottom())))


class PlotView(pg.GraphicsView):
    """A transparent view without focus; the widget around it has keys, words and tool tips.

    Signals:
        asked, moved: ranges that a person wants, as of the area.
        pointed: QPointF, where the pointer is.
    """

    asked: Signal[tuple[tuple[float, float] | None, tuple[float, float] | None]] = Signal(object)
    moved: Signal[tuple[tuple[float, float], tuple[float, float]]] = Signal(object)
    pointed: Signal[QPointF] = Signal(object)

    def __init__(self, area: Area, parent: QWidget) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        # Qt's own: PySide gives one made in Python, as pyqtgraph's is, another owner while the
        # chain of focus is walked.
        self.setViewport(None)
        self.setCentralItem(None)
        self.area = area
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.setStyleSheet("background: transparent")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.scene().setClickRadius(GRAB_RADIUS)
        area.asked.connect(self.asked)
        area.moved.connect(self.moved)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons():
            self.pointed.emit(event.position())
