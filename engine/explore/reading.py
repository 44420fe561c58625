"""The table `[explore]` of a recipe as a question.

[explore]
texts = ["parallel/"]               # test texts; a part of their lines is kept for validation
reference = "eng"
trials = 300                        # and time = "10m": whichever comes first
sampler = "tpe"                     # or nsga2, random
[explore.groups]
cjk = ["zho", "jpn", "kor"]
[[explore.objective]]
metric = "worst_premium"
[[explore.objective]]
metric = "bytes_per_token"
goal = "maximise"
[[explore.objective]]
metric = "bytes_per_token"
label = "eng"                       # or group = "cjk"
goal = "hold"
threshold = ">= 4.2"
[explore.variables]
temperature = [0, 1]
vocab_size = [8192, 32768]          # bounds; or { sizes = [8192, 16384, 32768] }
pattern = ["gpt2", "o200k"]
[explore.variables.shares]
deu = [0.05, 0.2]
cjk = [0.1, 0.4]                    # a group
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.argument_types import is_whole
from engine.errors import ConfigError
from engine.evaluation import read_threshold
from engine.explore.metrics import EXPLORE_METRICS
from engine.explore.question import (
    USUAL_WIDTH,
    Budget,
    Objective,
    Question,
)
from engine.explore.variables import (
    LabelShare,
    LongestToken,
    MinCount,
    ParityShare,
    PatternChoice,
    SuperwordRuleChoice,
    SuperwordTransition,
    Temperature,
    Variable,
    VocabSize,
)
from engine.sentences import say
from engine.settings import SUPERWORD_PRESETS, TrainingConfig

KEYS = (
    "texts", "reference", "trials", "time", "sampler", "seed", "workers", "seeds", "width", "tied",
    "groups", "objective", "variables",
)  # fmt: skip
"""The keys of the table."""
VARIABLES = (
    "temperature", "shares", "pattern", "vocab_size", "superword_transition", "superword_rules",
    "parity_share", "min_count", "longest_token",
)  # fmt: skip
"""The keys of the table `variables`."""
_OBJECTIVE = ("metric", "label", "group", "goal", "threshold")
_TIME = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(s|m|min|h|d)?\s*")
_SECONDS = {None: 1, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}
_RANGES: Mapping[str, Any] = {
    "temperature": Temperature,
    "superword_transition": SuperwordTransition,
    "parity_share": ParityShare,
}
_WHOLE: Mapping[str, Any] = {"min_count": MinCount, "longest_token": LongestToken}


def read_question(table: Mapping[str, Any], fixed: TrainingConfig) -> Question:
    """The question of a table `[explore]`; see the module.

    fixed: the settings that the rest of the recipe has. Raises ConfigError (setting "explore")
    that names the key at fault.
    """
    _check_keys("explore", table, KEYS)
    groups = _groups(table.get("groups", {}))
    seconds = None if table.get("time") is None else seconds_of(table["time"])
    return Question(
        objectives=_objectives(table.get("objective", ()), groups),
        variables=_variables(table.get("variables", {}), groups),
        budget=Budget(_whole("trials", table.get("trials")), seconds),
        fixed=fixed,
        sampler=table.get("sampler", "tpe"),
        seed=_whole("seed", table.get("seed")) or 0,
        workers=_whole("workers", table.get("workers")) or 2,
        texts=_strings("texts", table.get("texts", ())),
        reference=table.get("reference"),
        groups=groups,
        seeds=3 if table.get("seeds") is None else _whole("seeds", table["seeds"]) or 0,
        width=_whole("width", table.get("width")) or USUAL_WIDTH,
        is_tied=bool(table.get("tied", False)),
    )


def seconds_of(value: object) -> float:
    """Seconds of "90", "90s", "10m", "2h" or a number. Raises ConfigError."""
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    found = _TIME.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise _refusal(say("explore_time", value=repr(value)))
    return float(found[1]) * _SECONDS[found[2]]


def _objectives(tables: object, groups: Mapping[str, tuple[str, ...]]) -> tuple[Objective, ...]:
    listed = [tables] if isinstance(tables, Mapping) else tables
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        raise _refusal(say("explore_kind", key="objective", wanted="[[explore.objective]]"))
    found: list[Objective] = []
    for number, table in enumerate(listed, 1):
        name = f"objective {number}"
        if isinstance(table, str):
            table = {"metric": table}
        if not isinstance(table, Mapping):
            raise _refusal(say("explore_kind", key=name, wanted="[[explore.objective]]"))
        _check_keys(name, table, _OBJECTIVE)
        found += _objective(name, table, groups)
    return tuple(found)


def _objective(
    name: str, table: Mapping[str, Any], groups: Mapping[str, tuple[str, ...]]
) -> list[Objective]:
    """The objective of a table; further ones hold its further thresholds."""
    metric = EXPLORE_METRICS.get(table.get("metric", ""))
    if metric is None:
        value, known = repr(table.get("metric", "")), ", ".join(EXPLORE_METRICS)
        raise _refusal(say("explore_no_metric", metric=value, known=known))
    label, group = table.get("label", "all"), table.get("group")
    labels: tuple[str, ...] = ()
    if group is not None:
        if group not in groups:
            known = ", ".join(groups) or "-"
            raise _refusal(say("explore_no_group", key=name, group=repr(group), known=known))
        label, labels = group, groups[group]
    limits = table.get("threshold")
    given = limits if isinstance(limits, list) else [] if limits is None else [limits]
    key = metric.key if label == "all" else f"{label}.{metric.key}"
    thresholds = [read_threshold(key, metric, each) for each in given]
    usual = "maximise" if metric.direction == "higher" else "minimise"
    first = Objective(
        metric.key, label, labels, table.get("goal", usual), thresholds[0] if thresholds else None
    )
    rest = [Objective(metric.key, label, labels, "hold", each) for each in thresholds[1:]]
    return [first, *rest]


def _variables(table: object, groups: Mapping[str, tuple[str, ...]]) -> tuple[Variable, ...]:
    if not isinstance(table, Mapping):
        raise _refusal(say("explore_kind", key="variables", wanted="[explore.variables]"))
    _check_keys("variables", table, VARIABLES)
    found: list[Variable] = []
    for name, value in table.items():
        if name == "shares":
            found += _shares(value, groups)
        elif name in _RANGES:
            found.append(_RANGES[name](*_bounds(name, value)))
        elif name in _WHOLE:
            found.append(_WHOLE[name](*map(int, _bounds(name, value, whole=True))))
        elif name == "vocab_size":
            found.append(_sizes(value))
        else:
            names = _strings(name, value)
            if name == "pattern":
                found.append(PatternChoice(names))
                continue
            for each in names:
                if each not in SUPERWORD_PRESETS:
                    known = ", ".join(SUPERWORD_PRESETS)
                    raise _refusal(say("explore_no_rules", value=repr(each), known=known))
            found.append(SuperwordRuleChoice(names))
    return tuple(found)


def _shares(table: object, groups: Mapping[str, tuple[str, ...]]) -> list[Variable]:
    if not isinstance(table, Mapping):
        raise _refusal(say("explore_kind", key="shares", wanted="[explore.variables.shares]"))
    found: list[Variable] = []
    for name, value in table.items():
        low, high = _bounds(f"shares.{name}", value)
        if name in groups:
            found.append(LabelShare(low, high, groups[name], name))
        else:
            found.append(LabelShare(low, high, (name,)))
    return found


def _sizes(value: object) -> Variable:
    sizes = value.get("sizes") if isinstance(value, Mapping) else None
    if isinstance(value, list) and len(value) > 2:
        sizes = value
    if sizes is None:
        low, high = _bounds("vocab_size", value, whole=True)
        return VocabSize(int(low), int(high))
    if not isinstance(sizes, list) or not sizes or not all(is_whole(each) for each in sizes):
        raise _refusal(say("explore_kind", key="vocab_size", wanted="[8192, 32768]"))
    return VocabSize.of([int(each) for each in sizes])


def _bounds(name: str, value: object, *, whole: bool = False) -> tuple[float, float]:
    """The two bounds of [low, high] or { low = ..., high = ... }."""
    if isinstance(value, Mapping) and set(value) == {"low", "high"}:
        value = [value["low"], value["high"]]
    if isinstance(value, list) and len(value) == 1:
        raise _refusal(say("explore_one_value", name=name))
    numbers = value if isinstance(value, list) else []
    is_right = len(numbers) == 2 and all(
        (is_whole(each) if whole else isinstance(each, int | float)) and not isinstance(each, bool)
        for each in numbers
    )
    if not is_right:
        raise _refusal(say("explore_range", name=name, value=repr(value)))
    return numbers[0], numbers[1]


def _groups(table: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(table, Mapping):
        raise _refusal(say("explore_kind", key="groups", wanted="[explore.groups]"))
    return {name: _strings(f"groups.{name}", labels) for name, labels in table.items()}


def _strings(key: str, value: object) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or not all(isinstance(each, str) for each in listed):
        raise _refusal(say("explore_kind", key=key, wanted='["...", "..."]'))
    return tuple(listed)


def _whole(name: str, value: object) -> int | None:
    if value is None:
        return None
    if not is_whole(value):
        raise _refusal(say("explore_whole", name=name, value=repr(value)))
    return int(value)


def _check_keys(table: str, given: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in given:
        if key not in known:
            words = ", ".join(known)
            raise _refusal(say("explore_no_key", table=table, key=repr(key), known=words))


def _refusal(sentence: str) -> ConfigError:
    return ConfigError(sentence, setting="explore")
