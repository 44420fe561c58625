"""A search that a recipe asks for: reading it, running it, and keeping a point as a run."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError
from engine.machine import StopRequest, relayed
from workbench.store import RunStore
from workbench.store.places import store_path
from workbench.work.recipe import Recipe, RecipeError, beside, read_recipe
from workbench.work.recipe_values import RecipeTraining, training_of
from workbench.work.sentences import say

if TYPE_CHECKING:
    from engine.corpus import Corpus
    from engine.explore import Budget, Exploration, ExploreProgress, Point, Question, TrialStorage
    from engine.training import TrainingProgress

STORAGE_NAME = "explorations.sqlite"
"""The file of all searches, beside the runs."""
TAG = "explore"
"""The tag of runs that a search found."""


@dataclass(frozen=True)
class ExploreRecipe:
    """A recipe with its question."""

    file: Path
    recipe: Recipe
    training: RecipeTraining
    question: Question

    @property
    def corpus(self) -> Corpus:
        """What is trained on."""
        assert self.training.corpus is not None
        return self.training.corpus

    def with_budget(self, budget: Budget) -> ExploreRecipe:
        """The same with another budget."""
        return replace(self, question=replace(self.question, budget=budget))


def read_exploration(path: Path) -> ExploreRecipe:
    """Read and check a recipe with its table [explore]. Raises RecipeError, CorpusError."""
    recipe = read_recipe(path)
    if "explore" not in recipe.pipeline:
        raise RecipeError(say("explore_no_table", path=path))
    return exploration_of(path, recipe, recipe.pipeline["explore"])


def exploration_of(path: Path, recipe: Recipe, table: Mapping[str, Any]) -> ExploreRecipe:
    """A recipe with the question of a table [explore]. Raises RecipeError, CorpusError."""
    from engine.explore import read_question

    if not recipe.paths:
        raise RecipeError(say("pipeline_no_paths", path=path))
    training = training_of(recipe)
    try:
        question = read_question(table, training.settings.config(training.pattern))
    except ConfigError as error:
        raise RecipeError(
            say("recipe_table_refused", path=path, table="explore", reason=error)
        ) from None
    texts = tuple(beside(path, text) for text in question.texts)
    if not texts:
        raise RecipeError(say("explore_no_test_texts", path=path))
    return ExploreRecipe(path, recipe, training, replace(question, texts=texts))


def explore_storage(store: Path | None = None, *, fresh: bool = False) -> TrialStorage:
    """Where the trials of all searches are kept. store: the file of the runs.

    fresh: the trials of the next search are forgotten before it begins.
    """
    from engine.explore import TrialStorage

    return TrialStorage((store or store_path()).parent / STORAGE_NAME, fresh)


def explore_steps(
    wanted: ExploreRecipe,
    storage: TrialStorage | None,
    *,
    stop: StopRequest | None = None,
) -> Generator[ExploreProgress, None, Exploration]:
    """Run the search of a recipe. storage: see `explore_storage`; None to keep nothing.

    The call itself checks question and texts. Raises RecipeError, CorpusError.
    """
    from engine.counting import CountsCache
    from engine.evaluation import evaluation_texts
    from engine.explore import explore

    kept = CountsCache()
    texts, remarks = evaluation_texts(wanted.question.texts)
    try:
        steps = explore(
            wanted.question,
            wanted.corpus,
            texts,
            mixture=wanted.training.mixture.maker,
            cache=kept if kept.max_bytes and kept.prepare() else None,
            storage=storage,
            stop=stop,
        )
    except ConfigError as error:
        raise _refused(wanted, error) from None
    return _with_remarks(wanted, steps, remarks)


def _with_remarks(
    wanted: ExploreRecipe,
    steps: Generator[ExploreProgress, None, Exploration],
    remarks: tuple[str, ...],
) -> Generator[ExploreProgress, None, Exploration]:
    try:
        made = yield from relayed(steps, lambda step: step)
    except ConfigError as error:
        raise _refused(wanted, error) from None
    return replace(made, problems=(*remarks, *made.problems))


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
