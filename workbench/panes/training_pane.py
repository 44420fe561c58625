"""TrainingPane: settings at the left; phases, charts and the live table of merges at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine.errors import ConfigError
from workbench.mixture_words import mixture_words
from workbench.models.merge_table import MergeRow
from workbench.numbers import byte_size, grouped
from workbench.parts.training_form import TrainingForm
from workbench.parts.training_results import TrainingResults
from workbench.reading_words import ReadingPlan, reading_words
from workbench.state import (
    Fact,
    Failure,
    Inspection,
    SourceEntry,
    TrainingRequest,
    WorkbenchState,
)
from workbench.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.training_settings import TrainingSettings
from workbench.visible_text import hex_of, visible
from workbench.widgets.action_button import ActionButton
from workbench.widgets.labels import hairline, label
from workbench.widgets.pane import Pane

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer, TrainingProgress

MAX_PATTERN_SHOWN = 20


class TrainingPane(Pane):
    """Trains the current corpus with the current pattern.

    Signals:
        training_requested: a TrainingRequest; the settings are sound.
        pause_requested, resume_requested, cancel_requested: for the running training.
        corpus_requested: there is no corpus and the person wants to choose one.
        settings_changed: the TrainingConfig of the next training, None while it is wrong.
    """

    training_requested = Signal(object)
    settings_changed = Signal(object)
    pause_requested = Signal()
    resume_requested = Signal()
    cancel_requested = Signal()
    corpus_requested = Signal()

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Train"), parent)
        self._state = state
        self._is_running = self._is_paused = self._is_reading = False
        self._pattern_asked = state.pattern
        self._reads = label("", "caption", wrap=True)
        self._trained_on = ""  # what the running training works with
        self.form = TrainingForm(theme)
        self.results = TrainingResults(theme)
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
        self.results.begin(words)
        self._show_state()

    def note_started(self) -> None:
        self.note_preparing(self.tr("Starting"))
        self._trained_on = self._ingredients(self._pattern_asked)
        self._show_corpus()

    def note_progress(self, values: tuple[TrainingProgress, ...]) -> None:
        self.results.add(values)

    def note_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self._show_state()

    def note_finished(self, _run_id: object = None) -> None:
        self._end(self.tr("Finished and stored"), finished=True)

    def note_cancelled(self) -> None:
        self._end(self.tr("Cancelled"), finished=False)

    def note_failed(self, failure: Failure) -> None:
        """Show what failed at its field, or in the bar."""
        self._end(self.tr("Failed"), finished=False)
        error = failure.error
        if not (isinstance(error, ConfigError) and self.form.show_error(error)):
            self.bar.show_error(failure.words)

    def _end(self, words: str, *, finished: bool) -> None:
        self._is_running = self._is_paused = False
        self._trained_on = ""
        self.results.end(words, finished=finished)
        self._show_state()
        self._show_corpus()

    def _show_state(self) -> None:
        running = self._is_running
        self._train.setEnabled(not running)
        self._train.setStatusTip(self.tr("a training is running") if running else "")
        self._pause.setEnabled(running)
        self._pause.setText(self.tr("Resume") if self._is_paused else self.tr("Pause"))
        self._cancel.setEnabled(running)
        self.form.setEnabled(not running)

    def _show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        if not self._is_running:
            self.results.show_tokenizer(tokenizer)
            self._show_state()

    def _show_corpus(self) -> None:
        """Say what is trained on now; else what a training would take, whatever run is open."""
        self.results.note_corpus(self._state.corpus is not None, is_reading=self._is_reading)
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
            n, n_bytes = len(corpus.sources), _bytes_of_text(corpus, self._state.sources)
            words = self.tr("1 source, %2") if n == 1 else self.tr("%1 sources, %2")
            words = words.replace("%1", grouped(n)).replace("%2", byte_size(n_bytes))
        shown = pattern if len(pattern) <= MAX_PATTERN_SHOWN else self.tr("of your own")
        words = self.tr("%1, pattern %2").replace("%1", words).replace("%2", shown)
        mixture = self._state.mixture
        if mixture is None:
            return words
        return self.tr("%1, mixture: %2").replace("%1", words).replace("%2", mixture_words(mixture))

    def _inspect_merge(self, merge: MergeRow) -> None:
        token = merge.left_bytes + merge.right_bytes
        facts = [
            Fact(self.tr("Rank"), grouped(merge.rank)),
            Fact(self.tr("Token id"), str(merge.token_id), mono=True),
            Fact(self.tr("Left"), f"{visible(merge.left_bytes)}  ({merge.left})", mono=True),
            Fact(self.tr("Right"), f"{visible(merge.right_bytes)}  ({merge.right})", mono=True),
            Fact(self.tr("Bytes"), hex_of(token), mono=True),
        ]
        if merge.count is not None:
            facts.append(Fact(self.tr("Count"), grouped(merge.count)))
        self._state.inspect(
            Inspection(self.tr("Merge"), visible(token), tuple(facts), mono_title=True)
        )

    def _ask_pause(self) -> None:
        (self.resume_requested if self._is_paused else self.pause_requested).emit()

    def _check(self, _changed: object = None) -> None:
        pattern = self._state.pattern
        is_right = self.form.check(pattern)
        if is_right:
            self._state.set_training_settings(self.form.settings())
        self.settings_changed.emit(self.form.config(pattern) if is_right else None)

    def _make_actions(self) -> None:
        self._train = QAction(self.tr("Train"), self)
        self._train.setShortcut(QKeySequence("Ctrl+Return"))
        self._train.setToolTip(self.tr("Train a tokenizer on the corpus (Ctrl+Return)"))
        self._pause = QAction(self.tr("Pause"), self)
        self._cancel = QAction(self.tr("Cancel"), self)
        self._cancel.setToolTip(self.tr("Stop the training; nothing of it is kept"))
        self._train.triggered.connect(self.request_training)
        self._pause.triggered.connect(self._ask_pause)
        self._cancel.triggered.connect(self.cancel_requested)
        self.addActions([self._train, self._pause, self._cancel])

    def _lay_out(self) -> None:
        self.add_number(self.results.number, self.results.number_words)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        for action in (self._train, self._pause, self._cancel):
            buttons.addWidget(ActionButton(action), 1)
        fields = QWidget()
        column = QVBoxLayout(fields)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        column.addWidget(self.form)
        column.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(fields)
        side = QWidget()
        side.setFixedWidth(FORM_WIDTH)
        side_column = QVBoxLayout(side)
        side_column.setContentsMargins(0, 0, 0, 0)
        side_column.setSpacing(0)
        side_column.addWidget(scroll, 1)
        side_column.addWidget(hairline())
        self._reads.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, 0)
        self._reads.hide()
        side_column.addWidget(self._reads)
        buttons.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        side_column.addLayout(buttons)
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(hairline(vertical=True))
        row.addWidget(self.results, 1)
        self.set_content(content)


def _bytes_of_text(corpus: Corpus, sources: Sequence[SourceEntry]) -> int:
    """Return the bytes as they were read; until then what the sizes on disk let expect."""
    read = {entry.path: entry.n_bytes for entry in sources}
    sizes = [read.get(path) for source in corpus.sources for path in source.paths]
    known = [size for size in sizes if size is not None]
    whole = bool(sizes) and len(known) == len(sizes)
    return sum(known) if whole else corpus.expected_bytes
