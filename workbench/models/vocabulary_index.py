"""VocabularyIndex: a tokenizer's vocabulary as arrays, made once, for filtering and sorting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.config import N_BYTES
from engine.vocabulary_facts import VocabularyFacts, vocabulary_facts
from engine.vocabulary_report import VocabularyReport, report_without_reach

if TYPE_CHECKING:
    from engine import Tokenizer

_SORTED_BYTES = 24

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class VocabularyIndex:
    """One entry per token id.

    vocabulary: the bytes of each id. report: what is known of them so far. ranks, lefts, rights:
    int64[n], -1 where no merge made the token. counts, applied: int64[n], -1 where unknown.
    text_order: int64[n], the place of each token in the order of its bytes. joined: uint8[bytes],
    all tokens one after the other; starts: int64[n + 1] in it.
    """

    vocabulary: tuple[bytes, ...]
    report: VocabularyReport
    ranks: Int64s
    lefts: Int64s
    rights: Int64s
    counts: Int64s
    applied: Int64s
    text_order: Int64s
    joined: npt.NDArray[np.uint8]
    starts: Int64s

    @property
    def n_tokens(self) -> int:
        return len(self.vocabulary)

    @property
    def lengths(self) -> Int64s:
        """int64[n], bytes; 0 for unused ids."""
        return self.report.facts.lengths

    @property
    def flags(self) -> npt.NDArray[np.uint16]:
        """uint16[n], see engine.vocabulary_facts."""
        return self.report.facts.flags

    def parents(self, token_id: int) -> Int64s:
        """Return the ids of the tokens that a merge made directly from this one."""
        return np.flatnonzero((self.lefts == token_id) | (self.rights == token_id))


def index_vocabulary(tokenizer: Tokenizer) -> Iterator[float | VocabularyIndex]:
    """Yield the share that is done, and last the index."""
    steps = vocabulary_facts(tokenizer)
    while True:
        try:
            yield 0.9 * next(steps)
        except StopIteration as stop:
            facts: VocabularyFacts = stop.value
            break
    vocabulary = tuple(tokenizer.vocabulary)
    n_tokens, n_merges = len(vocabulary), tokenizer.n_merges
    merged = tokenizer.ranked_ids[N_BYTES:]
    ranks, lefts, rights, counts, applied = (np.full(n_tokens, -1, np.int64) for _ in range(5))
    ranks[merged] = np.arange(n_merges)
    lefts[merged] = tokenizer.merges[:, 0]
    rights[merged] = tokenizer.merges[:, 1]
    if tokenizer.training is not None:
        counts[merged] = tokenizer.training.occurrences[:n_merges]
        applied[merged] = tokenizer.training.applied[:n_merges]
    # numpy lets other threads run while it sorts; the first bytes are enough for an order.
    order = np.argsort(np.array(vocabulary, f"S{_SORTED_BYTES}"), kind="stable")
    text_order = np.empty(n_tokens, np.int64)
    text_order[order] = np.arange(n_tokens)
    starts = np.concatenate(([0], np.cumsum(facts.lengths)))
    joined = np.frombuffer(b"".join(vocabulary), np.uint8)
    yield 1.0
    yield VocabularyIndex(
        vocabulary, report_without_reach(tokenizer, facts), ranks, lefts, rights, counts, applied,
        text_order, joined, starts,
    )  # fmt: skip
