"""Rows and columns of widgets; widgets that leave a layout take its items along."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QEvent, QMargins
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget
from shiboken6 import isValid

import workbench
from workbench.ui.widgets.layouts import STRETCH, clear_layout, horizontal, vertical


def test_rows_and_columns_are_what_their_calls_make(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    first, second, third = QLabel("1"), QLabel("2"), QLabel("3")
    row = horizontal(first, STRETCH, (second, 2), margins=(1, 2, 3, 4), spacing=5)
    column = vertical((row, 3), third, parent=window)
    assert window.layout() is column
    assert [row.itemAt(place).widget() for place in range(3)] == [first, None, second]
    assert [row.stretch(place) for place in range(3)] == [0, STRETCH, 2]
    assert (row.contentsMargins(), row.spacing()) == (QMargins(1, 2, 3, 4), 5)
    assert (column.itemAt(0).layout(), column.stretch(0)) == (row, 3)
    assert column.itemAt(1).widget() is third
    assert column.contentsMargins() == QMargins(0, 0, 0, 0)
    assert all(each.parent() is window for each in (first, second, third))


def test_a_layout_is_cleared(qtbot, qapp):
    window = QWidget()
    qtbot.addWidget(window)
    grid = QGridLayout(window)
    labels = [QLabel(str(row)) for row in range(4)]
    for row, each in enumerate(labels):
        grid.addWidget(each, row, row % 2)
    clear_layout(grid)
    assert grid.count() == 0
    assert all(each.isHidden() for each in labels)
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not any(isValid(each) for each in labels)


def test_nothing_takes_items_that_are_never_deleted():
    sources = Path(workbench.__file__).parent.rglob("*.py")
    takers = [path.name for path in sources if re.search(r"\.takeAt\(", path.read_text("utf-8"))]
    assert takers == []
