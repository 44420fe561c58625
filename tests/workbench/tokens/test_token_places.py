"""Contexts of a token: what has no room ends in an ellipsis, the token stands out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyleOptionViewItem

from engine.analysis.usage import TokenContext
from workbench.ui.tables.data_table import DataTable
from workbench.vocabulary.token_places import LEFT, RIGHT, TOKEN, TokenPlaces


def test_words_are_elided_on_the_side_away_from_the_token(qtbot, theme):
    places = TokenPlaces(theme)
    qtbot.addWidget(places)
    places.resize(480, 200)
    places.show()
    places.append((TokenContext("rus", 0, 40, b"before " * 9, b" token", b" after" * 9),))
    table = places.findChild(DataTable)
    found = {}
    for column in (LEFT, TOKEN, RIGHT):
        option = QStyleOptionViewItem()
        index = table.model().index(0, column)
        table.itemDelegateForColumn(column).initStyleOption(option, index)
        found[column] = option
    assert found[LEFT].textElideMode == Qt.TextElideMode.ElideLeft
    assert found[RIGHT].textElideMode == Qt.TextElideMode.ElideRight
    assert found[TOKEN].palette.text().color() == theme.colour("accent")
    assert found[TOKEN].font.bold()
