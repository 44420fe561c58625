"""SuperwordFlow: the same size without superwords: found, trained, and both on the same texts."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.errors import CorpusError
from engine.machine import relayed
from workbench.state import WorkbenchState
from workbench.store import RunStore
from workbench.text.placeholders import fill
from workbench.ui.widgets.engine_jobs import EngineJobs
from workbench.ui.words.comparison_words import texts_words
from workbench.ui.words.failure_words import failure_words
from workbench.work.comparison import EvaluationTexts
from workbench.work.jobs import Job, JobRunner, StepProgress
from workbench.work.run_corpus import corpus_of_run
from workbench.work.superword_partner import PlainPartner, find_plain, plain_config, plain_name

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer, TrainingProgress
    from engine.analysis import SuperwordComparison
    from workbench.work.run_recording import RecordedRun


class SuperwordFlow(QObject):
    """Looks for partners at once, trains one run and measures one pair at a time.

    Signals:
        partner_found: PlainPartner.
        plain_progressed: tuple of TrainingProgress of the training without superwords, () at its
            end, however it ends.
        plain_trained: PlainPartner of the run that was trained.
        measured: (SuperwordComparison, words for the texts).
        measuring_changed: str, what is measured, "" for nothing.
        failed: the sentence to show.
    """

    partner_found = Signal(object)
    plain_progressed = Signal(object)
    plain_trained = Signal(object)
    measured = Signal(object)
    measuring_changed = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        jobs: JobRunner,
        engine_jobs: EngineJobs,
        store: RunStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store = state, store
        self._jobs, self._engine_jobs = jobs, engine_jobs
        self._training: Job | None = None
        self._measuring: Job | None = None
        self._texts = ""

    def look_for_partner(self, run_id: str) -> None:
        """Find the run of the same text, size and settings without superwords."""
        job = Job(_partner(self._store, run_id), title=self.tr("Look for a run"), brief=True,
                  parent=self)  # fmt: skip
        job.finished.connect(self.partner_found)
        job.failed.connect(self._note_failed)
        self._jobs.start(job)

    def train_plain(self, run_id: str) -> None:
        """Train that run on the text of this one."""
        if self._training is not None:
            return
        job = Job(
            _trained(self._store, run_id), title=self.tr("Train without superwords"),
            confirm_close=True, parent=self,
        )  # fmt: skip
        job.progressed.connect(self.plain_progressed)
        job.finished.connect(self.plain_trained)
        job.failed.connect(self._note_failed)
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(self._end_training)
        self._training = job
        self._engine_jobs.start(job)

    def measure(self, pair: tuple[Tokenizer, Tokenizer]) -> None:
        """Encode the texts of the Compression workspace, or the corpus, by both.

        pair: the one with superwords first.
        """
        texts, corpus = self._state.evaluation_texts, self._state.corpus
        if corpus is None and not texts.paths:
            self.failed.emit(self.tr("There is no corpus to measure on; add files in Corpus."))
            return
        if self._measuring is not None:
            self._measuring.cancel()
        task = _measured(pair, texts, None if texts.paths else corpus)
        job = Job(task, title=self.tr("Measure superwords"), parent=self)
        job.finished.connect(self._take_measured)
        job.failed.connect(self._note_failed)
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(self._end_measuring)
        self._measuring, self._texts = job, texts_words(texts.name)
        words = fill(self.tr("Measuring on %1…"), self._texts)
        self.measuring_changed.emit(words)
        self._engine_jobs.start(job)

    def _take_measured(self, found: SuperwordComparison) -> None:
        self.measured.emit((found, self._texts))

    def _end_training(self, _outcome: object = None) -> None:
        self._training = None
        self.plain_progressed.emit(())

    def _end_measuring(self, _outcome: object = None) -> None:
        if self.sender() is self._measuring:
            self._measuring = None
            self.measuring_changed.emit("")

    def _note_failed(self, error: Exception) -> None:
        self.failed.emit(failure_words(error))


def _partner(store: RunStore, run_id: str) -> Generator[StepProgress, None, PlainPartner]:
    yield StepProgress("Look for a run")
    record = store.run(run_id)
    found = find_plain(store, record)
    if found is None:
        return PlainPartner(run_id, None, (record.summary.name, ""))
    return PlainPartner(run_id, found.run_id, (record.summary.name, found.name))


def _trained(store: RunStore, run_id: str) -> Generator[TrainingProgress, None, PlainPartner]:
    from workbench.work.run_recording import record_training  # loads Numba, after the window

    record = store.run(run_id)
    found = corpus_of_run(record)
    if found.corpus is None or not found.is_whole:
        gone = ", ".join((*found.missing, *found.in_memory, *found.changed)[:3])
        raise CorpusError(
            f"The text of {record.summary.name} is not there as it was ({gone}), so the same "
            "training without superwords cannot be made. Bring the files back, or train both anew."
        )
    name = plain_name(record.summary.name)
    recorded: RecordedRun = yield from record_training(
        store, found.corpus, plain_config(record.config), name=name, mixture=record.mixture
    )
    return PlainPartner(run_id, recorded.run_id, (record.summary.name, name))


def _measured(
    pair: tuple[Tokenizer, Tokenizer], texts: EvaluationTexts, corpus: Corpus | None
) -> Generator[StepProgress, None, SuperwordComparison]:
    from engine.analysis import comparison_steps
    from engine.evaluation import evaluation_texts

    phase = "Encode by both"
    yield StepProgress(phase, 0.0)
    if corpus is None:
        corpus, _ = evaluation_texts(texts.paths)
    found = yield from relayed(
        comparison_steps(*pair, corpus),
        lambda step: StepProgress(phase, step.share),
    )
    if not found.total.bytes:
        raise CorpusError(f"The texts are empty. {' '.join(corpus.problem_sentences)}".strip())
    return found
