"""Lists, opens, renames, deletes and restores stored runs; removes deleted ones; takes recipes.

`RunFlow` does most of it, `RunPurgingFlow` the permanent removal, `RunRecipeFlow` brings a run's
settings and corpus back to be edited.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import RunRecord, RunStore, RunSummary, StoreError
from workbench.text.engine_words import error_words
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import JobSlot
from workbench.ui.words.translation import translator
from workbench.work.comparison import Comparison, comparison_of
from workbench.work.jobs import Job, JobRunner, StepProgress
from workbench.work.runs.checkpoints import remove_run_checkpoint
from workbench.work.runs.corpus import corpus_of_run
from workbench.work.training_settings import TrainingSettings

if TYPE_CHECKING:
    from engine import Corpus
    from engine.library import AnyTokenizer
    from workbench.store import RunId

    _Change = Callable[[Sequence[str]], tuple[list[RunId], list[StoreError]]]

_tr = translator("run_flow")

MOST_NAMED = 3


@dataclass(frozen=True)
class OpenedRun:
    """A run that was read for opening."""

    run_id: str
    tokenizer: AnyTokenizer
    comparison: Comparison | None


class RunFlow(QObject):
    """Serves all requests on stored runs.

    Signals:
        runs_changed: tuple of RunSummary, newest first.
        deleted: tuple of the RunSummary that were just deleted; they can be restored.
        restored: tuple of the run ids that came back.
        deleted_listed: tuple of RunSummary, all deleted runs, while they are shown.
        noted: a sentence on the run that was opened.
        failed: the sentence to show.
        opening_changed: name of the run that is being read, "" for none.
    """

    runs_changed: Signal[tuple[RunSummary, ...]] = Signal(object)
    deleted: Signal[tuple[RunSummary, ...]] = Signal(object)
    restored: Signal[tuple[str, ...]] = Signal(object)
    deleted_listed: Signal[tuple[RunSummary, ...]] = Signal(object)
    noted: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)
    opening_changed: Signal[str] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: JobRunner,
        store: RunStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store = state, store
        self.runs: tuple[RunSummary, ...] = ()
        self._lists_deleted = False
        self._opening = JobSlot(jobs, self, failed=self.failed)
        self._opening.words_changed.connect(self.opening_changed)
        self._closed: str | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)

    def refresh_soon(self) -> None:
        """Read the list again in an event of its own, once for all that changes before it."""
        self._soon.start()

    def refresh(self) -> None:
        """Read the list of runs again; runs whose process is gone are recognised."""
        try:
            if any(run.status == "running" for run in self.runs):
                self._store.recognise_interrupted()
            self.runs = tuple(self._store.list_runs())
            deleted = tuple(self._store.list_runs(deleted=True)) if self._lists_deleted else ()
        except StoreError as error:
            self.failed.emit(error_words(error))
            return
        self.runs_changed.emit(self.runs)
        if self._lists_deleted:
            self.deleted_listed.emit(deleted)

    def listed(self) -> tuple[RunSummary, ...]:
        """The runs as they were read last."""
        return self.runs

    def look_again(self, workspace: str) -> None:
        """Read the list again when Runs comes to the front: other programs add runs, too."""
        if workspace == "runs":
            self.refresh()

    def list_deleted(self, wanted: bool) -> None:
        """Tell the deleted runs from now on, also those of earlier sessions, or no more."""
        self._lists_deleted = wanted
        self.refresh()

    def set_tags(self, changes: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Replace the tags of runs: (run id, tags)."""
        try:
            for run_id, tags in changes:
                self._store.set_tags(run_id, tags)
        except StoreError as error:
            self.failed.emit(error_words(error))
        self.refresh()

    def set_note(self, request: tuple[str, str]) -> None:
        """Write a run's note: (run id, text)."""
        try:
            self._store.set_notes(*request)
        except StoreError as error:
            self.failed.emit(error_words(error))
        self.refresh()

    def summary(self, run_id: str | None) -> RunSummary | None:
        """Return a run of the list, None if it is not there."""
        return next((run for run in self.runs if run.run_id == run_id), None)

    def open(self, run_id: str) -> None:
        """Read a finished run in the worker and make it current."""
        summary = self.summary(run_id)
        if summary is not None and summary.status == "running":
            self.failed.emit(running_words(summary))
            return
        name = run_id if summary is None else summary.name
        task = _read(self._store, run_id, name)
        job = Job(task, title=self.tr("Open run"), brief=True)
        self._opening.start(job, self._note_opened, words=name)

    def rename(self, request: tuple[str, str]) -> None:
        """Give a run another name: (run id, name)."""
        run_id, name = request
        try:
            self._store.rename(run_id, name)
        except StoreError as error:
            self.failed.emit(error_words(error))
        self.refresh()

    def delete(self, run_ids: Sequence[str]) -> None:
        """Delete runs; they can be restored."""
        self._opening.give_up()  # it may be one of these
        known = {run.run_id: run for run in self.runs}
        deleted = self._changed(self._store.delete_runs, run_ids)
        for run_id in deleted:
            remove_run_checkpoint(self._store, run_id)
        gone = [known[run_id] for run_id in deleted if run_id in known]
        if self._state.run_id in {run.run_id for run in gone}:
            self._closed = self._state.run_id
            self._state.open_run(None, None, None)
        self.refresh()
        if gone:
            self.deleted.emit(tuple(gone))

    def restore(self, run_ids: Sequence[str]) -> None:
        """Bring deleted runs back; the one that was open is opened again if none is by now."""
        self._changed(self._store.restore_runs, run_ids)
        self.refresh()
        self.restored.emit(tuple(run_ids))
        closed = self.summary(self._closed)
        if closed is not None and closed.run_id in run_ids and self._state.run_id is None:
            self._closed = None
            self.open(closed.run_id)

    def _changed(self, change: _Change, run_ids: Sequence[str]) -> list[RunId]:
        """Delete or restore runs; says what the store refuses, returns the others."""
        try:
            changed, refused = change(run_ids)
        except StoreError as error:
            changed, refused = [], [error]
        for refusal in refused:
            self.failed.emit(error_words(refusal))
        return changed

    def _note_opened(self, opened: OpenedRun) -> None:
        comparison = opened.comparison
        evaluation = None if comparison is None else comparison.measured[0].evaluation
        self._state.set_comparison(comparison)
        self._state.open_run(opened.run_id, opened.tokenizer, evaluation)
        if words := version_words(opened.tokenizer):
            self.noted.emit(words)


def running_words(run: RunSummary) -> str:
    """Why a run that is being trained, here or by another program, cannot be opened yet."""
    if not run.phase:
        words = _tr("%1 is being trained; open it when it is finished.")
    else:
        words = _tr(
            "%1 is being trained by this or another program (%2, %3 %); open it when it is "
            "finished."
        )
    percent = str(round(100 * run.fraction))
    return fill(words, run.name, run.phase, percent)


def version_words(tokenizer: AnyTokenizer) -> str:
    """What to know of a run that another version of the engine trained; "" for this one."""
    from engine.settings import ENGINE_VERSION

    record = tokenizer.training
    if record is None or record.engine_version == ENGINE_VERSION:
        return ""
    words = _tr(
        "Trained by version %1 of the engine; this is version %2. The run is used as stored; "
        "training it again may give other merges."
    )
    return fill(words, record.engine_version, ENGINE_VERSION)


def _read(store: RunStore, run_id: str, run_name: str) -> Generator[StepProgress, None, OpenedRun]:
    yield StepProgress("Read run")
    tokenizer = store.any_tokenizer(run_id)
    _ = tokenizer.vocabulary  # computed in the worker; panes find it ready
    evaluations = store.evaluations(run_id)  # oldest first; the newest is shown
    run_id = store.resolve(run_id)
    if not evaluations:
        return OpenedRun(run_id, tokenizer, None)
    comparison = comparison_of(evaluations[-1], run_id, run_name)
    return OpenedRun(run_id, tokenizer, comparison)


class RunPurgingFlow(QObject):
    """Removes deleted runs permanently in the worker, one removal at a time.

    Signals:
        counted: (number of deleted runs, their bytes).
        purged: (number of removed runs, freed bytes).
        failed: the sentence to show.
    """

    counted: Signal[tuple[int, int]] = Signal(object)
    purged: Signal[tuple[int, int]] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(self, jobs: JobRunner, store: RunStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._slot = JobSlot(jobs, self, rule="queue", failed=self.failed)

    def count(self) -> None:
        """Tell how much there is to remove."""
        try:
            found = (len(self._store.list_runs(deleted=True)), self._store.deleted_bytes())
        except StoreError as error:
            self.failed.emit(error_words(error))
        else:
            self.counted.emit(found)

    def purge(self) -> None:
        """Remove all deleted runs; giving the room back takes seconds in a large store."""
        job = Job(_purge(self._store), title=self.tr("Remove deleted runs"))
        self._slot.start(job, self.purged.emit)


def _purge(store: RunStore) -> Generator[StepProgress, None, tuple[int, int]]:
    yield StepProgress("Remove deleted runs")
    before = store.size_on_disk()
    n_purged = store.purge_deleted(timedelta(0))
    return n_purged, max(0, before - store.size_on_disk())


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
