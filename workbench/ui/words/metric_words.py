"""Metrics and comparisons in the language of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from engine.text import WORD_RULES, WordRule
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.words.translation import counted, translator
from workbench.work.comparison import CORPUS_TEXTS, SEVERAL_TEXTS, TRAINING_SAMPLE, Comparison

if TYPE_CHECKING:
    from engine.evaluation import Metric

_tr = translator("comparison_words")

MOST_PROBLEMS_SHOWN = 4


@dataclass(frozen=True, slots=True)
class MetricNames:
    """The words of `engine.evaluation.metrics.Metric`, translated."""

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


def caption_of(comparison: Comparison) -> str:
    """How many labels, how many of them parallel, and what is odd about their texts."""
    evaluation = comparison.measured[0].evaluation
    n = len(evaluation.rows)
    labels = counted("comparison_words", "1 label", "%1 labels", n)
    parts = [fill(_tr("Measured on %1: %2"), texts_words(comparison.texts), labels)]
    parallel = [text for text in evaluation.texts if text.is_parallel]
    if parallel:
        lines = counted("comparison_words", "1 line", "%1 lines", parallel[0].lines)
        parts.append(fill(_tr("%1 parallel with %2"), grouped(len(parallel)), lines))
    blank = sum(text.blank_lines + text.range_lines for text in parallel)
    if blank:
        parts.append(counted("comparison_words", "1 line blank", "%1 lines blank", blank))
    others = sum(text.has_other_script for text in evaluation.texts)
    if others:
        parts.append(fill(_tr("%1 not in the usual script"), grouped(others)))
    return ", ".join(parts)


def texts_words(name: str) -> str:
    """Return the words within a sentence for a name that the program made, others as they are."""
    own = {
        CORPUS_TEXTS: _tr("the corpus in the window"),
        TRAINING_SAMPLE: _tr("the beginning of each training source"),
    }
    if several := SEVERAL_TEXTS.fullmatch(name):
        return fill(_tr("%1 and %2 more"), several["first"], several["more"])
    return own.get(name, name)


def texts_title(name: str) -> str:
    """Return the words for a name of texts as they begin a label: without the English article."""
    words = texts_words(name)
    if words == name:
        return name
    words = words.removeprefix("the ")
    return f"{words[:1].upper()}{words[1:]}"


def problem_words(problems: Sequence[str]) -> str:
    """The first sentences, and how many more there are."""
    listed = "\n".join(problems[:MOST_PROBLEMS_SHOWN])
    more = len(problems) - MOST_PROBLEMS_SHOWN
    if more <= 0:
        return listed
    return "\n".join((listed, fill(_tr("and %1 more"), grouped(more))))
