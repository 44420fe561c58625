"""HeatMap: languages in rows, metrics or tokenizers in columns, better and worse in two hues.

Colour says how far a value is from what it is compared with, a triangle says on which side; so it
reads in greyscale too. Zero is neutral. The value itself stands in the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen
from PySide6.QtWidgets import QWidget

from workbench.ui.languages.language_chart import (
    CENTRE,
    LEFT,
    RIGHT,
    ChartRow,
    LanguageChart,
    pixels,
    rows_csv,
)
from workbench.ui.theme.diverging import LEAST_SHADE_SHOWN, TRIANGLE, DivergingGround, paint_side
from workbench.ui.theme.theme import SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme

SCALE_WIDTH = 160.0
SCALE_HEIGHT = 16.0
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
        self._ground = DivergingGround(theme)

    @property
    def heads(self) -> tuple[str, ...]:
        return self._heads

    def set_map(self, heads: Sequence[str], rows: Sequence[ChartRow], legend: HeatLegend) -> None:
        """Show one column for each head; every row has as many cells."""
        self._heads, self._legend = tuple(heads), legend
        self.set_rows(rows, len(self._heads))

    def data_csv(self) -> str:
        """Return the values of all rows as CSV."""
        return rows_csv(self._heads, self.rows)

    def ground(self, shade: float | None) -> QColor:
        """Return the colour of a shade; text stays readable on every one of them."""
        return self._ground.colour(shade)

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
                self._paint_side(painter, QRectF(rect), is_better=shade > 0)
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
        self._paint_side(painter, scale, is_better=False)
        ends = QRectF(scale)
        ends.setLeft(ends.right() - 4 * TRIANGLE)
        self._paint_side(painter, ends, is_better=True)
        painter.setPen(self.theme.colour("text"))
        painter.drawText(scale, CENTRE, "0")
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

    def _paint_side(self, painter: QPainter, rect: QRectF, *, is_better: bool) -> None:
        """Paint the side of zero at the left of a cell."""
        left = QPointF(rect.left() + SPACE_XS, rect.center().y())
        paint_side(painter, left, self.theme.colour("text"), is_better)
