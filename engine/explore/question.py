"""Question: what a search is to find, what it may change, and for how long.

    Question(
        objectives=(Objective("worst_premium"), Objective("bytes_per_token", goal="maximise")),
        variables=(Temperature(0.0, 1.0), VocabSize(8_192, 32_768)),
        budget=Budget(trials=300, seconds=600.0),
        fixed=TrainingConfig(32_768, pattern="o200k"),
    )

`read_question` reads it from the table `[explore]` of a recipe.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from engine.errors import ConfigError
from engine.evaluation import Metric, Threshold, thresholds_can_be_met
from engine.explore.metrics import EXPLORE_METRICS
from engine.explore.variables import (
    LabelShare,
    LongestToken,
    MinCount,
    ParityShare,
    PatternChoice,
    SuperwordRuleChoice,
    SuperwordTransition,
    Variable,
    VocabSize,
)
from engine.sentences import say
from engine.settings import MAX_VOCAB_SIZE, N_BYTES, TrainingConfig

Goal = Literal["minimise", "maximise", "hold"]
GOALS: tuple[Goal, ...] = get_args(Goal)
Sampler = Literal["tpe", "nsga2", "random"]
SAMPLERS: tuple[Sampler, ...] = get_args(Sampler)
MOST_OBJECTIVES = 6
MOST_WORKERS = 64
MOST_SEEDS = 20
USUAL_WIDTH = 4096
_ALL = "all"
_MOST_NUMBER = 1 << 31


@dataclass(frozen=True, slots=True)
class Objective:
    """A metric and what is wanted of it.

    metric: a key of EXPLORE_METRICS. label: of which text; "all" for all together, the name of the
        group where there is one. group: labels; the figure is the mean over them, of figures of
        all languages together that of these alone.
    goal: "hold" only keeps the threshold. threshold: what a tokenizer must keep; None for nothing.
    """

    metric: str
    label: str = _ALL
    group: tuple[str, ...] = ()
    goal: Goal = "minimise"
    threshold: Threshold | None = None

    @property
    def key(self) -> str:
        """Its name among the figures of a trial. Example: "eng.bytes_per_token"."""
        return self.metric if self.label == _ALL else f"{self.label}.{self.metric}"

    @property
    def of_metric(self) -> Metric:
        """What the metric is."""
        return EXPLORE_METRICS[self.metric]

    @property
    def title(self) -> str:
        """The title for people. Example: "Bytes per token, eng"."""
        title = self.of_metric.title
        return title if self.label == _ALL else f"{title}, {self.label}"

    @property
    def is_sought(self) -> bool:
        """Whether it is minimised or maximised."""
        return self.goal != "hold"

    @property
    def sign(self) -> int:
        """1 where less is better, -1 where more is."""
        return -1 if self.goal == "maximise" else 1

    def cost(self, value: float) -> float:
        """The value so that less is better."""
        return self.sign * value

    def violation(self, value: float) -> float:
        """How far a value is beyond the threshold, in its unit; 0 where it is kept."""
        if self.threshold is None:
            return 0.0
        if math.isnan(value):
            return math.inf
        if self.threshold.is_met(value):
            return 0.0
        return abs(value - float(self.threshold.limit)) or 1e-9  # "< 3" where it is 3


@dataclass(frozen=True, slots=True)
class Budget:
    """When a search ends: after this number of trials or seconds, whichever comes first."""

    trials: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Question:
    """Objectives, variables and budget of a search. `read_question` makes one of a recipe.

    fixed: the settings of every trial; those of variables are replaced. alpha: temperature where
        it is no variable, None for the mixture that the search is given.
    texts: files and folders of the test texts. reference: label that premiums refer to.
    groups: labels by the name of a group. seeds: halves of the corpus from which the spread of
        the points of the front is measured, 0 for none.
    width, is_tied: of the model whose embedding is counted.

    Raises ConfigError (setting "explore") for a question that has no answer.
    """

    objectives: tuple[Objective, ...]
    variables: tuple[Variable, ...]
    budget: Budget
    fixed: TrainingConfig
    sampler: Sampler = "tpe"
    seed: int = 0
    workers: int = 2
    alpha: float | None = None
    texts: tuple[str, ...] = ()
    reference: str | None = None
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seeds: int = 3
    width: int = USUAL_WIDTH
    is_tied: bool = False

    def __post_init__(self) -> None:
        self._check_objectives()
        self._check_variables()
        self._check_rest()

    @cached_property
    def sought(self) -> tuple[Objective, ...]:
        """The objectives that are minimised or maximised."""
        return tuple(each for each in self.objectives if each.is_sought)

    @cached_property
    def constraints(self) -> tuple[Objective, ...]:
        """The objectives with a threshold."""
        return tuple(each for each in self.objectives if each.threshold is not None)

    @cached_property
    def by_name(self) -> Mapping[str, Variable]:
        """The variables by name."""
        return {variable.name: variable for variable in self.variables}

    @property
    def greatest_size(self) -> int:
        """The size up to which every trial trains."""
        size = self.by_name.get("vocab_size")
        return int(size.high) if isinstance(size, VocabSize) else self.fixed.vocab_size

    @cached_property
    def patterns(self) -> tuple[str, ...]:
        """The split patterns that are tried."""
        found = self.by_name.get("pattern")
        return found.names if isinstance(found, PatternChoice) else (self.fixed.pattern,)

    def _check_objectives(self) -> None:
        if not self.sought:
            raise _refusal(say("explore_nothing_sought"))
        if len(self.sought) > MOST_OBJECTIVES:
            raise _refusal(say("explore_many_objectives", most=MOST_OBJECTIVES))
        twice = [key for key, n in Counter(each.key for each in self.sought).items() if n > 1]
        if twice:
            raise _refusal(say("explore_objective_twice", key=twice[0]))
        for objective in self.objectives:
            _check_objective(objective)
        for key in dict.fromkeys(each.key for each in self.constraints):
            limits = [each.threshold for each in self.constraints if each.key == key]
            known = [limit for limit in limits if limit is not None]
            if not thresholds_can_be_met(known):
                words = " and ".join(f"{each.relation} {each.limit:g}" for each in known)
                raise _refusal(say("explore_contradiction", key=key, thresholds=words))

    def _check_variables(self) -> None:
        if not self.variables:
            raise _refusal(say("explore_no_variables"))
        names = Counter(variable.name for variable in self.variables)
        for name, n in names.items():
            if n > 1:
                raise _refusal(say("explore_variable_twice", name=name))
        for variable in self.variables:
            _check_variable(variable)
        self._check_shares()
        self._check_together()

    def _check_shares(self) -> None:
        shares = [each for each in self.variables if isinstance(each, LabelShare)]
        labels = Counter(label for each in shares for label in each.labels)
        for label, n in labels.items():
            if n > 1:
                raise _refusal(say("explore_label_twice", label=label))
        least = sum(each.low for each in shares)
        if shares and least >= 1:
            raise _refusal(say("explore_shares_full", least=least))

    def _check_together(self) -> None:
        kinds = {type(variable) for variable in self.variables}
        for kind, setting, needed in (
            (SuperwordRuleChoice, "superwords", "superwords_from"),
            (SuperwordTransition, "superwords", "superwords_from"),
            (ParityShare, "parity", "[parity]"),
        ):
            if kind in kinds and getattr(self.fixed, setting) is None:
                name = next(each.name for each in self.variables if type(each) is kind)
                raise _refusal(say("explore_needs_setting", name=name, needed=needed))
        if self.fixed.trainer is not None:
            raise _refusal(say("explore_library_trainer", trainer=self.fixed.trainer.name))
        if self.fixed.pieces is not None:
            raise _refusal(say("explore_pieces"))

    def _check_rest(self) -> None:
        trials, seconds = self.budget.trials, self.budget.seconds
        if trials is None and seconds is None:
            raise _refusal(say("explore_no_budget"))
        if (trials is not None and trials < 1) or (seconds is not None and not seconds > 0):
            raise _refusal(say("explore_empty_budget"))
        if self.sampler not in SAMPLERS:
            known = ", ".join(SAMPLERS)
            raise _refusal(say("explore_sampler", value=repr(self.sampler), known=known))
        if not 1 <= self.workers <= MOST_WORKERS:
            raise _refusal(say("explore_number", name="workers", low=1, high=MOST_WORKERS))
        if not 0 <= self.seeds <= MOST_SEEDS:
            raise _refusal(say("explore_number", name="seeds", low=0, high=MOST_SEEDS))
        if self.width < 1:
            raise _refusal(say("explore_number", name="width", low=1, high=1_000_000))


def _check_objective(objective: Objective) -> None:
    metric = EXPLORE_METRICS.get(objective.metric)
    if metric is None:
        known = ", ".join(EXPLORE_METRICS)
        raise _refusal(say("explore_no_metric", metric=repr(objective.metric), known=known))
    if objective.goal not in GOALS:
        known = ", ".join(GOALS)
        raise _refusal(say("explore_goal", value=repr(objective.goal), known=known))
    if metric.format in ("label", "yes-no"):
        raise _refusal(say("explore_no_number", metric=metric.key))
    if metric.scope == "all" and objective.label != _ALL and not objective.group:
        raise _refusal(say("explore_of_all", metric=metric.key, label=objective.label))
    if metric.scope == "parallel" and objective.label == _ALL:
        raise _refusal(say("explore_of_label", metric=metric.key))
    if objective.goal == "hold" and objective.threshold is None:
        raise _refusal(say("explore_hold_without", key=objective.key))
    limit = objective.threshold
    if limit is not None and limit.relation == "!=":
        raise _refusal(say("explore_not_equal", key=objective.key))


def _check_variable(variable: Variable) -> None:
    if isinstance(variable, PatternChoice | SuperwordRuleChoice):
        if len(set(variable.names)) < 2:
            raise _refusal(say("explore_one_value", name=variable.name))
        if len(set(variable.names)) < len(variable.names):
            raise _refusal(say("explore_value_twice", name=variable.name))
        return
    low, high = variable.low, variable.high
    if isinstance(variable, VocabSize) and variable.sizes and len(set(variable.sizes)) < 2:
        raise _refusal(say("explore_one_value", name=variable.name))
    if low == high:
        raise _refusal(say("explore_one_value", name=variable.name))
    if not low < high:
        raise _refusal(say("explore_bounds", name=variable.name, low=low, high=high))
    least, most = _limits(variable)
    if low < least or high > most:
        raise _refusal(say("explore_outside", name=variable.name, low=least, high=most))


def _limits(variable: Variable) -> tuple[float, float]:
    """The least and greatest value that a variable can have."""
    if isinstance(variable, VocabSize):
        return N_BYTES + 1, MAX_VOCAB_SIZE
    if isinstance(variable, LongestToken):
        return 2, _MOST_NUMBER
    return (1, _MOST_NUMBER) if isinstance(variable, MinCount) else (0.0, 1.0)


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="explore")
