"""WorkClock: how long a task has worked, without the time for which its caller held it."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeVar

Step = TypeVar("Step")
Result = TypeVar("Result")

LEAST_PAUSE_S = 1.0
"""A caller that keeps a generator waiting for so long has paused it."""


class WorkClock:
    """Starts when it is made. `now` gives seconds; only for tests is it another clock."""

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
