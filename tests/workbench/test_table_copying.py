"""Copying and saving what a table shows."""

from __future__ import annotations

import csv

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu

from workbench.models.compression_table import (
    BYTES_PER_TOKEN,
    LABEL,
    CompressionRow,
    CompressionTable,
)
from workbench.widgets.data_table import DataTable
from workbench.widgets.pane import Pane


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
