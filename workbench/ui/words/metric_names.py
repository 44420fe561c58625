"""What metrics are called in the window: the engine's English words, in the window's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from engine.text import WORD_RULES, WordRule

if TYPE_CHECKING:
    from engine.evaluation import Metric


@dataclass(frozen=True, slots=True)
class MetricNames:
    """The words of `engine.evaluation.definitions.Metric`, translated."""

    title: str
    head: str
    unit: str
    formula: str
    caveat: str


def names_of(metric: Metric) -> MetricNames:
    """Return the words of a metric."""
    return MetricNames(
        title=_translated(metric.title),
        head=_translated(metric.head),
        unit=_translated(metric.unit),
        formula=_translated(metric.formula),
        caveat=_translated(metric.caveat),
    )


def word_rule_words(rule: WordRule) -> str:
    """Return what counts as a word by a rule."""
    return _translated(WORD_RULES[rule])


def _translated(words: str) -> str:
    return QCoreApplication.translate("metrics", words) if words else ""
