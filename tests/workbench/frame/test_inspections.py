"""The inspector follows the workspace: no subject of another one stays."""

from __future__ import annotations

import pytest

from engine import TrainingConfig, train_tokenizer
from workbench.state import Inspection


@pytest.fixture
def driver(driver):
    driver.show_without_tour()
    return driver


def test_each_workspace_has_its_own_subject(driver):
    window, state = driver.window, driver.state
    window.show_workspace("compression")
    thai = Inspection("Language", "Thai")
    state.inspect(thai)
    for name in ("corpus", "pattern", "train"):
        window.show_workspace(name)
        assert state.inspection is None, name
    piece = Inspection("Pre-token", "x")
    state.inspect(piece)
    window.show_workspace("compression")
    assert state.inspection == thai
    window.show_workspace("train")
    assert state.inspection == piece


def test_the_inspector_is_closed_without_a_selection_and_opened_by_one(driver):
    window, state, dock = driver.window, driver.state, driver.window.docks.inspector_dock
    shown = window.actions_of_frame.inspector
    window.show_workspace("compression")
    assert dock.isHidden()
    assert not shown.isChecked()
    state.inspect(Inspection("Language", "Thai"))
    assert not dock.isHidden()
    state.inspect(None)
    assert not dock.isHidden()  # nothing moves while someone types
    state.inspect(Inspection("Language", "Thai"))
    window.show_workspace("corpus")
    assert dock.isHidden()
    shown.trigger()  # by hand it opens empty, and says how to fill it
    assert not dock.isHidden()
    window.show_workspace("compression")
    assert not dock.isHidden()
    shown.trigger()
    state.inspect(Inspection("Language", "Lao"))
    assert dock.isHidden()  # not wanted


def test_loss_leaves_the_inspector_of_compression(driver):
    window, state, dock = driver.window, driver.state, driver.window.docks.inspector_dock
    window.show_workspace("compression")
    pane = driver.workbench.compression_pane
    thai = Inspection("Language", "Thai")
    pane.view.inspection_requested.emit(thai)
    assert (state.inspection, dock.isHidden()) == (thai, False)
    pane.tabs.show_loss()
    assert (state.inspection, dock.isHidden()) == (None, True)
    window.show_workspace("corpus")
    window.show_workspace("compression")
    assert (state.inspection, dock.isHidden()) == (None, True)
    pane.tabs.show_tab(0)
    assert (state.inspection, dock.isHidden()) == (thai, False)


@pytest.mark.parametrize("workspace", ["compression", "train"])
def test_another_run_leaves_no_subject_of_the_one_before(driver, corpus, workspace):
    window, state = driver.window, driver.state
    tokenizer = train_tokenizer(corpus, TrainingConfig(300))
    state.open_run("one", tokenizer, None)
    window.show_workspace(workspace)
    state.inspect(Inspection("Language", "Thai"))
    state.open_run("two", train_tokenizer(corpus, TrainingConfig(290)), None)
    assert state.inspection is None
    window.show_workspace("corpus")
    assert state.inspection is None


def test_runs_tell_of_themselves_only_in_their_workspace(driver, corpus):
    driver.workbench.engine.start()
    driver.load_corpus(corpus)
    driver.train(300)
    driver.wait_for_training()
    window, state = driver.window, driver.state
    window.show_workspace("runs")
    assert state.inspection.kind == "Run"
    window.show_workspace("train")
    assert state.inspection is None
    driver.workbench.runs.refresh()
    assert state.inspection is None
    assert window.docks.inspector_dock.isHidden()
    window.show_workspace("runs")
    assert state.inspection.kind == "Run"


def test_a_subject_stays_while_its_workspace_stands_beside(driver):
    window, state = driver.window, driver.state
    window.show_workspace("compression")
    window.docks.toggle_beside("corpus")
    state.inspect(Inspection("Language", "Thai"))
    window.docks.show_workspace("corpus")
    assert state.inspection == Inspection("Language", "Thai")


def test_a_selection_out_of_sight_is_not_inspected(driver):
    window, state = driver.window, driver.state
    window.show_workspace("compression")
    view = driver.workbench.compression_pane.view
    window.show_workspace("train")
    view.inspection_requested.emit(Inspection("Language", "Thai"))
    assert state.inspection is None
