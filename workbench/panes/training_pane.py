"""TrainingPane: settings at the left; phases, charts and the live table of merges at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.errors import ConfigError
from engine.progress import Phase
from workbench.mixture_words import mixture_words
from workbench.models.merge_table import MergeRow
from workbench.numbers import byte_size, grouped
from workbench.parts.training_form import TrainingForm
from workbench.parts.training_results import TrainingResults
from workbench.parts.training_words import (
    bytes_of_text,
    closing_words,
    merge_inspection,
    settings_words,
)
from workbench.reading_words import ReadingPlan, reading_words
from workbench.recording_progress import TrainingReport, expected_memory
from workbench.state import (
    Failure,
    TrainingRequest,
    WorkbenchState,
)
from workbench.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.training_settings import TrainingSettings
from workbench.widgets.action_button import ActionButton
from workbench.widgets.labels import ElidedLabel, hairline, label
from workbench.widgets.pane import Pane

if TYPE_CHECKING:
    from engine import Tokenizer, TrainingProgress

MAX_PATTERN_SHOWN = 20


class TrainingPane(Pane):
    """Trains the current corpus with the current pattern.

    Signals:
        training_requested: a TrainingRequest; the settings are sound.
        pause_requested, resume_requested, keep_requested, cancel_requested: for the running
            training; keep ends it with what is merged so far.
        corpus_requested: there is no corpus and the person wants to choose one.
        settings_changed: the TrainingConfig of the next training, None while it is wrong.
    """

    training_requested = Signal(object)
    settings_changed = Signal(object)
    pause_requested = Signal()
    resume_requested = Signal()
    keep_requested = Signal()
    cancel_requested = Signal()
    corpus_requested = Signal()

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Train"), parent)
        self._state = state
        self._is_running = self._is_paused = self._is_reading = False
        self._is_merging = self._is_keeping = self._shows_form = False
        self._report: TrainingReport | None = None
        self._pattern_asked = state.pattern
        self._reads = label("", "caption", wrap=True)
        self._trained_on = ""  # what the running training works with
        self.form = TrainingForm(theme)
        self.results = TrainingResults(theme)
        self._summary = ElidedLabel("", "")
        self._make_actions()
        self._lay_out()
        self.bar.action_requested.connect(self.corpus_requested)
        self.form.changed.connect(self._check)
        self.results.corpus_requested.connect(self.corpus_requested)
        self.results.merge_chosen.connect(self._inspect_merge)
        state.corpus_changed.connect(self._show_corpus)
        state.mixture_changed.connect(self._show_corpus)
        state.pattern_changed.connect(self._show_corpus)
        state.pattern_changed.connect(self._check)
        state.tokenizer_changed.connect(self._show_tokenizer)
        state.training_settings_changed.connect(self.take_settings)
        self.form.take(state.training_settings)
        self._check()
        self._show_corpus()
        self._show_tokenizer(state.tokenizer)

    @property
    def settings(self) -> TrainingSettings:
        """What the form says; while it is wrong, what it said before."""
        return self._state.training_settings

    def take_settings(self, settings: TrainingSettings) -> None:
        """Fill the form, from a stored run or from what it said before; the pattern stays."""
        self.form.take(settings)
        self._state.set_training_settings(settings)

    @property
    def is_running(self) -> bool:
        return self._is_running

    def primary_action(self) -> QAction:
        return self._train

    def request_training(self) -> None:
        """Check the settings and ask for a training with them."""
        self.bar.clear()
        if self._state.corpus is None:
            self.bar.show_error(
                self.tr("There is no corpus to train on."), action=self.tr("Choose a corpus")
            )
        elif self.form.check(self._state.pattern):
            config = self.form.config(self._state.pattern)
            self._pattern_asked = config.pattern
            self.training_requested.emit(TrainingRequest(config, self.form.run_name))

    def note_reading(self, is_reading: bool) -> None:
        """A corpus is being read, or waits to be: nobody needs to choose one."""
        self._is_reading = is_reading
        self._show_corpus()

    def show_plan(self, plan: ReadingPlan | None) -> None:
        """Say what the next training reads again."""
        self._reads.setText(reading_words(plan))
        self._reads.setVisible(bool(self._reads.text()))

    @property
    def reads(self) -> str:
        """What the next training reads again, in words."""
        return self._reads.text()

    def announce_settings(self) -> None:
        """Tell the settings as they stand, to whoever came late."""
        self._check()

    def note_preparing(self, words: str) -> None:
        """The training waits for something, such as the engine's first start."""
        self._is_running = True
        focused = QApplication.focusWidget()
        if focused is not None and self.form.isAncestorOf(focused):
            self.setFocus()  # the form is about to be disabled; the focus stays in the pane
        self._report = None
        self._is_merging = self._is_keeping = self._shows_form = False
        self._pattern_asked = self._pattern_asked or self._state.pattern
        self._summary.setText(self._settings_in_words())
        self.results.begin(words)
        self._show_state()

    def note_started(self) -> None:
        self.note_preparing(self.tr("Starting"))
        self._trained_on = self._ingredients(self._pattern_asked)
        self._show_corpus()

    def note_progress(self, values: tuple[TrainingProgress, ...]) -> None:
        newest = values[-1]
        is_merging = newest.phase is Phase.COMPUTE_MERGES and newest.merges_done > 0
        if is_merging != self._is_merging:
            self._is_merging = is_merging
            self._show_state()
        self.results.add(values)

    def note_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self._show_state()

    def note_report(self, report: TrainingReport) -> None:
        """How the training went that is about to be finished."""
        self._report = report

    def note_finished(self, _run_id: object = None) -> None:
        words = closing_words(self._report) if self._report else self.tr("Finished and stored")
        self._end(words, finished=True)

    def note_cancelled(self) -> None:
        self._end(self.tr("Cancelled"), finished=False)

    def note_failed(self, failure: Failure) -> None:
        """Show what failed at its field, or in the bar."""
        self._end(self.tr("Failed"), finished=False)
        error = failure.error
        if not (isinstance(error, ConfigError) and self.form.show_error(error)):
            self.bar.show_error(failure.words)

    def _end(self, words: str, *, finished: bool) -> None:
        self._is_running = self._is_paused = self._is_merging = self._is_keeping = False
        self._trained_on = ""
        elapsed_s = self._report.elapsed_s if self._report else None
        self.results.end(words, finished=finished, elapsed_s=elapsed_s)
        self._show_state()
        self._show_corpus()

    def _show_state(self) -> None:
        running = self._is_running
        self._train.setEnabled(not running)
        self._train.setStatusTip(self.tr("a training is running") if running else "")
        self._pause.setEnabled(running and not self._is_keeping)
        self._pause.setText(self.tr("Resume") if self._is_paused else self.tr("Pause"))
        self._keep.setEnabled(self._is_merging and not self._is_keeping)
        reason = self.tr("there is no merge to keep yet, or there are all")
        self._keep.setStatusTip("" if self._keep.isEnabled() else reason)
        self._cancel.setEnabled(running)
        self.form.setEnabled(not running)
        self._side.setVisible(not running or self._shows_form)
        self._strip.setVisible(running)
        self._settings_button.setText(
            self.tr("Hide settings") if self._shows_form else self.tr("Show settings")
        )

    def _settings_in_words(self) -> str:
        pattern = self._pattern_asked
        shown = pattern if len(pattern) <= MAX_PATTERN_SHOWN else self.tr("of your own")
        return settings_words(self.settings.config(pattern), shown)

    def _unfold(self) -> None:
        """Show the settings of the running training, or fold them again."""
        self._shows_form = not self._shows_form
        self._show_state()

    def _ask_keep(self) -> None:
        self._is_keeping = True
        self._show_state()
        self.keep_requested.emit()

    def _toggle_follow(self) -> None:
        """Let the charts and the merges follow the training, or hold them where they are."""
        follows = not (self.results.charts.deck.follows and self.results.stream.follows)
        self.results.charts.deck.follow(follows)
        self.results.stream.follow(follows)

    def _show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        if not self._is_running:
            self.results.show_tokenizer(tokenizer)
            self._show_state()

    def _show_corpus(self) -> None:
        """Say what is trained on now; else what a training would take, whatever run is open."""
        self.results.note_corpus(self._state.corpus is not None, is_reading=self._is_reading)
        self._show_need()
        if self._trained_on:
            self.set_caption(self.tr("Training on %1").replace("%1", self._trained_on))
        else:
            words = self._ingredients(self._state.pattern)
            self.set_caption(self.tr("Next training: %1").replace("%1", words))

    def _ingredients(self, pattern: str) -> str:
        """Return the corpus and a pattern in words."""
        corpus = self._state.corpus
        if corpus is None:
            unread, none = self.tr("corpus not read yet"), self.tr("no corpus yet")
            words = unread if self._is_reading else none
        else:
            n, n_bytes = len(corpus.sources), bytes_of_text(corpus, self._state.sources)
            words = self.tr("1 source, %2") if n == 1 else self.tr("%1 sources, %2")
            words = words.replace("%1", grouped(n)).replace("%2", byte_size(n_bytes))
        shown = pattern if len(pattern) <= MAX_PATTERN_SHOWN else self.tr("of your own")
        words = self.tr("%1, pattern %2").replace("%1", words).replace("%2", shown)
        mixture = self._state.mixture
        if mixture is None:
            return words
        return self.tr("%1, mixture: %2").replace("%1", words).replace("%2", mixture_words(mixture))

    def _inspect_merge(self, merge: MergeRow) -> None:
        self._state.inspect(merge_inspection(merge))

    def _ask_pause(self) -> None:
        (self.resume_requested if self._is_paused else self.pause_requested).emit()

    def _check(self, _changed: object = None) -> None:
        pattern = self._state.pattern
        is_right = self.form.check(pattern)
        if is_right:
            self._state.set_training_settings(self.form.settings())
        self._show_need()
        self.settings_changed.emit(self.form.config(pattern) if is_right else None)

    def _show_need(self) -> None:
        """Say how much memory the next training is expected to take."""
        corpus = self._state.corpus
        if self._is_running:
            return
        try:
            config = self.settings.config(self._state.pattern)
        except ConfigError:
            return
        need = None if corpus is None else expected_memory(corpus, config.n_merges)
        self.results.memory.set_need(need)

    def _make_actions(self) -> None:
        self._train = self.make_action(
            "train.start", self.tr("Train"), self.request_training, keys="Ctrl+Return",
            hint=self.tr("Train a tokenizer on the corpus (Ctrl+Return)"),
        )  # fmt: skip
        # From everywhere: it is the next step from most workspaces.
        self._train.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self._pause = self.make_action(
            "train.pause", self.tr("Pause"), self._ask_pause,
            hint=self.tr("Hold the training; its time and estimate stand still meanwhile"),
        )  # fmt: skip
        self._keep = self.make_action(
            "train.keep", self.tr("Stop and keep"), self._ask_keep,
            hint=self.tr(
                "Stop merging: what is merged so far becomes a whole tokenizer, as if its size "
                "had been asked for"
            ),
        )  # fmt: skip
        self._cancel = self.make_action(
            "train.cancel", self.tr("Cancel"), self._ask_cancel,
            hint=self.tr("Stop the training; nothing of it is kept"),
        )  # fmt: skip
        self.make_action(
            "train.follow", self.tr("Follow the training"), self._toggle_follow, keys="Ctrl+E",
            hint=self.tr("Charts and merges keep showing the newest, or stay where they are"),
        )  # fmt: skip
        self.make_action(
            "train.find_merge", self.tr("Find merge"), self.results.stream.focus_search,
            keys="Ctrl+F", hint=self.tr("Look for text or bytes in the tokens that are merged"),
        )  # fmt: skip

    def _ask_cancel(self) -> None:
        self.cancel_requested.emit()

    def _lay_out(self) -> None:
        self.add_number(self.results.number, self.results.number_words)
        self._lay_out_side()
        self._lay_out_strip()
        live = QVBoxLayout()
        live.setContentsMargins(0, 0, 0, 0)
        live.setSpacing(0)
        live.addWidget(self._strip)
        live.addWidget(self.results, 1)
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._side)
        row.addLayout(live, 1)
        self.set_content(content)

    def _lay_out_side(self) -> None:
        """The form with the button that begins, at the left while nothing runs."""
        fields = QWidget()
        column = QVBoxLayout(fields)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        column.addWidget(self.form)
        column.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(fields)
        self._reads.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, 0)
        self._reads.hide()
        button = QHBoxLayout()
        button.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        button.addWidget(ActionButton(self._train), 1)
        inner = QVBoxLayout()
        inner.setSpacing(0)
        inner.addWidget(scroll, 1)
        inner.addWidget(hairline())
        inner.addWidget(self._reads)
        inner.addLayout(button)
        self._side = QWidget()
        self._side.setFixedWidth(FORM_WIDTH)
        row = QHBoxLayout(self._side)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(inner, 1)
        row.addWidget(hairline(vertical=True))

    def _lay_out_strip(self) -> None:
        """What is trained in one line, and what can be done with it, while it runs."""
        self._strip = QWidget()
        row = QHBoxLayout(self._strip)
        row.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        row.setSpacing(SPACE_S)
        row.addWidget(self._summary, 1)
        self._settings_button = QPushButton()
        self._settings_button.setProperty("kind", "quiet")
        self._settings_button.clicked.connect(self._unfold)
        row.addWidget(self._settings_button)
        for action in (self._pause, self._keep, self._cancel):
            row.addWidget(ActionButton(action))
