"""TaskList: the panel above the status bar with every task that runs, waits or has just ended.

`TaskRecords` are what every job of the session does or how it ended, ready to be shown.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QKeySequence, QPainter, QShowEvent
from PySide6.QtWidgets import QFrame, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.signals import Signal
from workbench.text.numbers import NOTHING, byte_size, duration, grouped
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
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.job_words import error_sentence, phase_words
from workbench.work.child_process import ChildProcessJob
from workbench.work.jobs import Job, JobRunner

MOST_ENDED = 30
SPEED_WINDOW_S = 2.0
LEAST_WINDOW_S = 0.2
RUNNING, PAUSED, WAITING, STOPPING, FINISHED, CANCELLED, FAILED = (
    "running", "paused", "waiting", "stopping", "finished", "cancelled", "failed",
)  # fmt: skip


class TaskRecord(QObject):
    """One job, as the list of tasks and the status bar show it.

    is_brief: a task of few short steps; such are listed only where they fail.
    phase: what it does in words, "" while unknown. fraction: 0 to 1 of the phase or None.
    error: the sentence of one that failed.

    Signals:
        changed: anything of it, at most as often as the job delivers.
    """

    changed = Signal()

    def __init__(self, job: Job | ChildProcessJob, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = job.title
        self.phase, self.error = "", ""
        self.fraction: float | None = None
        self._remaining_s: float | None = None
        self._told_at = 0.0
        self._newest: object = None
        self._job: Job | ChildProcessJob | None = job
        self._ended = ""
        self.is_brief = isinstance(job, Job) and job.brief
        self._made_at = time.monotonic()
        self._elapsed_s = 0.0
        self._marks: deque[tuple[float, int]] = deque()
        self._unit = ""
        job.progressed.connect(self._note_progress)
        job.finished.connect(self._note_finished)
        job.cancelled.connect(self._note_cancelled)
        job.failed.connect(self._note_failed)
        if isinstance(job, Job):
            job.paused_changed.connect(self._note_change)
            job.cancelling_begun.connect(self.changed)

    @property
    def job(self) -> Job | ChildProcessJob | None:
        """The job, None once it has ended."""
        return self._job

    @property
    def state(self) -> str:
        """RUNNING, PAUSED, WAITING, STOPPING, FINISHED, CANCELLED or FAILED."""
        job = self._job
        if job is None:
            return self._ended
        if not isinstance(job, Job):
            return RUNNING
        if job.is_cancelling:
            return STOPPING
        if job.began_at is None:
            return WAITING
        return PAUSED if job.is_paused else RUNNING

    @property
    def is_over(self) -> bool:
        return self._job is None

    @property
    def can_pause(self) -> bool:
        return isinstance(self._job, Job) and not self.is_brief and self.state in (RUNNING, PAUSED)

    @property
    def elapsed_s(self) -> float | None:
        """Seconds since it began, or that it took; None while it waits."""
        if self._job is None:
            return self._elapsed_s
        began = self._job.began_at if isinstance(self._job, Job) else self._made_at
        return None if began is None else time.monotonic() - began

    @property
    def remaining_s(self) -> float | None:
        """Seconds left by its last estimate, which goes on by itself; None where it is over."""
        if self._remaining_s is None:
            return None
        left = self._remaining_s - (time.monotonic() - self._told_at)
        return left if left > 0 else None

    @property
    def speed(self) -> str:
        """How fast a training is, such as "31 MB/s"; "" for other tasks and while nothing grows."""
        if self.state != RUNNING or len(self._marks) < 2:
            return ""
        (first_at, first), (last_at, last) = self._marks[0], self._marks[-1]
        if last_at - first_at < LEAST_WINDOW_S:
            return ""
        rate = max(0, round((last - first) / (last_at - first_at)))
        if not rate:
            return ""
        if self._unit == "done":
            return fill(self.tr("%1/s"), byte_size(rate))
        return fill(self.tr("%1 merges/s"), grouped(rate))

    def cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self.changed.emit()

    def toggle_pause(self) -> None:
        """Pause what runs, let go on what is paused."""
        if isinstance(self._job, Job) and self.can_pause:
            if self._job.is_paused:
                self._job.resume()
            else:
                self._job.pause()

    def _note_progress(self, values: tuple[Any, ...]) -> None:
        value = values[-1]
        phase = phase_words(getattr(value, "phase", ""))
        if value is not self._newest:  # a value that is repeated says nothing new
            self._told_at, self._newest = time.monotonic(), value
            self._measure(value, is_new=phase != self.phase)
        self.phase = phase
        self.fraction = getattr(value, "fraction", None)
        self._remaining_s = getattr(value, "remaining_s", None)
        self.changed.emit()

    def _measure(self, value: object, *, is_new: bool) -> None:
        """Note how much of a training is done; what grows in this phase is what the speed is of.

        Only of a training it is known that `done` is in bytes.
        """
        merges, n_bytes = getattr(value, "merges_done", None), getattr(value, "done", None)
        if merges is None or n_bytes is None:
            return
        now = self._told_at
        unit, done = ("merges_done", merges) if merges else ("done", n_bytes)
        if is_new or unit != self._unit:
            self._marks.clear()
            self._unit = unit
        self._marks.append((now, int(done)))
        while now - self._marks[0][0] > SPEED_WINDOW_S:
            self._marks.popleft()

    def _note_change(self, _value: object = None) -> None:
        self._marks.clear()
        self.changed.emit()

    def _note_finished(self, _result: object) -> None:
        self._end(FINISHED)

    def _note_cancelled(self) -> None:
        self._end(CANCELLED)

    def _note_failed(self, error: BaseException) -> None:
        self.error = error_sentence(error)
        self._end(FAILED)

    def _end(self, state: str) -> None:
        self._elapsed_s = self.elapsed_s or 0.0
        self._ended, self._job = state, None
        self._marks.clear()
        self._remaining_s = self._newest = None
        self.changed.emit()


class TaskRecords(QObject):
    """The jobs of the session: those that have not ended, then the newest that have.

    Signals:
        records_changed: one began or ended.
        changed: a TaskRecord that says something new.
    """

    records_changed = Signal()
    changed: Signal[TaskRecord] = Signal(object)

    def __init__(self, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._records: list[TaskRecord] = []
        jobs.job_started.connect(self.add)

    @property
    def shown(self) -> tuple[TaskRecord, ...]:
        """What a list shows: as they run, then the ended ones, the newest first."""
        living = [each for each in self._records if not each.is_over and not each.is_brief]
        ended = [each for each in reversed(self._records) if each.is_over]
        return (*living, *ended)

    @property
    def current(self) -> TaskRecord | None:
        """The record of the job that runs, else of the one that waits longest."""
        running = self._jobs.current
        living = [each for each in self._records if not each.is_over]
        found = [each for each in living if each.job is running]
        return next(iter([*found, *living]), None)

    @property
    def asked_before_closing(self) -> tuple[Job | ChildProcessJob, ...]:
        """What runs and would lose work if the window were closed."""
        jobs = [each.job for each in self._records if each.state != STOPPING]
        return tuple(job for job in jobs if job is not None and job.confirm_close)

    @property
    def n_waiting(self) -> int:
        """How many stand in line, the brief ones not counted."""
        return sum(each.state == WAITING and not each.is_brief for each in self._records)

    def add(self, job: Job | ChildProcessJob) -> None:
        """Watch a job or a child process to its end."""
        record = TaskRecord(job, self)
        self._records.append(record)
        record.changed.connect(self._note_change)
        job.finished.connect(self._note_end)
        job.cancelled.connect(self._note_end)
        job.failed.connect(self._note_end)
        self.records_changed.emit()

    def clear_ended(self) -> None:
        """Forget what has ended."""
        self._drop([each for each in self._records if each.is_over])

    def _note_change(self) -> None:
        record = self.sender()
        assert isinstance(record, TaskRecord)
        self.changed.emit(record)

    def _note_end(self, _result: object = None) -> None:
        ended = [each for each in self._records if each.is_over]
        brief = [each for each in ended if each.is_brief and each.state != FAILED]
        kept = [each for each in ended if each not in brief]
        self._drop([*brief, *kept[: max(0, len(kept) - MOST_ENDED)]])

    def _drop(self, gone: list[TaskRecord]) -> None:
        self._records = [each for each in self._records if each not in gone]
        for record in gone:
            record.deleteLater()
        self.records_changed.emit()


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
        head = horizontal(
            label(self.tr("Tasks"), "section"),
            STRETCH,
            margins=(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS),
            spacing=SPACE_S,
        )
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
        vertical(hairline(), head, self._table, self._empty, parent=self, spacing=0)

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
