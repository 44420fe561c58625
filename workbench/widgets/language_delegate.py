"""LanguageDelegate: a language's marker, in its one colour, before its name."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from workbench.models.compression_table import ROW_ROLE
from workbench.plots.bar_chart import MARKER_SIZE, paint_marker
from workbench.theme import SPACE_L, SPACE_S, Theme


class LanguageDelegate(QStyledItemDelegate):
    """For a column whose rows give something with a `label` under ROW_ROLE."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        style = self._theme.language_style(index.data(ROW_ROLE).label)
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(option.rect, self._theme.colour("selection"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, self._theme.colour("hover"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.colour)
        middle = option.rect.top() + option.rect.height() / 2
        paint_marker(painter, style.marker, QPointF(option.rect.left() + SPACE_L, middle))
        room = option.rect.adjusted(SPACE_L + MARKER_SIZE, 0, -SPACE_S, 0)
        painter.setPen(self._theme.colour("selection_text" if chosen else "text"))
        painter.setFont(self._theme.font())
        name = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
        painter.restore()
