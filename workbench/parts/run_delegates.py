"""Delegates of the table of runs: the open run is marked, a status has a dot, tags are chips."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from workbench.models.runs_table import CURRENT_ROLE, RUN_ROLE
from workbench.theme import (
    CELL_INSET,
    RADIUS_CONTROL,
    SPACE_S,
    SPACE_XS,
    TEXT_CAPTION,
    Theme,
)

DOT_RADIUS = 3.5
MARK_WIDTH = 3
CHIP_HEIGHT = 16
CHIP_INSET = 6
STATUS_ROLES = {
    "finished": "positive", "running": "accent", "failed": "negative",
    "interrupted": "warning", "cancelled": "muted_text", "stopped": "positive",
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
    """A dot that is filled for finished and running, half for stopped, a ring for the others."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        shifted = QStyleOptionViewItem(option)
        super().paint(painter, shifted, index)
        status = index.data(RUN_ROLE).outcome
        colour = self._theme.colour(STATUS_ROLES.get(status, "muted_text"))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colour)
        is_filled = status in ("finished", "running")
        painter.setBrush(colour if is_filled else Qt.BrushStyle.NoBrush)
        middle = option.rect.top() + option.rect.height() / 2
        dot = QPointF(option.rect.left() + CELL_INSET + DOT_RADIUS, middle)
        painter.drawEllipse(dot, DOT_RADIUS, DOT_RADIUS)
        if status == "stopped":  # half filled: a part of the merges is there
            painter.setBrush(colour)
            circle = QRectF(-DOT_RADIUS, -DOT_RADIUS, 2 * DOT_RADIUS, 2 * DOT_RADIUS)
            painter.drawChord(circle.translated(dot), 90 * 16, 180 * 16)
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


class RunTagsDelegate(QStyledItemDelegate):
    """Tags as chips in a row; what has no room is counted behind them ("+2")."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""  # painted as chips

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        tags = index.data(RUN_ROLE).tags
        if not tags:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(TEXT_CAPTION))
        metrics = painter.fontMetrics()
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = self._theme.colour("selection_text" if is_chosen else "text")
        edge = ink if is_chosen else self._theme.colour("control_edge")
        left, right = option.rect.left() + SPACE_S, option.rect.right() - SPACE_XS
        shown, room = fitting_chips(
            [metrics.horizontalAdvance(tag) + 2 * CHIP_INSET for tag in tags],
            right - left,
            metrics.horizontalAdvance("+99"),
        )
        for tag, width in zip(tags[:shown], room, strict=True):
            chip = QRectF(
                left, option.rect.center().y() - CHIP_HEIGHT / 2 + 0.5, width, CHIP_HEIGHT
            )
            painter.setPen(QPen(edge, 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(chip, RADIUS_CONTROL, RADIUS_CONTROL)
            painter.setPen(ink)
            words = metrics.elidedText(
                tag, Qt.TextElideMode.ElideRight, int(width) - 2 * CHIP_INSET + 1
            )
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
            left += width + SPACE_XS
        if shown < len(tags):
            painter.setPen(ink if is_chosen else self._theme.colour("muted_text"))
            rest = QRectF(left, option.rect.top(), max(0, right - left), option.rect.height())
            painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, f"+{len(tags) - shown}")
        painter.restore()


def fitting_chips(widths: list[int], room: int, for_count: int) -> tuple[int, list[int]]:
    """How many chips there is room for, and how wide each is; the first is cut where it must be."""
    for n in range(len(widths), 0, -1):
        needed = sum(widths[:n]) + SPACE_XS * (n - 1)
        if needed + (for_count + SPACE_XS if n < len(widths) else 0) <= room:
            return n, widths[:n]
    left = room - (for_count + SPACE_XS if len(widths) > 1 else 0)
    return 1, [max(CHIP_INSET * 2, min(widths[0], left))]
