"""MergeLoop: the arrays of a training and the slices in which its kernels run over them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _training_kernels as kernels
from engine._layout_kernels import count_byte_pairs, fill_byte_postings, lay_out
from engine.arrays import enlarged
from engine.config import N_BYTES, TieBreak, TrainingConfig
from engine.errors import CorpusError
from engine.kernel_cache import run_kernel
from engine.pretoken_counts import PretokenCounts

Int64s = npt.NDArray[np.int64]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]

_NO_LIMIT = np.iinfo(np.int64).max
_MAX_SLOTS = 0xFFFF_FFFE


class Arena(NamedTuple):
    """Tokens of the distinct pre-tokens and the places of every pair; see _training_kernels."""

    symbols: UInt32s
    pretoken_of: UInt32s
    postings: UInt32s


class PairTable(NamedTuple):
    """Pairs as parallel arrays, found through open addressing; postings[starts:+sizes]."""

    keys: UInt64s
    counts: Int64s
    starts: Int64s
    sizes: Int64s
    slots: UInt32s


class Heap(NamedTuple):
    """Upper bounds of the pair counts, greatest first."""

    counts: Int64s
    ties: UInt64s
    pairs: UInt32s


class Scratch(NamedTuple):
    """Room for one merge: its occurrences and the sums over their neighbours."""

    occurrences: UInt32s
    before: UInt32s
    after: UInt32s
    left_weights: Int64s
    right_weights: Int64s
    left_numbers: Int64s
    right_numbers: Int64s
    touched_left: UInt32s
    touched_right: UInt32s


class SourceCounts(NamedTuple):
    """Counts of each pre-token, overall and per source."""

    starts: Int64s
    indices: UInt32s
    counts: Int64s
    weights: Int64s


class Results(NamedTuple):
    """What the merges are and did; `lengths` and `tie_keys` are by token id."""

    merges: UInt32s
    counts: Int64s
    applied: Int64s
    source_applied: Int64s
    lengths: Int64s
    tie_keys: UInt64s


class Limits(NamedTuple):
    """When a pair is no candidate, and when a slice ends."""

    min_count: int
    max_token_bytes: int
    max_merges: int
    max_work: int


class MergeLoop:
    """Byte-pair merges over pre-token counts, a slice at a time.

    Call `count_pairs`, then `run_slice` until `finished`. Memory is proportional to the bytes of
    the distinct pre-tokens.
    """

    def __init__(self, pretokens: PretokenCounts, config: TrainingConfig) -> None:
        self._pretokens = pretokens
        self._config = config
        self._cursor = np.zeros(8, np.int64)
        self.results = _empty_results(config, len(pretokens.labels))
        self._sources = SourceCounts(
            pretokens.source_starts,
            pretokens.source_indices,
            pretokens.source_counts,
            pretokens.counts,
        )
        self._exhausted = False

    @property
    def n_merges(self) -> int:
        """Merges done."""
        return int(self._cursor[kernels.N_MERGES])

    @property
    def finished(self) -> bool:
        return self._exhausted or self.n_merges == self._config.n_merges

    def count_pairs(self) -> None:
        """Lay out the arena and count the pairs of bytes."""
        pretokens = self._pretokens
        widths = np.diff(pretokens.starts)
        long_enough = widths >= 2
        n_slots = 1 + int((widths[long_enough] + 1).sum())
        if n_slots > _MAX_SLOTS:
            raise CorpusError(
                f"The distinct pre-tokens hold {n_slots:,} bytes, more than the {_MAX_SLOTS:,} "
                "that one training can take; use a smaller corpus or a finer split pattern."
            )
        symbols = np.empty(n_slots, np.uint32)
        pretoken_of = np.zeros(n_slots, np.uint32)
        run_kernel(
            lay_out, pretokens.data, pretokens.starts, pretokens.counts,
            symbols, pretoken_of,
        )  # fmt: skip
        pair_counts = np.zeros(1 << 16, np.int64)
        pair_postings = np.zeros(1 << 16, np.int64)
        run_kernel(
            count_byte_pairs, symbols, pretoken_of, pretokens.counts,
            pair_counts, pair_postings,
        )  # fmt: skip
        self._begin(symbols, pretoken_of, pair_counts, pair_postings)

    def run_slice(self, max_merges: int, max_work: int) -> int:
        """Merge up to `max_merges` pairs or about `max_work` postings; returns merges done."""
        before = self.n_merges
        config = self._config
        limits = Limits(
            config.min_frequency, config.max_token_bytes or _NO_LIMIT, max_merges, max_work
        )
        while True:
            wanted = run_kernel(
                kernels.merge_slice, self._arena, self._table, self._heap, self._scratch,
                self._sources, self.results, limits, self._cursor,
            )  # fmt: skip
            if wanted == kernels.GROW_PAIRS:
                self._grow_pairs()
            elif wanted == kernels.GROW_POSTINGS:
                self._grow_postings()
            else:
                self._exhausted = wanted == kernels.NO_PAIR_LEFT
                return self.n_merges - before

    def _begin(
        self, symbols: UInt32s, pretoken_of: UInt32s, pair_counts: Int64s, pair_postings: Int64s
    ) -> None:
        wanted = np.flatnonzero(pair_counts >= self._config.min_frequency)
        sizes = pair_postings[wanted]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        cursors = np.full(1 << 16, -1, np.int64)
        cursors[wanted] = starts[:-1]
        n_postings = int(starts[-1])
        # Room for what the merges will add. Untouched pages cost nothing.
        postings = np.empty(3 * n_postings + 1024, np.uint32)
        run_kernel(fill_byte_postings, symbols, cursors, postings)
        self._arena = Arena(symbols, pretoken_of, postings)
        self._table = _pair_table(wanted, pair_counts[wanted], starts[:-1], sizes)
        capacity = len(self._table.keys)
        self._heap = Heap(
            np.empty(capacity, np.int64), np.empty(capacity, np.uint64),
            np.empty(capacity, np.uint32),
        )  # fmt: skip
        largest = int(sizes.max()) if len(sizes) else 0
        self._scratch = _scratch(largest, len(self.results.lengths))
        self._cursor[kernels.N_PAIRS] = len(wanted)
        self._cursor[kernels.N_POSTINGS] = n_postings
        top = int(pair_counts.max())
        self._cursor[kernels.HEAP_FLOOR] = top + 1  # the heap is empty: the first look fills it

    def _grow_pairs(self) -> None:
        table = self._table
        capacity = 2 * len(table.keys)
        used = int(self._cursor[kernels.N_PAIRS])
        keys = enlarged(table.keys, capacity, used)
        slots = np.zeros(2 * capacity, np.uint32)
        run_kernel(kernels.fill_pair_slots, keys, used, slots)
        self._table = PairTable(
            keys, enlarged(table.counts, capacity, used), enlarged(table.starts, capacity, used),
            enlarged(table.sizes, capacity, used), slots,
        )  # fmt: skip
        size = int(self._cursor[kernels.HEAP_SIZE])
        heap = self._heap
        self._heap = Heap(
            enlarged(heap.counts, capacity, size), enlarged(heap.ties, capacity, size),
            enlarged(heap.pairs, capacity, size),
        )  # fmt: skip

    def _grow_postings(self) -> None:
        used = int(self._cursor[kernels.N_POSTINGS])
        postings = enlarged(self._arena.postings, 2 * len(self._arena.postings), used)
        self._arena = self._arena._replace(postings=postings)


def tie_keys(tie_break: TieBreak, vocab_size: int) -> UInt64s:
    """uint64[vocab_size]: the place of each id in the order that decides between equal counts.

    "gpt2-order" puts the bytes in the order of the code points that GPT-2 writes them with:
    33-126, 161-172, 174-255, then 0-32, 127-160 and 173.
    """
    keys = np.arange(vocab_size, dtype=np.uint64)
    if tie_break == "gpt2-order":
        order = [*range(33, 127), *range(161, 173), *range(174, 256)]
        order += [*range(33), *range(127, 161), 173]
        keys[order] = np.arange(N_BYTES, dtype=np.uint64)
    return keys


def _empty_results(config: TrainingConfig, n_sources: int) -> Results:
    n_ids = N_BYTES + config.n_merges
    return Results(
        merges=np.zeros((config.n_merges, 2), np.uint32),
        counts=np.zeros(config.n_merges, np.int64),
        applied=np.zeros(config.n_merges, np.int64),
        source_applied=np.zeros((config.n_merges, n_sources), np.int64),
        lengths=np.ones(n_ids, np.int64),
        tie_keys=tie_keys(config.tie_break, n_ids),
    )


def _pair_table(pairs: Int64s, counts: Int64s, starts: Int64s, sizes: Int64s) -> PairTable:
    capacity = 1 << 16
    keys = np.zeros(capacity, np.uint64)
    keys[: len(pairs)] = (pairs.astype(np.uint64) >> np.uint64(8) << np.uint64(32)) | (
        pairs.astype(np.uint64) & np.uint64(0xFF)
    )
    slots = np.zeros(2 * capacity, np.uint32)
    run_kernel(kernels.fill_pair_slots, keys, len(pairs), slots)
    n = len(pairs)
    return PairTable(
        keys, enlarged(counts, capacity, n), enlarged(starts, capacity, n),
        enlarged(sizes, capacity, n), slots,
    )  # fmt: skip


def _scratch(n_occurrences: int, n_ids: int) -> Scratch:
    return Scratch(
        occurrences=np.empty(n_occurrences, np.uint32),
        before=np.empty(n_occurrences, np.uint32),
        after=np.empty(n_occurrences, np.uint32),
        left_weights=np.zeros(n_ids, np.int64),
        right_weights=np.zeros(n_ids, np.int64),
        left_numbers=np.zeros(n_ids, np.int64),
        right_numbers=np.zeros(n_ids, np.int64),
        touched_left=np.zeros(n_ids, np.uint32),
        touched_right=np.zeros(n_ids, np.uint32),
    )
