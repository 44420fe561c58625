"""A wait lasts as long as something moves, and ends with the state of everything if not."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading

import pytest

from tests import leftovers, patience, processor_demand
from tests.patience import Patience, wait_for, wait_until
from tests.processor_demand import Demand, current_demand

pytestmark = pytest.mark.slow

SPIN = "import time\nwhile time.process_time() < 0.5: pass"
SECONDS = 40


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass only when a test moves them on."""
    now = [0.0]
    monkeypatch.setattr(patience, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def waits(clock, monkeypatch):
    """Ask a Patience each second while the demand grows by so much a second; seconds until over."""

    def wait(made: Patience, used_s: float = 0.0, queued_s: float = 0.0, **other) -> int:
        processes = other.get("processes") or itertools.repeat(frozenset({1}))
        reading = other.get("is_reading") or itertools.repeat(False)
        begun = clock[0]

        def demand() -> Demand:
            passed = clock[0] - begun
            return Demand(
                passed * used_s, passed * queued_s,
                next(processes), next(reading),
            )  # fmt: skip

        monkeypatch.setattr(patience, "current_demand", demand)
        for second in range(SECONDS):
            if made.is_over:
                return second
            clock[0] += 1
        return SECONDS

    return wait


def test_a_wait_in_which_nothing_moves_ends_soon(waits):
    made = Patience(quiet_s=5, interval_s=1)
    assert waits(made) == 5
    assert "Waited for tea: nothing has moved for 5 s" in made.report("Waited for tea")


def test_a_short_wait_does_not_ask_for_the_demand(clock, monkeypatch):
    made, asked = Patience(), []
    demand = Demand(0.0, 0.0, frozenset(), is_reading=False)
    monkeypatch.setattr(patience, "current_demand", lambda: asked.append(clock[0]) or demand)
    while not asked:
        assert not made.is_over
        clock[0] += patience.MOMENT_S
    assert asked[0] == pytest.approx(patience.FIRST_SAMPLE_S, abs=patience.MOMENT_S)


def test_looks_and_blinking_cursors_are_no_progress(waits):
    assert waits(Patience(quiet_s=5, interval_s=1), used_s=0.02) == 5


@pytest.mark.parametrize("demand", [{"used_s": 0.2}, {"queued_s": 0.2}], ids=["runs", "queues"])
def test_whoever_uses_a_processor_or_queues_for_one_moves(waits, demand):
    assert waits(Patience(quiet_s=5, interval_s=1), **demand) == SECONDS


def test_reading_from_the_disk_and_starting_processes_is_progress(waits):
    reading = itertools.repeat(True)
    assert waits(Patience(quiet_s=5, interval_s=1), is_reading=reading) == SECONDS
    children = (frozenset({1, number}) for number in itertools.count())
    assert waits(Patience(quiet_s=5, interval_s=1), processes=children) == SECONDS


def test_an_endless_loop_ends_after_the_time_of_an_idle_machine(waits):
    made = Patience(quiet_s=5, limit_s=10, interval_s=1)
    assert waits(made, used_s=1.0) == 10
    assert "10 s of an idle machine were not enough" in made.report("Waited for tea")


def test_time_in_the_queue_of_a_busy_processor_does_not_count(waits):
    made = Patience(quiet_s=5, limit_s=10, interval_s=1)
    assert waits(made, used_s=0.5, queued_s=0.5) == 20


def test_a_look_that_comes_late_does_not_count_as_quiet(clock, waits):
    made = Patience(quiet_s=5, interval_s=0.05)
    assert waits(made) == SECONDS  # 40 looks of at most 0.1 s, though a second apart
    assert made.quiet_s < 5


def test_the_processor_time_of_the_look_itself_is_no_progress(clock, monkeypatch):
    made, used = Patience(quiet_s=3, interval_s=1), [0.0]

    def demand() -> Demand:
        return Demand(used[0], 0.0, frozenset(), is_reading=False)

    monkeypatch.setattr(patience, "current_demand", demand)
    monkeypatch.setattr(patience, "thread_time", lambda: used[0])
    for _ in range(3):
        with made.looking():
            used[0] += 0.5
        assert not made.is_over
        clock[0] += 1
    assert made.is_over


def test_the_demand_of_children_is_seen():
    before = current_demand()
    child = subprocess.Popen([sys.executable, "-c", SPIN])
    wait_until(lambda: child.poll() is not None, "the end of a child")
    assert current_demand().used_s - before.used_s >= 0.4
    assert child.returncode == 0


def test_systems_without_a_queue_report_their_own_time(monkeypatch, tmp_path):
    monkeypatch.setattr(processor_demand, "PROC", tmp_path)
    demand = current_demand()
    assert demand.used_s > 0
    assert (demand.queued_s, len(demand.processes)) == (0.0, 1)


def test_an_event_that_never_comes_is_named_with_the_stacks(monkeypatch):
    monkeypatch.setattr(patience, "QUIET_S", 1.0)
    with pytest.raises(AssertionError, match="event of the test: nothing has moved") as caught:
        wait_for(threading.Event())
    assert "thread 'MainThread'" in str(caught.value)
    assert "wait_for" in str(caught.value)


def test_a_thread_that_ends_late_is_not_left_behind(monkeypatch):
    monkeypatch.setattr(leftovers, "QUIET_S", 0.5)
    before, go_on = leftovers.running_threads(), threading.Event()
    late = threading.Thread(target=go_on.wait, name="late")
    late.start()
    assert "thread 'late' still runs" in leftovers.leftover_threads(before)[0]
    go_on.set()
    assert leftovers.leftover_threads(before) == []
