"""Tokens in the cells of a table, drawn as in Tokens: coloured by id, with a mark below.

`TokenCell` says what a cell shows, `TokenChips` paints it.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from workbench.ui.languages.language_delegates import paint_ground
from workbench.ui.spans.span_colouring import N_HUES, hue_of_id
from workbench.ui.spans.span_painter import mark_rects
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import CELL_INSET, SPACE_S, SPACE_XS, Theme

CHIPS_ROLE = Qt.ItemDataRole.UserRole + 2
"""tuple of TokenCell: the tokens of a cell, from the left; joined by "+"."""
_INSET = 3
_HATCH_ALPHA = 60
_LEAST_CHIP = 24.0
_MOST_KEPT = 4096


class TokenCell(NamedTuple):
    """One token of a cell. is_partial: not whole characters."""

    token_id: int
    text: str
    is_partial: bool = False


class TokenChips(QStyledItemDelegate):
    """Paints the tokens that CHIPS_ROLE gives, or the words of a cell without any.

    Tokens that do not fit share the room; each keeps its beginning.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._font = theme.mono_font()
        self._metrics = QFontMetricsF(self._font)
        self._advances: dict[str, float] = {}
        theme.changed.connect(self._refresh)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cells: tuple[TokenCell, ...] = index.data(CHIPS_ROLE) or ()
        painter.save()
        words = paint_ground(painter, option, self._theme)
        room = QRectF(option.rect.adjusted(CELL_INSET - SPACE_XS, 0, -SPACE_S, 0))
        painter.setFont(self._font)
        if cells:
            self._paint_tokens(painter, room, cells, words)
        else:
            painter.setPen(self._theme.colour(words))
            text = str(index.data() or "")
            painter.drawText(room.adjusted(SPACE_XS, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def widths(self, cells: tuple[TokenCell, ...], room: float) -> list[float]:
        """The pixels of each token: what it needs, or its share of a room that is too small."""
        needs = [self._advance(each.text) + 2 * SPACE_XS for each in cells]
        room -= (len(cells) - 1) * self._joint
        short = sorted(needs)
        for at, need in enumerate(short):  # those that are small anyway keep their width
            fair = room / (len(short) - at)
            if need > fair:
                return [min(each, max(_LEAST_CHIP, fair)) for each in needs]
            room -= need
        return needs

    @property
    def _joint(self) -> float:
        return self._advance(" + ")

    def _advance(self, text: str) -> float:
        """The width of a text; kept, since every painting asks again."""
        if text not in self._advances:
            if len(self._advances) >= _MOST_KEPT:
                self._advances.clear()
            self._advances[text] = self._metrics.horizontalAdvance(text)
        return self._advances[text]

    def _paint_tokens(
        self, painter: QPainter, room: QRectF, cells: tuple[TokenCell, ...], words: str
    ) -> None:
        left, hue_before = room.left(), -1
        for number, (cell, width) in enumerate(
            zip(cells, self.widths(cells, room.width()), strict=True)
        ):
            if number:
                joint = QRectF(left, room.top(), self._joint, room.height())
                painter.setPen(self._theme.colour("muted_text" if words == "text" else words))
                painter.drawText(joint, Qt.AlignmentFlag.AlignCenter, "+")
                left += self._joint
            hue = hue_of_id(cell.token_id)
            hue = (hue + 1) % N_HUES if hue == hue_before else hue
            self._paint_chip(painter, QRectF(left, room.top(), width, room.height()), cell, hue)
            left, hue_before = left + width, hue

    def paint_token(self, painter: QPainter, room: QRectF, cell: TokenCell) -> None:
        """Paint one token in the middle of a room."""
        [width] = self.widths((cell,), room.width())
        left = room.left() + (room.width() - width) / 2
        painter.setFont(self._font)
        box = QRectF(left, room.top(), width, room.height())
        self._paint_chip(painter, box, cell, hue_of_id(cell.token_id))

    def _paint_chip(self, painter: QPainter, box: QRectF, cell: TokenCell, hue: int) -> None:
        colour = self._theme.token_colour(hue)
        rect = box.adjusted(0, _INSET, 0, -_INSET)
        painter.fillRect(rect, colour.background)
        if cell.is_partial:
            hatch = self._theme.colour("muted_text")
            hatch.setAlpha(_HATCH_ALPHA)
            painter.fillRect(rect, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        for mark in mark_rects(rect, hue):
            painter.fillRect(mark, colour.boundary)
        painter.setPen(colour.text)
        inner = box.adjusted(SPACE_XS, 0, -SPACE_XS, 0)
        text = cell.text
        if self._advance(text) > inner.width() + 1:
            text = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, text)

    def _refresh(self) -> None:
        self._font = self._theme.mono_font()
        self._metrics = QFontMetricsF(self._font)
        self._advances.clear()
