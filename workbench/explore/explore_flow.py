"""ExploreFlow: searches in the worker, tells how far it is, keeps points and writes the front."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from engine.errors import ConfigError, CorpusError, EngineError
from engine.explore import Exploration, ExploreProgress, Front, Trial
from engine.machine import StopRequest
from engine.settings import Parity
from workbench.explore.exploration_landscape import landscape_of
from workbench.explore.explore_job import (
    KeepOrder,
    SearchNews,
    SearchOrder,
    SearchOutcome,
    fraction_of,
    keep_steps,
    moved_values,
    phase_words,
    search_steps,
)
from workbench.explore.explore_pane import StudyEntry
from workbench.explore.explore_view import Standing
from workbench.explore.landscape import Key, Landscape
from workbench.explore.language_changes import LanguagePair, labels_of
from workbench.explore.question_draft import QuestionDraft
from workbench.explore.studies import (
    Study,
    delete_study,
    exploration_of,
    read_studies,
)
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.text.languages import language_name
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.job_words import failure_words
from workbench.ui.words.translation import counted, translator
from workbench.work.explore_records import parity_folder, read_trials
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine import Corpus
    from engine.explore import VariableValue
    from workbench.store import RunStore

_tr = translator("explore_flow")
logger = logging.getLogger(__name__)
DRAWN_EACH_MS = 400
"""How often charts follow a running search."""


@dataclass(frozen=True)
class Shown:
    """What the pane shows of a search. hypervolume: None while unknown."""

    name: str
    landscape: Landscape
    standing: Standing
    hypervolume: float | None = None


class ExploreFlow(QObject):
    """One search at a time; the exploration on show is the running or a stored one.

    folder: of stored explorations; the file of their trials lies beside it.

    Signals:
        started: name of the study.    searched: Shown.    ended: it runs no more.
        refused: ConfigError, the question cannot be asked.    failed: the sentence to show.
        paused_changed: bool.    studies_changed: tuple of StudyEntry.
        draft_taken: QuestionDraft of a stored exploration that is shown.
        paired: (LanguagePair or None, words), for the chosen point.
        stored: (id of the run of a point, whether it opens beside the current one).
        exported: the file that was written.    noted: a sentence that is no error.
        measured: Key of the point that was measured alone.
    """

    started: Signal[str] = Signal(object)
    searched: Signal[Shown] = Signal(object)
    ended = Signal()
    refused: Signal[ConfigError] = Signal(object)
    failed: Signal[str] = Signal(object)
    paused_changed: Signal[bool] = Signal(object)
    studies_changed: Signal[tuple[StudyEntry, ...]] = Signal(object)
    draft_taken: Signal[QuestionDraft] = Signal(object)
    paired: Signal[tuple[LanguagePair | None, str]] = Signal(object)
    stored: Signal[tuple[str, bool]] = Signal(object)
    exported: Signal[Path] = Signal(object)
    noted: Signal[str] = Signal(object)
    measured: Signal[Key] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        engine_jobs: EngineJobs,
        store: RunStore,
        folder: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store, self._folder = state, store, folder
        self._slot = JobSlot(engine_jobs, self, rule="refuse", failed=self.failed)
        self._slot.cancelled.connect(self._note_cancelled)
        self._keeping = JobSlot(engine_jobs, self, rule="queue", failed=self.failed)
        self._stop: StopRequest | None = None
        self._study: Study | None = None  # on show
        self._studies: dict[str, Study] = {}
        self._trials: dict[int, Trial] = {}
        self._front: Front | None = None
        self._progress: ExploreProgress | None = None
        self._chosen: Key | None = None
        self._memory_bytes: int | None = None
        self._extra: Mapping[str, VariableValue] | None = None
        self._drawing = QTimer(self, singleShot=True, interval=DRAWN_EACH_MS)
        self._drawing.timeout.connect(self._tell)

    @property
    def is_running(self) -> bool:
        return self._slot.is_running

    @property
    def n_trials(self) -> int:
        """Trials that are over."""
        return sum(each.is_over for each in self._trials.values())

    # ---- searching

    def explore(self, draft: QuestionDraft) -> None:
        """Search by a question; the same question on the same texts goes on."""
        state = self._state
        config, corpus = state.training_config, state.corpus
        if config is None or corpus is None or self.is_running:
            if config is None:
                self.failed.emit(self.tr("A setting in Train is wrong. Mend it first."))
            return
        texts, settings = state.evaluation_texts.paths, state.training_settings
        if draft.variable("parity_share").is_on and settings.parity is None:
            own = Parity((str(parity_folder(self._folder, texts)),))
            settings = replace(settings, parity=own)
        study = Study(
            "", datetime.now(UTC).isoformat(timespec="seconds"), draft, settings, state.pattern,
            texts, tuple(source.label for source in corpus.sources),
        )  # fmt: skip
        self._start(study)

    def resume(self, name: str) -> None:
        """Go on with a stored exploration, on the corpus of the window if it is the same."""
        study, corpus = self._studies.get(name), self._state.corpus
        if study is None or corpus is None or self.is_running:
            return
        if self._has_its_corpus(study, corpus):
            self._start(study)

    def _has_its_corpus(self, study: Study, corpus: Corpus) -> bool:
        """Whether the corpus of the window is that of an exploration; says so where it is not."""
        is_its = tuple(source.label for source in corpus.sources) == study.labels
        if not is_its:
            words = self.tr("The corpus is another one. Open the sources %1 to go on.")
            self.failed.emit(fill(words, ", ".join(study.labels)))
        return is_its

    def measure(self, wish: tuple[Key, str, float]) -> None:
        """Run one trial: (key of a point whose values stay, variable that moves, its value)."""
        (number, size), name, value = wish
        study, corpus, trial = self._study, self._state.corpus, self._trials.get(number)
        if study is None or corpus is None or trial is None or self.is_running:
            return
        if not self._has_its_corpus(study, corpus):
            return
        try:
            values = moved_values(study.question, {**trial.values, "vocab_size": size}, name, value)
        except ConfigError as error:
            self.failed.emit(failure_words(error))
            return
        self._start(study, values)

    def stop(self) -> None:
        """End the search after the trials that run; what was found stays."""
        if self._stop is not None:
            self._stop.keep()
            if self._slot.job is not None:
                self._slot.job.resume()

    def pause(self, is_paused: bool) -> None:
        """Let no further trial begin, or go on."""
        job = self._slot.job
        if job is not None:
            if is_paused:
                job.pause()
            else:
                job.resume()

    def _start(self, study: Study, extra: Mapping[str, VariableValue] | None = None) -> None:
        """Search, or measure the values of one trial of a search."""
        try:
            question = study.question
        except ConfigError as error:
            self.refused.emit(error)
            return
        state, corpus = self._state, self._state.corpus
        assert corpus is not None
        tokenizer = None
        if extra is None:
            study, tokenizer = replace(study, baseline=None, is_whole=False), state.tokenizer
            self._trials, self._front = {}, None
        order = SearchOrder(
            question, study, self._folder, corpus, state.mixture, tokenizer,
            self._name_of_current(), extra,
        )  # fmt: skip
        self._study, self._stop, self._extra = study, StopRequest(), extra
        self._progress, self._memory_bytes = None, None
        job = Job(search_steps(order, self._stop), title=self.tr("Explore"), confirm_close=True)
        job.paused_changed.connect(self.paused_changed)
        job.paused_changed.connect(self._tell)
        self.started.emit(study.name)
        self._slot.start(
            job, self._note_found, failed=self._note_failed, progressed=self._note_progress
        )
        self._tell()

    def _name_of_current(self) -> str:
        """What the open tokenizer is called."""
        run_id = self._state.run_id
        if run_id is None:
            return self._state.tokenizer_name or self.tr("current run")
        return self._store.run(run_id).summary.name

    def _note_progress(self, values: tuple[StepProgress, ...]) -> None:
        for value in values:
            news: SearchNews | None = value.payload
            if news is not None:
                self._take(news)
        if not self._drawing.isActive():
            self._drawing.start()

    def _take(self, news: SearchNews) -> None:
        assert self._study is not None
        if news.name != self._study.name:
            known = self._studies.get(news.name)
            self._study = replace(self._study, name=news.name)
            if known is not None:
                self._study = replace(self._study, began=known.began)
            self.started.emit(news.name)
        if news.baseline is not None:
            self._study = replace(self._study, baseline=news.baseline)
        progress = news.progress
        if progress is None:
            return
        if progress.phase == "search" and not self._trials and progress.n_done:
            earlier = read_trials(self._folder, news.name)  # they are not told again
            self._trials = {each.number: each for each in earlier}
        self._progress = progress
        if progress.trial is not None:
            self._trials[progress.trial.number] = progress.trial
        if progress.front is not None:
            self._front = progress.front

    def _note_found(self, outcome: SearchOutcome) -> None:
        found = outcome.exploration
        self._take_found(found)
        self._study = outcome.study
        self._end()
        if found.problems:
            self.noted.emit(" ".join(map(_words, found.problems)))
        if self._extra is not None:
            self._tell_measured(dict(self._extra))

    def _tell_measured(self, values: Mapping[str, VariableValue]) -> None:
        """Say which point was measured, or why it was not."""
        made = [each for each in self._trials.values() if dict(each.values) == values]
        trial = max(made, key=lambda each: each.number, default=None)
        if trial is None:
            return
        if trial.state == "failed" or not trial.figures:
            reason = _words(trial.reason)
            self.failed.emit(fill(self.tr("The trial could not be trained: %1"), reason))
        else:
            self.measured.emit((trial.number, trial.vocab_size))

    def _take_found(self, found: Exploration) -> None:
        self._trials = {trial.number: trial for trial in found.trials}
        self._front = found.front

    def _note_failed(self, error: Exception) -> None:
        self._end()
        if isinstance(error, ConfigError | CorpusError) and _is_of_question(error):
            self.refused.emit(ConfigError(error.args[0], setting="explore"))
        else:
            self.failed.emit(failure_words(error))

    def _note_cancelled(self) -> None:
        self._end()

    def _end(self) -> None:
        self._stop = None
        self._drawing.stop()
        self._progress = None
        self.list_studies()
        self._tell()
        self.ended.emit()

    # ---- what is on show

    def show_study(self, name: str) -> None:
        """Show a stored exploration."""
        study = self._studies.get(name)
        if study is None or self.is_running:
            return
        try:
            found = exploration_of(study, read_trials(self._folder, name))
        except EngineError as error:
            self.failed.emit(failure_words(error))
            return
        self._study, self._progress, self._memory_bytes = study, None, None
        self._take_found(found)
        self.draft_taken.emit(study.draft)
        self._tell()

    def forget(self, name: str) -> None:
        """Delete a stored exploration."""
        delete_study(self._folder, name)
        if self._study is not None and self._study.name == name:
            self._study, self._front, self._trials = None, None, {}
        self.list_studies()

    def list_studies(self) -> None:
        """Look what is stored."""
        self._studies = {study.name: study for study in read_studies(self._folder)}
        self.studies_changed.emit(tuple(map(_entry, self._studies.values())))

    def choose(self, key: Key | None) -> None:
        """Compare the languages of a point with those of the current run."""
        self._chosen = key
        self.paired.emit(self._pair(key))

    def _tell(self, _paused: object = None) -> None:
        study = self._study
        if study is None:
            return
        try:
            question = study.question
        except ConfigError:
            return
        landscape = landscape_of(
            question, [each for each in self._trials.values() if each.is_over], self._front,
            baselines=[] if study.baseline is None else [study.baseline],
            importance=study.importance, disagreement=study.disagreement,
        )  # fmt: skip
        volume = None if self._front is None else self._front.hypervolume
        self.searched.emit(Shown(study.name, landscape, self._standing(), volume))
        if self._chosen is not None:
            self.paired.emit(self._pair(self._chosen))

    def _standing(self) -> Standing:
        progress, study = self._progress, self._study
        n_over = self.n_trials
        wanted = 0
        if study is not None and study.draft.trials.strip().isdecimal():
            wanted = int(study.draft.trials)
        if progress is not None and progress.memory_bytes is not None:
            self._memory_bytes = progress.memory_bytes
        if progress is None:
            words = self.tr("Read texts") if self.is_running else ""
            return Standing(n_over, wanted, None, self._memory_bytes, words, self.is_running)
        job = self._slot.job
        words = self.tr("Paused") if job is not None and job.is_paused else phase_words(progress)
        return Standing(
            n_over, wanted, progress.seconds_left, self._memory_bytes, words,
            self.is_running, fraction_of(progress),
        )  # fmt: skip

    def _pair(self, key: Key | None) -> tuple[LanguagePair | None, str]:
        trial = None if key is None else self._trials.get(key[0])
        if key is None or trial is None or self._study is None:
            return None, ""
        baseline = self._study.baseline
        figures = trial.figures if key[1] == trial.vocab_size else dict(trial.sizes).get(key[1], {})
        name = fill(_tr("Trial %1, %2 ids"), grouped(trial.number), grouped(key[1]))
        if baseline is None:
            words = self.tr("No tokenizer was open when the search began, so nothing is compared.")
            return None, words
        words = fill(self.tr("From %1 to %2."), baseline.name, name)
        pair = LanguagePair((baseline.name, name), baseline.figures, figures)
        return pair, f"{words} {_gains(pair)}".strip()

    # ---- keeping

    def export(self, path: Path) -> None:
        """Write the front as the ending of the file says."""
        from engine.explore import write_front

        if self._front is None:
            return
        try:
            write_front(self._front, path)
        except (EngineError, OSError) as error:
            self.failed.emit(failure_words(error))
        else:
            self.exported.emit(path)

    def keep(self, wish: tuple[Key, bool]) -> None:
        """Store a point as a run: (its key, whether it opens beside the current run)."""
        key, beside = wish
        study, corpus, trial = self._study, self._state.corpus, self._trials.get(key[0])
        if study is None or corpus is None or trial is None:
            return
        if not self._has_its_corpus(study, corpus):
            return
        order = KeepOrder(
            study, study.question, corpus, self._state.mixture, trial, key[1], self._store
        )
        title = fill(self.tr("Keep trial %1"), grouped(trial.number))
        done = self._note_beside if beside else self._note_kept
        self._keeping.start(Job(keep_steps(order), title=title), done)

    def _note_kept(self, run_id: str) -> None:
        self.stored.emit((run_id, False))

    def _note_beside(self, run_id: str) -> None:
        self.stored.emit((run_id, True))


def _entry(study: Study) -> StudyEntry:
    trials = counted("explore_flow", "1 trial", "%1 trials", study.n_trials)
    began = datetime.fromisoformat(study.began).astimezone().strftime("%Y-%m-%d %H:%M")
    title = f"{began}, {trials}"
    if study.table:
        title = fill(_tr("%1, command line"), title)
    return StudyEntry(study.name, title, study.is_whole)


def _words(sentence: str) -> str:
    from workbench.text.engine_words import sentence_words

    return sentence_words(sentence)


def _is_of_question(error: EngineError) -> bool:
    return getattr(error, "setting", None) == "explore"


def _gains(pair: LanguagePair) -> str:
    """How many languages need fewer tokens, and which of them changes most."""
    changes = {}
    for name in labels_of(pair.after, "tokens_per_byte"):
        before = pair.before.get(f"{name}.tokens_per_byte")
        if before:
            changes[name] = pair.after[f"{name}.tokens_per_byte"] / before - 1
    if not changes:
        return ""
    better = sum(change < 0 for change in changes.values())
    words = _tr("%1 of %2 languages need fewer tokens; %3 changes most (%4 %).")
    best = max(changes, key=lambda name: abs(changes[name]))
    change = f"{100 * changes[best]:+.1f}"
    return fill(words, grouped(better), grouped(len(changes)), language_name(best), change)
