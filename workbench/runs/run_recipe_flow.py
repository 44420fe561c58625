"""RunRecipeFlow: makes the whole recipe of a stored run that of the next training."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import RunRecord, RunStore
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import JobSlot
from workbench.work.jobs import Job, JobRunner, StepProgress
from workbench.work.run_corpus import corpus_of_run
from workbench.work.training_settings import TrainingSettings

if TYPE_CHECKING:
    from engine import Corpus

MOST_NAMED = 3


@dataclass(frozen=True)
class RunRecipe:
    """What can be had of a run's recipe today.

    corpus: of the sources that are still there, None where none is. missing: files and texts that
    are gone, by name. changed: files whose size is another one now.
    """

    record: RunRecord
    corpus: Corpus | None
    missing: tuple[str, ...]
    changed: tuple[str, ...]


class RunRecipeFlow(QObject):
    """Copies corpus, mixture, split pattern and settings of a run into the state.

    Signals:
        taking_begun: the state is about to become that of the recipe.
        taken: RunRecipe, everything is in the state.
        noted: sentence on what of the recipe is missing or has changed.
        failed: the sentence to show.
    """

    taking_begun = Signal()
    taken: Signal[RunRecipe] = Signal(object)
    noted: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: JobRunner,
        store: RunStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store = state, store
        self._slot = JobSlot(jobs, self, rule="queue", failed=self.failed)

    def edit_as_new(self, run_id: str) -> None:
        """Take over the recipe of a run, however that run ended."""
        task = _read_recipe(self._store, run_id)
        self._slot.start(Job(task, title=self.tr("Read recipe"), brief=True), self._take)

    def _take(self, recipe: RunRecipe) -> None:
        state, record = self._state, recipe.record
        self.taking_begun.emit()
        if recipe.corpus is not None:
            state.set_corpus(recipe.corpus)
        state.set_mixture(record.mixture)
        state.set_pattern(record.config.pattern)
        state.set_training_settings(TrainingSettings.of(record.config))
        self.taken.emit(recipe)
        if words := recipe_words(recipe):
            self.noted.emit(words)


def recipe_of(record: RunRecord) -> RunRecipe:
    """Look which of a run's sources are still there."""
    found = corpus_of_run(record)
    words = _tr("%1 (text in memory)")
    in_memory = tuple(fill(words, label) for label in found.in_memory)
    return RunRecipe(record, found.corpus, (*in_memory, *found.missing), found.changed)


def recipe_words(recipe: RunRecipe) -> str:
    """What of a recipe is missing or has changed, and what follows; "" where all is there."""
    sentences = []
    if recipe.corpus is None:
        sentences.append(_tr("The corpus of the run is missing; the open one stays."))
    if recipe.missing:
        words = _tr("Missing files of the corpus: %1.")
        sentences.append(fill(words, _first_few(recipe.missing)))
    if recipe.changed:
        words = _tr("Changed size: %1.")
        sentences.append(fill(words, _first_few(recipe.changed)))
    return " ".join(sentences)


def _first_few(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    if len(names) <= MOST_NAMED:
        return shown
    return fill(_tr("%1 and %2 more"), shown, grouped(len(names) - MOST_NAMED))


def _read_recipe(store: RunStore, run_id: str) -> Generator[StepProgress, None, RunRecipe]:
    yield StepProgress("Read recipe")
    return recipe_of(store.run(run_id))


def _tr(words: str) -> str:
    return QCoreApplication.translate("run_recipe_flow", words)
