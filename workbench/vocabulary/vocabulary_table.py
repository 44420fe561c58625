"""The table of tokens: its model, its figures, and the scripts a filter can choose."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from engine.analysis import MIXED, NOT_TEXT, PARTIAL, SPECIAL, UNUSED, VocabularyReport
from engine.compiled import Bools, Int64s
from engine.text import script_titles
from workbench.text.numbers import NOTHING, grouped
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.vocabulary.column_histograms import Histogram, histogram_of
from workbench.vocabulary.token_chips import CHIPS_ROLE
from workbench.vocabulary.vocabulary_columns import COLUMNS, ID
from workbench.vocabulary.vocabulary_index import VocabularyIndex

TOKEN_ROLE = Qt.ItemDataRole.UserRole
_ROLES = frozenset(
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.FontRole,
        TOKEN_ROLE, CHIPS_ROLE,
    )
)  # fmt: skip
_LAST = np.iinfo(np.int64).max
_COUNTED = [at for at, column in enumerate(COLUMNS) if column.is_counted]


class VocabularyTable(HeadedTable):
    """Model of all tokens; rows are ids in the order shown, columns vocabulary_columns'.

    A model of its own: rows are ids, sorted as arrays; words are made for cells in sight alone.
    TOKEN_ROLE: the id. CHIPS_ROLE: the tokens of a cell that draws tokens.
    """

    right_aligned = frozenset(at for at, column in enumerate(COLUMNS) if column.text is None)

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(self.tr(column.title) for column in COLUMNS)
        self._alignments = [self._alignment(column) for column in range(len(COLUMNS))]
        self._mono_font = mono_font
        self._vocabulary: VocabularyIndex | None = None
        self._report: VocabularyReport | None = None
        self._kept: Bools | None = None
        self._rows: Int64s = np.empty(0, np.int64)  # ids in the order shown
        self._sort_column, self._sort_order = ID, Qt.SortOrder.AscendingOrder
        self._orders: dict[tuple[int, Qt.SortOrder], Int64s] = {}
        self._values: dict[int, Int64s] = {}
        self._histograms: dict[int, Histogram | None] = {}
        self._counts: dict[int, Int64s] = {}  # in each bin of the rows on show

    @property
    def vocabulary(self) -> VocabularyIndex | None:
        return self._vocabulary

    def show_vocabulary(self, vocabulary: VocabularyIndex | None) -> None:
        """Show all tokens of another vocabulary."""
        self.beginResetModel()
        self._vocabulary = vocabulary
        self._report = None if vocabulary is None else vocabulary.report
        self._kept = None
        self._orders, self._values, self._histograms = {}, {}, {}
        self._rows = self._sorted()
        self.endResetModel()

    def set_report(self, report: VocabularyReport | None) -> None:
        """Show what is known of uses by now."""
        if report is None or report is self._report:
            return
        self._report = report
        for column in _COUNTED:
            self._values.pop(column, None)
            self._histograms.pop(column, None)
            self._counts.pop(column, None)
            for order in Qt.SortOrder:
                self._orders.pop((column, order), None)
        if self._sort_column in _COUNTED:
            self.sort(self._sort_column, self._sort_order)
        elif self.rowCount():
            last = self.index(self.rowCount() - 1, _COUNTED[-1])
            self.dataChanged.emit(self.index(0, _COUNTED[0]), last)

    def show_ids(self, ids: Int64s) -> None:
        """Show only these ids, in the order of the column that was sorted last."""
        kept = np.zeros(0 if self._vocabulary is None else self._vocabulary.n_tokens, np.bool_)
        kept[ids] = True
        self.show_kept(kept)

    def show_kept(self, kept: Bools) -> None:
        """As `show_ids`, bool[n]: whether each id is shown."""
        self.beginResetModel()
        self._kept = kept
        self._rows = self._sorted()
        self.endResetModel()

    def token_at(self, row: int) -> int:
        """Return the id in a row."""
        return int(self._rows[row])

    def row_of(self, token_id: int) -> int | None:
        """Return the row of an id, None where the filter hides it."""
        found = np.flatnonzero(self._rows == token_id)
        return int(found[0]) if len(found) else None

    def histogram(self, column: int) -> Histogram | None:
        """How the values of a column are spread over all tokens; None for one without a filter."""
        vocabulary = self._vocabulary
        if vocabulary is None or not COLUMNS[column].condition:
            return None
        if column not in self._histograms:
            self._histograms[column] = histogram_of(self._values_of(vocabulary, column))
        return self._histograms[column]

    def shown_counts(self, column: int) -> Int64s:
        """int64[n_bins]: how many of the rows on show are in each bin of the histogram."""
        if column not in self._counts:
            histogram = self.histogram(column)
            assert histogram is not None
            is_all = len(self._rows) == len(histogram.bins)
            self._counts[column] = histogram.counts if is_all else histogram.counts_of(self._rows)
        return self._counts[column]

    def _shown(self) -> Int64s:
        return self._rows

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _ROLES or not index.isValid() or self._vocabulary is None:
            return None  # asked for most of the time: every cell is asked for ten roles
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignments[column]
        if role == Qt.ItemDataRole.FontRole:
            return self._mono_font if COLUMNS[column].is_mono else None
        token_id = int(self._rows[index.row()])
        if role == CHIPS_ROLE:
            cells = COLUMNS[column].cells
            return None if cells is None else cells(self._vocabulary, token_id)
        return token_id if role == TOKEN_ROLE else self._cell(self._vocabulary, token_id, column)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort_column, self._sort_order = column, order
        self.beginResetModel()
        self._rows = self._sorted()
        self.endResetModel()

    def _explanation(self, column: int) -> str | None:
        words = COLUMNS[column].explanation
        return self.tr(words) if words else None

    def _cell(self, vocabulary: VocabularyIndex, token_id: int, column: int) -> str:
        shown = COLUMNS[column]
        if shown.text is not None:
            return shown.text(vocabulary, token_id)
        value = int(self._values_of(vocabulary, column)[token_id])
        return NOTHING if value < 0 else shown.number(value)

    def _values_of(self, vocabulary: VocabularyIndex, column: int) -> Int64s:
        """The values of a column; kept, since every cell in sight asks for them."""
        if column not in self._values:
            assert self._report is not None
            self._values[column] = COLUMNS[column].values(vocabulary, self._report)
        return self._values[column]

    def _sorted(self) -> Int64s:
        """Return the ids in the chosen order; equal ones by id, unknown ones last."""
        self._counts = {}
        if self._vocabulary is None:
            return np.empty(0, np.int64)
        order = self._order()
        return order if self._kept is None else order[self._kept[order]]

    def _order(self) -> Int64s:
        """All ids in the chosen order; kept, so that only the first time takes long."""
        assert self._vocabulary is not None
        key = (self._sort_column, self._sort_order)
        if key not in self._orders:
            down = self._sort_order is Qt.SortOrder.DescendingOrder
            values = self._values_of(self._vocabulary, self._sort_column)
            keys = np.where(values < 0, _LAST, -values if down else values)
            self._orders[key] = np.argsort(keys, kind="stable")
        return self._orders[key]


def constant_figures(index: VocabularyIndex | None) -> tuple[str, ...]:
    """All figures but the first, which alone depends on the filter."""
    if index is None:
        return ("–",) * 5
    return (
        grouped(int(np.count_nonzero(index.ranks >= 0))),
        *(_count_words(index, flag) for flag in (SPECIAL, PARTIAL, UNUSED)),
        grouped(int(index.lengths.max())),
    )


def _count_words(index: VocabularyIndex, flag: int) -> str:
    """How many tokens have a flag, "" for none."""
    count = int(np.count_nonzero(index.flags & flag))
    return grouped(count) if count else ""


def scripts_of(index: VocabularyIndex | None) -> list[tuple[str, int]]:
    """The scripts of a vocabulary and their tokens, the largest first."""
    if index is None:
        return []
    titles = script_titles()
    counts = np.bincount(index.report.facts.scripts, minlength=256)
    counts[[0, NOT_TEXT, MIXED]] = 0
    order = np.argsort(-counts, kind="stable")
    return [(titles[number], int(counts[number])) for number in order[counts[order] > 0].tolist()]
