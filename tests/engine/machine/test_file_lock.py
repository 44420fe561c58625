"""The lock that keeps two processes from compiling the same kernel."""

from __future__ import annotations

import threading

from engine.machine import files as locks
from engine.machine.files import file_lock


def test_the_second_is_refused_while_the_first_holds_the_lock(tmp_path):
    path = tmp_path / "kernel.lock"
    with file_lock(path) as first, file_lock(path) as second:
        assert (first, second) == (True, False)
    with file_lock(path) as later:
        assert later


def test_who_waits_gets_the_lock_when_it_is_let_go(tmp_path, monkeypatch):
    path = tmp_path / "kernel.lock"
    looked = threading.Event()
    take = locks._take

    def looking(file):
        try:
            take(file)
        except BlockingIOError:
            looked.set()
            raise

    monkeypatch.setattr(locks, "_take", looking)
    order = []

    def wait():
        with file_lock(path, wait_seconds=60) as held:
            order.append(("second", held))

    with file_lock(path):
        thread = threading.Thread(target=wait)
        thread.start()
        looked.wait()
        order.append(("first", True))
    thread.join()
    assert order == [("first", True), ("second", True)]


def test_who_has_waited_long_enough_goes_on_without(tmp_path):
    path = tmp_path / "kernel.lock"
    with file_lock(path), file_lock(path, wait_seconds=0.05) as held:
        assert not held


def test_where_no_lock_can_be_made_it_counts_as_held(tmp_path):
    with file_lock(tmp_path / "missing" / "kernel.lock") as held:
        assert held
