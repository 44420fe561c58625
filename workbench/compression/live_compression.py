"""Compression by label while a training runs, or from its record.

`LiveCompression` is the table with bars, `CompressionTable` its model.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QItemSelection,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.state import Fact, Inspection
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped, ratio
from workbench.ui.languages.language_delegates import BarDelegate, LanguageDelegate
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE, SCALE_ROLE, SORT_ROLE, HeadedTable
from workbench.ui.theme.theme import Theme

if TYPE_CHECKING:
    from engine import TrainingRecord

(LANGUAGE, BYTES_PER_TOKEN, CHARACTERS_PER_TOKEN, TOKENS_PER_WORD, TOKENS, BYTES, DOCUMENTS,
 LABEL, ROUND_TRIP) = range(9)  # fmt: skip
_Index = QModelIndex | QPersistentModelIndex

COLUMN_WIDTHS = (176, 180, 88, 92, 80, 88, 84, 124, 80)
EXPENDABLE_COLUMNS = (ROUND_TRIP, DOCUMENTS, LABEL, BYTES, TOKENS, TOKENS_PER_WORD)
LEAST_BAR_WIDTH = 140
REORDER_INTERVAL_S = 1.0


@dataclass(frozen=True, slots=True)
class CompressionRow:
    """The figures of one label; None while they are unknown during a training."""

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
    """Model of the rows; numbers change in place as long as the labels stay the same."""

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


class LiveCompression(DataTable):
    """The table of labels, with bytes per token as bars.

    Numbers change in place; the order is updated once a second, never under the pointer.

    Signals:
        inspection_requested: Inspection of the chosen label.
    """

    inspection_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Compression by label"), theme, parent)
        self._reordered_at = 0.0
        self._table_model = CompressionTable(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._table_model)
        self._sorted.setSortRole(SORT_ROLE)
        self._sorted.setFilterKeyColumn(-1)
        self._sorted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._sorted.setDynamicSortFilter(False)
        self.setModel(self._sorted)
        self.setSortingEnabled(True)
        self.sortByColumn(BYTES_PER_TOKEN, Qt.SortOrder.DescendingOrder)
        self.setItemDelegateForColumn(BYTES_PER_TOKEN, BarDelegate(theme, self))
        self.setItemDelegateForColumn(LANGUAGE, LanguageDelegate(theme, self))
        self.set_widths(COLUMN_WIDTHS, stretch=BYTES_PER_TOKEN)
        self.selectionModel().selectionChanged.connect(self._choose_row)

    @property
    def shown_rows(self) -> tuple[CompressionRow, ...]:
        """The rows in the order and choice in which they stand on the screen."""
        rows = range(self._sorted.rowCount())
        return tuple(self._sorted.index(row, 0).data(ROW_ROLE) for row in rows)

    def filter(self, words: str) -> None:
        """Show only the labels whose row holds the words."""
        self._sorted.setFilterFixedString(words)

    def set_rows(self, rows: tuple[CompressionRow, ...], *, is_live: bool) -> None:
        """Show these rows; live ones are put in order now and then, others at once."""
        self._table_model.set_rows(rows)
        self._choose_columns()
        now = time.monotonic()
        under_pointer = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        is_due = now - self._reordered_at >= REORDER_INTERVAL_S and not under_pointer
        if not is_live or is_due:
            self._reordered_at = now
            self._reorder()

    def choose(self, chosen: str) -> None:
        """Choose a label's row."""
        for place, row in enumerate(self.shown_rows):
            if row.label == chosen:
                self.selectRow(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_columns()

    def _choose_columns(self) -> None:
        """Show what is known and fits; the bars keep room, the least telling columns go first."""
        shown = set(self._table_model.known_columns())
        room = self.width() - LEAST_BAR_WIDTH
        for column in EXPENDABLE_COLUMNS:
            if sum(COLUMN_WIDTHS[other] for other in shown - {BYTES_PER_TOKEN}) <= room:
                break
            shown.discard(column)
        for column in range(self._table_model.columnCount()):
            if self.isColumnHidden(column) == (column in shown):
                self.setColumnHidden(column, column not in shown)

    def _reorder(self) -> None:
        header = self.horizontalHeader()
        self._sorted.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())

    def _choose_row(self, selection: QItemSelection) -> None:
        indexes = selection.indexes()
        row = indexes[0].data(ROW_ROLE) if indexes else None
        if row is not None:
            self.inspection_requested.emit(self._inspection(row))

    def _inspection(self, row: CompressionRow) -> Inspection:
        model = self._table_model
        source = model.rows.index(row)
        facts = tuple(
            Fact(
                str(model.headerData(column, Qt.Orientation.Horizontal)),
                str(model.index(source, column).data()),
            )
            for column in range(BYTES_PER_TOKEN, model.columnCount())
            if model.index(source, column).data() != NOTHING
        )
        return Inspection(self.tr("Language or domain"), language_name(row.label), facts)
