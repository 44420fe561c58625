"""RunComparisonFlow, which compares two to four tokenizers in the worker, and its records."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.errors import EngineError
from engine.machine import relayed
from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.store import MeasuredTokenizer, RunStore, StoreError
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.placeholders import fill
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.words.job_words import failure_words
from workbench.ui.words.metric_words import texts_words
from workbench.work.comparison import (
    Baseline,
    Comparison,
    EvaluationTexts,
    Measured,
    numbered_apart,
)
from workbench.work.jobs import Job, StepProgress
from workbench.work.runs.comparison import (
    LEAST,
    MOST,
    CommonEvaluation,
    ComparedTokenizer,
    common_evaluation,
    compared_facts,
    same_text,
)
from workbench.work.runs.search import run_titles
from workbench.work.tokenizer_files import baseline_steps

if TYPE_CHECKING:
    from pathlib import Path

    from engine import Corpus
    from engine.analysis import MergeDivergence, UnknownMerges, VocabularyDifference
    from engine.evaluation import LabelEvaluation
    from workbench.work.runs.comparison import ComparedFact


class RunComparisonFlow(QObject):
    """Does one comparison at a time; a newer wish takes the place of an older one.

    Signals:
        compared: RunComparison.
        pair_compared: ComparedPair.
        busy_changed: str, what is being done, "" for nothing.
        failed: the sentence to show.
    """

    compared: Signal[RunComparison] = Signal(object)
    pair_compared: Signal[ComparedPair] = Signal(object)
    busy_changed: Signal[str] = Signal(object)
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
        self._shown: RunComparison | None = None
        self._slot = JobSlot(engine_jobs, self, failed=self.failed)
        self._slot.words_changed.connect(self.busy_changed)

    def compare(self, wanted: Sequence[Baseline]) -> None:
        """Load these tokenizers, runs of the store or files, and compare them."""
        if not LEAST <= len(wanted) <= MOST:
            words = self.tr("Choose two to four runs or tokenizers to compare.")
            self.failed.emit(words)
            return
        known = {} if self._shown is None else dict(zip(self._shown.wanted, self._shown.compared,
                                                        strict=True))  # fmt: skip
        task = _compared(self._store, tuple(wanted), known)
        title, words = self.tr("Compare tokenizers"), self.tr("Comparing…")
        self._slot.start(Job(task, title=title, brief=True), self._note_compared, words=words)

    def compare_pair(self, places: tuple[int, int]) -> None:
        """Compare the vocabularies and merges of two of those that stand side by side."""
        if self._shown is None:
            return
        task = _pair_compared(self._shown, places)
        title, words = self.tr("Compare vocabularies"), self.tr("Comparing…")
        self._slot.start(Job(task, title=title, brief=True), self.pair_compared.emit, words=words)

    def make_baseline(self, place: int) -> None:
        """Make one of the compared runs the baseline."""
        shown = self._shown
        if shown is None or not 0 < place < len(shown.compared):
            return
        task = _rebased(shown, place)
        title, words = self.tr("Change the baseline"), self.tr("Comparing…")
        self._slot.start(Job(task, title=title, brief=True), self._note_compared, words=words)

    def measure(self) -> None:
        """Measure all of them on the texts of the Compression workspace, or on the corpus."""
        shown, state = self._shown, self._state
        texts, corpus = state.evaluation_texts, state.corpus
        if shown is None:
            return
        if corpus is None and not texts.paths:
            self.failed.emit(self.tr("There is no corpus to measure on; add files in Corpus."))
            return
        task = _measured(self._store, shown, texts, None if texts.paths else corpus)
        words = fill(self.tr("Measuring on %1…"), texts_words(texts.name))
        title = self.tr("Measure compared tokenizers")
        self._slot.start(Job(task, title=title), self._note_compared, words=words)

    def _note_compared(self, comparison: RunComparison) -> None:
        self._shown = comparison
        self.compared.emit(comparison)


def _compared(
    store: RunStore,
    wanted: tuple[Baseline, ...],
    known: dict[Baseline, ComparedTokenizer],
) -> Generator[StepProgress, None, RunComparison]:
    compared, kept, problems = [], [], []
    for each in wanted:
        yield StepProgress("Load tokenizers")
        try:
            compared.append((yield from _loaded(store, each, known.get(each))))
            kept.append(each)
        except (EngineError, StoreError, OSError) as error:  # the others are compared all the same
            problems.append(failure_words(error))
    if len(compared) < LEAST:
        raise StoreError(" ".join(problems))
    yield StepProgress("Compare")
    return _comparison(tuple(kept), _named_apart(compared), tuple(problems))


def _comparison(
    wanted: tuple[Baseline, ...],
    compared: tuple[ComparedTokenizer, ...],
    problems: tuple[str, ...],
) -> RunComparison:
    evaluation = common_evaluation(compared)
    facts = compared_facts(compared, evaluation)
    return RunComparison(wanted, compared, facts, evaluation, _pair(compared, (0, 1)), problems)


def _pair(compared: Sequence[ComparedTokenizer], places: tuple[int, int]) -> ComparedPair:
    from engine.analysis import merge_comparison, vocabulary_difference

    first, second = (compared[place] for place in places)
    same = same_text(first.record, second.record)
    difference = vocabulary_difference(first.tokenizer, second.tokenizer)
    _ = difference.places  # sorted in the worker; the table finds it ready
    return ComparedPair(
        places,
        (first, second),
        difference,
        merge_comparison(first.tokenizer, second.tokenizer, same_text=same),
    )


def _pair_compared(
    shown: RunComparison, places: tuple[int, int]
) -> Generator[StepProgress, None, ComparedPair]:
    yield StepProgress("Compare")
    return _pair(shown.compared, places)


def _rebased(shown: RunComparison, place: int) -> Generator[StepProgress, None, RunComparison]:
    """The same comparison with another one first; nothing is loaded or measured again."""
    yield StepProgress("Compare")
    order = [place, *(at for at in range(len(shown.compared)) if at != place)]
    compared = tuple(shown.compared[at] for at in order)
    evaluation = shown.evaluation
    if evaluation is not None:
        known = tuple(evaluation.evaluations[at] for at in order)
        evaluation = replace(evaluation, evaluations=known)
    return RunComparison(
        tuple(shown.wanted[at] for at in order),
        compared,
        compared_facts(compared, evaluation),
        evaluation,
        _pair(compared, (0, 1)),
    )


def _loaded(
    store: RunStore, wanted: Baseline, known: ComparedTokenizer | None
) -> Generator[StepProgress, None, ComparedTokenizer]:
    if known is not None and wanted.run_id is None:
        return replace(known, name=wanted.name)
    if wanted.run_id is None:
        tokenizer = yield from baseline_steps(store, wanted)
        return ComparedTokenizer(
            wanted.name, tokenizer, path=wanted.path, published=wanted.published
        )
    tokenizer = known.tokenizer if known is not None else store.any_tokenizer(wanted.run_id)
    record = store.run(wanted.run_id)
    evaluations = store.evaluations(wanted.run_id)
    return ComparedTokenizer(record.summary.name, tokenizer, record, evaluations)


def _named_apart(compared: Sequence[ComparedTokenizer]) -> tuple[ComparedTokenizer, ...]:
    """Give runs with the same name their titles, and whatever is still the same a number."""
    titles = run_titles(each.record.summary for each in compared if each.record is not None)
    names = [
        each.name if each.record is None else titles[each.record.summary.run_id]
        for each in compared
    ]
    apart = numbered_apart(names)
    return tuple(replace(each, name=name) for each, name in zip(compared, apart, strict=True))


def _measured(
    store: RunStore, shown: RunComparison, texts: EvaluationTexts, corpus: Corpus | None
) -> Generator[StepProgress, None, RunComparison]:
    """Measure all; the result is stored with the first run, the others beside it."""
    from engine.evaluation import all_evaluation_steps, evaluation_texts

    problems: list[str] = []
    if corpus is None:
        corpus, left_out = evaluation_texts(texts.paths)
        problems += left_out
    expected = max(1, corpus.expected_bytes)
    done: dict[str, int] = {}
    steps = all_evaluation_steps([each.tokenizer for each in shown.compared], corpus)

    def measured(row: LabelEvaluation) -> StepProgress:
        done[row.label] = row.bytes
        return StepProgress(language_name(row.label), min(1.0, sum(done.values()) / expected))

    evaluations = yield from relayed(steps, measured)
    owner = next((each for each in shown.compared if each.run_id is not None), None)
    if owner is not None and owner.run_id is not None:
        order = sorted(range(len(evaluations)), key=lambda at: shown.compared[at] is not owner)
        stored = [
            MeasuredTokenizer(
                shown.compared[at].name,
                evaluations[at],
                shown.compared[at].run_id,
                shown.compared[at].place,
            )
            for at in order
        ]
        first = replace(stored[0], run_id=None, path=None)
        rows = stored[0].evaluation.rows
        store.save_evaluation(owner.run_id, texts.name, rows, measured=(first, *stored[1:]))
    found = CommonEvaluation(texts.name, tuple(evaluations))
    facts = compared_facts(shown.compared, found)
    problems += map(sentence_words, corpus.problem_sentences)
    return replace(shown, facts=facts, evaluation=found, problems=tuple(problems))


@dataclass(frozen=True)
class ComparedPair:
    """Two of the compared tokenizers.

    divergence: None if all merges are equal, UnknownMerges if they cannot be compared.
    """

    places: tuple[int, int]
    tokenizers: tuple[ComparedTokenizer, ComparedTokenizer]
    vocabulary: VocabularyDifference
    divergence: MergeDivergence | UnknownMerges | None

    @property
    def names(self) -> tuple[str, str]:
        return self.tokenizers[0].name, self.tokenizers[1].name


@dataclass(frozen=True)
class RunComparison:
    """Two to four compared tokenizers; `wanted` and `compared` are parallel."""

    wanted: tuple[Baseline, ...]
    compared: tuple[ComparedTokenizer, ...]
    facts: tuple[ComparedFact, ...]
    evaluation: CommonEvaluation | None
    pair: ComparedPair
    problems: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.compared)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The places of all pairs. Example: three -> (0, 1), (0, 2), (1, 2)."""
        return tuple(combinations(range(len(self.compared)), 2))

    def measured(self) -> Comparison | None:
        """The evaluations on the same texts as the charts take them; None where there are none."""
        if self.evaluation is None:
            return None
        known = tuple(
            Measured(name, evaluation)
            for name, evaluation in zip(self.names, self.evaluation.evaluations, strict=True)
            if evaluation is not None
        )
        return Comparison(self.evaluation.texts, self.compared[0].run_id, known)


def baseline_of(path: Path) -> Baseline:
    """A tokenizer file or folder as one to compare with, by a short name."""
    stem = path.stem if path.is_file() else path.name
    is_plain = stem in {"tokenizer", "vocab", "merges", "encoder"}
    return Baseline(path.parent.name if is_plain and path.parent.name else stem, path=path)
