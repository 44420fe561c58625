"""Lines of work: threads make items one by one, work on them, and use the results in order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from typing import Generic

from engine.machine.work import Item, Outcome, Result, WorkerThread, outcome_of

_POLL_SECONDS = 0.05
_WAIT_SECONDS = 0.02


def used_in_order(
    workers: Sequence[Callable[[Item], Result]],
    items: Iterable[Item],
    use: Callable[[Result], object],
    most_waiting: int,
) -> Generator[None, None, None]:
    """Call `use` with the result of each item, in order and one at a time; yields now and then.

    Unlike in `results_in_order` each thread takes the next item itself when it is free, so that the
    threads make the items as well, one at a time; and the one whose result is next uses it, and
    those that wait behind it. So nothing is handed over, and what was made is still near the core
    that works on it. Which thread takes an item depends on timing.

    most_waiting: items for each thread that are made while the caller does not ask for more. An
    error of an item, of work on it or of its use is raised here, once all before it was used.
    Closing the generator stops the threads after the item that each is at.
    """
    line = _Line(iter(items), use, len(workers), most_waiting * len(workers))
    threads: list[WorkerThread[Callable[[Item], Result]]] = []
    with ExitStack() as stack:
        for worker in workers:
            thread = WorkerThread[Callable[[Item], Result]](line.work)
            threads.append(stack.enter_context(closing(thread)))
            thread.put(worker, timeout_s=_WAIT_SECONDS)
        stack.callback(line.stop)  # before the first thread is waited for: others would go on
        while not line.is_done(timeout_s=_WAIT_SECONDS):
            for thread in threads:
                thread.raise_error()
            yield


class _Line(Generic[Item, Result]):
    """Items that threads make, work on and use; see `used_in_order`.

    n_ready: items that may wait for a thread. n_places: items that may be made before the caller
    asks again.
    """

    def __init__(
        self, items: Iterator[Item], use: Callable[[Result], object], n_ready: int, n_places: int
    ) -> None:
        self._items = items
        self._use = use
        self._n_places = n_places
        self._places = threading.Semaphore(n_places)
        self._making = threading.Lock()
        self._ready: deque[tuple[int, Item]] = deque()
        self._n_ready = n_ready
        self._n_taken = 0
        self._is_taken = False  # all of them
        self._putting = threading.Lock()
        self._made: dict[int, Outcome[Result] | None] = {}
        self._is_used = False  # a thread is at it
        self._n_used = 0
        self._n_told = 0
        self._news = threading.Event()
        self._end: Outcome[Result] | None = None

    def is_done(self, *, timeout_s: float) -> bool:
        """Whether everything is used; waits until there is something to tell. Raises its error."""
        self._news.wait(timeout_s)
        self._news.clear()
        n_used = self._n_used
        if n_used > self._n_told:
            self._places.release(n_used - self._n_told)
        self._n_told = n_used
        if self._end is not None and self._end.error is not None:
            raise self._end.error
        return self._end is not None

    def stop(self) -> None:
        """Let each thread end after the item that it is at."""
        self._is_taken = True
        self._end = self._end or Outcome(None)

    def work(self, worker: Callable[[Item], Result]) -> Iterator[None]:
        """What one thread does: all of it, with a stop after each item.

        It makes one more item while the others need not wait for that, so that they need not
        wait if one takes long.
        """
        while self._end is None and (self._ready or not self._is_taken):
            if not self._ready and self._places.acquire(timeout=_POLL_SECONDS):
                with self._making:
                    self._make()
            taken: tuple[int, Item] | None = None
            with suppress(IndexError):  # another thread may have taken the last one
                taken = self._ready.popleft()
            if taken is not None:
                self._make_ahead()
                number, item = taken
                self._put(number, outcome_of(worker, item))
            yield

    def _make_ahead(self) -> None:
        """Make the next item if few wait for a thread and no other thread is at it."""
        if len(self._ready) < self._n_ready and self._making.acquire(blocking=False):
            try:
                if self._places.acquire(blocking=False):
                    self._make()
            finally:
                self._making.release()

    def _make(self) -> None:
        """Make the next item, which takes one of the places."""
        if self._is_taken:
            return
        made = outcome_of(next, self._items)
        number = self._n_taken
        self._n_taken += 1
        if made.error is None:
            self._ready.append((number, made.value))  # type: ignore[arg-type]
            return
        self._is_taken = True
        is_end = isinstance(made.error, StopIteration)
        self._put(number, None if is_end else Outcome(None, made.error))

    def _put(self, number: int, outcome: Outcome[Result] | None) -> None:
        """Use what is next, unless another thread is at it. outcome: None behind the last item."""
        with self._putting:
            self._made[number] = outcome
            if self._is_used:
                return
            self._is_used = True
        while True:
            with self._putting:
                if self._n_used not in self._made:
                    self._is_used = False
                    return
                outcome = self._made.pop(self._n_used)
            if outcome is None or outcome.error is not None:
                break
            used = outcome_of(self._use, outcome.value)  # type: ignore[arg-type]
            if used.error is not None:
                outcome = Outcome(None, used.error)
                break
            self._n_used += 1
            if 2 * (self._n_used - self._n_told) >= self._n_places:
                self._news.set()
        self._is_taken = True
        self._end = outcome or Outcome(None)
        self._places.release(self._n_places)  # to threads that wait for one
        self._news.set()
