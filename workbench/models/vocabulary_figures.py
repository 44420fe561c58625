"""Figures of a vocabulary that no filter changes, and the scripts that a filter can ask for."""

from __future__ import annotations

import numpy as np

from engine.analysis import MIXED, NOT_TEXT, PARTIAL, SPECIAL, UNUSED, VocabularyReport
from engine.text import script_titles
from workbench.models.vocabulary_columns import APPLIED, COUNT, INSIDE, PARTS, USES, WORDS
from workbench.models.vocabulary_index import VocabularyIndex
from workbench.numbers import grouped


def constant_figures(index: VocabularyIndex | None) -> tuple[str, ...]:
    """All figures but the first, which no filter changes."""
    if index is None:
        return ("–",) * 6
    return (
        grouped(index.n_tokens),
        grouped(int(np.count_nonzero(index.ranks >= 0))),
        *(grouped(_count(index, flag)) for flag in (SPECIAL, PARTIAL, UNUSED)),
        grouped(int(index.lengths.max())),
    )


def _count(index: VocabularyIndex, flag: int) -> int:
    return int(np.count_nonzero(index.flags & flag))


def unknown_columns(index: VocabularyIndex, report: VocabularyReport | None) -> frozenset[int]:
    """The columns of the table that have nothing to show: no record, nothing counted, no token
    of several words."""
    unknown = set()
    if not (index.counts >= 0).any():
        unknown |= {COUNT, APPLIED, INSIDE}
    if report is None or report.uses is None:
        unknown.add(USES)
    if not (index.report.facts.words > 1).any():
        unknown |= {WORDS, PARTS}
    return frozenset(unknown)


def scripts_of(index: VocabularyIndex | None) -> list[tuple[str, int]]:
    """The scripts of a vocabulary and their tokens, the largest first."""
    if index is None:
        return []
    titles = script_titles()
    counts = np.bincount(index.report.facts.scripts, minlength=256)
    counts[[0, NOT_TEXT, MIXED]] = 0
    order = np.argsort(-counts, kind="stable")
    return [(titles[number], int(counts[number])) for number in order[counts[order] > 0].tolist()]
