"""A wait of the window's tests fails when nothing moves, and says what the program was doing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.exceptions import TimeoutError as NothingMoved

from tests.workbench.patient_bot import release_mouse_buttons
from workbench.work.jobs import Job

pytestmark = pytest.mark.slow


@pytest.fixture
def hasty(qtbot):
    qtbot.quiet_s = 1.0
    return qtbot


def paused_job(jobs) -> Job:
    job = Job(iter(()), title="Count pairs")
    job.pause()
    jobs.start(job)
    return job


def test_a_wait_in_vain_names_its_line_and_the_jobs(hasty, jobs):
    job = paused_job(jobs)
    with pytest.raises(NothingMoved, match="nothing has moved for 1 s") as caught:
        hasty.waitUntil(lambda: job.is_over)
    said = str(caught.value)
    assert "hasty.waitUntil(lambda: job.is_over)" in said
    assert "job 'Count pairs' is paused" in said
    assert "thread 'job_0'" in said


def test_the_assertion_that_never_held_is_the_cause(hasty):
    def never() -> None:
        assert 1 + 1 == 3

    with pytest.raises(NothingMoved) as caught:
        hasty.waitUntil(never)
    assert isinstance(caught.value.__cause__, AssertionError)


def test_a_signal_that_never_comes_is_named(hasty, jobs):
    job = paused_job(jobs)
    one, several = hasty.waitSignal(job.progressed), hasty.waitSignals([job.progressed, job.failed])
    with pytest.raises(NothingMoved, match=r"progressed.*nothing has moved"):
        one.wait()
    with pytest.raises(NothingMoved, match="nothing has moved"):
        several.wait()


def test_a_signal_that_comes_ends_the_wait(qtbot):
    timer = QTimer(interval=20, singleShot=True)
    with qtbot.waitSignal(timer.timeout):
        timer.start()
    assert not timer.isActive()
    with qtbot.assertNotEmitted(timer.timeout, wait=50):
        pass


def test_no_button_of_the_mouse_stays_down_after_a_test(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    qtbot.mouseDClick(widget, Qt.MouseButton.LeftButton)
    qtbot.mousePress(widget, Qt.MouseButton.RightButton)
    assert QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
    release_mouse_buttons()
    assert QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
