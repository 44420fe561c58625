"""The tokens that a filter of the vocabulary lets through."""

from __future__ import annotations

import numpy as np

from engine.compiled import Int64s
from workbench.vocabulary.vocabulary_filter import filter_mask
from workbench.vocabulary.vocabulary_index import VocabularyIndex
from workbench.vocabulary.vocabulary_report import VocabularyReport


def filter_ids(index: VocabularyIndex, text: str, report: VocabularyReport | None = None) -> Int64s:
    """The ids that fulfil every condition, in order."""
    return np.flatnonzero(filter_mask(index, text, report))
