"""The records that a comparison of runs passes from its flow to its views."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from workbench.work.comparison import Baseline, Comparison, Measured

if TYPE_CHECKING:
    from pathlib import Path

    from engine.analysis import MergeDivergence, UnknownMerges, VocabularyDifference
    from workbench.work.run_comparison import CommonEvaluation, ComparedFact, ComparedTokenizer


@dataclass(frozen=True)
class ComparedPair:
    """Two of the compared tokenizers.

    divergence: None if all merges are equal, UnknownMerges if they cannot be compared.
    """

    places: tuple[int, int]
    tokenizers: tuple[ComparedTokenizer, ComparedTokenizer]
    vocabulary: VocabularyDifference
    divergence: MergeDivergence | UnknownMerges | None

    @property
    def names(self) -> tuple[str, str]:
        return self.tokenizers[0].name, self.tokenizers[1].name


@dataclass(frozen=True)
class RunComparison:
    """Two to four compared tokenizers; `wanted` and `compared` are parallel."""

    wanted: tuple[Baseline, ...]
    compared: tuple[ComparedTokenizer, ...]
    facts: tuple[ComparedFact, ...]
    evaluation: CommonEvaluation | None
    pair: ComparedPair
    problems: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.compared)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The places of all pairs. Example: three -> (0, 1), (0, 2), (1, 2)."""
        return tuple(combinations(range(len(self.compared)), 2))

    def measured(self) -> Comparison | None:
        """The evaluations on the same texts as the charts take them; None where there are none."""
        if self.evaluation is None:
            return None
        known = tuple(
            Measured(name, evaluation)
            for name, evaluation in zip(self.names, self.evaluation.evaluations, strict=True)
            if evaluation is not None
        )
        return Comparison(self.evaluation.texts, self.compared[0].run_id, known)


def baseline_of(path: Path) -> Baseline:
    """A tokenizer file or folder as one to compare with, by a short name."""
    stem = path.stem if path.is_file() else path.name
    is_plain = stem in {"tokenizer", "vocab", "merges", "encoder"}
    return Baseline(path.parent.name if is_plain and path.parent.name else stem, path=path)
