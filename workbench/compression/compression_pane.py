"""The Compression pane: how well the tokenizer compresses each language, beside other tokenizers.

Read `CompressionPane` first. `LossTabs` switches between compression and loss, `LanguageFilter` is
the row of filters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import is_
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QStackedWidget, QTabBar, QWidget

from workbench.compression.comparison_view import ComparisonView
from workbench.compression.evaluation_choice import EvaluationChoice
from workbench.compression.live_compression import CompressionRow, LiveCompression, rows_of_training
from workbench.signals import Signal
from workbench.state import Inspection, WorkbenchState
from workbench.text.numbers import ratio
from workbench.text.placeholders import fill
from workbench.ui.languages.comparison_values import ComparisonValues, LanguageRow
from workbench.ui.theme.theme import (
    CONTROL_HEIGHT,
    SEARCH_WIDTH,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    Theme,
)
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import hairline, label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.metric_words import caption_of, problem_words, texts_words
from workbench.ui.words.translation import counted
from workbench.work.comparison import TRAINING_SAMPLE, Comparison, Measured
from workbench.work.runs.search import run_titles
from workbench.work.tokenizer_files import is_tokenizer_path

if TYPE_CHECKING:
    from engine import TrainingProgress
    from engine.evaluation import Evaluation
    from workbench.compression.comparison_view import ViewChoice
    from workbench.compression.loss_view import LossView
    from workbench.store import RunSummary

COMPRESSION, LOSS = range(2)

LATER_MS = 30


class LossTabs(QWidget):
    """Two tabs over the same texts and tokenizers: compression and loss.

    `compression` is the widget of the first tab, `loss` that of the second, which is built when it
    is first shown or asked for. `choice`, beside the tabs, has the texts and tokenizers.

    Signals:
        tab_changed: COMPRESSION or LOSS.
    """

    tab_changed: Signal[int] = Signal(object)

    def __init__(
        self, compression: QWidget, choice: QWidget, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._loss: LossView | None = None
        self._waiting: list[Callable[[LossView], object]] = []
        self._tabs = QTabBar(drawBase=False)
        self._tabs.setAccessibleName(self.tr("View"))
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget()
        self._companions: list[QWidget] = []
        for word in (self.tr("Compression"), self.tr("Loss")):
            self._tabs.addTab(word)
        self._pages.addWidget(compression)
        tabs = horizontal(margins=(SPACE_M, 0, SPACE_L, 0), spacing=SPACE_L)
        tabs.addStrut(CONTROL_HEIGHT + SPACE_XS)  # the choice leaves during a training
        tabs.addWidget(self._tabs, 0, Qt.AlignmentFlag.AlignBottom)
        tabs.addWidget(choice, 1, Qt.AlignmentFlag.AlignTop)
        column = vertical(tabs, hairline(), parent=self, spacing=0)
        self._pages.setContentsMargins(0, SPACE_S, 0, 0)
        column.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._follow)

    @property
    def tab(self) -> int:
        """COMPRESSION or LOSS."""
        return self._tabs.currentIndex()

    @property
    def loss(self) -> LossView:
        """The widget of the second tab."""
        if self._loss is None:
            from workbench.compression.loss_view import LossView

            self._loss = LossView(self._theme)
            self._pages.addWidget(self._loss)
            waiting, self._waiting = self._waiting, []
            for connect in waiting:
                connect(self._loss)
        return self._loss

    def when_loss_built(self, connect: Callable[[LossView], object]) -> None:
        """Call `connect` with the widget of the second tab, once it is built."""
        if self._loss is None:
            self._waiting.append(connect)
        else:
            connect(self._loss)

    def show_tab(self, tab: int) -> None:
        """Bring a tab to the front."""
        self._tabs.setCurrentIndex(tab)

    def add_companion(self, companion: QWidget) -> None:
        """Show a widget elsewhere, such as a filter, only while the first tab is in front."""
        self._companions.append(companion)

    def show_loss(self) -> None:
        """Bring loss to the front."""
        self.show_tab(LOSS)

    def measure_ngrams(self) -> None:
        """Bring loss to the front and ask for the n-grams."""
        self.show_loss()
        self.loss.measuring_requested.emit()

    def ask_losses(self) -> None:
        """Bring loss to the front and let the person choose tables."""
        self.show_loss()
        self.loss.ask_files()

    def _follow(self, tab: int) -> None:
        if tab == LOSS:
            self._pages.setCurrentWidget(self.loss)
        else:
            self._pages.setCurrentIndex(tab)
        for companion in self._companions:
            companion.setVisible(tab == COMPRESSION)
        self.tab_changed.emit(tab)


class LanguageFilter(QWidget):
    """A row of filters: text, script, and languages with a red flag.

    Signals:
        words_changed: str.    script_changed: English name, "" for all.    flags_changed: bool.
    """

    words_changed: Signal[str] = Signal(object)
    script_changed: Signal[str] = Signal(object)
    flags_changed: Signal[bool] = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search = QLineEdit(placeholderText=self.tr("Filter languages"))
        self._search.setMaximumWidth(SEARCH_WIDTH)
        words = self._search.fontMetrics().horizontalAdvance(self._search.placeholderText())
        self._search.setMinimumWidth(min(words + 2 * SPACE_L, SEARCH_WIDTH))
        self._search.setClearButtonEnabled(True)
        self._search.setAccessibleName(self._search.placeholderText())
        self._search.textChanged.connect(self._tell_words)
        self._script = QComboBox()
        self._script.setAccessibleName(self.tr("Script"))
        self._script.currentIndexChanged.connect(self._tell_script)
        self._only_flags = QCheckBox(self.tr("Only warnings"))
        self._only_flags.setToolTip(
            self.tr(
                "Texts that do not decode exactly, languages with a high premium, unusually "
                "short tokens."
            )
        )
        self._only_flags.toggled.connect(self._tell_flags)
        horizontal(self._only_flags, self._script, self._search, parent=self, spacing=SPACE_M)
        self.set_scripts(())

    @property
    def script(self) -> str:
        """The chosen script, "" for all."""
        return self._script.currentData() or ""

    @property
    def scripts(self) -> tuple[str, ...]:
        """The scripts that are offered."""
        return tuple(self._script.itemData(place) for place in range(1, self._script.count()))

    def set_words(self, words: str) -> None:
        self._search.setText(words)

    def set_script(self, script: str) -> None:
        """Show languages of one script, by its English word; "" for all."""
        self._script.setCurrentIndex(max(0, self._script.findData(script)))

    def set_only_flags(self, only: bool) -> None:
        self._only_flags.setChecked(only)

    def clear(self) -> None:
        """Show all languages."""
        self.set_words("")
        self.set_script("")
        self.set_only_flags(False)

    def set_scripts(self, scripts: Iterable[str]) -> None:
        """Offer these scripts; the chosen one stays chosen where it is among them."""
        wanted = tuple(sorted(scripts))
        if self._script.count() and wanted == self.scripts:
            return
        chosen = self.script
        self._script.clear()
        self._script.addItem(self.tr("All scripts"), "")
        for script in wanted:
            self._script.addItem(script, script)
        self.set_script(chosen)

    def show_controls(self, *, words: bool, others: bool) -> None:
        """Show what can be filtered by just now."""
        self._search.setVisible(words)
        self._script.setVisible(others)
        self._only_flags.setVisible(others)

    def _tell_words(self, words: str) -> None:
        self.words_changed.emit(words)

    def _tell_flags(self, only: bool) -> None:
        self.flags_changed.emit(only)

    def _tell_script(self) -> None:
        self.script_changed.emit(self.script)


class CompressionPane(Pane):
    """Live figures while a training runs; afterwards the results and what to compare.

    `choice` has texts and baselines, `filters` the languages on show, `view` the results.

    Signals:
        training_requested: train; there is no tokenizer yet.
        evaluation_requested: measure the open tokenizer and its baselines on the test texts.
        choice_changed: ViewChoice, to be remembered.
    """

    training_requested = Signal()
    evaluation_requested = Signal()
    choice_changed: Signal[ViewChoice] = Signal(object)

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Compression"), parent)
        self._state = state
        self._is_live = self._is_busy = False
        self._newest: TrainingProgress | None = None
        self._shown: tuple[object, ...] | None = None
        self._language: Inspection | None = None
        self._caption_of_compression = ""
        self._later = QTimer(self, singleShot=True, interval=LATER_MS)
        self._later.timeout.connect(self._show_stored)
        self._run_names: dict[str, str] = {}
        self._problems_notice = 0
        self.choice = EvaluationChoice()
        self.view = ComparisonView(theme)
        self.live = LiveCompression(theme)
        self._parts = QStackedWidget()
        self._parts.addWidget(self.live)
        self._parts.addWidget(self.view)
        self._unmeasured = EmptyState(
            self.tr("Not measured yet. Choose test texts above, then evaluate."),
            self.tr("Evaluate"),
        )
        self._parts.addWidget(self._unmeasured)
        self.tabs = LossTabs(self._parts, self.choice, theme)
        self._number = label("", "big")
        self._number_words = label(self.tr("bytes per token, training corpus"), "caption")
        self.filters = LanguageFilter()
        self._make_actions()
        self._lay_out()
        self._connect()
        self._show_stored()

    def primary_action(self) -> QAction:
        return self._evaluate

    @property
    def shown_rows(self) -> tuple[CompressionRow | LanguageRow, ...]:
        """The rows in the order and choice in which they stand on the screen."""
        if self._parts.currentWidget() is self.view:
            return self.view.table.shown.shown_rows()
        return self.live.shown_rows

    def filter(self, words: str) -> None:
        """Show only the labels whose row holds the words."""
        self.filters.set_words(words)

    def choose(self, chosen: str) -> None:
        """Choose a label's row."""
        shows_comparison = self._parts.currentWidget() is self.view
        (self.view.table if shows_comparison else self.live).choose(chosen)

    def set_caption(self, text: str) -> None:
        """Say it while Compression is in front; Loss is measured otherwise and says how itself."""
        self._caption_of_compression = text
        if self.tabs.tab == LOSS:
            text = self.tr("What a language model pays for the same text, whatever its tokens")
        super().set_caption(text)

    def set_runs(self, runs: tuple[RunSummary, ...]) -> None:
        """Offer these runs as baselines."""
        self._run_names = run_titles(runs)
        self.choice.set_runs(runs)

    # ---- while a training or an evaluation runs

    def note_started(self) -> None:
        self._is_live = True
        self._newest = self._shown = None
        self.set_caption(self.tr("Live, over the training corpus; not comparable between scripts"))
        self._show_action()

    def note_progress(self, values: tuple[TrainingProgress, ...]) -> None:
        """Change the numbers in place; the order follows once a second, never under the pointer."""
        self._newest = values[-1]
        if self.isVisible():
            self._show_newest()

    def note_ended(self, _outcome: object = None) -> None:
        """The training is over, well or not; what is stored is shown again."""
        self._is_live = False
        self._note_stored()

    def note_busy(self, is_busy: bool) -> None:
        """An evaluation was asked for, or is over."""
        self._is_busy = is_busy
        self._shown = None
        self._show_stored()
        if is_busy:
            self.bar.clear()
            words = self.tr("Measuring on %1…")
            name = texts_words(self._state.evaluation_texts.name)
            self.set_caption(fill(words, name))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._later.isActive():
            self._show_stored()
        self._show_newest()

    def drop_words(self, paths: Sequence[Path]) -> str:
        if all(is_tokenizer_path(path) for path in paths):
            return self.tr("Add as a baseline of the open tokenizer")
        return self.tr("Measure on these texts")

    def accept_drop(self, paths: Sequence[Path]) -> bool:
        self.choice.take_dropped(paths)
        return True

    @property
    def is_due(self) -> bool:
        """True while another run is open and waits to be shown, out of sight."""
        return self._later.isActive()

    # ---- inside

    def _show_newest(self) -> None:
        newest = self._newest
        if newest is None or not self._is_live:
            return
        is_known = newest.merges_done > 0  # before that there is a token for each byte
        pairs = zip(newest.source_labels, newest.source_bytes_per_token, strict=True)
        rows = tuple(
            CompressionRow(name, value) for name, value in pairs if is_known and value == value
        )
        self._number.setText(ratio(newest.bytes_per_token if is_known else None))
        self._show_part(self.live)
        self.live.set_rows(rows, is_live=True)

    def _inspect(self, inspection: Inspection) -> None:
        """Out of sight a new evaluation selects its row again, and the inspector is another's."""
        self._language = inspection
        if self.isVisible() and self.tabs.tab == COMPRESSION:
            self._state.inspect(inspection)

    def _forget_language(self, _run_id: object) -> None:
        self._language = None

    def _follow_tab(self, tab: int) -> None:
        """Loss selects no language: it leaves the inspector, and comes back with its tab."""
        self.set_caption(self._caption_of_compression)
        if self.isVisible():
            self._state.inspect(self._language if tab == COMPRESSION else None)

    def _note_stored(self, _changed: object = None) -> None:
        """Another run is open: shown at once, or out of sight when the others have taken it."""
        if self.isVisible():
            self._show_stored()
        else:
            self._show_action()
            self._later.start()

    def _show_stored(self) -> None:
        """Show the comparison of the open run, its evaluation, or its training record."""
        self._later.stop()
        self._show_action()
        evaluation, tokenizer = self._state.evaluation, self._state.any_tokenizer
        stored = self._state.comparison
        is_of_open = stored is not None and stored.measured[0].evaluation is evaluation
        wanted = (evaluation, tokenizer, stored if is_of_open else None)
        # Several may change in one step. Equal tokenizers may have different training records.
        if self._is_live or _are_same(wanted, self._shown):
            return
        self._shown = wanted
        self.bar.end(self._problems_notice)  # it is about the comparison on show until now
        comparison = stored if is_of_open else self._of_evaluation(evaluation)
        if comparison is not None:
            self._show_comparison(comparison)
        elif tokenizer is not None and tokenizer.training is not None:
            rows = rows_of_training(tokenizer.training)
            self._number.setText(ratio(tokenizer.training.bytes_per_token()))
            self._show_part(self.live)
            self.live.set_rows(rows, is_live=False)
            words = counted(
                "CompressionPane",
                "1 label, from the training record",
                "%1 labels, from the training record",
                len(rows),
            )
            self.set_caption(words)
        else:
            self._show_part(None if tokenizer is None else self._unmeasured)

    def _of_evaluation(self, evaluation: Evaluation | None) -> Comparison | None:
        """An evaluation by itself, as it is there after a training."""
        if evaluation is None or not evaluation.rows:
            return None
        run_id = self._state.run_id
        usual = self._state.tokenizer_name or self.tr("open run")
        name = self._run_names.get(run_id or "", usual)
        return Comparison(TRAINING_SAMPLE, run_id, (Measured(name, evaluation),))

    def _show_comparison(self, comparison: Comparison) -> None:
        values = ComparisonValues(comparison)
        self.filters.set_scripts({row.script for row in values.rows if row.script})
        self._show_part(self.view)
        self.view.set_values(values, self._state.any_tokenizer)
        self.set_caption(caption_of(comparison))
        if comparison.problems:
            self._problems_notice = self.bar.show_warning(problem_words(comparison.problems))

    def _show_part(self, part: QWidget | None) -> None:
        """Bring live table or comparison to the front with its controls; None for neither."""
        has_rows = part is not None and part is not self._unmeasured
        self.filters.show_controls(words=has_rows, others=part is self.view)
        for words in (self._number, self._number_words):
            words.setVisible(part is self.live)
        self.choice.setVisible(part is not None and not self._is_live)
        if part is None:
            self.show_empty()
            self.set_caption("")
            return
        if part is self._unmeasured:
            self.set_caption("")
        self._parts.setCurrentWidget(part)
        self.show_content()

    def _show_action(self, _changed: object = None) -> None:
        state = self._state
        has_texts = state.corpus is not None or bool(state.evaluation_texts.paths)
        possible = state.any_tokenizer is not None and has_texts
        self._evaluate.setEnabled(possible and not self._is_live and not self._is_busy)
        self._evaluate.setStatusTip("" if possible else self.tr("needs a run and texts"))
        self.choice.show_texts(state.evaluation_texts)
        self.choice.show_baselines(state.baselines, state.run_id)

    def _make_actions(self) -> None:
        hint = self.tr("Measures the open tokenizer and its baselines on the chosen texts.")
        self._evaluate = self.make_action(
            "compression.evaluate", self.tr("Evaluate"), self.evaluation_requested.emit,
            hint=hint,
        )  # fmt: skip
        for name, words, slot in (
            ("measure_files", self.tr("Measure on files"), self.choice.ask_files),
            ("measure_folder", self.tr("Measure on a folder"), self.choice.ask_folder),
            ("add_baseline", self.tr("Add tokenizer file as baseline"),
             self.choice.ask_tokenizers),
            ("show_loss", self.tr("Show loss"), self.tabs.show_loss),
            ("measure_ngrams", self.tr("Measure n-grams"), self.tabs.measure_ngrams),
            ("open_losses", self.tr("Open losses per token"), self.tabs.ask_losses),
        ):  # fmt: skip
            self.make_action(f"compression.{name}", words, slot)

    def _lay_out(self) -> None:
        self.header.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_XS)
        self.header.addWidget(self.filters)
        self._evaluate_button = ActionButton(self._evaluate)
        self.header.addWidget(self._evaluate_button)
        self.add_number(self._number, self._number_words)
        self.set_content(self.tabs)
        empty = self.set_empty(
            self.tr("Premium and bytes per token of each language."),
            self.tr("Train a tokenizer"),
        )
        empty.action_requested.connect(self.training_requested)
        self._unmeasured.action_requested.connect(self._evaluate.trigger)
        self.view.why.evaluation_requested.connect(self._evaluate.trigger)

    def _connect(self) -> None:
        filters, shown = self.filters, self.view.table.shown
        for companion in (filters, self._evaluate_button):
            self.tabs.add_companion(companion)
        filters.words_changed.connect(self.live.filter)
        filters.words_changed.connect(shown.set_words)
        filters.script_changed.connect(shown.set_script)
        filters.flags_changed.connect(shown.set_only_flags)
        for filtered in (filters.words_changed, filters.script_changed, filters.flags_changed):
            filtered.connect(self.view.draw)
        for part in (self.live, self.view):
            part.inspection_requested.connect(self._inspect)
        self.tabs.tab_changed.connect(self._follow_tab)
        self.view.choice_changed.connect(self.choice_changed)
        self.view.filter_reset_requested.connect(filters.clear)
        state = self._state
        for changed in (state.corpus_changed, state.evaluation_texts_changed,
                        state.baselines_changed, state.run_id_changed):  # fmt: skip
            changed.connect(self._show_action)
        state.run_id_changed.connect(self._forget_language)
        for stored in (
            state.evaluation_changed,
            state.any_tokenizer_changed,
            state.comparison_changed,
        ):
            stored.connect(self._note_stored)


def _are_same(wanted: tuple[object, ...], shown: tuple[object, ...] | None) -> bool:
    """Whether these objects are on show, not just equal ones."""
    return shown is not None and all(map(is_, wanted, shown))
