"""Measures the open tokenizer and its baselines on the test texts, in the worker.

`EvaluationFlow` turns an `EvaluationOrder` into an `EvaluationResult`; `EvaluationMemory` keeps
texts and baselines between windows.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings, QTimer

from engine.errors import EngineError
from engine.machine import relayed
from workbench.compression.compared_tokenizers import other_baselines
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import MeasuredTokenizer, RunStore, StoreError
from workbench.text.engine_words import error_words, sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.job_words import failure_words
from workbench.ui.words.translation import counted, translator
from workbench.work.comparison import (
    Baseline,
    Comparison,
    EvaluationTexts,
    Measured,
    baselines_of_documents,
    comparison_of,
    tokenizer_name,
)
from workbench.work.exact_tokenizer import runs_elsewhere
from workbench.work.jobs import Job, StepProgress
from workbench.work.remembered import Remembered
from workbench.work.runs.search import run_titles
from workbench.work.tokenizer_files import baseline_steps

if TYPE_CHECKING:
    from engine import Corpus
    from engine.evaluation import Evaluation, LabelEvaluation
    from engine.library import AnyTokenizer
    from workbench.store import RunSummary

_tr = translator("evaluation_flow")

MOST_KEPT = 6
OPEN_RUN = "open run"

TEXTS, BASELINES = "compression/texts", "compression/baselines"


@dataclass(frozen=True)
class EvaluationOrder:
    """What one evaluation measures.

    run_id: None for a tokenizer without a run; its evaluation is shown and not stored.
    tokenizers: those of baselines that are loaded already.
    """

    run_id: str | None
    run_name: str
    tokenizer: AnyTokenizer
    texts: EvaluationTexts
    corpus: Corpus | None
    baselines: tuple[Baseline, ...]
    tokenizers: dict[Baseline, AnyTokenizer]


@dataclass(frozen=True)
class EvaluationResult:
    """An evaluation and its problems; tokenizers: all baselines that could be loaded."""

    order: EvaluationOrder
    comparison: Comparison
    tokenizers: dict[Baseline, AnyTokenizer]


class EvaluationFlow(QObject):
    """Keeps texts and baselines in the state, and runs one evaluation at a time.

    runs: returns the runs as they were listed last, whose names baselines and results have.

    Signals:
        busy_changed: bool, an evaluation waits or runs.
        stored_changed: tuple of names of the evaluations that are stored with the open run.
        texts_described: a short description of the test texts, "" while unknown.
        failed: the sentence to show.
    """

    busy_changed: Signal[bool] = Signal(object)
    stored_changed: Signal[tuple[str, ...]] = Signal(object)
    texts_described: Signal[str] = Signal(object)
    failed: Signal[str] = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        engine_jobs: EngineJobs,
        store: RunStore,
        runs: Callable[[], Sequence[RunSummary]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._store, self._runs = state, store, runs
        self._slot = JobSlot(engine_jobs, self, rule="refuse", failed=self.failed)
        self._slot.busy_changed.connect(self.busy_changed)
        self._describing = JobSlot(engine_jobs, self, failed=self.failed)
        self._reading = JobSlot(engine_jobs, self, rule="queue", failed=self.failed)
        self._tokenizers: dict[Baseline, AnyTokenizer] = {}
        self._unloaded: set[Baseline] = set()
        self._looked_at: tuple[str | None, object] = (None, None)
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self.refresh_stored)
        state.run_id_changed.connect(self._look_again)
        state.evaluation_changed.connect(self._look_again)
        state.evaluation_texts_changed.connect(self._describe)

    @property
    def is_busy(self) -> bool:
        return self._slot.is_running

    def _title(self, run_id: str | None, usual: str) -> str:
        return run_titles(self._runs()).get(run_id or "", usual)

    def choose_texts(self, paths: Sequence[Path]) -> None:
        """Measure on these files and folders from now on; () for the corpus in the window."""
        self._state.set_evaluation_texts(EvaluationTexts.of(tuple(paths)))

    def add_baseline_run(self, run_id: str) -> None:
        """Measure a run beside the open one."""
        self._add(Baseline(self._title(run_id, run_id), run_id=run_id))

    def add_baseline_paths(self, paths: Sequence[Path]) -> None:
        """Measure the tokenizers in files or folders beside the open one."""
        for path in paths:
            taken = {baseline.name for baseline in self._state.baselines}
            self._add(Baseline(tokenizer_name(path, taken), path=path))

    def add_published_baseline(self, name: str) -> None:
        """Measure a published tokenizer beside the open one."""
        self._add(Baseline(name, published=name))

    def remove_baseline(self, baseline: Baseline) -> None:
        """Leave a tokenizer out again, also of what is on show."""
        kept = tuple(each for each in self._state.baselines if each != baseline)
        self._state.set_baselines(kept)
        self._tokenizers.pop(baseline, None)
        shown = self._state.comparison
        if shown is not None:
            measured = tuple(each for each in shown.measured if each.baseline != baseline)
            if measured != shown.measured:
                self._state.set_comparison(replace(shown, measured=measured))

    def look_again(self) -> None:
        """Describe the texts and load the baselines that could not be read before."""
        self._describe(self._state.evaluation_texts)
        for baseline in self._state.baselines:
            if baseline in self._unloaded:
                self._load(baseline)

    def evaluate(self) -> None:
        """Measure; the result is stored with the run under the name of the texts."""
        state = self._state
        texts, corpus = state.evaluation_texts, state.corpus
        if self.is_busy or state.any_tokenizer is None:
            return
        if corpus is None and not texts.paths:
            return
        order = EvaluationOrder(
            run_id=state.run_id,
            run_name=self._title(state.run_id, state.tokenizer_name or OPEN_RUN),
            tokenizer=state.any_tokenizer,
            texts=texts,
            corpus=None if texts.paths else corpus,
            baselines=other_baselines(state),
            tokenizers=dict(self._tokenizers),
        )
        task = _evaluated(self._store, order)
        self._slot.start(Job(task, title=self.tr("Evaluate")), self._note_finished)

    def cancel(self) -> None:
        """Stop the evaluation that runs."""
        self._slot.cancel()

    def _look_again(self, _changed: object = None) -> None:
        """Another run comes with another evaluation, both in force already: looked at once, in an
        event of its own, because it takes as long as a pane that shows the run.
        """
        seen = (self._state.run_id, self._state.evaluation)
        if seen[0] != self._looked_at[0] or seen[1] is not self._looked_at[1]:
            self._looked_at = seen
            self._looking.start()

    def refresh_stored(self) -> None:
        """Look which evaluations are stored with the open run."""
        run_id = self._state.run_id
        try:
            records = () if run_id is None else self._store.evaluations(run_id, whole=False)
        except StoreError as error:
            self.failed.emit(error_words(error))
            return
        self.stored_changed.emit(tuple(record.name for record in records))

    def show_stored(self, name: str) -> None:
        """Show an evaluation that was stored under a name; it is read in the worker."""
        run_id = self._state.run_id
        if run_id is None:
            return
        task = _read(self._store, run_id, name, self._title(run_id, OPEN_RUN))
        self._reading.start(Job(task, title=self.tr("Read evaluation"), brief=True), self._show)

    def _describe(self, texts: EvaluationTexts) -> None:
        """Look what lies where the person pointed, and say it or what is wrong."""
        self.texts_described.emit("")
        self._describing.give_up()
        if texts.paths:
            title = self.tr("Scan texts")
            job = Job(_described(texts), title=title, brief=True)
            self._describing.start(job, self.texts_described.emit)

    def _show(self, comparison: Comparison | None) -> None:
        state = self._state
        if comparison is not None and state.run_id == comparison.run_id:
            state.set_comparison(comparison)
            evaluation = comparison.measured[0].evaluation
            state.open_run(state.run_id, state.any_tokenizer, evaluation)

    def _add(self, baseline: Baseline) -> None:
        known = self._state.baselines
        sources = {(each.run_id, each.place) for each in known}
        if (baseline.run_id, baseline.place) in sources:
            return
        self._state.set_baselines((*known, baseline))
        self._load(baseline)

    def _load(self, baseline: Baseline) -> None:
        self._unloaded.add(baseline)
        task = _loaded(self._store, baseline)
        job = Job(task, title=self.tr("Load tokenizer"), brief=True)
        self._reading.start(job, self._note_loaded)

    def _note_loaded(self, loaded: tuple[Baseline, AnyTokenizer]) -> None:
        baseline, tokenizer = loaded
        self._unloaded.discard(baseline)
        if baseline in self._state.baselines:
            self._keep({**self._tokenizers, baseline: tokenizer})

    def _keep(self, tokenizers: dict[Baseline, AnyTokenizer]) -> None:
        """Keep the newest baselines in memory, so that they are not loaded each time."""
        self._tokenizers = dict(list(tokenizers.items())[-MOST_KEPT:])

    def _note_finished(self, result: EvaluationResult) -> None:
        self._keep(result.tokenizers)
        # Unless another was opened meanwhile.
        if result.order.tokenizer is self._state.any_tokenizer:
            self._show(result.comparison)


class EvaluationMemory(QObject):
    """Stores texts and baselines in the settings on every change after `restore`."""

    def __init__(
        self, state: WorkbenchState, settings: QSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state = state
        self._texts = Remembered[tuple[Path, ...]](settings, TEXTS, (), tuple[Path, ...], self)
        self._baselines = Remembered[tuple[Any, ...]](
            settings, BASELINES, (), tuple[Any, ...], self
        )

    def restore(self) -> None:
        """Bring texts and baselines back into the state."""
        state = self._state
        state.set_evaluation_texts(EvaluationTexts.of(self._texts.value))
        state.set_baselines(baselines_of_documents(self._baselines.value))
        state.evaluation_texts_changed.connect(self._keep_texts)
        state.baselines_changed.connect(self._keep_baselines)

    def _keep_texts(self, texts: EvaluationTexts) -> None:
        self._texts.keep(texts.paths)

    def _keep_baselines(self, baselines: tuple[Baseline, ...]) -> None:
        self._baselines.keep(tuple(each.document() for each in baselines))


def _described(texts: EvaluationTexts) -> Generator[StepProgress, None, str]:
    yield StepProgress(_tr("Scan texts"))
    from engine.evaluation import evaluation_texts
    from engine.text import is_code, language_code

    labels = [source.label for source in evaluation_texts(texts.paths).corpus.sources]
    languages = [each for each in labels if language_code(each) is not None and not is_code(each)]
    return counted(
        "evaluation_flow",
        "1 text, %2 with a known language",
        "%1 texts, %2 with a known language",
        len(labels),
        grouped(len(labels)),
        grouped(len(languages)),
    )


def _read(
    store: RunStore, run_id: str, name: str, run_name: str
) -> Generator[StepProgress, None, Comparison | None]:
    yield StepProgress(_tr("Read evaluation"))
    records = (record for record in store.evaluations(run_id) if record.name == name)
    record = next(records, None)
    return None if record is None else comparison_of(record, run_id, run_name)


def _evaluated(
    store: RunStore, order: EvaluationOrder
) -> Generator[StepProgress, None, EvaluationResult]:
    from engine.evaluation import all_evaluation_steps, evaluation_texts

    problems: list[str] = []
    tokenizers: dict[Baseline, AnyTokenizer] = {}
    for baseline in order.baselines:
        yield StepProgress(fill(_tr("Load %1"), baseline.name), 0.0)
        try:
            kept = order.tokenizers.get(baseline)
            tokenizers[baseline] = kept or (yield from baseline_steps(store, baseline))
        except (EngineError, StoreError, OSError) as error:  # the others are measured all the same
            problems.append(failure_words(error))
    corpus = order.corpus
    if corpus is None:
        corpus, left_out = evaluation_texts(order.texts.paths)
        problems += left_out
    expected = max(1, corpus.expected_bytes)
    done: dict[str, int] = {}
    steps = all_evaluation_steps([order.tokenizer, *tokenizers.values()], corpus)

    def shown(row: LabelEvaluation) -> StepProgress:
        done[row.label] = row.bytes
        return StepProgress(language_name(row.label), min(1.0, sum(done.values()) / expected))

    evaluations = yield from relayed(steps, shown)
    names = [order.run_name, *(baseline.name for baseline in tokenizers)]
    sources = [None, *tokenizers]
    measured = tuple(
        Measured(name, evaluation, source)
        for name, evaluation, source in zip(names, evaluations, sources, strict=True)
    )
    problems += map(sentence_words, corpus.problem_sentences)
    problems += library_sentences(tokenizers, evaluations[1:])
    problems += [remark for remark in evaluations[0].remarks if remark not in problems]
    comparison = Comparison(order.texts.name, order.run_id, measured, tuple(problems))
    yield StepProgress(_tr("Store"), 1.0)
    if order.run_id is not None:
        store.save_evaluation(
            order.run_id, order.texts.name, evaluations[0].rows, measured=_stored(measured)
        )
    return EvaluationResult(order, comparison, tokenizers)


def library_sentences(
    tokenizers: Mapping[Baseline, AnyTokenizer], evaluations: Sequence[Evaluation]
) -> list[str]:
    """The sentences on baselines that run through their library, one for each."""
    sentences = []
    for (baseline, each), found in zip(tokenizers.items(), evaluations, strict=True):
        if not runs_elsewhere(each):
            continue
        words = _tr("%1 runs in %2, because %3.")
        reason = sentence_words(each.reason)
        sentences.append(fill(words, baseline.name, each.library, reason))
        if not found.total.round_trips:
            words = _tr("%1 loses text: what it does not know may be one token, however long.")
            sentences.append(fill(words, baseline.name))
    return sentences


def _stored(measured: Sequence[Measured]) -> tuple[MeasuredTokenizer, ...]:
    return tuple(
        MeasuredTokenizer(
            each.name,
            each.evaluation,
            None if each.baseline is None else each.baseline.run_id,
            None if each.baseline is None else each.baseline.place,
        )
        for each in measured
    )


def _loaded(
    store: RunStore, baseline: Baseline
) -> Generator[StepProgress, None, tuple[Baseline, AnyTokenizer]]:
    yield StepProgress(fill(_tr("Load %1"), baseline.name))
    return baseline, (yield from baseline_steps(store, baseline))
