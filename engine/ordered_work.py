"""Working on a stream of items with several threads, the results in the order of the items."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from engine.worker_thread import WorkerThread

Item = TypeVar("Item")
Result = TypeVar("Result")

_WAIT_SECONDS = 0.02
_MOST_AHEAD = 4
"""Items per thread that are read before the first of them is done."""


@dataclass(frozen=True, slots=True)
class _Outcome(Generic[Result]):
    """What a thread made of an item, or the error that it met."""

    value: Result | None
    error: BaseException | None = None


def results_in_order(
    workers: Sequence[Callable[[Item], Result]], items: Iterable[Item]
) -> Generator[Result | None, None, None]:
    """The result of each item in order; None now and then while the next one is waited for.

    Each callable runs in a thread of its own; item i goes to number i modulo their number, so who
    works on what never depends on timing. Items are taken only a few ahead of the results, in the
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
