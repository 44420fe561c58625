"""The rail's states and the next step: both follow what corpus, runs and flows say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from engine.settings import SET_ROLES
from workbench.connections.panes import RUNS, SIZES
from workbench.frame.top_bar import Progress, Step, next_step, step_tip, step_words
from workbench.text.languages import language_name
from workbench.text.numbers import duration, grouped, multiple, ratio
from workbench.text.placeholders import fill
from workbench.ui.words.metric_words import texts_words
from workbench.ui.words.setting_words import pattern_words
from workbench.ui.words.translation import counted
from workbench.work.comparison import TRAINING_SAMPLE

if TYPE_CHECKING:
    from engine import Tokenizer
    from engine.evaluation import Evaluation
    from engine.training import TrainingProgress
    from workbench.app import Workbench
    from workbench.runs.runs_pane import RunsPane
    from workbench.sizes.size_charts import SizeRow
    from workbench.sizes.sizes_pane import SizesPane
    from workbench.store import RunSummary


class NextStep(QObject):
    """Sets the words of the filled button and does what they say.

    Before `begin` and while a run is being opened, what comes next is not known: the button stays
    as it is.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._action = workbench.window.actions_of_frame.next_step
        self._step = Step.ADD_FILES
        self._has_begun = self._is_opening = False
        self._is_training = self._is_paused = self._is_measuring = False
        self._stored: tuple[str, ...] = ()
        self._read: object = None  # the tokenizer whose tokens were seen
        self._basis = self._ingredients()
        self._action.triggered.connect(self._do)
        state, training = workbench.state, workbench.training
        state.tokenizer_changed.connect(self._note_tokenizer)
        for changed in (
            state.corpus_changed, state.evaluation_changed, state.comparison_changed,
            state.evaluation_texts_changed, workbench.history.changed,
            workbench.window.docks.workspace_changed,
        ):  # fmt: skip
            changed.connect(self.refresh)
        for begun in (training.started, training.preparation_started):
            begun.connect(self._note_training)
        for ended in (training.finished, training.cancelled, training.failed):
            ended.connect(self._note_end)
        training.paused_changed.connect(self._note_paused)
        workbench.evaluation.busy_changed.connect(self._note_measuring)
        workbench.evaluation.stored_changed.connect(self._note_stored)
        workbench.runs.opening_changed.connect(self._note_opening)
        workbench.panes.when_built(RUNS, self._follow_runs)

    def begin(self) -> None:
        """From now on the button says what comes next."""
        self._has_begun = True
        self._basis = self._ingredients()
        self.refresh()

    def refresh(self, _changed: object = None) -> None:
        """Say the step that is the next one now."""
        state = self._workbench.state
        if state.tokenizer is not None and self._workbench.window.workspace == "tokens":
            self._read = state.tokenizer
        if self._basis[0] is None:  # the first corpus does not count as a change
            self._basis = (state.corpus, *self._basis[1:])
        if not self._has_begun or self._is_opening:
            return
        progress = self._progress()
        self._step = next_step(progress)
        self._action.setIconText(step_words(self._step, progress.n_sources))
        self._action.setToolTip(step_tip(self._step))
        self._action.setVisible(True)
        self._action.setEnabled(self._step is not Step.WATCH or not self._watches())
        if RUNS in self._workbench.panes.built:  # one button for one thing
            form = self._workbench.runs_pane.export.form
            form.offer_verifying(self._step is not Step.VERIFY)

    def _progress(self) -> Progress:
        workbench, state = self._workbench, self._workbench.state
        has_texts = state.corpus is not None or bool(state.evaluation_texts.paths)
        changed = any(a is not b and a != b
                      for a, b in zip(self._basis, self._ingredients(), strict=True))  # fmt: skip
        return Progress(
            n_sources=0 if state.corpus is None else len(state.corpus.sources),
            is_training=self._is_training,
            is_paused=self._is_paused,
            has_tokenizer=state.tokenizer is not None,
            has_changed=changed and workbench.history.can_undo,
            can_evaluate=has_texts and not self._is_measuring,
            is_evaluated=self._is_evaluated(),
            is_read=self._read is state.tokenizer,
            exports=self._exports(),
            is_exported=self._is_exported(),
        )

    def _ingredients(self) -> tuple[Any, ...]:
        """What a training would be made of now."""
        state = self._workbench.state
        return state.corpus, state.pattern, state.mixture, state.training_settings

    def _is_evaluated(self) -> bool:
        """Whether more is known of the open tokenizer than what its training measured."""
        state = self._workbench.state
        shown = state.comparison
        is_of_open = shown is not None and shown.measured[0].evaluation is state.evaluation
        texts = {*self._stored, *([shown.texts] if shown is not None and is_of_open else [])}
        return bool(texts - {TRAINING_SAMPLE})

    def _watches(self) -> bool:
        """Whether the running training is in sight: there is nothing to do but wait."""
        window = self._workbench.window
        return window.workspace == "train" and window.pages.page is None

    def _exports(self) -> bool:
        workbench = self._workbench
        if workbench.window.workspace != RUNS or RUNS not in workbench.panes.built:
            return False
        pane = workbench.runs_pane
        return pane.primary_action() is pane.views.verify and pane.views.verify.isEnabled()

    def _is_exported(self) -> bool:
        """Whether the result in sight is of a verified export of the wish in the form."""
        return self._exports() and self._workbench.runs_pane.export.shows_verified

    def _do(self) -> None:
        workbench = self._workbench
        window = workbench.window
        if self._step is Step.ADD_FILES:
            window.show_workspace("corpus")
            workbench.corpus_pane.primary_action().trigger()
        elif self._step in (Step.TRAIN, Step.WATCH):
            window.show_workspace("train")
            if self._step is Step.TRAIN:
                workbench.training_pane.primary_action().trigger()
        elif self._step is Step.RESUME:
            workbench.training.resume()
        elif self._step is Step.EVALUATE:
            window.show_workspace("compression")
            workbench.compression_pane.primary_action().trigger()
        elif self._step is Step.READ:
            window.show_workspace("tokens")
        elif self._step is Step.EXPORT:
            workbench.exports.ask_run(("", ""))
        elif self._step is Step.REGISTER:
            workbench.runs_pane.views.ask_register()
        else:
            workbench.runs_pane.views.verify.trigger()

    def _note_tokenizer(self, _tokenizer: object) -> None:
        self._basis = self._ingredients()
        self.refresh()

    def _note_training(self, _begun: object = None) -> None:
        self._is_training = True
        self.refresh()

    def _note_end(self, _ended: object = None) -> None:
        self._is_training = self._is_paused = False
        self.refresh()

    def _note_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self.refresh()

    def _note_measuring(self, is_measuring: bool) -> None:
        self._is_measuring = is_measuring
        self.refresh()

    def _note_stored(self, names: tuple[str, ...]) -> None:
        self._stored = names
        self.refresh()

    def _note_opening(self, name: str) -> None:
        self._is_opening = bool(name)
        self.refresh()

    def _follow_runs(self, pane: RunsPane) -> None:
        pane.primary_changed.connect(self.refresh)
        pane.views.verify.changed.connect(self.refresh)


class RailStates(QObject):
    """Says under each word of the rail what the workspace has now, without building its pane."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._rail = workbench.window.rail
        self._runs: tuple[RunSummary, ...] = ()
        self._progress: tuple[TrainingProgress, ...] = ()  # the last of the running training
        self._is_training = False
        state, training = workbench.state, workbench.training
        state.corpus_changed.connect(self._show_corpus)
        state.pattern_changed.connect(self._show_pattern)
        for changed in (state.evaluation_changed, state.comparison_changed):
            changed.connect(self._show_compression)
        state.any_tokenizer_changed.connect(self._show_tokenizer)
        training.started.connect(self._show_start)
        training.progressed.connect(self._show_training)
        training.paused_changed.connect(self._show_pause)
        for ended in (training.finished, training.cancelled, training.failed):
            ended.connect(self._show_end)
        workbench.runs.runs_changed.connect(self._show_runs)
        workbench.panes.when_built(SIZES, self._follow_sizes)
        self._show_corpus()
        self._show_pattern()
        self._show_runs(())
        self._show_tokenizer()

    def _show_corpus(self, _corpus: object = None) -> None:
        corpus = self._workbench.state.corpus
        words = self.tr("no sources")
        if corpus is not None:
            words = counted("RailStates", "1 source", "%1 sources", len(corpus.sources))
        self._rail.set_state("corpus", words)

    def _show_pattern(self, _pattern: object = None) -> None:
        pattern = self._workbench.state.pattern
        self._rail.set_state("pattern", pattern_words(pattern), pattern)

    def _show_start(self) -> None:
        self._is_training, self._progress = True, ()
        self._rail.set_state("train", self.tr("starting"))

    def _show_training(self, values: tuple[TrainingProgress, ...]) -> None:
        """The share of the merges, which is what takes the time."""
        self._progress = values
        last = values[-1]
        share = last.merges_done / last.merges_total if last.merges_total else 0.0
        words = f"{int(100 * share)} %"
        explained = fill(self.tr("%1 of %2 merges"), grouped(last.merges_done),
                         grouped(last.merges_total))  # fmt: skip
        self._rail.set_state("train", words, explained)

    def _show_pause(self, is_paused: bool) -> None:
        if is_paused:
            self._rail.set_state("train", self.tr("paused"))
        elif self._progress:
            self._show_training(self._progress)
        elif self._is_training:
            self._rail.set_state("train", self.tr("starting"))

    def _show_end(self, _ended: object = None) -> None:
        self._is_training = False
        self._show_last()

    def _show_last(self) -> None:
        """How the newest training ended, and its time without evaluating and storing."""
        last = next((run for run in self._runs if run.status != "running"), None)
        if last is None:
            self._rail.set_state("train", self.tr("not trained"))
            return
        words = {
            "failed": self.tr("failed"), "cancelled": self.tr("cancelled"),
            "interrupted": self.tr("interrupted"), "stopped": self.tr("stopped"),
        }.get(last.outcome, "")  # fmt: skip
        explained = words or fill(self.tr("trained in %1"), duration(last.seconds_total))
        words = words or self.tr("trained")  # how long it took has no room for every time
        self._rail.set_state("train", words, f"{last.name}: {explained}")

    def _show_compression(self, _changed: object = None) -> None:
        evaluation = self._workbench.state.evaluation
        words, explained = self.tr("not measured"), ""
        if evaluation is not None:
            words, explained = self._evaluation_words(evaluation)
        self._rail.set_state("compression", words, explained)

    def _evaluation_words(self, evaluation: Evaluation) -> tuple[str, str]:
        fairness = evaluation.fairness
        premium = None if fairness is None else fairness.worst_premium
        if fairness is None or premium is None or fairness.worst_label is None:
            number = ratio(evaluation.total.bytes_per_token)
            texts = fill(self.tr("Measured on %1"), texts_words(self._measured_texts(evaluation)))
            return number, fill(self.tr("%1 bytes per token. %2"), number, texts)
        words = f"{language_name(fairness.worst_label)} {multiple(premium)}"
        return words, fill(self.tr("highest premium %1"), words)

    def _measured_texts(self, evaluation: Evaluation) -> str:
        comparison = self._workbench.state.comparison
        if comparison is None or comparison.measured[0].evaluation is not evaluation:
            return TRAINING_SAMPLE
        return comparison.texts

    def _show_runs(self, runs: tuple[RunSummary, ...]) -> None:
        self._runs = runs
        words = explained = counted("RailStates", "1 run", "%1 runs", len(runs))
        n_interrupted = sum(run.status == "interrupted" for run in runs)
        if n_interrupted:
            interrupted = fill(self.tr("%1 interrupted"), grouped(n_interrupted))
            words, explained = f"! {interrupted}", f"{words}, {interrupted}"
        self._rail.set_state("runs", words if runs else self.tr("no runs"), explained)
        if not self._is_training:
            self._show_last()

    def _show_tokenizer(self, _tokenizer: object = None) -> None:
        tokenizer, shown = self._workbench.state.tokenizer, self._workbench.state.any_tokenizer
        for name, each in (("sizes", tokenizer), ("tokens", shown), ("vocabulary", shown)):
            size = self.tr("no tokenizer") if each is None else grouped(each.vocab_size)
            explained = size if each is None else fill(self.tr("%1 tokens"), size)
            self._rail.set_state(name, size, explained)
        self._rail.set_state("chat", *self._chat_words(tokenizer))
        self._show_compression()

    def _chat_words(self, tokenizer: Tokenizer | None) -> tuple[str, str]:
        """Whose chat tokens a tokenizer has, by the mark that ends a turn."""
        if tokenizer is None:
            return self.tr("no tokenizer"), ""
        for name, roles in SET_ROLES.items():
            if roles.get("eot") in tokenizer.special_tokens:
                return name, fill(self.tr("chat tokens of %1"), name)
        return self.tr("no chat tokens"), ""

    def _follow_sizes(self, pane: SizesPane) -> None:
        pane.view.marker_moved.connect(self._show_marker)

    def _show_marker(self, row: SizeRow) -> None:
        size = grouped(row.size)
        self._rail.set_state("sizes", size, fill(self.tr("marker at %1"), size))


def connect_pipeline(workbench: Workbench) -> None:
    """Tie the rail to what it says; the next step is tied by the workbench, which begins it."""
    RailStates(workbench)
