"""explore: the search, as a generator of progress.

    question = read_question(table, TrainingConfig(32_768))
    texts = evaluation_texts("parallel/").corpus
    exploration = result_of(explore(question, Corpus.from_paths("texts/"), texts))
    exploration.front.advice

Workers are threads of this process that share the counts; the kernels let go of the interpreter.
Each asks for values, trains, measures a sample of the test texts, and the whole of them unless
the sample shows that another trial is better in everything. While the caller of the generator
pauses, no trial begins. A trial that was running at the end of the process runs again when the
same call goes on.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from engine.corpus import Corpus
from engine.counting import CountsCache
from engine.errors import CheckpointError, ConfigError, EngineError
from engine.explore.confirming import disagreement_of, spread_steps
from engine.explore.exploration import Exploration, ExploreProgress
from engine.explore.front import Front, FrontKeeper, costs_of, front_of, non_dominated, points_of
from engine.explore.keeping import KeptTrials, TrialStorage, held, study_name
from engine.explore.measuring import check_figures
from engine.explore.mixing import check_corpus, chosen_size
from engine.explore.question import Question
from engine.explore.sampling import TrialSampler
from engine.explore.starting import near_values
from engine.explore.texts import check_text_labels, divided_texts
from engine.explore.trainings import (
    SAMPLE,
    SEARCH,
    VALIDATION,
    Measured,
    Timer,
    Trainings,
    TrialStopped,
    Values,
)
from engine.explore.trials import Trial
from engine.machine import StopRequest, relayed, results_in_order
from engine.sentences import say
from engine.settings import MixtureMaker

Exploring = Generator[ExploreProgress, None, Exploration]

_PAUSED_AFTER_S = 1.0
"""A caller that asked for nothing for so long is pausing."""
_LOOK_S = 0.05
_MARGIN = 0.02
"""A trial is given up where another is better on the sample by more than this share."""
_NEAR_EACH = 2
"""One trial in this number is near a point of the front; the others are the sampler's."""
_BESIDE_ALL = 1e3
"""Cost of a trial without figures, where none has any."""


def explore(
    question: Question,
    corpus: Corpus,
    texts: Corpus,
    *,
    mixture: MixtureMaker | None = None,
    cache: CountsCache | None = None,
    storage: TrialStorage | None = None,
    stop: StopRequest | None = None,
) -> Exploring:
    """Search; yields progress, the return value is the Exploration.

    corpus: to train on; texts: to measure on, of which every second block of lines is kept for
        validation. mixture: of the recipe, from which shares are taken where none is varied.
    cache: where counts of sources are kept. storage: where trials are kept; the same question on
        the same texts goes on there. None to keep nothing.
    stop: ends the search after the trials that run; closing the generator ends it at once, and
        what was running runs again when it goes on.

    The budget is of counting and trials; the spread of the front is measured afterwards. Raises
    ConfigError and CorpusError for a question that does not fit the texts, CheckpointError for
    trials that cannot be kept.
    """
    _check_files(corpus, texts)
    check_corpus(question, corpus, mixture)
    return _Search(question, corpus, texts, mixture, cache, storage, stop).steps()


def _check_files(corpus: Corpus, texts: Corpus) -> None:
    """Raise ConfigError for a file that is trained on and measured on."""
    known = {str(path) for source in corpus.sources for path in source.paths}
    for source in texts.sources:
        for path in source.paths:
            if str(path) in known:
                raise ConfigError(say("explore_same_file", path=path), setting="explore")


@dataclass(frozen=True)
class _Event:
    """What a worker says: a trial began or ended."""

    trial: Trial
    changed: bool = False


@dataclass
class _Search:
    question: Question
    corpus: Corpus
    texts: Corpus
    mixture: MixtureMaker | None
    cache: CountsCache | None
    storage: TrialStorage | None
    stop: StopRequest | None

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._events: queue.SimpleQueue[_Event] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._trials: dict[int, Trial] = {}
        self._keeper = FrontKeeper(self.question)
        self._began = time.monotonic()
        self._paused_s = 0.0
        self._pulled = self._began
        self._samples = np.empty((0, len(self.question.sought)))
        self._n_begun = 0
        self._asked: set[int] = set()  # trials that are measured whole, however they do
        self._memory_bytes: int | None = None

    def steps(self) -> Exploring:
        """All of it."""
        question = self.question
        yield ExploreProgress("count")
        texts = divided_texts(self.texts)
        check_text_labels(question, texts.labels)
        self._work = Trainings(question, self.corpus, texts, self.mixture, self.cache)
        counting = self._work.prepare()
        yield from relayed(
            counting, lambda step: ExploreProgress("count", n_done=step.done, n_wanted=step.total)
        )
        self._memory_bytes = self._work.memory_bytes
        name = study_name(question, self.corpus, self.texts, self.mixture)
        with held(self.storage, name):
            self._kept = KeptTrials(self.storage, name, len(question.sought))
            self._restore()
            yield self._progress(changed=True)
            yield from self._searching()
        front = front_of(self._trials.values(), question)
        if question.seeds and front.points and not self._is_stopped:
            front = yield from self._with_spread(front)
        return Exploration(
            question,
            tuple(self._trials[number] for number in sorted(self._trials)),
            front,
            self._sampler.importance(),
            disagreement_of(front),
            self._is_stopped,
            (*texts.problems, *self._work.problems),
        )

    def _with_spread(self, front: Front) -> Generator[ExploreProgress, None, Front]:
        spreads = yield from relayed(
            spread_steps(self._work, front),
            lambda step: replace(step, memory_bytes=self._memory_bytes),
        )
        points = tuple(
            replace(point, spread=spreads.get((point.trial, point.vocab_size), {}))
            for point in front.points
        )
        for number, vocab_size in spreads:
            trial = self._trials[number]
            if vocab_size == trial.vocab_size:
                self._trials[number] = replace(trial, spread=spreads[number, vocab_size])
        return replace(front, points=points)

    @property
    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_asked

    @property
    def _elapsed(self) -> float:
        """Seconds of this search, those of earlier sessions included and pauses left out."""
        return self._kept.elapsed + time.monotonic() - self._began - self._paused_s

    def _restore(self) -> None:
        """Take the trials of earlier sessions, and those that were running at their end."""
        kept = self._kept
        for trial in kept.trials:
            self._trials[trial.number] = trial
            self._keeper.add(trial)
        self._again = deque(kept.put_back())
        known = [*(trial.values for trial in self._trials.values()),
                 *(values for _, values in self._again)]  # fmt: skip
        first = [values for values in self._work.first_values() if values not in known]
        self._sampler = TrialSampler(self.question, kept.before, first)
        numbers = [*self._trials, *(number for number, _ in self._again)]
        self._next = max(numbers, default=-1) + 1
        for values in () if self.storage is None else self.storage.extra:
            self._again.append((self._next, dict(values)))
            self._asked.add(self._next)
            self._next += 1
        self._n_begun = len(self._trials)

    def _searching(self) -> Generator[ExploreProgress, None, None]:
        self._pulled = time.monotonic()
        workers = [self._worker(number) for number in range(self._work.n_workers)]
        with closing(results_in_order(workers, self._turns())) as results:
            try:
                for _ in results:
                    yield from self._news()
            finally:
                self._ended.set()  # before the threads are waited for, which look at it
        yield from self._news()
        trials = self._trials.values()
        if trials and all(trial.state == "failed" for trial in trials):
            reason = max(trials, key=lambda trial: trial.number).reason
            raise ConfigError(say("explore_all_failed", reason=reason), setting="explore")

    def _turns(self) -> Iterator[int]:
        for turn in count():
            if self._is_over():
                return
            yield turn

    def _is_over(self) -> bool:
        """Whether no further trial begins."""
        budget = self.question.budget
        if self._ended.is_set() or self._is_stopped:
            return True
        if budget.trials is not None and self._n_begun >= budget.trials and not self._again:
            return True
        return budget.seconds is not None and self._elapsed >= budget.seconds

    def _news(self) -> Generator[ExploreProgress, None, None]:
        """What the workers did since; notices how long the caller was away."""
        now = time.monotonic()
        self._pulled = now
        sent = False
        while not self._events.empty():
            event = self._events.get()
            sent = True
            yield from self._told(self._progress(event.trial, changed=event.changed))
        if not sent:
            yield from self._told(self._progress())

    def _told(self, progress: ExploreProgress) -> Generator[ExploreProgress, None, None]:
        given = time.monotonic()
        yield progress
        away = time.monotonic() - given
        if away > _PAUSED_AFTER_S:
            self._paused_s += away
        self._pulled = time.monotonic()

    def _progress(self, trial: Trial | None = None, *, changed: bool = False) -> ExploreProgress:
        budget = self.question.budget
        n_done, left = len(self._trials), None
        if budget.seconds is not None:
            left = max(0.0, budget.seconds - self._elapsed)
        if budget.trials is not None and n_done:
            pace = self._elapsed / n_done
            by_trials = max(0, budget.trials - n_done) * pace
            left = by_trials if left is None else min(left, by_trials)
        return ExploreProgress(
            "search",
            trial,
            n_done,
            budget.trials or 0,
            left,
            self._keeper_front() if changed else None,
            self._memory_bytes,
        )

    def _keeper_front(self) -> Front:
        with self._lock:
            return self._keeper.front()

    # ---- in the threads of the workers

    def _worker(self, number: int) -> Callable[[int], None]:
        def work(_turn: int) -> None:
            self._wait_while_paused()
            with self._lock:
                if self._is_over():
                    return
                number_of_trial, values, timer = self._begun()
            try:
                self._run(number_of_trial, values, number, timer)
            except TrialStopped:
                return

        return work

    def _wait_while_paused(self) -> None:
        while time.monotonic() - self._pulled > _PAUSED_AFTER_S and not self._ended.is_set():
            self._ended.wait(_LOOK_S)

    def _begun(self) -> tuple[int, Values, Timer]:
        timer = Timer()
        if self._again:
            number, given = self._again.popleft()
            values = self._sampler.ask(number, given)
        else:
            number, self._next = self._next, self._next + 1
            values = self._sampler.ask(number, self._near(number))
        self._n_begun += 1
        self._kept.begin(number, values)
        size = chosen_size(self.question, values)
        self._events.put(_Event(Trial(number, values, "running", size)))
        return number, values, timer

    def _near(self, number: int) -> Values | None:
        """Values near those of the front, for every second trial; else None."""
        question = self.question
        if question.sampler == "random" or self._sampler.has_first or number % _NEAR_EACH:
            return None
        trials = [self._trials[point.trial] for point in self._keeper.best]
        return near_values(question, trials, question.seed + number)

    def _run(self, number: int, values: Values, worker: int, timer: Timer) -> None:
        size = chosen_size(self.question, values)
        sample: Measured | None = None
        try:
            trial = self._work.infeasible(number, values)
            if trial is None:
                trial, sample = self._measured(number, values, worker, timer)
        except CheckpointError:
            raise
        except EngineError as error:
            trial = Trial(number, values, "failed", size, reason=str(error))
        self._finish(replace(trial, seconds=timer.seconds()), sample)

    def _measured(
        self, number: int, values: Values, worker: int, timer: Timer
    ) -> tuple[Trial, Measured | None]:
        """Train and measure a trial, as far as it is worth it."""
        work, size = self._work, chosen_size(self.question, values)
        tokenizer = work.train(values, worker, timer, self._ended.is_set)
        sample = None
        if work.has_sample:
            sample = work.measure(tokenizer, values, SAMPLE, timer)
            if number not in self._asked and self._is_hopeless(self._of(number, values, sample)):
                violations = work.violations(sample.figures)
                return Trial(
                    number, values, "pruned", size, sample.figures, sizes=sample.sizes,
                    violations=violations,
                ), None  # fmt: skip
        if self._ended.is_set():
            raise TrialStopped
        found = work.measure(tokenizer, values, SEARCH, timer)
        check_figures(self.question, found.figures)
        trial = self._of(number, values, found)
        with self._lock:
            improves = self._keeper.improves(points_of(trial, self.question))
        if improves:
            found = work.measure(tokenizer, values, VALIDATION, timer)
            trial = replace(trial, validation=found.figures, validation_sizes=found.sizes)
        return trial, sample

    def _of(self, number: int, values: Values, measured: Measured) -> Trial:
        violations = self._work.violations(measured.figures)
        return Trial(
            number,
            values,
            "infeasible" if violations else "complete",
            chosen_size(self.question, values),
            measured.figures,
            sizes=measured.sizes,
            violations=violations,
        )

    def _is_hopeless(self, trial: Trial) -> bool:
        """Whether, on the sample, a trial before is better than each of its points by a margin."""
        costs = costs_of(points_of(trial, self.question), self.question.sought)
        with self._lock:
            known = self._samples
        if not len(known) or np.isnan(costs).any():
            return False
        limits = costs - _MARGIN * np.abs(costs)
        return all(bool((known <= limit).all(axis=1).any()) for limit in limits)

    def _finish(self, trial: Trial, sample: Measured | None) -> None:
        with self._lock:
            if sample is not None and trial.state == "complete":
                self._note_sample(self._of(trial.number, trial.values, sample))
            frozen = self._sampler.tell(
                trial.number, self._costs(trial), trial.violations, trial.document()
            )
            self._kept.end(frozen, trial.number, self._elapsed)
            self._trials[trial.number] = trial  # only what is kept is told
            changed = self._keeper.add(trial)
        self._events.put(_Event(trial, changed))

    def _note_sample(self, trial: Trial) -> None:
        costs = costs_of(points_of(trial, self.question), self.question.sought)
        every = np.vstack([self._samples, costs[~np.isnan(costs).any(axis=1)]])
        self._samples = every[non_dominated(every)]

    def _costs(self, trial: Trial) -> Sequence[float] | None:
        """What the sampler is told; None for a failed trial."""
        if trial.state == "failed":
            return None
        costs = []
        for each in self.question.sought:
            value = trial.figures.get(each.key, np.nan)
            costs.append(_BESIDE_ALL if np.isnan(value) else each.cost(value))
        return costs
