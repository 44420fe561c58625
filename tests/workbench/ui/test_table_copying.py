"""Copying and saving what a table shows."""

from __future__ import annotations

import csv

import pytest
from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu

from tests.workbench.buttons import press_button
from workbench.compression.live_compression import (
    CompressionRow,
    CompressionTable,
)
from workbench.ui.tables import table_copying
from workbench.ui.tables.data_table import DataTable
from workbench.ui.widgets.pane import Pane

BYTES_PER_TOKEN, LABEL = 1, 7  # columns of CompressionTable


class Squares(QAbstractTableModel):
    """Many rows of two columns; counts how often its size is asked for."""

    asked = 0

    def __init__(self, n_rows=500):
        super().__init__()
        self.n_rows = n_rows

    def rowCount(self, _parent=None):
        self.asked += 1
        return self.n_rows

    def columnCount(self, _parent=None):
        return 2

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        is_shown = role == Qt.ItemDataRole.DisplayRole
        return str(index.row() ** (1 + index.column())) if is_shown else None


@pytest.fixture
def long_table(qtbot, theme, monkeypatch):
    """A table of a pane whose copies are made in slices of one row."""
    monkeypatch.setattr(table_copying, "AT_ONCE_S", 0.0)
    monkeypatch.setattr(table_copying, "SLICE_S", 0.0)
    pane, table = Pane("Squares"), DataTable("Squares", theme)
    qtbot.addWidget(pane)
    model = Squares()
    model.setParent(table)
    table.setModel(model)
    pane.set_content(table)
    pane.show_content()
    pane.show()
    table.pane = pane
    return table


@pytest.fixture
def table(qtbot, theme):
    view = DataTable("Compression", theme)
    qtbot.addWidget(view)
    model = CompressionTable(view)
    model.set_rows((CompressionRow("deu", 3.5, tokens=12), CompressionRow("a|b", 2.0, tokens=7)))
    view.setModel(model)
    for column in range(model.columnCount()):
        view.setColumnHidden(column, column not in (LABEL, BYTES_PER_TOKEN))
    view.show()
    return view


def choose(view, *rows):
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for row in rows:
        view.selectionModel().select(view.model().index(row, 0), flags)


def test_visible_columns_are_copied_in_the_order_on_the_screen(table):
    assert table.copying.heads() == ["Bytes per token", "Label"]
    header = table.horizontalHeader()
    header.moveSection(header.visualIndex(LABEL), header.visualIndex(BYTES_PER_TOKEN))
    assert table.copying.heads() == ["Label", "Bytes per token"]
    assert table.copying.cells() == [["deu", "3.50"], ["a|b", "2.00"]]


def test_one_chosen_row_copies_the_table_two_copy_themselves(table):
    choose(table, 1)
    assert len(table.copying.cells()) == 2
    choose(table, 0)
    assert table.copying.rows() == [0, 1]
    table.clearSelection()
    assert table.copying.chosen_rows() == []


def test_markdown_goes_to_the_clipboard(qapp, table):
    table.copying.copy("markdown")
    assert qapp.clipboard().text().splitlines() == [
        "| Bytes per token | Label |", "| ---: | :--- |", "| 3.50 | deu |", "| 2.00 | a\\|b |",
    ]  # fmt: skip


def test_tables_are_saved_and_a_place_that_cannot_be_written_is_named(qtbot, table, tmp_path):
    path = tmp_path / "table.csv"
    with qtbot.waitSignal(table.copying.saved) as saved:
        table.copying.save("csv", path)
    assert saved.args == [path]
    with path.open(newline="", encoding="utf-8") as file:
        assert list(csv.reader(file))[1:] == [["3.50", "deu"], ["2.00", "a|b"]]
    missing = tmp_path / "missing" / "table.tex"
    with qtbot.waitSignal(table.copying.failed) as failed:
        table.copying.save("latex", missing)
    assert str(missing) in failed.args[0]


def test_a_full_disk_leaves_the_old_table(qtbot, table, tmp_path, full_disk):
    path = tmp_path / "table.csv"
    path.write_bytes(b"old")
    with full_disk(), qtbot.waitSignal(table.copying.failed) as failed:
        table.copying.save("csv", path)
    assert "no space" in failed.args[0]
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"old"]


def test_the_pane_around_a_table_says_how_saving_went(qtbot, theme, tmp_path):
    pane, table = Pane("Compression"), DataTable("Compression", theme)
    qtbot.addWidget(pane)
    table.setModel(CompressionTable(table))
    pane.set_content(table)
    table.copying.save("markdown", tmp_path / "table.md")
    assert pane.bar.text == f"Saved as {tmp_path / 'table.md'}."
    table.copying.save("markdown", tmp_path / "missing" / "table.md")
    assert "cannot be saved" in pane.bar.text


def test_the_context_menu_offers_the_formats(qtbot, table):
    middle = table.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, table.mapToGlobal(middle))
    table.contextMenuEvent(event)
    [menu] = table.findChildren(QMenu)
    words = [action.text() for action in menu.actions() if action.text()]
    assert words == [
        "Copy rows", "Copy as CSV", "Copy as Markdown", "Copy as LaTeX",
        "Save as CSV…", "Save as Markdown…", "Save as LaTeX…",
    ]  # fmt: skip
    assert all(action.isEnabled() for action in menu.actions())
    menu.close()


def test_an_empty_table_offers_nothing_to_copy(table):
    table.model().set_rows(())
    menu = QMenu(table)
    table.copying.fill(menu)
    assert not any(action.isEnabled() for action in menu.actions() if action.text())


def test_the_button_opens_the_same_menu(qtbot, qapp, table):
    button = table.copying.button()
    qtbot.addWidget(button)
    button.menu().aboutToShow.emit()
    [latex] = [each for each in button.menu().actions() if each.text() == "Copy as LaTeX"]
    latex.trigger()
    assert qapp.clipboard().text().startswith(r"\begin{tabular}")


def test_chosen_rows_are_copied_with_tabs(qapp, table):
    choose(table, 1)
    table.copy_rows()
    assert qapp.clipboard().text() == "Bytes per token\tLabel\n2.00\ta|b"


def test_a_long_table_is_copied_while_the_window_answers(qtbot, qapp, long_table):
    bar = long_table.pane.bar
    qapp.clipboard().setText("before")
    long_table.copying.copy("markdown")
    assert qapp.clipboard().text() == "before"
    assert (bar.text, bar.action) == ("Copying the table: 0 %", "Cancel")
    qtbot.waitUntil(lambda: bar.text == "")
    assert qapp.clipboard().text() == long_table.copying.text("markdown")
    long_table.selectAll()
    long_table.copy_rows()
    qtbot.waitUntil(lambda: qapp.clipboard().text().endswith("499\t249001"))
    assert len(qapp.clipboard().text().splitlines()) == 501


def test_a_long_copy_can_be_cancelled_and_ends_when_the_rows_change(qtbot, qapp, long_table):
    bar = long_table.pane.bar
    qapp.clipboard().setText("before")
    long_table.copying.copy("csv")
    press_button(bar, bar.action)
    assert bar.text == ""
    long_table.copying.copy("csv")
    model = long_table.model()
    model.beginResetModel()
    model.n_rows = 3
    model.endResetModel()
    assert bar.text == "The table has changed and was not copied; copy it again."
    qapp.processEvents()
    assert qapp.clipboard().text() == "before"
    long_table.copying.copy("csv")
    qtbot.waitUntil(lambda: qapp.clipboard().text().endswith("2,4\n"))


def test_choosing_all_rows_asks_for_no_cell(long_table):
    long_table.selectAll()
    long_table.model().asked = 0
    long_table.horizontalHeader().grab()
    assert long_table.model().asked < 100
    assert long_table.copying.chosen_rows() == list(range(500))
