"""MergeLoop: the arrays of a training and the slices in which its kernels run over them."""

from __future__ import annotations

import numpy as np

from engine import _pair_kernels as pair_kernels
from engine import _training_kernels as kernels
from engine._layout_kernels import count_byte_pairs, fill_byte_postings, lay_out, note_pretokens
from engine.byte_layout import LayoutKeeper, longest_pretoken, mergeable
from engine.config import N_BYTES, TrainingConfig
from engine.errors import CorpusError
from engine.kernel_cache import run_kernel
from engine.memory_forecast import check_memory, merging_bytes
from engine.merge_room import MergeRoom
from engine.pretoken_counts import PretokenCounts
from engine.tie_order import pretoken_order, tie_order
from engine.training_arrays import (
    Arena,
    Heap,
    Int64s,
    Limits,
    PairTable,
    Scratch,
    SourceCounts,
    UInt32s,
    UInt64s,
    empty_heap,
    empty_results,
    empty_scratch,
    larger_heap,
    larger_pair_table,
    pair_table,
)

_MAX_SLOTS = 0xFFFF_FFFE
_MOST_COUNT = 1 << 62

# Room for postings, in times what the pairs of bytes have: with three times nothing need ever be
# dropped, one and a half take little more time and half the memory.
_MOST_ROOM = 3
_LEAST_ROOM = 1.5
_FREE_ROOM = 1 << 23
"""Up to so many postings memory does not matter."""
_SPARE_ROOM = 1024


class MergeLoop:
    """Byte-pair merges over pre-token counts, a slice at a time.

    Call `count_pairs`, then `run_slice` until `finished`. Memory is proportional to the bytes of
    the distinct pre-tokens. Counts are in units of 1 / pretokens.weight_scale.

    room: memory of an earlier loop that is over, to be used again. layouts: where the layout of
        the same pre-tokens may be kept.
    """

    _arena: Arena
    _table: PairTable
    _heap: Heap
    _scratch: Scratch
    _sources: SourceCounts

    def __init__(
        self,
        pretokens: PretokenCounts,
        config: TrainingConfig,
        room: MergeRoom | None = None,
        layouts: LayoutKeeper | None = None,
    ) -> None:
        self._pretokens = pretokens
        self._config = config
        self._room = MergeRoom() if room is None else room
        self._cursor = np.zeros(8, np.int64)
        self.results = empty_results(config.n_merges, len(pretokens.labels))
        self._order = tie_order(config.tie_break, N_BYTES + config.n_merges, pretokens)
        self._layouts = LayoutKeeper() if layouts is None else layouts
        self._kept = self._layouts.meet(pretokens, config.tie_break)
        candidates = self._layouts.mergeable(pretokens, config.longest_merge)
        self._least_count = certified_least_count(pretokens, config, candidates)
        self._exhausted = False

    @property
    def longest_pretoken(self) -> int:
        """Bytes of the longest pre-token."""
        kept = self._kept
        return longest_pretoken(self._pretokens) if kept is None else kept.longest

    @property
    def n_merges(self) -> int:
        """Merges done."""
        return int(self._cursor[pair_kernels.N_MERGES])

    @property
    def finished(self) -> bool:
        return self._exhausted or self.n_merges == self._config.n_merges

    def count_pairs(self) -> None:
        """Lay out the arena and count the pairs of bytes. Raises CorpusError without memory."""
        pretokens = self._pretokens
        n_slots = 1 + len(pretokens.data) + pretokens.n_unique
        if n_slots > _MAX_SLOTS:
            raise CorpusError(
                f"The distinct pre-tokens hold {n_slots:,} bytes, more than the {_MAX_SLOTS:,} "
                "that one training can take; use a smaller corpus or a finer split pattern."
            )
        n_bytes = len(pretokens.data)
        needed = merging_bytes(pretokens.n_unique, n_bytes) - self._room.n_bytes
        check_memory(needed, pretokens.n_unique, n_bytes, share=None)
        symbols = self._room.empty("symbols", n_slots, np.uint32)
        if self._kept is not None:
            order, borders = self._kept.order, self._kept.borders
            symbols[:] = self._kept.symbols
        else:
            order = pretoken_order(self._config.tie_break, pretokens)
            borders = self._room.zeros("borders", (n_slots // 64 + 1, 2), np.uint64)
            run_kernel(lay_out, pretokens.data, pretokens.starts, order, symbols, borders)
        facts = self._room.empty("facts", (pretokens.n_unique, 2), np.int64)
        indices = pretokens.source_indices
        run_kernel(note_pretokens, order, pretokens.counts, pretokens.source_starts, indices, facts)
        self._sources = SourceCounts(facts, indices, pretokens.source_counts)
        pair_counts = self._room.zeros("pair counts", 1 << 16, np.int64)
        pair_postings = self._room.zeros("pair postings", 1 << 16, np.int64)
        run_kernel(count_byte_pairs, symbols, facts, pair_counts, pair_postings)
        if self._kept is None:
            self._kept = self._layouts.keep(pretokens, order, symbols, borders, pair_postings)
        self._begin(symbols, borders, pair_counts, pair_postings)

    def run_slice(self, max_merges: int, max_work: int) -> int:
        """Merge up to `max_merges` pairs or about `max_work` postings; returns merges done."""
        before = self.n_merges
        config = self._config
        limits = Limits(self._least_count, config.longest_merge, max_merges, max_work)
        while True:
            wanted = run_kernel(
                kernels.merge_slice, self._arena, self._table, self._heap, self._scratch,
                self._sources, self._order, self.results, limits, self._cursor,
            )  # fmt: skip
            if wanted == kernels.GROW_PAIRS:
                self._grow_pairs()
            elif wanted == kernels.MAKE_ROOM:
                self.make_room()
            else:
                self._exhausted = wanted == kernels.NO_PAIR_LEFT
                return self.n_merges - before

    def make_room(self) -> None:
        """Drop the postings that have served; take more room where that does not help much.

        What is needed is twice the places of the pair on top of the heap.
        """
        run_kernel(
            kernels.compact_postings, self._arena, self._table, self._cursor, self._order.lengths,
            self._least_count,
        )  # fmt: skip
        used = needed = int(self._cursor[pair_kernels.N_POSTINGS])
        if self._cursor[pair_kernels.HEAP_SIZE]:
            needed += 2 * int(self._table.entries[self._heap.pairs[0], pair_kernels.SIZE])
        room = len(self._arena.postings)
        if needed > room or 4 * used > 3 * room:
            larger = self._room.empty("postings", max(needed, room) + room // 2, np.uint32)
            larger[:used] = self._arena.postings[:used]
            self._arena = self._arena._replace(postings=larger)

    def _begin(
        self, symbols: UInt32s, borders: UInt64s, pair_counts: Int64s, pair_postings: Int64s
    ) -> None:
        wanted = np.flatnonzero(pair_counts >= self._least_count)
        sizes = pair_postings[wanted]
        if self._kept is not None:
            starts, n_postings = self._kept.starts[wanted], len(self._kept.postings)
            postings = self._room.empty("postings", _MOST_ROOM * n_postings, np.uint32)
            postings[:n_postings] = self._kept.postings
        else:
            ends = np.cumsum(sizes)
            starts, n_postings = ends - sizes, int(ends[-1]) if len(ends) else 0
            postings = self._first_postings(symbols, wanted, starts, n_postings)
        self._arena = Arena(symbols, borders, postings)
        self._table = pair_table(wanted, pair_counts[wanted], starts, sizes, self._room)
        self._heap = empty_heap(len(self._table.entries), self._room)
        largest = int(sizes.max()) if len(sizes) else 0
        self._scratch = empty_scratch(largest, len(self._order.lengths), self._room)
        self._cursor[pair_kernels.N_PAIRS] = len(wanted)
        self._cursor[pair_kernels.N_POSTINGS] = n_postings
        # Above all counts, so that the heap is empty and the first look fills it.
        self._cursor[pair_kernels.HEAP_FLOOR] = int(pair_counts.max()) + 1

    def _first_postings(
        self, symbols: UInt32s, wanted: Int64s, starts: Int64s, n_postings: int
    ) -> UInt32s:
        """The places of the pairs of bytes that are wanted, and room for those to come."""
        cursors = np.full(1 << 16, -1, np.int64)
        cursors[wanted] = starts
        room = min(_MOST_ROOM * n_postings, max(int(_LEAST_ROOM * n_postings), _FREE_ROOM))
        room = max(room + _SPARE_ROOM, self._room.capacity("postings", np.uint32))
        postings = self._room.empty("postings", room, np.uint32)
        run_kernel(fill_byte_postings, symbols, cursors, postings)
        return postings

    def _grow_pairs(self) -> None:
        used = int(self._cursor[pair_kernels.N_PAIRS])
        self._table = larger_pair_table(self._table, used, self._room)
        size = int(self._cursor[pair_kernels.HEAP_SIZE])
        self._heap = larger_heap(self._heap, len(self._table.entries), size, self._room)


def certified_least_count(
    pretokens: PretokenCounts, config: TrainingConfig, candidates: Int64s | None = None
) -> int:
    """A count that every pair has when it is merged: pairs below it need not be looked at.

    Let c be the count of the n-th most frequent of the pre-tokens that may become one token, for
    n merges. Each merge finishes at most one pre-token, so before the n-th one of the first n
    still has a pair, and that pair counts at least c. The count never falls below min_frequency,
    which is in natural occurrences.

    candidates: what `mergeable` finds, where that is known.
    """
    least = min(config.min_frequency * pretokens.weight_scale, _MOST_COUNT)
    if candidates is None:
        candidates = mergeable(pretokens, config.longest_merge)
    counts = pretokens.counts[candidates]
    if not 0 < config.n_merges <= len(counts):
        return least
    nth = len(counts) - config.n_merges
    return max(least, int(np.partition(counts, nth)[nth]))
