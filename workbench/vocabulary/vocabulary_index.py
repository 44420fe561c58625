"""VocabularyIndex: a vocabulary as arrays, which filters and sorting of the table read."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt

from engine.analysis import (
    SUPERWORD,
    TokenTwins,
    VocabularyFacts,
    VocabularyReport,
    report_without_reach,
    twin_steps,
    vocabulary_facts,
)
from engine.compiled import Int64s, UInt8s
from engine.machine import relayed
from engine.settings import N_BYTES
from workbench.vocabulary.token_lines import TokenLines, line_steps

if TYPE_CHECKING:
    from engine import Tokenizer

Result = TypeVar("Result")
_SORTED_BYTES = 24


@dataclass(frozen=True, eq=False)
class VocabularyIndex:
    """A vocabulary as arrays for filtering and sorting, one entry per token id.

    vocabulary: the bytes of each id. report: what is known of them so far. ranks, lefts, rights:
    int64[n], -1 if no merge made the token. counts, applied: int64[n], -1 if unknown. text_order:
    int64[n], the position of each token in the order of its bytes. joined: uint8[bytes], all tokens
    one after the other; starts: int64[n + 1] in it. lines: the texts, for regular expressions.
    twins: tokens of the same letters.
    """

    vocabulary: tuple[bytes, ...]
    report: VocabularyReport
    ranks: Int64s
    lefts: Int64s
    rights: Int64s
    counts: Int64s
    applied: Int64s
    text_order: Int64s
    joined: UInt8s
    starts: Int64s
    lines: TokenLines
    twins: TokenTwins

    @property
    def n_tokens(self) -> int:
        return len(self.vocabulary)

    @property
    def lengths(self) -> Int64s:
        """int64[n], bytes; 0 for unused ids."""
        return self.report.facts.lengths

    @property
    def flags(self) -> npt.NDArray[np.uint16]:
        """uint16[n], see engine.analysis.vocabulary."""
        return self.report.facts.flags

    @cached_property
    def parent_counts(self) -> Int64s:
        """int64[n]: how many tokens a merge made directly from each."""
        is_merge = self.ranks >= 0
        left, right = self.lefts[is_merge], self.rights[is_merge]
        made = np.concatenate([left, right[left != right]])
        return np.bincount(made, minlength=self.n_tokens)

    @cached_property
    def part_counts(self) -> Int64s:
        """int64[n]: how many tokens of one word each token of several is made of; 1 for others."""
        counts = np.ones(self.n_tokens, np.int64)
        several = np.flatnonzero(self.report.facts.has(SUPERWORD) & (self.ranks >= 0))
        for token_id in several[np.argsort(self.ranks[several])].tolist():
            counts[token_id] = counts[self.lefts[token_id]] + counts[self.rights[token_id]]
        return counts

    @cached_property
    def byte_counts(self) -> Int64s:
        """int64[256]: how often each byte occurs in all tokens together."""
        return np.bincount(self.joined, minlength=256)

    def parents(self, token_id: int) -> Int64s:
        """Return the ids of the tokens that a merge made directly from this one."""
        return np.flatnonzero((self.lefts == token_id) | (self.rights == token_id))

    def parts(self, token_id: int) -> tuple[int, ...]:
        """Return the ids of the tokens of one word that a token is made of, from the left."""
        parts, rest = [], [token_id]
        while rest:
            each = rest.pop()
            if self.flags[each] & SUPERWORD and self.ranks[each] >= 0:
                rest += (int(self.rights[each]), int(self.lefts[each]))
            else:
                parts.append(each)
        return tuple(parts)

    def containing(self, token_id: int) -> Int64s:
        """Return the ids of all tokens whose tree contains this one, without itself."""
        members = np.zeros(self.n_tokens + 1, np.bool_)  # the last entry is for no token: id -1
        members[token_id] = True
        n_members = 1
        while True:
            fresh = members[self.lefts] | members[self.rights]
            members[:-1] |= fresh
            n_now = int(np.count_nonzero(members))
            if n_now == n_members:
                break
            n_members = n_now
        members[token_id] = False
        return np.flatnonzero(members[:-1])


def index_vocabulary(tokenizer: Tokenizer) -> Iterator[float | VocabularyIndex]:
    """Yield the share that is done, and last the index."""
    facts: VocabularyFacts = yield from _shared(vocabulary_facts(tokenizer), 0.0, 0.5)
    vocabulary = tuple(tokenizer.vocabulary)
    lines: TokenLines = yield from _shared(line_steps(vocabulary, facts), 0.5, 0.6)
    twins: TokenTwins = yield from _shared(twin_steps(vocabulary, facts), 0.6, 0.9)
    n_tokens, n_merges = len(vocabulary), tokenizer.n_merges
    merged = tokenizer.ranked_ids[N_BYTES:]
    ranks, lefts, rights, counts, applied = (np.full(n_tokens, -1, np.int64) for _ in range(5))
    ranks[merged] = np.arange(n_merges)
    lefts[merged] = tokenizer.merges[:, 0]
    rights[merged] = tokenizer.merges[:, 1]
    if tokenizer.training is not None:
        counts[merged] = tokenizer.training.occurrences[:n_merges]
        applied[merged] = tokenizer.training.mixed_applied[:n_merges]
    yield 0.95
    # numpy lets other threads run while it sorts; the first bytes are enough for an order.
    order = np.argsort(np.array(vocabulary, f"S{_SORTED_BYTES}"), kind="stable")
    text_order = np.empty(n_tokens, np.int64)
    text_order[order] = np.arange(n_tokens)
    starts = np.concatenate(([0], np.cumsum(facts.lengths)))
    joined = np.frombuffer(b"".join(vocabulary), np.uint8)
    yield 1.0
    yield VocabularyIndex(
        vocabulary, report_without_reach(tokenizer, facts), ranks, lefts, rights, counts, applied,
        text_order, joined, starts, lines, twins,
    )  # fmt: skip


def _shared(
    steps: Generator[float, None, Result], start: float, end: float
) -> Generator[float, None, Result]:
    """Run steps that yield the share of their own work, as a part of more; return their result."""
    return relayed(steps, lambda share: start + (end - start) * share)
