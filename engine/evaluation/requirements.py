"""Requirements: thresholds on metrics, and whether an evaluation meets them.

    requirements = read_requirements({"round_trips": True, "premium": "<= 2.5",
                                      "eng": {"bytes_per_token": [">= 3.5", "< 8"]},
                                      "all": {"unknown_share": "<= 0.1 %"}})
    results = judged(requirements, evaluation)

A threshold holds for every label; one in the table of a label holds for that label instead, and
one in the table `all` for all texts together. A label may be given as its language (`zho` for
`zho_Hans`). Metrics of all languages together, such as `gini`, have one value.

A threshold may be relative to what a baseline has for the same text: "<= cl100k_base",
"<= 0.9 * cl100k_base" or, the same, "<= 90 % of cl100k_base".
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from engine.errors import ConfigError
from engine.evaluation.metrics import METRICS, Metric, Value
from engine.sentences import say, some_of
from engine.text import language_code

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation
    from engine.evaluation.figures import LabelEvaluation

ALL = "all"
"""The label of all texts together."""
Relation = Literal["<=", ">=", "<", ">", "==", "!="]
RequirementVerdict = Literal["met", "failed", "lossy", "missing", "incomparable"]
"""lossy: the text does not come back, so that the figure says nothing; missing: there is none;
incomparable: the baseline has none, or loses the text."""
_RELATIONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_THRESHOLD = re.compile(r"\s*(<=|>=|==|!=|<|>)\s*(\S.*?)\s*")
_FACTOR = re.compile(r"([0-9][0-9._]*)\s*(\*|%\s*of\s)\s*(\S.*)")
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Threshold:
    """What a value has to be. limit: a number, a share for percentages; yes or no; or a label.

    baseline: whose value times `limit` is the limit; "" for none.
    """

    relation: Relation
    limit: float | bool | str
    baseline: str = ""

    def is_met(self, value: Value, limit: Value = None) -> bool:
        """Whether a value is as it has to be. limit: that of a threshold with a baseline."""
        return _RELATIONS[self.relation](value, self.limit if limit is None else limit)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A threshold on a metric. label: of one text, ALL for all together, "" for every label."""

    metric: Metric
    threshold: Threshold
    label: str = ""


@dataclass(frozen=True, slots=True)
class RequirementResult:
    """A requirement on one label. measured: the figure, None if there is none.

    limit: what it is compared with, None for yes or no, a label, and a baseline without a figure.
    """

    requirement: Requirement
    label: str
    measured: Value
    verdict: RequirementVerdict
    limit: float | None = None

    @property
    def is_met(self) -> bool:
        return self.verdict == "met"


def read_requirements(table: Mapping[str, Any]) -> tuple[Requirement, ...]:
    """The requirements of a table; see the module. Raises ConfigError with the key at fault."""
    found: list[Requirement] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            for name, inner in value.items():
                found += _read(f"{key}.{name}", name, inner, key)
        else:
            found += _read(key, key, value, "")
    if not found:
        raise _refusal("requirement_none")
    _check_contradictions(found)
    return tuple(found)


def check_labels(requirements: Sequence[Requirement], labels: Sequence[str]) -> None:
    """Raise ConfigError for a requirement on a label that none of the texts has."""
    for requirement in requirements:
        if requirement.label not in ("", ALL) and not labels_meant(requirement.label, labels):
            raise _refusal(
                "requirement_no_label",
                key=_key(requirement),
                label=requirement.label,
                labels=some_of(labels, _MOST_NAMED),
            )


def check_baselines(requirements: Sequence[Requirement], baselines: Collection[str]) -> None:
    """Raise ConfigError for a threshold relative to what is none of the baselines."""
    for requirement in requirements:
        name = requirement.threshold.baseline
        if name and name not in baselines:
            code = "requirement_no_baseline" if baselines else "requirement_no_baselines"
            known = some_of(list(baselines), _MOST_NAMED)
            raise _refusal(code, key=_key(requirement), name=name, known=known)


def judged(
    requirements: Sequence[Requirement],
    evaluation: Evaluation,
    baselines: Mapping[str, Evaluation] | None = None,
) -> tuple[RequirementResult, ...]:
    """Every requirement on every label that it is about, in the order of the requirements.

    baselines: evaluations of the same texts by the names that the thresholds have.
    """
    labels = [row.label for row in evaluation.rows]
    check_labels(requirements, labels)
    check_baselines(requirements, baselines or {})
    results: list[RequirementResult] = []
    for requirement in requirements:
        name = requirement.threshold.baseline
        measured = _Measured(evaluation, baselines[name] if baselines and name else None)
        found = list(_judged(requirement, requirements, measured, labels))
        results += found or [RequirementResult(requirement, ALL, None, "missing")]
    return tuple(results)


def _judged(
    requirement: Requirement,
    requirements: Sequence[Requirement],
    measured: _Measured,
    labels: Sequence[str],
) -> Iterator[RequirementResult]:
    metric, evaluation = requirement.metric, measured.evaluation
    if metric.scope == "all" or requirement.label == ALL:
        yield _result(requirement, measured, evaluation.total)
        return
    rows = {row.label: row for row in evaluation.rows}
    if requirement.label:
        for label in labels_meant(requirement.label, labels):
            if not _has_own(label, requirement, requirements, labels):
                yield _result(requirement, measured, rows[label])
        return
    for label, row in rows.items():
        if _has_own(label, requirement, requirements, labels):
            continue
        result = _result(requirement, measured, row)
        if result.verdict != "missing":  # such as fertility without a word rule
            yield result


def _result(
    requirement: Requirement, measured: _Measured, row: LabelEvaluation
) -> RequirementResult:
    metric, threshold, evaluation = requirement.metric, requirement.threshold, measured.evaluation
    value = _number_or_none(metric.value(evaluation, row))
    label = ALL if metric.scope == "all" else row.label
    limit = measured.limit(requirement, row)
    verdict: RequirementVerdict = "failed"
    if _is_lossy(metric, evaluation, row):
        verdict = "lossy"
    elif value is None:
        verdict = "missing"
    elif threshold.baseline and limit is None:
        verdict = "incomparable"
    elif threshold.is_met(value, limit):
        verdict = "met"
    return RequirementResult(requirement, label, value, verdict, limit)


class _Measured(NamedTuple):
    """What is judged, and what the threshold is relative to, if anything."""

    evaluation: Evaluation
    baseline: Evaluation | None

    def limit(self, requirement: Requirement, row: LabelEvaluation) -> float | None:
        """The limit of a threshold for one row, None for one that is no number."""
        metric, threshold = requirement.metric, requirement.threshold
        if isinstance(threshold.limit, bool | str):
            return None
        if self.baseline is None:
            return threshold.limit
        rows = (*self.baseline.rows, self.baseline.total)
        same = next((each for each in rows if each.label == row.label), None)
        if same is None or _is_lossy(metric, self.baseline, same):
            return None
        value = _number_or_none(metric.value(self.baseline, same))
        return None if value is None or isinstance(value, str) else threshold.limit * value


def _number_or_none(value: Value) -> Value:
    return None if isinstance(value, float) and math.isnan(value) else value


def _is_lossy(metric: Metric, evaluation: Evaluation, row: LabelEvaluation) -> bool:
    """Whether the figure says nothing, because a text that it is of does not come back."""
    if metric.direction == "neither":
        return False
    if metric.scope != "all":
        return not metric.judges(row)
    parallel = {text.label for text in evaluation.texts if text.is_parallel}
    return any(row.label in parallel and not row.round_trips for row in evaluation.rows)


def _has_own(
    label: str,
    requirement: Requirement,
    requirements: Sequence[Requirement],
    labels: Sequence[str],
) -> bool:
    """Whether another requirement on the metric names the label more closely."""
    if requirement.label == label:
        return False
    names = {
        other.label
        for other in requirements
        if other.metric is requirement.metric and other.label not in ("", ALL, requirement.label)
    }
    if requirement.label:
        return label in names
    return any(label in labels_meant(name, labels) for name in names)


def labels_meant(name: str, labels: Sequence[str]) -> list[str]:
    """The labels that a name means: itself, else those of its language."""
    if name in labels:
        return [name]
    code = language_code(name)
    if code is None:
        return []
    known = [(label, language_code(label)) for label in labels]
    return [label for label, each in known if each and code.label in (each.label, each.language)]


def _read(key: str, name: str, value: object, label: str) -> list[Requirement]:
    metric = METRICS.get(name)
    if metric is None:
        raise _refusal("requirement_no_metric", key=key, metric=name, known=", ".join(METRICS))
    if label and metric.scope == "all":
        raise _refusal("requirement_of_all", key=key, metric=name)
    if label == ALL and metric.scope == "parallel":
        raise _refusal("requirement_no_total", key=key, metric=name)
    values = value if isinstance(value, list) and value else [value]
    return [Requirement(metric, read_threshold(key, metric, each), label) for each in values]


def read_threshold(key: str, metric: Metric, value: object) -> Threshold:
    """The threshold of a value such as "<= 2.5". Raises ConfigError that names the key."""
    if metric.format == "yes-no":
        if isinstance(value, bool):
            return Threshold("==", value)
        raise _refusal("requirement_yes_no", key=key, value=repr(value))
    found = _THRESHOLD.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        usual = ">=" if metric.direction == "higher" else "<="
        raise _refusal("requirement_no_threshold", key=key, value=repr(value), usual=usual)
    relation, text = found[1], found[2]
    if metric.format == "label":
        if relation not in ("==", "!="):
            raise _refusal("requirement_label_relation", key=key, value=repr(value))
        return Threshold(relation, text)  # type: ignore[arg-type]
    factor = _FACTOR.fullmatch(text)
    if factor is not None or _is_name(text):
        return _relative(key, relation, factor, text)
    return Threshold(relation, _number(key, metric, text))  # type: ignore[arg-type]


def _is_name(text: str) -> bool:
    """Whether a text with a letter is no number, such as 1e5 or nan."""
    try:
        float(text.removesuffix("%"))
    except ValueError:
        return any(map(str.isalpha, text))
    return False


def _relative(key: str, relation: str, found: re.Match[str] | None, name: str) -> Threshold:
    """A threshold relative to a baseline."""
    if found is None:
        return Threshold(relation, 1.0, name)  # type: ignore[arg-type]
    try:
        share = float(found[1].replace("_", "")) / (100 if "%" in found[2] else 1)
    except ValueError:
        share = 0.0
    if share <= 0:
        raise _refusal("requirement_no_factor", key=key, text=repr(found[1]))
    return Threshold(relation, share, found[3])  # type: ignore[arg-type]


def _number(key: str, metric: Metric, text: str) -> float:
    is_percent = text.endswith("%")
    try:
        number = float(text.removesuffix("%").replace("_", ""))
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or (is_percent and metric.format != "percent"):
        raise _refusal("requirement_no_number", key=key, text=repr(text), metric=metric.key)
    number = number / 100 if is_percent else number
    if metric.format == "percent" and not 0 <= number <= 1:
        raise _refusal("requirement_no_share", key=key, text=repr(text))
    return number


def _check_contradictions(requirements: Sequence[Requirement]) -> None:
    """Raise ConfigError for thresholds on one figure that no value meets."""
    groups: dict[tuple[str, str], list[Requirement]] = {}
    for requirement in requirements:
        if not requirement.threshold.baseline:
            groups.setdefault((requirement.metric.key, requirement.label), []).append(requirement)
    for group in groups.values():
        thresholds = [requirement.threshold for requirement in group]
        if not thresholds_can_be_met(thresholds):
            words = " and ".join(f"{each.relation} {_text(each.limit)}" for each in thresholds)
            raise _refusal("requirement_contradiction", key=_key(group[0]), thresholds=words)


def thresholds_can_be_met(thresholds: Sequence[Threshold]) -> bool:
    """Whether a value meets all thresholds at once."""
    limits = [each.limit for each in thresholds]
    if any(isinstance(limit, bool | str) for limit in limits):
        wanted = [each.limit for each in thresholds if each.relation == "=="]
        return all(each.is_met(wanted[0]) for each in thresholds) if wanted else True
    numbers = sorted({float(limit) for limit in limits})
    between = [(low + high) / 2 for low, high in pairwise(numbers)]
    tried = [numbers[0] - 1, *numbers, *between, numbers[-1] + 1]
    return any(all(each.is_met(number) for each in thresholds) for number in tried)


def _text(limit: float | bool | str) -> str:
    return f"{limit:g}" if isinstance(limit, float) else str(limit).lower()


def _key(requirement: Requirement) -> str:
    key = requirement.metric.key
    return f"{requirement.label}.{key}" if requirement.label else key


def _refusal(code: str, **data: object) -> ConfigError:
    return ConfigError(say(code, **data), setting="require")
