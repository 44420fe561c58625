"""The Vocabulary pane: every token in a table, and the details of the selected one.

Read `VocabularyPane` first. `VocabularyHalves` is its splitter, `VocabularyRows` and
`VocabularyGrid` the table, `TokenSearch` finds occurrences of the selected token.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from engine.settings import N_BYTES
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import CHOOSER_WIDTH, ROW_HEIGHT, SPACE_L, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.head_controls import HeadControls
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.ui.widgets.labels import hairline
from workbench.ui.widgets.layouts import vertical
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.token_facts import inspection_of
from workbench.vocabulary.token_chips import TokenChips
from workbench.vocabulary.token_detail import CONTEXTS, TokenDetail
from workbench.vocabulary.vocabulary_columns import COLUMNS, ID, VocabularyColumns, unknown_columns
from workbench.vocabulary.vocabulary_filter import FilterError, filter_mask
from workbench.vocabulary.vocabulary_filter_bar import VocabularyFilterBar
from workbench.vocabulary.vocabulary_index import VocabularyIndex
from workbench.vocabulary.vocabulary_jobs import VocabularyJobs
from workbench.vocabulary.vocabulary_side import VocabularyReporting, VocabularySide
from workbench.vocabulary.vocabulary_table import (
    HEIGHT,
    HeadBin,
    HistogramHeader,
    VocabularyTable,
    constant_figures,
    scripts_of,
)
from workbench.vocabulary.vocabulary_views import VocabularyViews
from workbench.work.exact_tokenizer import exact_or_none, runs_elsewhere
from workbench.work.jobs import JobRunner

if TYPE_CHECKING:
    from pathlib import Path

    from engine.library import AnyTokenizer

TELLING_DELAY_MS = 30  # after rows were filtered or sorted
_OF_WIDTH, _OF_HEIGHT = (3, 2), (2, 3)
"""Shares of the table and of the part beside or below it: the timeline needs the most height."""
_BESIDE, _BELOW = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class TokenSearch(QObject):
    """Finds the occurrences of the selected token on request.

    Connects the list of contexts with the job that fills it.

    Signals:
        failed: the sentence to show.
    """

    failed: Signal[str] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: VocabularyJobs,
        side: VocabularySide,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._jobs, self._side = state, jobs, side
        self._token_id: int | None = None
        places = side.detail.places
        places.places_requested.connect(self._find)
        places.stop_requested.connect(jobs.stop_contexts)
        jobs.found.connect(places.append)
        jobs.looking_changed.connect(places.note_looking)
        jobs.search_ended.connect(self._note_ended)

    def set_token(self, token_id: int | None) -> None:
        """Say which token is chosen now; looking for another one ends."""
        self._jobs.stop_contexts()
        self._token_id = token_id

    def find_in_corpus(self) -> None:
        """Bring the contexts to the front and look in the corpus of the window."""
        self._side.show_token()
        self._side.detail.show_part(CONTEXTS)
        self._find(None)

    def _find(self, paths: tuple[Path, ...] | None) -> None:
        tokenizer, token_id = self._state.tokenizer, self._token_id
        corpus = paths or self._state.corpus
        running = self._state.any_tokenizer
        if running is not None and runs_elsewhere(running):
            words = self.tr("The tokenizer runs in %1; contexts are not looked for there.")
            self.failed.emit(fill(words, running.library))
            return
        if tokenizer is None or token_id is None:
            return
        if corpus is None:
            self.failed.emit(self.tr("The window has no corpus; choose files to look in."))
            return
        if not tokenizer.vocabulary[token_id]:
            self.failed.emit(self.tr("An unused id has no contexts."))
            return
        self._side.detail.places.clear()
        self._jobs.find_contexts(tokenizer, corpus, token_id)

    def _note_ended(self, whole: bool) -> None:
        self._side.detail.places.note_ended(whole=whole)


class VocabularyHalves(QSplitter):
    """A splitter: the token is beside the table if there is room, else below it.

    Only the window's width decides, so that the tabs stay under the pointer.
    """

    def __init__(self, table: QWidget, side: VocabularySide, parent: QWidget | None = None) -> None:
        super().__init__(_BELOW, parent)
        self._side = side
        self._is_wide: bool | None = None
        self.setChildrenCollapsible(False)
        self.addWidget(table)
        self.addWidget(side)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = 2 * event.size().width() >= 7 * CHOOSER_WIDTH
        if is_wide == self._is_wide:  # what a person made of the sizes is left
            return
        self._is_wide = is_wide
        self.setOrientation(_BESIDE if is_wide else _BELOW)
        shares = _OF_WIDTH if is_wide else _OF_HEIGHT
        self.setSizes([CHOOSER_WIDTH * share for share in shares])
        self._side.detail.arrange(tall=is_wide)
        self._side.timeline.arrange(tall=is_wide)


class VocabularyRows(QStackedWidget):
    """The table of tokens, or what to do if no token matches the filter.

    Signals:
        all_requested: remove the filter.
    """

    all_requested = Signal()

    def __init__(self, table: DataTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._none = EmptyState(self.tr("No matching tokens."), self.tr("Show all tokens"))
        self._none.action_requested.connect(self.all_requested)
        self.addWidget(table)
        self.addWidget(self._none)

    @property
    def words(self) -> str:
        """What is said instead of rows, "" while there are some."""
        return self._none.sentence if self.currentWidget() is self._none else ""

    def show_found(self, *, open_expression: bool) -> None:
        """Show the rows, or say that there are none.

        open_expression: an expression of the filter has no closing slash.
        """
        if self._table.model().rowCount():
            self.setCurrentWidget(self._table)
            return
        self._none.set_sentence(
            self.tr(
                "No matching tokens. The regular expression has no closing slash, so it "
                "contains all text after the first slash."
            )
            if open_expression
            else self.tr("No matching tokens.")
        )
        self.setCurrentWidget(self._none)


class VocabularyGrid(DataTable):
    """The table of tokens, with histograms in its head; see DataTable.

    Signals:
        condition_chosen: the condition that keeps the tokens of a bar.
    """

    condition_chosen: Signal[str] = Signal(object)

    def __init__(self, name: str, theme: Theme, model: VocabularyTable) -> None:
        self._bars = HistogramHeader(theme)
        super().__init__(name, theme, header=self._bars)
        self._bars.setFixedHeight(ROW_HEIGHT + HEIGHT)
        self._bars.bin_chosen.connect(self._choose_bin)
        self._tokens = model
        self.setModel(model)
        self.setSortingEnabled(True)
        self.sortByColumn(ID, Qt.SortOrder.AscendingOrder)
        chips = TokenChips(theme, self)
        for column, each in enumerate(COLUMNS):
            if each.cells is not None:
                self.setItemDelegateForColumn(column, chips)

    def head_tip(self, place: QPoint) -> str | None:
        """The tool tip of a bar, else of a head's words."""
        pointed = self._bars.bin_at(place)
        return super().head_tip(place) if pointed is None else self._bars.words_of(pointed)

    def _choose_bin(self, chosen: HeadBin) -> None:
        histogram = self._tokens.histogram(chosen.column)
        if histogram is not None:
            key = COLUMNS[chosen.column].condition
            self.condition_chosen.emit(histogram.condition(key, chosen.at))

    def reveal(self, row: int) -> None:
        """Scroll to a row; one that was out of sight is centred."""
        index = self.model().index(row, 0)
        is_there = self.viewport().rect().contains(self.visualRect(index).center())
        hint = DataTable.ScrollHint
        self.scrollTo(index, hint.EnsureVisible if is_there else hint.PositionAtCenter)

    def show_at_top(self, row: int | None) -> None:
        """Scroll so that a row is the first one; nothing without a row."""
        if row is not None:
            self.scrollTo(self.model().index(row, 0), DataTable.ScrollHint.PositionAtTop)


class VocabularyPane(Pane):
    """Shows the vocabulary of the open tokenizer; sets `state.inspection`.

    Signals:
        train_requested: train; there is no tokenizer yet.
    """

    train_requested = Signal()

    def __init__(
        self,
        state: WorkbenchState,
        theme: Theme,
        jobs: JobRunner,
        engine_jobs: EngineJobs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Vocabulary"), parent)
        self._state = state
        self._jobs = VocabularyJobs(jobs, engine_jobs, self)
        self._chosen: int | None = None
        self._constant_figures = constant_figures(None)
        self._begins_at: int | None = None
        self._wanted: int | None = None  # asked for before the tokens were listed
        self._untold: int | None = None  # chosen, and not shown beside the table yet
        self._telling = QTimer(self, singleShot=True, interval=TELLING_DELAY_MS)
        self._filter = VocabularyFilterBar()
        self._above = QVBoxLayout()  # of the filter, and of what asks for the name of a view
        words = (
            self.tr("tokens"), self.tr("merges"), self.tr("special tokens"),
            self.tr("incomplete UTF-8"), self.tr("unused ids"), self.tr("longest, bytes"),
        )  # fmt: skip
        self._figures = Figures(words, theme, least=1)
        self._model = VocabularyTable(theme.mono_font(), self)
        self._table = VocabularyGrid(self.tr("Vocabulary"), theme, self._model)
        self._rows = VocabularyRows(self._table)
        self._filter.lead_to(self._table)
        self.columns = VocabularyColumns(self._table, self)
        self.views = VocabularyViews(self, self._filter, self.columns, self._table, self._above)
        self._side = VocabularySide(theme, self._jobs)
        self._detail = self._side.detail
        self._search = TokenSearch(state, self._jobs, self._side, self)
        self._reporting = VocabularyReporting(state, self._jobs, self._side, self)
        self._lay_out()
        self._connect()
        self._make_actions()
        self._show_tokenizer(state.any_tokenizer)

    @property
    def model(self) -> VocabularyTable:
        """The rows on show."""
        return self._model

    @property
    def table(self) -> DataTable:
        """The table of tokens."""
        return self._table

    @property
    def detail(self) -> TokenDetail:
        """Tree and parents of the chosen token."""
        return self._detail

    @property
    def side(self) -> VocabularySide:
        """The part beside the table: the selected token, or the report."""
        return self._side

    @property
    def reporting(self) -> VocabularyReporting:
        """What is known of the vocabulary by now."""
        return self._reporting

    @property
    def figures(self) -> tuple[str, ...]:
        """Tokens shown, merges, special, partial, unused, longest; "" for a count of 0."""
        return self._figures.values()

    @property
    def chosen(self) -> int | None:
        """Id of the chosen token."""
        return self._chosen

    @property
    def filter_error(self) -> str:
        """What is wrong with the filter, "" when nothing is."""
        return self._filter.problem

    def set_filter(self, text: str) -> None:
        """Put text into the filter as if typed."""
        self._filter.set_text(text)

    def select_token(self, token_id: int) -> None:
        """Choose a token and scroll to it; takes the filter away where it hides the token."""
        if self._model.vocabulary is None:
            self._wanted = token_id
            return
        row = self._model.row_of(token_id)
        if row is None:
            self._filter.set_only("")
            row = self._model.row_of(token_id)
        if row is not None:
            self._side.show_token()
            self._table.reveal(row)
            self._table.setCurrentIndex(self._model.index(row, 0))
            self._inspect(self._model.index(row, 0))

    def sort_by(self, column: int, order: Qt.SortOrder) -> None:
        """Sort as if the head of a column had been clicked."""
        self._table.sortByColumn(column, order)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._begins_at is not None and self._chosen == self._begins_at:
            # The table had no size when it was filled.
            self._table.show_at_top(self._model.row_of(self._begins_at))

    def _lay_out(self) -> None:
        controls = HeadControls(least=0, usual=2)
        for button in (self.views.button(), self.columns.button(), self._table.copying.button()):
            controls.add(button)
        self.add_head(self._figures, controls)
        self.header.setContentsMargins(SPACE_L, SPACE_XS, SPACE_L, SPACE_XS)
        top = self._above
        top.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_XS)
        top.setSpacing(SPACE_S)
        top.addWidget(self._filter)
        content = QWidget()
        vertical(
            top,
            hairline(),
            (VocabularyHalves(self._rows, self._side), 1),
            parent=content,
            spacing=0,
        )
        self.set_content(content)
        empty = self.set_empty(
            self.tr(
                "See all tokens of a tokenizer and how each was merged. Train one, or open a "
                "run, to begin."
            ),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.train_requested)
        QWidget.setTabOrder(self._filter.last_control, self._table)

    def _connect(self) -> None:
        self._filter.changed.connect(self._apply_filter)
        self._table.condition_chosen.connect(self._filter.toggle)
        self._rows.all_requested.connect(self._filter.clear)
        self._table.selectionModel().currentRowChanged.connect(self._show_row)
        self._table.clicked.connect(self._inspect)
        self._detail.token_requested.connect(self.select_token)
        self._model.modelReset.connect(self._restore_choice)
        self._telling.timeout.connect(self._tell_later)
        self._state.any_tokenizer_changed.connect(self._show_tokenizer)
        self._reporting.changed.connect(self._apply_filter)
        self._side.report.condition_chosen.connect(self._filter.set_only)
        self._side.superwords.condition_chosen.connect(self._filter.set_only)
        self._side.report.condition_chosen.connect(self._table.scrollToTop)
        self._jobs.listed.connect(self._take_index)
        self._filter.edited.connect(self._side.report.forget_choice)
        self._side.report.failed.connect(self._tell_failure)
        self._jobs.failed.connect(self._tell_failure)
        self._search.failed.connect(self._tell_failure)

    def _make_actions(self) -> None:
        self.make_action(
            "vocabulary.filter_tokens",
            self.tr("Filter the vocabulary"),
            self._filter.focus_filter,
            keys="Ctrl+F",
            hint=self.tr("Go to the filter of the vocabulary"),
        )
        self.make_action(
            "vocabulary.clear_filter",
            self.tr("Show all tokens"),
            self._filter.clear,
            keys="Ctrl+Shift+F",
            hint=self.tr("Remove all conditions of the filter"),
        )
        self.make_action(
            "vocabulary.usual_columns", self.tr("Usual columns"), self.columns.show_usual,
            hint=self.tr("Show the default columns of the vocabulary"),
        )  # fmt: skip
        self.make_action(
            "vocabulary.find_contexts",
            self.tr("Find contexts of the token"),
            self._search.find_in_corpus,
            keys="Ctrl+Shift+C",
            hint=self.tr("Show where the corpus contains the selected token"),
        )
        self.make_action(
            "vocabulary.show_timeline",
            self.tr("Timeline of merges"),
            self._side.show_timeline,
            keys="Ctrl+Shift+T",
            hint=self.tr("Show a text as it was encoded after any merge"),
        )
        self.make_action(
            "vocabulary.show_superwords", self.tr("Superwords"), self._side.show_superwords,
            keys="Ctrl+Shift+U",
            hint=self.tr("Multi-word tokens by language, and the same size without them"),
        )  # fmt: skip
        self.make_action(
            "vocabulary.show_frequency", self.tr("Frequency of tokens"), self._side.show_frequency,
            hint=self.tr("Uses by rank and coverage of a text, for one or two tokenizers"),
        )  # fmt: skip
        self._make_timeline_actions()

    def _make_timeline_actions(self) -> None:
        timeline = self._side.timeline
        self.make_action(
            "vocabulary.next_change", self.tr("Next merge that changes the text"),
            timeline.go_to_next_change, keys="Ctrl+Right",
            hint=self.tr("Go to the next merge that changes the text"),
        )  # fmt: skip
        self.make_action(
            "vocabulary.previous_change", self.tr("Previous merge that changed the text"),
            timeline.go_to_previous_change, keys="Ctrl+Left",
            hint=self.tr("Go to the previous merge that changes the text"),
        )  # fmt: skip

    def _show_tokenizer(self, tokenizer: AnyTokenizer | None) -> None:
        self._jobs.cancel()
        self._chosen = self._wanted = None
        self._search.set_token(None)
        self._show_index(None)
        exact = None if tokenizer is None else exact_or_none(tokenizer)
        self._side.timeline.set_tokenizer(exact)
        self._side.set_library(getattr(tokenizer, "library", ""))
        if tokenizer is None:
            self.show_empty()
            return
        self.show_content()
        self.bar.clear()
        self.set_caption(self.tr("Listing the tokens…"))
        self._jobs.list_tokens(tokenizer)

    def _take_index(self, index: VocabularyIndex) -> None:
        tokenizer = self._state.any_tokenizer
        caption = ""
        if tokenizer is not None and runs_elsewhere(tokenizer):
            caption = fill(self.tr("Runs in %1, which does not tell merges"), tokenizer.library)
        self.set_caption(caption)
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
        if tokenizer is None or tokenizer.n_merges <= tokenizer.n_alphabet:
            return
        first = int(tokenizer.ranked_ids[N_BYTES + tokenizer.n_alphabet])
        row = self._model.row_of(first)
        if row is None or tokenizer is None:
            return
        self._chosen = self._begins_at = first
        self._search.set_token(first)
        self._table.setCurrentIndex(self._model.index(row, 0))
        self._table.show_at_top(row)
        self._detail.show_token(tokenizer, first)

    def _tell_failure(self, sentence: str) -> None:
        if self._model.vocabulary is None:
            self.set_caption("")
        self.bar.show_error(sentence)

    def _show_index(self, index: VocabularyIndex | None) -> None:
        self._model.show_vocabulary(index)
        self._detail.set_vocabulary(index)
        self._reporting.set_index(index)
        self._filter.set_scripts(scripts_of(index))
        self._constant_figures = constant_figures(index)
        if index is None:
            self._figures.show_values(*(["–"] * 6))

    def _apply_filter(self) -> None:
        index = self._model.vocabulary
        if index is None:
            return
        try:
            kept = filter_mask(index, self._filter.conditions, self._reporting.report)
        except FilterError as error:
            self._filter.show_problem(str(error))
            return
        self._filter.show_problem("")
        self._model.set_report(self._reporting.report)
        self._model.show_kept(kept)
        self._rows.show_found(open_expression=self._filter.open_expression)
        self.columns.set_unknown(unknown_columns(index, self._reporting.report))
        n_shown, n_all = self._model.rowCount(), index.n_tokens
        words = self.tr("tokens")
        if n_shown < n_all:
            words = fill(self.tr("of %1 tokens"), grouped(n_all))
        self._figures.set_word(0, words)
        self._figures.show_values(grouped(n_shown), *self._constant_figures)

    def _restore_choice(self) -> None:
        """Choose the same token again after rows were filtered or sorted, else the first one.

        Describing another token takes as long as the filter: the rows are painted first.
        """
        if self._chosen is not None and self._model.rowCount():
            row = self._model.row_of(self._chosen) or 0
            self._telling.start()
            self._table.setCurrentIndex(self._model.index(row, 0))

    def _show_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        tokenizer = self._state.any_tokenizer
        if not current.isValid() or tokenizer is None:
            return
        token_id = self._model.token_at(current.row())
        if token_id == self._chosen:
            return
        self._chosen = token_id
        if self._telling.isActive():
            self._untold = token_id
        else:
            self._tell_of(tokenizer, token_id)

    def _tell_later(self) -> None:
        tokenizer, token_id, self._untold = self._state.any_tokenizer, self._untold, None
        if tokenizer is not None and token_id is not None and token_id == self._chosen:
            self._tell_of(tokenizer, token_id)

    def _tell_of(self, tokenizer: AnyTokenizer, token_id: int) -> None:
        """Show tree, uses and facts of the chosen token."""
        self._search.set_token(token_id)
        self._detail.show_token(tokenizer, token_id)
        self._state.inspect(inspection_of(tokenizer, token_id))

    def _inspect(self, index: QModelIndex) -> None:
        tokenizer = self._state.any_tokenizer
        if tokenizer is not None:
            self._state.inspect(inspection_of(tokenizer, self._model.token_at(index.row())))
