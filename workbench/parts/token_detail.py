"""TokenDetail: one token of the vocabulary: how it was merged, and what was merged from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from workbench.models.vocabulary_index import VocabularyIndex
from workbench.models.vocabulary_table import (
    APPLIED,
    COUNT,
    KIND,
    LEFT,
    RANK,
    RIGHT,
    TEXT,
    VocabularyTable,
)
from workbench.numbers import grouped
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, TEXT_TITLE, Theme
from workbench.token_facts import TokenKind, token_facts
from workbench.views.merge_tree import MergeTree
from workbench.visible_text import hex_of, isolated
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import label

if TYPE_CHECKING:
    from engine import Tokenizer

_WIDTHS = (64, 120, 56)
_LONGEST = 60
_HEX_BYTES = 16


class TokenDetail(QWidget):
    """Title, merge tree, and the tokens merged from this one.

    Signals:
        token_requested: int, a token chosen in the tree or in the list.
    """

    token_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label("", "title")
        self._title.setFont(theme.mono_font(TEXT_TITLE, bold=True))
        self._words = label("", "caption", wrap=True)
        for shown in (self._title, self._words):
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._tree = MergeTree(theme)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._tree)
        self._parents_title = label("", "section")
        self._parents = VocabularyTable(theme.mono_font(), self)
        self._table = DataTable(self.tr("Tokens merged from this one"), theme)
        self._table.setModel(self._parents)
        self._table.set_widths(_WIDTHS, stretch=TEXT)
        for column in (RANK, LEFT, RIGHT, COUNT, APPLIED, KIND):
            self._table.setColumnHidden(column, True)
        self._table.activated.connect(self._choose)
        self._table.clicked.connect(self._choose)
        self._tree.token_requested.connect(self.token_requested)
        self._lay_out()

    @property
    def tree(self) -> MergeTree:
        return self._tree

    @property
    def parent_ids(self) -> list[int]:
        """The tokens in the list below the tree."""
        return [self._parents.token_at(row) for row in range(self._parents.rowCount())]

    def arrange(self, *, tall: bool) -> None:
        """Put the list of tokens below the tree where the detail is tall, else beside it."""
        direction = QBoxLayout.Direction
        self._sides.setDirection(direction.TopToBottom if tall else direction.LeftToRight)
        self._sides.setStretch(0, 2 if tall else 5)  # few trees are higher than wide

    def set_vocabulary(self, vocabulary: VocabularyIndex | None) -> None:
        """Say which vocabulary the tokens belong to, and show none of them."""
        self._parents.show_vocabulary(vocabulary)
        self.show_token(None, None)

    def show_token(self, tokenizer: Tokenizer | None, token_id: int | None) -> None:
        """Show one token, or nothing."""
        vocabulary = self._parents.vocabulary
        self._tree.show_token(tokenizer, token_id)
        if self._tree.nodes:
            top = self._tree.nodes[0].rect.center()
            self._scroll.ensureVisible(round(top.x()), 0, self._scroll.viewport().width() // 2, 0)
        if tokenizer is None or token_id is None or vocabulary is None:
            self._title.setText("")
            self._words.setText(self.tr("Choose a token to see how it was merged."))
            self._parents_title.setText("")
            self._table.hide()
            return
        facts = token_facts(tokenizer, token_id)
        text = facts.text if len(facts.text) <= _LONGEST else f"{facts.text[:_LONGEST]}…"
        self._title.setText(isolated(text))
        words = [self.tr("id %1").replace("%1", str(token_id)), facts.kind.words]
        if facts.kind is not TokenKind.UNUSED:
            words.append(
                hex_of(facts.data[:_HEX_BYTES]) + ("…" if len(facts.data) > _HEX_BYTES else "")
            )
        if facts.is_partial:
            words.append(self.tr("part of a character"))
        self._words.setText(" · ".join(words))
        parents = vocabulary.parents(token_id)
        self._parents.show_ids(parents)
        count = self.tr("Merged further into %1 tokens").replace("%1", grouped(len(parents)))
        self._parents_title.setText(count if len(parents) else self.tr("Not merged any further"))
        self._table.setVisible(len(parents) > 0)

    def _lay_out(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        head.setSpacing(0)
        head.addWidget(self._title)
        head.addWidget(self._words)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addLayout(head)
        left.addWidget(self._scroll, 1)
        above = QVBoxLayout()
        above.setContentsMargins(SPACE_M, SPACE_M, SPACE_L, SPACE_S)
        above.addWidget(self._parents_title)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addLayout(above)
        right.addWidget(self._table, 1)
        right.addStretch(0)
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(0)
        self._sides.addLayout(left, 5)
        self._sides.addLayout(right, 3)

    def _choose(self) -> None:
        index = self._table.currentIndex()
        if index.isValid():
            self.token_requested.emit(self._parents.token_at(index.row()))
