"""Task records: what every job of the session does or how it ended, ready to be shown."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from PySide6.QtCore import QObject

from workbench.signals import Signal
from workbench.text.numbers import byte_size, grouped
from workbench.text.placeholders import fill
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
        """How fast it is, such as "31 MB/s", "" where it does not say."""
        if self.state != RUNNING or len(self._marks) < 2:
            return ""
        (first_at, first), (last_at, last) = self._marks[0], self._marks[-1]
        if last_at - first_at < LEAST_WINDOW_S:
            return ""
        rate = max(0, round((last - first) / (last_at - first_at)))
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
        """Note how much is done; what grows in this phase is what the speed is of."""
        now = self._told_at
        unit = "merges_done" if getattr(value, "merges_done", 0) else "done"
        done = getattr(value, unit, None)
        if done is None:
            return
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
