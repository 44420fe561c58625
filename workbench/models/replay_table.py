"""ReplayTable: the merges of a tokenizer in their order, and which of them change a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from engine.compiled import Int64s
from engine.settings import N_BYTES
from workbench.models.headed_table import HeadedTable, Index
from workbench.numbers import NOTHING, grouped
from workbench.visible_text import isolated, visible

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.analysis import MergeReplay

MERGE, TOKEN, LEFT, RIGHT, COUNT, PLACES = range(6)
_MOST_BYTES = 160


class ReplayTable(HeadedTable):
    """Columns: number of the merge from 1, what it makes, both halves, count, places in the text.

    Row k - 1 is the last of the first k merges.
    """

    right_aligned = (MERGE, COUNT, PLACES)

    def __init__(self, mono_font: QFont, bold_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Merge"), self.tr("Token"), self.tr("Left"), self.tr("Right"),
            self.tr("Count"), self.tr("In the text"),
        )  # fmt: skip
        self._mono_font, self._bold_font = mono_font, bold_font
        self._tokenizer: Tokenizer | None = None
        self._places: Int64s = np.zeros(0, np.int64)

    def show_merges(self, tokenizer: Tokenizer | None) -> None:
        """Show the merges of a tokenizer; no text is known yet."""
        self.beginResetModel()
        self._tokenizer = tokenizer
        self._places = np.zeros(0, np.int64)
        self.endResetModel()

    def show_replay(self, replay: MergeReplay | None) -> None:
        """Say which merges change a text, and in how many places."""
        if self._tokenizer is None:
            return
        n_merges = self._tokenizer.n_merges
        if replay is None or replay.n_merges != n_merges:
            self._places = np.zeros(0, np.int64)
        else:
            removed = replay.removed_by[1:-1]
            self._places = np.bincount(removed[removed < n_merges], minlength=n_merges)
        if n_merges:
            self.dataChanged.emit(self.index(0, MERGE), self.index(n_merges - 1, PLACES))

    def rowCount(self, parent: Index | None = None) -> int:
        is_inside = parent is not None and parent.isValid()
        return 0 if is_inside or self._tokenizer is None else self._tokenizer.n_merges

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._tokenizer is None:
            return None
        rank, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(self._tokenizer, rank, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole:
            if column in (TOKEN, LEFT, RIGHT):
                return self._mono_font
            return self._bold_font if column == PLACES else None
        return None

    def _text(self, tokenizer: Tokenizer, rank: int, column: int) -> str:
        if column == MERGE:
            return grouped(rank + 1)
        if column == COUNT:
            training = tokenizer.training
            return NOTHING if training is None else grouped(int(training.occurrences[rank]))
        if column == PLACES:
            places = int(self._places[rank]) if rank < len(self._places) else 0
            return f"{grouped(places)}\N{MULTIPLICATION SIGN}" if places else ""
        if column == TOKEN:
            token_id = int(tokenizer.ranked_ids[N_BYTES + rank])
        else:
            token_id = int(tokenizer.merges[rank, 0 if column == LEFT else 1])
        return isolated(visible(tokenizer.vocabulary[token_id][:_MOST_BYTES]))
