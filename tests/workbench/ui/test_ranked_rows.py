"""Sorted rows: the order that Qt would make, and each value read once."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt

from workbench.ui.tables.headed_table import HeadedTable, RankedRows

ROLE = Qt.ItemDataRole.UserRole


class Table(HeadedTable):
    """Numbers with not-a-number and without, and words."""

    def __init__(self, rows):
        super().__init__()
        self._heads = ("Number", "Word")
        self.rows = rows
        self.asked = Counter()

    def _shown(self):
        return self.rows

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        self.asked[role] += 1
        return self.rows[index.row()][index.column()]

    def replace(self, rows):
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()


def order(proxy):
    return [proxy.mapToSource(proxy.index(row, 0)).row() for row in range(proxy.rowCount())]


@pytest.fixture
def owner():
    return QObject()


@pytest.fixture
def table():
    return Table([(3.0, "b"), (None, "a"), (1, "c"), (math.nan, "b"), (3, "")])


def test_rows_without_a_value_come_first_and_equal_ones_keep_their_order(table, owner):
    proxy = RankedRows(table, ROLE, owner)
    assert order(proxy) == [0, 1, 2, 3, 4]
    proxy.sort(0)
    assert order(proxy) == [1, 3, 2, 0, 4]
    proxy.sort(0, Qt.SortOrder.DescendingOrder)
    assert order(proxy) == [0, 4, 2, 1, 3]
    proxy.sort(1)
    assert order(proxy) == [4, 1, 0, 3, 2]


def test_other_values_and_other_rows_are_sorted_by_what_they_are_now(table, owner):
    proxy = RankedRows(table, ROLE, owner)
    proxy.sort(0)
    table.rows = [(5 - i, word) for i, (_, word) in enumerate(table.rows)]
    table.dataChanged.emit(table.index(0, 0), table.index(4, 1))
    proxy.sort(0)
    assert order(proxy) == [4, 3, 2, 1, 0]
    table.replace([(2, ""), (1, ""), (0, "")])
    assert order(proxy) == [0, 1, 2]
    proxy.sort(0)
    assert order(proxy) == [2, 1, 0]


def test_each_value_of_a_thousand_rows_is_asked_for_once(owner):
    table = Table([(i * 7919 % 1000, "") for i in range(1000)])
    proxy = RankedRows(table, ROLE, owner)
    proxy.sort(0)
    assert [table.rows[row][0] for row in order(proxy)] == list(range(1000))
    assert table.asked[ROLE] == 1000


def test_an_index_is_valid_only_inside_of_the_table(table):
    assert table.index(4, 1).isValid()
    for row, column in ((5, 0), (-1, 0), (0, 2), (0, -1)):
        assert not table.index(row, column).isValid()
    assert not table.index(0, 0, table.index(0, 0)).isValid()
    assert table.index(0, 0, QModelIndex()).isValid()
