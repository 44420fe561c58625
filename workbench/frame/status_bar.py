"""StatusBar: the running job with phase, bar, estimate and cancel; engine state; memory."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QWidget

from workbench.child_process import ChildProcessJob
from workbench.jobs import Job, JobRunner
from workbench.memory import resident_bytes
from workbench.numbers import byte_size, duration
from workbench.theme import SPACE_M, SPACE_S, STATUS_HEIGHT
from workbench.widgets.labels import label

BAR_WIDTH = 160
STEPS = 200
MEMORY_INTERVAL_MS = 2000


class StatusBar(QFrame):
    """Listens to the job runner by itself; a child process is shown with `show_process`.

    Signals:
        tasks_requested: the person clicked the bar and wants the list of tasks.
    """

    tasks_requested = Signal()

    def __init__(self, jobs: JobRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_bar")
        self.setAccessibleName(self.tr("Status"))
        self.setFixedHeight(STATUS_HEIGHT)
        self._jobs = jobs
        self._shown: Job | None = None
        self._words = label("", "caption")
        self._bar = QProgressBar(textVisible=False, maximum=STEPS)
        self._bar.setFixedWidth(BAR_WIDTH)
        self._bar.setAccessibleName(self.tr("Progress of the job"))
        self._estimate = label("", "caption")
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setProperty("kind", "status")
        self._cancel.clicked.connect(self._cancel_shown)
        self._engine = label("", "caption")
        self._memory = label("", "caption")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        row.setSpacing(SPACE_M)
        for part in (self._words, self._bar, self._estimate, self._cancel):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self._engine)
        row.addSpacing(SPACE_S)
        row.addWidget(self._memory)
        jobs.job_started.connect(self._show_current)
        jobs.job_ended.connect(self._show_current)
        self._timer = QTimer(self, interval=MEMORY_INTERVAL_MS)
        self._timer.timeout.connect(self._show_memory)
        self._timer.start()
        self._show_memory()
        self._show_current()

    @property
    def words(self) -> str:
        """What the bar says of the running job."""
        return self._words.text()

    def set_engine_state(self, words: str) -> None:
        """Say how the engine is: "Engine ready", "Preparing the engine (first start only)"."""
        self._engine.setText(words)

    def show_process(self, process: ChildProcessJob) -> None:
        """Show a child process's progress while no job runs."""
        process.progressed.connect(self._show_progress)
        process.finished.connect(self._show_current)
        process.cancelled.connect(self._show_current)
        process.failed.connect(self._show_current)
        if self._shown is None:
            self._show_state(process.title, None, None)

    def stop(self) -> None:
        """Stop the timer; the window is going away."""
        self._timer.stop()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.tasks_requested.emit()

    def _show_current(self, _job: object = None) -> None:
        job = self._jobs.current
        if job is self._shown and job is not None:
            self._show_waiting()
            return
        if self._shown is not None:
            self._shown.progressed.disconnect(self._show_progress)
            self._shown.paused_changed.disconnect(self._show_paused)
        self._shown = job
        self._cancel.setVisible(job is not None)
        if job is None:
            self._words.setText(self.tr("Idle"))
            self._bar.hide()
            self._estimate.clear()
            return
        job.progressed.connect(self._show_progress)
        job.paused_changed.connect(self._show_paused)
        self._show_state(job.title, None, None)

    def _show_progress(self, values: tuple[object, ...]) -> None:
        value = values[-1]
        phase = str(getattr(value, "phase", ""))
        title = self._shown.title if self._shown is not None else ""
        words = f"{title}: {phase}" if title and phase else phase or title
        self._show_state(
            words, getattr(value, "fraction", None), getattr(value, "remaining_s", None)
        )

    def _show_state(self, words: str, fraction: float | None, remaining_s: float | None) -> None:
        self._words.setText(words)
        self._bar.show()
        self._bar.setMaximum(0 if fraction is None else STEPS)
        if fraction is not None:
            self._bar.setValue(round(fraction * STEPS))
        if remaining_s is None:
            self._show_waiting()
        else:
            self._estimate.setText(self.tr("about %1 left").replace("%1", duration(remaining_s)))

    def _show_waiting(self) -> None:
        waiting = sum(not job.brief for job in self._jobs.jobs) - 1
        self._estimate.setText(
            self.tr("%1 more waiting").replace("%1", str(waiting)) if waiting > 0 else ""
        )

    def _show_paused(self, is_paused: bool) -> None:
        if is_paused and self._shown is not None:
            self._words.setText(self.tr("%1: paused").replace("%1", self._shown.title))
            self._estimate.clear()

    def _cancel_shown(self) -> None:
        if self._shown is not None:
            self._words.setText(self.tr("%1: stopping").replace("%1", self._shown.title))
            self._shown.cancel()

    def _show_memory(self) -> None:
        size = resident_bytes()
        self._memory.setText("" if size is None else byte_size(size))
        self._memory.setToolTip(self.tr("Memory this program holds"))
