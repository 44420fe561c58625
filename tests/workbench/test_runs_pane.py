"""The runs pane: choice, filter, requests, undo."""

from __future__ import annotations

import pytest

from tests.workbench.test_tables import run
from workbench.panes.runs_pane import RunsPane


@pytest.fixture
def pane(qtbot, state, theme):
    made = RunsPane(state, theme)
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    made.set_export_formats({"tokenizer.json": "For transformers.", "tiktoken": "For tiktoken."})
    return made


def action(pane, words):
    return next(action for action in pane.actions() if action.text() == words)


def test_without_runs_the_pane_says_what_it_is_for(pane):
    assert pane.is_empty
    pane.set_runs((run("a"),))
    assert not pane.is_empty


def test_a_finished_run_can_be_opened_and_exported(qtbot, pane):
    pane.set_runs((run("a"), run("b", status="failed", reason="The disk is full.")))
    pane.choose("a")
    with qtbot.waitSignal(pane.open_requested) as opened:
        pane.primary_action().trigger()
    assert opened.args == ["a"]
    with qtbot.waitSignal(pane.export_requested) as exported:
        action(pane, "Export as tiktoken").trigger()
    assert exported.args[0] == ("a", "tiktoken")


def test_a_failed_run_can_be_deleted_but_not_opened(qtbot, pane, state):
    pane.set_runs((run("a"), run("b", status="failed", reason="The disk is full.")))
    pane.choose("b")
    assert not pane.primary_action().isEnabled()
    assert not action(pane, "Export as tiktoken").isEnabled()
    assert state.inspection.text == "The disk is full."
    with qtbot.waitSignal(pane.delete_requested) as asked:
        action(pane, "Delete run").trigger()
    assert asked.args[0] == ("b",)


def test_a_running_run_cannot_be_deleted(pane):
    pane.set_runs((run("a", status="running"),))
    pane.choose("a")
    assert not action(pane, "Delete run").isEnabled()


def test_a_deletion_can_be_undone(qtbot, pane):
    gone = run("a", name="dear")
    pane.set_runs(())
    pane.note_deleted((gone,))
    assert pane.bar.text == "Run dear was deleted."
    with qtbot.waitSignal(pane.undo_requested) as asked:
        pane.bar.action_requested.emit()
    assert asked.args[0] == ("a",)


def test_the_name_is_edited_in_place(qtbot, pane):
    pane.set_runs((run("a"),))
    pane.choose("a")
    with qtbot.waitSignal(pane.rename_requested) as asked:
        pane.list.rename_chosen("better")
    assert asked.args[0] == ("a", "better")


def test_the_filter_and_the_choice_survive_a_refresh(pane):
    pane.set_runs((run("alpha"), run("beta"), run("gamma")))
    pane.choose("beta")
    pane.set_runs((run("alpha"), run("beta", name="beta two"), run("gamma"), run("delta")))
    assert pane.list.table.chosen_ids == ("beta",)
    pane.list.filter("beta")
    assert pane.list.shown_names == ("beta two",)
