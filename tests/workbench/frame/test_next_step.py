"""The one filled button is the next step of the whole work, and the rail says how far it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton, QToolButton

from engine import TrainingConfig, train, train_tokenizer
from workbench.frame.top_bar import NextStepButton, Progress, Step, next_step
from workbench.text.numbers import grouped
from workbench.ui.widgets.pane import Page


@pytest.fixture
def driver(driver):
    driver.show_without_tour()
    return driver


def rail_states(driver):
    """What a screen reader says of each workspace beside its word."""
    buttons = driver.window.rail.findChildren(QToolButton)
    names = [each.accessibleName().partition(", ") for each in buttons]
    return {word: state for word, _, state in names}


TRAINED = Progress(n_sources=2, has_tokenizer=True, can_evaluate=True)


@pytest.mark.parametrize(
    ("progress", "expected"),
    [
        (Progress(), Step.ADD_FILES),
        (Progress(n_sources=2), Step.TRAIN),
        (Progress(n_sources=2, is_training=True), Step.WATCH),
        (Progress(n_sources=2, is_training=True, is_paused=True), Step.RESUME),
        (TRAINED, Step.EVALUATE),
        (replace(TRAINED, has_changed=True), Step.TRAIN),
        (replace(TRAINED, has_changed=True, n_sources=0), Step.EVALUATE),
        (replace(TRAINED, can_evaluate=False), Step.READ),  # no texts, or one runs already
        (replace(TRAINED, is_evaluated=True), Step.READ),
        (replace(TRAINED, is_evaluated=True, is_read=True), Step.EXPORT),
        (replace(TRAINED, exports=True), Step.VERIFY),
        (replace(TRAINED, exports=True, is_exported=True), Step.REGISTER),
        (Progress(has_tokenizer=True), Step.READ),
    ],
)
def test_the_first_step_that_can_be_done_is_next(progress, expected):
    assert next_step(progress) is expected


def test_from_no_corpus_to_the_export_by_one_button(qtbot, driver, corpus, monkeypatch):
    window = driver.window
    [button] = window.top_bar.findChildren(NextStepButton)
    driver.workbench.engine.start()
    assert not button.isVisible()  # what comes next is not known yet
    driver.workbench.next_step.begin()
    place = button.geometry()
    assert button.text() == "Add files"
    states = rail_states(driver)
    assert states["Corpus"] == "no sources"
    assert states["Train"] == "not trained"
    assert states["Chat"] == "no tokenizer"

    def press():
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    asked = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", staticmethod(lambda *_: asked.append(1) or ([], ""))
    )
    window.show_workspace("train")
    press()
    assert (window.workspace, asked) == ("corpus", [1])
    driver.load_corpus(corpus)
    n_sources = len(corpus.sources)
    assert button.text() == f"Train on {n_sources} source" + "s" * (n_sources > 1)
    driver.state.set_training_settings(replace(driver.state.training_settings, vocab_size=300))
    press()
    assert (window.workspace, button.text()) == ("train", "Watch the training")
    assert not button.isEnabled()  # it is in sight: there is nothing to do but wait
    window.show_workspace("corpus")
    assert button.isEnabled()
    driver.wait_for_training()
    states = rail_states(driver)
    assert "trained in " in states["Train"]
    assert states["Vocabulary"] == "300 tokens"
    assert states["Runs"] == "1 run"
    measured = "bytes per token. Measured on the beginning of each training source"
    assert states["Compression"].endswith(measured)

    assert button.text() == "Evaluate"
    press()
    assert window.workspace == "compression"
    driver.wait_for_training()
    assert button.text() == "Read the tokens"
    press()
    assert (window.workspace, button.text()) == ("tokens", "Export…")
    press()
    assert window.workspace == "runs"
    assert button.text() in ("Export…", "Export and verify")
    exporting = [
        each for each in window.findChildren(QPushButton) if each.text() == "Export and verify"
    ]
    assert len([each for each in exporting if each.isVisible()]) == 1  # here or in its form
    assert button.geometry() == place

    driver.state.set_pattern("cl100k")
    assert rail_states(driver)["Pattern"] == "cl100k"
    window.show_workspace("corpus")
    assert button.text().startswith("Train on")
    window.actions_of_frame.undo.trigger()
    assert button.text() == "Export…"


def test_the_rail_says_whose_chat_tokens_there_are_without_building_a_pane(driver, corpus):
    for special, expected in (
        (("<|endoftext|>",), "no chat tokens"),
        (("<|endoftext|>", "<|im_start|>", "<|im_end|>"), "chat tokens of chatml"),
    ):
        tokenizer = train_tokenizer(corpus, TrainingConfig(300, special_tokens=special))
        driver.state.open_run(None, tokenizer, None, name="small")
        assert rail_states(driver)["Chat"] == expected
    assert "chat" not in driver.workbench.panes.built


def test_the_rail_follows_a_running_training(driver, corpus):
    flow = driver.workbench.training
    progress = next(each for each in train(corpus, TrainingConfig(300)) if each.merges_done)
    flow.progressed.emit((progress,))
    words = f"{grouped(progress.merges_done)} of {grouped(progress.merges_total)} merges"
    assert rail_states(driver)["Train"] == words
    flow.cancelled.emit()
    assert rail_states(driver)["Train"] == "not trained"


def test_a_page_leaves_no_workspace_lit(driver):
    window = driver.window
    action = window.actions_of_frame.workspaces["corpus"]
    window.show_workspace("corpus")
    assert action.isChecked()
    page = Page("A page")
    window.pages.show_page(page)
    assert not any(each.isChecked() for each in window.actions_of_frame.workspaces.values())
    action.trigger()
    assert window.pages.page is None
    assert action.isChecked()
    window.pages.show_page(page)
    window.pages.leave()
    assert action.isChecked()


def test_a_paused_training_is_resumed_by_the_next_step(driver):
    flow = driver.workbench.training
    [button] = driver.window.top_bar.findChildren(NextStepButton)
    driver.workbench.next_step.begin()
    flow.started.emit()
    flow.paused_changed.emit(True)
    assert button.text() == "Resume the training"
    assert rail_states(driver)["Train"] == "paused"
    flow.paused_changed.emit(False)
    assert button.text() == "Watch the training"
    assert rail_states(driver)["Train"] == "starting"
    flow.cancelled.emit()
    assert rail_states(driver)["Train"] == "not trained"
