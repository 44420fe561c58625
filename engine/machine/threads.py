"""Threads: how many cores there are, one thread that works in order, several on one stream.

`WorkerThread` works on what it is given and stops when asked; `results_in_order` spreads items over
several of them and gives their results in the order of the items.
"""

from __future__ import annotations

import os
import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOST_WAITING = 2
"""Items that wait for a thread."""
_MOST_AHEAD = 4
"""Items per thread that are read before the first of them is done."""
_POLL_SECONDS = 0.05
_WAIT_SECONDS = 0.02
_limit: dict[str, int | None] = {"cores": None}


def limit_cores(most: int | None) -> None:
    """Use at most this number of cores from now on; None for all that the process may use."""
    _limit["cores"] = most


def n_cores() -> int:
    """Cores that this process may use, at least one, and no more than `limit_cores` allows."""
    return max(1, min(_cores_of_process(), _limit["cores"] or _cores_of_process()))


def _cores_of_process() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerThread(Generic[Item]):
    """Runs `work(item)` for every item; `work` is a generator that yields where it may be stopped.

    At most two items wait, so that reading never runs far ahead of working. An error in the
    thread is raised by the next call here, in the thread of the caller.
    """

    def __init__(self, work: Callable[[Item], Iterator[None]]) -> None:
        self._work = work
        self._items: queue.Queue[Item | None] = queue.Queue(_MOST_WAITING)
        self._stopping = threading.Event()
        self._all_given = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="engine-worker", daemon=True)
        self._begun = threading.Event()
        self._thread.start()
        self._wait_until_begun()

    def put(self, item: Item, *, timeout_s: float) -> bool:
        """Hand an item over; False where there is no room for it within the time."""
        return self._put(item, timeout_s)

    def is_idle(self, *, timeout_s: float) -> bool:
        """Whether all items are worked on; False where they are not within the time."""
        self._raise_error()
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
        self._raise_error()
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
        self._raise_error()
        try:
            self._items.put(item, timeout=timeout_s)
        except queue.Full:
            return False
        return True

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

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


@dataclass(frozen=True, slots=True)
class _Outcome(Generic[Result]):
    """What a thread made of an item, or the error that it met."""

    value: Result | None
    error: BaseException | None = None


def results_in_order(
    workers: Sequence[Callable[[Item], Result]], items: Iterable[Item]
) -> Generator[Result | None, None, None]:
    """The result of each item in order; None now and then while the next one is waited for.

    Each callable runs in a thread of its own; item i goes to number i modulo their number, so that
    nothing depends on timing. Items are taken only a few ahead of the results, in the
    calling thread. An error of an item is raised in its place. Closing the generator stops the
    threads after the item that each is at.
    """
    outcomes: list[queue.SimpleQueue[_Outcome[Result]]] = [queue.SimpleQueue() for _ in workers]
    waiting: deque[int] = deque()
    with ExitStack() as stack:
        threads = [
            stack.enter_context(closing(WorkerThread(partial(_work, worker, outcome))))
            for worker, outcome in zip(workers, outcomes, strict=True)
        ]
        for turn, item in enumerate(items):
            which = turn % len(threads)
            while not threads[which].put(item, timeout_s=_WAIT_SECONDS):
                yield from _ready(outcomes, waiting)
                yield None
            waiting.append(which)
            yield from _ready(outcomes, waiting)
            while len(waiting) >= _MOST_AHEAD * len(threads):
                yield _next(outcomes, waiting)
        while waiting:
            yield _next(outcomes, waiting)


def _work(
    worker: Callable[[Item], Result], outcomes: queue.SimpleQueue[_Outcome[Result]], item: Item
) -> Iterator[None]:
    try:
        outcome = _Outcome(worker(item))
    except BaseException as error:  # noqa: BLE001  raised again in the caller's thread
        outcome = _Outcome(None, error)
    outcomes.put(outcome)
    yield


def _ready(
    outcomes: Sequence[queue.SimpleQueue[_Outcome[Result]]], waiting: deque[int]
) -> Iterator[Result | None]:
    """The results that are there already."""
    while waiting and not outcomes[waiting[0]].empty():
        yield _next(outcomes, waiting)


def _next(
    outcomes: Sequence[queue.SimpleQueue[_Outcome[Result]]], waiting: deque[int]
) -> Result | None:
    """The next result, None if it does not come within a moment."""
    try:
        outcome = outcomes[waiting[0]].get(timeout=_WAIT_SECONDS)
    except queue.Empty:
        return None
    waiting.popleft()
    if outcome.error is not None:
        raise outcome.error
    return outcome.value
