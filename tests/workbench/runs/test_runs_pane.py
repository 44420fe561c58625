"""The runs pane: choice, filter, requests, undo."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from tests.workbench.buttons import press_button
from tests.workbench.named import cells, edit_in_place
from tests.workbench.ui.test_tables import NOW, run
from workbench.runs.run_comparison_flow import baseline_of
from workbench.runs.run_flow import RunFlow
from workbench.runs.run_table import NAME
from workbench.runs.runs_pane import RunsPane
from workbench.store import SourceRecord
from workbench.work.comparison import Baseline


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
    assert not pane.commands.open.isEnabled()
    assert pane.primary_action() is pane.going_on.resume and pane.going_on.resume.isEnabled()
    assert not action(pane, "Export as tiktoken").isEnabled()
    assert state.inspection.text == "The disk is full."
    with qtbot.waitSignal(pane.delete_requested) as asked:
        action(pane, "Delete run").trigger()
    assert asked.args[0] == ("b",)


def test_an_export_that_cannot_be_says_what_would_help(pane):
    pane.set_runs((run("a"), run("b")))
    pane.list.table.clearSelection()
    reason = pane.views.export.statusTip()
    assert reason == "choose one finished run, or open a tokenizer"
    pane.list.table.selectAll()  # an open tokenizer would not help
    assert len(pane.list.chosen) == 2
    assert not pane.views.export.isEnabled()
    assert pane.views.export.statusTip() == "choose one finished run"


def test_why_a_command_is_greyed_is_in_sight(pane):
    pane.set_runs((run("a"), run("b")))
    hint = pane.list.remarks.hint
    pane.choose("a")
    assert hint.isVisible()
    assert hint.text() == "Compare runs: choose two to four finished runs"
    pane.choose("a", "b")
    assert hint.text() == "Open run: choose one finished run\nDuplicate settings…: choose one run"


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
        press_button(pane.bar, pane.bar.action)
    assert asked.args[0] == ("a",)


def test_the_offer_ends_when_the_runs_are_back(pane):
    pane.note_deleted((run("a", name="dear"),))
    pane.commands.note_restored(("a",))
    assert pane.bar.text == ""


@pytest.mark.parametrize(("gone", "chosen"), [("a", "b"), ("b", "c"), ("c", "b")])
def test_deleting_chooses_the_neighbour(pane, gone, chosen):
    runs = tuple(run(name) for name in "abc")
    pane.set_runs(runs)
    shown = [each.run_id for each in pane.list.table.rows.runs]
    order = dict(zip("abc", shown, strict=True))
    pane.choose(order[gone])
    pane.set_runs(tuple(each for each in runs if each.run_id != order[gone]))
    assert [each.run_id for each in pane.list.chosen] == [order[chosen]]


def test_the_inspector_leaves_a_run_that_is_gone(pane, state):
    pane.set_runs((run("a"),))
    pane.choose("a")
    assert state.inspection is not None
    pane.set_runs(())
    assert state.inspection is None


def test_the_name_is_edited_in_place(qtbot, pane):
    pane.set_runs((run("a"),))
    pane.choose("a")
    with qtbot.waitSignal(pane.rename_requested) as asked:
        pane.list.edit_name()
        edit_in_place(pane.list.table, "better")
    assert asked.args[0] == ("a", "better")


def test_the_filter_and_the_choice_survive_a_refresh(pane):
    pane.set_runs((run("alpha"), run("beta"), run("gamma")))
    pane.choose("beta")
    pane.set_runs((run("alpha"), run("beta", name="beta two"), run("gamma"), run("delta")))
    assert pane.list.table.chosen_ids == ("beta",)
    pane.list.filter("beta")
    assert cells(pane.list.table, NAME) == ["beta two"]


@pytest.fixture
def stored(store, tokenizer):
    """Ids of two finished runs."""
    made: list[str] = []
    sources = [SourceRecord(label) for label in tokenizer.training.source_labels]
    for name in ("first", "second"):
        made.append(store.begin_run(name, tokenizer.training.config, sources))
        store.finish_run(made[-1], tokenizer)
    return made


def test_of_several_runs_to_open_the_last_one_counts(qtbot, state, jobs, store, stored):
    flow, opened = RunFlow(state, jobs, store), []
    state.run_id_changed.connect(opened.append)
    for run_id in stored:
        flow.open(run_id)
    qtbot.waitUntil(lambda: not jobs.jobs)
    assert opened == stored[1:]


def test_changes_that_come_together_are_read_once(qtbot, state, jobs, store, stored):
    flow, listed = RunFlow(state, jobs, store), []
    flow.runs_changed.connect(listed.append)
    flow.refresh_soon()
    flow.refresh_soon()
    assert listed == []
    qtbot.waitUntil(lambda: bool(listed))
    [runs] = listed
    assert sorted(run.run_id for run in runs) == sorted(stored)


def test_a_run_that_is_deleted_while_it_is_read_is_not_opened(qtbot, state, jobs, store, stored):
    flow = RunFlow(state, jobs, store)
    flow.refresh()
    flow.open(stored[0])
    flow.delete(stored[:1])
    qtbot.waitUntil(lambda: not jobs.jobs)
    assert state.run_id is None


def test_commands_lead_to_name_note_search_and_to_other_tokenizers(
    qtbot, pane, chosen_in_dialog, tmp_path
):
    pane.set_runs((run("a", name="first"), run("b", name="other")))
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    pane.choose("a")
    with qtbot.waitSignal(pane.open_requested) as opened:
        pane.list.table.activated.emit(pane.list.table.currentIndex())  # a double click, Enter
    assert opened.args == ["a"]
    with qtbot.waitSignal(pane.commands.extend_requested) as extended:
        action(pane, "Extend this tokenizer…").trigger()
    assert extended.args == ["a"]
    with qtbot.waitSignal(pane.rename_requested) as renamed:
        action(pane, "Rename run").trigger()
        [field] = pane.list.table.viewport().findChildren(QLineEdit)
        field.setText("second")
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert renamed.args[0] == ("a", "second")
    action(pane, "Write note").trigger()
    assert pane.list.remarks.note.hasFocus()
    pane.list.filter("fir")
    action(pane, "Search runs").trigger()
    assert pane.list.search.hasFocus()
    assert pane.list.search.selectedText() == "fir"
    chosen_in_dialog(tmp_path / "x.json")
    with qtbot.waitSignal(pane.compare_requested) as compared:
        action(pane, "Compare with tokenizer file…").trigger()
    assert compared.args[0] == (Baseline("first", run_id="a"), baseline_of(tmp_path / "x.json"))


def test_the_oldest_of_the_compared_runs_is_the_baseline(qtbot, pane, chosen_in_dialog, tmp_path):
    newer = run("b", created=NOW + timedelta(hours=1))
    pane.set_runs((newer, run("a")))
    pane.list.table.selectAll()
    runs = (Baseline("a", run_id="a"), Baseline("b", run_id="b"))
    with qtbot.waitSignal(pane.compare_requested) as compared:
        action(pane, "Compare runs").trigger()
    assert compared.args[0] == runs
    chosen_in_dialog(tmp_path / "x.json")
    with qtbot.waitSignal(pane.compare_requested) as compared:
        action(pane, "Compare with tokenizer file…").trigger()
    assert compared.args[0] == (*runs, baseline_of(tmp_path / "x.json"))
