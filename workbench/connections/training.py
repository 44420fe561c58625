"""Trainings: the flow, its pane, recipes, resumption, the demonstration, and other listeners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.connections.panes import COMPRESSION, CORPUS, RUNS, TRAINING
from workbench.state import ResumeRequest, TrainingRequest
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.training.training_words import settings_words
from workbench.ui.widgets.message_bar import Offer
from workbench.ui.words.setting_words import pattern_words
from workbench.ui.words.translation import counted, translator
from workbench.work.comparison import Baseline
from workbench.work.runs.search import title_among

if TYPE_CHECKING:
    from workbench.app import Workbench
    from workbench.compression.compression_pane import CompressionPane
    from workbench.corpus.corpus_pane import CorpusPane
    from workbench.runs.runs_pane import RunsPane
    from workbench.store import RunSummary
    from workbench.training.training_pane import TrainingPane
    from workbench.work.training_settings import TrainingSettings

_tr = translator("Resuming")


def connect_training(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    flow, panes = workbench.training, workbench.panes
    panes.when_built(TRAINING, partial(_connect_pane, workbench))
    panes.when_built(CORPUS, partial(_connect_corpus, workbench))
    panes.when_built(COMPRESSION, partial(_connect_compression, workbench))
    panes.tell(COMPRESSION, flow.started, lambda pane: pane.note_started)
    panes.tell(COMPRESSION, flow.progressed, lambda pane: pane.note_progress)
    flow.started.connect(workbench.runs.refresh_soon)
    panes.tell(COMPRESSION, flow.finished, lambda pane: pane.note_ended)
    panes.tell(COMPRESSION, flow.cancelled, lambda pane: pane.note_ended)
    panes.tell(COMPRESSION, flow.failed, lambda pane: pane.note_ended)
    for ended in (flow.finished, flow.cancelled, flow.failed):
        ended.connect(workbench.runs.refresh)
    TrainedBeside(workbench)
    recipes = workbench.recipes
    recipes.opening_begun.connect(workbench.undo.begin_opening)
    recipes.opened.connect(workbench.undo.end_recipe)
    recipes.opened.connect(workbench.navigation.show_training)
    recipes.mixture_named.connect(workbench.navigation.name_mixture)
    panes.tell(TRAINING, recipes.noted, lambda pane: pane.bar.show_note)
    panes.tell(TRAINING, recipes.failed, lambda pane: pane.bar.show_error)


def _connect_compression(workbench: Workbench, pane: CompressionPane) -> None:
    pane.training_requested.connect(workbench.navigation.show_training)


def _connect_corpus(workbench: Workbench, pane: CorpusPane) -> None:
    workbench.panes.tell(TRAINING, pane.reading_changed, lambda train: train.note_reading)
    pane.reading_changed.emit(pane.is_reading)  # it may have begun while the pane was built


def _connect_pane(workbench: Workbench, pane: TrainingPane) -> None:
    pane.follow(workbench.training)
    pane.recipes.file_chosen.connect(workbench.recipes.open)
    pane.recipes.place_chosen.connect(workbench.recipes.save)
    pane.check_requested.connect(workbench.model_checks.request)
    workbench.model_checks.checked.connect(pane.note_check)
    workbench.model_checks.refused.connect(pane.bar.show_error)
    pane.corpus_requested.connect(workbench.navigation.show_corpus)
    pane.tokenizer_requested.connect(workbench.imports.read_paths)
    pane.removal_requested.connect(workbench.navigation.remove_files)


class TrainedBeside(QObject):
    """Offers to compare the runs of several libraries that were trained on one text."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._run_ids: tuple[str, ...] = ()
        # A method: a function that holds the window would never be let go.
        workbench.training.series_finished.connect(self._offer)

    def _offer(self, run_ids: tuple[str, ...]) -> None:
        """Open the first of the runs, and offer to compare them."""
        self._workbench.runs.open(run_ids[0])
        self._run_ids = run_ids
        words = counted(
            "Resuming",
            "%1 run was trained on this mixture.",
            "%1 runs were trained on this mixture.",
            len(run_ids),
        )
        offer = Offer(_tr("Compare"), self._compare)
        bar = self._workbench.training_pane.bar
        bar.show_note(fill(words, grouped(len(run_ids))), offer=offer)

    def _compare(self) -> None:
        from workbench.work.runs.comparison import MOST  # late: it loads the evaluation

        workbench = self._workbench
        found = [workbench.runs.summary(run_id) for run_id in self._run_ids[:MOST]]
        workbench.window.show_workspace("runs")
        workbench.run_comparison.compare(
            [Baseline(run.name, run.run_id) for run in found if run is not None]
        )


class Resuming(QObject):
    """Slots between the runs pane, the training flow and the training pane."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self._offered: str | None = None
        self._notice = 0
        flow, panes = workbench.training, workbench.panes
        panes.when_built(RUNS, self._follow_runs)
        flow.resumption_started.connect(self._show_going_on)
        panes.tell(TRAINING, flow.remarked, lambda pane: pane.bar.show_warning)

    def offer(self, interrupted: Sequence[RunSummary]) -> None:
        """Offer to resume the newest of the runs that were just found interrupted."""
        if not interrupted:
            return
        if self._offered is None:
            self._workbench.runs.runs_changed.connect(self._look)
        self._offered = interrupted[0].run_id
        words = counted(
            "Resuming",
            "The training %1 was interrupted at %2 %.",
            "%3 trainings were interrupted, the last one, %1, at %2 %.",
            len(interrupted),
            title_among(interrupted[0], self._workbench.runs.runs),
            str(round(100 * interrupted[0].fraction)),
            grouped(len(interrupted)),
        )
        self._notice = self._workbench.window.bar.add_note(
            words, offer=Offer(self.tr("Resume"), self._take_offer)
        )

    def go_on(self, request: ResumeRequest) -> None:
        """Show the training pane and let the run go on there."""
        if self._workbench.training.is_running:
            words = self.tr("Another training is running; resume this one afterwards.")
            self._workbench.runs_pane.bar.show_error(words)
            return
        self._workbench.navigation.show_training()
        self._workbench.training.go_on(request)

    def _follow_runs(self, pane: RunsPane) -> None:
        pane.going_on.requested.connect(self.go_on)

    def _take_offer(self) -> None:
        run = self._workbench.runs.summary(self._offered)
        self._forget()
        if run is not None and run.is_resumable:
            self.go_on(ResumeRequest(run.run_id))

    def _look(self, runs: tuple[RunSummary, ...]) -> None:
        """End the offer when the run goes on already, or is deleted."""
        resumable = {run.run_id for run in runs if run.is_resumable}
        if self._offered not in resumable:
            self._forget()
            self._workbench.window.bar.end(self._notice)

    def _forget(self) -> None:
        if self._offered is not None:
            self._offered = None
            self._workbench.runs.runs_changed.disconnect(self._look)

    def _show_going_on(self, request: ResumeRequest) -> None:
        pane, run = self._workbench.training_pane, self._workbench.runs.summary(request.run_id)
        if run is None:
            return
        words = self.tr("The run %1 goes on: %2 ids")
        if request.vocab_size is not None:
            words = self.tr("The run %1 continues to %2 ids")
        size = run.vocab_size if request.vocab_size is None else request.vocab_size
        words = fill(words, run.name, grouped(size))
        pane.trained_on = run.name
        pane.set_caption(fill(self.tr("Training on %1"), run.name))
        pane.controls.begin(words)


def connect_resuming(workbench: Workbench) -> None:
    """Tie the signals together; called once, after everything is built."""
    workbench.resuming = Resuming(workbench)


class Demonstration(QObject):
    """Slots between the training flow and the training pane.

    request: the training that begins behind the window, None for none.
    first_settings: fill the form of the training if nothing is kept of an earlier start.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._workbench = workbench
        self.request: TrainingRequest | None = None
        self.first_settings: TrainingSettings | None = None
        workbench.training.other_corpus_started.connect(self._show)

    def begin(self) -> None:
        """Start the training that is asked for, with the Train workspace in front."""
        request, self.request = self.request, None
        if request is not None:
            self._workbench.window.show_workspace("train")
            self._workbench.training.request(request)

    def _show(self, request: TrainingRequest) -> None:
        """Say what is trained: neither the corpus nor the settings in the form."""
        pane, pattern = self._workbench.training_pane, request.config.pattern
        words = self.tr("the sample corpus, pattern %1")
        pane.trained_on = fill(words, pattern_words(pattern))
        pane.set_caption(fill(self.tr("Training on %1"), pane.trained_on))
        pane.controls.begin(settings_words(request.config, pattern_words(pattern)))
