"""What a comparison of runs hands from its flow to the pane."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import Theme
from workbench.work.comparison import TRAINING_SAMPLE, Baseline, Comparison, Measured

if TYPE_CHECKING:
    from pathlib import Path

    from engine.analysis import MergeDivergence, UnknownMerges, VocabularyDifference
    from workbench.work.run_comparison import CommonEvaluation, ComparedFact, ComparedTokenizer


@dataclass(frozen=True)
class ComparedPair:
    """Two of those that stand side by side.

    divergence: None where all merges are the same, UnknownMerges where they cannot be compared.
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
    """Two to four tokenizers side by side; `wanted` and `compared` are parallel."""

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


def texts_words(name: str) -> str:
    """The name of evaluated texts, as a person reads it."""
    if name != TRAINING_SAMPLE:
        return name
    return QCoreApplication.translate("texts_words", "the beginnings of the training corpus")


# SharedTable: a table whose columns fill its width, some fixed, the others by equal shares.


class SharedTable(DataTable):
    """`share` says how wide columns are at least, and which of them take what is left."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._least: tuple[int, ...] = ()
        self._growing: frozenset[int] = frozenset()

    def share(self, least: Sequence[int], growing: Collection[int]) -> None:
        """Give every column its least width; the growing ones share the rest."""
        self._least, self._growing = tuple(least), frozenset(growing)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(0, self.viewport().width() - sum(self._least))
        parts = sorted(self._growing)
        for place, width in enumerate(self._least):
            extra = 0
            if place in self._growing:
                at = parts.index(place)
                extra = room * (at + 1) // len(parts) - room * at // len(parts)
            self.horizontalHeader().resizeSection(place, width + extra)
