"""Painting a chart of several curves: on the screen, into a picture, into an SVG file."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from workbench.plots.curve import Curve, bar_rects, polyline
from workbench.plots.curves_layout import (
    HEAD_HEIGHT,
    CurvesContent,
    CurvesLayout,
    EndLabel,
)
from workbench.theme import LINE_GAP, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme
from workbench.widgets.markers import paint_marker

THIN, THICK, EMPHASISED = 1.0, 2.2, 2.4
FEW = 8
MANY_ALPHA = 150
DOT = 4.0


@dataclass(frozen=True)
class Highlight:
    """What is pointed at: a curve, a place on the x axis, and the words for it.

    marker_words: what is said of the marker while nothing is pointed at.
    """

    curve: Curve | None = None
    x: float | None = None
    marker: float | None = None
    marker_words: str = ""
    words: str = ""
    has_focus: bool = False


class CurvesPainter:
    """Paints a laid-out chart in the colours of the theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def paint_ground(self, painter: QPainter, content: CurvesContent, layout: CurvesLayout) -> None:
        """Everything that stays while a person points and drags."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(TEXT_CAPTION))
        if not layout.has_data:
            painter.setPen(self._theme.colour("muted_text"))
            words = QCoreApplication.translate("curves_painter", "No data yet")
            painter.drawText(layout.plot, Qt.AlignmentFlag.AlignCenter, words)
            return
        self._paint_axes(painter, content, layout)
        self._paint_curves(painter, content, layout)
        for label in layout.labels:
            self._paint_label(painter, label)
        self._paint_notes(painter, layout)

    def paint_highlight(
        self, painter: QPainter, content: CurvesContent, layout: CurvesLayout, at: Highlight
    ) -> None:
        """What follows the pointer and the marker."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if at.x is not None:
            painter.setPen(QPen(self._theme.colour("muted_text"), THIN))
            place = layout.x.place(at.x)
            painter.drawLine(
                QPointF(place, layout.plot.top()), QPointF(place, layout.plot.bottom())
            )
        if at.marker is not None:
            self._paint_marker(painter, content, layout, at)
        if at.curve is not None:
            self._paint_hovered(painter, layout, at)
        self._paint_head(painter, content, layout, at.words)

    def colour(self, curve: Curve) -> QColor:
        """The colour of a curve in the theme in force."""
        if curve.colour is not None:
            return QColor(curve.colour)
        if curve.is_emphasised:
            return self._theme.colour("muted_text" if curve.is_bars else "text")
        return QColor(self._theme.language_style(curve.label).colour)

    def _paint_head(
        self, painter: QPainter, content: CurvesContent, layout: CurvesLayout, words: str
    ) -> None:
        """The title, and at its right what is pointed at, whose value is never cut."""
        box = QRectF(0, 0, layout.size.width(), HEAD_HEIGHT)
        bold, plain = self._theme.font(TEXT_CAPTION, bold=True), self._theme.font(TEXT_CAPTION)
        taken = QFontMetricsF(plain).horizontalAdvance(words) + SPACE_S if words else 0.0
        painter.setFont(bold)
        painter.setPen(self._theme.colour("muted_text"))
        title = _elided(painter, content.text.title, max(0.0, box.width() - taken))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, title)
        painter.setFont(plain)
        painter.setPen(self._theme.colour("text"))
        left = QFontMetricsF(plain).elidedText(words, Qt.TextElideMode.ElideLeft, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignRight, left)

    def _paint_axes(self, painter: QPainter, content: CurvesContent, layout: CurvesLayout) -> None:
        plot, muted = layout.plot, self._theme.colour("muted_text")
        grid = QPen(self._theme.colour("grid"), THIN)
        line_height = QFontMetricsF(painter.font()).height()
        for tick in layout.x_ticks:
            painter.setPen(grid)
            painter.drawLine(QPointF(tick.place, plot.top()), QPointF(tick.place, plot.bottom()))
            painter.setPen(muted)
            width = QFontMetricsF(painter.font()).horizontalAdvance(tick.words) + 1
            left = min(max(0.0, tick.place - width / 2), layout.size.width() - width)
            box = QRectF(left, plot.bottom() + SPACE_XS, width, line_height)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tick.words)
        for tick in layout.y_ticks:
            painter.setPen(grid)
            painter.drawLine(QPointF(plot.left(), tick.place), QPointF(plot.right(), tick.place))
            painter.setPen(muted)
            box = QRectF(0, tick.place - line_height / 2, plot.left() - SPACE_XS, line_height)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, right, tick.words)
        below = QRectF(plot.left(), layout.size.height() - line_height, plot.width(), line_height)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, content.text.x_axis)
        painter.save()
        painter.translate(0, plot.center().y())
        painter.rotate(-90)
        beside = QRectF(-plot.height() / 2, 0, plot.height(), line_height)
        painter.drawText(beside, Qt.AlignmentFlag.AlignCenter, content.text.y_axis)
        painter.restore()

    def _paint_curves(
        self, painter: QPainter, content: CurvesContent, layout: CurvesLayout
    ) -> None:
        """All curves, the emphasised ones above the others."""
        thin = [curve for curve in content.curves if not curve.is_emphasised]
        painter.save()
        painter.setClipRect(_room_of_curves(layout))
        for curve in content.curves:
            if curve.is_emphasised and curve.is_bars:  # those of a part lie before the whole
                self._draw_curve(painter, layout, curve, QPen(self.colour(curve)))
        for curve in thin:
            colour = self.colour(curve)
            if len(thin) > FEW:
                colour.setAlpha(MANY_ALPHA)
            self._draw_curve(painter, layout, curve, QPen(colour, THIN))
        for curve in content.curves:
            if curve.is_emphasised and not curve.is_bars:
                self._draw_curve(painter, layout, curve, QPen(self.colour(curve), EMPHASISED))
        painter.restore()

    def _draw_curve(self, painter: QPainter, layout: CurvesLayout, curve: Curve, pen: QPen) -> None:
        if curve.is_bars:
            for bar in bar_rects(curve, layout.x, layout.y):
                painter.fillRect(bar, pen.color())
            return
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(polyline(curve, layout.x, layout.y))

    def _paint_label(self, painter: QPainter, label: EndLabel) -> None:
        """The words at a curve's end, its marker shape, and a thread between them."""
        colour = self.colour(label.curve)
        middle = label.box.center().y()
        anchor = QPointF(label.box.left() - SPACE_S, middle)
        painter.setPen(QPen(colour, THIN))
        painter.drawLine(label.end, anchor)
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        style = self._theme.language_style(label.curve.label)
        paint_marker(painter, "o" if label.curve.is_emphasised else style.marker, anchor)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._theme.colour("text"))
        painter.setFont(self._theme.font(TEXT_CAPTION, bold=label.curve.is_emphasised))
        words = _elided(painter, label.words, label.box.width())
        painter.drawText(label.box, Qt.AlignmentFlag.AlignVCenter, words)
        painter.setFont(self._theme.font(TEXT_CAPTION))

    def _paint_notes(self, painter: QPainter, layout: CurvesLayout) -> None:
        for note, box in layout.notes:
            if layout.x.low <= note.x <= layout.x.high:
                place = layout.x.place(note.x)
                painter.setPen(QPen(self._theme.colour(note.role), THIN, Qt.PenStyle.DashLine))
                painter.drawLine(
                    QPointF(place, box.top() + LINE_GAP), QPointF(place, layout.plot.bottom())
                )
        for note, box in layout.notes:  # words stand before all lines
            painter.fillRect(box, self._theme.colour("surface"))
            painter.setPen(self._theme.colour(note.role))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, note.words)

    def _paint_marker(
        self, painter: QPainter, content: CurvesContent, layout: CurvesLayout, at: Highlight
    ) -> None:
        plot, accent = layout.plot, self._theme.colour("accent")
        place = layout.x.place(min(max(at.marker or 0.0, layout.x.low), layout.x.high))
        painter.setPen(QPen(accent, THICK if at.has_focus else 1.5))
        painter.drawLine(QPointF(place, plot.top()), QPointF(place, plot.bottom()))
        painter.setBrush(accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(place - 5, plot.bottom() - 6, 10, 12), 3, 3)
        for curve in content.curves:
            if curve.is_emphasised:
                self._paint_point(painter, layout, curve, at.marker or 0.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_hovered(self, painter: QPainter, layout: CurvesLayout, at: Highlight) -> None:
        curve = at.curve
        if curve is None:
            return
        if not curve.is_bars:  # the dot says which bar
            painter.save()
            painter.setClipRect(_room_of_curves(layout))
            self._draw_curve(painter, layout, curve, QPen(self.colour(curve), THICK))
            painter.restore()
        x = at.x if at.x is not None else at.marker
        if x is not None:
            self._paint_point(painter, layout, curve, x)

    def _paint_point(self, painter: QPainter, layout: CurvesLayout, curve: Curve, x: float) -> None:
        point = curve.nearest(x)
        if point is None or point[1] != point[1] or (layout.y.is_log and point[1] <= 0):
            return
        painter.setBrush(self.colour(curve))
        painter.setPen(QPen(self._theme.colour("surface"), 1.5))
        painter.drawEllipse(QPointF(layout.x.place(point[0]), layout.y.place(point[1])), DOT, DOT)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _room_of_curves(layout: CurvesLayout) -> QRectF:
    """The plot, and as much beside it as a thick line is wide."""
    return layout.plot.adjusted(0, -EMPHASISED, EMPHASISED, EMPHASISED)


def _elided(painter: QPainter, words: str, width: float) -> str:
    return QFontMetricsF(painter.font()).elidedText(words, Qt.TextElideMode.ElideRight, width)
