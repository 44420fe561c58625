"""The searched list of runs: what it says where nothing fits; several tags at once."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from tests.workbench.named import cells, named
from tests.workbench.ui.test_tables import run
from workbench.runs.run_list_part import RunList
from workbench.runs.run_table import NAME
from workbench.ui.widgets.empty_state import EmptyState


@pytest.fixture
def runs(qtbot, theme):
    made = RunList(theme)
    for widget in (made, made.search, made.columns):  # the pane's header takes the controls
        qtbot.addWidget(widget)
    made.resize(900, 500)
    made.set_runs([run("one"), run("two")])
    made.show()
    return made


def nothing_words(runs) -> str:
    """What is said where no run fits the search, "" while some do."""
    empty = runs.findChild(EmptyState)
    return named(empty, "sentence").text() if empty.isVisible() else ""


def test_where_no_run_fits_it_is_said_and_the_search_can_be_cleared(runs):
    assert nothing_words(runs) == ""
    runs.filter("three")
    assert nothing_words(runs) == "No matching runs."
    assert not runs.table.isVisible()
    runs.filter("foo:one")
    assert "has no foo:, only tag:" in nothing_words(runs)
    runs.findChild(EmptyState).findChild(QPushButton).click()
    assert (runs.search.text(), nothing_words(runs)) == ("", "")
    assert runs.table.isVisible()
    assert set(cells(runs.table, NAME)) == {"one", "two"}


def test_a_comma_separates_typed_tags(qtbot, runs):
    runs.table.choose(["one"])
    with qtbot.waitSignal(runs.remarks.tags_requested) as asked:
        runs.remarks.add_tag("draft,  very   big, ")
    assert asked.args[0] == (("one", ("draft", "very big")),)
