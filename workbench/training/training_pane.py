"""The Train pane: settings at the left; phases, charts and the live table of merges at the right.

Read `TrainingPane` first. `TrainingSide` is the left, `TrainingControls` the line of a running
training, `SuperwordDesigning` opens the designer of superwords.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from engine.errors import ConfigError, CorpusError
from workbench.signals import Signal
from workbench.state import Failure, TrainingRequest, WorkbenchState
from workbench.store import RunNotStoredError
from workbench.text.placeholders import fill
from workbench.training.designing_pane import DesigningPane, RecipeCommands
from workbench.training.superword_designer import SuperwordDesigner
from workbench.training.training_form import TrainingForm
from workbench.training.training_results import TrainingResults
from workbench.training.training_words import (
    closing_words,
    estimate_words,
    ingredients_words,
    settings_words,
)
from workbench.ui.theme.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.message_bar import Offer
from workbench.ui.widgets.pane import Pane
from workbench.ui.words.corpus_words import ReadingPlan, reading_words
from workbench.ui.words.setting_words import pattern_words
from workbench.work.exact_tokenizer import runs_elsewhere
from workbench.work.runs.recording_progress import TrainingReport, expected_memory
from workbench.work.training_settings import TrainingSettings

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Corpus, Tokenizer, TrainingConfig, TrainingProgress
    from engine.corpus import SourcePath
    from engine.library import AnyTokenizer
    from engine.settings import LibraryTrainer
    from workbench.training.training_flow import TrainingFlow


class TrainingControls(QWidget):
    """Pause, resume, save and cancel; what is trained in one line while the form is hidden.

    Always in the pane's head, so that nothing moves when a training starts; its actions are added
    to the pane.

    Signals:
        pause_requested, resume_requested, keep_requested, cancel_requested: for the training;
            keep ends it with what is merged so far.
        settings_shown_changed: bool, show or collapse the settings.
    """

    pause_requested = Signal()
    resume_requested = Signal()
    keep_requested = Signal()
    cancel_requested = Signal()
    settings_shown_changed: Signal[bool] = Signal(object)

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self._is_running = self._is_paused = self._is_merging = self._is_keeping = False
        self._is_cancelling = False
        self._shows_settings = True
        self._summary = ElidedLabel("", "")
        self._settings = QPushButton()
        self._settings.setProperty("kind", "quiet")
        self._settings.clicked.connect(self._toggle_settings)
        self.pause = pane.make_action(
            "train.pause", self.tr("Pause"), self._ask_pause, keys="F9",
            hint=self.tr("Pause the training, its clock and its estimate"),
        )  # fmt: skip
        self.keep = pane.make_action(
            "train.keep", self.tr("Stop and save"), self._ask_keep, keys="Shift+F9",
            hint=self.tr(
                "Stop merging and save a complete tokenizer of the size reached"
            ),
        )  # fmt: skip
        self.cancel = pane.make_action(
            "train.cancel", self.tr("Cancel"), self._ask_cancel, keys="Ctrl+F9",
            hint=self.tr("Cancel the training; nothing is saved"),
        )  # fmt: skip
        row = horizontal(self._summary, self._settings, parent=self, spacing=SPACE_S)
        for action in (self.pause, self.keep, self.cancel):
            row.addWidget(ActionButton(action))
        self._show_state()

    @property
    def summary(self) -> str:
        """What is trained, in one line."""
        return self._summary.text()

    @property
    def is_running(self) -> bool:
        return self._is_running

    @property
    def shows_settings(self) -> bool:
        """Whether the settings are in sight while a training runs; a person can hide them."""
        return self._shows_settings

    def begin(self, summary: str) -> None:
        """A training begins, with these settings."""
        self._is_running = True
        self._is_cancelling = self._is_paused = self._is_merging = self._is_keeping = False
        self._summary.setText(summary)
        self._show_state()

    def note_progress(self, newest: TrainingProgress) -> None:
        """There is something to keep from the first merge to the last."""
        is_merging = newest.is_merging and newest.merges_done > 0
        if is_merging != self._is_merging:
            self._is_merging = is_merging
            self._show_state()

    def note_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self._show_state()

    def end(self) -> None:
        """No training runs any more."""
        self._is_running = self._is_paused = self._is_merging = self._is_keeping = False
        self._is_cancelling = False
        self._show_state()

    def _show_state(self) -> None:
        is_ending = self._is_keeping or self._is_cancelling
        self.pause.setEnabled(self._is_running and not is_ending)
        self.pause.setText(self.tr("Resume") if self._is_paused else self.tr("Pause"))
        self.keep.setEnabled(self._is_merging and not is_ending)
        reason = self.tr("no merges to save yet, or all are done")
        self.keep.setStatusTip("" if self.keep.isEnabled() else reason)
        self.cancel.setEnabled(self._is_running and not self._is_cancelling)
        cancelling, cancel = self.tr("Cancelling…"), self.tr("Cancel")
        self.cancel.setText(cancelling if self._is_cancelling else cancel)
        idle, ending = self.tr("no training runs"), self.tr("the training is about to end")
        why_not = ending if is_ending else idle
        self.pause.setStatusTip("" if self.pause.isEnabled() else why_not)
        self.cancel.setStatusTip("" if self.cancel.isEnabled() else why_not)
        hide, show = self.tr("Hide settings"), self.tr("Show settings")
        self._settings.setText(hide if self._shows_settings else show)
        self._settings.setVisible(self._is_running)
        self._summary.setVisible(self._is_running and not self._shows_settings)

    def _toggle_settings(self) -> None:
        self._shows_settings = not self._shows_settings
        self._show_state()
        self.settings_shown_changed.emit(self._shows_settings)

    def _ask_pause(self) -> None:
        (self.resume_requested if self._is_paused else self.pause_requested).emit()

    def _ask_keep(self) -> None:
        self._is_keeping = True
        self._show_state()
        self.keep_requested.emit()

    def _ask_cancel(self) -> None:
        self._is_cancelling = True
        self._show_state()
        self.cancel_requested.emit()


class SuperwordDesigning(QObject):
    """Opens the designer of superwords in the pane and keeps form and designer equal.

    Call `enable` while no training runs.
    """

    def __init__(
        self, pane: DesigningPane, form: TrainingForm, state: WorkbenchState, theme: Theme
    ) -> None:
        super().__init__(pane)
        self._pane, self._form, self._state = pane, form, state
        self.designer = SuperwordDesigner(theme, form.superwords.choice)
        narrow = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.designer.setSizePolicy(narrow)
        pane.middle.addWidget(self.designer)
        self.action: QAction = pane.make_action(
            "train.design_superwords", self.tr("Rules of superwords"), self.toggle,
            keys="Ctrl+Shift+D",
            hint=self.tr("Every rule of superwords with its source, and the pattern of stage two"),
        )  # fmt: skip
        form.superwords.design_requested.connect(self.toggle)
        for changed in (form.changed, state.pattern_changed, pane.middle.currentChanged):
            changed.connect(self.show_settings)
        self.designer.superwords_edited.connect(form.superwords.edit)
        self.designer.refused.connect(pane.bar.show_error)
        self.designer.close_requested.connect(self.hide)

    @property
    def is_shown(self) -> bool:
        return self._pane.middle.currentWidget() is self.designer

    def toggle(self) -> None:
        """Show the designer, or the usual contents."""
        if self.is_shown:
            self.hide()
        else:
            self._pane.middle.setCurrentWidget(self.designer)
            self.designer.choose_row(0)
            self.designer.table.setFocus()

    def hide(self) -> None:
        """Return to the usual contents of the middle."""
        if not self.is_shown:
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.designer.isAncestorOf(focused)
        self._pane.middle.setCurrentIndex(0)
        if had_focus:
            self._form.superwords.choice.setFocus()

    def enable(self, is_enabled: bool, reason: str) -> None:
        """Offer the designer, or say why not and put it away."""
        self.action.setEnabled(is_enabled)
        self.action.setStatusTip("" if is_enabled else reason)
        if not is_enabled:
            self.hide()

    def show_settings(self, _changed: object = None) -> None:
        """Show what the form says, while the designer is seen."""
        if not self.is_shown:
            return
        fields = self._form.superwords
        try:
            config = self._form.config(self._state.pattern)
        except ConfigError:
            config = None
        self.designer.show_superwords(fields.kept(), config, is_on=fields.is_on)


class TrainingSide(QWidget):
    """The left side while no training runs: form, reading plan and the Train button."""

    def __init__(self, theme: Theme, train: QAction) -> None:
        super().__init__()
        self.form = TrainingForm(theme)
        self._reads = label("", "caption", wrap=True)
        self._reads.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, 0)
        self._reads.hide()
        self.setFixedWidth(FORM_WIDTH)
        fields = QWidget()
        vertical(self.form, STRETCH, parent=fields, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_XS))
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(fields)
        button = QHBoxLayout()
        button.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        self.train_button = ActionButton(train)
        button.addWidget(self.train_button, 1)
        inner = vertical((self._scroll, 1), hairline(), self._reads, button, spacing=0)
        horizontal((inner, 1), hairline(vertical=True), parent=self, spacing=0)

    @property
    def reads(self) -> str:
        """What the next training reads again, in words."""
        return self._reads.text()

    @property
    def is_whole(self) -> bool:
        """Whether all of the form is in sight without scrolling."""
        return self._scroll.verticalScrollBar().maximum() == 0

    def show_plan(self, plan: ReadingPlan | None) -> None:
        """Say what the next training reads again."""
        self._reads.setText(reading_words(plan))
        self._reads.setVisible(bool(self._reads.text()))


class TrainingPane(DesigningPane):
    """Trains the current corpus with the current pattern.

    Signals:
        training_requested: a TrainingRequest; the settings are sound.
        corpus_requested: choose a corpus; there is none.
        removal_requested: tuple of unreadable files to remove from the corpus.
        tokenizer_requested: tuple of a tokenizer's file to open.
    """

    training_requested: Signal[TrainingRequest] = Signal(object)
    corpus_requested = Signal()
    removal_requested: Signal[tuple[SourcePath, ...]] = Signal(object)
    tokenizer_requested: Signal[tuple[Path, ...]] = Signal(object)

    def __init__(self, state: WorkbenchState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Train"), theme, parent)
        self._state = state
        self._is_reading = self._is_stale = self._is_failure_shown = False
        self._asked: TrainingConfig | None = None  # of the training that was asked for here
        self._report: TrainingReport | None = None
        self.trained_on = ""  # what the running training works with
        self.results = TrainingResults(theme)
        self._make_actions()
        self.side = TrainingSide(theme, self._train)
        self.form = self.side.form
        self.controls = TrainingControls(self)
        self.set_up_design(self.form, self.results)
        self.superwords = SuperwordDesigning(self, self.form, state, theme)
        self.recipes = RecipeCommands(self, self.form, state)
        self._lay_out()
        self.middle.currentChanged.connect(self.results.note_middle)
        self.middle.currentChanged.connect(self.announce_settings)  # the sum moves with the design
        self._needs_corpus = self._in_library = 0
        self.form.changed.connect(self.announce_settings)
        self.results.corpus_requested.connect(self.corpus_requested)
        self.results.inspection_requested.connect(state.inspect)
        self.controls.settings_shown_changed.connect(self._show_running)
        self.controls.cancel_requested.connect(self.results.phases.note_cancelling)
        state.corpus_changed.connect(self._show_corpus)
        state.sources_changed.connect(self._show_corpus)
        state.mixture_changed.connect(self._show_corpus)
        state.pattern_changed.connect(self._note_pattern)
        state.tokenizer_changed.connect(self._show_tokenizer)
        state.any_tokenizer_changed.connect(self._explain_library)
        state.training_settings_changed.connect(self.take_settings)
        self.form.take(state.training_settings)
        self.announce_settings()
        self._show_corpus()
        self._show_tokenizer(state.tokenizer)

    def follow(self, flow: TrainingFlow) -> None:
        """Show the trainings of a flow, and ask it for them."""
        self.training_requested.connect(flow.request)
        self.controls.pause_requested.connect(flow.pause)
        self.controls.resume_requested.connect(flow.resume)
        self.controls.keep_requested.connect(flow.keep)
        self.controls.cancel_requested.connect(flow.cancel)
        flow.preparation_started.connect(self.note_preparing)
        flow.next_announced.connect(self.note_next)
        flow.started.connect(self.note_started)
        flow.progressed.connect(self.note_progress)
        flow.paused_changed.connect(self.note_paused)
        flow.reported.connect(self.note_report)
        flow.finished.connect(self.note_finished)
        flow.cancelled.connect(self.note_cancelled)
        flow.failed.connect(self.note_failed)

    def showEvent(self, event: QShowEvent) -> None:
        """Check the settings with a pattern that was chosen while other panes were shown."""
        super().showEvent(event)
        if self._is_stale:
            self._note_pattern()

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
        return self.controls.is_running

    def primary_action(self) -> QAction:
        return self._train

    def request_training(self) -> None:
        """Check the settings and ask for a training with them."""
        self.bar.clear()
        if self._state.corpus is None:
            offer = Offer(self.tr("Choose a corpus"), self.corpus_requested.emit)
            words = self.tr("No corpus to train on.")
            self._needs_corpus = self.bar.show_error(words, offer=offer)
            return
        self._asked = self._state.training_config
        if self._asked is None or self._is_failure_shown:
            self._is_failure_shown = False
            self.form.check(self._state.pattern)
        if self._asked is not None:
            settings = self.settings
            beside = tuple(each.training_of(self._asked) for each in settings.beside)
            request = TrainingRequest(self._asked, settings.name or None, beside=beside)
            self.training_requested.emit(request)

    def note_reading(self, is_reading: bool) -> None:
        """A corpus is being read, or waits to be: none has to be chosen."""
        self._is_reading = self.recipes.is_reading = is_reading
        self._show_corpus()

    @property
    def reads(self) -> str:
        """What the next training reads again, in words."""
        return self.side.reads

    def note_preparing(self, words: str) -> None:
        """The training waits for something, such as the engine's first start."""
        focused = QApplication.focusWidget()
        if focused is not None and self.side.isAncestorOf(focused):
            self.setFocus()  # the form is about to be disabled; the focus stays in the pane
        self._report = None
        asked = self._asked or self._state.training_config
        self.controls.begin(settings_words(asked, pattern_words(asked.pattern)) if asked else "")
        self.results.begin(words)
        self._show_running()

    def note_next(self, request: TrainingRequest) -> None:
        """Another library is about to train the same."""
        self._asked = request.config

    def note_started(self) -> None:
        self.note_preparing(self.tr("Starting"))
        asked = self._asked
        self.trained_on = self._ingredients(
            self._state.pattern if asked is None else asked.pattern,
            self._state.training_settings.trainer if asked is None else asked.trainer,
        )
        self._show_corpus()

    def note_progress(self, values: tuple[TrainingProgress, ...]) -> None:
        self.controls.note_progress(values[-1])
        self.results.add(values)

    def note_paused(self, is_paused: bool) -> None:
        self.controls.note_paused(is_paused)
        self.results.phases.note_paused(is_paused)

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
        if isinstance(error, ConfigError) and self.form.show_error(error):
            self._is_failure_shown = True
            return
        offer, path = None, _unreadable_file(error, self._state.corpus)
        if path is not None:
            words = self.tr("Remove from corpus")
            offer = Offer(words, partial(self.removal_requested.emit, (path,)))
        elif isinstance(error, RunNotStoredError) and error.rescued is not None:
            words = self.tr("Open tokenizer")
            offer = Offer(words, partial(self.tokenizer_requested.emit, (error.rescued,)))
        self.bar.show_error(failure.words, offer=offer)

    def _end(self, words: str, *, finished: bool) -> None:
        self.trained_on, self._asked = "", None
        self.controls.end()
        elapsed_s = self._report.elapsed_s if self._report else None
        more = estimate_words(self._report.estimates) if self._report else ""
        self.results.end(words, finished=finished, elapsed_s=elapsed_s, more=more)
        if not finished and self.results.merges.n_merges == 0:
            self.results.show_tokenizer(self._state.tokenizer)  # the open run is still open
        self._show_running()
        self._show_corpus()

    def _show_running(self, _settings_shown: object = None) -> None:
        """Keep the form where it is while a training runs, so that nothing moves under the pointer;
        a person who wants its room for the charts hides it, for later trainings too.
        """
        running = self.is_running
        self._train.setEnabled(not running)
        self._train.setStatusTip(self.tr("a training is running") if running else "")
        self.form.setEnabled(not running)
        self.design.setEnabled(not running)
        self.design.setStatusTip(self._train.statusTip())
        self.superwords.enable(not running, self._train.statusTip())
        self.recipes.enable(not running, self._train.statusTip())
        if running:
            self.hide_designer()
        self.side.setVisible(not running or self.controls.shows_settings)

    def _show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        if not self.is_running:
            self.results.show_tokenizer(tokenizer)

    def _explain_library(self, tokenizer: AnyTokenizer | None) -> None:
        """Say why a tokenizer of another library has no merges and no curves here."""
        self.bar.end(self._in_library)
        if tokenizer is not None and runs_elsewhere(tokenizer):
            words = self.tr(
                "The open tokenizer runs in %1, which does not tell merges: there are no curves "
                "to show."
            )
            self._in_library = self.bar.show_note(fill(words, tokenizer.library))

    def _show_corpus(self) -> None:
        """Say what is trained on now; else what a training would take, whatever run is open."""
        self.results.note_corpus(self._state.corpus is not None, is_reading=self._is_reading)
        if self._state.corpus is not None:
            self.bar.end(self._needs_corpus)
        self._show_need()
        self._show_ingredients()

    def _note_pattern(self, _pattern: str = "") -> None:
        """Check the settings with another pattern; right ones wait until the pane is shown."""
        self._is_stale = not self.isVisible() and self._state.training_config is not None
        if not self._is_stale:
            self.announce_settings()
            self._show_ingredients()

    def _ingredients(self, pattern: str, trainer: LibraryTrainer | None) -> str:
        state = self._state
        return ingredients_words(
            state.corpus,
            state.sources,
            pattern,
            state.mixture,
            trainer=trainer,
            is_reading=self._is_reading,
        )

    def _show_ingredients(self) -> None:
        if self.trained_on:
            self.set_caption(fill(self.tr("Training on %1"), self.trained_on))
        else:
            state = self._state
            words = self._ingredients(state.pattern, state.training_settings.trainer)
            self.set_caption(fill(self.tr("Next training: %1"), words))

    def announce_settings(self, _changed: object = None) -> None:
        """Check the settings and tell them to the state."""
        is_right = self.form.check(self._state.pattern)
        if is_right:
            self._state.set_training_settings(self.form.settings())
        self._state.note_form(is_right=is_right)
        self._show_need()
        self._show_ingredients()

    def _show_need(self) -> None:
        """Say how much memory the next training is expected to take."""
        config, corpus = self._state.training_config, self._state.corpus
        if self.is_running:
            return
        if corpus is None:
            self.results.memory.set_need(None)
        elif config is not None:
            self.results.memory.set_need(expected_memory(corpus, config.n_merges))

    def _make_actions(self) -> None:
        self._train = self.make_action(
            "train.start", self.tr("Train"), self.request_training, keys="Ctrl+Return",
            hint=self.tr("Train a tokenizer on the corpus"),
        )  # fmt: skip
        # From everywhere: it is the next step from most workspaces.
        self._train.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        self.make_action(
            "train.follow", self.tr("Follow the training"), self.results.toggle_following,
            keys="Ctrl+E",
            hint=self.tr("Keep charts and merges at the newest"),
        )  # fmt: skip
        self.make_action(
            "train.find_merge", self.tr("Find merge"), self.results.stream.focus_search,
            keys="Ctrl+F", hint=self.tr("Find text or bytes in the merged tokens"),
        )  # fmt: skip

    def _lay_out(self) -> None:
        self.add_controls(self.controls, give_way=True)
        self.add_number(self.results.number, self.results.number_words)
        live = vertical((self.middle, 1), spacing=0)
        content = QWidget()
        horizontal(self.side, (live, 1), parent=content, spacing=0)
        self.set_content(content)


def _unreadable_file(error: Exception, corpus: Corpus | None) -> SourcePath | None:
    """The file of the corpus that an error is about."""
    if corpus is None or not isinstance(error, CorpusError):
        return None
    files = (path for source in corpus.sources for path in source.paths)
    return next((path for path in files if path == error.path), None)
