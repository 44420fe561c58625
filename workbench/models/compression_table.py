"""CompressionTable: one row per label, with how far the tokenizer compresses its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from workbench.languages import language_name
from workbench.models.headed_table import ROW_ROLE, SCALE_ROLE, SORT_ROLE, HeadedTable
from workbench.numbers import NOTHING, grouped, ratio

if TYPE_CHECKING:
    from engine import TrainingRecord

(LANGUAGE, BYTES_PER_TOKEN, CHARACTERS_PER_TOKEN, TOKENS_PER_WORD, TOKENS, BYTES, DOCUMENTS,
 LABEL, ROUND_TRIP) = range(9)  # fmt: skip
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class CompressionRow:
    """What is known of one label; None where nothing is known yet (while training)."""

    label: str
    bytes_per_token: float
    documents: int | None = None
    bytes: int | None = None
    tokens: int | None = None
    characters_per_token: float | None = None
    tokens_per_word: float | None = None
    round_trips: bool | None = None

    @property
    def name(self) -> str:
        """Words for the label."""
        return language_name(self.label)


def rows_of_training(training: TrainingRecord) -> tuple[CompressionRow, ...]:
    """Return the rows that a training record alone yields, for runs without an evaluation."""
    per_token = training.source_bytes_per_token().tolist()
    documents = training.source_documents.tolist()
    sizes = training.source_bytes.tolist()
    return tuple(
        CompressionRow(label, per_token[i], documents[i], sizes[i])
        for i, label in enumerate(training.source_labels)
    )


class CompressionTable(HeadedTable):
    """Numbers change in place as long as the labels stay the same."""

    right_aligned = (CHARACTERS_PER_TOKEN, TOKENS_PER_WORD, TOKENS, BYTES, DOCUMENTS)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Language or domain"), self.tr("Bytes per token"), self.tr("Chars/token"),
            self.tr("Tokens/word"), self.tr("Tokens"), self.tr("Bytes"), self.tr("Documents"),
            self.tr("Label"), self.tr("Round trip"),
        )  # fmt: skip
        self._rows: tuple[CompressionRow, ...] = ()
        self._greatest = 1.0

    @property
    def rows(self) -> tuple[CompressionRow, ...]:
        return self._rows

    def known_columns(self) -> frozenset[int]:
        """Return the columns that hold a value in some row."""
        columns = range(len(self._heads))
        return frozenset(
            column
            for column in columns
            if any(_sort_value(row, column) is not None for row in self._rows)
        )

    def set_rows(self, rows: tuple[CompressionRow, ...]) -> None:
        """Show these rows; selections survive when the labels are the same as before."""
        self._greatest = self._scale(max((row.bytes_per_token for row in rows), default=1.0))
        same = [row.label for row in rows] == [row.label for row in self._rows]
        if same and rows:
            self._rows = rows
            corner = self.index(len(rows) - 1, len(self._heads) - 1)
            self.dataChanged.emit(self.index(0, 0), corner)
        elif not same:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def _scale(self, greatest: float) -> float:
        """Return the value of a full bar; it keeps still until a bar would be too long or short."""
        if 0.75 * self._greatest <= greatest <= self._greatest:
            return self._greatest
        return greatest * (1.15 if greatest < self._greatest * 4 and self._rows else 1.0)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == ROW_ROLE:
            return row
        if role == SCALE_ROLE:
            return self._greatest
        if role == SORT_ROLE:
            return _sort_value(row, column)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row, column)
        return self._alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        if column != TOKENS_PER_WORD:
            return None
        return self.tr(
            "Words are stretches between white space; scripts written without spaces have no "
            "number here."
        )

    def _words(self, row: CompressionRow, column: int) -> str:
        if column == ROUND_TRIP:
            if row.round_trips is None:
                return NOTHING
            return self.tr("exact") if row.round_trips else self.tr("differs")
        value = _sort_value(row, column)
        if isinstance(value, str):
            return value
        if value is None:
            return NOTHING
        return grouped(value) if isinstance(value, int) else ratio(value)


def _sort_value(row: CompressionRow, column: int) -> Any:
    return (
        row.name, row.bytes_per_token, row.characters_per_token, row.tokens_per_word,
        row.tokens, row.bytes, row.documents, row.label,
        None if row.round_trips is None else int(row.round_trips),
    )[column]  # fmt: skip
