"""HeatMap: languages in rows, metrics or tokenizers in columns, better and worse in two hues.

Colour says how far a value is from what it is compared with, a triangle says on which side; so it
reads in greyscale too. Zero is neutral. The value itself stands in the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from workbench.colours import contrast_ratio
from workbench.theme import SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme
from workbench.views.language_chart import CENTRE, LEFT, RIGHT, ChartRow, LanguageChart, pixels

READABLE = 4.5
LEAST_SHADE_SHOWN = 0.12  # below it a cell is as good as neutral and has no triangle
TRIANGLE = 3.0
SCALE_WIDTH = 160.0
SCALE_HEIGHT = 12.0
GAP = 1
_STEPS = 40


@dataclass(frozen=True, slots=True)
class HeatLegend:
    """Words of the scale: what it compares with, and what its two ends stand for."""

    title: str = ""
    worse: str = ""
    better: str = ""


class HeatMap(LanguageChart):
    """Shows ChartRows; `set_map` also gives the heads of the columns and the legend."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._heads: tuple[str, ...] = ()
        self._legend = HeatLegend()
        self._deepest: dict[tuple[str, bool], float] = {}

    @property
    def heads(self) -> tuple[str, ...]:
        return self._heads

    @property
    def legend(self) -> HeatLegend:
        return self._legend

    def set_map(self, heads: Sequence[str], rows: Sequence[ChartRow], legend: HeatLegend) -> None:
        """Show one column for each head; every row has as many cells."""
        self._heads, self._legend = tuple(heads), legend
        self.set_rows(rows, len(self._heads))

    def ground(self, shade: float | None) -> QColor:
        """Return the colour of a shade; text stays readable on every one of them."""
        if shade is None:
            return self.theme.colour("surface")
        key = (self.theme.scheme, shade >= 0)
        deepest = self._deepest.get(key)
        if deepest is None:
            deepest = self._deepest[key] = _deepest(self.theme, better=shade >= 0)
        return self.theme.diverging(max(-1.0, min(1.0, shade)) * deepest)

    def paint_head(self, painter: QPainter, area: QRectF) -> None:
        width = area.width() / max(1, len(self._heads))
        flags = int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter)
        wrap = int(Qt.TextFlag.TextWordWrap)
        metrics = painter.fontMetrics()
        for column, head in enumerate(self._heads):
            left = area.left() + column * width
            room = QRectF(left + 2, area.top(), width - 4, area.height() - SPACE_XS)
            fits = metrics.boundingRect(pixels(room), flags | wrap, head)
            if fits.width() > room.width() or fits.height() > room.height():
                shown = metrics.elidedText(head, Qt.TextElideMode.ElideRight, int(room.width()))
                painter.drawText(room, flags, shown)
            else:
                painter.drawText(room, flags | wrap, head)

    def paint_cells(
        self, painter: QPainter, area: QRectF, row: ChartRow, current: int | None
    ) -> None:
        width = area.width() / max(1, len(row.cells))
        painter.setFont(self.theme.font(TEXT_CAPTION))
        metrics = painter.fontMetrics()
        for column, cell in enumerate(row.cells):
            left = area.left() + column * width
            rect = pixels(QRectF(left, area.top(), width, area.height()))
            rect.adjust(0, 0, -GAP, -GAP)
            painter.fillRect(rect, self.ground(cell.shade))
            shade = cell.shade or 0.0
            if abs(shade) >= LEAST_SHADE_SHOWN:
                self._paint_triangle(painter, QRectF(rect), points_up=shade > 0)
            if metrics.horizontalAdvance(cell.words) + 4 * TRIANGLE + SPACE_XS <= rect.width():
                painter.setPen(self.theme.colour("text"))
                painter.drawText(rect, CENTRE, cell.words)
            if column == current:
                painter.setPen(QPen(self.theme.colour("focus"), 2.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(rect).adjusted(1, 1, -1, -1))

    def paint_foot(self, painter: QPainter, area: QRectF) -> None:
        """Paint the scale: its ends in words, zero in the middle."""
        legend, metrics = self._legend, painter.fontMetrics()
        scale = QRectF(0, 0, SCALE_WIDTH, SCALE_HEIGHT)
        scale.moveCenter(area.center())
        gap = SPACE_S + metrics.horizontalAdvance(legend.better)
        scale.moveRight(area.right() - gap)
        gradient = QLinearGradient(scale.topLeft(), scale.topRight())
        for step in range(_STEPS + 1):
            gradient.setColorAt(step / _STEPS, self.ground(2 * step / _STEPS - 1))
        painter.fillRect(scale, gradient)
        self._paint_triangle(painter, scale, points_up=False)
        ends = QRectF(scale)
        ends.setLeft(ends.right() - 4 * TRIANGLE)
        self._paint_triangle(painter, ends, points_up=True)
        painter.setPen(QPen(self.theme.colour("text"), 1.0))
        middle = scale.center().x()
        painter.drawLine(QPointF(middle, scale.top()), QPointF(middle, scale.bottom()))
        painter.setPen(self.theme.colour("muted_text"))
        after = QRectF(scale.right() + SPACE_S, area.top(), gap, area.height())
        painter.drawText(after, LEFT, legend.better)
        before = QRectF(area)
        before.setRight(scale.left() - SPACE_S)
        painter.drawText(before, RIGHT, legend.worse)
        before.setRight(before.right() - metrics.horizontalAdvance(legend.worse) - SPACE_M)
        title = metrics.elidedText(
            legend.title, Qt.TextElideMode.ElideRight, int(max(before.width(), 0.0))
        )
        painter.drawText(before, LEFT, title)

    def _paint_triangle(self, painter: QPainter, rect: QRectF, *, points_up: bool) -> None:
        """Paint the side of zero at the left of a cell."""
        x, y = rect.left() + SPACE_XS + TRIANGLE, rect.center().y()
        tip = -TRIANGLE if points_up else TRIANGLE
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("text"))
        left, right = QPointF(x - TRIANGLE, y - tip), QPointF(x + TRIANGLE, y - tip)
        painter.drawPolygon(QPolygonF([QPointF(x, y + tip), left, right]))


def _deepest(theme: Theme, *, better: bool) -> float:
    """Return the greatest share of a hue on which text still has a contrast of 4.5."""
    text, sign = theme.colour("text"), 1 if better else -1
    share = 1.0
    while share > 0 and contrast_ratio(theme.diverging(sign * share), text) < READABLE:
        share -= 0.02
    return share
