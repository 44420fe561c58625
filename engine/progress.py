"""What a training says of itself while it runs: frozen values, safe to hand between threads."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """The parts of a training, in order; the values are the words shown to people.

    `train` goes through the first three; EVALUATE is for callers that measure the tokenizer next.
    """

    PRETOKENIZE = "Pre-tokenize"
    COUNT_PAIRS = "Count pairs"
    COMPUTE_MERGES = "Compute merges"
    EVALUATE = "Evaluate"


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge as it happened.

    rank: order of the merge, from 0; the new token's id is 256 + rank.
    count: corpus occurrences of the pair when it was selected (overlaps counted twice), as the
        mixture weighs them and rounded.
    applied: occurrences really merged, each once whatever its weight; without weights smaller than
        `count` where a pair overlaps itself (a a a).
    """

    rank: int
    left: int
    right: int
    left_bytes: bytes
    right_bytes: bytes
    count: int
    applied: int

    @property
    def token_id(self) -> int:
        return 256 + self.rank

    @property
    def token_bytes(self) -> bytes:
        return self.left_bytes + self.right_bytes


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """The state of a training at the end of one slice of 20 to 50 ms.

    bytes_done, bytes_total: UTF-8 bytes of the corpus pre-tokenized so far, and of all (compressed
        files count by an estimate until they are read).
    pretokens, unique_pretokens: int; unmatched_bytes: bytes the split pattern left uncovered.
    merges_done, merges_total: merges so far and asked for.
    last_merges: all merges of this slice, newest last.
    corpus_tokens: tokens the corpus has after the merges so far; its bytes before the first.
    source_labels, source_bytes_per_token: parallel, one entry per source.
    remaining_s: estimate for the whole rest, None while there is nothing to estimate from.
    """

    phase: Phase
    elapsed_s: float
    remaining_s: float | None
    documents: int
    bytes_done: int
    bytes_total: int
    pretokens: int
    unique_pretokens: int
    unmatched_bytes: int
    merges_done: int
    merges_total: int
    last_merges: tuple[Merge, ...]
    corpus_tokens: int
    bytes_per_token: float
    source_labels: tuple[str, ...]
    source_bytes_per_token: tuple[float, ...]

    @property
    def fraction(self) -> float:
        """Share of the current phase that is done, 0 to 1."""
        if self.phase is Phase.PRETOKENIZE:
            return min(1.0, self.bytes_done / self.bytes_total) if self.bytes_total else 0.0
        if self.phase is Phase.COMPUTE_MERGES:
            return self.merges_done / self.merges_total if self.merges_total else 1.0
        return 0.0 if self.phase is Phase.COUNT_PAIRS else 1.0
