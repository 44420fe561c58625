"""PipelineFlow: runs a recipe from its corpus to a verdict in a job."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.machine import relayed
from workbench.signals import Signal
from workbench.store import RunStore
from workbench.text.engine_words import sentence_words
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from workbench.work.pipeline.run import PipelineOutcome, PipelineProgress


class PipelineFlow(QObject):
    """One pipeline at a time.

    Signals:
        started: the recipe.    progressed: StepProgress, its payload the PipelineProgress.
        finished: PipelineOutcome.    failed: the sentence to show.    cancelled: it was ended.
    """

    started: Signal[Path] = Signal(object)
    progressed: Signal[StepProgress] = Signal(object)
    finished: Signal[PipelineOutcome] = Signal(object)
    failed: Signal[str] = Signal(object)
    cancelled = Signal()

    def __init__(self, jobs: EngineJobs, store: RunStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._slot = JobSlot(jobs, self, rule="refuse", failed=self.failed)
        self._slot.cancelled.connect(self.cancelled)

    def run(self, request: tuple[Path, bool]) -> None:
        """Run a recipe: (its file, whether unchanged steps are done again)."""
        recipe, again = request
        if self._slot.is_running:
            return
        self.started.emit(recipe)
        title = fill(self.tr("Pipeline %1"), recipe.name)
        job = Job(_run(self._store, recipe, again), title=title, confirm_close=True)
        self._slot.start(job, self.finished.emit, progressed=self._note_progress)

    def cancel(self) -> None:
        """Stop; the same recipe goes on with what is not done."""
        self._slot.cancel()

    def _note_progress(self, values: tuple[StepProgress, ...]) -> None:
        self.progressed.emit(values[-1])


def _run(
    store: RunStore, recipe: Path, again: bool
) -> Generator[StepProgress, None, PipelineOutcome]:
    yield StepProgress("Open recipe")
    from workbench.work.pipeline.recipe import read_pipeline
    from workbench.work.pipeline.run import run_pipeline

    pipeline = read_pipeline(recipe)
    return (yield from relayed(run_pipeline(store, pipeline, again=again), _shown))


def _shown(progress: PipelineProgress) -> StepProgress:
    training = progress.training
    phase = sentence_words(progress.phase) if training is None else str(training.phase)
    remaining = None if training is None else training.remaining_s
    return StepProgress(phase, progress.fraction, remaining, progress)
