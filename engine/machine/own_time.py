"""OwnTime: a limit on what searches of the `regex` module may take of this thread.

The limit of the module itself is charged the processor time of the whole process (C's `clock`), so
that a thread among sixteen has a sixteenth of it. It is kept as what ends a search; whether the
search was too slow is decided by the clock of the thread, and one that was not begins again.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import TypeVar

Step = TypeVar("Step")
Result = TypeVar("Result")


_LEAST_TIMEOUT = 0.05
_GROWTH = 2.0


class OwnTime:
    """The seconds of this thread that all searches together may take.

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
