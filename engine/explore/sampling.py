"""Which values are tried next: Optuna's samplers behind numbers and values of ours.

The sampler works on a study in memory; `KeptTrials` writes what is over to a file. Optuna is
imported with the first search.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.explore.metrics import OF_SIZE
from engine.explore.question import Question
from engine.explore.trials import Figures
from engine.explore.variables import (
    PatternChoice,
    SuperwordRuleChoice,
    Variable,
    VariableValue,
)

if TYPE_CHECKING:
    import optuna
    from optuna.distributions import BaseDistribution
    from optuna.trial import FrozenTrial

    Distributions = dict[str, BaseDistribution]

_VIOLATIONS = "violations"
_LEAST_FOR_IMPORTANCE = 8
_LEAST_STARTUP, _STARTUP_SHARE = 10, 0.15
_LEAST_POPULATION, _MOST_POPULATION, _GENERATIONS = 8, 50, 6


def loaded_optuna() -> Any:
    """The library, which says nothing on its own."""
    import optuna  # late: it takes longer to import than the rest of the engine

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


@contextmanager
def no_remarks() -> Iterator[None]:
    """Switch off that parts of Optuna are called experimental."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class TrialSampler:
    """Asks for values and takes what they gave; a caller's lock keeps threads apart.

    before: trials of earlier sessions, as `KeptTrials` read them. first: values that are tried
        before any of the sampler.
    """

    def __init__(
        self,
        question: Question,
        before: Sequence[FrozenTrial] = (),
        first: Sequence[Mapping[str, VariableValue]] = (),
    ) -> None:
        self._question = question
        self._optuna = loaded_optuna()
        with no_remarks():
            self._study: optuna.Study = self._optuna.create_study(
                directions=["minimize"] * len(question.sought),
                sampler=self._sampler(len(before)),
            )
        self._distributions: Distributions = {
            variable.name: self._distribution(variable) for variable in question.variables
        }
        self._asked: dict[int, optuna.Trial] = {}
        for trial in before:
            self._study.add_trial(trial)
        self._first = deque(first)

    @property
    def has_first(self) -> bool:
        """Whether some of the first values are still to be tried."""
        return bool(self._first)

    def ask(self, number: int, values: Mapping[str, VariableValue] | None = None) -> dict[str, Any]:
        """The values of the trial of a number: those given, the first ones, or of the sampler."""
        if values is None and self._first:
            values = self._first.popleft()
        if values is not None:
            self._study.enqueue_trial({
                name: _parameter(self._question.by_name[name], value)
                for name, value in values.items()
            })  # fmt: skip
        with no_remarks():
            trial = self._study.ask(self._distributions)
        self._asked[number] = trial
        return {
            name: _value(self._question.by_name[name], parameter)
            for name, parameter in trial.params.items()
        }

    def tell(
        self, number: int, costs: Sequence[float] | None, violations: Figures, document: object
    ) -> FrozenTrial:
        """Take what a trial gave; costs: None for one that failed. Returns it to be kept."""
        trial = self._asked.pop(number)
        trial.set_user_attr("trial", document)
        keys = [*(each.key for each in self._question.constraints), "shares"]
        trial.set_user_attr(_VIOLATIONS, [violations.get(key, 0.0) for key in dict.fromkeys(keys)])
        state = self._optuna.trial.TrialState
        with no_remarks():
            if costs is None:
                return self._study.tell(trial, state=state.FAIL)
            return self._study.tell(trial, list(costs))

    def importance(self) -> dict[str, dict[str, float]]:
        """By key of the objective, the share of its differences that each variable explains."""
        optuna = self._optuna
        done = self._study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.COMPLETE,))
        if len(done) < _LEAST_FOR_IMPORTANCE:
            return {}
        found = {}
        for i, objective in enumerate(self._question.sought):
            if objective.metric in OF_SIZE:  # known, and too even for the evaluator
                found[objective.key] = {
                    name: float(name == "vocab_size") for name in self._question.by_name
                }
                continue
            with no_remarks():
                shares = optuna.importance.get_param_importances(
                    self._study,
                    evaluator=optuna.importance.PedAnovaImportanceEvaluator(),
                    target=lambda trial, i=i: trial.values[i],
                )
            found[objective.key] = {name: float(share) for name, share in shares.items()}
        return found

    def _sampler(self, n_before: int) -> optuna.samplers.BaseSampler:
        question, samplers = self._question, self._optuna.samplers
        # Another seed than before, or the same values would be tried again.
        seed = question.seed + n_before
        if question.sampler == "random":
            random: optuna.samplers.BaseSampler = samplers.RandomSampler(seed)
            return random
        trials = question.budget.trials or 200
        if question.sampler == "nsga2":
            size = max(_LEAST_POPULATION, min(_MOST_POPULATION, trials // _GENERATIONS))
            genetic: optuna.samplers.BaseSampler = samplers.NSGAIISampler(
                population_size=size, seed=seed, constraints_func=_violations
            )
            return genetic
        startup = max(_LEAST_STARTUP, min(40, round(_STARTUP_SHARE * trials)))
        parzen: optuna.samplers.BaseSampler = samplers.TPESampler(
            seed=seed, n_startup_trials=startup, multivariate=True, constant_liar=True,
            constraints_func=_violations,
        )  # fmt: skip
        return parzen

    def _distribution(self, variable: Variable) -> BaseDistribution:
        made = self._optuna.distributions
        found: BaseDistribution
        if isinstance(variable, PatternChoice | SuperwordRuleChoice):
            found = made.CategoricalDistribution(list(variable.names))
        elif variable.choices:  # by place, so that neighbours are known as such
            found = made.IntDistribution(0, len(variable.choices) - 1)
        elif variable.is_whole:
            low, high = int(variable.low), int(variable.high)
            found = made.IntDistribution(low, high, log=variable.is_logarithmic)
        else:
            is_log = variable.is_logarithmic
            found = made.FloatDistribution(variable.low, variable.high, log=is_log)
        return found


def _violations(trial: FrozenTrial) -> list[float]:
    return list(trial.user_attrs.get(_VIOLATIONS, ()))


def _parameter(variable: Variable, value: VariableValue) -> Any:
    """A value as Optuna has it."""
    if variable.choices and variable.is_ordered:
        return list(variable.choices).index(value)
    return value


def _value(variable: Variable, parameter: Any) -> VariableValue:
    if variable.choices and variable.is_ordered:
        return variable.choices[int(parameter)]
    found: VariableValue = parameter
    return found
