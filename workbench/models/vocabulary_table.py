"""VocabularyTable: all tokens of a vocabulary as a Qt table; rows are ids in the order shown."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from engine.vocabulary_facts import BYTE, PARTIAL, SPECIAL, UNUSED
from workbench.models.vocabulary_index import Int64s, VocabularyIndex
from workbench.numbers import NOTHING, grouped
from workbench.visible_text import isolated, visible

ID, TEXT, BYTES, RANK, LEFT, RIGHT, COUNT, APPLIED, KIND = range(9)
TOKEN_ROLE = Qt.ItemDataRole.UserRole
_MAX_TEXT = 120
_LAST = np.iinfo(np.int64).max
_Index = QModelIndex | QPersistentModelIndex
_NUMBERS = (ID, BYTES, RANK, LEFT, RIGHT, COUNT, APPLIED)
_KINDS = ((SPECIAL, "special"), (UNUSED, "unused"), (BYTE, "byte"), (PARTIAL, "partial UTF-8"))


class VocabularyTable(QAbstractTableModel):
    """Columns: id, text, bytes, rank, left, right, count, applied, kind. TOKEN_ROLE: the id."""

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Id"), self.tr("Text"), self.tr("Bytes"), self.tr("Rank"), self.tr("Left"),
            self.tr("Right"), self.tr("Count"), self.tr("Applied"), self.tr("Kind"),
        )  # fmt: skip
        self._mono_font = mono_font
        self._vocabulary: VocabularyIndex | None = None
        self._ids: Int64s = np.empty(0, np.int64)
        self._rows: Int64s = np.empty(0, np.int64)  # ids in the order shown
        self._sort_column, self._sort_order = ID, Qt.SortOrder.AscendingOrder

    @property
    def vocabulary(self) -> VocabularyIndex | None:
        return self._vocabulary

    def show_vocabulary(self, vocabulary: VocabularyIndex | None) -> None:
        """Show all tokens of another vocabulary."""
        self.beginResetModel()
        self._vocabulary = vocabulary
        self._ids = np.arange(0 if vocabulary is None else vocabulary.n_tokens)
        self._rows = self._sorted()
        self.endResetModel()

    def show_ids(self, ids: Int64s) -> None:
        """Show only these ids, in the order of the column that was sorted last."""
        self.beginResetModel()
        self._ids = ids
        self._rows = self._sorted()
        self.endResetModel()

    def token_at(self, row: int) -> int:
        """Return the id in a row."""
        return int(self._rows[row])

    def row_of(self, token_id: int) -> int | None:
        """Return the row of an id, None where the filter hides it."""
        found = np.flatnonzero(self._rows == token_id)
        return int(found[0]) if len(found) else None

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._vocabulary is None:
            return None
        token_id, column = int(self._rows[index.row()]), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(token_id, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == TEXT:
            return self._mono_font
        return token_id if role == TOKEN_ROLE else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort_column, self._sort_order = column, order
        self.beginResetModel()
        self._rows = self._sorted()
        self.endResetModel()

    def _text(self, token_id: int, column: int) -> str:
        vocabulary = self._vocabulary
        assert vocabulary is not None
        if column == ID:
            return str(token_id)
        if column == TEXT:
            return self._token_text(token_id)
        if column == KIND:
            flags = int(vocabulary.flags[token_id])
            return self.tr(next((word for flag, word in _KINDS if flags & flag), "merge"))
        number = int(self._values(column)[token_id])
        if number < 0:
            return NOTHING
        return str(number) if column in (LEFT, RIGHT) else grouped(number)

    def _token_text(self, token_id: int) -> str:
        assert self._vocabulary is not None
        data = self._vocabulary.vocabulary[token_id]
        shown = visible(data[: 4 * _MAX_TEXT])
        return isolated(shown if len(shown) <= _MAX_TEXT else f"{shown[:_MAX_TEXT]}…")

    def _values(self, column: int) -> Int64s:
        """Return the numbers by which a column is sorted, one per id."""
        vocabulary = self._vocabulary
        assert vocabulary is not None
        columns: dict[int, Int64s] = {
            TEXT: vocabulary.text_order,
            BYTES: vocabulary.lengths,
            RANK: vocabulary.ranks,
            LEFT: vocabulary.lefts,
            RIGHT: vocabulary.rights,
            COUNT: vocabulary.counts,
            APPLIED: vocabulary.applied,
            KIND: vocabulary.flags.astype(np.int64),
        }
        return columns[column]

    def _sorted(self) -> Int64s:
        """Return the ids in the chosen order; equal ones by id, unknown ones last."""
        ids = self._ids
        if self._vocabulary is None or len(ids) == 0:
            return ids
        down = self._sort_order is Qt.SortOrder.DescendingOrder
        if self._sort_column == ID:
            return ids[::-1].copy() if down else ids
        values = self._values(self._sort_column)[ids]
        keys = np.where(values < 0, _LAST, -values if down else values)
        return ids[np.argsort(keys, kind="stable")]


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
