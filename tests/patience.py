"""Patience: a test waits as long as something moves, on a machine of any speed.

No test gives up after a number of seconds on the clock: a busy machine makes a healthy program
slow, never quiet. `Patience` ends when the process and its children have wanted no processor for
QUIET_S seconds, or when the wait has taken LIMIT_S seconds of what an idle machine would take.

    patience = Patience()
    while not done():
        patience.check(f"waited for {name}")        # AssertionError with the state of everything
        wait_a_moment()
"""

from __future__ import annotations

import faulthandler
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

from tests import leftovers
from tests.processor_demand import Demand, current_demand

QUIET_S = 15.0
"""Longer than any timer of the program that a test waits for."""
LIMIT_S = 300.0
FIRST_SAMPLE_S = 0.2
SAMPLE_S = 1.0
MOMENT_S = 0.05
_MOVING = 0.05  # of a processor; repeated looks and blinking cursors use less
_WATCHDOG_S = 5.0
_SILENCE_S = 600  # for a process that no longer runs Python at all


class Patience:
    """Decides whether a wait goes on. Ask it every `interval_s` or so.

    Time counts only in looks: one that comes late, because the machine is busy, adds no more than
    two intervals. Where threads and children had to queue for a processor, a look adds the share
    of it in which they ran.
    """

    def __init__(
        self,
        *,
        quiet_s: float | None = None,
        limit_s: float = LIMIT_S,
        interval_s: float = MOMENT_S,
    ) -> None:
        self._quiet_limit_s = QUIET_S if quiet_s is None else quiet_s
        self._limit_s, self._interval_s = limit_s, interval_s
        self._looked_at = monotonic()
        self._first_sample_s = FIRST_SAMPLE_S if interval_s < FIRST_SAMPLE_S else 0.0
        self._since_sample_s = 0.0
        self._looking_s = 0.0
        self._demand: Demand | None = None
        self.quiet_s = 0.0
        self.waited_s = 0.0

    @property
    def is_over(self) -> bool:
        """True when nothing has moved for too long, or the wait is too long even so."""
        self._look()
        return self.quiet_s >= self._quiet_limit_s or self.waited_s >= self._limit_s

    def check(self, what: str) -> None:
        """Raise AssertionError with the state of everything if patience is over."""
        __tracebackhide__ = True
        if self.is_over:
            raise AssertionError(self.report(what))

    def report(self, what: str) -> str:
        """Say why the wait ended, what it was for and what the program was doing."""
        if self.quiet_s >= self._quiet_limit_s:
            reason = f"nothing has moved for {self.quiet_s:.0f} s"
        else:
            reason = f"{self.waited_s:.0f} s of an idle machine were not enough"
        return f"{what}: {reason}.\n{state_of_everything()}"

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Processor time of this thread inside the block is the wait's own, not progress."""
        began = thread_time()
        yield
        self._looking_s += thread_time() - began

    def _look(self) -> None:
        now = monotonic()
        self._since_sample_s += min(now - self._looked_at, 2 * self._interval_s)
        self._looked_at = now
        if self._demand is None:
            # Most waits are over by then, and asking takes as long as many of them.
            if self._since_sample_s >= self._first_sample_s:
                self._demand = current_demand()
                self._since_sample_s = self._looking_s = 0.0
        elif self._since_sample_s >= SAMPLE_S:
            self._sample(self._since_sample_s)
            self._since_sample_s = 0.0

    def _sample(self, seconds: float) -> None:
        before, now = self._demand, current_demand()
        assert before is not None
        used_s = max(0.0, now.used_s - before.used_s - self._looking_s)
        queued_s = max(0.0, now.queued_s - before.queued_s)
        is_moving = used_s + queued_s >= _MOVING * seconds
        is_moving = is_moving or now.is_reading or now.processes != before.processes
        self.quiet_s = 0.0 if is_moving else self.quiet_s + seconds
        ran = used_s / (used_s + queued_s) if is_moving and used_s + queued_s > 0 else 1.0
        self.waited_s += seconds * ran
        self._demand, self._looking_s = now, 0.0


def wait_until(is_done: Callable[[], bool], what: str) -> None:
    """Wait, without an event loop, until `is_done()`. Raises AssertionError if nothing moves."""
    patience, moment = Patience(), threading.Event()
    while not is_done():
        patience.check(f"Waited for {what}")
        moment.wait(MOMENT_S)


def wait_for(event: threading.Event) -> None:
    """Wait until an event is set. Raises AssertionError if nothing moves."""
    patience = Patience()
    while not event.wait(MOMENT_S):
        patience.check("Waited for an event of the test")


def state_of_everything() -> str:
    """Describe jobs, child processes, timers and the stack of every thread."""
    frames = sys._current_frames()
    stacks = [
        f"thread {thread.name!r}:\n{leftovers.stack_of(frames, thread)}"
        for thread in threading.enumerate()
    ]
    return "\n".join([*leftovers.pending_work(), "Stacks:", *stacks])


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings) -> bool | None:
    """Watch a test by patience instead of by the clock, where the system has signals."""
    is_main = threading.current_thread() is threading.main_thread()
    if settings.method != "signal" or not is_main:
        return None
    patience = Patience(quiet_s=4 * QUIET_S, limit_s=settings.timeout, interval_s=_WATCHDOG_S)
    watchdog = _Watchdog(item, patience)
    item.cancel_timeout = watchdog.stop
    watchdog.start()
    return True


class _Watchdog:
    """Looks at a running test every few seconds, from the handler of a signal.

    Where the main thread runs no Python for _SILENCE_S, faulthandler shows the stacks and ends the
    process, since no handler can run any more.
    """

    def __init__(self, item: pytest.Item, patience: Patience) -> None:
        self._item, self._patience = item, patience

    def start(self) -> None:
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, _WATCHDOG_S, _WATCHDOG_S)
        self._expect_python()

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        faulthandler.cancel_dump_traceback_later()

    def _look(self, *_: object) -> None:
        __tracebackhide__ = True
        if self._patience.is_over:
            signal.setitimer(signal.ITIMER_REAL, 0)
            pytest.fail(self._patience.report(f"{self._item.nodeid} did not end"))
        self._expect_python()

    def _expect_python(self) -> None:
        errors = self._item.config.stash.get(fault_handler_stderr_fd_key, None)
        if errors is not None:
            faulthandler.dump_traceback_later(_SILENCE_S, file=errors, exit=True)
