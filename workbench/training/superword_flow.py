"""SuperwordFlow: the same size without superwords: found, trained, and both on the same texts."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.errors import CorpusError
from engine.machine import relayed
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import RunStore
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.metric_words import texts_words
from workbench.work.comparison import EvaluationTexts
from workbench.work.jobs import Job, JobRunner, StepProgress
from workbench.work.runs.comparison import PlainPartner, find_plain, plain_config, plain_name
from workbench.work.runs.corpus import corpus_of_run

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer, TrainingProgress
    from engine.analysis import SuperwordComparison
    from workbench.work.runs.recording import RecordedRun


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

    partner_found: Signal[PlainPartner] = Signal(object)
    plain_progressed: Signal[tuple[TrainingProgress, ...]] = Signal(object)
    plain_trained: Signal[PlainPartner] = Signal(object)
    measured: Signal[tuple[SuperwordComparison, str]] = Signal(object)
    measuring_changed: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)

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
        self._looking = JobSlot(jobs, self, rule="queue", failed=self.failed)
        self._training = JobSlot(engine_jobs, self, rule="refuse", failed=self.failed)
        self._training.busy_changed.connect(self._note_training)
        self._measuring = JobSlot(engine_jobs, self, failed=self.failed)
        self._measuring.words_changed.connect(self.measuring_changed)

    def look_for_partner(self, run_id: str) -> None:
        """Find the run of the same text, size and settings without superwords."""
        job = Job(_partner(self._store, run_id), title=self.tr("Look for a run"), brief=True)
        self._looking.start(job, self.partner_found.emit)

    def train_plain(self, run_id: str) -> None:
        """Train that run on the text of this one."""
        title = self.tr("Train without superwords")
        job = Job(_trained(self._store, run_id), title=title, confirm_close=True)
        self._training.start(job, self.plain_trained.emit, progressed=self.plain_progressed.emit)

    def measure(self, pair: tuple[Tokenizer, Tokenizer]) -> None:
        """Encode the texts of the Compression workspace, or the corpus, by both.

        pair: the one with superwords first.
        """
        texts, corpus = self._state.evaluation_texts, self._state.corpus
        if corpus is None and not texts.paths:
            self.failed.emit(self.tr("There is no corpus to measure on; add files in Corpus."))
            return
        task, on = _measured(pair, texts, None if texts.paths else corpus), texts_words(texts.name)
        self._measuring.start(
            Job(task, title=self.tr("Measure superwords")),
            lambda found: self.measured.emit((found, on)),
            words=fill(self.tr("Measuring on %1…"), on),
        )

    def _note_training(self, is_training: bool) -> None:
        if not is_training:
            self.plain_progressed.emit(())


def _partner(store: RunStore, run_id: str) -> Generator[StepProgress, None, PlainPartner]:
    yield StepProgress("Look for a run")
    record = store.run(run_id)
    found = find_plain(store, record)
    if found is None:
        return PlainPartner(run_id, None, (record.summary.name, ""))
    return PlainPartner(run_id, found.run_id, (record.summary.name, found.name))


def _trained(store: RunStore, run_id: str) -> Generator[TrainingProgress, None, PlainPartner]:
    from workbench.work.runs.recording import record_training  # loads Numba, after the window

    record = store.run(run_id)
    found = corpus_of_run(record)
    if found.corpus is None or not found.is_whole:
        gone = ", ".join((*found.missing, *found.in_memory, *found.changed)[:3])
        raise CorpusError(
            f"The text of {record.summary.name} is missing or changed ({gone}), so the same "
            "training without superwords cannot be made. Bring the files back, or train both again."
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
        lambda step: StepProgress(phase, step.fraction),
    )
    if not found.total.bytes:
        raise CorpusError(f"The texts are empty. {' '.join(corpus.problem_sentences)}".strip())
    return found
