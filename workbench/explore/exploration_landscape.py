"""The landscape of a search: its trials at all their sizes as spots, its question as axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from workbench.explore.explore_words import (
    objective_head,
    objective_title,
    objective_value,
    told_with_titles,
    variable_head,
    variable_title,
    variable_value,
)
from workbench.explore.landscape import Axis, Better, Kind, Landscape, Spot
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.words.setting_words import pattern_title
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from engine.explore import Front, Objective, Point, Question, Trial, Variable

_tr = translator("ExplorationLandscape")
MOST_SPOTS = 1500
"""Of more, sizes that are not on the front are left out."""


@dataclass(frozen=True)
class BaselineFigures:
    """A tokenizer beside the search, measured on its texts. values: of variables, as known."""

    name: str
    figures: Mapping[str, float]
    values: Mapping[str, float | int | str]
    vocab_size: int


def objective_key(objective: Objective) -> str:
    """The key of an objective's axis, which no variable has."""
    return f"objective {objective.key}"


def landscape_of(
    question: Question,
    trials: Iterable[Trial],
    front: Front | None,
    *,
    baselines: Sequence[BaselineFigures] = (),
    importance: Mapping[str, Mapping[str, float]] | None = None,
    disagreement: str = "",
) -> Landscape:
    """What the charts show of a search, running or over."""
    variables = tuple(_variable_axis(each) for each in question.variables)
    objectives = tuple(_objective_axis(each, question) for each in _shown(question))
    best = {(p.trial, p.vocab_size): p for p in front.points} if front is not None else {}
    knee = None if front is None else front.knee_point
    told = [trial for trial in trials if trial.is_whole or trial.state == "pruned"]
    told = [trial for trial in told if trial.figures]
    every_size = sum(1 + len(trial.sizes) for trial in told) <= MOST_SPOTS
    spots: list[Spot] = []
    for trial in told:
        spots += _spots_of(trial, question, variables, best, every_size=every_size)
    if knee is not None:
        key = knee.trial, knee.vocab_size
        spots = [replace(spot, is_knee=True) if spot.key == key else spot for spot in spots]
    return Landscape(
        objectives,
        variables,
        tuple(spots),
        tuple(_baseline(each, -1 - at, question, variables) for at, each in enumerate(baselines)),
        {objective_key(each): importance.get(each.key, {}) for each in _shown(question)}
        if importance
        else {},
        "" if front is None else told_with_titles(front.advice or front.nearest, question),
        told_with_titles(disagreement, question),
    )


def _shown(question: Question) -> list[Objective]:
    """One objective for each key; what is only held is an axis as well."""
    found: dict[str, Objective] = {}
    for each in question.objectives:
        found.setdefault(each.key, each)
    return list(found.values())


def _objective_axis(objective: Objective, question: Question) -> Axis:
    limits = [each.threshold for each in question.constraints if each.key == objective.key]
    numbers = [each.limit for each in limits if each is not None and isinstance(each.limit, float)]
    usual: Mapping[str, Better] = {"higher": "higher", "lower": "lower", "neither": "neither"}
    better: Better = {"minimise": "lower", "maximise": "higher"}.get(  # type: ignore[assignment]
        objective.goal, usual[objective.of_metric.direction]
    )
    return Axis(
        objective_key(objective), objective_title(objective), objective_value(objective),
        better=better, threshold=numbers[0] if numbers else None, head=objective_head(objective),
    )  # fmt: skip


def _variable_axis(variable: Variable) -> Axis:
    choices = () if variable.is_ordered else tuple(map(_choice_words, variable.choices))
    name = variable.name
    return Axis(name, variable_title(name), variable_value(name), choices, head=variable_head(name))


def _choice_words(value: object) -> str:
    return pattern_title(str(value))


def _spots_of(
    trial: Trial,
    question: Question,
    variables: Sequence[Axis],
    best: Mapping[tuple[int, int], Point],
    *,
    every_size: bool,
) -> list[Spot]:
    """The spots of a trial: at its own size, and at those that it answered besides.

    every_size: also at sizes that are not on the front.
    """
    spots = []
    for size, figures in _sized(trial, question):
        key = trial.number, size
        point = best.get(key)
        if point is None and size != trial.vocab_size and not every_size:
            continue
        kind: Kind = "front" if point is not None else "dominated"
        if point is None and not _is_feasible(figures, question):
            kind = "infeasible"
        validation = trial.validation_at(size) if point is None else point.validation
        spread = trial.spread if size == trial.vocab_size else {}
        values = {**trial.values, "vocab_size": size}
        spots.append(
            Spot(
                key,
                fill(_tr("Trial %1, %2 ids"), grouped(trial.number), grouped(size)),
                _values(values, figures, question, variables),
                kind,
                validation=_by_axis(validation, question),
                spread=_by_axis(spread if point is None else point.spread, question),
                is_sampled=trial.state == "pruned",
            )
        )
    return spots


def _sized(trial: Trial, question: Question) -> list[tuple[int, Mapping[str, float]]]:
    """The size that a trial chose and the others that may be chosen, with their figures."""
    size = question.by_name.get("vocab_size")
    own = [(trial.vocab_size, trial.figures)]
    if size is None or trial.state == "pruned":
        return own
    return own + [
        (each, figures)
        for each, figures in trial.sizes
        if each != trial.vocab_size and size.low <= each <= size.high  # type: ignore[union-attr]
    ]


def _is_feasible(figures: Mapping[str, float], question: Question) -> bool:
    """Whether figures keep every threshold."""
    return all(
        each.violation(figures.get(each.key, math.nan)) <= 0 for each in question.constraints
    )


def _baseline(
    baseline: BaselineFigures, number: int, question: Question, variables: Sequence[Axis]
) -> Spot:
    values = _values(baseline.values, baseline.figures, question, variables)
    return Spot((number, baseline.vocab_size), baseline.name, values, "baseline")


def _values(
    values: Mapping[str, float | int | str],
    figures: Mapping[str, float],
    question: Question,
    variables: Sequence[Axis],
) -> dict[str, float]:
    """Values of all axes; a choice is its place among the choices."""
    found: dict[str, float] = {}
    for axis in variables:
        value = values.get(axis.key)
        if value is None:
            continue
        choices = question.by_name[axis.key].choices
        if axis.choices:
            if value in choices:
                found[axis.key] = float(list(choices).index(value))
        else:
            found[axis.key] = float(value)
    return found | _by_axis(figures, question)


def _by_axis(figures: Mapping[str, float], question: Question) -> dict[str, float]:
    return {
        objective_key(each): float(figures[each.key])
        for each in _shown(question)
        if each.key in figures
    }
