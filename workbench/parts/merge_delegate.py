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
PLUS, ARROW = "+", "→"
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
        left, right, *token = self.texts(merge, option.rect.width())
        x = option.rect.left() + CELL_INSET
        x = self._chip(painter, option.rect, x, left, LEFT_HUE) + SPACE_XS
        x = self._sign(painter, option.rect, x, PLUS) + SPACE_XS
        x = self._chip(painter, option.rect, x, right, RIGHT_HUE) + SPACE_XS
        x = self._sign(painter, option.rect, x, ARROW) + SPACE_XS
        if len(token) == 2:
            x = self._chip(painter, option.rect, x, token[0], LEFT_HUE)
            self._chip(painter, option.rect, x, token[1], RIGHT_HUE)
        else:
            self._chip(painter, option.rect, x, token[0], None)
        painter.restore()

    def texts(self, merge: MergeRow, width: int) -> list[str]:
        """Return the chips' texts: left, right, and the token in its two parts.

        The token is one text where bytes of both sides make a character together. What is too
        long for a cell of this width has an ellipsis in its middle.
        """
        left, right = visible(merge.left_bytes), visible(merge.right_bytes)
        whole = visible(merge.left_bytes + merge.right_bytes)
        texts = [left, right, left, right] if whole == left + right else [left, right, whole]
        widths = [self._metrics.horizontalAdvance(text) for text in texts]
        signs = self._metrics.horizontalAdvance(PLUS) + self._metrics.horizontalAdvance(ARROW)
        room = width - 2 * CELL_INSET - signs - (4 + len(texts)) * SPACE_XS
        widest = _widest(widths, room)
        middle = Qt.TextElideMode.ElideMiddle
        return [
            text if wide <= widest else self._metrics.elidedText(text, middle, widest)
            for text, wide in zip(texts, widths, strict=True)
        ]

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


def _widest(widths: list[int], room: int) -> int:
    """Return how wide each part may be so that all fit; narrow parts leave room to wide ones.

    >>> _widest([10, 90, 10, 90], 100), _widest([10, 20], 100)
    (40, 20)
    """
    if sum(widths) <= room:
        return max(widths)
    for n_left, width in zip(range(len(widths), 0, -1), sorted(widths), strict=True):
        share = max(room, 0) // n_left
        if width > share:
            return share
        room -= width
    return max(widths)
