"""JobSlot: starts the jobs of a flow, one at a time, and says how each of them ended.

`EngineJobs` holds the jobs that call kernels until all kernels are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from PySide6.QtCore import QObject

from workbench.signals import Signal
from workbench.ui.words.job_words import failure_words
from workbench.work.jobs import Job, JobRunner


class EngineJobs(QObject):
    """Starts jobs in a JobRunner; those asked for before the engine is ready wait for it.

    A kernel that is called before it is compiled would be compiled in the window's own process,
    while the child process compiles the same one.
    """

    def __init__(
        self, jobs: JobRunner, *, is_ready: bool = False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._is_ready = jobs, is_ready
        self._held: list[Job] = []

    @property
    def current(self) -> Job | None:
        """The job that runs, None when idle."""
        return self._jobs.current

    def holds(self, job: Job) -> bool:
        """Return whether a job waits for the engine."""
        return job in self._held

    def start(self, job: Job) -> None:
        """Queue a job, now or once the engine is ready; connect its signals before."""
        if self._is_ready:
            self._jobs.start(job)
        else:
            self._held.append(job)

    def start_at_once(self, job: Job) -> None:
        """Queue a job that calls no kernel, whether the engine is ready or not."""
        self._jobs.start(job)

    def release(self) -> None:
        """The engine is ready: start what was held, in its order, cancelled jobs too."""
        self._is_ready = True
        held, self._held = self._held, []
        for job in held:
            self._jobs.start(job)


Rule = Literal["replace", "refuse", "queue"]
"""What `start` does while a job runs: cancel that job, do nothing, or let both run to their end."""


class Runner(Protocol):
    """JobRunner, or EngineJobs for tasks that call kernels."""

    def start(self, job: Job) -> None: ...


@dataclass(frozen=True)
class _Started:
    job: Job
    done: Callable[[Any], object] | None
    failed: Callable[[Exception], object] | None
    cancelled: Callable[[], object] | None
    progressed: Callable[[tuple[Any, ...]], object] | None


class JobSlot(QObject):
    """At most one running job of a kind.

        self._slot = JobSlot(jobs, self, failed=self.failed)
        job = Job(_measured(text), title=self.tr("Measure"))
        self._slot.start(job, self.measured.emit)

    Everything is called in the GUI thread. A job that was replaced or given up is never heard of
    again, neither its result nor its error.

    rule: see Rule. failed: signal that gets the sentence of an error.

    Signals:
        busy_changed: bool, a job waits or runs; False before the outcome of the last one.
        words_changed: what the job does, "" when the slot is free; at the same times.
        failed: the sentence to show for an error.
        cancelled: the job ended by `cancel` or in the list of tasks.
    """

    busy_changed: Signal[bool] = Signal(object)
    words_changed: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)
    cancelled = Signal()

    def __init__(
        self, runner: Runner, owner: QObject, *, rule: Rule = "replace", failed: Any = None
    ) -> None:
        super().__init__(owner)
        self._runner, self._rule = runner, rule
        self._jobs: dict[QObject, _Started] = {}
        if failed is not None:
            self.failed.connect(failed)

    @property
    def is_running(self) -> bool:
        """True from `start` until the job ended or was given up."""
        return bool(self._jobs)

    @property
    def job(self) -> Job | None:
        """The job started last, None when the slot is free."""
        started = next(reversed(self._jobs.values()), None)
        return None if started is None else started.job

    def start(
        self,
        job: Job,
        done: Callable[[Any], object] | None = None,
        *,
        words: str = "",
        progressed: Callable[[tuple[Any, ...]], object] | None = None,
        failed: Callable[[Exception], object] | None = None,
        cancelled: Callable[[], object] | None = None,
    ) -> bool:
        """Start a job; returns False if the slot refuses it.

        done: called with the result. words: for `words_changed`, the job's title by default.
        failed, cancelled: called in place of the signals, `failed` with the exception.
        """
        if self.is_running and self._rule == "refuse":
            job.drop()
            return False
        if self._rule == "replace":
            self._forget()
        job.setParent(self)
        job.progressed.connect(self._take_progress)
        job.finished.connect(self._take_result)
        job.failed.connect(self._take_error)
        job.cancelled.connect(self._take_cancelling)
        self._jobs[job] = _Started(job, done, failed, cancelled, progressed)
        self._say(words or job.title)
        self._runner.start(job)
        return True

    def cancel(self) -> None:
        """Stop the job; `cancelled` follows when it has ended."""
        if self.job is not None:
            self.job.cancel()

    def give_up(self) -> bool:
        """Stop the job and free the slot at once; returns whether there was one."""
        was_running = self.is_running
        self._forget()
        if was_running:
            self._say("")
        return was_running

    def _forget(self) -> None:
        jobs, self._jobs = self._jobs, {}
        for started in jobs.values():
            started.job.cancel()

    def _say(self, words: str) -> None:
        self.busy_changed.emit(bool(words))
        self.words_changed.emit(words)

    def _take_progress(self, values: tuple[Any, ...]) -> None:
        started = self._jobs.get(self.sender())
        if started is not None and started.progressed is not None:
            started.progressed(values)

    def _take_result(self, result: object) -> None:
        started = self._end()
        if started is not None and started.done is not None:
            started.done(result)

    def _take_error(self, error: Exception) -> None:
        started = self._end()
        if started is None:
            return
        if started.failed is not None:
            started.failed(error)
        else:
            self.failed.emit(failure_words(error))

    def _take_cancelling(self) -> None:
        started = self._end()
        if started is not None:
            (started.cancelled or self.cancelled.emit)()

    def _end(self) -> _Started | None:
        """Free the slot; returns None for a job that it forgot before."""
        started = self._jobs.pop(self.sender(), None)
        if started is not None and not self._jobs:
            self._say("")
        return started
