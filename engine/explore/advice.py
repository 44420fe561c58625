"""A paragraph on a front: what its knee is, and what the last gain costs whom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.explore.question import Objective, Question
from engine.explore.trials import Trial
from engine.sentences import all_of, say

if TYPE_CHECKING:
    from engine.explore.front import Front, Point

LABEL_FIGURE = ".tokens_per_byte"
"""The figure of each label that a point has, behind the label."""
_MOST_LABELS = 3
_LEAST_CHANGE = 0.005


def front_advice(front: Front) -> str:
    """The paragraph, made of sentences of the engine; "" for no points."""
    points = front.points
    if not points:
        return ""
    if len(points) == 1:
        return say("explore_one_point", **_place(points[0], front.objectives))
    if front.knee is None:
        first, last = points[0], points[-1]
        return say(
            "explore_two_points",
            first=_place(first, front.objectives)["figures"],
            last=_place(last, front.objectives)["figures"],
        )
    knee = points[front.knee]
    advice = say("explore_knee", **_place(knee, front.objectives))
    for objective in front.objectives:
        sentence = _last_gain(front, knee, objective)
        if sentence:
            advice = say("explore_advice", first=advice, last=sentence)
    return advice


def nearest_constraint(trials: Sequence[Trial], question: Question) -> str:
    """The threshold that the trial nearest to keeping all of them keeps least."""
    if not trials or not question.constraints:
        return ""
    constraints = {each.key: each for each in question.constraints}

    def distance(trial: Trial) -> float:
        return sum(_relative(constraints[key], size) for key, size in trial.violations.items())

    tried = [trial for trial in trials if trial.violations]
    if not tried:
        return ""
    nearest = min(tried, key=distance)
    key = max(
        nearest.violations, key=lambda key: _relative(constraints[key], nearest.violations[key])
    )
    limit = constraints[key].threshold
    assert limit is not None
    return say(
        "explore_nothing_feasible",
        trial=nearest.number,
        key=key,
        value=_number(nearest.figures.get(key, math.nan)),
        wanted=f"{limit.relation} {_number(float(limit.limit))}",
        n=len(nearest.violations),
    )


def _relative(constraint: Objective, violation: float) -> float:
    assert constraint.threshold is not None
    return violation / (abs(float(constraint.threshold.limit)) or 1.0)


def _place(point: Point, objectives: Sequence[Objective]) -> dict[str, object]:
    figures = [f"{each.key} {_number(point.figures[each.key])}" for each in objectives]
    return {"trial": point.trial, "size": point.vocab_size, "figures": all_of(figures)}


def _last_gain(front: Front, knee: Point, objective: Objective) -> str:
    """What it costs to go from the knee to the best figure of an objective; "" at the knee."""
    best = min(front.points, key=lambda point: objective.cost(point.figures[objective.key]))
    gain = _change(objective, knee, best)
    if best is knee or gain < _LEAST_CHANGE:
        return ""
    costs = [
        say("explore_loss", key=each.key, percent=-100 * _change(each, knee, best))
        for each in front.objectives
        if each is not objective and _change(each, knee, best) < 0
    ]
    if not costs:
        return ""
    data = {"key": objective.key, "percent": 100 * gain, "costs": all_of(costs)}
    paying = _paying(knee, best)
    if not paying:
        return say("explore_last_gain", **data)
    return say("explore_last_gain_of", **data, labels=all_of(paying))


def _change(objective: Objective, before: Point, after: Point) -> float:
    """How much better a figure is, as a share of what it was; negative where it is worse."""
    old, new = before.figures[objective.key], after.figures[objective.key]
    return objective.sign * (old - new) / (abs(old) or 1.0)


def _paying(before: Point, after: Point) -> list[str]:
    """The labels whose tokens per byte rise most, the worst first."""
    rises = {}
    for key, old in before.figures.items():
        new = after.figures.get(key)
        if key.endswith(LABEL_FIGURE) and new is not None and old:
            rises[key.removesuffix(LABEL_FIGURE)] = new / old - 1
    ranked = sorted(rises, key=lambda label: -rises[label])[:_MOST_LABELS]
    return [
        say("explore_paying", label=label, percent=100 * rises[label])
        for label in ranked
        if rises[label] >= _LEAST_CHANGE
    ]


def _number(value: float) -> str:
    if math.isnan(value):
        return "?"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
