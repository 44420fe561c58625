"""The worker thread: order, errors in the caller's thread, a clean stop."""

from __future__ import annotations

import threading

import pytest

from engine.machine import work
from engine.machine.work import WorkerThread, side_by_side
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
    assert worker.n_waiting == 2
    release.set()
    worker.close()


def test_a_thread_that_ends_before_it_begins_is_an_error(monkeypatch):
    """Tracing may fail in a new thread; what it was to work on would be missing unnoticed."""
    monkeypatch.setattr(threading.Thread, "run", lambda self: None)
    with pytest.raises(RuntimeError, match="ended before it began"):
        WorkerThread(lambda item: iter(()))


def test_helping_threads_leave_a_core_to_a_window(monkeypatch):
    try:
        for cores, left, free in ((1, 0, 1), (2, 0, 2), (1, 1, 1), (2, 1, 1), (8, 1, 7)):
            monkeypatch.setattr(work, "_cores_of_process", lambda n=cores: n)
            work.leave_to_window(left)
            assert (work.n_cores(), work.n_free_cores()) == (cores, free)
    finally:
        work.leave_to_window(0)


@pytest.mark.parametrize("cores", [1, 2])
def test_two_results_side_by_side(cores, monkeypatch):
    monkeypatch.setattr(work, "n_cores", lambda: cores)
    met = threading.Barrier(cores, timeout=10)

    def named(name):
        met.wait()  # with two cores each waits for the other
        return name, threading.get_ident()

    (first, thread), (second, own) = side_by_side(lambda: named("a"), lambda: named("b"))
    assert (first, second, own) == ("a", "b", threading.get_ident())
    assert (thread == own) == (cores == 1)


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("failing", [0, 1])
def test_an_error_of_one_side_comes_when_both_have_ended(cores, failing, monkeypatch):
    monkeypatch.setattr(work, "n_cores", lambda: cores)
    ended = []

    def side(number):
        if number == failing:
            raise ZeroDivisionError(number)
        ended.append(number)

    with pytest.raises(ZeroDivisionError, match=str(failing)):
        side_by_side(lambda: side(0), lambda: side(1))
    assert ended == [1 - failing] or (cores, failing) == (1, 0)


def test_an_error_that_ends_the_thread_of_one_side_is_raised(monkeypatch):
    """Else its result would be waited for without end."""

    def failing(worker, item):
        raise MemoryError

    monkeypatch.setattr(work, "n_cores", lambda: 2)
    monkeypatch.setattr(work, "outcome_of", failing)
    with pytest.raises(MemoryError):
        side_by_side(list, list)
