"""ReportDelegate: a row of the vocabulary report over a quiet bar, and the heads of sections."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from workbench.models.report_table import PART_ROLE, ROW_ROLE, WHAT
from workbench.parts.language_delegates import paint_ground
from workbench.theme import CELL_INSET, SPACE_L, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme

_Index = QModelIndex | QPersistentModelIndex


class ReportDelegate(QStyledItemDelegate):
    """The bar stands behind the words: as long as the count is, the greatest of a section whole."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        row = index.data(ROW_ROLE)
        if row is None:
            self._paint_head(painter, option, index)
        else:
            self._paint_row(painter, option, index, is_token=row.token_id is not None)
        painter.restore()

    def _paint_head(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.fillRect(option.rect, self._theme.colour("surface"))
        is_title = index.column() == WHAT
        painter.setPen(self._theme.colour("text" if is_title else "muted_text"))
        painter.setFont(self._theme.font(bold=True) if is_title else self._theme.font(TEXT_CAPTION))
        room = option.rect.adjusted(CELL_INSET if is_title else 0, 0, -SPACE_S, -SPACE_XS)
        side = Qt.AlignmentFlag.AlignLeft if is_title else Qt.AlignmentFlag.AlignRight
        painter.drawText(room, side | Qt.AlignmentFlag.AlignBottom, str(index.data()))
        painter.fillRect(
            QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
            self._theme.colour("hairline"),
        )

    def _paint_row(
        self, painter: QPainter, option: QStyleOptionViewItem, index: _Index, *, is_token: bool
    ) -> None:
        words = paint_ground(painter, option, self._theme)
        rect = option.rect
        is_what = index.column() == WHAT
        if is_what and words == "text":
            length = (rect.width() - SPACE_L) * index.data(PART_ROLE)
            bar = QRectF(rect.left() + SPACE_S, rect.top() + 3, length, rect.height() - 6)
            painter.fillRect(bar, self._theme.colour("track"))
        painter.setPen(self._theme.colour(words))
        painter.setFont(self._theme.mono_font() if is_token and is_what else self._theme.font())
        room = rect.adjusted(CELL_INSET if is_what else 0, 0, -SPACE_S, 0)
        side = Qt.AlignmentFlag.AlignLeft if is_what else Qt.AlignmentFlag.AlignRight
        text = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, text)
