"""Delegates of the table of runs: the open run is marked, a status has a dot and its word."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from workbench.models.runs_table import CURRENT_ROLE, RUN_ROLE
from workbench.theme import CELL_INSET, SPACE_S, Theme

DOT_RADIUS = 3.5
MARK_WIDTH = 3
STATUS_ROLES = {
    "finished": "positive", "running": "accent", "failed": "negative",
    "interrupted": "warning", "cancelled": "muted_text",
}  # fmt: skip
_GAP = "     "
_Index = QModelIndex | QPersistentModelIndex


class RunNameDelegate(QStyledItemDelegate):
    """A bar in the accent colour at the left of the run that is open."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        if index.data(CURRENT_ROLE):
            option.font = self._theme.font(bold=True)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        if index.data(CURRENT_ROLE):
            rect = option.rect
            mark = rect.adjusted(0, 3, MARK_WIDTH - rect.width(), -3)
            painter.fillRect(mark, self._theme.colour("accent"))


class RunStatusDelegate(QStyledItemDelegate):
    """A dot that is filled for finished and running, a ring for the others, before the words."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        shifted = QStyleOptionViewItem(option)
        super().paint(painter, shifted, index)
        status = index.data(RUN_ROLE).status
        colour = self._theme.colour(STATUS_ROLES.get(status, "muted_text"))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colour)
        is_filled = status in ("finished", "running")
        painter.setBrush(colour if is_filled else Qt.BrushStyle.NoBrush)
        middle = option.rect.top() + option.rect.height() / 2
        dot = QPointF(option.rect.left() + CELL_INSET + DOT_RADIUS, middle)
        painter.drawEllipse(dot, DOT_RADIUS, DOT_RADIUS)
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        room = option.rect.width() - 2 * CELL_INSET
        if option.fontMetrics.horizontalAdvance(f"{_GAP}{option.text}") > room:
            option.text = option.text.partition(":")[0]  # the inspector has the reason
        option.text = _GAP + option.text
        option.displayAlignment = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        option.textElideMode = Qt.TextElideMode.ElideRight
        option.rect = option.rect.adjusted(SPACE_S // 2, 0, 0, 0)
