"""The worker thread: order, errors in the caller's thread, a clean stop."""

from __future__ import annotations

import threading

import pytest

from engine.machine.work import WorkerThread
from tests.patience import wait_for, wait_until


def drain(worker: WorkerThread[int]) -> None:
    while not worker.finish(timeout_s=0.01):
        pass


def test_items_are_worked_on_in_order():
    seen: list[int] = []

    def work(item):
        seen.append(item)
        yield
        seen.append(-item)

    worker = WorkerThread(work)
    for item in range(1, 8):
        while not worker.put(item, timeout_s=0.01):
            pass
    drain(worker)
    assert seen == [sign * item for item in range(1, 8) for sign in (1, -1)]


def test_an_error_is_raised_in_the_thread_of_the_caller():
    def work(_item):
        raise ZeroDivisionError("no such luck")
        yield

    worker = WorkerThread(work)
    worker.put(1, timeout_s=1)
    with pytest.raises(ZeroDivisionError, match="no such luck"):
        drain(worker)
    worker.close()


def test_close_stops_between_two_yields():
    started, go_on = threading.Event(), threading.Event()
    steps: list[int] = []

    def work(_item):
        for step in range(1000):
            steps.append(step)
            started.set()
            wait_for(go_on)
            yield

    worker = WorkerThread(work)
    worker.put(1, timeout_s=1)
    wait_for(started)
    closer = threading.Thread(target=worker.close)
    closer.start()
    while not worker._stopping.is_set():
        started.wait(0.001)
    go_on.set()
    wait_until(lambda: not closer.is_alive(), "the end of the thread")
    assert steps == [0]


def test_a_full_queue_says_so():
    release = threading.Event()

    def work(_item):
        wait_for(release)
        yield

    worker = WorkerThread(work)
    taken = [worker.put(item, timeout_s=0.05) for item in range(5)]
    assert taken[-1] is False
    release.set()
    worker.close()


def test_a_thread_that_ends_before_it_begins_is_an_error(monkeypatch):
    """Tracing may fail in a new thread; what it was to work on would be missing unnoticed."""
    monkeypatch.setattr(threading.Thread, "run", lambda self: None)
    with pytest.raises(RuntimeError, match="ended before it began"):
        WorkerThread(lambda item: iter(()))
