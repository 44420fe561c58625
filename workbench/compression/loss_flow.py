"""LossFlow: measures n-gram losses and reads tables of a model's losses, in the worker.

`NgramResult` and `LossResult` are its results.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.machine import relayed
from workbench.compression.compared_tokenizers import ComparedTokenizers
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import RunStore
from workbench.text.engine_words import sentence_words
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.metric_words import texts_words
from workbench.ui.words.translation import counted, translator
from workbench.work.comparison import EvaluationTexts
from workbench.work.jobs import Job, StepProgress

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer
    from engine.evaluation import LossReport, LossUnit, NgramLoss
    from engine.library import AnyTokenizer
    from engine.machine import Progress

_tr = translator("loss_flow")


@dataclass(frozen=True)
class NgramResult:
    """N-gram losses of the open tokenizer and its baselines, on the same passages.

    texts: name of the texts. names: of the tokenizers, the open one first; losses: theirs.
    problems: sentences on what could not be read or measured.
    """

    tokenizer: Tokenizer
    texts: str
    names: tuple[str, ...]
    losses: tuple[NgramLoss, ...]
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChosenLosses:
    """Files with tables of a model's losses. unit: of the losses, nats or bits."""

    paths: tuple[Path, ...]
    unit: LossUnit = "nats"


@dataclass(frozen=True)
class LossResult:
    """Tables of a model's losses, read with the open tokenizer. name: of the files."""

    tokenizer: Tokenizer
    name: str
    report: LossReport


class LossFlow(QObject):
    """Runs one measurement at a time, for the open tokenizer.

    Signals:
        measured: NgramResult.    tables_loaded: LossResult.
        busy_changed: bool, a measurement or a reading runs.
        failed: the sentence to show.
    """

    measured: Signal[NgramResult] = Signal(object)
    tables_loaded: Signal[LossResult] = Signal(object)
    busy_changed: Signal[bool] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        engine_jobs: EngineJobs,
        store: RunStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store = state, store
        self._slot = JobSlot(engine_jobs, self, rule="refuse", failed=self.failed)
        self._slot.busy_changed.connect(self.busy_changed)

    @property
    def is_busy(self) -> bool:
        return self._slot.is_running

    def measure(self) -> None:
        """Measure n-grams of the open tokenizer and its baselines on the chosen texts."""
        state = self._state
        tokenizer, texts = state.tokenizer, state.evaluation_texts
        if tokenizer is None or self.is_busy:
            return
        if state.corpus is None and not texts.paths:
            self.failed.emit(self.tr("No test texts. Choose them above."))
            return
        compared = ComparedTokenizers.of(tokenizer, state, self._store)
        task = _measured(self._store, compared, texts, None if texts.paths else state.corpus)
        self._slot.start(Job(task, title=self.tr("Measure n-grams")), self._note_measured)

    def read_tables(self, chosen: ChosenLosses) -> None:
        """Read a model's losses; of two .npy files the one of whole numbers has the ids."""
        tokenizer = self._state.tokenizer
        if tokenizer is None or self.is_busy or not chosen.paths:
            return
        job = Job(_read(tokenizer, chosen), title=self.tr("Read losses"))
        self._slot.start(job, self._note_read)

    def _note_measured(self, result: NgramResult) -> None:
        if result.tokenizer is self._state.tokenizer:  # unless another was opened meanwhile
            self.measured.emit(result)

    def _note_read(self, result: LossResult) -> None:
        if result.tokenizer is self._state.tokenizer:
            self.tables_loaded.emit(result)


def _measured(
    store: RunStore, compared: ComparedTokenizers, texts: EvaluationTexts, corpus: Corpus | None
) -> Generator[StepProgress, None, NgramResult]:
    """corpus: None for the texts."""
    from engine.evaluation import evaluation_texts

    problems: list[str] = []
    tokenizers = yield from compared.loading_steps(store, problems)
    corpus = corpus or evaluation_texts(texts.paths).corpus
    losses = []
    for place, (name, tokenizer) in enumerate(tokenizers):
        losses.append((yield from _measured_one(tokenizer, name, corpus, place, len(tokenizers))))
    return NgramResult(
        compared.tokenizer,
        texts.name,
        tuple(name for name, _ in tokenizers),
        tuple(losses),
        (*problems, *map(sentence_words, corpus.problem_sentences)),
    )


def _measured_one(
    tokenizer: AnyTokenizer, name: str, corpus: Corpus, place: int, n: int
) -> Generator[StepProgress, None, NgramLoss]:
    from engine.evaluation import ngram_loss_steps

    phases = {
        "read": _tr("Read for %1"),
        "score": _tr("Measure %1"),
    }

    def shown(step: Progress) -> StepProgress:
        words = fill(phases.get(step.phase, _tr("Count n-grams of %1")), name)
        return StepProgress(words, (place + (step.fraction or 0.0)) / n)

    return (yield from relayed(ngram_loss_steps(tokenizer, corpus), shown))


def _read(tokenizer: Tokenizer, chosen: ChosenLosses) -> Generator[StepProgress, None, LossResult]:
    from engine.evaluation import LossColumns, files_of, loss_steps

    yield StepProgress(_tr("Read losses"))
    columns = LossColumns(guesses_labels=True)
    steps = loss_steps(tokenizer, files_of(chosen.paths), unit=chosen.unit, columns=columns)
    report = yield from relayed(steps, _rows_read)
    return LossResult(tokenizer, texts_words(EvaluationTexts.of(chosen.paths).name), report)


def _rows_read(n_rows: int) -> StepProgress:
    words = counted("loss_flow", "Read losses: 1 row", "Read losses: %1 rows", n_rows)
    return StepProgress(words)
