"""LiveCompression: bytes per token by label as bars, while a training runs or from its record."""

from __future__ import annotations

import time

from PySide6.QtCore import QItemSelection, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.languages import language_name
from workbench.models.compression_table import (
    BYTES,
    BYTES_PER_TOKEN,
    DOCUMENTS,
    LABEL,
    LANGUAGE,
    ROUND_TRIP,
    TOKENS,
    TOKENS_PER_WORD,
    CompressionRow,
    CompressionTable,
)
from workbench.models.headed_table import ROW_ROLE, SORT_ROLE
from workbench.numbers import NOTHING
from workbench.parts.language_delegates import BarDelegate, LanguageDelegate
from workbench.state import Fact, Inspection
from workbench.theme import Theme
from workbench.widgets.data_table import DataTable

COLUMN_WIDTHS = (176, 180, 88, 92, 80, 88, 84, 124, 80)
EXPENDABLE_COLUMNS = (ROUND_TRIP, DOCUMENTS, LABEL, BYTES, TOKENS, TOKENS_PER_WORD)
LEAST_BAR_WIDTH = 140
REORDER_INTERVAL_S = 1.0


class LiveCompression(DataTable):
    """Numbers change in place; the order follows once a second, never under the pointer.

    Signals:
        inspection_requested: Inspection of the label that was chosen.
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
