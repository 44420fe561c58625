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
from workbench.explore.language_changes import LanguagePair


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


def test_a_kept_point_is_listed_or_compared_and_files_are_named(driver, corpus, monkeypatch):
    driver.start()
    driver.load_corpus(corpus)
    driver.train(280)
    driver.wait_for_training()
    [run] = driver.runs
    driver.window.show_workspace("explore")
    workbench, pane = driver.workbench, driver.workbench.explore_pane
    flow = pane.findChild(ExploreWires).flow
    flow.exported.emit(Path("front.csv"))
    assert pane.bar.text == "Saved as front.csv."
    before = {"eng.tokens_per_byte": 0.3}
    pair = LanguagePair(("now", "Trial 3"), before, {"eng.tokens_per_byte": 0.2})
    flow.paired.emit((pair, "From now to Trial 3."))
    languages = pane.view.languages
    assert languages.words == "From now to Trial 3."
    flow.paired.emit((None, "Nothing to compare with."))
    assert languages.rows == ()
    asked = []
    monkeypatch.setattr(workbench.evaluation, "add_baseline_run", asked.append)
    flow.stored.emit((run.run_id, False))
    assert "in Runs" in pane.bar.text
    assert driver.window.workspace == "explore"
    flow.stored.emit((run.run_id, True))
    assert asked == [run.run_id]
    assert driver.window.workspace == "compression"
