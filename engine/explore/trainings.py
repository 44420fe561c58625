"""Trainings: everything that the trials of a search share, and one trial from values to figures.

Counted once: the corpus for each split pattern, and the test texts for each. A trial weighs the
counts, merges up to the greatest size, encodes the distinct pre-tokens of the test texts once, and
has the figures of every smaller size from that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from engine.corpus import Corpus
from engine.counting import CountsCache
from engine.encoding import Tokenizer
from engine.errors import CorpusError
from engine.evaluation import Evaluation, evaluate
from engine.explore.cut_texts import CutTexts, SizedMerges, cut_texts
from engine.explore.measuring import (
    check_figures,
    check_parallel,
    figures_of,
    model_figures,
    needs_encoding,
    violations_of,
)
from engine.explore.metrics import OF_MODELS
from engine.explore.mixing import (
    chosen_size,
    config_of,
    mixture_of,
    n_merges_at,
    shares_beyond,
    sizes_of,
)
from engine.explore.question import Question
from engine.explore.starting import first_values
from engine.explore.texts import DividedTexts
from engine.explore.trials import Figures, Trial, TrialSeconds
from engine.explore.variables import VariableValue
from engine.machine import Progress, available_bytes, result_of, training_bytes
from engine.sentences import say
from engine.settings import MixtureMaker, TrainingConfig
from engine.training import CountedCorpus, Training, TrainingProgress

Values = Mapping[str, VariableValue]
Sized = tuple[tuple[int, Figures], ...]

_LEAST_FREE_SHARE = 0.8
SEARCH, SAMPLE, VALIDATION = "search", "sample", "validation"


class TrialStopped(Exception):  # noqa: N818  not an error: the search was ended
    """The search was ended in the middle of a trial."""


@dataclass(frozen=True)
class Measured:
    """What a training gave on one part of the texts: figures at the chosen size and at others."""

    figures: Figures
    sizes: Sized


@dataclass
class Timer:
    """Seconds of the parts of a trial, filled while it runs."""

    mix: float = 0.0
    merge: float = 0.0
    encode: float = 0.0
    began: float = field(default_factory=time.perf_counter)

    def seconds(self) -> TrialSeconds:
        """The record; what is not weights, merges or tokens is the rest."""
        whole = time.perf_counter() - self.began
        rest = max(0.0, whole - self.mix - self.merge - self.encode)
        return TrialSeconds(self.mix, self.merge, self.encode, rest)


class Trainings:
    """What the trials of a search share.

    corpus: to train on; texts: to measure on. base: the mixture of the recipe. cache: kept counts.
    """

    def __init__(
        self,
        question: Question,
        corpus: Corpus,
        texts: DividedTexts,
        base: MixtureMaker | None = None,
        cache: CountsCache | None = None,
    ) -> None:
        self.question, self.corpus, self.texts = question, corpus, texts
        self._base, self._cache = base, cache
        self._counted: dict[str, CountedCorpus] = {}
        self._twins: dict[tuple[int, str], CountedCorpus] = {}
        self._cuts: dict[tuple[str, str], CutTexts] = {}
        self._sized: WeakKeyDictionary[Tokenizer, dict[int, SizedMerges]] = WeakKeyDictionary()
        self._lock = threading.Lock()
        self.problems: tuple[str, ...] = ()
        """What the validation texts lack, in sentences; known once prepared."""
        self.labels = tuple(source.label for source in corpus.sources)

    def prepare(self) -> Generator[Progress, None, None]:
        """Count the corpus and the texts for every pattern. Raises EngineError."""
        question = self.question
        for pattern in question.patterns:
            config = config_of(question, {"pattern": pattern})
            counted = CountedCorpus(self.corpus, cache=self._cache)
            counted.forget_if_changed()  # from now on: twins keep the counts of these files
            with closing(counted.of(config)) as counting:
                yield from counting
            self._counted[pattern] = counted
            for part in (SEARCH, SAMPLE, VALIDATION):
                for cut_by in {config.pattern, config.final_pattern}:
                    if self._corpus(part).sources:
                        self._cuts[part, cut_by] = self._cut(part, cut_by, config)
                    yield Progress(1, 1)
        first = self._cuts[SEARCH, question.patterns[0]]
        check_parallel(question, first.base)
        if (last := self._cuts.get((VALIDATION, question.patterns[0]))) is not None:
            try:
                check_parallel(question, last.base)
            except CorpusError as error:
                self.problems = (say("explore_validation_lacks", reason=error),)
        if not needs_encoding(question):
            check_figures(question, figures_of(question, first.base, question.greatest_size))

    def first_values(self) -> list[dict[str, VariableValue]]:
        """Values that are tried first; see engine.explore.starting."""
        pattern = self.question.patterns[0]
        counts = self._counted[pattern].counts(config_of(self.question, {"pattern": pattern}))
        if counts is None:
            return []
        sizes = counts.whole_source_bytes.tolist()
        return first_values(self.question, self._base, counts.labels, sizes)

    @property
    def memory_bytes(self) -> int:
        """What a search takes at most, about: counts, texts, and the trainings of all workers."""
        return self._shared_bytes + self.question.workers * self._worker_bytes

    @property
    def n_workers(self) -> int:
        """The workers that the memory is enough for, at least one."""
        free = available_bytes()
        if free is None:
            return self.question.workers
        most = int(_LEAST_FREE_SHARE * free) // max(1, self._worker_bytes)
        return max(1, min(self.question.workers, most))

    def train_steps(self, values: Values, counted: CountedCorpus) -> Training:
        """Train with the values of a trial up to the greatest size, on some counts."""
        config = config_of(self.question, values)
        return counted.train(config, mixture_of(self.question, values, self._base, self.labels))

    def train(
        self, values: Values, worker: int, timer: Timer, is_ended: Callable[[], bool]
    ) -> Tokenizer:
        """Train on the counts of the search. worker: each has memory of its own.

        Raises TrialStopped where `is_ended`, EngineError.
        """
        pattern = config_of(self.question, values).pattern

        def shown(_step: TrainingProgress) -> None:
            if is_ended():
                raise TrialStopped

        counted = self._twin(worker, pattern)
        tokenizer = result_of(self.train_steps(values, counted), shown)
        if tokenizer.training is not None:
            seconds = tokenizer.training.seconds
            timer.mix += seconds["count"]
            timer.merge += seconds["total"] - seconds["count"]
        return tokenizer

    def measure(
        self, tokenizer: Tokenizer, values: Values, part: str, timer: Timer | None = None
    ) -> Measured:
        """The figures of a tokenizer of the greatest size on a part of the texts; {} for none."""
        if not self._corpus(part).sources:
            return Measured({}, ())
        began = time.perf_counter()
        chosen, sizes = chosen_size(self.question, values), sizes_of(self.question, values)
        is_plain = not needs_encoding(self.question)
        config = config_of(self.question, values)
        wanted = sizes if is_plain else (chosen,)
        evaluations = self._evaluations(tokenizer, config, part, wanted)
        if not is_plain:
            evaluations[chosen] = self._whole(tokenizer, chosen, part)
        figures = figures_of(self.question, evaluations[chosen], chosen)
        if any(each.key not in figures for each in self.question.objectives):
            at = tokenizer.truncated(min(chosen, tokenizer.vocab_size))
            figures |= model_figures(self.question, at, self._corpus(part))
            wanted = (chosen,)
        answered = tuple(
            (size, figures_of(self.question, evaluations[size], size))
            for size in wanted
            if size != chosen
        )
        if timer is not None:
            timer.encode += time.perf_counter() - began
        return Measured(figures, answered)

    def infeasible(self, number: int, values: Values) -> Trial | None:
        """The trial of values that cannot be trained; None for those that can."""
        beyond = shares_beyond(self.question, values)
        if not beyond:
            return None
        size = chosen_size(self.question, values)
        return Trial(number, values, "infeasible", size, violations={"shares": beyond})

    def violations(self, figures: Figures) -> dict[str, float]:
        """How far figures are beyond the thresholds, by key."""
        return violations_of(self.question, figures)

    def _evaluations(
        self, tokenizer: Tokenizer, config: TrainingConfig, part: str, sizes: tuple[int, ...]
    ) -> dict[int, Evaluation]:
        """Figures at sizes; of those before the transition to superwords by the first pattern."""
        at = [(size, n_merges_at(config, size)) for size in sizes]
        origin = tokenizer.superwords
        if origin is None:
            merges = self._merges(tokenizer, tokenizer.n_merges)
            return self._cuts[part, config.pattern].evaluations(merges, at)
        n_first = origin.n_first_merges
        first = [each for each in at if each[1] <= n_first]
        later = [each for each in at if each[1] > n_first]
        found: dict[int, Evaluation] = {}
        if first:
            cut = self._cuts[part, config.pattern]
            found |= cut.evaluations(self._merges(tokenizer, n_first), first)
        if later:
            merges = self._merges(tokenizer, tokenizer.n_merges)
            found |= self._cuts[part, config.final_pattern].evaluations(merges, later)
        return found

    def _merges(self, tokenizer: Tokenizer, n_merges: int) -> SizedMerges:
        """The first merges of a tokenizer, which all parts of the texts share."""
        with self._lock:
            known = self._sized.setdefault(tokenizer, {})
        if n_merges not in known:
            known[n_merges] = SizedMerges(tokenizer.merges[:n_merges])
        return known[n_merges]

    def _whole(self, tokenizer: Tokenizer, size: int, part: str) -> Evaluation:
        at = tokenizer.truncated(min(size, tokenizer.vocab_size))
        return evaluate(at, self._corpus(part), reference=self.question.reference)

    def _cut(self, part: str, pattern: str, config: TrainingConfig) -> CutTexts:
        if part == SAMPLE and self.texts.sample is self.texts.search:
            return self._cuts[SEARCH, pattern]
        corpus = self._corpus(part)
        return cut_texts(corpus, pattern, config.normalization, self.question.reference)

    def _corpus(self, part: str) -> Corpus:
        texts = self.texts
        return {SEARCH: texts.search, SAMPLE: texts.sample, VALIDATION: texts.validation}[part]

    @property
    def has_sample(self) -> bool:
        """Whether the sample is less than the texts of the search, and quicker to measure.

        A model takes as long to train on a sample as on the whole.
        """
        if any(each.metric in OF_MODELS for each in self.question.objectives):
            return False
        return self.texts.sample is not self.texts.search

    def _twin(self, worker: int, pattern: str) -> CountedCorpus:
        key = worker, pattern
        with self._lock:
            if key not in self._twins:
                self._twins[key] = self._counted[pattern].twin()
            return self._twins[key]

    @property
    def _shared_bytes(self) -> int:
        cuts = {id(cut): cut for cut in self._cuts.values()}.values()
        found = 2 * self.texts.n_bytes + sum(20 * cut.n_bytes for cut in cuts)
        for pattern, counted in self._counted.items():
            counts = counted.counts(config_of(self.question, {"pattern": pattern}))
            if counts is not None:
                found += len(counts.data) + 8 * (
                    3 * counts.n_unique + 3 * len(counts.source_counts)
                )
        return found

    @property
    def _worker_bytes(self) -> int:
        """Of the training of the pattern that takes most."""
        found = 0
        for pattern, counted in self._counted.items():
            config = config_of(self.question, {"pattern": pattern})
            counts = counted.counts(config)
            if counts is not None:
                needed = training_bytes(
                    counts.n_unique, len(counts.data), config.n_merges, len(self.labels)
                )
                found = max(found, needed)
        return found
