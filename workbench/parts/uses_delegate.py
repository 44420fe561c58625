"""UsesDelegate: a rate over a bar in the colour of its language."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from workbench.models.uses_table import LABEL_ROLE, PART_ROLE
from workbench.parts.language_delegates import paint_ground
from workbench.theme import SPACE_S, SPACE_XL, Theme

_NUMBER_WIDTH = 3 * SPACE_XL
_THICKNESS = 8.0


class UsesDelegate(QStyledItemDelegate):
    """The bar grows from the left, the number stands at the right."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        words = paint_ground(painter, option, self._theme)
        rect = QRectF(option.rect)
        room = rect.width() - _NUMBER_WIDTH - SPACE_S
        length = room * float(index.data(PART_ROLE))
        middle = rect.center().y() - _THICKNESS / 2
        colour = self._theme.language_style(str(index.data(LABEL_ROLE))).colour
        painter.fillRect(QRectF(rect.left() + SPACE_S, middle, length, _THICKNESS), colour)
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.font())
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect.adjusted(0, 0, -SPACE_S, 0), side, str(index.data()))
        painter.restore()
