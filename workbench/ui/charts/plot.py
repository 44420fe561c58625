"""Plot: curves, bars, axes and the marker of a chart, drawn by pyqtgraph.

What stays while a person points and drags is drawn once, into a picture. What moves is drawn on it:
the marker, the line and the points at the pointer, and the thick curve.

The only module that imports pyqtgraph, itself imported when the first curve is shown: that takes
0.4 s and 35 MB. What pyqtgraph has no item for is painted here by hand: labels at the ends of the
curves, which never collide, notes above the plot, and points on the curves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from workbench.signals import Signal
from workbench.ui.charts.chart_layout import (
    BOTTOM_AXIS_HEIGHT,
    LEFT_AXIS_WIDTH,
    STEP,
    ChartLayout,
    Content,
    EndLabel,
    Highlight,
)
from workbench.ui.charts.curve import ChartText, Curve, Scale, points_on_axes
from workbench.ui.theme.markers import paint_marker
from workbench.ui.theme.theme import LINE_GAP, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme

# Numba and OpenGL would have to be loaded before the first line.
pg.setConfigOptions(
    useNumba=False, useOpenGL=False, useCupy=False, mouseRateLimit=-1, exitCleanup=False
)

THIN, THICK, EMPHASISED, MARKER = 1.0, 2.2, 2.4, 1.5
FEW = 8
MANY_ALPHA = 150
DOT = 4.0
TICK_ROOM = 40
GRAB_RADIUS = 5
WHEEL_STEP = 120
PAN_SHARE = 0.1
DRAG_STEP = 1.01  # of an axis, for each pixel
LEAST_DRAG = 6  # pixels: less is a click with an unsteady hand
BAR_SHARE = 0.94
ORDER = ((True, True), (True, False), (False, False), (False, True))
"""From below: bars of the whole, those of a part before them, lines, emphasised ones."""
_LEFT = Qt.MouseButton.LeftButton
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class _Area(pg.ViewBox):
    """The plot between the axes: turns the mouse into wishes for other ranges.

    The wheel zooms x about the pointer, and with Shift moves; over an axis it zooms that axis.
    Dragging moves; with Shift it draws a rectangle to look at; on an axis it zooms that axis.

    Signals:
        asked: (x range, y range) in numbers of the axes, None for one that stays.
        moved: (x range, y range), as wide as they were.
        clicked: where, in numbers of the x axis.
    """

    asked: Signal[tuple[tuple[float, float] | None, tuple[float, float] | None]] = Signal(object)
    moved: Signal[tuple[tuple[float, float], tuple[float, float]]] = Signal(object)
    clicked: Signal[float] = Signal(object)

    def __init__(self) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self._draws_band = False

    def wheelEvent(self, event: Any, axis: int | None = None) -> None:
        steps = event.delta() / WHEEL_STEP
        event.accept()
        if event.modifiers() & _SHIFT and axis is None:
            low, high = self.viewRange()[0]
            by = -steps * PAN_SHARE * (high - low)
            self.moved.emit(((low + by, high + by), self.viewRange()[1]))
        else:
            self._zoom(STEP**steps, self.mapSceneToView(event.scenePos()), axis or 0)

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        if event.button() != _LEFT:
            event.ignore()
            return
        event.accept()
        if event.isStart():
            self._draws_band = axis is None and bool(event.modifiers() & _SHIFT)
        if self._draws_band:
            self._drag_band(event)
        elif axis is None:
            by = self.mapToView(event.lastPos()) - self.mapToView(event.pos())
            (x_low, x_high), (y_low, y_high) = self.viewRange()
            self.moved.emit(((x_low + by.x(), x_high + by.x()), (y_low + by.y(), y_high + by.y())))
        else:
            by = event.screenPos() - event.lastScreenPos()
            pixels = by.x() if axis == 0 else -by.y()
            self._zoom(DRAG_STEP**pixels, self.viewRect().center(), axis)

    def mouseClickEvent(self, event: Any) -> None:
        if event.button() == _LEFT:
            self.clicked.emit(self.mapSceneToView(event.scenePos()).x())

    def _zoom(self, factor: float, about: QPointF, axis: int) -> None:
        middle = about.x() if axis == 0 else about.y()
        wanted = tuple(middle + (end - middle) / factor for end in self.viewRange()[axis])
        self.asked.emit((wanted, None) if axis == 0 else (None, wanted))

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


class _Axis(pg.AxisItem):
    """An axis with its grid; pyqtgraph's keeps a QPicture, which a denser device draws larger."""

    is_painted = True

    def __init__(self, side: str, area: _Area) -> None:
        self.chart = QRectF()
        super().__init__(side, linkView=area)
        self.setStyle(
            tickLength=0, tickTextOffset=SPACE_XS, tickAlpha=255,
            autoExpandTextSpace=False, hideOverlappingLabels=False,
        )  # fmt: skip
        self.setGrid(255)
        self.setPen(pg.mkPen(None))
        self.setZValue(area.zValue() - 1)  # the grid lies below the curves
        is_upright = side == "left"
        if is_upright:
            self.setWidth(LEFT_AXIS_WIDTH)
        else:
            self.setHeight(BOTTOM_AXIS_HEIGHT)
        shapes = Qt.CursorShape
        self.setCursor(shapes.SizeVerCursor if is_upright else shapes.SizeHorCursor)

    def setLabel(self, *_words: object, **_style: object) -> None:
        """`_Words` writes it: a text document for each axis takes longer than all else here."""

    def updateAutoSIPrefix(self) -> None:
        """There is no label that would need a prefix."""

    def paint(self, painter: QPainter, _option: object, _widget: QWidget | None = None) -> None:
        specifications = self.generateDrawSpecs(painter) if self.is_painted else None
        if specifications:
            self.drawPicture(painter, *specifications)

    def boundingRect(self) -> QRectF:
        """With the words of the outermost ticks, as far as the chart goes."""
        room = super().boundingRect().adjusted(-TICK_ROOM, -TICK_ROOM, TICK_ROOM, TICK_ROOM)
        chart: QRectF = room & self.mapRectFromScene(self.chart)
        return chart


class _Lines(pg.PlotCurveItem):
    """Lines of one colour; asking the ends of its points many times takes as long as drawing."""

    def boundingRect(self) -> QRectF:
        area = self.getViewBox()
        return QRectF() if area is None else QRectF(area.viewRect())


class Plot(pg.GraphicsView):
    """Draws a laid-out chart in the colours of the theme.

    Signals:
        asked, moved: ranges that a person wants, as of the area.
        all_asked: everything is to be in view, by a double click.
        marker_asked: where the marker is to be.
        pointed: QPointF, where the pointer is.
    """

    asked: Signal[tuple[tuple[float, float] | None, tuple[float, float] | None]] = Signal(object)
    moved: Signal[tuple[tuple[float, float], tuple[float, float]]] = Signal(object)
    all_asked = Signal()
    marker_asked: Signal[float] = Signal(object)
    pointed: Signal[QPointF] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        # Qt's own: PySide gives one made in Python, as pyqtgraph's is, another owner while the
        # chain of focus is walked.
        self.setViewport(None)
        self.setCentralItem(None)
        self._theme = theme
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        self.setStyleSheet("background: transparent")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.scene().setClickRadius(GRAB_RADIUS)
        self._area = _Area()
        self._axes = {side: _Axis(side, self._area) for side in ("left", "bottom")}
        self._marker = pg.InfiniteLine(movable=True)
        self._hover = pg.InfiniteLine()
        self._thick_item = _Lines()
        self._still, self._moving = pg.ItemGroup(), pg.ItemGroup()
        for item in (self._thick_item, self._hover, self._marker):
            self._moving.addItem(item)
        for group in (self._still, self._moving):
            self._area.addItem(group, ignoreBounds=True)
        self._words = _Words(theme)
        for item in (*self._axes.values(), self._area):
            self.scene().addItem(item)
        self._marker.setCursor(Qt.CursorShape.SizeHorCursor)
        self._items: dict[tuple[bool, bool, str | int], _Lines | pg.BarGraphItem] = {}
        self._thick: Curve | None = None
        self._picture: QPixmap | None = None
        self._density = 1.0
        self._area.asked.connect(self.asked)
        self._area.moved.connect(self.moved)
        self._area.clicked.connect(self._ask_marker)
        self._marker.sigDragged.connect(self._note_dragged)

    def draw(self, content: Content, layout: ChartLayout, at: Highlight) -> None:
        """Draw everything."""
        self._picture, self._density = None, self.devicePixelRatioF()
        self._lay_out(content, layout)
        picture = QPixmap(self.size() * self._density)
        picture.setDevicePixelRatio(self._density)
        picture.fill(Qt.GlobalColor.transparent)
        self._show_layers(still=True, moving=False)
        painter = QPainter(picture)
        self.render(painter, QRectF(self.rect()), self.rect())
        self._words.paint(painter, content, layout)
        painter.end()
        self._show_layers(still=False, moving=True)
        self._picture = picture
        self.point_at(at)

    def point_at(self, at: Highlight) -> None:
        """Draw what the pointer and the marker are at."""
        self._at = at
        layout, accent = self._layout, self._theme.colour("accent")
        thick = at.curve if at.curve is not None and not at.curve.is_bars else None
        if thick is not self._thick:
            self._thick = thick
            self._draw_line(self._thick_item, [thick] if thick is not None else [], THICK)
        self._marker.setPen(self._pen(accent, THICK if at.has_focus else MARKER))
        self._marker.setHoverPen(self._pen(accent, THICK))
        self._hover.setPen(self._pen(self._theme.colour("muted_text"), THIN))
        for line, x in ((self._marker, at.marker), (self._hover, at.x)):
            line.setVisible(x is not None)
            if x is not None:
                value = min(max(x, layout.x.low), layout.x.high)
                line.setPos(_on_axis(layout.x, value))
        self.viewport().update()

    def place(self, x: float, y: float) -> QPointF:
        """Where a point is drawn."""
        axes = QPointF(_on_axis(self._layout.x, x), _on_axis(self._layout.y, y))
        return QPointF(self._area.mapViewToScene(axes))

    def render_on(self, painter: QPainter, place: QRectF) -> None:
        """Paint the chart into a picture or a file, which may be denser than the screen."""
        picture, self._picture = self._picture, None
        density, self._density = self._density, painter.device().devicePixelRatio()
        self._lay_out(self._content, self._layout)
        self.point_at(self._at)
        self._show_layers(still=True, moving=True)
        self.render(painter, place, self.rect())
        self._words.paint(painter, self._content, self._layout)
        self._words.paint_points(painter, self._content, self._layout, self._at)
        self._show_layers(still=False, moving=True)
        self._picture, self._density = picture, density
        self._thick = None
        self.point_at(self._at)

    def drawBackground(self, painter: QPainter, _rect: QRectF) -> None:
        """The picture of all that stays while a person points and drags."""
        if self._picture is not None:
            painter.drawPixmap(0, 0, self._picture)

    def drawForeground(self, painter: QPainter, _rect: QRectF) -> None:
        """The points, before all else; without the picture a file is being painted."""
        if self._picture is not None:
            self._words.paint_points(painter, self._content, self._layout, self._at)

    def _lay_out(self, content: Content, layout: ChartLayout) -> None:
        self._content, self._layout = content, layout
        self._thick = None
        self._area.setGeometry(layout.plot)
        self._area.setRange(xRange=layout.x.bounds, yRange=layout.y.bounds, padding=0)
        self._draw_axes()
        self._draw_curves()

    def _show_layers(self, *, still: bool, moving: bool) -> None:
        self._still.setVisible(still)
        for axis in self._axes.values():
            axis.is_painted = still
        self._moving.setVisible(moving)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons():
            self.pointed.emit(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == _LEFT:
            self.all_asked.emit()

    def _draw_axes(self) -> None:
        layout, plot = self._layout, self._layout.plot
        below = QRectF(plot.left(), plot.bottom(), plot.width(), BOTTOM_AXIS_HEIGHT)
        beside = QRectF(0, plot.top(), LEFT_AXIS_WIDTH, plot.height())
        for side, ticks, scale, place in (
            ("bottom", layout.x_ticks, layout.x, below),
            ("left", layout.y_ticks, layout.y, beside),
        ):
            axis = self._axes[side]
            axis.setTickFont(self._theme.font(TEXT_CAPTION))
            axis.setTickPen(self._pen(self._theme.colour("grid"), THIN))
            axis.setTextPen(pg.mkPen(self._theme.colour("muted_text")))
            axis.setTicks([[(_on_axis(scale, tick.value), tick.words) for tick in ticks]])
            axis.chart = QRectF(self.rect())
            axis.setGeometry(place)

    def _draw_curves(self) -> None:
        """Lines of one colour are one item: each costs more than its points."""
        groups: dict[tuple[bool, bool, str | int], list[Curve]] = {}
        for curve in self._content.curves:
            colour = curve_colour(self._theme, curve).rgba()
            key = (curve.is_bars, curve.is_emphasised, curve.label if curve.is_bars else colour)
            groups.setdefault(key, []).append(curve)
        for key in self._items.keys() - groups.keys():
            self.scene().removeItem(self._items.pop(key))
        for key, curves in groups.items():
            is_bars, is_emphasised, _ = key
            item = self._items.get(key)
            if item is None:
                item = pg.BarGraphItem(x0=[], x1=[], y0=[], y1=[]) if is_bars else _Lines()
                self._items[key] = item
                self._still.addItem(item)
                item.setZValue(ORDER.index((is_bars, is_emphasised)))
            if is_bars:
                self._set_bars(item, self._in_view(curves[0]))
            else:
                self._draw_line(item, curves, EMPHASISED if is_emphasised else THIN)

    def _in_view(self, curve: Curve) -> Curve:
        return curve.between(self._layout.x.low, self._layout.x.high, beyond=1)

    def _set_bars(self, item: pg.BarGraphItem, curve: Curve) -> None:
        x, y = self._layout.x, self._layout.y
        known = curve.y > 0
        values, half = curve.x[known], BAR_SHARE / 2
        tops = y.on_axis(curve.y[known])
        item.setOpts(
            x0=x.on_axis(values - half), x1=x.on_axis(values + half),
            y0=[y.bounds[0]] * len(tops), y1=tops,
            pen=pg.mkPen(None), brush=pg.mkBrush(curve_colour(self._theme, curve)),
        )  # fmt: skip

    def _draw_line(self, item: _Lines, curves: Sequence[Curve], width: float) -> None:
        """Draw curves of one colour; thin ones, where they are many, without antialiasing."""
        if not curves:
            item.setData([], [])
            return
        colour = curve_colour(self._theme, curves[0])
        n_quiet = sum(not curve.is_emphasised for curve in self._content.curves)
        is_quiet = width == THIN and n_quiet > FEW
        if is_quiet:
            colour.setAlpha(MANY_ALPHA)
        points = [
            points_on_axes(self._in_view(curve), self._layout.x, self._layout.y) for curve in curves
        ]
        ends = np.cumsum([len(x) for x, _ in points]) - 1
        x, y = (np.concatenate(values) for values in zip(*points, strict=True))
        is_joined = np.ones(len(x), np.int32)  # each point to the next one
        is_joined[ends[ends >= 0]] = 0
        item.setData(
            x=x, y=y, connect=is_joined, pen=self._pen(colour, width), antialias=not is_quiet,
            skipFiniteCheck=True,
        )  # fmt: skip

    def _ask_marker(self, x: float) -> None:
        self.marker_asked.emit(self._layout.x.off_axis(x))

    def _pen(self, colour: QColor, width: float) -> QPen:
        """A pen for lines in numbers of the axes; Qt does not widen it on a dense device."""
        pen = QPen(colour, width * self._density)
        pen.setCosmetic(True)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pen

    def _note_dragged(self, line: pg.InfiniteLine) -> None:
        self._ask_marker(line.value())


class _Words:
    """Paints names of the axes, labels at the ends of curves, notes and points, in pixels."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def paint(self, painter: QPainter, content: Content, layout: ChartLayout) -> None:
        """What stays while a person points and drags."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(TEXT_CAPTION))
        self._paint_axis_words(painter, layout.plot, content.text)
        for label in layout.labels:
            self._paint_label(painter, label)
        self._paint_notes(painter, layout)

    def paint_points(
        self, painter: QPainter, content: Content, layout: ChartLayout, at: Highlight
    ) -> None:
        """The handle of the marker, and the points that it and the pointer are at."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if at.marker is not None:
            place = layout.x.place(min(max(at.marker, layout.x.low), layout.x.high))
            painter.setBrush(self._theme.colour("accent"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(place - 5, layout.plot.bottom() - 6, 10, 12), 3, 3)
            for curve in content.curves:
                if curve.is_emphasised:
                    self._paint_point(painter, layout, curve, at.marker)
        x = at.x if at.x is not None else at.marker
        if at.curve is not None and x is not None:
            self._paint_point(painter, layout, at.curve, x)

    def _paint_axis_words(self, painter: QPainter, plot: QRectF, text: ChartText) -> None:
        line, centre = painter.fontMetrics().height(), Qt.AlignmentFlag.AlignCenter
        painter.setPen(self._theme.colour("muted_text"))
        below = QRectF(plot.left(), plot.bottom() + BOTTOM_AXIS_HEIGHT - line, plot.width(), line)
        painter.drawText(below, centre, text.x_axis)
        painter.save()
        painter.translate(0, plot.center().y())
        painter.rotate(-90)
        painter.drawText(QRectF(-plot.height() / 2, 0, plot.height(), line), centre, text.y_axis)
        painter.restore()

    def _paint_label(self, painter: QPainter, label: EndLabel) -> None:
        """The words at a curve's end, its marker shape, and a thread between them."""
        colour = curve_colour(self._theme, label.curve)
        anchor = QPointF(label.box.left() - SPACE_S, label.box.center().y())
        painter.setPen(QPen(colour, THIN))
        painter.drawLine(label.end, anchor)
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        style = self._theme.language_style(label.curve.label)
        paint_marker(painter, "o" if label.curve.is_emphasised else style.marker, anchor)
        painter.setPen(self._theme.colour("text"))
        painter.setFont(self._theme.font(TEXT_CAPTION, bold=label.curve.is_emphasised))
        painter.drawText(label.box, Qt.AlignmentFlag.AlignVCenter, label.words)
        painter.setFont(self._theme.font(TEXT_CAPTION))

    def _paint_notes(self, painter: QPainter, layout: ChartLayout) -> None:
        for note, box in layout.notes:
            if layout.x.low <= note.x <= layout.x.high:
                place = layout.x.place(note.x)
                painter.setPen(QPen(self._theme.colour(note.role), THIN, Qt.PenStyle.DashLine))
                top = QPointF(place, box.top() + LINE_GAP)
                painter.drawLine(top, QPointF(place, layout.plot.bottom()))
        for note, box in layout.notes:  # words are written over all lines
            painter.fillRect(box, self._theme.colour("surface"))
            painter.setPen(self._theme.colour(note.role))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, note.words)

    def _paint_point(self, painter: QPainter, layout: ChartLayout, curve: Curve, x: float) -> None:
        point = curve.nearest(x)
        if point is None or point[1] != point[1] or (layout.y.is_log and point[1] <= 0):
            return
        place = QPointF(layout.x.place(point[0]), layout.y.place(point[1]))
        if layout.plot.adjusted(-DOT, -DOT, DOT, DOT).contains(place):
            painter.setBrush(curve_colour(self._theme, curve))
            painter.setPen(QPen(self._theme.colour("surface"), MARKER))
            painter.drawEllipse(place, DOT, DOT)


def curve_colour(theme: Theme, curve: Curve) -> QColor:
    """The colour of a curve in the theme in force."""
    if curve.colour is not None:
        return QColor(curve.colour)
    if curve.is_emphasised:
        return theme.colour("muted_text" if curve.is_bars else "text")
    return QColor(theme.language_style(curve.label).colour)


def _on_axis(scale: Scale, value: float) -> float:
    return math.log10(max(value, 1e-300)) if scale.is_log else value
