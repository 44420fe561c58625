"""A run that was stopped and kept has a word and a mark of its own."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.workbench.ui.test_tables import run, words
from workbench.runs.run_table import STATUS, RunsTable
from workbench.runs.run_table_view import STATUS_ROLES
from workbench.runs.runs_pane import inspection_of_run
from workbench.text.numbers import grouped
from workbench.work.runs.search import RunSearch

WHOLE = run("whole")
KEPT = run("kept", reason="stopped at 12 of 43 merges")


def test_the_table_and_the_inspector_say_stopped():
    table = RunsTable()
    table.set_runs([WHOLE, KEPT])
    assert [words(table, row)[STATUS] for row in (0, 1)] == [
        "finished",
        "stopped: at 12 of 43 merges",
    ]
    status = {fact.word: fact.value for fact in inspection_of_run(KEPT).facts}["Status"]
    assert status == "stopped"
    assert KEPT.outcome in STATUS_ROLES


def test_stopped_runs_are_found_by_their_status():
    for search, found in (
        ("status:stopped", [KEPT]),
        ("status:finished", [WHOLE]),
        ("-stopped", [WHOLE]),
    ):
        assert [each for each in (WHOLE, KEPT) if RunSearch.of(search).finds(each)] == found


def test_merges_are_said_with_the_numbers_of_the_window():
    kept = run("kept", reason="stopped at 139,713 of 599,744 merges")
    said = f"at {grouped(139_713)} of {grouped(599_744)} merges"
    table = RunsTable()
    table.set_runs([kept])
    assert words(table, 0)[STATUS] == f"stopped: {said}"
    assert table.index(0, STATUS).data(Qt.ItemDataRole.ToolTipRole) == f"stopped {said}"
    assert inspection_of_run(kept).text == f"stopped {said}"
    failed = run("failed", reason="The disk is full.")
    assert inspection_of_run(failed).text == "The disk is full."
