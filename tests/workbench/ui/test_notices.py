"""Notices: what they offer, when they end, and that nothing moves for them."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QPushButton

from tests.workbench.buttons import press_button
from workbench.frame.main_window import Closing
from workbench.frame.task_list import TaskRecords
from workbench.ui.widgets.message_bar import MessageBar, Offer
from workbench.ui.widgets.pane import Pane
from workbench.work.jobs import Job, JobRunner


@pytest.fixture
def bar(qtbot):
    bar = MessageBar()
    qtbot.addWidget(bar)
    return bar


@pytest.fixture
def pane(qtbot, theme):
    pane = Pane("Corpus")
    pane.set_content(QPushButton("Train"))
    pane.show_content()
    qtbot.addWidget(pane)
    pane.resize(800, 500)
    pane.show()
    return pane


def test_of_two_offers_the_one_on_show_is_done(bar):
    done: list[str] = []
    bar.show_note("a", offer=Offer("Do it", partial(done.append, "first")))
    bar.show_note("b", offer=Offer("Do it", partial(done.append, "second")))
    press_button(bar, bar.action)
    assert done == ["second"]
    press_button(bar, bar.action)  # the notice is over
    assert done == ["second"]


def test_a_notice_ends_alone(bar):
    first = bar.show_note("deleted")
    bar.show_error("disk full")
    bar.end(first)
    assert bar.text == "disk full"
    bar.end(bar.show_note("deleted"))
    assert bar.text == ""


def test_added_notes_are_shown_together_and_end_alone(bar):
    done: list[str] = []
    first = bar.show_warning("The settings were damaged.")
    bar.add_note("A file is missing.")
    offered = bar.add_note("Go on?", offer=Offer("Resume", partial(done.append, "resumed")))
    assert bar.text == "The settings were damaged.\nA file is missing.\nGo on?"
    assert (bar.property("role"), bar.action) == ("bar-warning", "Resume")
    bar.end(first)
    assert bar.text == "A file is missing.\nGo on?"
    assert bar.property("role") == "bar-info"
    bar.add_note("Third.")
    assert bar.action == "Resume"
    bar.end(offered)
    assert (bar.text, bar.action) == ("A file is missing.\nThird.", "")
    bar.show_error("disk full")
    assert bar.text == "disk full"


def test_what_is_done_passes_and_what_is_offered_stays(qtbot, bar, monkeypatch):
    monkeypatch.setattr("workbench.ui.widgets.message_bar.PASSES_MS", 0)
    bar.show_done("Saved as b.png.")
    qtbot.waitUntil(lambda: bar.text == "")
    bar.show_done("Saved as a.png.")
    bar.show_error("disk full")
    later = MessageBar()
    qtbot.addWidget(later)
    later.show_done("Saved as c.png.")
    qtbot.waitUntil(lambda: later.text == "")
    assert bar.text == "disk full"


def test_nothing_moves_for_a_notice(pane):
    before = [(part, part.geometry()) for part in pane.findChildren(QPushButton)]
    pane.bar.show_error("One sentence.\nAnother one.")
    pane.layout().activate()
    own = set(pane.bar.findChildren(QPushButton))
    assert not [part for part, place in before if part not in own and part.geometry() != place]
    assert pane.rect().contains(pane.bar.geometry())


def test_a_notice_does_not_come_under_the_pointer(monkeypatch, pane):
    pane.bar.show_note("one")
    usual = QRect(pane.bar.geometry())
    pane.bar.clear()
    at = pane.mapToGlobal(usual.center())
    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(at))
    pane.bar.show_note("two")
    assert not pane.bar.geometry().contains(usual.center())


def test_the_question_of_closing_ends_with_the_training(qtbot, bar):
    jobs = JobRunner()
    closing = Closing(jobs, TaskRecords(jobs), bar)

    def work():
        yield 1
        while not goes_on:
            yield 2

    goes_on: list[int] = []
    jobs.start(Job(work(), title="Train", confirm_close=True, parent=jobs))
    assert not closing.may_close(asks=True)
    assert bar.action == "Stop training and close"
    with qtbot.waitSignal(jobs.job_ended):
        goes_on.append(1)
    assert bar.text == ""
    jobs.close()
