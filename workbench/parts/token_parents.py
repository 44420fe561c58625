"""TokenParents: the tokens that were made with one token, directly or further on."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from workbench.models.vocabulary_columns import COUNT, ID, RANK, TEXT, WIDTHS
from workbench.models.vocabulary_index import VocabularyIndex
from workbench.models.vocabulary_table import VocabularyTable
from workbench.numbers import grouped
from workbench.placeholders import fill
from workbench.theme import SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.widgets.data_table import DataTable

_SHOWN = (ID, TEXT, RANK, COUNT)
HALF, ANYWHERE = range(2)


class TokenParents(QWidget):
    """A chooser over a table: those that have the token as a half, or anywhere in their tree.

    Signals:
        token_requested: int, a token chosen in the list.
    """

    token_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token_id: int | None = None
        self._which = QComboBox()
        self._which.setAccessibleName(self.tr("Which tokens are listed"))
        self._which.addItems(["", ""])
        self._model = VocabularyTable(theme.mono_font(), self)
        self._table = DataTable(self.tr("Tokens merged from this one"), theme)
        self._table.setModel(self._model)
        self._table.set_widths(WIDTHS, stretch=TEXT)
        for column in range(self._model.columnCount()):
            self._table.setColumnHidden(column, column not in _SHOWN)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(RANK, Qt.SortOrder.AscendingOrder)
        above = QHBoxLayout()
        above.setContentsMargins(SPACE_M, SPACE_XS, SPACE_S, SPACE_XS)
        above.addWidget(self._which)
        above.addStretch(1)
        above.addWidget(self._table.copying.button())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self._table, 1)
        self._which.activated.connect(self._show)
        self._table.activated.connect(self._choose)
        self._table.clicked.connect(self._choose)

    @property
    def ids(self) -> list[int]:
        """The tokens in the list, from the top."""
        return [self._model.token_at(row) for row in range(self._model.rowCount())]

    @property
    def vocabulary(self) -> VocabularyIndex | None:
        return self._model.vocabulary

    def set_vocabulary(self, vocabulary: VocabularyIndex | None) -> None:
        self._model.show_vocabulary(vocabulary)
        self.show_token(None)

    def show_all(self, *, anywhere: bool) -> None:
        """List those with the token anywhere in their tree, or as a half."""
        self._which.setCurrentIndex(ANYWHERE if anywhere else HALF)
        self._show()

    def show_token(self, token_id: int | None) -> int:
        """List the tokens of one, or none; returns how many have it as a half."""
        self._token_id = token_id
        index = self._model.vocabulary
        n_halves = 0
        has_record = index is not None and index.report.lineage is not None
        self._table.setColumnHidden(COUNT, not has_record)
        if index is not None and token_id is not None:
            n_halves = int(index.parent_counts[token_id])
            n_anywhere = len(index.containing(token_id))
            halves = fill(self.tr("With it as a half: %1"), grouped(n_halves))
            anywhere = self.tr("With it anywhere in the tree: %1")
            self._which.setItemText(HALF, halves)
            self._which.setItemText(ANYWHERE, fill(anywhere, grouped(n_anywhere)))
        self._show()
        return n_halves

    def _show(self) -> None:
        index, token_id = self._model.vocabulary, self._token_id
        if index is None or token_id is None:
            self._model.show_ids(np.empty(0, np.int64))
            return
        is_half = self._which.currentIndex() == HALF
        self._model.show_ids(index.parents(token_id) if is_half else index.containing(token_id))

    def _choose(self) -> None:
        index = self._table.currentIndex()
        if index.isValid():
            self.token_requested.emit(self._model.token_at(index.row()))
