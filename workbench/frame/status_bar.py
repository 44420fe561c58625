"""StatusBar: the running job with phase, bar, estimate and cancel; engine state; memory."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from engine.machine import available_bytes
from workbench.frame.task_list import PAUSED, STOPPING, TaskRecord, TaskRecords
from workbench.signals import Signal
from workbench.text.numbers import byte_size, duration
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_M, SPACE_S, STATUS_HEIGHT
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal
from workbench.ui.widgets.progress_line import ProgressLine
from workbench.ui.words.tool_tips import plain_tip
from workbench.work.memory import resident_bytes

BAR_WIDTH = 160
STEPS = 200
MEMORY_INTERVAL_MS = 2000


class StatusBar(QFrame):
    """Shows the task that runs; a click asks for the list of all.

    Signals:
        tasks_requested: the person clicked the bar and wants the list of tasks.
    """

    tasks_requested = Signal()

    def __init__(self, records: TaskRecords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_bar")
        self.setAccessibleName(self.tr("Status"))
        self.setToolTip(self.tr("Click to show the tasks."))
        self.setFixedHeight(STATUS_HEIGHT)
        self._records = records
        self._words = label("", "caption")
        self._bar = ProgressLine(STEPS)
        self._bar.setFixedWidth(BAR_WIDTH)
        self._bar.setAccessibleName(self.tr("Progress of the task"))
        self._estimate = label("", "caption")
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setAccessibleName(self.tr("Cancel the running task"))
        self._cancel.setProperty("kind", "status")
        self._cancel.clicked.connect(self._cancel_shown)
        self._engine = label("", "caption")
        self._memory = label("", "caption")
        self._memory.setObjectName("memory")
        row = horizontal(
            self._words,
            self._bar,
            self._estimate,
            self._cancel,
            STRETCH,
            self._engine,
            parent=self,
            margins=(SPACE_M, 0, SPACE_M, 0),
            spacing=SPACE_M,
        )
        row.addSpacing(SPACE_S)
        row.addWidget(self._memory)
        records.records_changed.connect(self._show_current)
        records.changed.connect(self._show_change)
        self._timer = QTimer(self, interval=MEMORY_INTERVAL_MS)
        self._timer.timeout.connect(self._show_memory)
        self._timer.timeout.connect(self._show_current)
        self._timer.start()
        self._show_memory()
        self._show_current()

    @property
    def words(self) -> str:
        """What the bar says of the running task."""
        return self._words.text()

    def set_engine_state(self, words: str) -> None:
        """Say how the engine is: "Engine ready", "Preparing the engine (first start only)"."""
        self._engine.setText(words)

    def set_engine_problem(self, sentence: str) -> None:
        """Explain the engine's state in its tool tip."""
        self._engine.setToolTip(plain_tip(sentence))
        self._engine.setAccessibleDescription(sentence)

    def stop(self) -> None:
        """Stop the timer; the window is going away."""
        self._timer.stop()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.tasks_requested.emit()

    def _show_change(self, record: TaskRecord) -> None:
        if record is self._records.current or record.is_over:
            self._show_current()

    def _show_current(self) -> None:
        record = self._records.current
        for part in (self._bar, self._estimate, self._cancel):
            part.setVisible(record is not None)
        if record is None:
            self._words.setText(self.tr("Idle"))
            return
        self._words.setText(self._words_of(record))
        self._bar.setMaximum(0 if record.fraction is None else STEPS)
        if record.fraction is not None:
            self._bar.setValue(round(record.fraction * STEPS))
        self._estimate.setText(self._estimate_of(record))
        self._cancel.setEnabled(record.state != STOPPING)

    def _words_of(self, record: TaskRecord) -> str:
        phases = {PAUSED: self.tr("paused"), STOPPING: self.tr("stopping")}
        phase = phases.get(record.state, record.phase)
        if not phase or phase == record.title:
            return record.title
        return fill(self.tr("%1: %2"), record.title, phase)

    def _estimate_of(self, record: TaskRecord) -> str:
        if record.remaining_s is not None and record.state not in (PAUSED, STOPPING):
            return fill(self.tr("about %1 left"), duration(record.remaining_s))
        waiting = self._records.n_waiting
        return fill(self.tr("%1 more waiting"), str(waiting)) if waiting else ""

    def _cancel_shown(self) -> None:
        record = self._records.current
        if record is not None:
            record.cancel()

    def _show_memory(self) -> None:
        own, free = resident_bytes(), available_bytes()
        words = "" if own is None else fill(self.tr("Memory %1"), byte_size(own))
        if free is not None:
            words = fill(self.tr("%1, %2 free"), words, byte_size(free))
        self._memory.setText(words)
        self._memory.setToolTip(self.tr("Memory used by this program, and free memory."))
