"""How far three actions travel: ways from file to file, entries of panes, readings of the form."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit

from engine import Corpus
from tests.workbench.driver import WorkbenchDriver
from tests.workbench.hops import Hops
from tests.workbench.named import named, write
from workbench.vocabulary.vocabulary_filter_bar import VocabularyFilterBar
from workbench.vocabulary.vocabulary_pane import VocabularyGrid

pytestmark = pytest.mark.slow


@pytest.fixture
def driver(driver):
    driver.start()
    driver.load_corpus(Corpus.from_texts(["low lower lowest newest widest"] * 50))
    return driver


def check(hops: Hops, most: int) -> None:
    """Check for at most `most` calls from file to file, at most three into any pane."""
    assert len(hops.hops) <= most, "\n".join(hops.hops)
    entries = hops.entries(lambda file: file.endswith("_pane.py"))
    assert entries
    assert max(entries.values()) <= 3, entries


def open_form(driver: WorkbenchDriver):
    driver.window.show_workspace("train")
    form = driver.workbench.training_pane.form
    write(named(form, "vocab_size"), "300")
    driver.rest()
    return form


def test_train_is_pressed(driver, qtbot):
    open_form(driver)
    train = driver.workbench.training_pane.primary_action()
    with Hops() as hops, qtbot.waitSignal(driver.workbench.training.started):
        train.trigger()
    check(hops, 31)
    assert hops.calls["training/training_form.py TrainingForm._parsed"] == 0
    driver.wait_for_training()


def test_a_key_in_the_form_of_a_training(driver, qtbot):
    field = named(open_form(driver), "vocab_size")
    with Hops() as hops, qtbot.waitSignal(driver.state.training_settings_changed):
        qtbot.keyClick(field, "1")
    check(hops, 26)
    assert hops.calls["training/training_form.py TrainingForm._parsed"] == 1
    assert hops.calls["training/training_form.py TrainingForm.check"] == 1


def test_a_key_in_the_pattern_editor(driver, qtbot):
    """The pattern is tried and taken over; the Train workspace, the undo history and so on hear."""
    driver.window.show_workspace("pattern")
    driver.wait_for_pattern()
    driver.rest()
    with Hops() as hops, qtbot.waitSignal(driver.state.pattern_changed):
        qtbot.keyClick(driver.workbench.pattern_pane.desk.editor, " ")
    check(hops, 32)
    assert hops.calls["training/training_form.py TrainingForm.check"] <= 1
    driver.wait_for_pattern()


def test_a_key_in_the_filter_of_the_vocabulary(driver, qtbot):
    driver.train()
    driver.wait_for_training()
    driver.window.show_workspace("vocabulary")
    driver.rest()
    pane = driver.workbench.vocabulary_pane
    field = pane.findChild(VocabularyFilterBar).findChild(QLineEdit)
    table = pane.findChild(VocabularyGrid).model()
    runs, jobs = driver.workbench.runs, driver.workbench.jobs
    timers = runs.findChildren(QTimer)
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    qtbot.waitUntil(lambda: not jobs.jobs and not any(timer.isActive() for timer in timers))
    driver.rest()
    with Hops() as hops, qtbot.waitSignal(table.modelReset):
        qtbot.keyClick(field, "l")
    check(hops, 17)
