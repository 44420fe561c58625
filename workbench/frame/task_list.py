"""TaskList: the panel above the status bar with every task that runs, waits or has just ended."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QKeySequence, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

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
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, duration
from workbench.text.placeholders import fill
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import (
    CELL_INSET,
    LINE_GAP,
    ROW_HEIGHT,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    Theme,
)
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.labels import hairline, label

# TaskTable: the tasks of the session as a table, one a row, and the bar of their progress.


TASK, STATE, PROGRESS, SPEED, LEFT, ELAPSED = range(6)
RECORD_ROLE = Qt.ItemDataRole.UserRole
STATE_ROLES = {FAILED: "negative", FINISHED: "positive", PAUSED: "warning"}
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
        """Take the records again; rows come and go, what was chosen stays chosen."""
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
        """Show the figures of all rows again."""
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, ELAPSED))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
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

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
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

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        role = STATE_ROLES.get(index.data(RECORD_ROLE).state)
        if role is not None:
            option.palette.setColor(option.palette.ColorRole.Text, self._theme.colour(role))


N_ROWS = 5
COLUMN_WIDTHS = (220, 260, 200, 128, 104, 104)
REFRESH_MS = 500


class TaskList(QFrame):
    """Delete cancels the chosen task, P pauses it or lets it go on, Escape leaves.

    Signals:
        closed: the person wants the panel to go away.
    """

    closed = Signal()

    def __init__(self, records: TaskRecords, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "surface")
        self.setAccessibleName(self.tr("Tasks"))
        self._records = records
        self._table = DataTable(self.tr("Tasks"), theme)
        self._table.setObjectName("tasks")
        self._model = TaskTable(records, self)
        self._table.setModel(self._model)
        self._table.setItemDelegateForColumn(PROGRESS, TaskProgressDelegate(theme, self._table))
        self._table.setItemDelegateForColumn(STATE, TaskStateDelegate(theme, self._table))
        self._table.set_widths(COLUMN_WIDTHS, stretch=STATE)
        self._table.setFixedHeight((N_ROWS + 1) * ROW_HEIGHT + SPACE_XS)
        self._empty = label(self.tr("No tasks yet"), "muted")
        self._empty.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_M)
        self._make_actions()
        self._lay_out()
        self._timer = QTimer(self, interval=REFRESH_MS)
        self._timer.timeout.connect(self._model.tell_values)
        records.records_changed.connect(self._refresh)
        records.changed.connect(self._show_change)
        self._table.selectionModel().selectionChanged.connect(self._show_state)
        self._refresh()

    def commands(self) -> tuple[QAction, ...]:
        """What can be done with tasks, for the registry."""
        return (self.cancel, self.pause, self.copy_error, self.clear)

    @property
    def chosen(self) -> TaskRecord | None:
        """The chosen task; the one that runs where none is chosen."""
        rows = self._table.selectionModel().selectedRows(TASK)
        return rows[0].data(RECORD_ROLE) if rows else self._records.current

    def choose(self, row: int) -> None:
        self._table.selectRow(row)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def take_focus(self) -> None:
        """Put the focus into the table, on the first task."""
        self._table.setFocus()
        if self._model.rowCount() and not self._table.selectionModel().hasSelection():
            self._table.selectRow(0)

    def _make_actions(self) -> None:
        self.cancel = self._made("tasks.cancel_task", self.tr("Cancel task"), "Delete")
        self.pause = self._made("tasks.pause_task", self.tr("Pause or resume task"), "P")
        self.copy_error = self._made("tasks.copy_error", self.tr("Copy error of task"), "E")
        self.clear = self._made("tasks.clear_ended", self.tr("Clear ended tasks"))
        self.cancel.triggered.connect(self._cancel_chosen)
        self.pause.triggered.connect(self._pause_chosen)
        self.copy_error.triggered.connect(self._copy_error)
        self.clear.triggered.connect(self._records.clear_ended)

    def _made(self, name: str, words: str, keys: str = "") -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.addAction(action)
        return action

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS)
        head.setSpacing(SPACE_S)
        head.addWidget(label(self.tr("Tasks"), "section"))
        head.addStretch(1)
        words = {
            self.pause: self.tr("Pause"), self.cancel: self.tr("Cancel"),
            self.copy_error: self.tr("Copy error"), self.clear: self.tr("Clear ended"),
        }  # fmt: skip
        self._buttons = {action: ActionButton(action, words=text) for action, text in words.items()}
        for button in self._buttons.values():
            button.setProperty("kind", "status")
            head.addWidget(button)
        close = QAction(self.tr("Close"), self)
        close.triggered.connect(self.closed)
        button = ActionButton(close)
        button.setProperty("kind", "status")
        head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(hairline())
        column.addLayout(head)
        column.addWidget(self._table)
        column.addWidget(self._empty)

    def _refresh(self) -> None:
        self._model.refresh()
        has_rows = self._model.rowCount() > 0
        self._table.setVisible(has_rows)
        self._empty.setVisible(not has_rows)
        self._show_state()

    def _show_change(self, _record: TaskRecord) -> None:
        if self.isVisible():
            self._model.tell_values()
        self._show_state()

    def _show_state(self) -> None:
        record = self.chosen
        lives = record is not None and not record.is_over and record.state != STOPPING
        self._enable(self.cancel, lives, self.tr("no task is running"))
        can_pause = record is not None and record.can_pause
        self._enable(self.pause, can_pause, self.tr("no running task can be paused"))
        failed = record is not None and record.state == FAILED
        self._enable(self.copy_error, failed, self.tr("choose a failed task"))
        ended = any(each.is_over for each in self._records.shown)
        self._enable(self.clear, ended, self.tr("no task has ended"))
        is_paused = record is not None and record.state == PAUSED
        self._buttons[self.pause].setText(self.tr("Resume") if is_paused else self.tr("Pause"))

    def _enable(self, action: QAction, is_possible: bool, reason: str) -> None:
        action.setEnabled(is_possible)
        action.setStatusTip("" if is_possible else reason)

    def _cancel_chosen(self) -> None:
        if self.chosen is not None:
            self.chosen.cancel()

    def _pause_chosen(self) -> None:
        if self.chosen is not None:
            self.chosen.toggle_pause()

    def _copy_error(self) -> None:
        if self.chosen is not None:
            QGuiApplication.clipboard().setText(self.chosen.error)
