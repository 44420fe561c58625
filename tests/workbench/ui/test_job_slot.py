"""A flow's slot for jobs: what takes whose place, and what is heard of each end."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject

from tests.patience import wait_for
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.work.jobs import Job, StepProgress


class Told:
    """What a slot told, in order."""

    def __init__(self, slot):
        self.told = []
        slot.words_changed.connect(self.told.append)
        slot.failed.connect(lambda sentence: self.told.append(("failed", sentence)))
        slot.cancelled.connect(lambda: self.told.append("cancelled"))

    def done(self, result):
        self.told.append(("done", result))


def quick(result):
    yield StepProgress("Work")
    return result


def failing():
    yield StepProgress("Work")
    raise OSError("no more paper")


def endless(started):
    while True:
        started.set()
        yield StepProgress("Work")


def begin(slot, task, title, done=None, **calls):
    job = Job(task, title=title)
    assert slot.start(job, done, **calls)
    return job


@pytest.fixture
def owner(qapp):
    return QObject()


def test_a_result_arrives_after_the_slot_is_free(qtbot, jobs, owner):
    slot = JobSlot(jobs, owner)
    told = Told(slot)
    with qtbot.waitSignal(jobs.job_ended):
        begin(slot, quick(7), "Count", told.done)
    assert told.told == ["Count", "", ("done", 7)]
    assert not slot.is_running and slot.job is None


def test_an_error_becomes_the_sentence_to_show(qtbot, jobs, owner):
    heard = []
    slot = JobSlot(jobs, owner, failed=heard.append)
    told = Told(slot)
    with qtbot.waitSignal(jobs.job_ended):
        begin(slot, failing(), "Print", told.done, words="Printing…")
    assert told.told == ["Printing…", "", ("failed", "no more paper")]
    assert heard == ["no more paper"]


def test_a_caller_may_take_the_error_itself(qtbot, jobs, owner):
    errors = []
    slot = JobSlot(jobs, owner)
    told = Told(slot)
    with qtbot.waitSignal(jobs.job_ended):
        begin(slot, failing(), "Print", failed=errors.append)
    assert [type(error) for error in errors] == [OSError]
    assert told.told == ["Print", ""]


def test_a_replaced_job_is_never_heard_of_again(qtbot, jobs, owner):
    slot = JobSlot(jobs, owner)
    told = Told(slot)
    running = threading.Event()
    first = begin(slot, endless(running), "First", told.done)
    wait_for(running)
    with qtbot.waitSignals([first.cancelled, jobs.job_ended, jobs.job_ended]):
        begin(slot, quick(2), "Second", told.done)
    assert told.told == ["First", "Second", "", ("done", 2)]


def test_a_result_on_its_way_is_dropped_with_its_job(qtbot, jobs, owner):
    slot = JobSlot(jobs, owner)
    told = Told(slot)
    first = begin(slot, quick(1), "First", told.done)
    jobs.start(first_after := _after())
    wait_for(first_after.over)  # the first has ended, and nothing was delivered yet
    with qtbot.waitSignal(first.cancelled):
        begin(slot, quick(2), "Second", told.done)
    qtbot.waitUntil(lambda: not jobs.jobs)
    assert told.told == ["First", "Second", "", ("done", 2)]


def _after():
    over = threading.Event()

    def task():
        yield StepProgress("After")
        over.set()

    job = Job(task(), title="After")
    job.over = over
    return job


def test_a_slot_that_refuses_keeps_the_job_that_runs(qtbot, jobs, owner):
    slot = JobSlot(jobs, owner, rule="refuse")
    told = Told(slot)
    running = threading.Event()
    first = begin(slot, endless(running), "First", told.done)
    assert not slot.start(Job(quick(2), title="Second"), told.done)
    assert slot.job is first
    wait_for(running)
    with qtbot.waitSignal(slot.cancelled):
        slot.cancel()
    assert told.told == ["First", "", "cancelled"]


def test_jobs_of_a_queue_all_arrive(qtbot, jobs, owner):
    slot = JobSlot(jobs, owner, rule="queue")
    told = Told(slot)
    with qtbot.waitSignals([jobs.job_ended, jobs.job_ended]):
        begin(slot, quick(1), "First", told.done)
        begin(slot, quick(2), "Second", told.done)
    assert told.told == ["First", "Second", ("done", 1), "", ("done", 2)]


def test_what_is_given_up_frees_the_slot_at_once(qtbot, jobs, owner):
    held = EngineJobs(jobs)  # the engine is not ready: the job has not been started
    slot = JobSlot(held, owner)
    told = Told(slot)
    begin(slot, quick(1), "Encode", told.done)
    assert slot.give_up()
    assert not slot.give_up()
    with qtbot.waitSignal(jobs.job_ended):
        held.release()
    assert told.told == ["Encode", ""]


def test_progress_of_the_job_that_counts_is_passed_on(qtbot, jobs, owner):
    slot = JobSlot(jobs, owner)
    values = []
    with qtbot.waitSignal(jobs.job_ended):
        begin(slot, quick(1), "Count", progressed=values.extend)
    assert values == [StepProgress("Work")]
