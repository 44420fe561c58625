"""Jobs: the one worker thread, and child processes. No other file starts a thread or a process.

A task is a plain generator: it yields frozen values as it goes and returns its result.

    job = Job(train(corpus, config), title="Train")
    job.progressed.connect(self._show_progress)     # methods of QObjects only; connect first
    job.finished.connect(self._show_result)
    jobs.start(job)

Jobs run one after the other. A brief one (`Job(..., brief=True)`) does not wait for the end of a
long one: the runner drives it between two steps of the long one, or while that is paused.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

from engine.machine import leave_to_window
from workbench.signals import Signal

DELIVERY_INTERVAL_MS = 33
SWITCH_INTERVAL_S = 0.0001
"""How long a thread that holds the interpreter may keep another one waiting.

Qt gives the interpreter back in nearly every call, so that painting asks for it a hundred times.
With Python's own five milliseconds each of these can wait for the worker.
"""

GATE_WAIT_S = 0.1
"""A task that waits can be paused and cancelled as often as this."""


@dataclass(frozen=True, slots=True)
class StepProgress:
    """Progress of a job other than a training; the status bar shows it.

    phase: words such as "Read corpus". fraction: 0 to 1, None while unknown.
    remaining_s: estimate, None while unknown. payload: anything the pane wants besides.
    """

    phase: str
    fraction: float | None = None
    remaining_s: float | None = None
    payload: Any = None


class Job(QObject):
    """One run of a generator on the worker thread.

    confirm_close: closing the window asks first, because ending this job loses work.
    brief: a task of few short steps, which runs between two steps of a long one; never paused.

    Signals (delivered in the GUI thread; exactly one of the last three ends a job):
        progressed: tuple of the values yielded since the last delivery, oldest first, never
            empty; at most about 30 deliveries a second, and no value is lost.
        paused_changed: bool, the job was paused or goes on.
        cancelling_begun: it was asked to stop; `cancelled` follows at its next yield.
        finished: the generator's return value.
        cancelled: the generator was closed at a yield after `cancel()`, or never started.
        failed: the exception the generator raised.
    """

    progressed: Signal[tuple[Any, ...]] = Signal(object)  # what its generator yields
    paused_changed: Signal[bool] = Signal(object)
    cancelling_begun = Signal()
    finished: Signal[Any] = Signal(object)  # what its generator returns
    cancelled = Signal()
    failed: Signal[Exception] = Signal(object)
    _woken = Signal()

    def __init__(
        self,
        task: Generator[Any, None, Any],
        *,
        title: str,
        confirm_close: bool = False,
        brief: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.title = title
        self.confirm_close, self.brief = confirm_close, brief
        self._task = task
        self._lock = threading.Lock()
        self._may_run = threading.Event()
        self._may_run.set()
        self._cancel_requested = threading.Event()
        self._attention = threading.Event()
        self._values: list[Any] = []
        self._outcome: tuple[str, Any] | None = None
        self._is_over = False
        self._last_delivery = 0.0
        self._began_at: float | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._deliver)
        self._woken.connect(self._schedule)

    @property
    def is_over(self) -> bool:
        """True once a terminal signal was sent."""
        return self._is_over

    @property
    def began_at(self) -> float | None:
        """When the worker took it up, by time.monotonic(); None while it waits."""
        return self._began_at

    @property
    def is_cancelling(self) -> bool:
        return self._cancel_requested.is_set()

    @property
    def is_paused(self) -> bool:
        return not self._may_run.is_set()

    def pause(self) -> None:
        """Hold the task at its next yield; a brief job is not worth it and goes on."""
        if not (self._is_over or self.brief or self.is_paused or self.is_cancelling):
            self._may_run.clear()
            self.paused_changed.emit(True)

    def resume(self) -> None:
        """Let a paused task go on."""
        if self.is_paused:
            self._may_run.set()
            self._attention.set()
            self.paused_changed.emit(False)

    def cancel(self) -> None:
        """Stop at the next yield; from now on only `cancelled` reaches anybody."""
        if self._is_over or self.is_cancelling:
            return
        self._cancel_requested.set()
        self._timer.stop()
        with self._lock:
            self._values.clear()
            waiting = self._outcome is not None
        self.cancelling_begun.emit()
        self.resume()
        if waiting:  # never before this returns: whoever cancels is in the middle of something
            self._timer.start(0)

    def drop(self) -> None:
        """End a job that never starts, without a signal: whoever would hear it is going."""
        self._is_over = True
        self._cancel_requested.set()
        self._task.close()

    def look_up(self) -> None:
        """Call `between` soon, even while paused."""
        self._attention.set()

    def run(self, between: Callable[[], None] | None = None) -> None:
        """Drive the generator to its end (called by the runner, in the worker thread).

        between: called before each step, and while paused after each `look_up()`.
        """
        self._began_at = time.monotonic()
        try:
            outcome = self._drive(between or _nothing)
        except BaseException as error:  # noqa: BLE001  whatever was raised is the outcome
            outcome = ("failed", error)
        with self._lock:
            self._outcome = outcome
        self._task = None  # type: ignore[assignment]  # free the task's arrays in this thread
        self._woken.emit()

    def _drive(self, between: Callable[[], None]) -> tuple[str, Any]:
        while True:
            between()
            while self.is_paused:
                self._attention.wait()
                self._attention.clear()
                between()
            if self._cancel_requested.is_set():
                self._task.close()
                return ("cancelled", None)
            try:
                value = next(self._task)
            except StopIteration as stop:
                return ("finished", stop.value)
            with self._lock:
                self._values.append(value)
                first = len(self._values) == 1
            if first:
                self._woken.emit()

    def _schedule(self) -> None:
        """Deliver now, or as soon as the last delivery is DELIVERY_INTERVAL_MS ago."""
        if self._is_over:
            return
        with self._lock:
            is_last = self._outcome is not None
        since_ms = (time.monotonic() - self._last_delivery) * 1000
        if is_last or since_ms >= DELIVERY_INTERVAL_MS:
            self._timer.stop()
            self._deliver()
        elif not self._timer.isActive():
            self._timer.start(max(1, round(DELIVERY_INTERVAL_MS - since_ms)))

    def _deliver(self) -> None:
        if self._is_over:
            return
        with self._lock:
            values, self._values = tuple(self._values), []
            outcome = self._outcome
        self._last_delivery = time.monotonic()
        if values and not self.is_cancelling:
            self.progressed.emit(values)
        if outcome is not None and not self._is_over:
            self._end(*outcome)

    def _end(self, kind: str, value: Any) -> None:
        self._is_over = True
        self._outcome = None
        if self.is_cancelling:
            self.cancelled.emit()
        elif kind == "finished":
            self.finished.emit(value)
        else:
            self.failed.emit(value)


class Gate:
    """What tasks wait for, until the GUI thread opens it."""

    def __init__(self) -> None:
        self._opened = threading.Event()

    def open(self) -> None:
        self._opened.set()

    def lets_pass(self) -> bool:
        """In the worker thread: wait up to GATE_WAIT_S; return whether the gate is open."""
        return self._opened.wait(GATE_WAIT_S)


def _nothing() -> None:
    """Do nothing: the work between two steps of a job while no other job waits."""


class JobRunner(QObject):
    """Owns the single worker thread; jobs run one after the other in the order of starting.

    Brief jobs overtake long ones: all that wait run, in their order, between two steps of the
    long job that is running.

    Signals:
        job_started: the Job, when it is queued (it runs as soon as the ones before it ended).
        job_ended: the Job, after its terminal signal.
    """

    job_started: Signal[Job] = Signal(object)
    job_ended: Signal[Job] = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="job")
        self._switch_interval_s = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        leave_to_window(1)
        self._jobs: list[Job] = []
        self._brief: deque[Job] = deque()
        self._last_ended: list[Job] = []
        self._is_shut = False

    @property
    def jobs(self) -> tuple[Job, ...]:
        """All that have not ended, in the order of starting."""
        return tuple(self._jobs)

    @property
    def current(self) -> Job | None:
        """The long job that runs, else a brief one, None when idle."""
        return next((job for job in self._jobs if not job.brief), next(iter(self._jobs), None))

    def start(self, job: Job) -> None:
        """Queue a job; connect its signals before calling this.

        Once the runner is closed a job is dropped: a timer or the end of another job may still
        start one while the program ends, and its result is not needed.
        """
        if self._is_shut:
            job.drop()
            return
        job.setParent(self)  # whoever asked may go; the worker needs the object until its end
        self._jobs.append(job)
        job.finished.connect(self._drop_ended)
        job.cancelled.connect(self._drop_ended)
        job.failed.connect(self._drop_ended)
        self.job_started.emit(job)
        if not job.brief:
            self._executor.submit(job.run, self._run_brief)
            return
        self._brief.append(job)
        for other in self._jobs:
            other.look_up()
        self._executor.submit(self._run_brief)  # for when no long job runs

    def cancel_all(self) -> None:
        for job in reversed(self.jobs):
            job.cancel()

    def close(self) -> None:
        """Take no more jobs and cancel those there are; their end follows."""
        self._is_shut = True
        self.cancel_all()

    def shutdown(self) -> None:
        """Close, and wait until the worker thread is gone; ends every job."""
        self.close()
        self._executor.shutdown(wait=True)
        sys.setswitchinterval(self._switch_interval_s)
        leave_to_window(0)
        for job in self.jobs:
            job._schedule()

    def _run_brief(self) -> None:
        """Drive every brief job that waits to its end (in the worker thread)."""
        while self._brief:
            self._brief.popleft().run()

    def _drop_ended(self, _result: object = None) -> None:
        # The worker lets go of a job only after its terminal signal; the last reference must
        # fall in this thread, so an ended job is kept until the next one ended.
        ended = [job for job in self._jobs if job.is_over]
        self._jobs = [job for job in self._jobs if not job.is_over]
        if ended:
            for job in filter(isValid, self._last_ended):
                job.setParent(None)  # else its flow would keep every job of the session
            self._last_ended = ended
        for job in ended:
            self.job_ended.emit(job)
