"""SizesFlow: measures all sizes in the worker, and makes one size a run of its own."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.machine import relayed
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import RunStore
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.metric_words import texts_words
from workbench.ui.words.translation import translator
from workbench.work.jobs import Job, JobRunner, StepProgress

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer
    from engine.analysis import SizeCurves

_tr = translator("sizes_flow")


@dataclass(frozen=True, eq=False)
class MeasuredSizes:
    """The curves of a tokenizer over all sizes. texts: None for the training corpus."""

    tokenizer: Tokenizer
    texts: str | None
    curves: SizeCurves


class SizesFlow(QObject):
    """Serves the requests of the Sizes pane for the open tokenizer.

    Signals:
        measured: MeasuredSizes.
        stored: id of the run that was made of a size.
        cancelled: the measurement was cancelled in the list of tasks.
        failed: the sentence to show.
    """

    measured: Signal[MeasuredSizes] = Signal(object)
    stored: Signal[str] = Signal(object)
    cancelled = Signal()
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
        self._measuring = JobSlot(engine_jobs, self, failed=self.failed)
        self._measuring.cancelled.connect(self.cancelled)
        self._queue = JobSlot(jobs, self, rule="queue", failed=self.failed)

    def count_training(self) -> None:
        """The curves of the training corpus, from the record; nothing is encoded."""
        tokenizer = self._state.tokenizer
        if tokenizer is not None:
            task = _of_training(tokenizer)
            job = Job(task, title=self.tr("Count sizes"), brief=True)
            self._queue.start(job, self.measured.emit)

    def measure_texts(self) -> None:
        """The curves of the evaluation texts, from one encode; an earlier one is given up."""
        tokenizer, texts = self._state.tokenizer, self._state.evaluation_texts
        if tokenizer is None:
            return
        if not texts.paths and self._state.corpus is None:
            self.failed.emit(self.tr("No test texts. Choose them in Compression."))
            return
        task = _of_texts(tokenizer, texts.name, texts.paths, self._state.corpus)
        self._measuring.start(Job(task, title=self.tr("Measure sizes")), self.measured.emit)

    def open_size(self, size: int) -> None:
        """Store the tokenizer of a size as a new run, beside the one it is cut from."""
        tokenizer, run_id = self._state.tokenizer, self._state.run_id
        if tokenizer is not None and run_id is not None:
            task = _store_size(self._store, tokenizer, run_id, size)
            self._queue.start(Job(task, title=self.tr("Store size")), self.stored.emit)


def _of_training(tokenizer: Tokenizer) -> Generator[StepProgress, None, MeasuredSizes]:
    yield StepProgress("Count sizes")
    from engine.analysis import SizeCurves
    from engine.errors import ConfigError

    if tokenizer.training is None:
        raise ConfigError(
            "This tokenizer does not say what it was trained on; choose evaluation texts.",
            setting="texts",
        )
    curves = SizeCurves.of_training(tokenizer.training)
    _ = curves.total_tokens  # summed in the worker
    return MeasuredSizes(tokenizer, None, curves)


def _of_texts(
    tokenizer: Tokenizer, name: str, paths: tuple[Path, ...], corpus: Corpus | None
) -> Generator[StepProgress, None, MeasuredSizes]:
    from engine import CorpusError
    from engine.analysis import text_size_curves_steps
    from engine.evaluation import evaluation_texts

    read = evaluation_texts(paths).corpus if paths or corpus is None else corpus
    expected = max(1, read.expected_bytes)
    curves = yield from relayed(
        text_size_curves_steps(tokenizer, read),
        lambda step: StepProgress(step.label, min(1.0, step.done / expected)),
    )
    if not curves.total_bytes:
        raise CorpusError(fill(_tr("No text in %1."), texts_words(name)))
    _ = curves.total_tokens
    return MeasuredSizes(tokenizer, name, curves)


def _store_size(
    store: RunStore, tokenizer: Tokenizer, run_id: str, size: int
) -> Generator[StepProgress, None, str]:
    """A stored run never changes, so a size becomes a run of its own: with the merges, counts and
    sources that a training at this size would have, and the times of the one it is cut from."""
    yield StepProgress("Store size")
    whole = store.run(run_id)
    cut = tokenizer.truncated(size)
    _ = cut.vocabulary
    name = fill(_tr("%1, %2 ids"), whole.summary.name, grouped(size))
    config = replace(whole.config, vocab_size=size)
    made = store.begin_run(name, config, whole.sources, whole.options, whole.mixture)
    try:
        store.finish_run(made, cut, sources=whole.sources)
    except BaseException as error:
        store.fail_run(made, str(error))
        raise
    words = _tr(
        "Truncated to %1 ids from the run %2 (%3) of %4; the times are those of its training."
    )
    parts = (grouped(size), run_id, whole.summary.name, grouped(whole.config.vocab_size))
    store.set_notes(made, fill(words, *parts))
    return made
