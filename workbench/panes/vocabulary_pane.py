"""VocabularyPane: every token of the tokenizer in a table, and where the chosen one came from."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QSplitter, QVBoxLayout, QWidget

from engine.config import N_BYTES
from workbench.jobs import Job, JobRunner, StepProgress
from workbench.models.vocabulary_filter import FilterError, filter_ids
from workbench.models.vocabulary_index import (
    PARTIAL,
    SPECIAL,
    UNUSED,
    VocabularyIndex,
    index_vocabulary,
)
from workbench.models.vocabulary_table import TEXT, VocabularyTable
from workbench.numbers import grouped
from workbench.parts.failure_words import failure_words
from workbench.parts.token_detail import TokenDetail
from workbench.state import WorkbenchState
from workbench.theme import CHOOSER_WIDTH, SPACE_L, SPACE_M, Theme
from workbench.token_facts import inspection_of
from workbench.widgets.data_table import DataTable
from workbench.widgets.figures import Figures
from workbench.widgets.labels import hairline, label, set_property
from workbench.widgets.pane import Pane

if TYPE_CHECKING:
    from engine import Tokenizer

FILTER_DELAY_MS = 120
_WIDTHS = (68, 160, 60, 72, 72, 72, 92, 92, 108)


class VocabularyPane(Pane):
    """Shows the current tokenizer's vocabulary; sets `state.inspection`.

    Signals:
        train_requested: there is no tokenizer and the person wants to train one.
    """

    train_requested = Signal()

    def __init__(
        self,
        state: WorkbenchState,
        theme: Theme,
        jobs: JobRunner,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Vocabulary"), parent)
        self._state, self._jobs = state, jobs
        self._job: Job | None = None
        self._chosen: int | None = None
        self._wanted: int | None = None  # asked for before the tokens were listed
        self._filter = QLineEdit()
        self._kinds = QComboBox()
        self._problem = label("", "error")
        words = (
            self.tr("tokens shown"), self.tr("vocabulary"), self.tr("merges"),
            self.tr("special tokens"), self.tr("partial UTF-8"), self.tr("unused ids"),
            self.tr("longest, bytes"),
        )  # fmt: skip
        self._figures = Figures(words, theme)
        self._model = VocabularyTable(theme.mono_font(), self)
        self._table = DataTable(self.tr("Vocabulary"), theme)
        self._table.setModel(self._model)
        self._table.set_widths(_WIDTHS, stretch=TEXT)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self._detail = TokenDetail(theme)
        self._timer = QTimer(self, singleShot=True, interval=FILTER_DELAY_MS)
        self._fill_controls()
        self._lay_out()
        self._connect()
        self._show_tokenizer(state.tokenizer)

    @property
    def model(self) -> VocabularyTable:
        """The rows on show."""
        return self._model

    @property
    def detail(self) -> TokenDetail:
        """Tree and parents of the chosen token."""
        return self._detail

    @property
    def figures(self) -> tuple[str, ...]:
        """Tokens shown, vocabulary, merges, special, partial, unused, longest."""
        return self._figures.values()

    @property
    def chosen(self) -> int | None:
        """Id of the chosen token."""
        return self._chosen

    @property
    def first_visible_token(self) -> int | None:
        """Id of the token in the table's top row."""
        row = self._table.rowAt(0)
        return None if row < 0 else self._model.token_at(row)

    @property
    def filter_error(self) -> str:
        """What is wrong with the filter, "" when nothing is."""
        return self._problem.text()

    def set_filter(self, text: str) -> None:
        """Put text into the filter as if typed."""
        self._filter.setText(text)
        self._timer.stop()
        self._apply_filter()

    def select_token(self, token_id: int) -> None:
        """Choose a token and scroll to it; takes the filter away where it hides the token."""
        if self._model.vocabulary is None:
            self._wanted = token_id
            return
        row = self._model.row_of(token_id)
        if row is None:
            self._kinds.setCurrentIndex(0)
            self.set_filter("")
            row = self._model.row_of(token_id)
        if row is not None:
            self._table.setCurrentIndex(self._model.index(row, 0))
            self._table.scrollTo(self._model.index(row, 0))
            self._inspect(self._model.index(row, 0))

    def sort_by(self, column: int, order: Qt.SortOrder) -> None:
        """Sort as if the head of a column had been clicked."""
        self._table.sortByColumn(column, order)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._chosen == N_BYTES:  # where the table begins; it had no size when it was filled
            self._show_at_top(N_BYTES)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the detail beside the table where there is room, else below it."""
        super().resizeEvent(event)
        wide = 2 * event.size().width() >= 7 * CHOOSER_WIDTH
        side, below = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self._halves.setOrientation(side if wide else below)
        self._detail.arrange(tall=wide)

    def _fill_controls(self) -> None:
        self._filter.setPlaceholderText(self.tr("Filter: the   hex:e2 96   length:>8   is:special"))
        self._filter.setAccessibleName(self.tr("Filter tokens"))
        self._filter.setMinimumWidth(CHOOSER_WIDTH)
        self._filter.setToolTip(
            self.tr(
                "Text in the token (quotes keep spaces), hex:e2 96, id:512, length:3, length:>8, "
                "length:2..4, is:special, is:partial, is:space, is:unused, is:byte, is:merge, "
                "not:special. All conditions must hold."
            )
        )
        for words, condition in (
            (self.tr("All tokens"), ""),
            (self.tr("Merges"), "is:merge"),
            (self.tr("Special tokens"), "is:special"),
            (self.tr("Partial UTF-8"), "is:partial"),
            (self.tr("Starting with a space"), "is:space"),
            (self.tr("Unused ids"), "is:unused"),
        ):
            self._kinds.addItem(words, condition)
        self._kinds.setAccessibleName(self.tr("Kinds of tokens"))

    def _lay_out(self) -> None:
        self.header.addWidget(self._problem)
        self.header.addWidget(self._kinds)
        self.header.addWidget(self._filter)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_M)
        top.addWidget(self._figures)
        halves = self._halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self._table)
        halves.addWidget(self._detail)
        halves.setStretchFactor(0, 3)
        halves.setStretchFactor(1, 2)
        halves.setSizes([3 * CHOOSER_WIDTH, 2 * CHOOSER_WIDTH])
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(hairline())
        column.addWidget(halves, 1)
        self.set_content(content)
        empty = self.set_empty(
            self.tr(
                "This pane lists all tokens of a tokenizer and how each was merged. "
                "Train one, or open a run, to begin."
            ),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.train_requested)
        QWidget.setTabOrder(self._kinds, self._filter)
        QWidget.setTabOrder(self._filter, self._table)

    def _connect(self) -> None:
        self._filter.textEdited.connect(self._timer.start)
        self._filter.textChanged.connect(self._timer.start)
        self._timer.timeout.connect(self._apply_filter)
        self._kinds.currentIndexChanged.connect(self._apply_filter)
        self._table.selectionModel().currentRowChanged.connect(self._show_row)
        self._table.clicked.connect(self._inspect)
        self._detail.token_requested.connect(self.select_token)
        self._model.modelReset.connect(self._restore_choice)
        self._state.tokenizer_changed.connect(self._show_tokenizer)

    def _show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._chosen = self._wanted = None
        self._show_index(None)
        if tokenizer is None:
            self.show_empty()
            return
        self.show_content()
        self.bar.clear()
        self.set_caption(self.tr("Listing the tokens…"))
        task = _listing(tokenizer)
        job = Job(task, title=self.tr("List the vocabulary"), brief=True, parent=self)
        job.finished.connect(self._take_index)
        job.failed.connect(self._report)
        self._job = job
        self._jobs.start(job)

    def _take_index(self, index: VocabularyIndex) -> None:
        self._job = None
        self.set_caption(self.tr("Choose a token to see how it was merged"))
        self._show_index(index)
        self._apply_filter()
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.select_token(wanted)
        elif self._chosen is None:
            self._show_first_merge()

    def _show_first_merge(self) -> None:
        """Begin at the merges; what the inspector shows stays until a token is chosen."""
        tokenizer = self._state.tokenizer
        row = self._model.row_of(N_BYTES)
        if tokenizer is None or not tokenizer.n_merges or row is None:
            return
        self._chosen = N_BYTES
        self._table.setCurrentIndex(self._model.index(row, 0))
        self._show_at_top(N_BYTES)
        self._detail.show_token(tokenizer, N_BYTES)

    def _show_at_top(self, token_id: int) -> None:
        row = self._model.row_of(token_id)
        if row is not None:
            hint = DataTable.ScrollHint.PositionAtTop
            self._table.scrollTo(self._model.index(row, 0), hint)

    def _report(self, error: Exception) -> None:
        self._job = None
        self.set_caption("")
        self.bar.show_error(failure_words(error))

    def _show_index(self, index: VocabularyIndex | None) -> None:
        self._model.show_vocabulary(index)
        self._detail.set_vocabulary(index)
        if index is None:
            self._figures.show_values(*(["–"] * 7))

    def _apply_filter(self) -> None:
        index = self._model.vocabulary
        if index is None:
            return
        text = f"{self._kinds.currentData()} {self._filter.text()}"
        try:
            ids = filter_ids(index, text)
        except FilterError as error:
            self._problem.setText(str(error))
            set_property(self._filter, "wrong", "true")
            return
        self._problem.setText("")
        set_property(self._filter, "wrong", "false")
        self._model.show_ids(ids)
        self._figures.show_values(
            grouped(len(ids)),
            grouped(index.n_tokens),
            grouped(int(np.count_nonzero(index.ranks >= 0))),
            *(grouped(_count(index, flag)) for flag in (SPECIAL, PARTIAL, UNUSED)),
            grouped(int(index.lengths.max())),
        )

    def _restore_choice(self) -> None:
        """Choose the same token again after rows were filtered or sorted."""
        row = None if self._chosen is None else self._model.row_of(self._chosen)
        if row is not None:
            self._table.setCurrentIndex(self._model.index(row, 0))

    def _show_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        tokenizer = self._state.tokenizer
        if not current.isValid() or tokenizer is None:
            return
        token_id = self._model.token_at(current.row())
        if token_id == self._chosen:
            return
        self._chosen = token_id
        self._detail.show_token(tokenizer, token_id)
        self._inspect(current)

    def _inspect(self, index: QModelIndex) -> None:
        tokenizer = self._state.tokenizer
        if tokenizer is not None:
            self._state.inspect(inspection_of(tokenizer, self._model.token_at(index.row())))


def _count(index: VocabularyIndex, flag: int) -> int:
    return int(np.count_nonzero(index.flags & flag))


def _listing(tokenizer: Tokenizer) -> Generator[StepProgress, None, VocabularyIndex]:
    for step in index_vocabulary(tokenizer):
        if isinstance(step, VocabularyIndex):
            return step
        yield StepProgress("List the vocabulary", step)
    raise AssertionError("the index comes last")
