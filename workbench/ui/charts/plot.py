"""Plot: curves, bars, axes and the marker of a chart, on a view of pyqtgraph.

What stays while a person points and drags is painted once, into a picture, without a tour of the
scene: an item for each curve costs more than its points. What moves is drawn on it: the marker,
the line and the points at the pointer, and the thick curve. pyqtgraph makes the paths of curves.

Imported when the first curve is shown, as all that imports pyqtgraph (plot_view.py).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from engine.compiled import Floats
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.charts.chart_layout import (
    BARE_FOOT,
    BOTTOM_AXIS_HEIGHT,
    LEFT_AXIS_WIDTH,
    ChartLayout,
    Content,
    EndLabel,
    Highlight,
)
from workbench.ui.charts.curve import FEW, Band, Curve, Points, points_in_pixels
from workbench.ui.charts.plot_view import LEFT, Area, PlotView
from workbench.ui.theme.icons import paint_marker
from workbench.ui.theme.theme import LINE_GAP, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme

THIN, THICK, EMPHASISED, MARKER = 1.0, 2.2, 2.4, 1.5
PINNED = 1.6
MANY_ALPHA = 150
RANGE_ALPHA, MIDDLE_ALPHA = 30, 52
SWATCH = 12
DOT = 4.0
TICK_ROOM = 40
BAR_SHARE = 0.94


class _AxisGrip(pg.GraphicsWidget):
    """The place of an axis, where wheel, clicks and dragging are about that axis alone."""

    def __init__(self, axis: int, area: Area) -> None:
        super().__init__()
        self._axis, self._area = axis, area
        shapes = Qt.CursorShape
        self.setCursor(shapes.SizeVerCursor if axis else shapes.SizeHorCursor)

    def wheelEvent(self, event: Any) -> None:
        self._area.wheelEvent(event, self._axis)

    def mouseDragEvent(self, event: Any) -> None:
        self._area.mouseDragEvent(event, self._axis)

    def mouseClickEvent(self, event: Any) -> None:
        self._area.mouseClickEvent(event)


class Plot(PlotView):
    """Draws a laid-out chart in the colours of the theme.

    Signals:
        asked, moved, pointed: see PlotView.
        all_asked: everything is to be in view, by a double click.
        marker_asked: where the marker is to be.
        pin_asked: a click while Ctrl is held.
        range_asked: (low, high, is_final), the part of the x axis that is dragged over.
    """

    all_asked = Signal()
    marker_asked: Signal[float] = Signal(object)
    pin_asked = Signal()
    range_asked: Signal[tuple[float, float, bool]] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Area(), parent)
        self._theme = theme
        self._grips = _AxisGrip(0, self.area), _AxisGrip(1, self.area)
        self._marker, self._hover = pg.InfiniteLine(movable=True), pg.InfiniteLine()
        for line in (self._hover, self._marker):
            self.area.addItem(line, ignoreBounds=True)
        for item in (*self._grips, self.area):
            self.scene().addItem(item)
        self._marker.setCursor(Qt.CursorShape.SizeHorCursor)
        self._painter = _ChartPainter(theme)
        self._thick: QPainterPath | None = None
        self._thick_curve: Curve | None = None
        self._picture: QPixmap | None = None
        self._painted: QPixmap | None = None
        self.area.clicked.connect(self._ask_marker)
        self.area.pinned.connect(self.pin_asked)
        self.area.selected.connect(self._ask_range)
        self._marker.sigDragged.connect(self._note_dragged)

    def offer_ranges(self) -> None:
        """Let dragging select a part of the x axis instead of moving it."""
        self.area.selects = True

    def paint(self, content: Content, layout: ChartLayout, size: QSize) -> None:
        """Paint what stays while a person points and drags, for the next `draw`."""
        density = self.devicePixelRatioF()
        picture = QPixmap(size * density)
        picture.setDevicePixelRatio(density)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self._painter.paint(painter, content, layout)
        painter.end()
        self._painted = picture

    def draw(self, content: Content, layout: ChartLayout, at: Highlight) -> None:
        """Show what was painted, and what is pointed at."""
        self._content, self._layout = content, layout
        self._picture = self._painted
        self._thick_curve = None
        self._lay_out(layout)
        self.point_at(at)

    def point_at(self, at: Highlight, density: float = 1.0) -> None:
        """Draw what the pointer and the marker are at.

        density: pixels of the device for one of the chart; Qt does not widen cosmetic pens.
        """
        self._at = at
        layout = self._layout
        thick = at.curve if at.curve is not None and not at.curve.is_bars else None
        if thick is not self._thick_curve:
            self._thick_curve = thick
            self._thick = None if thick is None else _path_of(thick, layout)
        accent, muted = self._theme.colour("accent"), self._theme.colour("muted_text")
        self._marker.setPen(accent, width=density * (THICK if at.has_focus else MARKER))
        self._marker.setHoverPen(accent, width=density * THICK)
        self._hover.setPen(muted, width=density * THIN)
        for line, x in ((self._marker, at.marker), (self._hover, at.x)):
            line.setVisible(x is not None)
            if x is not None:
                value = np.array(min(max(x, layout.x.low), layout.x.high))
                line.setPos(float(layout.x.on_axis(value)))
        self.viewport().update()

    def render_on(self, painter: QPainter, place: QRectF) -> None:
        """Paint the chart into a picture or a file, which may be denser than the screen."""
        self._painter.paint(painter, self._content, self._layout)
        picture, self._picture = self._picture, None
        self.point_at(self._at, painter.device().devicePixelRatio())
        self.render(painter, place, self.rect())
        self._picture = picture
        self.point_at(self._at)

    def drawBackground(self, painter: QPainter, _rect: QRectF) -> None:
        """The picture of all that stays while a person points and drags; a file has it already."""
        if self._picture is not None:
            painter.drawPixmap(0, 0, self._picture)
        if self._thick_curve is not None and self._thick is not None:
            self._painter.paint_thick(painter, self._layout, self._thick_curve, self._thick)

    def drawForeground(self, painter: QPainter, _rect: QRectF) -> None:
        """The points, before all else."""
        self._painter.paint_points(painter, self._content, self._layout, self._at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == LEFT:
            self.all_asked.emit()

    def _lay_out(self, layout: ChartLayout) -> None:
        """Tell pyqtgraph where the plot and its axes are."""
        plot, (below, beside) = layout.plot, self._grips
        self.area.setGeometry(plot)
        below.setGeometry(QRectF(plot.left(), plot.bottom(), plot.width(), self._content.foot))
        beside.setGeometry(QRectF(0, plot.top(), LEFT_AXIS_WIDTH, plot.height()))
        self.area.setRange(xRange=layout.x.bounds, yRange=layout.y.bounds, padding=0)

    def _ask_marker(self, x: float) -> None:
        self.marker_asked.emit(self._layout.x.off_axis(x))

    def _ask_range(self, dragged: tuple[float, float, bool]) -> None:
        one, other, is_final = dragged
        scale = self._layout.x
        low, high = (
            min(max(scale.off_axis(end), scale.low), scale.high) for end in sorted((one, other))
        )
        self.range_asked.emit((low, high, is_final))

    def _note_dragged(self, line: pg.InfiniteLine) -> None:
        self._ask_marker(line.value())


class _ChartPainter:
    """Paints axes, curves, their labels, notes and points, in pixels of the chart."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def paint(self, painter: QPainter, content: Content, layout: ChartLayout) -> None:
        """What stays while a person points and drags."""
        painter.setFont(self._theme.font(TEXT_CAPTION))
        self._paint_ticks(painter, content, layout)
        self._paint_curves(painter, content, layout)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axis_words(painter, layout.plot, content)
        for label in layout.labels:
            self._paint_label(painter, label)
        self._paint_notes(painter, layout)
        if content.band is not None:
            self._paint_band_words(painter, content, len(content.band.curves), layout.plot)

    def paint_thick(
        self, painter: QPainter, layout: ChartLayout, curve: Curve, path: QPainterPath
    ) -> None:
        """The curve that is pointed at."""
        painter.save()
        painter.setClipRect(layout.plot)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.strokePath(path, _pen(curve_colour(self._theme, curve), THICK))
        painter.restore()

    def paint_points(
        self, painter: QPainter, content: Content, layout: ChartLayout, at: Highlight
    ) -> None:
        """The handle of the marker, and the points that it and the pointer are at."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if at.chosen is not None:
            self._paint_chosen(painter, layout, *at.chosen)
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

    def _paint_chosen(
        self, painter: QPainter, layout: ChartLayout, low: float, high: float
    ) -> None:
        if high < layout.x.low or low > layout.x.high:
            return
        ends = (layout.x.place(min(max(end, layout.x.low), layout.x.high)) for end in (low, high))
        left, right = ends
        colour = self._theme.colour("accent")
        painter.setPen(QPen(colour, THIN))
        colour.setAlpha(RANGE_ALPHA)
        painter.setBrush(colour)
        plot = layout.plot
        painter.drawRect(QRectF(left, plot.top(), max(1.0, right - left), plot.height()))

    def _paint_ticks(self, painter: QPainter, content: Content, layout: ChartLayout) -> None:
        """The grid, and the words of its lines below and left of the plot."""
        plot, line = layout.plot, painter.fontMetrics().height()
        across = [layout.x.place(tick.value) for tick in layout.x_ticks]
        up = [layout.y.place(tick.value) for tick in layout.y_ticks]
        painter.setPen(QPen(self._theme.colour("grid"), THIN))
        for x in across:
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        for y in up:
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        painter.setPen(self._theme.colour("muted_text"))
        below = zip(across, layout.x_ticks, strict=True) if content.has_x_words else ()
        for x, tick in below:
            box = QRectF(x - TICK_ROOM, plot.bottom() + SPACE_XS, 2 * TICK_ROOM, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tick.words)
        to_right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for y, tick in zip(up, layout.y_ticks, strict=True):
            box = QRectF(0, y - line / 2, plot.left() - SPACE_XS, line)
            painter.drawText(box, to_right, tick.words)

    def _paint_curves(self, painter: QPainter, content: Content, layout: ChartLayout) -> None:
        """Bars below lines; thin lines, where they are many, without antialiasing."""
        points = points_in_pixels(content.points, layout.x, layout.y)
        has_many = sum(not curve.is_emphasised for curve in content.drawn) > FEW
        parts = list(zip(content.drawn, pairwise(points.bounds.tolist()), strict=True))
        painter.save()
        painter.setClipRect(layout.plot)
        if content.band is not None:
            self._paint_band(painter, content.band, layout)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for curve, (begin, end) in sorted(parts, key=lambda part: _layer(part[0])):
            colour = curve_colour(self._theme, curve)
            if curve.is_bars:
                self._paint_bars(painter, layout, curve, colour)
                continue
            is_quiet = has_many and not curve.is_emphasised
            if is_quiet:
                colour.setAlpha(MANY_ALPHA)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_quiet)
            width = PINNED if content.band is not None and curve.is_plain else THIN
            painter.setPen(_pen(colour, EMPHASISED if curve.is_emphasised else width))
            painter.drawPath(_path(points.x[begin:end], points.y[begin:end]))
        painter.restore()

    def _paint_band(self, painter: QPainter, band: Band, layout: ChartLayout) -> None:
        """From the lowest to the highest, on it from P10 to P90."""
        low, p10, _, p90, high = band.rows
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for lower, upper, alpha in ((low, high, RANGE_ALPHA), (p10, p90, MIDDLE_ALPHA)):
            is_known = np.isfinite(lower) & (band.x > 0 if layout.x.is_log else True)
            if layout.y.is_log:
                is_known &= lower > 0
            x = layout.x.places(band.x[is_known])
            if len(x) < 2:
                continue
            above, below = layout.y.places(upper[is_known]), layout.y.places(lower[is_known])
            painter.setBrush(self._band_colour(alpha))
            around = _path(np.concatenate([x, x[::-1]]), np.concatenate([above, below[::-1]]))
            around.closeSubpath()
            painter.drawPath(around)

    def _paint_band_words(self, painter: QPainter, content: Content, n: int, plot: QRectF) -> None:
        """A small legend below a plot whose axis is written elsewhere, else at its top left, where
        curves that rise leave room, over all lines.
        """
        metrics, x = painter.fontMetrics(), plot.left() + SPACE_S
        line = metrics.height()
        top = plot.top() + SPACE_XS if content.has_x_words else plot.bottom() + LINE_GAP
        middle = top + line / 2
        kinds = (
            (fill(QCoreApplication.translate("CurvesChart", "%1 curves:"), grouped(n)), 0),
            (QCoreApplication.translate("CurvesChart", "min to max"), RANGE_ALPHA),
            (QCoreApplication.translate("CurvesChart", "P10 to P90"), RANGE_ALPHA + MIDDLE_ALPHA),
        )
        for words, alpha in kinds:
            swatch = QRectF(x, middle - SWATCH / 2 + 1, SWATCH if alpha else 0, SWATCH - 2)
            begin = swatch.right() + (SPACE_XS if alpha else 0)
            width = metrics.horizontalAdvance(words) + 1
            if begin + width > plot.right():
                return
            around = QRectF(x, middle - line / 2, begin + width - x, line)
            painter.fillRect(around, self._theme.colour("surface"))
            painter.fillRect(swatch, self._band_colour(alpha))
            painter.setPen(self._theme.colour("muted_text"))
            place = QRectF(begin, middle - line / 2, width, line)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
            x = begin + width + SPACE_S

    def _band_colour(self, alpha: int) -> QColor:
        colour = self._theme.colour("muted_text")
        colour.setAlpha(alpha)
        return colour

    def _paint_bars(
        self, painter: QPainter, layout: ChartLayout, curve: Curve, colour: QColor
    ) -> None:
        known = curve.y > 0
        values, half = curve.x[known], BAR_SHARE / 2
        lefts, rights = layout.x.places(values - half), layout.x.places(values + half)
        bottom = layout.plot.bottom()
        for left, right, top in zip(lefts, rights, layout.y.places(curve.y[known]), strict=True):
            painter.fillRect(QRectF(left, top, right - left, bottom - top), colour)

    def _paint_axis_words(self, painter: QPainter, plot: QRectF, content: Content) -> None:
        """The titles of the axes; one that is longer than its axis loses its end."""
        line, centre = painter.fontMetrics().height(), Qt.AlignmentFlag.AlignCenter
        painter.setPen(self._theme.colour("muted_text"))
        if content.has_x_words:
            top = plot.bottom() + BOTTOM_AXIS_HEIGHT - line
            below = QRectF(plot.left(), top, plot.width(), line)
            painter.drawText(below, centre, content.text.x_axis)
        painter.save()
        painter.translate(0, plot.center().y())
        painter.rotate(-90)
        room = plot.height() + 2 * BARE_FOOT
        words = fitting_title(painter.fontMetrics(), content.text.y_axis, room)
        painter.drawText(QRectF(-room / 2, 0, room, line), centre, words)
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
        painter.setPen(self._theme.colour("muted_text" if label.curve.is_quiet else "text"))
        if label.curve.is_emphasised:
            painter.setFont(self._theme.font(TEXT_CAPTION, bold=True))
        painter.drawText(label.box, Qt.AlignmentFlag.AlignVCenter, label.words)
        if label.curve.is_emphasised:
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


def fitting_title(metrics: QFontMetrics, title: str, room: float) -> str:
    """The title of an axis, without its remark in brackets and at last without its end."""
    short = title.rpartition(" (")[0] if title.endswith(")") else title
    for words in (title, short):
        if metrics.horizontalAdvance(words) <= room:
            return words
    return metrics.elidedText(short, Qt.TextElideMode.ElideRight, round(room))


def curve_colour(theme: Theme, curve: Curve) -> QColor:
    """The colour of a curve in the current theme."""
    if curve.colour is not None:
        return QColor(curve.colour)
    if curve.is_emphasised:
        return theme.colour("muted_text" if curve.is_bars else "text")
    if curve.is_quiet:
        return theme.colour("muted_text")
    return QColor(theme.language_style(curve.label).colour)


def _layer(curve: Curve) -> int:
    """From below: bars of the whole, those of a part, quiet lines, other lines, emphasised ones."""
    if curve.is_bars:
        return 0 if curve.is_emphasised else 1
    return 2 if curve.is_quiet else 3 + curve.is_emphasised


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _path(x: Floats, y: Floats) -> QPainterPath:
    path: QPainterPath = pg.arrayToQPath(x, y, finiteCheck=False)
    return path


def _path_of(curve: Curve, layout: ChartLayout) -> QPainterPath:
    points = Points.of([curve], log_x=layout.x.is_log, log_y=layout.y.is_log)
    shown = points_in_pixels(points, layout.x, layout.y)
    return _path(shown.x, shown.y)
