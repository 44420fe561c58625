"""Work that takes long: generators that yield progress, timed or ended early, and worker threads.

`result_of` runs a generator to its end. `WorkerThread` works on what it is given and stops when
asked; `results_in_order` spreads items over several of them and gives their results in the order of
the items. In `engine/machine/lines.py` the threads also make the items and use the results.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from time import thread_time
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from engine.argument_types import described
from engine.errors import ArgumentError
from engine.sentences import say

Item = TypeVar("Item")
Step = TypeVar("Step")
Shown = TypeVar("Shown")
Result = TypeVar("Result")

LEAST_PAUSE_S = 1.0
"""A caller that keeps a generator waiting for longer has paused it."""

_OLD_FIGURES = {
    "bytes_done": "done",
    "bytes_total": "total",
    "seconds_left": "remaining_s",
    "share": "fraction",
    "step": "phase",
}
"""Figures of progress under the names that the version before had."""

_PARTS = 1_000_000
"""A share is told in millionths."""

_LEAST_TIMEOUT = 0.05
_GROWTH = 2.0
"""Of the timeout given to `regex`, after a search that other threads used up."""

_MOST_WAITING = 2
"""Items that wait for a thread, unless its maker says how many."""
_POLL_SECONDS = 0.05
_WAIT_SECONDS = 0.02
_limit: dict[str, int | None] = {"cores": None, "window": None}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a task is: what generators of the engine yield, some with more figures.

    done, total: in one unit: bytes of UTF-8 where text is read, else what the task counts, such as
        merges. The total is an estimate where files are compressed, and 0 while it is unknown.
    phase: name of what is being done, "" for a task of one phase. label: of the source that is
        read. documents: or records, so far.
    elapsed_s: seconds of work, without pauses; 0 where the task does not measure it.
    remaining_s: estimate for the whole rest, None while unknown.
    waiting_s: seconds since a cluster had no worker, or its scheduler did not answer; else 0.
    """

    done: int = 0
    total: int = 0
    phase: str = ""
    label: str = ""
    documents: int = 0
    elapsed_s: float = 0.0
    remaining_s: float | None = None
    waiting_s: float = field(default=0.0, kw_only=True)

    @classmethod
    def of_share(
        cls, share: float, phase: str = "", label: str = "", remaining_s: float | None = None
    ) -> Progress:
        """Progress of work whose parts have different units; share: of the whole, 0 to 1."""
        return Progress(round(share * _PARTS), _PARTS, phase, label, remaining_s=remaining_s)

    @property
    def fraction(self) -> float | None:
        """The part that is done, 0 to 1; None while the total is unknown."""
        return min(1.0, self.done / self.total) if self.total else None

    if not TYPE_CHECKING:  # a type checker knows only the names of today

        def __getattr__(self, name: str) -> object:
            """A figure under its old name, with a warning."""
            if name not in _OLD_FIGURES:
                raise AttributeError(
                    f"{type(self).__name__} has no attribute {name!r}", name=name, obj=self
                )
            now = _OLD_FIGURES[name]
            warnings.warn(
                f"{type(self).__name__}.{name} is {now} now. The next version drops the old name.",
                DeprecationWarning,
                stacklevel=2,
            )
            return getattr(self, now)


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

    def leave_out(self, seconds: float) -> None:
        """Take seconds off, in which nothing was done."""
        self._began += seconds

    def without_pauses(self, steps: Generator[Step, None, Result]) -> Generator[Step, None, Result]:
        """Pass a generator on; while the caller pauses it, the clock stops."""
        result: list[Result] = []
        with closing(passed_on(steps, result)) as values:
            for step in values:
                given = self._now()
                yield step
                away = self._now() - given
                if away >= LEAST_PAUSE_S:
                    self.leave_out(away)
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


def limit_cores(most: int | None) -> None:
    """Use at most this number of cores from now on; None for all that the process may use."""
    _limit["cores"] = most


def n_cores() -> int:
    """Cores that this process may use, at least one, and no more than `limit_cores` allows."""
    return max(1, min(_cores_of_process(), _limit["cores"] or _cores_of_process()))


def leave_to_window(n_left: int) -> None:
    """Keep threads that help another one off this number of cores from now on."""
    _limit["window"] = n_left


def n_free_cores() -> int:
    """Cores for a thread and those that help it, at least one: `n_cores` less those of a window.

    Help that saves little is not worth a window that answers late.
    """
    return max(1, n_cores() - (_limit["window"] or 0))


def _cores_of_process() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def interrupt_later(seconds: float) -> None:
    """Send this process SIGINT, as Ctrl+C does, after a time: for a handler that cannot act yet."""
    timer = threading.Timer(seconds, signal.raise_signal, [signal.SIGINT])
    timer.daemon = True
    timer.start()


@contextmanager
def called_if_late(seconds: float, call: Callable[[], object]) -> Generator[None, None, None]:
    """Call something in another thread if the block takes longer than that."""
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # it may be at it


class WorkerThread(Generic[Item]):
    """Runs `work(item)` for every item; `work` is a generator that yields where it may be stopped.

    At most `most_waiting` items wait, so that reading never runs far ahead of working. An error in
    the thread is raised by the next call here, in the thread of the caller.
    """

    def __init__(
        self, work: Callable[[Item], Iterator[None]], most_waiting: int = _MOST_WAITING
    ) -> None:
        self._work = work
        self._items: queue.Queue[Item | None] = queue.Queue(most_waiting)
        self._stopping = threading.Event()
        self._all_given = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="engine-worker", daemon=True)
        self._begun = threading.Event()
        self._thread.start()
        self._wait_until_begun()

    @property
    def n_waiting(self) -> int:
        """Items that are not worked on yet."""
        return self._items.qsize()

    def raise_error(self) -> None:
        """Raise the error that ended the thread.

        Callers that wait for its results must call this repeatedly, or they wait without end.
        """
        if self._error is not None:
            raise self._error

    def put(self, item: Item, *, timeout_s: float) -> bool:
        """Hand an item over; False where there is no room for it within the time."""
        return self._put(item, timeout_s)

    def is_idle(self, *, timeout_s: float) -> bool:
        """Whether all items are worked on; False where they are not within the time."""
        self.raise_error()
        with self._items.all_tasks_done:
            if self._items.unfinished_tasks:
                self._items.all_tasks_done.wait(timeout_s)
            return not self._items.unfinished_tasks and self._error is None

    def finish(self, *, timeout_s: float) -> bool:
        """No more items; False where the work is not done within the time: call again."""
        if not self._all_given:
            self._all_given = self._put(None, timeout_s)
            return False
        self._thread.join(timeout_s)
        self.raise_error()
        return not self._thread.is_alive()

    def close(self) -> None:
        """Stop at the next place where the work may be stopped, and wait for that."""
        self._stopping.set()
        with suppress(queue.Full):  # a thread that waits for items is woken; another looks itself
            self._items.put_nowait(None)
        self._thread.join()

    def _wait_until_begun(self) -> None:
        """Raise RuntimeError for a thread that ends before it begins, as under a debugger.

        Its items would be lost.
        """
        while not self._begun.wait(_POLL_SECONDS):
            if not self._thread.is_alive():
                raise RuntimeError("A worker thread ended before it began.")

    def _put(self, item: Item | None, timeout_s: float) -> bool:
        self.raise_error()
        try:
            self._items.put(item, timeout=timeout_s)
        except queue.Full:
            return False
        return True

    def _run(self) -> None:
        self._begun.set()
        try:
            while not self._stopping.is_set():
                try:
                    item = self._items.get(timeout=_POLL_SECONDS)
                except queue.Empty:
                    continue
                if item is None:
                    return
                for _ in self._work(item):
                    if self._stopping.is_set():
                        return
                self._items.task_done()
        except BaseException as error:  # noqa: BLE001  raised again in the caller's thread
            self._error = error


def side_by_side(first: Callable[[], Item], second: Callable[[], Result]) -> tuple[Item, Result]:
    """What both return; the first works in another thread where there are several cores.

    An error of either is raised once both have ended, the one of `second` before the other.
    """
    if n_cores() == 1:
        return first(), second()
    outcomes: queue.SimpleQueue[Outcome[Item]] = queue.SimpleQueue()
    with closing(WorkerThread[Callable[[], Item]](partial(_work, _called, outcomes))) as thread:
        thread.put(first, timeout_s=_WAIT_SECONDS)
        try:
            result = second()
        finally:
            while (outcome := _taken(outcomes, thread)) is None:
                pass
    if outcome.error is not None:
        raise outcome.error
    return outcome.value, result  # type: ignore[return-value]


def each_side_by_side(works: Sequence[Callable[[], Item]]) -> list[Item]:
    """What all of them return, in order; each has a thread of its own, as in `side_by_side`."""
    if len(works) <= 1:
        return [work() for work in works]
    half = len(works) // 2
    first, second = side_by_side(
        lambda: each_side_by_side(works[:half]), lambda: each_side_by_side(works[half:])
    )
    return first + second


def _called(function: Callable[[], Item]) -> Item:
    return function()


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Result]):
    """What a thread made of an item, or the error that it met."""

    value: Result | None
    error: BaseException | None = None


def results_in_order(
    workers: Sequence[Callable[[Item], Result]],
    items: Iterable[Item],
    most_waiting: int = _MOST_WAITING,
) -> Generator[Result | None, None, None]:
    """The result of each item in order; None now and then while the next one is waited for.

    most_waiting: items that wait for each thread, and results that wait to be taken.

    Each callable runs in a thread of its own; item i goes to number i modulo their number, so that
    nothing depends on timing. Items are taken only a few ahead of the results, in the
    calling thread. An error of an item is raised in its place. Closing the generator stops the
    threads after the item that each is at.
    """
    outcomes: list[queue.SimpleQueue[Outcome[Result]]] = [queue.SimpleQueue() for _ in workers]
    waiting: _Waiting[Result] = deque()
    with ExitStack() as stack:
        threads = [
            stack.enter_context(
                closing(WorkerThread(partial(_work, worker, outcome), most_waiting))
            )
            for worker, outcome in zip(workers, outcomes, strict=True)
        ]
        for turn, item in enumerate(items):
            which = turn % len(threads)
            while not threads[which].put(item, timeout_s=_WAIT_SECONDS):
                yield from _ready(waiting)
                yield None
            waiting.append((outcomes[which], threads[which]))
            yield from _ready(waiting)
            while len(waiting) >= 2 * most_waiting * len(threads):
                yield _next(waiting)
        while waiting:
            yield _next(waiting)


_Waiting: TypeAlias = deque[tuple[queue.SimpleQueue[Outcome[Result]], WorkerThread[Any]]]
"""Where the next results come, in order, and from which threads."""


def _work(
    worker: Callable[[Item], Result], outcomes: queue.SimpleQueue[Outcome[Result]], item: Item
) -> Iterator[None]:
    outcomes.put(outcome_of(worker, item))
    yield


def outcome_of(worker: Callable[[Item], Result], item: Item) -> Outcome[Result]:
    try:
        return Outcome(worker(item))
    except BaseException as error:  # noqa: BLE001  raised again in the caller's thread
        return Outcome(None, error)


def _ready(waiting: _Waiting[Result]) -> Iterator[Result | None]:
    """The results that are there already."""
    while waiting and not waiting[0][0].empty():
        yield _next(waiting)


def _next(waiting: _Waiting[Result]) -> Result | None:
    """The next result, None if it does not come within a moment."""
    outcome = _taken(*waiting[0])
    if outcome is None:
        return None
    waiting.popleft()
    if outcome.error is not None:
        raise outcome.error
    return outcome.value


def _taken(
    outcomes: queue.SimpleQueue[Outcome[Result]], thread: WorkerThread[Any]
) -> Outcome[Result] | None:
    """The next outcome of a thread, None if it does not come within a moment.

    Raises the error of a thread that ended without one.
    """
    try:
        return outcomes.get(timeout=_WAIT_SECONDS)
    except queue.Empty:
        thread.raise_error()
        return None
