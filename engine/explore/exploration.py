"""What a search says while it runs, and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.explore.front import Front
from engine.explore.question import Question
from engine.explore.trials import Trial
from engine.explore.variables import VariableValue

ExplorePhase = Literal["count", "search", "spread"]
"""Counting the corpus and the test texts; trials; the spread of the points of the front."""


@dataclass(frozen=True, slots=True)
class ExploreProgress:
    """How far a search is.

    trial: the one that has just ended, or begun (state "running"); None for neither.
    n_done, n_wanted: trials, or of the other phases what they count; n_wanted is 0 while unknown.
    seconds_left: of the budget or by the pace so far; None while unknown.
    front: where it has changed, else None. memory_bytes: a forecast for the whole search.
    """

    phase: ExplorePhase
    trial: Trial | None = None
    n_done: int = 0
    n_wanted: int = 0
    seconds_left: float | None = None
    front: Front | None = None
    memory_bytes: int | None = None


@dataclass(frozen=True)
class Exploration:
    """A search that is over, or was stopped.

    trials: in the order of their numbers. importance: by key of the objective, the share of its
    differences that each variable explains; {} for too few trials. disagreement: a sentence where
    the validation texts do not confirm the front, "" where they do. is_stopped: whether the
    budget was not used up. problems: what was left out of the texts, in sentences.
    """

    question: Question
    trials: tuple[Trial, ...]
    front: Front
    importance: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    disagreement: str = ""
    is_stopped: bool = False
    problems: tuple[str, ...] = ()

    def trial(self, number: int) -> Trial:
        """The trial of a number. Raises KeyError."""
        for trial in self.trials:
            if trial.number == number:
                return trial
        raise KeyError(number)


def slices(
    exploration: Exploration, variable: str
) -> Mapping[str, tuple[tuple[VariableValue, float], ...]]:
    """What each objective did as one variable moved: (value, figure) by key of the objective.

    In the order of the values, over all trials that were measured whole. Raises KeyError for an
    unknown variable.
    """
    found = exploration.question.by_name[variable]
    measured = [trial for trial in exploration.trials if trial.is_whole and trial.figures]

    def order(trial: Trial) -> tuple[float, str]:
        value = trial.values[variable]
        return (0.0, value) if isinstance(value, str) else (float(value), "")

    ranked = sorted((each for each in measured if found.name in each.values), key=order)
    return {
        objective.key: tuple(
            (trial.values[variable], trial.figures[objective.key])
            for trial in ranked
            if objective.key in trial.figures
        )
        for objective in exploration.question.sought
    }
