"""Differences of compared tokenizers from the first one: facts, settings, scores, languages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from engine.evaluation import METRICS
from workbench.text.numbers import GROUP_SPACE, grouped, ratio
from workbench.text.placeholders import fill
from workbench.work.runs.comparison import MISSING, ComparedFact, is_same

if TYPE_CHECKING:
    from engine.evaluation import Evaluation
    from workbench.work.runs.comparison import CommonEvaluation, ComparedTokenizer, Translate

Unit = Literal["absolute", "percent", "points", "entries", "other"]

_RELATIVE = frozenset(
    {
        "bytes", "documents", "target_bytes", "repetition", "bytes_per_token",
        "bytes_per_token_mixed", "pretokens", "unique_pretokens", "unmatched_bytes",
        "seconds_count", "seconds_merge", "seconds_total", "file_bytes", "peak_bytes",
    }
)  # fmt: skip
"""Numbers whose difference says more as a share of the baseline's value."""
_SHARES = frozenset({"share", "superwords_from"})
_NAMES = frozenset({"seed"})
"""Numbers that are no quantities: a difference of two seeds means nothing."""

_TOLD_BY_OTHERS = {
    "pattern_expression": "pattern",
    "library_reason": "library",
    "superword_rules": "superwords_from",
    "first_pattern": "superwords_from",
    "bytes": "labels",
    "documents": "labels",
}
"""What changes with another setting, which is named instead."""
_FOLLOWS = frozenset({"alpha", "sources", "documents"})
_FIRST = ("labels", "bytes", "mixture", "target_bytes", "pattern", "vocab_size")
LEAST_CHANGE = 0.01
"""As a share of the baseline's value; what was measured and differs by less counts as equal."""
_LEAST_MULTIPLE = 10.0
"""From this multiple of the baseline on, the multiple is shown, not the change in percent."""
_LONGEST_WORDS = 28


@dataclass(frozen=True, slots=True)
class FactDifference:
    """How a tokenizer's value differs from the baseline's.

    unit: "percent": amount is a share of the baseline's value; "points": a difference of shares;
    "absolute": of numbers; "entries": of lists, with `added` and `removed`; "other": of words.
    share: the difference as a share of the baseline's value, None without one.
    is_better: None if neither is better, or if one of the two loses text.
    """

    unit: Unit
    amount: float = 0.0
    share: float | None = None
    is_better: bool | None = None
    added: int = 0
    removed: int = 0


def is_number(value: object) -> bool:
    """Whether a value is a number that can be subtracted."""
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value


def difference_of(fact: ComparedFact, place: int) -> FactDifference | None:
    """The difference of a tokenizer from the first one.

    None for the first, for values that are missing, and for equal ones that are no numbers.
    """
    base, value = fact.values[0], fact.values[place]
    if place == 0 or base is MISSING or value is MISSING:
        return None
    if is_number(base) and is_number(value) and _last_key(fact) not in _NAMES:
        return _of_numbers(fact, place)
    if is_same(base, value):
        return None
    if isinstance(base, tuple) and isinstance(value, tuple):
        before, after = set(base), set(value)
        if before != after:
            added, removed = len(after - before), len(before - after)
            return FactDifference("entries", added=added, removed=removed)
    return FactDifference("other")


def _of_numbers(fact: ComparedFact, place: int) -> FactDifference:
    base, value = fact.values[0], fact.values[place]
    share = value / base - 1 if base else None
    unit = _unit_of(fact)
    if unit == "percent" and share is None:
        unit = "absolute"
    amount = share if unit == "percent" and share is not None else value - base
    metric = METRICS.get(fact.key) if fact.section == "metrics" else None
    is_better = None
    if metric is not None and metric.direction != "neither" and value != base:
        is_better = (value > base) == (metric.direction == "higher")
    if {0, place} & fact.inexact:
        share = is_better = None
    return FactDifference(unit, amount, share, is_better)


def _unit_of(fact: ComparedFact) -> Unit:
    if fact.section == "metrics":
        return "points" if METRICS[fact.key].format == "percent" else "percent"
    key = _last_key(fact)
    return "points" if key in _SHARES else "percent" if key in _RELATIVE else "absolute"


def _last_key(fact: ComparedFact) -> str:
    """The key; of a source's fact the part behind its label."""
    return fact.key.rpartition(".")[2] if fact.section == "sources" else fact.key


def changes_much(fact: ComparedFact, unknown: Collection[int] = ()) -> bool:
    """Whether a tokenizer differs from the first one, in what was measured by LEAST_CHANGE or more.

    unknown: places of tokenizers that are no runs: what they lack is no difference. Nor is a source
    that one run lacks, which the labels of the corpus say.
    """
    base = fact.values[0]
    is_exact = fact.section in ("settings", "engine") or _last_key(fact) in _NAMES
    for place, value in enumerate(fact.values[1:], 1):
        if MISSING in (base, value):
            is_known = fact.section != "sources" and not {0, place} & set(unknown)
            if is_known and base is not value:
                return True
        elif not is_exact and base and is_number(base) and is_number(value):
            if abs(value / base - 1) >= LEAST_CHANGE:
                return True
        elif not is_same(base, value):
            return True
    return False


def decimal_places(values: Sequence[Any]) -> int:
    """As many decimals as the smallest number of a row needs for three significant digits.

    Example: 9.87 and 10.2 -> 2; whole numbers -> 0.
    """
    sizes = [abs(value) for value in values if isinstance(value, float) and value == value]
    return max((3 if size < 1 else 2 if size < 10 else int(size < 100) for size in sizes if size),
               default=0)  # fmt: skip


def difference_text(difference: FactDifference | None, places: int = 0) -> str:
    """A difference with sign and unit; "" for none. places: decimals of an absolute one.

    Examples: "+16 000", "−3.2 %", "× 1 090" (from ten times on), "+1.4 pp" (percentage points),
    "+2 −1" (entries), "≠".
    """
    if difference is None:
        return ""
    if difference.unit == "other":
        return "≠"
    if difference.unit == "entries":
        parts = (("+", difference.added), ("−", difference.removed))
        return " ".join(f"{sign}{grouped(number)}" for sign, number in parts if number)
    if difference.unit == "percent" and difference.amount + 1 >= _LEAST_MULTIPLE:
        return f"× {_three_digits(difference.amount + 1)}"
    unit = {"percent": " %", "points": " pp"}.get(difference.unit, "")
    amount, decimals = (100 * difference.amount, 1) if unit else (difference.amount, places)
    size = f"{abs(amount):,.{decimals}f}"
    is_zero = not any(digit in "123456789" for digit in size)
    sign = "" if is_zero else "+" if amount > 0 else "−"
    return f"{sign}{size.replace(',', GROUP_SPACE)}{unit}"


def _three_digits(multiple: float) -> str:
    """Three significant digits of a number from ten on. Example: 1089.8 -> "1 090"."""
    return ratio(float(f"{multiple:.3g}"))


# Which settings changed, in one line.


def changed_facts(facts: Sequence[ComparedFact], place: int) -> tuple[ComparedFact, ...]:
    """Settings and facts of the corpus in which a tokenizer differs from the first one.

    Each with the values of these two; the mixture with its temperature; what follows from another
    change is left out.
    """
    by_key = {fact.key: fact for fact in facts if fact.section in ("settings", "corpus")}
    if "mixture" in by_key:
        by_key["mixture"] = _whole_mixture(by_key)
    pairs = {
        key: replace(fact, values=(fact.values[0], fact.values[place]))
        for key, fact in by_key.items()
        if key not in _FOLLOWS and MISSING not in (fact.values[0], fact.values[place])
    }
    changed = {key: pair for key, pair in pairs.items() if pair.differs}
    told = [pair for key, pair in changed.items() if _TOLD_BY_OTHERS.get(key) not in changed]
    order = {key: at for at, key in enumerate(_FIRST)}
    return tuple(sorted(told, key=lambda pair: order.get(pair.key, len(order))))


def _whole_mixture(by_key: dict[str, ComparedFact]) -> ComparedFact:
    """The mixtures with the temperature in them. Example: "α 0.3"."""
    mixture, alpha = by_key["mixture"], by_key.get("alpha")
    if alpha is None:
        return mixture
    values = tuple(
        f"α {exponent:g}" if is_number(exponent) else kind
        for kind, exponent in zip(mixture.values, alpha.values, strict=True)
    )
    return replace(mixture, values=values)


def change_words(
    facts: Sequence[ComparedFact],
    place: int,
    name_of: Callable[[ComparedFact], str],
    words_of: Callable[[ComparedFact], Sequence[str]],
    tr: Translate = str,
) -> str:
    """What changed from the first tokenizer to another, in one line; "" if nothing did.

    name_of, words_of: the name and the two values of a fact. Example: "mixture natural → α 0.3;
    vocabulary 32 000 → 48 000".
    """
    parts = []
    for fact in changed_facts(facts, place):
        difference = difference_of(fact, 1)
        before, after = words_of(fact)
        if difference is not None and difference.unit == "entries":
            parts.append(f"{name_of(fact)} {difference_text(difference)}")
        elif max(len(before), len(after)) > _LONGEST_WORDS or before == after:
            parts.append(fill(tr("%1 differs"), name_of(fact)))
        else:
            parts.append(f"{name_of(fact)} {before} → {after}")
    return "; ".join(parts)


# The scorecard.


@dataclass(frozen=True, slots=True)
class Score:
    """The figures that decide between tokenizers.

    bytes_per_token: on the common texts; None if not measured. tokens: how many more than the
    first tokenizer takes for them, as a share; None if one of the two loses text.
    premium, label: the highest premium and its language.
    """

    vocab_size: int
    bytes_per_token: float | None = None
    tokens: float | None = None
    premium: float | None = None
    label: str = ""


def scores_of(
    compared: Sequence[ComparedTokenizer], evaluation: CommonEvaluation | None
) -> tuple[Score, ...]:
    """A score for each tokenizer."""
    scores = [Score(each.tokenizer.vocab_size) for each in compared]
    if evaluation is None:
        return tuple(scores)
    first = evaluation.evaluations[0]
    for place, measured in enumerate(evaluation.evaluations):
        if measured is None:
            continue
        total, fairness = measured.total, measured.fairness
        scores[place] = score = replace(scores[place], bytes_per_token=total.bytes_per_token)
        is_exact = first is not None and total.round_trips and first.total.round_trips
        if first is not None and is_exact and first.total.tokens:
            score = replace(score, tokens=total.tokens / first.total.tokens - 1)
        if fairness is not None and fairness.worst_premium is not None:
            label = fairness.worst_label or ""
            score = replace(score, premium=fairness.worst_premium, label=label)
        scores[place] = score
    return tuple(scores)


# Language by language.


@dataclass(frozen=True, slots=True)
class LanguageChange:
    """A language's figure of the first tokenizer and of another; less is better."""

    label: str
    before: float
    after: float

    @property
    def share(self) -> float:
        """The change as a share of the figure before."""
        return self.after / self.before - 1


@dataclass(frozen=True, slots=True)
class LanguageChanges:
    """What becomes of each language in another tokenizer, the largest change first.

    figure: "premium" where both were measured on parallel texts, else "tokens" of the same text.
    equal: languages whose figure changes by less than LEAST_CHANGE.
    """

    figure: Literal["premium", "tokens"]
    better: tuple[LanguageChange, ...]
    worse: tuple[LanguageChange, ...]
    equal: tuple[LanguageChange, ...]

    @property
    def n_languages(self) -> int:
        return len(self.better) + len(self.worse) + len(self.equal)


def language_changes(evaluation: CommonEvaluation | None, place: int) -> LanguageChanges | None:
    """Compare a tokenizer with the first one in every language; None if one was not measured.

    The reference of premiums, and texts that one of the two does not give back, are left out.
    """
    ours, theirs = (
        (None, None)
        if evaluation is None
        else (evaluation.evaluations[0], evaluation.evaluations[place])
    )
    if ours is None or theirs is None:
        return None
    figure: Literal["premium", "tokens"] = "premium"
    changes = _premium_changes(ours, theirs)
    if not changes:
        figure, changes = "tokens", _token_changes(ours, theirs)
    changes.sort(key=lambda each: -abs(each.share))
    return LanguageChanges(
        figure,
        tuple(each for each in changes if each.share <= -LEAST_CHANGE),
        tuple(each for each in changes if each.share >= LEAST_CHANGE),
        tuple(each for each in changes if abs(each.share) < LEAST_CHANGE),
    )


def _premium_changes(ours: Evaluation, theirs: Evaluation) -> list[LanguageChange]:
    if ours.fairness is None or theirs.fairness is None:
        return []
    changes = []
    for before in ours.fairness.labels:
        after = theirs.fairness.of(before.label)
        if before.label == ours.fairness.reference or after is None:
            continue
        if before.premium is not None and after.premium is not None:
            changes.append(LanguageChange(before.label, before.premium, after.premium))
    return changes


def _token_changes(ours: Evaluation, theirs: Evaluation) -> list[LanguageChange]:
    rows = {row.label: row for row in theirs.rows}
    return [
        LanguageChange(before.label, before.tokens, rows[before.label].tokens)
        for before in ours.rows
        if before.label in rows
        and before.tokens
        and before.round_trips
        and rows[before.label].round_trips
    ]
