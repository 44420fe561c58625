"""What a comparison is, in a line under the title, and what went wrong, in a few."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from workbench.comparison import CORPUS_TEXTS, SEVERAL_TEXTS, TRAINING_SAMPLE, Comparison
from workbench.numbers import grouped
from workbench.placeholders import fill

MOST_PROBLEMS_SHOWN = 4


def caption_of(comparison: Comparison, texts_name: str) -> str:
    """How many labels, how many of them parallel, and what is odd about their texts."""
    evaluation = comparison.measured[0].evaluation
    parts = [fill(_tr("Measured on %2: %1 labels"), grouped(len(evaluation.rows)), texts_name)]
    parallel = [text for text in evaluation.texts if text.is_parallel]
    if parallel:
        parts.append(
            fill(
                _tr("%1 parallel with %2 lines"), grouped(len(parallel)), grouped(parallel[0].lines)
            )
        )
    blank = sum(text.blank_lines + text.range_lines for text in parallel)
    if blank:
        parts.append(fill(_tr("%1 lines blank"), grouped(blank)))
    others = sum(text.has_other_script for text in evaluation.texts)
    if others:
        parts.append(fill(_tr("%1 in an unexpected script"), grouped(others)))
    return ", ".join(parts)


def texts_words(name: str) -> str:
    """Return the words for a name of texts that the program made itself, others as they are."""
    own = {
        CORPUS_TEXTS: _tr("Corpus in the window"),
        TRAINING_SAMPLE: _tr("Training sample"),
    }
    if several := SEVERAL_TEXTS.fullmatch(name):
        return fill(_tr("%1 and %2 more"), several["first"], several["more"])
    return own.get(name, name)


def problem_words(problems: Sequence[str]) -> str:
    """The first sentences, and how many more there are."""
    listed = "\n".join(problems[:MOST_PROBLEMS_SHOWN])
    more = len(problems) - MOST_PROBLEMS_SHOWN
    if more <= 0:
        return listed
    return "\n".join((listed, fill(_tr("and %1 more"), grouped(more))))


def _tr(words: str) -> str:
    return QCoreApplication.translate("comparison_words", words)
