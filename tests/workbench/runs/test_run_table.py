"""The table of runs: columns, order, search, tags, notes; and what it costs to fill it."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QMenu

from tests.workbench.ui.test_tables import NOW, run
from workbench.runs.run_list_part import RunRemarks
from workbench.runs.run_table import (
    COLUMNS,
    PLACES,
    PREMIUM,
    RUN_ROLE,
    USUAL,
    RunsTable,
    RunTableChoice,
)
from workbench.runs.run_table_view import RunTableView, fitting_chips
from workbench.store import RunStore
from workbench.text.numbers import GROUP_SPACE, NOTHING
from workbench.ui.theme.theme import CELL_INSET
from workbench.work.remembered import Remembered
from workbench.work.runs.search import RunSearch

RUNS = tuple(
    run(f"{number:04}", name=f"run {number % 7}", vocab_size=1000 + number % 5,
        bytes_per_token=None if number % 4 == 0 else 3 + number / 100,
        created=NOW - timedelta(minutes=number), tags=("even",) if number % 2 == 0 else ())
    for number in range(40)
)  # fmt: skip


@pytest.fixture
def view(qtbot, theme):
    made = RunTableView(theme)
    qtbot.addWidget(made)
    made.resize(1600, 400)
    made.show()
    made.set_runs(RUNS)
    return made


def test_the_model_is_a_sound_model(qtmodeltester):
    model = RunsTable()
    model.set_runs(RUNS)
    qtmodeltester.check(model)


@pytest.mark.parametrize("order", [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder])
@pytest.mark.parametrize("key", ["name", "vocabulary", "bytes_per_token", "when", "tags"])
def test_rows_are_sorted_by_any_column_and_unknown_values_come_last(view, key, order):
    view.sortByColumn(PLACES[key], order)
    values = [COLUMNS[PLACES[key]].value(each) for each in view.rows.runs]
    known = [value for value in values if value is not None]
    assert known == sorted(known, reverse=order is Qt.SortOrder.DescendingOrder)
    assert values[len(known) :] == [None] * (len(values) - len(known))
    assert len(values) == len(RUNS)


def test_what_is_chosen_stays_chosen_when_order_search_and_runs_change(view):
    view.choose(["0003", "0010"])
    view.sortByColumn(PLACES["vocabulary"], Qt.SortOrder.AscendingOrder)
    assert set(view.chosen_ids) == {"0003", "0010"}
    view.set_search(RunSearch.of("tag:even"))
    assert view.chosen_ids == ("0010",)
    view.set_runs(RUNS[5:])
    assert view.chosen_ids == ("0010",)
    assert all("even" in each.tags for each in view.rows.runs)


def test_a_choice_that_the_search_takes_away_is_told(qtbot, view):
    view.choose(["0003"])
    with qtbot.waitSignal(view.chosen_changed):
        view.set_search(RunSearch.of("tag:even"))
    assert view.chosen_ids == ()


def test_columns_are_chosen_moved_sized_and_remembered(qtbot, view, theme, tmp_path):
    settings = QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat)
    memory = Remembered(settings, "runs/table", RunTableChoice())
    view.choice_changed.connect(memory.keep)
    assert view.shown_keys == USUAL
    view.toggle_column("tie_break")
    view.toggle_column("corpus")
    header = view.horizontalHeader()
    header.moveSection(header.visualIndex(PLACES["tie_break"]), 1)
    header.resizeSection(PLACES["pattern"], 150)
    view.sortByColumn(PLACES["vocabulary"], Qt.SortOrder.AscendingOrder)
    wanted = view.shown_keys
    assert wanted[:2] == ("name", "tie_break")
    assert "corpus" not in wanted
    again = RunTableView(theme)
    qtbot.addWidget(again)
    again.resize(1600, 400)
    again.set_choice(Remembered(settings, "runs/table", RunTableChoice()).value)
    again.show()
    assert again.shown_keys == wanted
    assert again.columnWidth(PLACES["pattern"]) == 150
    assert again.choice.sorted_by == "vocabulary"
    assert not again.choice.is_descending
    menu = QMenu()
    again.fill_columns(menu)
    checked = {action.data() for action in menu.actions() if action.isChecked()}
    assert checked == set(wanted)
    again.show_usual()
    assert again.shown_keys == USUAL


def test_columns_are_offered_at_the_head(view):
    header = view.horizontalHeader()
    header.customContextMenuRequested.emit(header.rect().center())
    [menu] = [each for each in view.findChildren(QMenu) if each.isVisible()]
    [entry] = [each for each in menu.actions() if each.data() == "corpus"]
    assert entry.isChecked()
    entry.trigger()
    assert "corpus" not in view.shown_keys
    menu.close()


def test_damaged_settings_give_the_usual_columns(tmp_path):
    settings = QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat)
    for damaged in ("", "{", "[]", '{"columns": 3}', '{"columns": ["x"], "widths": [["a"]]}'):
        settings.setValue("runs/table", damaged)
        assert Remembered(settings, "runs/table", RunTableChoice()).value == RunTableChoice()


def test_a_narrow_table_drops_columns_before_it_scrolls(view, qtbot):
    view.resize(700, 400)
    qtbot.waitUntil(lambda: view.viewport().width() < 720)
    qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() == 0)
    assert {"name", "vocabulary", "pattern", "bytes_per_token"} <= set(view.shown_keys)
    assert len(view.shown_keys) < len(USUAL)


@pytest.mark.parametrize("width", [750, 850, 950])
def test_the_status_stays_where_tags_have_no_room(view, qtbot, width):
    view.resize(width, 400)
    qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() == 0)
    assert "status" in view.shown_keys or "tags" not in view.shown_keys
    assert "status" in view.shown_keys or width < 950


@pytest.mark.parametrize("key", ["status", "pattern", "mixture", "when"])
def test_a_head_that_has_the_room_it_asks_for_is_not_cut(view, key):
    header, column = view.horizontalHeader(), PLACES[key]

    def painted(width):
        header.resizeSection(column, width)
        left = header.sectionViewportPosition(column)
        return header.grab().toImage().copy(left, 0, needed - CELL_INSET, header.height())

    needed = view.head_width(column)
    assert painted(needed) == painted(needed + 40)


PREMIUMS = {
    "Tamil 2.50 ×": {"is_evaluated": True, "worst_label": "tam", "worst_premium": 2.5},
    "Thai 10.1 ×": {"is_evaluated": True, "worst_label": "tha", "worst_premium": 10.1},
    "not parallel": {"is_evaluated": True},
    "not evaluated": {},
    NOTHING: {"status": "failed"},
}


def test_the_language_with_the_worst_premium_or_the_reason_why_none_is_known(view):
    view.set_runs([run(words, **changes) for words, changes in PREMIUMS.items()])
    view.sortByColumn(PREMIUM, Qt.SortOrder.DescendingOrder)
    cells = [view.rows.index(row, PREMIUM) for row in range(len(PREMIUMS))]
    assert {cell.data() for cell in cells} == set(PREMIUMS)
    assert all(cell.data() == cell.data(RUN_ROLE).run_id for cell in cells)
    assert [cell.data() for cell in cells[:2]] == ["Thai 10.1 ×", "Tamil 2.50 ×"]
    hints = {cell.data(): cell.data(Qt.ItemDataRole.ToolTipRole) for cell in cells}
    assert "Tamil needs the most tokens" in hints["Tamil 2.50 ×"]
    assert "parallel texts in Compression" in hints["not parallel"]
    assert "evaluate it in Compression" in hints["not evaluated"]


def test_chips_that_have_no_room_are_counted():
    assert fitting_chips([30, 30, 30], 98, 20) == (3, [30, 30, 30])
    assert fitting_chips([30, 30, 30], 90, 20) == (2, [30, 30])
    assert fitting_chips([80, 30], 60, 20) == (1, [36])
    assert fitting_chips([80], 60, 20) == (1, [60])


# ---- remarks


@pytest.fixture
def remarks(qtbot):
    made = RunRemarks()
    qtbot.addWidget(made)
    made.show()
    return made


def test_tags_of_several_runs_are_those_that_all_have(qtbot, remarks):
    runs = (run("a", tags=("x", "y")), run("b", tags=("z", "x")))
    remarks.show_runs(runs)
    assert remarks.tags == ("x",)
    with qtbot.waitSignal(remarks.tags_requested) as asked:
        remarks.add_tag("  to   keep ")
    assert asked.args[0] == (("a", ("x", "y", "to keep")), ("b", ("z", "x", "to keep")))
    with qtbot.waitSignal(remarks.tags_requested) as asked:
        remarks.remove_tag("x")
    assert asked.args[0] == (("a", ("y",)), ("b", ("z",)))
    with qtbot.assertNotEmitted(remarks.tags_requested):
        remarks.add_tag("   ")


def test_what_differs_between_chosen_runs_is_shown_before_they_are_compared(remarks):
    remarks.show_runs((run("a"), run("b", vocab_size=500, worst_label="tam", worst_premium=2.5)))
    assert remarks.differences.isVisible()
    assert not remarks.note.isVisible()
    words = f"Vocabulary: 4{GROUP_SPACE}096, 500\nHighest premium: not evaluated, Tamil 2.50 ×"
    assert remarks.differences.toPlainText() == words
    remarks.show_runs((run("a"), run("b")))
    assert remarks.differences.toPlainText() == "No differences"
    remarks.show_runs((run("a"),))
    assert remarks.note.isVisible()


def test_a_note_is_stored_when_another_run_is_chosen_and_only_if_it_changed(qtbot, remarks):
    remarks.show_runs((run("a", notes="old"),))
    remarks.note.setPlainText("new")
    with qtbot.waitSignal(remarks.note_requested) as asked:
        remarks.show_runs((run("b"),))
    assert asked.args[0] == ("a", "new")
    assert remarks.note.toPlainText() == ""
    with qtbot.assertNotEmitted(remarks.note_requested):
        remarks.show_runs(())
    assert not remarks.note.isEnabled()


def test_a_note_that_was_typed_last_is_stored_when_its_pane_goes(qtbot, remarks):
    remarks.show_runs((run("a", notes="old"),))
    remarks.note.setPlainText("new")
    with qtbot.waitSignal(remarks.note_requested) as asked:
        remarks.hide()
    assert asked.args[0] == ("a", "new")


def test_what_is_being_typed_is_not_overwritten_by_a_refresh(remarks):
    remarks.show_runs((run("a", notes="old"),))
    remarks.note.setPlainText("half a sent")
    remarks.show_runs((run("a", notes="old", tags=("new",)),))
    assert remarks.note.toPlainText() == "half a sent"
    assert remarks.tags == ("new",)


# ---- cost


def test_the_list_is_read_with_few_statements_and_without_series(tmp_path, monkeypatch):
    """Thousands of runs: the number of statements does not grow, no array is read."""
    with RunStore.open(tmp_path / "runs.sqlite") as store:
        from engine import TrainingConfig

        for _ in range(12):
            run_id = store.begin_run(None, TrainingConfig(300), [])
            store.set_tags(run_id, ["a", "b"])
        statements = []
        from sqlalchemy import event
        from sqlalchemy.engine import Engine

        def note(_connection, _cursor, statement, *_rest):
            statements.append(statement)

        event.listen(Engine, "before_cursor_execute", note)
        try:
            assert len(store.list_runs()) == 12
        finally:
            event.remove(Engine, "before_cursor_execute", note)
    assert 0 < len(statements) <= 5
    assert not [each for each in statements if "run_arrays" in each or "run_problems" in each]
    with sqlite3.connect(tmp_path / "runs.sqlite") as connection:
        columns = [row[1:3] for row in connection.execute("pragma table_info(runs)")]
    assert not [name for name, kind in columns if kind == "BLOB"]


def test_rows_are_chosen_together_with_shift_and_arrows(qtbot, view):
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    for expected in (2, 3):
        qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        assert view.chosen_ids == tuple(each.run_id for each in view.rows.runs[:expected])
    view.choose([view.rows.runs[4].run_id])
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert view.chosen_ids == tuple(each.run_id for each in view.rows.runs[3:5])
