"""TaskList: the panel above the status bar with every task that runs, waits or has just ended."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from workbench.frame.task_records import FAILED, PAUSED, STOPPING, TaskRecord, TaskRecords
from workbench.frame.task_table import (
    PROGRESS,
    RECORD_ROLE,
    STATE,
    TASK,
    TaskProgressDelegate,
    TaskStateDelegate,
    TaskTable,
)
from workbench.theme import ROW_HEIGHT, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.widgets.action_button import ActionButton
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import hairline, label

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
        self._model = TaskTable(records, self)
        self._table.setModel(self._model)
        self._table.setItemDelegateForColumn(PROGRESS, TaskProgressDelegate(theme, self._table))
        self._table.setItemDelegateForColumn(STATE, TaskStateDelegate(theme, self._table))
        self._table.set_widths(COLUMN_WIDTHS, stretch=STATE)
        self._table.setFixedHeight((N_ROWS + 1) * ROW_HEIGHT + SPACE_XS)
        self._empty = label(self.tr("Nothing runs, waits or has ended yet."), "muted")
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

    def shown_words(self) -> tuple[tuple[str, ...], ...]:
        """What the rows say, from the top."""
        model = self._model
        return tuple(
            tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
            for row in range(model.rowCount())
        )

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
        lives = record is not None and not record.is_over
        self._enable(self.cancel, lives and record.state != STOPPING, self.tr("nothing runs"))
        can_pause = record is not None and record.can_pause
        self._enable(self.pause, can_pause, self.tr("no task that can be paused runs"))
        failed = record is not None and record.state == FAILED
        self._enable(self.copy_error, failed, self.tr("choose a task that failed"))
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
