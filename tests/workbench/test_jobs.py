"""Jobs: one end each, nothing lost, nothing after a cancel, and the runner's order."""

from __future__ import annotations

import threading

import pytest

from workbench.jobs import Job, StepProgress


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
    assert started.wait(10)
    with qtbot.waitSignal(job.cancelled):
        job.cancel()
        seen = len(record.values)
    assert len(record.values) == seen
    assert record.told == ["cancelled"]


def test_a_result_that_is_ready_reaches_nobody_after_a_cancel(qtbot, jobs):
    closed = threading.Event()

    def quick():
        yield 1
        closed.set()
        return "result"

    job = Job(quick(), title="Quick")
    record = Record(job)
    jobs.start(job)
    assert closed.wait(10)  # the event loop has not run: nothing was delivered yet
    with qtbot.waitSignal(job.cancelled):
        job.cancel()
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
    from workbench.jobs import JobRunner

    runner = JobRunner()
    started = threading.Event()
    running, waiting = Job(endless(started), title="a"), Job(counting(3), title="b")
    records = [Record(running), Record(waiting)]
    runner.start(running)
    runner.start(waiting)
    assert started.wait(10)
    runner.shutdown()
    assert [record.told for record in records] == [["cancelled"], ["cancelled"]]
    assert runner.jobs == ()


@pytest.mark.parametrize("fraction", [None, 0.25])
def test_step_progress_is_a_frozen_value(fraction):
    value = StepProgress("Read corpus", fraction)
    with pytest.raises(AttributeError):
        value.fraction = 1.0
