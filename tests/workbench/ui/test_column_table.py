"""A table as data: what columns say of rows, and how rows change."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from workbench.text.numbers import GROUP_SPACE, NOTHING
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE, SORT_ROLE, RankedRows

PART_ROLE = Qt.ItemDataRole.UserRole + 40
ACROSS = Qt.Orientation.Horizontal


@dataclass(frozen=True)
class Language:
    name: str
    n_bytes: int | None
    is_total: bool = False


def columns():
    red = QColor("red")
    return (
        Column("Language", attrgetter("name"), tip=lambda row: f"All of {row.name}",
               spoken=lambda row: row.name.upper(), width=40, stretches=True),
        Column("Bytes", attrgetter("n_bytes"), side="right", width=90, key="bytes",
               explanation="Of the text", colour=lambda row: red if row.n_bytes is None else None,
               roles={PART_ROLE: lambda row: (row.n_bytes or 0) / 2000}),
        Column("Kind", attrgetter("is_total"), text=lambda row: "all" if row.is_total else "one",
               side="centre", font=QFont("mono"), width=60),
    )  # fmt: skip


ROWS = (Language("deutsch", 2000), Language("Arabic", None), Language("All", 500, is_total=True))


@pytest.fixture
def model(qtmodeltester):
    made = ColumnTable(columns(), identity=attrgetter("name"))
    made.set_rows(ROWS)
    yield made
    qtmodeltester.check(made)
    made.deleteLater()


def cells(model, role=Qt.ItemDataRole.DisplayRole):
    across = range(model.columnCount())
    return [[model.index(at, c).data(role) for c in across] for at in range(model.rowCount())]


def test_values_are_shown_as_tables_show_them(model):
    assert cells(model) == [
        ["deutsch", f"2{GROUP_SPACE}000", "one"], ["Arabic", NOTHING, "one"], ["All", "500", "all"],
    ]  # fmt: skip


def test_cells_and_heads_of_numbers_stand_on_the_right(model):
    role, flags = Qt.ItemDataRole.TextAlignmentRole, Qt.AlignmentFlag
    expected = [
        flags.AlignLeft | flags.AlignVCenter, flags.AlignRight | flags.AlignVCenter,
        flags.AlignCenter,
    ]  # fmt: skip
    assert cells(model, role)[0] == expected
    assert [model.headerData(column, ACROSS, role) for column in range(3)] == expected


def test_heads_have_titles_and_explanations(model):
    assert [model.headerData(column, ACROSS) for column in range(3)] == [
        "Language", "Bytes", "Kind",
    ]  # fmt: skip
    tip = Qt.ItemDataRole.ToolTipRole
    assert [model.headerData(column, ACROSS, tip) for column in range(3)] == [
        None, "Of the text", None,
    ]  # fmt: skip
    assert model.place("bytes") == 1


def test_a_cell_answers_the_roles_of_its_column(model):
    assert cells(model, Qt.ItemDataRole.ToolTipRole)[1] == ["All of Arabic", None, None]
    assert cells(model, Qt.ItemDataRole.AccessibleTextRole)[1] == ["ARABIC", None, None]
    assert cells(model, Qt.ItemDataRole.ForegroundRole)[:2] == [
        [None, None, None], [None, QColor("red"), None],
    ]  # fmt: skip
    assert cells(model, Qt.ItemDataRole.FontRole)[0][2].family() == "mono"
    assert cells(model, PART_ROLE)[0] == [None, 1.0, None]
    assert cells(model, ROW_ROLE)[2] == [ROWS[2]] * 3


def test_a_role_of_the_table_is_answered_where_the_column_does_not():
    bold = QFont("bold")
    of_rows = {Qt.ItemDataRole.FontRole: lambda row: bold if row.is_total else None}
    model = ColumnTable(columns(), roles=of_rows)
    model.set_rows(ROWS)
    fonts = cells(model, Qt.ItemDataRole.FontRole)
    assert [font and font.family() for font in fonts[0]] == [None, None, "mono"]
    assert [font.family() for font in fonts[2]] == ["bold", "bold", "mono"]


def test_rows_are_sorted_by_value_without_regard_to_case(model):
    proxy = RankedRows(model, SORT_ROLE)
    proxy.sort(0, Qt.SortOrder.AscendingOrder)
    assert [words for words, *_ in cells(proxy)] == ["All", "Arabic", "deutsch"]
    proxy.sort(1, Qt.SortOrder.DescendingOrder)
    assert [words for words, *_ in cells(proxy)] == ["deutsch", "All", "Arabic"]
    proxy.deleteLater()


def test_rows_of_the_same_identity_change_in_place(model, qtbot):
    chosen = QPersistentModelIndex(model.index(1, 0))
    changed = (ROWS[0], Language("Arabic", 7), ROWS[2])
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.set_rows(changed)
    assert chosen.isValid()
    assert model.index(1, 1).data() == "7"
    with qtbot.waitSignal(model.modelReset):
        model.set_rows(changed[:2])
    assert model.rows == changed[:2]


def test_rows_without_identity_are_always_others(qtbot):
    model = ColumnTable(columns())
    model.set_rows(ROWS)
    with qtbot.waitSignal(model.modelReset):
        model.set_rows(ROWS)


def test_rows_are_appended(model, qtbot):
    with qtbot.waitSignal(model.rowsInserted) as inserted:
        model.append([Language("Greek", 3)])
    assert inserted.args[1:] == [3, 3]
    with qtbot.assertNotEmitted(model.rowsInserted):
        model.append([])
    assert model.rows[3].name == "Greek"


def test_other_columns_come_with_their_rows(model, qtbot):
    with qtbot.waitSignal(model.modelReset):
        model.set_columns([Column("Name", attrgetter("name"))], ROWS[:1])
    assert cells(model) == [["deutsch"]]
    assert model.headerData(0, ACROSS) == "Name"


def test_a_table_takes_widths_and_copies_columns(model, qtbot, theme):
    table = DataTable("Languages", theme)
    qtbot.addWidget(table)
    table.show_columns(model)
    assert table.widths[1:] == (90, 60)
    assert table.horizontalHeader().sectionResizeMode(0).name == "Stretch"
    assert table.copying.heads() == ["Language", "Bytes", "Kind"]
    assert table.copying.cells([1]) == [["Arabic", NOTHING, "one"]]
    through = RankedRows(model, SORT_ROLE, table)
    table.show_columns(model, through)
    assert table.model() is through
