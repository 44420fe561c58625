"""The list of tasks: what runs, waits and has ended, with cancel, pause and the error."""

from __future__ import annotations

import threading

import pytest

from engine import Phase, Progress, TrainingProgress
from engine.errors import CorpusError
from tests.patience import wait_for
from tests.workbench.named import cells, named
from workbench.frame import task_list
from workbench.frame.task_list import TaskList, TaskRecords
from workbench.work.jobs import Job, StepProgress


@pytest.fixture
def records(jobs):
    return TaskRecords(jobs)


@pytest.fixture
def tasks(qtbot, records, theme):
    made = TaskList(records, theme)
    qtbot.addWidget(made)
    made.resize(1100, 200)
    made.show()
    return made


@pytest.fixture
def gate():
    """Lets jobs go on; every test opens it at its end."""
    event = threading.Event()
    yield event
    event.set()


def held(gate):
    yield StepProgress("Count pairs", 0.25, 12.0)
    wait_for(gate)
    yield StepProgress("Count pairs", 1.0)


def column(tasks, number):
    return cells(named(tasks, "tasks"), number)


def test_running_waiting_and_ended_tasks_are_listed(qtbot, jobs, tasks, gate):
    first, second = Job(held(gate), title="Train"), Job(held(gate), title="Export")
    with qtbot.waitSignal(first.progressed):
        jobs.start(first)
        jobs.start(second)
    assert column(tasks, 0) == ["Train", "Export"]
    assert column(tasks, 1) == ["running: Count pairs", "waiting"]
    assert column(tasks, 2)[0] == "25 %"
    assert column(tasks, 4)[0] == "12 s"
    with qtbot.waitSignal(second.finished):
        gate.set()
    assert column(tasks, 0) == ["Export", "Train"]  # the newest first
    assert column(tasks, 1) == ["finished", "finished"]
    tasks.clear.trigger()
    assert column(tasks, 0) == []


def test_the_chosen_task_is_paused_and_cancelled_by_keys(qtbot, jobs, tasks, gate):
    first, second = Job(held(gate), title="Train"), Job(held(gate), title="Export")
    with qtbot.waitSignal(first.progressed):
        jobs.start(first)
        jobs.start(second)
    tasks.choose(0)
    tasks.pause.trigger()
    assert column(tasks, 1)[0] == "paused"
    tasks.pause.trigger()
    assert column(tasks, 1)[0].startswith("running")
    tasks.choose(1)
    assert not tasks.pause.isEnabled()
    tasks.cancel.trigger()
    assert column(tasks, 1)[1] == "stopping"
    assert not tasks.cancel.isEnabled()
    with qtbot.waitSignal(second.cancelled):
        gate.set()
    assert "cancelled" in column(tasks, 1)


def test_an_error_can_be_read_and_copied(qtbot, qapp, jobs, tasks):
    def failing():
        yield StepProgress("Read")
        raise CorpusError("eng.txt is not UTF-8 (byte 7).")

    job = Job(failing(), title="Corpus")
    with qtbot.waitSignal(job.failed):
        jobs.start(job)
    tasks.choose(0)
    assert column(tasks, 1) == ["failed: eng.txt is not UTF-8 (byte 7)."]
    tasks.copy_error.trigger()
    assert qapp.clipboard().text() == "eng.txt is not UTF-8 (byte 7)."


def test_brief_tasks_are_listed_only_where_they_fail(qtbot, jobs, tasks):
    def failing():
        yield StepProgress("Read")
        raise OSError("gone")

    good = Job((StepProgress("Read") for _ in range(1)), title="Open run", brief=True)
    bad = Job(failing(), title="Preview", brief=True)
    with qtbot.waitSignal(bad.failed):
        jobs.start(good)
        jobs.start(bad)
    assert column(tasks, 0) == ["Preview"]


def test_speed_is_of_what_grows_in_the_phase(qtbot, jobs, records, monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(task_list.time, "monotonic", lambda: float(next(clock)))

    class Reading:
        phase, fraction, remaining_s, merges_done = "Pre-tokenize", 0.5, None, 0

        def __init__(self, n_bytes):
            self.done = n_bytes

    job = Job(iter(()), title="Train")  # never started: its signals are sent by hand
    records.add(job)
    job._began_at = 0.0
    record = records.current or records.shown[0]
    assert record.speed == ""
    job.progressed.emit((Reading(0),))
    job.progressed.emit((Reading(5_000_000),))
    assert record.speed == "5.00 MB/s"
    job.cancelled.emit()


def test_no_speed_is_shown_for_progress_whose_unit_is_not_known(jobs, records, monkeypatch):
    """`done` of other tasks counts merges, texts or millionths of the work, not only bytes."""
    clock = iter(range(1000))
    monkeypatch.setattr(task_list.time, "monotonic", lambda: float(next(clock)))
    job = Job(iter(()), title="Losses")
    records.add(job)
    job._began_at = 0.0
    for share in (0.0, 0.5):
        job.progressed.emit((Progress.of_share(share, "read"),))
    assert records.shown[0].fraction == 0.5
    assert records.shown[0].speed == ""
    job.cancelled.emit()


def test_no_speed_is_shown_while_nothing_grows(jobs, records, monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(task_list.time, "monotonic", lambda: float(next(clock)))
    job = Job(iter(()), title="Train")
    records.add(job)
    job._began_at = 0.0
    for _ in range(3):
        job.progressed.emit((TrainingProgress(7, 7, Phase.COUNT_PAIRS),))
    assert records.shown[0].speed == ""
    job.cancelled.emit()


def test_a_task_says_that_it_is_stopping_whoever_cancels_it(qtbot, jobs, records):
    """A training is cancelled by its own button, past the record."""
    goes_on: list[int] = []

    def work():
        yield 1
        while not goes_on:
            yield 2

    job = Job(work(), title="Train", parent=jobs)
    jobs.start(job)
    record = records.shown[0]
    with qtbot.waitSignal(record.changed):
        job.cancel()
    goes_on.append(1)
    qtbot.waitUntil(lambda: record.is_over)
