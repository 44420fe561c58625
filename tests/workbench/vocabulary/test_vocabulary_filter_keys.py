"""The vocabulary's filter under the hands: Escape, Down, nothing found, a token filtered away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QLineEdit, QPushButton

from workbench.vocabulary.vocabulary_filter_bar import ConditionChips
from workbench.vocabulary.vocabulary_pane import VocabularyRows


@pytest.fixture
def field(pane) -> QLineEdit:
    return pane.findChild(QLineEdit)


@pytest.mark.parametrize("where", ["field", "table"])
def test_escape_takes_away_the_text_then_the_chips(qtbot, pane, field, tokenizer, where):
    watched = field if where == "field" else pane.table
    field.setText("length:2")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    two_bytes = pane.model.rowCount()
    pane.set_filter("is:partial")
    assert pane.model.rowCount() < two_bytes < tokenizer.vocab_size
    qtbot.keyClick(watched, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert pane.model.rowCount() == two_bytes
    qtbot.keyClick(watched, Qt.Key.Key_Escape)
    assert pane.model.rowCount() == tokenizer.vocab_size


def test_down_goes_to_the_first_row_that_fits(qtbot, pane, field):
    pane.activateWindow()
    field.setText("rank:3..5")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert pane.table.currentIndex().row() == 0
    assert pane.chosen == 259
    assert pane.focusWidget() is pane.table
    pane.set_filter("")
    top = pane.table.rowAt(0)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert pane.table.currentIndex().row() == top


def test_a_token_that_is_filtered_away_gives_way_to_the_first_on_show(qtbot, pane, state):
    pane.select_token(256)
    pane.set_filter("rank:3..5")
    assert pane.chosen == 259
    # The rows are painted before the rest is looked up, which takes longer than the filter.
    assert pane.detail.tree.nodes[0].facts.token_id == 256
    qtbot.waitUntil(lambda: pane.detail.tree.nodes[0].facts.token_id == 259)
    assert state.inspection.facts[0].value == "259"
    pane.set_filter("rank:3..9")
    assert pane.chosen == 259


def test_where_nothing_fits_that_is_said_and_all_is_offered(qtbot, pane, tokenizer):
    rows = pane.findChild(VocabularyRows)
    pane.set_filter("/^ ?unhello/")
    assert rows.words == "No matching tokens."
    pane.set_filter("/^ ?unhello")
    assert "closing slash" in rows.words
    pane.set_filter("/^ ?unhello/i")
    assert "closing slash" not in rows.words
    button = next(each for each in rows.findChildren(QPushButton) if each.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pane.model.rowCount() == tokenizer.vocab_size
    assert rows.words == ""


def test_a_chip_that_is_destroyed_asks_nothing(qtbot, monkeypatch):
    asked = []

    def note(_self, _watched, event):
        asked.append(event.type())
        return False

    monkeypatch.setattr(ConditionChips, "eventFilter", note)
    chips = ConditionChips()
    qtbot.addWidget(chips)
    chips.show()
    chips.add("length:2")
    assert asked
    asked.clear()
    chips.clear()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert asked == []
