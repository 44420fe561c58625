"""RecipeFlow: the whole next training, opened from a recipe and saved as one."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.placeholders import fill
from workbench.ui.words.job_words import failure_words
from workbench.work.jobs import Job, JobRunner, StepProgress

if TYPE_CHECKING:
    from workbench.work.recipe_values import RecipeTraining


@dataclass(frozen=True)
class NamedMixture:
    """A mixture file or built-in mixture that a recipe names, with what the recipe adds to it."""

    name: str
    target_bytes: int | None
    seed: int


class RecipeFlow(QObject):
    """Reads and writes recipes as `train --recipe` takes them.

    Signals:
        opening_begun: the state is about to become that of a recipe.
        mixture_named: NamedMixture, sources are weighted by a mixture file.
        opened: everything of the recipe is in the state.
        noted: sentence on what was saved, or on what of a recipe the window does not follow.
        failed: the sentence to show.
    """

    opening_begun = Signal()
    mixture_named: Signal[NamedMixture] = Signal(object)
    opened = Signal()
    noted: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(
        self, state: WorkbenchState, jobs: JobRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state, self._jobs = state, jobs

    def open(self, path: Path) -> None:
        """Read a recipe; the state becomes what it says once all of it is known to be right."""
        job = Job(_read(path), title=self.tr("Open recipe"), brief=True, parent=self)
        job.finished.connect(self._take)
        job.failed.connect(self._note_failed)
        self._jobs.start(job)

    def save(self, path: Path) -> None:
        """Write the next training: settings, pattern, corpus and mixture."""
        from workbench.work.recipe_values import WholeTraining, write_recipe

        state = self._state
        training = WholeTraining(
            state.training_settings, state.pattern, state.corpus, state.mixture,
            state.pattern_cases,
        )  # fmt: skip
        try:
            write_recipe(path, training)
        except Exception as error:  # noqa: BLE001  said as of every job
            self._note_failed(error)
            return
        words = fill(self.tr("Saved as %1."), str(path))
        if state.corpus is None:
            words += " " + self.tr("There is no corpus yet, so it names no paths.")
        self.noted.emit(words)

    def _take(self, training: RecipeTraining) -> None:
        state = self._state
        self.opening_begun.emit()
        if training.corpus is not None:
            state.set_corpus(training.corpus)
        if (recipe := training.mixture.recipe) is not None:
            named = NamedMixture(training.mixture_name, recipe.target_bytes, recipe.seed)
            self.mixture_named.emit(named)
        else:
            mixture = training.mixture.mixture
            state.set_mixture(None if mixture is None or mixture.is_natural else mixture)
        state.set_pattern(training.pattern)
        if training.pattern_cases:  # a recipe without any says nothing of them
            state.set_pattern_cases(training.pattern_cases)
        state.set_training_settings(training.settings)
        self.opened.emit()
        if words := self._remarks(training):
            self.noted.emit(words)

    def _remarks(self, training: RecipeTraining) -> str:
        """What of a recipe the window does not follow; "" for nothing."""
        sentences = []
        if training.corpus is None:
            sentences.append(self.tr("The recipe names no paths; the open corpus stays."))
        if training.unused:
            words = self.tr("Only the command line follows these keys of the recipe: %1.")
            sentences.append(fill(words, ", ".join(training.unused)))
        if training.steps:
            words = self.tr("File > Run recipe… follows these keys of the recipe: %1.")
            sentences.append(fill(words, ", ".join(training.steps)))
        return " ".join(sentences)

    def _note_failed(self, error: Exception) -> None:
        self.failed.emit(failure_words(error))


def _read(path: Path) -> Generator[StepProgress, None, RecipeTraining]:
    yield StepProgress("Open recipe")
    from workbench.work.recipe import read_recipe
    from workbench.work.recipe_values import training_of

    return training_of(read_recipe(path))
