"""A search that a recipe asks for: reading it, running it, and keeping a point as a run."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError
from engine.machine import StopRequest, relayed
from engine.sentences import say as engine_sentence
from workbench.store import RunStore
from workbench.store.places import store_path
from workbench.work.explore_records import (
    FOLDER,
    TRIALS_FILE,
    SearchRecord,
    parity_folder,
    read_trials,
    slim,
    write_record,
)
from workbench.work.recipe import Recipe, RecipeError, beside, read_recipe
from workbench.work.recipe_values import RecipeTraining, training_of
from workbench.work.sentences import say

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.explore import (
        Budget,
        Exploration,
        ExploreProgress,
        Front,
        Point,
        Question,
        Trial,
        TrialStorage,
    )
    from engine.training import TrainingProgress

_WRITTEN_EACH_S = 10.0
TAG = "explore"
"""The tag of runs that a search found."""


@dataclass(frozen=True)
class ExploreRecipe:
    """A recipe with its question. table: [explore], with the variables that it may lack."""

    file: Path
    recipe: Recipe
    training: RecipeTraining
    question: Question
    table: Mapping[str, Any]

    @property
    def corpus(self) -> Corpus:
        """What is trained on."""
        assert self.training.corpus is not None
        return self.training.corpus

    def with_budget(self, budget: Budget) -> ExploreRecipe:
        """The same with another budget."""
        return replace(self, question=replace(self.question, budget=budget))


def read_exploration(path: Path, store: Path | None = None) -> ExploreRecipe:
    """Read and check a recipe with its table [explore]. Raises RecipeError, CorpusError.

    store: the file of the runs.
    """
    recipe = read_recipe(path)
    if "explore" not in recipe.pipeline:
        raise RecipeError(say("explore_no_table", path=path))
    return exploration_of(path, recipe, recipe.pipeline["explore"], store)


def exploration_of(
    path: Path, recipe: Recipe, table: Mapping[str, Any], store: Path | None = None
) -> ExploreRecipe:
    """A recipe with the question of a table [explore]. store: the file of the runs.

    Without variables it has the usual ones for its texts. Where languages may choose merges and
    the recipe has no texts for that, they choose by what the search sees of the test texts.
    Raises RecipeError, CorpusError.
    """
    from engine.evaluation import evaluation_texts
    from engine.explore import parity_texts, read_question, usual_variables

    if not recipe.paths:
        raise RecipeError(say("pipeline_no_paths", path=path))
    training = training_of(recipe)
    texts = _test_texts(path, table)
    table = {**table, "texts": list(texts)}
    assert training.corpus is not None
    if not table.get("variables"):
        labels = [source.label for source in training.corpus.sources]
        table["variables"] = usual_variables(labels, evaluation_texts(texts).corpus)
    if "parity_share" in table["variables"] and training.settings.parity is None:
        folder = parity_folder(explore_storage(store).path.parent / FOLDER, texts)
        parity = parity_texts(evaluation_texts(texts).corpus, folder)
        training = replace(training, settings=replace(training.settings, parity=parity))
    try:
        question = read_question(table, training.settings.config(training.pattern))
    except ConfigError as error:
        raise RecipeError(
            say("recipe_table_refused", path=path, table="explore", reason=error)
        ) from None
    return ExploreRecipe(path, recipe, training, question, table)


def _test_texts(path: Path, table: Mapping[str, Any]) -> tuple[str, ...]:
    """The test texts of a table, beside the recipe. Raises RecipeError where it names none."""
    given = table.get("texts", ())
    listed = [given] if isinstance(given, str) else given
    if not isinstance(listed, list | tuple) or not all(isinstance(each, str) for each in listed):
        reason = engine_sentence("explore_kind", key="texts", wanted='["...", "..."]')
        raise RecipeError(say("recipe_table_refused", path=path, table="explore", reason=reason))
    if not listed:
        raise RecipeError(say("explore_no_test_texts", path=path))
    return tuple(beside(path, text) for text in listed)


def explore_storage(store: Path | None = None, *, fresh: bool = False) -> TrialStorage:
    """Where the trials of all searches are kept. store: the file of the runs.

    fresh: the trials of the next search are forgotten before it begins.
    """
    from engine.explore import TrialStorage

    return TrialStorage((store or store_path()).parent / TRIALS_FILE, fresh)


def explore_steps(
    wanted: ExploreRecipe,
    storage: TrialStorage | None,
    *,
    stop: StopRequest | None = None,
) -> Generator[ExploreProgress, None, Exploration]:
    """Run the search of a recipe. storage: see `explore_storage`; None to keep nothing.

    What it finds is stored beside the runs while it runs. The call itself checks question and
    texts. Raises RecipeError, CorpusError.
    """
    from engine.counting import CountsCache
    from engine.evaluation import evaluation_texts
    from engine.explore import explore, study_name

    kept = CountsCache()
    texts, remarks = evaluation_texts(wanted.question.texts)
    mixture = wanted.training.mixture.maker
    try:
        steps = explore(
            wanted.question,
            wanted.corpus,
            texts,
            mixture=mixture,
            cache=kept if kept.max_bytes and kept.prepare() else None,
            storage=storage,
            stop=stop,
        )
    except ConfigError as error:
        raise _refused(wanted, error) from None
    record = None
    if storage is not None:
        name = study_name(wanted.question, wanted.corpus, texts, mixture)
        folder, kept_record = storage.path.parent / FOLDER, _record_of(wanted, name)
        record = _Recording(folder, kept_record, fresh=storage.fresh)
    return _recorded(wanted, steps, remarks, record)


def _recorded(
    wanted: ExploreRecipe,
    steps: Generator[ExploreProgress, None, Exploration],
    remarks: tuple[str, ...],
    record: _Recording | None,
) -> Generator[ExploreProgress, None, Exploration]:
    def noted(step: ExploreProgress) -> ExploreProgress:
        if record is not None:
            record.take(step)
        return step

    try:
        made = yield from relayed(steps, noted)
    except ConfigError as error:
        raise _refused(wanted, error) from None
    if record is not None:
        record.finish(made)
    return replace(made, problems=(*remarks, *made.problems))


def _record_of(wanted: ExploreRecipe, name: str) -> SearchRecord:
    return SearchRecord(
        name=name,
        began=datetime.now(UTC).isoformat(timespec="seconds"),
        recipe=str(wanted.file.absolute()),
        table=wanted.table,
        settings=wanted.training.settings.document(),
        pattern=wanted.training.pattern,
        texts=wanted.question.texts,
        labels=tuple(source.label for source in wanted.corpus.sources),
    )


class _Recording:
    """Stores a search beside the runs, now and then and at its end; a full disk costs the record.

    The trials themselves are in the file of all searches, which does say what is wrong with it.
    """

    def __init__(self, folder: Path, record: SearchRecord, *, fresh: bool) -> None:
        self._folder, self._record = folder, record
        earlier = () if fresh else read_trials(folder, record.name)
        self._trials: dict[int, Trial] = {each.number: each for each in earlier}
        self._front: Front | None = None
        self._written = -_WRITTEN_EACH_S

    def take(self, progress: ExploreProgress) -> None:
        """Note what a step brought."""
        self._front = progress.front or self._front
        if progress.trial is None or not progress.trial.is_over:
            return
        self._trials[progress.trial.number] = progress.trial
        if time.monotonic() - self._written > _WRITTEN_EACH_S:
            self._write()

    def finish(self, made: Exploration) -> None:
        """Take the whole result."""
        self._trials = {trial.number: trial for trial in made.trials}
        self._front = made.front
        self._record = replace(
            self._record, importance=made.importance, disagreement=made.disagreement,
            is_whole=not made.is_stopped,
        )  # fmt: skip
        self._write()

    def _write(self) -> None:
        trials = [slim(self._trials[number], self._front) for number in sorted(self._trials)]
        with suppress(OSError):
            write_record(self._folder, self._record, trials)
        self._written = time.monotonic()


def keep_point(
    store: RunStore, wanted: ExploreRecipe, exploration: Exploration, point: Point, name: str = ""
) -> Generator[TrainingProgress, None, str]:
    """Train a point of a search and store it as a run; returns the run's id.

    Its notes have the question, the values and the figures; its tag is "explore".
    """
    from engine.counting import CountsCache
    from engine.explore import training_of_point
    from engine.training import CountedCorpus
    from workbench.work.recipe_values import options_of
    from workbench.work.runs.recording import RunTask, begin_run, recorded

    corpus, kept = wanted.corpus, CountsCache()
    labels = [source.label for source in corpus.sources]
    config, mixture = training_of_point(
        exploration.question,
        point.values,
        point.vocab_size,
        labels,
        wanted.training.mixture.maker,
    )
    counted = CountedCorpus(
        corpus,
        cache=kept if kept.max_bytes and kept.prepare() else None,
        superwords=options_of(wanted.recipe.settings),
    )
    title = name or f"{wanted.file.stem} {point.trial}"
    run_id = begin_run(store, counted, config, name=title, mixture=mixture)
    task = RunTask(store, run_id, counted, config, mixture)
    made = yield from relayed(recorded(task), lambda step: step)
    store.set_notes(made.run_id, point_notes(wanted, exploration, point))
    store.set_tags(made.run_id, [TAG])
    return made.run_id


def point_notes(wanted: ExploreRecipe, exploration: Exploration, point: Point) -> str:
    """What a kept run says of the search that found it."""
    question = exploration.question
    lines: list[str] = [
        say("explore_notes", path=wanted.file, trial=point.trial, n=len(exploration.trials))
    ]
    for each in question.objectives:
        limit = each.threshold
        wish = each.goal if limit is None else f"{each.goal}, {limit.relation} {limit.limit:g}"
        found = point.figures.get(each.key)
        seen = point.validation.get(each.key)
        words = f"{each.key} ({wish}): {_number(found)}"
        lines.append(words if seen is None else f"{words}; validation {_number(seen)}")
    lines += [f"{name} = {_number(value)}" for name, value in point.values.items()]
    return "\n".join(lines)


def _number(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return "-" if value is None else str(value)


def _refused(wanted: ExploreRecipe, error: ConfigError) -> RecipeError:
    return RecipeError(say("recipe_table_refused", path=wanted.file, table="explore", reason=error))
