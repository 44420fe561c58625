"""CompressionPane: bytes per token of every language and domain: a bar chart with its table."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QAction, QCursor, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from workbench.languages import language_name
from workbench.models.compression_table import (
    BYTES,
    BYTES_PER_TOKEN,
    DOCUMENTS,
    LABEL,
    LANGUAGE,
    ROUND_TRIP,
    ROW_ROLE,
    SORT_ROLE,
    TOKENS,
    TOKENS_PER_WORD,
    CompressionRow,
    CompressionTable,
    row_of_evaluation,
    rows_of_training,
)
from workbench.numbers import NOTHING, grouped, ratio
from workbench.parts.language_delegates import BarDelegate, LanguageDelegate
from workbench.state import Fact, Inspection, WorkbenchState
from workbench.theme import SEARCH_WIDTH, Theme
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import label
from workbench.widgets.pane import Pane

if TYPE_CHECKING:
    from engine import Tokenizer, TrainingProgress
    from engine.evaluation import Evaluation

COLUMN_WIDTHS = (176, 180, 88, 92, 80, 88, 84, 124, 80)
EXPENDABLE_COLUMNS = (ROUND_TRIP, DOCUMENTS, LABEL, BYTES, TOKENS, TOKENS_PER_WORD)
LEAST_BAR_WIDTH = 140
REORDER_INTERVAL_S = 1.0


class CompressionPane(Pane):
    """Live while a training runs, from the stored evaluation afterwards.

    Signals:
        training_requested: nothing is trained yet and the person wants to.
        evaluation_requested: measure the current tokenizer on the current corpus.
    """

    training_requested = Signal()
    evaluation_requested = Signal()

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Compression"), parent)
        self._state = state
        self._is_live = False
        self._newest: TrainingProgress | None = None
        self._stored: tuple[Evaluation | None, Tokenizer | None] | None = None
        self._reordered_at = 0.0
        self._table_model = CompressionTable(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._table_model)
        self._sorted.setSortRole(SORT_ROLE)
        self._sorted.setFilterKeyColumn(-1)
        self._sorted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._sorted.setDynamicSortFilter(False)
        self._table = DataTable(self.tr("Compression by label"), theme)
        self._table.setModel(self._sorted)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(BYTES_PER_TOKEN, Qt.SortOrder.DescendingOrder)
        self._table.setItemDelegateForColumn(BYTES_PER_TOKEN, BarDelegate(theme, self._table))
        self._table.setItemDelegateForColumn(LANGUAGE, LanguageDelegate(theme, self._table))
        self._table.set_widths(COLUMN_WIDTHS, stretch=BYTES_PER_TOKEN)
        self._number = label("", "big")
        self._number_words = label(self.tr("bytes per token, all labels"), "caption")
        self._search = QLineEdit(placeholderText=self.tr("Filter languages"))
        self._evaluate = QAction(self.tr("Evaluate"), self)
        self._evaluate.setToolTip(self.tr("Measure the tokenizer on the whole current corpus"))
        self.addAction(self._evaluate)
        self._lay_out()
        self._connect()
        self._show_stored()

    def primary_action(self) -> QAction:
        return self._evaluate

    @property
    def shown_rows(self) -> tuple[CompressionRow, ...]:
        """The rows in the order and choice in which they stand on the screen."""
        rows = range(self._sorted.rowCount())
        return tuple(self._sorted.index(row, 0).data(ROW_ROLE) for row in rows)

    def filter(self, words: str) -> None:
        """Show only the labels whose row holds the words."""
        self._search.setText(words)

    def note_started(self) -> None:
        self._is_live = True
        self._newest = self._stored = None
        self.set_caption(self.tr("Live, over the training corpus"))

    def note_progress(self, values: tuple[TrainingProgress, ...]) -> None:
        """Change the numbers in place; the order follows once a second, never under the pointer."""
        self._newest = values[-1]
        if self.isVisible():
            self._show_newest()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_newest()

    def _show_newest(self) -> None:
        newest = self._newest
        if newest is None or not self._is_live:
            return
        pairs = zip(newest.source_labels, newest.source_bytes_per_token, strict=True)
        rows = tuple(CompressionRow(name, value) for name, value in pairs if value == value)
        self._table_model.set_rows(rows)
        self._choose_columns()
        self._number.setText(ratio(newest.bytes_per_token))
        self._reorder_if_due()
        self._show_header(True)
        self.show_content()

    def note_ended(self, _outcome: object = None) -> None:
        """The training is over, well or not; what is stored is shown again."""
        self._is_live = False
        self._show_stored()

    def _show_stored(self, _changed: object = None) -> None:
        self._show_action()
        evaluation, tokenizer = stored = self._state.evaluation, self._state.tokenizer
        if self._is_live or stored == self._stored:  # both may change in one step
            return
        self._stored = stored
        rows = _stored_rows(evaluation, tokenizer)
        self._table_model.set_rows(rows)
        self._choose_columns()
        self._reorder()
        if not rows:
            self.show_empty()
            self._show_header(False)
            self._number.clear()
            self.set_caption("")
            return
        self.show_content()
        self._show_header(True)
        total = evaluation.total.bytes_per_token if evaluation is not None else None
        if total is None and tokenizer is not None and tokenizer.training is not None:
            total = tokenizer.training.bytes_per_token()
        self._number.setText(ratio(total))
        source = self.tr("evaluation") if evaluation is not None else self.tr("training record")
        self.set_caption(
            self.tr("%1 labels, from the %2")
            .replace("%1", grouped(len(rows)))
            .replace("%2", source)
        )

    def _show_header(self, shown: bool) -> None:
        """Show filter and number; without rows they have nothing to say."""
        self._search.setVisible(shown)
        self._number_words.setVisible(shown)

    def _show_action(self, _changed: object = None) -> None:
        possible = self._state.tokenizer is not None and self._state.corpus is not None
        self._evaluate.setEnabled(possible and not self._is_live)
        self._evaluate.setStatusTip("" if possible else self.tr("needs a run and a corpus"))

    def _reorder_if_due(self) -> None:
        now = time.monotonic()
        under_pointer = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        if now - self._reordered_at >= REORDER_INTERVAL_S and not under_pointer:
            self._reordered_at = now
            self._reorder()

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
            if self._table.isColumnHidden(column) == (column in shown):
                self._table.setColumnHidden(column, column not in shown)

    def _reorder(self) -> None:
        header = self._table.horizontalHeader()
        self._sorted.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())

    def _choose_row(self, selection: QItemSelection) -> None:
        indexes = selection.indexes()
        row = indexes[0].data(ROW_ROLE) if indexes else None
        if row is not None:
            self._state.inspect(self._inspection(row))

    def choose(self, chosen: str) -> None:
        """Choose a label's row."""
        for place, row in enumerate(self.shown_rows):
            if row.label == chosen:
                self._table.selectRow(place)

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

    def _lay_out(self) -> None:
        self._search.setFixedWidth(SEARCH_WIDTH)
        self._search.setClearButtonEnabled(True)
        self._search.setAccessibleName(self._search.placeholderText())
        self.header.addWidget(self._search)
        self.add_number(self._number, self._number_words)
        self.set_content(self._table)
        empty = self.set_empty(
            self.tr("How many bytes one token stands for, language by language."),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.training_requested)

    def _connect(self) -> None:
        self._evaluate.triggered.connect(self.evaluation_requested)
        self._state.corpus_changed.connect(self._show_action)
        self._search.textChanged.connect(self._sorted.setFilterFixedString)
        self._table.selectionModel().selectionChanged.connect(self._choose_row)
        self._state.evaluation_changed.connect(self._show_stored)
        self._state.tokenizer_changed.connect(self._show_stored)


def _stored_rows(
    evaluation: Evaluation | None, tokenizer: Tokenizer | None
) -> tuple[CompressionRow, ...]:
    if evaluation is not None:
        return tuple(row_of_evaluation(row) for row in evaluation.rows)
    if tokenizer is not None and tokenizer.training is not None:
        return rows_of_training(tokenizer.training)
    return ()
