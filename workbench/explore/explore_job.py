"""The search as a task of the worker: the current run measured first, then trial after trial."""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import ConfigError
from engine.machine import StopRequest, relayed
from workbench.explore.exploration_landscape import BaselineFigures
from workbench.explore.studies import Study, write_study
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.words.translation import translator
from workbench.work.explore_records import TRIALS_FILE, is_parity_folder, read_trials, slim
from workbench.work.jobs import StepProgress
from workbench.work.kept_counts import KeptCounts

if TYPE_CHECKING:
    from engine import Corpus, Tokenizer
    from engine.explore import (
        Exploration,
        ExploreProgress,
        Front,
        Question,
        Trial,
        VariableValue,
    )
    from engine.settings import Mixture
    from workbench.store import RunStore

_tr = translator("explore_job")
WRITTEN_EACH_S = 10.0
"""How often a running search is stored."""


@dataclass(frozen=True, eq=False)
class SearchOrder:
    """What one search works with. tokenizer: the open one, which is measured beside it.

    study: what is stored of it in `folder`, while it runs and at its end; its trials go on from a
        file beside that.
    extra: values of a single trial that is measured; None for a whole search.
    """

    question: Question
    study: Study
    folder: Path
    corpus: Corpus
    mixture: Mixture | None
    tokenizer: Tokenizer | None = None
    tokenizer_name: str = ""
    extra: Mapping[str, VariableValue] | None = None


@dataclass(frozen=True, eq=False)
class SearchNews:
    """What a step brought. name: of the study; baseline: the open tokenizer, once measured."""

    name: str
    progress: ExploreProgress | None = None
    baseline: BaselineFigures | None = None


@dataclass(frozen=True, eq=False)
class SearchOutcome:
    """A search that is over, and what is stored of it."""

    study: Study
    exploration: Exploration


class _Record:
    """Stores a search while it runs, now and then, and at its end, whatever ends it."""

    def __init__(self, folder: Path, study: Study) -> None:
        self._folder, self.study = folder, study
        self._trials = {each.number: each for each in read_trials(folder, study.name)}
        self._front: Front | None = None
        self._written = time.monotonic()

    @property
    def has_trials(self) -> bool:
        return bool(self._trials)

    def take(self, progress: ExploreProgress) -> None:
        """Note what a step brought; writes now and then."""
        trial = progress.trial
        self._front = progress.front or self._front
        if trial is not None and trial.is_over:
            self._trials[trial.number] = trial
            if time.monotonic() - self._written > WRITTEN_EACH_S:
                self.write()

    @property
    def trials(self) -> tuple[Trial, ...]:
        """In the order of their numbers."""
        return tuple(self._trials[number] for number in sorted(self._trials))

    def finish(self, found: Exploration, *, is_extra: bool) -> None:
        """Take the whole result. is_extra: of a single trial, after which the rest is as it was."""
        spreads = {each.number: each.spread for each in self._trials.values() if each.spread}
        self._trials = {
            trial.number: replace(trial, spread=trial.spread or spreads.get(trial.number, {}))
            for trial in found.trials
        }
        self._front = found.front
        self.study = replace(
            self.study, importance=found.importance, disagreement=found.disagreement,
            is_whole=self.study.is_whole if is_extra else not found.is_stopped,
        )  # fmt: skip

    def write(self) -> None:
        """Store what there is. Raises OSError."""
        trials = [slim(self._trials[number], self._front) for number in sorted(self._trials)]
        self.study = replace(self.study, n_trials=len(trials))
        write_study(self._folder, self.study, trials)
        self._written = time.monotonic()


def search_steps(
    order: SearchOrder, stop: StopRequest
) -> Generator[StepProgress, None, SearchOutcome]:
    """Search; payloads are SearchNews. Raises EngineError."""
    from engine.evaluation import evaluation_texts
    from engine.explore import Budget, TrialStorage, explore, study_name
    from workbench.ui.charts.curves_chart import load_plots

    load_plots()  # in the worker, so that the first trial does not stop the window
    yield StepProgress(_tr("Read texts"), 0.0)
    texts = evaluation_texts(order.study.texts).corpus
    write_choosing_texts(order.question, texts, order.folder)
    name = study_name(order.question, order.corpus, texts, order.mixture)
    check_unchanged(order.study, name)
    record = _Record(order.folder, replace(order.study, name=name))
    yield StepProgress(_tr("Read texts"), 0.0, payload=SearchNews(name))
    if order.tokenizer is not None:
        yield StepProgress(_tr("Measure current run"), 0.0)
        baseline = measured_baseline(order, texts)
        record.study = replace(record.study, baseline=baseline)
        yield StepProgress(
            _tr("Measure current run"), 0.0, payload=SearchNews(name, baseline=baseline)
        )
    question, extra = order.question, order.extra
    storage = TrialStorage(order.folder.parent / TRIALS_FILE)
    if extra is not None:  # nothing besides it, and no spread
        n_over = max(1, sum(each.is_over for each in record.trials))
        question = replace(question, budget=Budget(trials=n_over), seeds=0)
        storage = replace(storage, extra=(extra,))
    steps = explore(
        question, order.corpus, texts, mixture=order.mixture, cache=KeptCounts().cache(),
        storage=storage, stop=stop,
    )  # fmt: skip

    def shown(each: ExploreProgress) -> StepProgress:
        record.take(each)
        return StepProgress(
            phase_words(each), fraction_of(each), each.seconds_left, SearchNews(name, each)
        )

    try:
        found = yield from relayed(steps, shown)
        record.finish(found, is_extra=extra is not None)
    finally:  # also when it is cancelled
        if record.has_trials:
            record.write()
    return SearchOutcome(record.study, replace(found, trials=record.trials))


def check_unchanged(study: Study, name: str) -> None:
    """Raise ConfigError where a stored search is not the one of a name: its texts have changed."""
    if study.name not in ("", name):
        raise ConfigError(
            _tr("Texts or settings have changed since. Explore begins a new search with them."),
            setting="explore",
        )


def moved_values(
    question: Question, values: Mapping[str, VariableValue], name: str, value: float
) -> dict[str, VariableValue]:
    """The values of a point with another one of a variable; a choice is its place.

    Raises ConfigError for a value beyond the bounds of the question.
    """
    variable = question.by_name[name]
    if not variable.is_ordered:
        moved: VariableValue = variable.choices[round(value)]
    else:
        low, high = variable.low, variable.high  # type: ignore[union-attr]
        if not low <= value <= high:
            words = _tr("%1 is beyond the bounds of the question, %2 to %3.")
            raise ConfigError(fill(words, f"{value:g}", f"{low:g}", f"{high:g}"), setting=name)
        moved = round(value) if variable.is_whole else value  # type: ignore[union-attr]
        if sizes := getattr(variable, "sizes", ()):
            moved = min(sizes, key=lambda size: abs(size - value))
    kept = {key: each for key, each in values.items() if key in question.by_name}
    return {**kept, name: moved}


def write_choosing_texts(question: Question, texts: Corpus, folder: Path) -> None:
    """Write what the search sees of the texts where languages choose by it, not by those of Train.

    folder: of the records. Raises CorpusError.
    """
    from engine.explore import parity_texts

    parity = question.fixed.parity
    for path in () if parity is None else parity.texts:
        if is_parity_folder(folder, path):
            parity_texts(texts, Path(path))


def measured_baseline(order: SearchOrder, texts: Corpus) -> BaselineFigures:
    """The open tokenizer on the texts that the search sees."""
    from engine.evaluation import evaluate
    from engine.explore import divided_texts, figures_of

    tokenizer = order.tokenizer
    assert tokenizer is not None
    seen = divided_texts(texts).search
    evaluation = evaluate(tokenizer, seen, reference=order.question.reference)
    figures = figures_of(order.question, evaluation, tokenizer.vocab_size)
    values: dict[str, float | int | str] = {
        "vocab_size": tokenizer.vocab_size,
        "pattern": tokenizer.pattern,
    }
    return BaselineFigures(order.tokenizer_name, figures, values, tokenizer.vocab_size)


def phase_words(progress: ExploreProgress) -> str:
    """What a search does now, in words."""
    if progress.phase == "count":
        return _tr("Count the corpus")
    if progress.phase == "spread":
        return fill(
            _tr("Spread of the front: %1 of %2"),
            grouped(progress.n_done),
            grouped(progress.n_wanted),
        )
    if progress.n_wanted:
        return fill(_tr("Trial %1 of %2"), grouped(progress.n_done), grouped(progress.n_wanted))
    return fill(_tr("Trial %1"), grouped(progress.n_done))


def fraction_of(progress: ExploreProgress) -> float | None:
    """How much of a phase is done, None while unknown."""
    if not progress.n_wanted:
        return None
    return min(1.0, progress.n_done / progress.n_wanted)


@dataclass(frozen=True, eq=False)
class KeepOrder:
    """A point that becomes a run: its trial at a vocabulary size."""

    study: Study
    question: Question
    corpus: Corpus
    mixture: Mixture | None
    trial: Trial
    vocab_size: int
    store: RunStore


def keep_steps(order: KeepOrder) -> Generator[StepProgress, None, str]:
    """Train the point again and store it; returns the id of the run.

    Raises ConfigError where the texts are others than those of the search, EngineError.
    """
    from engine.evaluation import evaluation_texts
    from engine.explore import study_name, training_of_point
    from engine.training import CountedCorpus
    from workbench.work.runs.recording import record_training

    words = _tr("Train the point")
    yield StepProgress(words, 0.0)
    corpus, trial = order.corpus, order.trial
    texts = evaluation_texts(order.study.texts).corpus
    check_unchanged(order.study, study_name(order.question, corpus, texts, order.mixture))
    labels = [source.label for source in corpus.sources]
    config, mixture = training_of_point(
        order.question, trial.values, order.vocab_size, labels, order.mixture
    )
    counted = CountedCorpus(corpus, cache=KeptCounts().cache())
    title = fill(_tr("Explored %1, %2 ids"), grouped(trial.number), grouped(order.vocab_size))
    made = yield from relayed(
        record_training(order.store, corpus, config, name=title, mixture=mixture, counted=counted),
        lambda each: StepProgress(words, each.fraction, each.remaining_s),
    )
    order.store.set_notes(made.run_id, question_notes(order))
    order.store.set_tags(made.run_id, ["explore"])
    return made.run_id


def question_notes(order: KeepOrder) -> str:
    """The question that a point answers, with its values and figures, a line each."""
    trial, sizes = order.trial, dict(order.trial.sizes)
    figures = sizes.get(order.vocab_size, trial.figures)
    seen = trial.validation_at(order.vocab_size)
    lines = [fill(_tr("Trial %1 of an exploration."), grouped(trial.number))]
    for each in order.question.objectives:
        wish: str = each.goal
        if each.threshold is not None:
            wish = f"{wish}, {each.threshold.relation} {each.threshold.limit:g}"
        words = f"{each.key} ({wish}): {figures.get(each.key, math.nan):.6g}"
        if each.key in seen:
            words += f"; {_tr('validation')} {seen[each.key]:.6g}"
        lines.append(words)
    lines += [f"{name} = {value}" for name, value in trial.values.items() if name != "vocab_size"]
    return "\n".join([*lines, f"vocab_size = {order.vocab_size}"])
