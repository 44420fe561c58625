"""What a running training reports, as frozen values, and how long the rest of it will take."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, overload

import numpy as np

from engine.compiled import Int64s, UInt32s
from engine.machine import Progress
from engine.settings import whole_occurrences

if TYPE_CHECKING:
    from engine.training.parity_texts import ParityFigures

_N_BYTES = 256

# What the parts of a training usually cost; forecasts correct it by what is seen. A merge costs
# as much as its pair is frequent, and frequencies fall like a power of the rank; below that lies
# a small price that every merge has. So k merges take a * k ** 0.35 + b * k
# seconds, with `a` proportional to the bytes of the distinct pre-tokens. The constants were
# measured on two cores of 2.6 GHz, on 10, 40 and 218 MB in up to 85 languages with 4 k to 400 k
# merges; what this machine makes of them is learned while the training runs.
_COUNTING_S = 8e-9  # per byte of text
_JOINING_S = 25e-9  # per byte of distinct pre-tokens, as the three below
_LAYING_OUT_S = 17e-9
_MERGING_S = 45e-9  # for this number of merges:
_REFERENCE_MERGES = 32768
_GROWTH = 0.35
_PER_MERGE_S = 1.7e-6
_PRIOR_SHARE = 0.4
"""Of the whole merging: the weight that the usual price has against what is seen."""
_DISTINCT_SHARE, _DISTINCT_GROWTH = 0.10, 0.877
_REFERENCE_BYTES = 9.5e6
_LEAST_PACE, _MOST_PACE = 0.2, 20.0
_KEPT_PACE = 0.3
"""No reading is that fast: the counts were kept."""
_KEPT_S, _KEPT_OPENING_S = 40e-9, 0.02  # per byte of distinct pre-tokens, and once
_RATE_WINDOW_S = 1.0
SHARES = (0.10, 0.25, 0.50)
"""Of the whole time: the moments at which an estimate is judged."""
LEAST_TOLD_S = 3.0
_LEAST_STEP_S = 0.005


class Phase(StrEnum):
    """The parts of a training, in order; the values are the words shown to people.

    `train` goes through the first three: reading, cutting and counting are one pass over the text;
    laying the distinct pre-tokens out belongs to counting pairs. With superwords four more follow:
    the text is read again, cut by the second pattern, encoded with the merges so far, and pairs of
    tokens are counted; runs of tokens that merges may join are collected; they are merged; and
    where the rules leave text out, the tokens of all text are counted with the new merges.
    EVALUATE and STORE are for callers that measure the tokenizer next and keep it. The first three
    here are those of a training in another library, which has no others but these two.
    """

    WRITE_TEXT = "Write text"
    READ_TEXT = "Read text"
    TRAIN_IN_LIBRARY = "Train in library"
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


IN_LIBRARY = (Phase.WRITE_TEXT, Phase.READ_TEXT, Phase.TRAIN_IN_LIBRARY)
"""The phases that only a training in another library has."""


@dataclass(frozen=True, slots=True)
class Merge:
    """One merge as it happened.

    rank: order of the merge, from 0; the new token's id is 256 + rank.
    count: corpus occurrences of the pair when it was selected (overlaps counted twice), as the
        mixture weighs them and rounded.
    applied: occurrences really merged, each once without its weight; without weights smaller than
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
    was in each source, None if not known. These are those of the ranks first to end, and these
    must not change any more.
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
        return whole_occurrences(self._counts, self._scale)

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
        count = int(whole_occurrences(self._counts[at : at + 1], self._scale)[0])
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
class TrainingProgress(Progress):
    """The state of a training at the end of one slice of 20 to 50 ms.

    phase: a `Phase`. done, total: UTF-8 bytes of the corpus pre-tokenized so far, and of all
        (compressed files count by an estimate until they are read).
    pretokens, unique_pretokens: int; unmatched_bytes: bytes the split pattern left uncovered.
    merges_done, merges_total: merges so far, as far as they were said, and asked for.
    last_merges: all merges of this slice, newest last.
    corpus_tokens: tokens the corpus has after the merges so far; its bytes before the first.
    source_labels, source_bytes_per_token: parallel, one entry per source; source_bytes as well,
        empty before they are known.
    phase_remaining_s: as remaining_s, for the rest of the phase.
    rate: bytes a second while pre-tokens are counted, merges a second while they are merged, over
        the last second; None in other phases.
    memory_bytes: what counts and merges are expected to take at most; None while not foreseen.
    pace: seconds taken for each that is usual, in the work so far.
    phase_share: how far the phase is where nothing else tells, 0 to 1.
    stage: 2 from the transition to superwords on, else 1.
    parity: how even the languages of a parity-aware training are now; None in any other.
    n_first: merges of stage one; None in a training without superwords.

    At the transition corpus_tokens and bytes per token change without a merge, because the text is
    cut by another pattern from there on. Where the rules of superwords leave text out, a merge of
    stage two takes away only what it did in the text that takes part, so that there are no more
    tokens than corpus_tokens says; at the end of such a training all text is counted.
    """

    phase: Phase = Phase.PRETOKENIZE
    pretokens: int = 0
    unique_pretokens: int = 0
    unmatched_bytes: int = 0
    merges_done: int = 0
    merges_total: int = 0
    last_merges: Merges = NO_MERGES
    corpus_tokens: int = 0
    bytes_per_token: float = 1.0
    source_labels: tuple[str, ...] = ()
    source_bytes_per_token: tuple[float, ...] = ()
    phase_remaining_s: float | None = None
    rate: float | None = None
    memory_bytes: int | None = None
    pace: float = 1.0
    phase_share: float | None = None
    stage: int = 1
    n_first: int | None = None
    source_bytes: tuple[int, ...] = ()
    parity: ParityFigures | None = None

    @property
    def is_merging(self) -> bool:
        """Whether merges are computed, in either stage."""
        return self.phase in (Phase.COMPUTE_MERGES, Phase.COMPUTE_SUPERWORDS)

    @property
    def fraction(self) -> float:
        """Share of the current phase that is done, 0 to 1."""
        if self.phase is Phase.PRETOKENIZE:
            return min(1.0, self.done / self.total) if self.total else 0.0
        if self.is_merging:
            first, last = 0, self.merges_total
            if self.n_first is not None:
                first, last = (0, self.n_first) if self.stage == 1 else (self.n_first, last)
            return (self.merges_done - first) / (last - first) if last > first else 1.0
        if self.phase_share is not None:
            return self.phase_share
        return 0.0 if self.phase in (Phase.COUNT_PAIRS, *IN_LIBRARY) else 1.0


def expected_distinct_bytes(n_bytes: int) -> float:
    """Bytes of the distinct pre-tokens that n_bytes of text usually have.

    Heaps' law, B ** 0.877, through 0.95 MB of 9.5 MB and 14.8 MB of 218 MB in many languages.
    """
    if n_bytes <= 0:
        return 0.0
    share = _DISTINCT_SHARE * math.pow(n_bytes / _REFERENCE_BYTES, _DISTINCT_GROWTH - 1)
    return n_bytes * min(1.0, share)


def counting_seconds(n_bytes: float) -> float:
    """Seconds that reading, cutting and counting n_bytes of text usually take."""
    return _COUNTING_S * n_bytes


def joining_seconds(distinct_bytes: float) -> float:
    """Seconds that joining the counts of all threads usually takes."""
    return _JOINING_S * distinct_bytes


def laying_out_seconds(distinct_bytes: float) -> float:
    """Seconds that laying the distinct pre-tokens out and counting their pairs usually take."""
    return _LAYING_OUT_S * distinct_bytes


def merging_seconds(distinct_bytes: float, n_merges: int) -> float:
    """Seconds that a number of merges usually takes."""
    falling = _MERGING_S * distinct_bytes * _grown(n_merges)
    return falling + _PER_MERGE_S * n_merges


def _grown(n_merges: int) -> float:
    """What merges cost by their counts, where 32,768 cost 1."""
    return math.pow(n_merges / _REFERENCE_MERGES, _GROWTH)


def pace_of_counting(elapsed_s: float, n_bytes: int) -> float:
    """Seconds taken for each that is usual; where counts were kept, for taking them up."""
    usual = counting_seconds(n_bytes)
    if usual <= 0:
        return 1.0
    pace = elapsed_s / usual
    if pace < _KEPT_PACE:
        pace = elapsed_s / (_KEPT_OPENING_S + _KEPT_S * expected_distinct_bytes(n_bytes))
    return min(max(pace, _LEAST_PACE), _MOST_PACE)


class Rate:
    """Units a second of the last second or so; `elapsed_s` is the clock."""

    def __init__(self, elapsed_s: Callable[[], float]) -> None:
        self._elapsed_s = elapsed_s
        self._seen: deque[tuple[float, float]] = deque()

    def at(self, done: float) -> float | None:
        """Units a second, given the units done so far; None at first."""
        now = self._elapsed_s()
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[1][0] >= _RATE_WINDOW_S:
            self._seen.popleft()
        began, before = self._seen[0]
        return (done - before) / (now - began) if now > began else None


class MergeForecast:
    """Estimates the rest of the merge loop from the slices so far.

    Fits the two prices of a merge to the time of every slice by least squares, drawn towards the
    usual prices at the pace of this training. A slice counts by how short it is expected to be,
    so that the many fast merges late in a training weigh as much as the few slow ones at first.

    pace: seconds taken for each that is usual, in what was done before.
    """

    def __init__(self, total: int, distinct_bytes: int, pace: float = 1.0) -> None:
        self._total, self._pace = total, pace
        self._falling_s = _MERGING_S * distinct_bytes
        self._done = 0
        self._spent_s = self._usual_s = 0.0
        self._normal = np.zeros((2, 2))
        self._right = np.zeros(2)
        self._whole_s = sum(self._prices(0, total))

    def add(self, done: int, took_s: float) -> None:
        """`done` merges so far, the last slice of them in `took_s` seconds."""
        prices = np.array(self._prices(self._done, done))
        weight = 1.0 / max(float(prices.sum()), 1e-6)
        self._normal += weight * np.outer(prices, prices)
        self._right += weight * took_s * prices
        self._done = done
        self._spent_s += took_s
        self._usual_s += float(prices.sum())

    @property
    def pace(self) -> float:
        """Seconds that merging takes for each that is usual."""
        prior = _PRIOR_SHARE * self._whole_s
        return (self._spent_s + prior * self._pace) / max(self._usual_s + prior, 1e-9)

    def remaining_s(self) -> float:
        """Seconds to go; the usual ones while nothing is merged."""
        rest = np.array(self._prices(self._done, self._total))
        pace = self.pace
        prior = _PRIOR_SHARE * self._whole_s / 2
        normal = self._normal + prior * np.eye(2)
        factors = np.linalg.solve(normal, self._right + prior * pace) if prior else (pace, pace)
        return float(rest @ np.clip(factors, pace / 10, pace * 10))

    def _prices(self, first: int, end: int) -> tuple[float, float]:
        """What the merges from `first` to `end` usually cost: by their counts, and each."""
        return self._falling_s * (_grown(end) - _grown(first)), _PER_MERGE_S * (end - first)


@dataclass(frozen=True, slots=True)
class EstimateError:
    """One moment of a task that is over.

    share: of the whole time that had passed, 0 to 1. estimated_s: the whole time, as it was
    estimated then; None where there was no estimate yet. actual_s: the whole time.
    """

    share: float
    estimated_s: float | None
    actual_s: float

    @property
    def error(self) -> float | None:
        """Estimate against truth, as a share of the truth: 0.2 is a fifth too long."""
        if self.estimated_s is None or self.actual_s <= 0:
            return None
        return self.estimated_s / self.actual_s - 1


def told_errors(estimates: Sequence[EstimateError]) -> list[tuple[float, float]]:
    """Share and error of the estimates that a person could read: none of a shorter task.

    Loading kernels is most of so short a time, and progress lines wait before they estimate.
    """
    return [
        (each.share, each.error)
        for each in estimates
        if each.error is not None and each.actual_s >= LEAST_TOLD_S
    ]


class EstimateLog:
    """Collects estimates of the whole time while a task runs."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, float | None]] = []

    def add(self, elapsed_s: float, remaining_s: float | None) -> None:
        """Note what was said at a moment; moments ascend."""
        if not self._seen or elapsed_s - self._seen[-1][0] >= _LEAST_STEP_S:
            whole = None if remaining_s is None else elapsed_s + remaining_s
            self._seen.append((elapsed_s, whole))

    def errors(
        self, actual_s: float, shares: Sequence[float] = SHARES
    ) -> tuple[EstimateError, ...]:
        """The estimates that were shown when these shares of the time had passed."""
        found = []
        for share in shares:
            said = [whole for at, whole in self._seen if at <= share * actual_s]
            found.append(EstimateError(share, said[-1] if said else None, actual_s))
        return tuple(found)
