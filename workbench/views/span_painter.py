"""Painting one paragraph of spans: grounds, boundary marks, byte boxes, text, labels, ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from workbench.views.paragraph_layout import Label, ParagraphLayout, SpanBox
from workbench.views.span_look import SpanLook
from workbench.views.span_text import SPECIAL, UNMATCHED, SpanText
from workbench.visible_text import LINE_FEED, TAB

_MARK = 2.0  # height of the boundary mark below a span
_NO_SELECTION = range(0)


@dataclass(slots=True)
class Highlight:
    """Which spans stand out: the current one, the one under the pointer, the selected ones."""

    current: int | None = None
    hovered: int | None = None
    selected: range = _NO_SELECTION
    has_focus: bool = False


class SpanPainter:
    """Paints paragraphs of one text with one look."""

    def __init__(self, look: SpanLook, text: SpanText, highlight: Highlight) -> None:
        self._look, self._text, self._highlight = look, text, highlight
        self._colours = look.colours

    def paint(
        self,
        painter: QPainter,
        layout: ParagraphLayout,
        hues: Mapping[int, int],
        clip: QRectF,
    ) -> None:
        """Paint what lies inside `clip`; the painter is moved to the paragraph's corner."""
        boxes = [box for box in layout.boxes if box.rect.intersects(clip)]
        for box in boxes:
            self._paint_ground(painter, box, hues.get(box.span, 0))
        self._paint_brackets(painter, [frame for frame in layout.frames if frame.intersects(clip)])
        painter.setPen(self._colours.span_text)
        layout.text_layout.draw(painter, QPointF(0.0, 0.0), [], clip)
        self._paint_dots(painter, layout, clip)
        painter.setFont(self._look.small_font)
        for label in layout.labels:
            if label.rect.intersects(clip):
                self._paint_label(painter, label)
        for box in boxes:
            if box.label:
                painter.setPen(self._colours.span_text)
                painter.drawText(box.rect, Qt.AlignmentFlag.AlignCenter, box.label)
        self._paint_ids(painter, layout, clip)
        self._paint_outlines(painter, boxes)

    def _paint_ground(self, painter: QPainter, box: SpanBox, hue: int) -> None:
        colours, kind = self._colours, self._text.kind(box.span)
        rect = box.rect.adjusted(1 if box.begins else 0, 0, -1 if box.ends else 0, 0)
        if box.in_boxes:
            rect = box.rect.adjusted(1, 1, -1, 0)
        ground, mark = colours.backgrounds[hue], colours.boundaries[hue]
        if box.span in self._highlight.selected:
            ground = colours.selection
        if kind == UNMATCHED:
            mark = colours.warning
            painter.fillRect(rect, colours.ground)
            painter.fillRect(rect, _hatch(_faint(mark, 120)))
        else:
            painter.fillRect(rect, ground)
        if box.partial:
            painter.fillRect(rect, _hatch(_faint(mark)))
        mark_top = rect.bottom() - _MARK
        painter.fillRect(QRectF(rect.left(), mark_top, rect.width(), _MARK), mark)
        if kind == SPECIAL:
            painter.setPen(QPen(mark, 1.0))
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_brackets(self, painter: QPainter, frames: list[QRectF]) -> None:
        """Draw a bracket above the byte boxes of each split character."""
        colour = self._colours.bracket
        for frame in frames:
            left, right, y = frame.left() + 1, frame.right() - 1, frame.bottom() - 2
            painter.fillRect(QRectF(left, y, right - left, 1), colour)
            painter.fillRect(QRectF(left, y - 3, 1, 3), colour)
            painter.fillRect(QRectF(right - 1, y - 3, 1, 3), colour)

    def _paint_dots(self, painter: QPainter, layout: ParagraphLayout, clip: QRectF) -> None:
        dots = [dot for dot in layout.dots if clip.contains(dot)]
        if dots:
            pen = QPen(_faint(self._colours.span_text, 150), 2.0)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(dots)

    def _paint_label(self, painter: QPainter, label: Label) -> None:
        colour = self._colours.span_text
        if label.text == LINE_FEED:
            _draw_return(painter, label.rect, colour)
        elif label.text == TAB:
            _draw_tab(painter, label.rect, colour)
        else:
            painter.setPen(QPen(_faint(colour, 130), 1.0))
            height = self._look.bands(show_ids=False).boxes
            middle = label.rect.center().y()
            frame = QRectF(
                label.rect.left() + 2.5, middle - height / 2, label.rect.width() - 5, height
            )
            painter.fillRect(frame, self._colours.ground)
            if label.is_byte:
                painter.fillRect(frame, _hatch(_faint(self._colours.warning, 110)))
            painter.drawRect(frame)
            painter.setPen(self._colours.text)
            painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, label.text)

    def _paint_ids(self, painter: QPainter, layout: ParagraphLayout, clip: QRectF) -> None:
        ids = self._text.ids
        if ids is None:
            return
        painter.setPen(self._colours.muted)
        for rect, span in layout.ids:
            if rect.intersects(clip):
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(int(ids[span])))

    def _paint_outlines(self, painter: QPainter, boxes: list[SpanBox]) -> None:
        highlight, colours = self._highlight, self._colours
        for span, width, colour in (
            (highlight.hovered, 1.0, colours.text),
            (highlight.current, 2.0, colours.focus if highlight.has_focus else colours.muted),
        ):
            if span is None:
                continue
            painter.setPen(QPen(colour, width, j=Qt.PenJoinStyle.MiterJoin))
            for box in boxes:
                if box.span == span:
                    painter.drawRect(box.rect.adjusted(0.5, 0.5, -0.5, -0.5))


def _hatch(colour: QColor) -> QBrush:
    return QBrush(colour, Qt.BrushStyle.BDiagPattern)


def _faint(colour: QColor, alpha: int = 90) -> QColor:
    faint = QColor(colour)
    faint.setAlpha(alpha)
    return faint


def _draw_return(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw the bent arrow of a line feed."""
    painter.setPen(QPen(_faint(colour, 190), 1.25))
    middle, half = rect.center(), 4.0
    left, right, y = middle.x() - half, middle.x() + half, middle.y() + 2
    painter.drawLines(
        [
            QLineF(right, y - 6, right, y),
            QLineF(right, y, left, y),
            QLineF(left, y, left + 3, y - 3),
            QLineF(left, y, left + 3, y + 3),
        ]
    )


def _draw_tab(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw the arrow to a bar of a tab."""
    painter.setPen(QPen(_faint(colour, 190), 1.25))
    left, right, y = rect.left() + 4, rect.right() - 4, rect.center().y()
    painter.drawLines(
        [
            QLineF(left, y, right, y),
            QLineF(right, y, right - 3, y - 3),
            QLineF(right, y, right - 3, y + 3),
            QLineF(right + 1, y - 4, right + 1, y + 4),
        ]
    )
