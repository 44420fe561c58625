"""Fairness between the languages of parallel texts: premium against a reference, Gini."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median, pstdev


@dataclass(frozen=True, slots=True)
class LabelFairness:
    """One language of a set of parallel texts.

    tokens_per_line: over the lines that no language lacks, the cost of the same content.
    premium: tokens here over tokens of the reference, on the pairs of lines that both have; also
    as median and 90th percentile over those pairs. None without the reference or without pairs.
    pairs_left_out: lines that one of the two lacks.
    """

    label: str
    tokens_per_line: float
    premium: float | None = None
    premium_median: float | None = None
    premium_p90: float | None = None
    pairs: int = 0
    pairs_left_out: int = 0


@dataclass(frozen=True)
class FairnessFigures:
    """How evenly a tokenizer treats the languages of parallel texts.

    reference: the label that premiums refer to, None if there is none.
    lines: the lines that no language lacks, which costs and Gini are counted on; lines_left_out:
    the others. labels: one entry per language in the order of the corpus.
    """

    reference: str | None
    lines: int
    lines_left_out: int
    labels: tuple[LabelFairness, ...]

    def without(self, labels: Collection[str]) -> FairnessFigures:
        """Without some languages; without their reference none of the others has a premium.

        For texts that a tokenizer loses: the fewer tokens, the more is lost.
        """
        kept = tuple(row for row in self.labels if row.label not in labels)
        if self.reference not in labels:
            return replace(self, labels=kept)
        bare = tuple(LabelFairness(row.label, row.tokens_per_line) for row in kept)
        return replace(self, reference=None, labels=bare)

    def of(self, label: str) -> LabelFairness | None:
        """The figures of a label; None for one outside the parallel texts."""
        return self._by_label.get(label)

    @cached_property
    def median_premium(self) -> float | None:
        """Over the languages other than the reference."""
        premiums = self._premiums
        return median(premiums.values()) if premiums else None

    @cached_property
    def worst_label(self) -> str | None:
        """The language that pays most: the greatest premium, or the greatest cost."""
        ranked = self._premiums or self._costs
        return max(ranked, key=ranked.__getitem__) if ranked else None

    @cached_property
    def best_label(self) -> str | None:
        """The language with the least tokens for the same content."""
        return min(self._costs, key=self._costs.__getitem__) if self._costs else None

    @cached_property
    def worst_premium(self) -> float | None:
        return max(self._premiums.values(), default=None)

    @cached_property
    def gini(self) -> float | None:
        """Inequality of tokens per line, from 0 to `gini_bound` (Meister et al.)."""
        return gini(list(self._costs.values()))

    @property
    def gini_bound(self) -> float | None:
        """The greatest Gini that n languages can have: (n - 1) / n."""
        return (len(self._costs) - 1) / len(self._costs) if self._costs else None

    @cached_property
    def max_min_ratio(self) -> float | None:
        """Tokens of the costliest language over those of the cheapest."""
        costs = self._costs.values()
        return max(costs) / min(costs) if costs and min(costs) else None

    @cached_property
    def variation(self) -> float | None:
        """Coefficient of variation of tokens per line: standard deviation over mean."""
        costs = list(self._costs.values())
        return pstdev(costs) * len(costs) / sum(costs) if sum(costs) else None

    @cached_property
    def _by_label(self) -> dict[str, LabelFairness]:
        return {row.label: row for row in self.labels}

    @cached_property
    def _costs(self) -> dict[str, float]:
        return {row.label: row.tokens_per_line for row in self.labels} if self.lines else {}

    @cached_property
    def _premiums(self) -> dict[str, float]:
        return {
            row.label: row.premium
            for row in self.labels
            if row.premium is not None and row.label != self.reference
        }


def gini(costs: list[float]) -> float | None:
    """Sum of all differences between two costs over 2 n² times their mean.

    None for no costs or only zeros. Example: equal costs -> 0, [0, 1] -> 0.5, which is the most
    that two can have.
    """
    total = sum(costs)
    if not total:
        return None
    n = len(costs)
    weighted = sum((2 * rank - n - 1) * cost for rank, cost in enumerate(sorted(costs), 1))
    return weighted / (n * total)
