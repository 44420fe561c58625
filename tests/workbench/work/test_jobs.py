"""Jobs: one end each, nothing lost, nothing after a cancel, and the runner's order."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject
from shiboken6 import delete

from engine.machine import work
from tests.patience import wait_for
from workbench.work.jobs import Job, JobRunner, StepProgress


class Record:
    """What a job told, in order."""

    def __init__(self, job):
        self.told = []
        self.values = []
        self.deliveries = 0
        job.progressed.connect(self.take)
        job.finished.connect(self.finish)
        job.cancelled.connect(self.cancel)
        job.failed.connect(self.fail)

    def take(self, values):
        assert threading.current_thread() is threading.main_thread()
        self.deliveries += 1
        self.values += values

    def finish(self, value):
        self.told.append(("finished", value))

    def cancel(self):
        self.told.append("cancelled")

    def fail(self, error):
        self.told.append(("failed", error))


def counting(n):
    yield from range(n)
    return "done"


def endless(started):
    while True:
        started.set()
        yield 1


def failing():
    yield 1
    raise ValueError("no more paper")


def test_a_finished_job_delivers_every_value_in_few_deliveries(qtbot, jobs):
    job = Job(counting(5000), title="Count")
    record = Record(job)
    with qtbot.waitSignal(job.finished):
        jobs.start(job)
    assert record.values == list(range(5000))
    assert record.deliveries < 500
    assert record.told == [("finished", "done")]
    assert job.is_over
    assert jobs.jobs == ()


def test_a_cancelled_job_says_only_that(qtbot, jobs):
    started = threading.Event()
    job = Job(endless(started), title="Go on")
    record = Record(job)
    jobs.start(job)
    wait_for(started)
    with qtbot.waitSignal(job.cancelled):
        job.cancel()
        seen = len(record.values)
    assert len(record.values) == seen
    assert record.told == ["cancelled"]


def test_a_result_that_is_ready_is_dropped_after_a_cancel(qtbot, jobs):
    closed = threading.Event()

    def quick():
        yield 1
        closed.set()
        return "result"

    job = Job(quick(), title="Quick")
    record = Record(job)
    jobs.start(job)
    wait_for(closed)  # the event loop has not run: nothing was delivered yet
    over = threading.Event()

    def after_it():
        over.set()
        yield

    jobs.start(Job(after_it(), title="After it"))
    wait_for(over)
    with qtbot.waitSignal(job.cancelled):
        job.cancel()
        assert record.told == []  # whoever cancels is not interrupted
    assert record.told == ["cancelled"]
    assert record.values == []


def test_a_waiting_job_can_be_cancelled_before_it_starts(qtbot, jobs):
    started, ran = threading.Event(), threading.Event()
    first = Job(endless(started), title="First")

    def second_task():
        ran.set()
        yield 1

    second = Job(second_task(), title="Second")
    jobs.start(first)
    jobs.start(second)
    assert [job.title for job in jobs.jobs] == ["First", "Second"]
    second.cancel()
    with qtbot.waitSignals([first.cancelled, second.cancelled]):
        first.cancel()
    assert not ran.is_set()


def test_a_failed_job_hands_over_its_exception(qtbot, jobs):
    job = Job(failing(), title="Print")
    record = Record(job)
    with qtbot.waitSignal(job.failed):
        jobs.start(job)
    assert record.values == [1]
    [(kind, error)] = record.told
    assert kind == "failed"
    assert str(error) == "no more paper"


def test_jobs_run_one_after_the_other(qtbot, jobs):
    order = []

    def noting(name):
        order.append(f"{name} begins")
        yield 1
        order.append(f"{name} ends")

    first, second = Job(noting("a"), title="a"), Job(noting("b"), title="b")
    with qtbot.waitSignals([first.finished, second.finished]):
        jobs.start(first)
        jobs.start(second)
    assert order == ["a begins", "a ends", "b begins", "b ends"]


def test_a_paused_job_holds_and_goes_on(qtbot, jobs):
    steps = []

    def stepping():
        for step in range(1000):
            steps.append(step)
            yield step

    job = Job(stepping(), title="Step")
    paused = []
    job.paused_changed.connect(paused.append)
    job.pause()
    jobs.start(job)
    other = threading.Event()
    assert not other.wait(0.05)
    assert steps == []
    with qtbot.waitSignal(job.finished):
        job.resume()
    assert len(steps) == 1000
    assert paused == [True, False]


def test_a_paused_job_can_be_cancelled(qtbot, jobs):
    job = Job(counting(10), title="Count")
    job.pause()
    jobs.start(job)
    with qtbot.waitSignal(job.cancelled):
        job.cancel()
    assert job.is_over


def test_shutdown_cancels_waits_and_ends_every_job(qapp):
    runner = JobRunner()
    started = threading.Event()
    running, waiting = Job(endless(started), title="a"), Job(counting(3), title="b")
    records = [Record(running), Record(waiting)]
    runner.start(running)
    runner.start(waiting)
    wait_for(started)
    runner.shutdown()
    assert [record.told for record in records] == [["cancelled"], ["cancelled"]]
    assert runner.jobs == ()


class Long:
    """A long job in the middle of its steps; `job` goes on until it is cancelled or `go_on`."""

    def __init__(self, jobs):
        self.goes_on = True
        self.steps = 0
        started = threading.Event()
        self.job = Job(self._stepping(started), title="Train")
        self.record = Record(self.job)
        jobs.start(self.job)
        wait_for(started)

    def _stepping(self, started):
        while self.goes_on:
            self.steps += 1
            started.set()
            yield self.steps
        return "trained"


def test_a_brief_job_ends_while_a_long_one_is_in_the_middle(qtbot, jobs):
    long = Long(jobs)
    brief = Job(counting(3), title="Encode", brief=True)
    record = Record(brief)
    with qtbot.waitSignal(brief.finished):
        jobs.start(brief)
    assert record.values == [0, 1, 2]
    assert record.told == [("finished", "done")]
    assert jobs.jobs == (long.job,)
    before = long.steps
    qtbot.waitUntil(lambda: long.steps > before)
    long.goes_on = False
    with qtbot.waitSignal(long.job.finished):
        pass
    assert long.record.told == [("finished", "trained")]


def test_a_brief_job_ends_while_a_long_one_is_paused(qtbot, jobs):
    long = Long(jobs)
    long.job.pause()
    for _ in range(3):
        brief = Job(counting(3), title="Encode", brief=True)
        with qtbot.waitSignal(brief.finished):
            jobs.start(brief)
    held = long.steps
    brief = Job(counting(3), title="Encode", brief=True)
    with qtbot.waitSignal(brief.finished):
        jobs.start(brief)
    assert long.steps == held
    assert long.job.is_paused
    long.goes_on = False
    with qtbot.waitSignal(long.job.finished):
        long.job.resume()


def test_brief_jobs_keep_their_order_and_overtake_long_ones_that_wait(qtbot, jobs):
    order = []

    def noting(name):
        order.append(name)
        yield 1

    first = Long(jobs)
    first.job.pause()
    waiting = Job(noting("long"), title="long")
    a, b = (Job(noting(name), title=name, brief=True) for name in "ab")
    for job in (waiting, a, b):
        jobs.start(job)
    assert jobs.current is first.job
    qtbot.waitUntil(lambda: jobs.jobs == (first.job, waiting))
    assert order == ["a", "b"]
    first.goes_on = False
    with qtbot.waitSignals([first.job.finished, waiting.finished]):
        first.job.resume()
    assert order == ["a", "b", "long"]


def test_a_brief_job_runs_when_nothing_else_does(qtbot, jobs):
    brief = Job(counting(3), title="Encode", brief=True)
    with qtbot.waitSignal(brief.finished):
        jobs.start(brief)
        assert jobs.current is brief
    assert jobs.jobs == ()


@pytest.mark.parametrize("paused", [False, True], ids=["running", "paused"])
def test_a_brief_job_is_cancelled_and_the_long_one_goes_on(qtbot, jobs, paused):
    long = Long(jobs)
    if paused:
        long.job.pause()
    started = threading.Event()
    brief = Job(endless(started), title="Encode", brief=True)
    record = Record(brief)
    jobs.start(brief)
    wait_for(started)
    with qtbot.waitSignal(brief.cancelled):
        brief.cancel()
    assert record.told == ["cancelled"]
    long.job.resume()
    before = long.steps
    qtbot.waitUntil(lambda: long.steps > before)
    assert long.record.told == []
    with qtbot.waitSignal(long.job.cancelled):
        long.job.cancel()
    assert long.record.told == ["cancelled"]


def test_a_long_job_is_cancelled_while_a_brief_one_runs_between_its_steps(qtbot, jobs):
    long = Long(jobs)
    long.job.pause()
    started, may_end = threading.Event(), threading.Event()

    def holding():
        started.set()
        wait_for(may_end)
        yield 1
        return "tokens"

    brief = Job(holding(), title="Encode", brief=True)
    record = Record(brief)
    jobs.start(brief)
    wait_for(started)
    with qtbot.waitSignals([long.job.cancelled, brief.finished]):
        long.job.cancel()
        may_end.set()
    assert long.record.told == ["cancelled"]
    assert record.told == [("finished", "tokens")]


@pytest.mark.parametrize("error", [ValueError("no more paper"), SystemExit("no more ink")])
def test_an_error_in_a_brief_job_does_not_harm_the_long_one(qtbot, jobs, error):
    long = Long(jobs)

    def breaking():
        yield 1
        raise error

    brief = Job(breaking(), title="Print", brief=True)
    record = Record(brief)
    with qtbot.waitSignal(brief.failed):
        jobs.start(brief)
    assert record.told == [("failed", error)]
    long.goes_on = False
    with qtbot.waitSignal(long.job.finished):
        pass
    assert long.record.told == [("finished", "trained")]


def test_a_brief_job_is_never_held(qtbot, jobs):
    brief = Job(counting(3), title="Encode", brief=True)
    brief.pause()
    assert not brief.is_paused
    with qtbot.waitSignal(brief.finished):
        jobs.start(brief)


def test_shutdown_ends_brief_jobs_that_wait_behind_a_paused_one(qapp):
    runner = JobRunner()
    long = Long(runner)
    long.job.pause()
    brief = Job(counting(3), title="Encode", brief=True)
    record = Record(brief)
    runner.start(brief)
    runner.shutdown()
    assert long.record.told == ["cancelled"]
    assert record.told == ["cancelled"]
    assert runner.jobs == ()


def test_what_is_asked_for_on_the_way_out_never_starts(qtbot):
    """The end of one job often asks for the next, and a timer may fire after the last one."""
    began = []

    def noted(name):
        began.append(name)
        yield 1

    class Restarting(QObject):
        def again(self):
            self.job = Job(noted("again"), title="again", parent=self)
            runner.start(self.job)

    runner, owner, started = JobRunner(), Restarting(), threading.Event()
    job = Job(endless(started), title="endless")
    record = Record(job)
    job.cancelled.connect(owner.again)
    runner.start(job)
    wait_for(started)
    runner.shutdown()
    assert record.told == ["cancelled"]
    assert owner.job.is_over
    owner.again()
    assert (began, runner.jobs) == ([], ())


def test_jobs_that_ended_do_not_pile_up(qtbot, jobs, state):
    for _ in range(4):
        job = Job(counting(1), title="small", parent=state)
        with qtbot.waitSignal(job.finished):
            jobs.start(job)
        qtbot.waitUntil(lambda: not jobs.jobs)
    assert (state.findChildren(Job), jobs.findChildren(Job)) == ([], [job])


def test_a_job_whose_owner_is_gone_blocks_no_other(qtbot, qapp, jobs):
    owner = QObject()
    first = Job(counting(1), title="first", parent=owner)
    with qtbot.waitSignal(first.finished):
        jobs.start(first)
    qtbot.waitUntil(lambda: not jobs.jobs)
    delete(owner)
    second = Job(counting(1), title="second")
    with qtbot.waitSignal(second.finished):
        jobs.start(second)
    qtbot.waitUntil(lambda: not jobs.jobs)


@pytest.mark.parametrize("fraction", [None, 0.25])
def test_step_progress_is_a_frozen_value(fraction):
    value = StepProgress("Read corpus", fraction)
    with pytest.raises(AttributeError):
        value.fraction = 1.0


def test_help_for_a_job_leaves_a_core_to_the_window(qapp, monkeypatch):
    monkeypatch.setattr(work, "_cores_of_process", lambda: 4)
    runner = JobRunner()
    assert (work.n_cores(), work.n_free_cores()) == (4, 3)
    runner.shutdown()
    assert work.n_free_cores() == 4


def test_a_job_outlives_whoever_asked_for_it(qtbot, jobs):
    asked, may_end = QObject(), threading.Event()

    def task():
        yield 1
        may_end.wait()

    job = Job(task(), title="Long", parent=asked)
    jobs.start(job)
    qtbot.waitUntil(lambda: job.began_at is not None)
    delete(asked)
    may_end.set()
    qtbot.waitUntil(lambda: job.is_over)
