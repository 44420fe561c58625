"""Compression by label while a training runs, or from its record.

`LiveCompression` is the table with bars, `CompressionTable` its model.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QObject, QSortFilterProxyModel, Qt
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.signals import Signal
from workbench.state import Fact, Inspection
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING
from workbench.ui.languages.language_delegates import BarDelegate, LanguageDelegate
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import ROW_ROLE, SCALE_ROLE, SORT_ROLE
from workbench.ui.theme.theme import Theme
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine import TrainingRecord

_tr = translator("CompressionTable")

EXPENDABLE_COLUMNS = ("round_trip", "documents", "label", "bytes", "tokens", "tokens_per_word")
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


def compression_columns() -> Sequence[Column[CompressionRow]]:
    """Language, figures, label and round trip of each row."""
    words = {None: NOTHING, True: _tr("exact"), False: _tr("differs")}
    return (
        Column(_tr("Language or domain"), attrgetter("name"), sort=attrgetter("name"), width=176,
               key="language"),
        Column(_tr("Bytes per token"), attrgetter("bytes_per_token"), width=180, stretches=True,
               key="bytes_per_token"),
        Column(_tr("Chars/token"), attrgetter("characters_per_token"), side="right", width=88),
        Column(_tr("Tokens/word"), attrgetter("tokens_per_word"), side="right", width=92,
               key="tokens_per_word",
               explanation=_tr(
                   "Words are stretches between white space; scripts written without spaces have "
                   "no number here."
               )),
        Column(_tr("Tokens"), attrgetter("tokens"), side="right", width=80, key="tokens"),
        Column(_tr("Bytes"), attrgetter("bytes"), side="right", width=88, key="bytes"),
        Column(_tr("Documents"), attrgetter("documents"), side="right", width=84,
               key="documents"),
        Column(_tr("Label"), attrgetter("label"), sort=attrgetter("label"), width=124,
               key="label"),
        Column(_tr("Decodes exactly"), attrgetter("round_trips"),
               sort=lambda row: None if row.round_trips is None else int(row.round_trips),
               text=lambda row: words[row.round_trips], width=80, key="round_trip"),
    )  # fmt: skip


class CompressionTable(ColumnTable[CompressionRow]):
    """Model of the rows; numbers change in place as long as the labels stay the same.

    A class of its own for the scale of the bars, which depends on what was shown before.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        self._greatest = 1.0
        super().__init__(
            compression_columns(),
            roles={SCALE_ROLE: lambda _row: self._greatest},
            identity=attrgetter("label"),
            parent=parent,
        )

    def known_columns(self) -> frozenset[int]:
        """Return the columns that hold a value in some row."""
        return frozenset(
            place
            for place, column in enumerate(self.columns)
            if any(column.value(row) is not None for row in self.rows)
        )

    def set_rows(self, rows: Iterable[CompressionRow]) -> None:
        """Show these rows; selections survive when the labels are the same as before."""
        shown = tuple(rows)
        self._greatest = self._scale(max((row.bytes_per_token for row in shown), default=1.0))
        super().set_rows(shown)

    def _scale(self, greatest: float) -> float:
        """Return the value of a full bar; it keeps still until a bar would be too long or short."""
        if 0.75 * self._greatest <= greatest <= self._greatest:
            return self._greatest
        return greatest * (1.15 if greatest < self._greatest * 4 and self.rows else 1.0)


class LiveCompression(DataTable):
    """The table of labels, with bytes per token as bars.

    Numbers change in place; the order is updated once a second, never under the pointer.

    Signals:
        inspection_requested: Inspection of the chosen label.
    """

    inspection_requested: Signal[Inspection] = Signal(object)

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
        self.show_columns(self._table_model, self._sorted)
        self.setSortingEnabled(True)
        place = self._table_model.place
        self.sortByColumn(place("bytes_per_token"), Qt.SortOrder.DescendingOrder)
        self.setItemDelegateForColumn(place("bytes_per_token"), BarDelegate(theme, self))
        self.setItemDelegateForColumn(place("language"), LanguageDelegate(theme, self))
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
        columns = self._table_model.columns
        for key in EXPENDABLE_COLUMNS:
            if sum(columns[at].width for at in shown if not columns[at].stretches) <= room:
                break
            shown.discard(self._table_model.place(key))
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
            for column in range(model.place("bytes_per_token"), model.columnCount())
            if model.index(source, column).data() != NOTHING
        )
        return Inspection(self.tr("Language or domain"), language_name(row.label), facts)
