"""Front: the points of a search that cannot be improved in one objective without losing in another.

A point is a trial at a vocabulary size. One point dominates another if it is at least as good in
every objective and better in one. Points that do not keep a threshold, and those that were
measured on a sample alone, are not on the front.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.compiled import Bools, Floats
from engine.explore.advice import front_advice, nearest_constraint
from engine.explore.question import Objective, Question
from engine.explore.trials import Figures, Trial
from engine.explore.variables import VariableValue, VocabSize

_LEAST_FOR_KNEE = 3
_EXACT_DIMENSIONS = 3
_SAMPLES = 1 << 14


@dataclass(frozen=True, slots=True)
class Point:
    """A trial at a vocabulary size.

    figures: by key of the objective, at the chosen size of the trial those of each label as well.
    validation: the same on texts that the search never sees. spread: standard deviation of each
    over samples of the corpus.
    """

    trial: int
    vocab_size: int
    values: dict[str, VariableValue]
    figures: Figures
    validation: Figures = field(default_factory=dict)
    spread: Figures = field(default_factory=dict)


@dataclass(frozen=True)
class Front:
    """The best points, sorted by the first objective, the best first.

    objectives: those that are minimised or maximised. knee: index of the point that is nearest to
    the best of all objectives at once, each from its best to its worst on the front; None for
    fewer than three points. hypervolume: what the points dominate between the best and the worst
    figures of all feasible points, as a share. advice: a paragraph. nearest: what keeps all points
    from being feasible, "" where some are.
    """

    points: tuple[Point, ...]
    objectives: tuple[Objective, ...]
    knee: int | None = None
    hypervolume: float = 0.0
    advice: str = ""
    nearest: str = ""

    @property
    def knee_point(self) -> Point | None:
        return None if self.knee is None else self.points[self.knee]


class FrontKeeper:
    """The front as trials come, one after another."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._best: list[Point] = []
        self._bounds: tuple[Floats, Floats] | None = None
        self._failing: list[Trial] = []

    @property
    def best(self) -> tuple[Point, ...]:
        """The points of the front so far, in no order."""
        return tuple(self._best)

    def add(self, trial: Trial) -> bool:
        """Take a trial; returns whether the front has changed."""
        if not trial.is_whole:
            return False
        points = [
            point
            for point in points_of(trial, self._question)
            if is_feasible(point.figures, self._question)
        ]
        if not points:
            self._failing.append(trial)
            return False
        costs = costs_of(points, self._question.sought)
        low, high = costs.min(axis=0), costs.max(axis=0)
        if self._bounds is not None:
            low, high = np.minimum(low, self._bounds[0]), np.maximum(high, self._bounds[1])
        self._bounds = low, high
        joined = [*self._best, *points]
        kept = np.flatnonzero(non_dominated(costs_of(joined, self._question.sought)))
        changed = bool((kept >= len(self._best)).any())
        self._best = [joined[i] for i in kept.tolist()]
        return changed

    def improves(self, points: Sequence[Point]) -> bool:
        """Whether any of some points would be on the front."""
        feasible = [point for point in points if is_feasible(point.figures, self._question)]
        if not feasible:
            return False
        joined = [*self._best, *feasible]
        kept = np.flatnonzero(non_dominated(costs_of(joined, self._question.sought)))
        return bool((kept >= len(self._best)).any())

    def front(self) -> Front:
        """The front of all trials so far."""
        sought = self._question.sought
        if self._bounds is None:
            nearest = nearest_constraint(self._failing, self._question)
            return Front((), sought, nearest=nearest)
        costs = costs_of(self._best, sought)
        order = np.argsort(costs[:, 0], kind="stable")
        chosen = tuple(self._best[i] for i in order.tolist())
        size = hypervolume(costs, *self._bounds)
        front = Front(chosen, sought, knee_of(costs[order]), size)
        return replace(front, advice=front_advice(front))


def front_of(trials: Iterable[Trial], question: Question) -> Front:
    """The front of all trials at all their sizes."""
    keeper = FrontKeeper(question)
    for trial in trials:
        keeper.add(trial)
    return keeper.front()


def points_of(trial: Trial, question: Question) -> list[Point]:
    """The points of a trial: the chosen size first, then the others that are allowed."""
    values = dict(trial.values)
    points = [
        Point(trial.number, trial.vocab_size, values, trial.figures, trial.validation, trial.spread)
    ]
    size = question.by_name.get("vocab_size")
    if not isinstance(size, VocabSize):
        return points
    for vocab_size, figures in trial.sizes:
        if vocab_size == trial.vocab_size or not size.low <= vocab_size <= size.high:
            continue
        at = {**values, "vocab_size": vocab_size}
        validation = trial.validation_at(vocab_size)
        points.append(Point(trial.number, vocab_size, at, figures, validation))
    return points


def is_feasible(figures: Figures, question: Question) -> bool:
    """Whether figures keep every threshold, and none that is sought is missing."""
    if any(math.isnan(figures.get(each.key, math.nan)) for each in question.sought):
        return False
    return all(
        each.violation(figures.get(each.key, math.nan)) <= 0 for each in question.constraints
    )


def costs_of(points: Sequence[Point], objectives: Sequence[Objective]) -> Floats:
    """float64[n_points, n_objectives]: the figures so that less is better."""
    rows = [[each.cost(point.figures[each.key]) for each in objectives] for point in points]
    return np.array(rows, np.float64).reshape(len(points), len(objectives))


def non_dominated(costs: Floats) -> Bools:
    """bool[n]: rows of float64[n, m] that no other dominates; of equal rows the first one."""
    order = np.lexsort(costs.T[::-1])
    is_best = np.zeros(len(costs), np.bool_)
    kept = np.empty((0, costs.shape[1]), np.float64)
    for row in order.tolist():  # whatever dominates a row comes before it
        if not bool((kept <= costs[row]).all(axis=1).any()):
            is_best[row] = True
            kept = np.vstack([kept, costs[row]])
    return is_best


def knee_of(costs: Floats) -> int | None:
    """The row nearest to the best of all columns at once, each column scaled to 0 to 1.

    costs: float64[n, m] of a front. None for fewer than three rows.
    """
    if len(costs) < _LEAST_FOR_KNEE:
        return None
    return int(
        np.linalg.norm(_scaled(costs, costs.min(axis=0), costs.max(axis=0)), axis=1).argmin()
    )


def hypervolume(costs: Floats, ideal: Floats, worst: Floats) -> float:
    """The share of the box between `ideal` and `worst` that rows dominate, 0 to 1.

    costs: float64[n, m]; ideal, worst: float64[m]. Exact up to three columns; beyond that from
    16,384 points of a fixed random sequence.
    """
    if not len(costs):
        return 0.0
    rows = np.minimum(_scaled(costs, ideal, worst), 1.0)
    if rows.shape[1] <= _EXACT_DIMENSIONS:
        return _volume(rows[non_dominated(rows)])
    samples = np.random.default_rng(0).random((_SAMPLES, rows.shape[1]))
    is_dominated = np.zeros(_SAMPLES, np.bool_)
    for row in rows:
        is_dominated |= (samples >= row).all(axis=1)
    return float(is_dominated.mean())


def _volume(rows: Floats) -> float:
    """What rows of float64[n, m] dominate in the unit cube."""
    if rows.shape[1] == 1:
        return float(1.0 - rows.min())
    order = np.argsort(rows[:, 0], kind="stable")
    rows = rows[order]
    ends = np.append(rows[1:, 0], 1.0)
    parts = (
        (end - float(row[0])) * _volume(rows[: i + 1, 1:])
        for i, (row, end) in enumerate(zip(rows, ends.tolist(), strict=True))
        if end > row[0]
    )
    return sum(parts, 0.0)


def _scaled(costs: Floats, ideal: Floats, worst: Floats) -> Floats:
    width = worst - ideal
    return np.asarray((costs - ideal) / np.where(width > 0, width, 1.0), np.float64)
