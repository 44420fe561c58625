"""OwnTime: a limit on what searches of the `regex` module may take of this thread.

The limit of the module itself is charged the processor time of the whole process (C's `clock`), so
that a thread among sixteen has a sixteenth of it. It is kept as what ends a search; whether the
search was too slow is decided by the clock of the thread, and one that was not begins again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from time import thread_time
from typing import TypeVar

Step = TypeVar("Step")
Result = TypeVar("Result")

LEAST_PAUSE_S = 1.0
"""A caller that keeps a generator waiting for so long has paused it."""


class WorkClock:
    """How long a task has worked, without the time for which its caller held it.

    It starts when it is made. now: gives seconds; only for tests is it another clock.
    """

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self._now = now
        self._began = now()

    @property
    def elapsed_s(self) -> float:
        """Seconds of work so far."""
        return self._now() - self._began

    def without_pauses(self, steps: Generator[Step, None, Result]) -> Generator[Step, None, Result]:
        """Pass a generator on; where the caller pauses it, the clock stands still."""
        with closing(steps):
            while True:
                try:
                    step = next(steps)
                except StopIteration as stop:
                    result: Result = stop.value
                    return result
                given = self._now()
                yield step
                away = self._now() - given
                if away >= LEAST_PAUSE_S:
                    self._began += away


_LEAST_TIMEOUT = 0.05
_GROWTH = 2.0


class OwnTime:
    """So many seconds of this thread for all searches together.

    seconds: of processor time.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._left = seconds

    def search(self, find: Callable[[float], Result]) -> Result:
        """find(timeout), called again with more where other threads used its time up.

        find: raises TimeoutError where `regex` does. Raises TimeoutError where the seconds of this
        thread are over.
        """
        timeout = max(self._left, _LEAST_TIMEOUT)
        while self._left > 0:
            began = thread_time()
            try:
                return find(timeout)
            except TimeoutError:
                timeout *= _GROWTH
            finally:
                self._left -= thread_time() - began
        raise TimeoutError
