"""What a running training reports: frozen values, safe to hand between threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import overload

import numpy as np

from engine.compiled import Int64s, UInt32s

_N_BYTES = 256


class Phase(StrEnum):
    """The parts of a training, in order; the values are the words shown to people.

    `train` goes through the first three: reading, cutting and counting are one pass over the text;
    laying the distinct pre-tokens out belongs to counting pairs. With superwords four more follow:
    the text is read again, cut by the second pattern, encoded with the merges so far, and pairs of
    tokens are counted; runs of tokens that merges may join are collected; they are merged; and
    where the rules leave text out, the tokens of all text are counted with the new merges.
    EVALUATE and STORE are for callers that measure the tokenizer next and keep it.
    """

    PRETOKENIZE = "Pre-tokenize"
    COUNT_PAIRS = "Count pairs"
    COMPUTE_MERGES = "Compute merges"
    COUNT_TOKEN_PAIRS = "Count token pairs"
    COLLECT_RUNS = "Collect runs"
    COMPUTE_SUPERWORDS = "Compute superwords"
    COUNT_TOKENS = "Count tokens"
    EVALUATE = "Evaluate"
    STORE = "Store"


STAGE_TWO = (
    Phase.COUNT_TOKEN_PAIRS, Phase.COLLECT_RUNS, Phase.COMPUTE_SUPERWORDS, Phase.COUNT_TOKENS,
)  # fmt: skip
"""The phases that only a training with superwords has; the last one only some of those."""


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
    def token_bytes(self) -> bytes:
        return self.left_bytes + self.right_bytes


class Merges(Sequence[Merge]):
    """Merges of a training, one after another; a Merge is made when one is looked at.

    Tens of thousands of them come in a second, and few are ever looked at. Equal to every other
    sequence of the same merges.

    pairs: uint32[n, 2], all merges of the training from the first on; counts: int64[n], in units
    of 1 / scale; applied: int64[n], natural; source_applied: int64[n, n_sources], how much of it
    was in each source, None if not known. These are those of the ranks first to end, and what
    stands there must not change any more.
    """

    __slots__ = ("_applied", "_counts", "_first", "_pairs", "_scale", "source_applied")

    def __init__(
        self,
        pairs: UInt32s,
        counts: Int64s,
        applied: Int64s,
        ranks: range,
        scale: int = 1,
        source_applied: Int64s | None = None,
    ) -> None:
        self._first = ranks.start
        self._pairs = pairs[: ranks.stop]
        self._counts = counts[ranks.start : ranks.stop]
        self._applied = applied[ranks.start : ranks.stop]
        self._scale = scale
        self.source_applied = (
            None if source_applied is None else source_applied[ranks.start : ranks.stop]
        )

    @property
    def first_rank(self) -> int:
        return self._first

    @property
    def pairs(self) -> UInt32s:
        """uint32[n, 2]: left and right id of each."""
        return self._pairs[self._first :]

    @property
    def counts(self) -> Int64s:
        """int64[n]: Merge.count of each."""
        if self._scale == 1:
            return self._counts
        return (self._counts + self._scale // 2) // self._scale

    @property
    def applied(self) -> Int64s:
        """int64[n]: Merge.applied of each."""
        return self._applied

    def __len__(self) -> int:
        return len(self._applied)

    @overload
    def __getitem__(self, index: int) -> Merge: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Merge]: ...

    def __getitem__(self, index: int | slice) -> Merge | Sequence[Merge]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        at = range(len(self))[index]
        rank = self._first + at
        left, right = self._pairs[rank].tolist()
        count = (int(self._counts[at]) + self._scale // 2) // self._scale
        applied = int(self._applied[at])
        return Merge(rank, left, right, self._bytes_of(left), self._bytes_of(right), count, applied)

    def __iter__(self) -> Iterator[Merge]:
        return map(self.__getitem__, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Merges of ranks {self._first} to {self._first + len(self) - 1}"

    def _bytes_of(self, token_id: int) -> bytes:
        """The bytes of a token: it is taken apart until bytes are left."""
        found = bytearray()
        rest = [token_id]
        while rest:
            last = rest.pop()
            if last < _N_BYTES:
                found.append(last)
            else:
                left, right = self._pairs[last - _N_BYTES].tolist()
                rest += (right, left)
        return bytes(found)


NO_MERGES = Merges(
    np.empty((0, 2), np.uint32), np.empty(0, np.int64), np.empty(0, np.int64), range(0)
)


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """The state of a training at the end of one slice of 20 to 50 ms.

    bytes_done, bytes_total: UTF-8 bytes of the corpus pre-tokenized so far, and of all (compressed
        files count by an estimate until they are read).
    pretokens, unique_pretokens: int; unmatched_bytes: bytes the split pattern left uncovered.
    merges_done, merges_total: merges so far, as far as they were said, and asked for.
    last_merges: all merges of this slice, newest last.
    corpus_tokens: tokens the corpus has after the merges so far; its bytes before the first.
    source_labels, source_bytes_per_token: parallel, one entry per source; source_bytes as well,
        empty before they are known.
    elapsed_s: time of work so far; pauses do not count.
    remaining_s: estimate for the whole rest, None while there is nothing to estimate from.
    phase_remaining_s: the same for the rest of the phase.
    rate: bytes a second while pre-tokens are counted, merges a second while they are merged, over
        the last second; None in other phases.
    memory_bytes: what counts and merges are expected to take at most; None while not foreseen.
    pace: seconds taken for each that is usual, in the work so far.
    phase_share: how far the phase is where nothing else tells, 0 to 1.
    stage: 2 from the transition to superwords on, else 1.
    n_first: merges of stage one; None in a training without superwords.

    At the transition corpus_tokens and bytes per token change without a merge, because the text is
    cut by another pattern from there on. Where the rules of superwords leave text out, a merge of
    stage two takes away only what it did in the text that takes part, so that there are no more
    tokens than corpus_tokens says; at the end of such a training all text is counted.
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
    last_merges: Merges
    corpus_tokens: int
    bytes_per_token: float
    source_labels: tuple[str, ...]
    source_bytes_per_token: tuple[float, ...]
    phase_remaining_s: float | None = None
    rate: float | None = None
    memory_bytes: int | None = None
    pace: float = 1.0
    phase_share: float | None = None
    stage: int = 1
    n_first: int | None = None
    source_bytes: tuple[int, ...] = ()

    @property
    def is_merging(self) -> bool:
        """Whether merges are computed, in either stage."""
        return self.phase in (Phase.COMPUTE_MERGES, Phase.COMPUTE_SUPERWORDS)

    @property
    def fraction(self) -> float:
        """Share of the current phase that is done, 0 to 1."""
        if self.phase is Phase.PRETOKENIZE:
            return min(1.0, self.bytes_done / self.bytes_total) if self.bytes_total else 0.0
        if self.is_merging:
            first, last = 0, self.merges_total
            if self.n_first is not None:
                first, last = (0, self.n_first) if self.stage == 1 else (self.n_first, last)
            return (self.merges_done - first) / (last - first) if last > first else 1.0
        if self.phase_share is not None:
            return self.phase_share
        return 0.0 if self.phase is Phase.COUNT_PAIRS else 1.0
