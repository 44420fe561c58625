"""Tool tips show what others wrote as it is written, never as HTML."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractTableModel, QEvent, QPoint
from PySide6.QtGui import QHelpEvent, Qt, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

import workbench
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import Theme
from workbench.ui.widgets.labels import ElidedLabel
from workbench.ui.words.tool_tips import plain_tip

EVIL = [
    "<b>bold</b> label", '<img src="//host/share/x"> and text', "/data/<i>x</i>/a.txt", "&lt;b&gt;",
]  # fmt: skip


class OneCell(QAbstractTableModel):
    def __init__(self, text):
        super().__init__()
        self._text = text

    def rowCount(self, _parent=None):
        return 1

    def columnCount(self, _parent=None):
        return 1

    def data(self, _index, _role=Qt.ItemDataRole.DisplayRole):
        return self._text if _role == Qt.ItemDataRole.ToolTipRole else None

    def headerData(self, _section, _orientation, _role=Qt.ItemDataRole.DisplayRole):
        return self._text if _role == Qt.ItemDataRole.ToolTipRole else "head"


def read_as_html(text):
    """What a tool tip of this text shows."""
    if not Qt.mightBeRichText(text):
        return text
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()


def tip_at(widget, place):
    QToolTip.hideText()
    event = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)
    return QToolTip.text()


@pytest.fixture
def no_tip_left(qtbot):
    yield
    QToolTip.hideText()
    for label in QApplication.topLevelWidgets():
        if label.objectName() == "qtooltip_label":
            label.close()
            label.deleteLater()


@pytest.mark.parametrize("text", EVIL)
def test_a_table_shows_tips_of_cells_and_heads_as_they_are_written(qtbot, no_tip_left, text):
    table = DataTable("cells", Theme("light"))
    qtbot.addWidget(table)
    model = OneCell(text)
    table.setModel(model)
    table.show()
    for viewport in (table.viewport(), table.horizontalHeader().viewport()):
        shown = tip_at(viewport, QPoint(4, 4))
        assert shown
        assert read_as_html(shown) == text


@pytest.mark.parametrize("text", EVIL)
def test_widgets_show_tips_as_they_are_written(qtbot, no_tip_left, text):
    widget = QLabel("x")
    qtbot.addWidget(widget)
    widget.setToolTip(plain_tip(text))
    widget.show()
    assert read_as_html(tip_at(widget, QPoint(1, 1))) == text


@pytest.mark.parametrize("text", EVIL)
def test_a_cut_label_shows_its_whole_text_as_it_is_written(qtbot, no_tip_left, text):
    label = ElidedLabel(text * 3)
    qtbot.addWidget(label)
    label.resize(20, 20)
    label.show()
    assert read_as_html(tip_at(label, QPoint(1, 1))) == text * 3


def test_ordinary_text_is_left_alone():
    for text in ("a & b", "5 < 6", "two\nlines", ""):
        assert plain_tip(text) == text


def test_only_one_module_shows_tool_tips():
    folder = Path(workbench.__file__).parent
    found = [p.name for p in folder.rglob("*.py") if "QToolTip." in p.read_text("utf-8")]
    assert found == ["tool_tips.py"]


def test_a_label_is_measured_only_for_its_tool_tip(qtbot, monkeypatch):
    label = ElidedLabel("a long text")
    qtbot.addWidget(label)
    measured = []
    monkeypatch.setattr(ElidedLabel, "shown_text", property(measured.append))
    for kind in (QEvent.Type.StyleChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange):
        QApplication.sendEvent(label, QEvent(kind))
    assert measured == []
