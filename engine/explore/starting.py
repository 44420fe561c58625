"""Values that a search tries first, and values near those of its front.

A sampler knows nothing at its beginning, so the usual answers come first: natural, tempered and
equal shares, and parity-aware merging, wholly and for a part of the merges. Later every second
trial is near one of the front, and its shares move to the labels with a high premium: of thirty
languages every single share then goes the right way at once, which sampled values seldom do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from statistics import median

from engine.corpus import Corpus
from engine.errors import EngineError
from engine.evaluation import labels_meant
from engine.explore.mixing import meant_labels, shares_beyond
from engine.explore.question import Question
from engine.explore.texts import divided_texts
from engine.explore.trials import Trial
from engine.explore.variables import (
    LabelShare,
    ParityShare,
    PatternChoice,
    RangeVariable,
    SuperwordRuleChoice,
    SuperwordTransition,
    Temperature,
    Variable,
    VariableValue,
)
from engine.settings import Mixture, MixtureMaker

_TEMPERATURES = (1.0, 0.3, 0.0)
"""Natural shares, the usual temperature and equal shares."""
_PARITY = ((1.0, 0.0), (0.5, 0.3), (0.75, 0.0), (0.25, 0.3))
"""(part of the bounds of the parity share, temperature)."""
_EVEN = frozenset({
    "worst_premium", "median_premium", "gini", "max_min_ratio", "variation", "badly_served_share",
    "premium",
})  # fmt: skip
"""Metrics that shares which follow the premiums are good for."""
_MOST_TOGETHER = 0.95
_STRENGTHS = (0.0, 2.0)
_MOVED_SHARE = 0.5
_STEP, _NOISE = 0.12, 0.25
"""How far values near a point are from it: a part of the bounds, and a ratio of a share."""
_LEAST_PART = 0.02
"""A share of nothing grows from this part of its highest value."""

Values = dict[str, VariableValue]


def first_values(
    question: Question,
    base: MixtureMaker | None,
    labels: Sequence[str],
    source_bytes: Sequence[int],
) -> list[Values]:
    """Values of the first trials, the best known first; each has all variables.

    base: the mixture of the recipe. labels, source_bytes: of the sources of the corpus.
    """
    starts: list[tuple[float | None, float]] = []
    if "temperature" in question.by_name:
        starts += [(alpha, 0.0) for alpha in _TEMPERATURES if _is_within(question, alpha)]
    else:
        starts.append((None, 0.0))
    if "parity_share" in question.by_name:
        starts += [(alpha, part) for part, alpha in _PARITY]
    found: list[Values] = []
    for alpha, part in starts:
        shares = _natural_shares(question, alpha, base, labels, source_bytes)
        values = {each.name: _first(question, each, alpha, part, shares)
                  for each in question.variables}  # fmt: skip
        if not shares_beyond(question, values) and values not in found:
            found.append(values)
    patterns = question.by_name.get("pattern")
    if isinstance(patterns, PatternChoice) and found:
        known = found[min(1, len(found) - 1)]
        others = [name for name in patterns.names if name != known["pattern"]]
        found += [{**known, "pattern": name} for name in others]
    return found


def usual_variables(labels: Sequence[str], texts: Corpus) -> dict[str, list[float]]:
    """The table `variables` of a question that has none: what the texts let a search change.

    labels: of the sources that are trained on. {} for a single one. With parallel texts of several
    of them languages may choose a part of the merges. Raises CorpusError.
    """
    if len(set(labels)) < 2:
        return {}
    found: dict[str, list[float]] = {"temperature": [0.0, 1.0]}
    n_lines: dict[str, int] = {}
    for source in divided_texts(texts).search.sources:
        assert source.texts is not None
        n_lines[source.label] = source.texts[0].count("\n")
    known = [label for label in n_lines if labels_meant(label, labels)]
    if len(known) > 1 and len({n_lines[label] for label in known}) == 1:
        found["parity_share"] = [0.0, 1.0]
    return found


def near_values(question: Question, trials: Sequence[Trial], seed: int) -> Values | None:
    """Values near those of one of some trials, with its shares moved to the labels that pay most.

    trials: those of the front. None where there is none, or where shares would be beyond the whole.
    """
    if not trials:
        return None
    drawing = random.Random(seed)
    trial = drawing.choice(trials)
    values = dict(trial.values)
    for each in question.variables:
        if not isinstance(each, Temperature | ParityShare | SuperwordTransition):
            continue
        if drawing.random() < _MOVED_SHARE:
            step = drawing.gauss(0.0, _STEP) * (each.high - each.low)
            values[each.name] = _bounded(each, float(values[each.name]) + step)
    strength = drawing.uniform(*_STRENGTHS)
    for share, factor in _payments(question, trial).items():
        now = max(float(values[share.name]), share.low or _LEAST_PART * share.high)
        noise = math.exp(drawing.gauss(0.0, _NOISE))
        values[share.name] = _bounded(share, now * factor**strength * noise)
    shares = [each for each in question.variables if isinstance(each, LabelShare)]
    total = sum(float(values[each.name]) for each in shares)
    if total > _MOST_TOGETHER:
        for each in shares:
            values[each.name] = _bounded(each, float(values[each.name]) * _MOST_TOGETHER / total)
    return None if shares_beyond(question, values) else values


def _payments(question: Question, trial: Trial) -> dict[LabelShare, float]:
    """For each share that is varied, the highest premium of its labels over the median of all.

    1 where no premium is sought, or none is known.
    """
    shares = [each for each in question.variables if isinstance(each, LabelShare)]
    found = dict.fromkeys(shares, 1.0)
    premiums = premiums_of(trial)
    if not premiums or not any(each.metric in _EVEN for each in question.sought):
        return found
    usual = median(premiums.values())
    for each in shares:
        own = [premiums[label] for name in each.labels
               for label in labels_meant(name, list(premiums))]  # fmt: skip
        if own:
            found[each] = max(own) / usual
    return found


def _bounded(variable: RangeVariable, value: float) -> float:
    return min(float(variable.high), max(float(variable.low), value))


def premiums_of(trial: Trial) -> dict[str, float]:
    """The premium of each label that a trial was measured on."""
    end = ".premium"
    return {key.removesuffix(end): value for key, value in trial.figures.items()
            if key.endswith(end)}  # fmt: skip


def _is_within(question: Question, alpha: float) -> bool:
    each = question.by_name["temperature"]
    return isinstance(each, Temperature) and each.low <= alpha <= each.high


def _natural_shares(
    question: Question,
    alpha: float | None,
    base: MixtureMaker | None,
    labels: Sequence[str],
    source_bytes: Sequence[int],
) -> Mapping[str, float]:
    """The share of each label in a mixture without shares; {} for one that cannot be made."""
    maker = base if alpha is None else None
    if maker is None:
        wanted = question.alpha if alpha is None else alpha
        maker = Mixture(alpha=1.0 if wanted is None else wanted)
    try:
        rows = maker.for_sources(labels, source_bytes).resolve(labels, source_bytes).rows
    except EngineError:
        return {}
    shares: dict[str, float] = dict.fromkeys(labels, 0.0)
    for row in rows:
        shares[row.label] += row.share
    return shares


def _first(
    question: Question,
    variable: Variable,
    alpha: float | None,
    part: float,
    shares: Mapping[str, float],
) -> VariableValue:
    """The value of a variable in a first trial: as the settings have it, within the bounds."""
    fixed = question.fixed
    if isinstance(variable, PatternChoice):
        return fixed.pattern if fixed.pattern in variable.names else variable.names[0]
    if isinstance(variable, SuperwordRuleChoice):
        return variable.names[0]
    if variable.choices:
        return variable.choices[-1]
    wanted: float = variable.high
    if isinstance(variable, Temperature):
        wanted = 0.0 if alpha is None else alpha
    elif isinstance(variable, ParityShare):
        wanted = variable.low + part * (variable.high - variable.low)
    elif isinstance(variable, LabelShare):
        wanted = sum(shares.get(label, 0.0) for label in meant_labels(variable, list(shares)))
    elif variable.name == "min_count":
        wanted = fixed.min_frequency
    elif variable.name == "longest_token":
        wanted = fixed.max_token_bytes or variable.high
    elif variable.name == "superword_transition" and fixed.superwords is not None:
        start = fixed.superwords.start
        wanted = start if isinstance(start, float) else start / fixed.vocab_size
    kept = min(variable.high, max(variable.low, wanted))
    return int(kept) if variable.is_whole else kept
