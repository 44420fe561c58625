"""Explore in the whole window: its key, undo of the question, the rail, texts and kept points."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QToolButton

from tests.workbench.explore import records
from tests.workbench.named import named, write
from workbench.connections.explore import ExploreWires
from workbench.explore.exploration_landscape import landscape_of
from workbench.explore.explore_flow import Shown
from workbench.explore.explore_view import Standing


def test_the_question_is_undone_and_a_search_is_told_in_the_rail(driver):
    driver.show_without_tour()
    way = driver.window.actions_of_frame.workspaces["explore"]
    assert way.shortcut().toString() == "Ctrl+Shift+X"
    way.trigger()
    assert driver.window.workspace == "explore"
    workbench, pane = driver.workbench, driver.workbench.explore_pane
    steps = workbench.history.steps
    before = pane.form.draft
    write(named(pane.form, "trials"), "7")
    assert workbench.history.undo_words == "change of question"
    driver.window.actions_of_frame.undo.trigger()
    assert pane.form.draft == before
    driver.window.actions_of_frame.redo.trigger()
    assert pane.form.draft.trials == "7"
    pane.texts_chosen.emit((Path("texts"),))  # a person's question stays as it is
    assert pane.form.draft.trials == "7"
    assert driver.state.evaluation_texts.paths == (Path("texts"),)
    assert workbench.history.steps == (*steps, "change of question")
    found = records.exploration()
    landscape = landscape_of(found.question, found.trials, found.front)
    shown = Shown("one", landscape, Standing(12, 12))
    pane.findChild(ExploreWires).flow.searched.emit(shown)
    names = [each.accessibleName() for each in driver.window.rail.findChildren(QToolButton)]
    assert f"Explore, front of {len(found.front.points)}" in names
