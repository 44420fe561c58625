"""Work that takes long: generators that yield progress, run to their end, timed or ended early."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from time import thread_time
from typing import TypeVar

from engine.argument_types import described
from engine.errors import ArgumentError
from engine.machine.sentences import say

Step = TypeVar("Step")
Shown = TypeVar("Shown")
Result = TypeVar("Result")

LEAST_PAUSE_S = 1.0
"""A caller that keeps a generator waiting for longer has paused it."""

_LEAST_TIMEOUT = 0.05
_GROWTH = 2.0
"""Of the timeout given to `regex`, after a search that other threads used up."""


@dataclass(frozen=True, slots=True)
class BytesProgress:
    """How far text is worked through: what generators yield that read a corpus or a file.

    bytes_done, bytes_total: of UTF-8; the total is an estimate where files are compressed, and 0
    where nothing tells it. documents: or records, so far. label: of the source that is read.
    """

    bytes_done: int
    bytes_total: int = 0
    documents: int = 0
    label: str = ""

    @property
    def share(self) -> float | None:
        """The part that is done, 0 to 1; None where the total is not known."""
        return min(1.0, self.bytes_done / self.bytes_total) if self.bytes_total else None


@dataclass(frozen=True, slots=True)
class ShareProgress:
    """How far work is whose parts are measured in different units.

    share: of the whole work, 0 to 1. phase: name of what is being done, "" without phases.
    label: of the source that is being read. seconds_left: an estimate, None while unknown.
    """

    share: float
    phase: str = ""
    label: str = ""
    seconds_left: float | None = None


def result_of(
    steps: Generator[Step, None, Result], report: Callable[[Step], object] | None = None
) -> Result:
    """Run a generator to its end and return its result.

    report: called with each value. If it raises, the generator is closed. Raises ArgumentError for
    what is no generator and a report that is no function.
    """
    if not isinstance(steps, Generator):
        raise ArgumentError(
            f"result_of runs a generator, such as train(corpus, config), not {described(steps)}."
        )
    if report is not None and not callable(report):
        raise ArgumentError(f"report must be a function, not {described(report)}.")
    result: list[Result] = []
    with closing(passed_on(steps, result)) as values:
        for step in values:
            if report is not None:
                report(step)
    return result[0]


def relayed(
    steps: Generator[Step, None, Result], shown: Callable[[Step], Shown | None]
) -> Generator[Shown, None, Result]:
    """Yield shown(step) for each value, except None; return the generator's result.

    Closing this generator closes the other.
    """
    result: list[Result] = []
    with closing(passed_on(steps, result)) as values:
        for step in values:
            value = shown(step)
            if value is not None:
                yield value
    return result[0]


def passed_on(
    steps: Generator[Step, None, Result], result: list[Result]
) -> Generator[Step, None, None]:
    """The values of a generator, then what it returned is in `result`; closed, it closes it."""
    with closing(steps):
        result.append((yield from steps))


class StopRequest:
    """Hand one to a training and call `keep` from any thread.

    The training ends within one slice of merges, as if only the merges made had been asked for; a
    request that comes before the first merge takes effect after the first slice.
    """

    __slots__ = ("_is_asked",)

    def __init__(self) -> None:
        self._is_asked = False

    def keep(self) -> None:
        """Stop merging soon; what is merged becomes the tokenizer."""
        self._is_asked = True

    @property
    def is_asked(self) -> bool:
        return self._is_asked


def stopped_sentence(n_merges: int, asked: int, vocab_size: int) -> str:
    """What a run's record says of a training that was stopped and kept.

    >>> stopped_sentence(12345, 32000, 12601)
    'Stopped at 12,345 of 32,000 merges and kept: a vocabulary of 12,601 ids.'
    """
    return say("stopped_and_kept", made=n_merges, asked=asked, vocab_size=vocab_size)


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
        """Pass a generator on; while the caller pauses it, the clock stops."""
        result: list[Result] = []
        with closing(passed_on(steps, result)) as values:
            for step in values:
                given = self._now()
                yield step
                away = self._now() - given
                if away >= LEAST_PAUSE_S:
                    self._began += away
        return result[0]


class OwnTime:
    """The seconds of this thread that all searches of the `regex` module together may take.

    The limit of the module itself is charged the processor time of the whole process (C's `clock`),
    so that a thread among sixteen has a sixteenth of it. It is kept as what ends a search; whether
    the search was too slow is decided by the clock of the thread; one that was not begins again.

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
