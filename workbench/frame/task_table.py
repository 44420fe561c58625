"""TaskTable: the tasks of the session as a table, one a row, and the bar of their progress."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from workbench.frame.task_records import (
    CANCELLED,
    FAILED,
    FINISHED,
    PAUSED,
    RUNNING,
    STOPPING,
    WAITING,
    TaskRecord,
    TaskRecords,
)
from workbench.numbers import NOTHING, duration
from workbench.placeholders import fill
from workbench.theme import CELL_INSET, LINE_GAP, SPACE_XS, Theme

TASK, STATE, PROGRESS, SPEED, LEFT, ELAPSED = range(6)
RECORD_ROLE = Qt.ItemDataRole.UserRole
STATE_ROLES = {FAILED: "negative", FINISHED: "positive", PAUSED: "warning"}
_Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TaskTable(QAbstractTableModel):
    """Columns TASK, STATE, PROGRESS, SPEED, LEFT, ELAPSED; RECORD_ROLE gives the TaskRecord."""

    def __init__(self, records: TaskRecords, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._records = records
        self._rows: tuple[TaskRecord, ...] = records.shown
        self._heads = (
            self.tr("Task"), self.tr("State"), self.tr("Progress"), self.tr("Speed"),
            self.tr("Left"), self.tr("Elapsed"),
        )  # fmt: skip
        self._states = {
            RUNNING: self.tr("running"), PAUSED: self.tr("paused"), WAITING: self.tr("waiting"),
            STOPPING: self.tr("stopping"), FINISHED: self.tr("finished"),
            CANCELLED: self.tr("cancelled"), FAILED: self.tr("failed"),
        }  # fmt: skip

    def refresh(self) -> None:
        """Take the records anew; rows come and go, what was chosen stays chosen."""
        wanted = self._records.shown
        for row in reversed(range(len(self._rows))):
            if self._rows[row] not in wanted:
                self.beginRemoveRows(QModelIndex(), row, row)
                self._rows = (*self._rows[:row], *self._rows[row + 1 :])
                self.endRemoveRows()
        if [each for each in wanted if each in self._rows] != list(self._rows):
            self.layoutAboutToBeChanged.emit()
            before = self._rows
            self._rows = tuple(each for each in wanted if each in before)
            for index in self.persistentIndexList():
                row = self._rows.index(before[index.row()])
                self.changePersistentIndex(index, self.index(row, index.column()))
            self.layoutChanged.emit()
        for row, record in enumerate(wanted):
            if row >= len(self._rows) or self._rows[row] is not record:
                self.beginInsertRows(QModelIndex(), row, row)
                self._rows = (*self._rows[:row], record, *self._rows[row:])
                self.endInsertRows()

    def tell_values(self) -> None:
        """Show the figures of all rows anew."""
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, ELAPSED))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            is_number = section in (SPEED, LEFT, ELAPSED)
            return (
                _RIGHT if is_number else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            )
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        record = self._rows[index.row()]
        if role == RECORD_ROLE:
            return record
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (SPEED, LEFT, ELAPSED):
            return _RIGHT
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == STATE:
            return record.error or record.phase or None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(record, index.column())
        return None

    def _words(self, record: TaskRecord, column: int) -> str:
        if column == TASK:
            return record.title
        if column == STATE:
            return self._state_words(record)
        if column == PROGRESS:
            return "" if record.fraction is None else f"{100 * record.fraction:.0f} %"
        if column == SPEED:
            return record.speed or NOTHING
        return duration(record.remaining_s if column == LEFT else record.elapsed_s)

    def _state_words(self, record: TaskRecord) -> str:
        words = self._states[record.state]
        more = record.error or (record.phase if record.state == RUNNING else "")
        if not more or more == record.title:
            return words
        return fill(self.tr("%1: %2"), words, more)


class TaskProgressDelegate(QStyledItemDelegate):
    """A thin bar with the percent behind it; nothing for what waits or has ended."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        record: TaskRecord = index.data(RECORD_ROLE)
        if record.is_over or record.fraction is None:
            return
        theme, inner = self._theme, option.rect.adjusted(CELL_INSET, 0, -CELL_INSET, 0)
        words = index.data(Qt.ItemDataRole.DisplayRole)
        painter.save()
        painter.setPen(theme.colour("text"))
        painter.drawText(inner, _RIGHT, words)
        room = painter.fontMetrics().horizontalAdvance("100 %") + SPACE_XS * 2
        height = 2 * LINE_GAP
        track = inner.adjusted(0, (inner.height() - height) // 2, -room, 0)
        track.setHeight(height)
        painter.fillRect(track, theme.colour("track"))
        track.setWidth(round(track.width() * min(1.0, record.fraction)))
        painter.fillRect(track, theme.colour("accent"))
        painter.restore()


class TaskStateDelegate(QStyledItemDelegate):
    """The state in its colour, besides its word."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        role = STATE_ROLES.get(index.data(RECORD_ROLE).state)
        if role is not None:
            option.palette.setColor(option.palette.ColorRole.Text, self._theme.colour(role))
