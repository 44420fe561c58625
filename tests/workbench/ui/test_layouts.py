"""Widgets that leave a layout take its items along."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget
from shiboken6 import isValid

import workbench
from workbench.ui.widgets.labels import clear_layout


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
