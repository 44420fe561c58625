"""MergeDelegate: paints a merge as two token chips, an arrow and the token they make."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from workbench.models.merge_table import MERGE_ROLE, MergeRow
from workbench.parts.language_delegates import paint_ground
from workbench.theme import CELL_INSET, SPACE_XS, Theme
from workbench.visible_text import visible

LEFT_HUE, RIGHT_HUE = 0, 1
_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class MergeDelegate(QStyledItemDelegate):
    """For the merge column of a MergeTable: left and right keep their hues within the token."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._font: QFont = theme.mono_font()
        self._metrics = QFontMetrics(self._font)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        merge: MergeRow = index.data(MERGE_ROLE)
        painter.save()
        painter.setClipRect(option.rect)
        paint_ground(painter, option, self._theme)
        painter.setFont(self._font)
        left, right = visible(merge.left_bytes), visible(merge.right_bytes)
        x = option.rect.left() + CELL_INSET
        x = self._chip(painter, option.rect, x, left, LEFT_HUE) + SPACE_XS
        x = self._sign(painter, option.rect, x, "+") + SPACE_XS
        x = self._chip(painter, option.rect, x, right, RIGHT_HUE) + SPACE_XS
        x = self._sign(painter, option.rect, x, "→") + SPACE_XS
        whole = visible(merge.left_bytes + merge.right_bytes)
        if whole == left + right:
            x = self._chip(painter, option.rect, x, left, LEFT_HUE)
            self._chip(painter, option.rect, x, right, RIGHT_HUE)
        else:  # bytes of both sides make a character together
            self._chip(painter, option.rect, x, whole, None)
        painter.restore()

    def _chip(self, painter: QPainter, row: QRect, x: int, text: str, hue: int | None) -> int:
        """Paint one token from x on; return where it ends."""
        width = self._metrics.horizontalAdvance(text) + SPACE_XS
        box = QRect(x, row.top() + 3, width, row.height() - 6)
        if hue is not None:
            colour = self._theme.token_colour(hue)
            painter.fillRect(box, colour.background)
            painter.fillRect(QRect(box.left(), box.bottom(), width, 1), colour.boundary)
            painter.setPen(colour.text)
        else:
            painter.setPen(self._theme.colour("hairline"))
            painter.drawRect(box.adjusted(0, 0, -1, 0))
            painter.setPen(self._theme.colour("text"))
        painter.drawText(box.adjusted(SPACE_XS // 2, 0, SPACE_XS, 0), _CENTRE, text)
        return x + width

    def _sign(self, painter: QPainter, row: QRect, x: int, sign: str) -> int:
        width = self._metrics.horizontalAdvance(sign)
        painter.setPen(self._theme.colour("muted_text"))
        painter.drawText(QRect(x, row.top(), width, row.height()), _CENTRE, sign)
        return x + width
