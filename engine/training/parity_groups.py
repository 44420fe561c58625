"""ParityGroups: the arrays of several merge loops, one after another, that merge the same pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.compiled import Int64s, ReusedArrays, UInt8s, UInt32s, UInt64s, bounds_of, run_kernel
from engine.counting import PretokenCounts
from engine.settings import TrainingConfig
from engine.training import _pair_kernels as pair_kernels
from engine.training import _parity_kernels as kernels
from engine.training._pair_kernels import fill_pair_slots
from engine.training._training_kernels import BY_BYTES, compact_postings
from engine.training.layout import Arena, Heap, PairTable, TieOrder, empty_scratch
from engine.training.merge_loop import MergeLoop
from engine.training.merges_done import MergesDone

_FEWEST_PAIRS = 1 << 10
_SPARE_PAIRS = 1.3
_SPARE_POSTINGS = 1.5
_FEWEST_POSTINGS = 1024
_NEARLY_FULL = 0.6
_NEVER = 1 << 62


class GroupArrays(NamedTuple):
    """The arrays of all groups for the kernels; those of one begin where `bounds` says.

    symbols, borders, postings                 see layout.Arena
    entries, slots                             see layout.PairTable
    heap_counts, heap_ties, heap_pairs         see layout.Heap; empty for a group that never chooses
    facts, source_indices, source_counts       see layout.SourceCounts
    places, data                               see layout.TieOrder; int64[n_groups, vocab_size] and
                                               uint8[n_bytes], both empty where bytes decide nothing
    kind, keys, lengths                        see layout.TieOrder; the same for all groups
    cursors                                    int64[n_groups, 8], see _pair_kernels
    bounds                                     int64[N_PARTS, n_groups + 1], see _parity_kernels
    """

    symbols: UInt32s
    borders: UInt64s
    postings: UInt32s
    entries: Int64s
    slots: UInt32s
    heap_counts: Int64s
    heap_ties: UInt64s
    heap_pairs: UInt32s
    facts: Int64s
    source_indices: UInt32s
    source_counts: Int64s
    places: Int64s
    data: UInt8s
    kind: int
    keys: UInt64s
    lengths: Int64s
    cursors: Int64s
    bounds: Int64s


class _Laid(NamedTuple):
    """One group as it was laid out: copies, without spare room."""

    arena: Arena
    entries: Int64s
    facts: Int64s
    pretokens: PretokenCounts
    ties: TieOrder


class _GroupLoop(MergeLoop):
    """A merge loop that is only laid out: every pair has a row, since others choose too."""

    def _certified_floor(self, candidates: Int64s) -> int:  # noqa: ARG002  of the base class
        return 1

    def laid(self) -> _Laid:
        """Copies of its arrays, which belong to a room that the next one uses."""
        n_pairs = int(self._cursor[pair_kernels.N_PAIRS])
        n_postings = int(self._cursor[pair_kernels.N_POSTINGS])
        arena = self._arena
        return _Laid(
            Arena(arena.symbols.copy(), arena.borders.copy(), arena.postings[:n_postings].copy()),
            self._table.entries[:n_pairs].copy(),
            self._sources.facts.copy(),
            self._pretokens,
            self._tie_order,
        )


class ParityGroups:
    """Groups of pre-tokens that are merged together.

    parts: the pre-tokens of each group; the first n_choosing choose. room: memory for the laying
    out. merges: uint32[n, 2], to begin with.
    """

    def __init__(
        self,
        parts: Sequence[PretokenCounts],
        config: TrainingConfig,
        n_choosing: int,
        room: ReusedArrays,
        merges: UInt32s | None = None,
    ) -> None:
        self._n_choosing = n_choosing
        laid = [_laid_out(part, config, room, merges) for part in parts]
        self.arrays = _joined(laid, n_choosing)
        rows = self.arrays.entries[:, pair_kernels.SIZE]
        n_ids = len(self.arrays.lengths)
        self.scratch = empty_scratch(int(rows.max(initial=0)), n_ids, ReusedArrays())
        for g in range(len(parts)):
            table, _, cursor = self._of(g)
            run_kernel(fill_pair_slots, table, int(cursor[pair_kernels.N_PAIRS]))

    def of_language(self, g: int) -> tuple[PairTable, Heap, Int64s]:
        """Table, heap and cursor of a group, as views."""
        return self._of(g)

    def grow_pairs(self, group: int) -> None:
        """Double the tables of a group, and of all others that are nearly full."""
        a = self.arrays
        used = a.cursors[:, pair_kernels.N_PAIRS]
        sizes = np.diff(a.bounds[kernels.PAIRS])
        is_full = used > _NEARLY_FULL * sizes
        is_full[group] = True
        grown = np.where(is_full, 2 * sizes, sizes)
        heaps = np.where(np.arange(len(grown)) < self._n_choosing, grown, 0)
        bounds = a.bounds.copy()
        bounds[kernels.PAIRS], bounds[kernels.HEAPS] = bounds_of(grown), bounds_of(heaps)
        bounds[kernels.SLOTS] = bounds_of(2 * grown)
        in_heap = a.cursors[:, pair_kernels.HEAP_SIZE]
        self.arrays = a._replace(
            entries=_moved(a.entries, a.bounds[kernels.PAIRS], bounds[kernels.PAIRS], used),
            slots=np.zeros(int(bounds[kernels.SLOTS, -1]), np.uint32),
            heap_counts=_moved(
                a.heap_counts, a.bounds[kernels.HEAPS], bounds[kernels.HEAPS], in_heap
            ),
            heap_ties=_moved(a.heap_ties, a.bounds[kernels.HEAPS], bounds[kernels.HEAPS], in_heap),
            heap_pairs=_moved(
                a.heap_pairs, a.bounds[kernels.HEAPS], bounds[kernels.HEAPS], in_heap
            ),
            bounds=bounds,
        )
        for g, n_pairs in enumerate(used.tolist()):
            run_kernel(fill_pair_slots, self._of(g)[0], n_pairs)

    def make_room(self, group: int, needed: int) -> None:
        """Drop the postings of a group that have served, and take more room where it is short."""
        a = self.arrays
        low, high = a.bounds[kernels.POSTINGS, group : group + 2].tolist()
        symbols = slice(*a.bounds[kernels.SYMBOLS, group : group + 2].tolist())
        borders = slice(*a.bounds[kernels.BORDERS, group : group + 2].tolist())
        arena = Arena(a.symbols[symbols], a.borders[borders], a.postings[low:high])
        table, _, cursor = self._of(group)
        run_kernel(compact_postings, arena, table, cursor, a.lengths, 1)
        used, room = int(cursor[pair_kernels.N_POSTINGS]), high - low
        if used + needed <= room and used <= _NEARLY_FULL * room:
            return
        sizes = np.diff(a.bounds[kernels.POSTINGS])
        in_use = a.cursors[:, pair_kernels.N_POSTINGS]
        # All that will soon be short of room, since moving them all is what costs time.
        sizes = np.where(in_use > _NEARLY_FULL * sizes, sizes + sizes // 2, sizes)
        sizes[group] = max(used + needed, room) + room // 2
        bounds = a.bounds.copy()
        bounds[kernels.POSTINGS] = bounds_of(sizes)
        postings = _moved(
            a.postings, a.bounds[kernels.POSTINGS], bounds[kernels.POSTINGS],
            a.cursors[:, pair_kernels.N_POSTINGS],
        )  # fmt: skip
        self.arrays = a._replace(postings=postings, bounds=bounds)

    def _of(self, g: int) -> tuple[PairTable, Heap, Int64s]:
        a = self.arrays
        pairs, slots, heaps = (
            slice(*a.bounds[part, g : g + 2].tolist())
            for part in (kernels.PAIRS, kernels.SLOTS, kernels.HEAPS)
        )
        table = PairTable(a.entries[pairs], a.slots[slots])
        heap = Heap(a.heap_counts[heaps], a.heap_ties[heaps], a.heap_pairs[heaps])
        return table, heap, a.cursors[g]


def _laid_out(
    part: PretokenCounts, config: TrainingConfig, room: ReusedArrays, merges: UInt32s | None
) -> _Laid:
    done = None if merges is None else MergesDone.of_merges(merges, len(part.labels))
    loop = _GroupLoop(part, config, room, done=done)
    loop.count_pairs()
    return loop.laid()


def _joined(laid: Sequence[_Laid], n_choosing: int) -> GroupArrays:
    """The arrays of all groups, with room for more pairs and postings."""
    n, first = len(laid), laid[0].ties
    is_by_bytes = first.kind == BY_BYTES
    used_pairs = np.array([len(each.entries) for each in laid], np.int64)
    used_postings = np.array([len(each.arena.postings) for each in laid], np.int64)
    pairs = np.array([_capacity(each) for each in used_pairs.tolist()], np.int64)
    heaps = np.where(np.arange(n) < n_choosing, pairs, 0)
    postings = (_SPARE_POSTINGS * used_postings).astype(np.int64) + _FEWEST_POSTINGS
    bounds = np.zeros((kernels.N_PARTS, n + 1), np.int64)
    data = [each.ties.data if is_by_bytes else np.zeros(0, np.uint8) for each in laid]
    sizes: dict[int, Int64s | list[int]] = {
        kernels.SYMBOLS: [len(each.arena.symbols) for each in laid],
        kernels.BORDERS: [len(each.arena.borders) for each in laid],
        kernels.POSTINGS: postings,
        kernels.PAIRS: pairs,
        kernels.SLOTS: 2 * pairs,
        kernels.HEAPS: heaps,
        kernels.FACTS: [len(each.facts) for each in laid],
        kernels.SHARED: [len(each.pretokens.source_indices) for each in laid],
        kernels.BYTES: [len(each) for each in data],
    }
    for part, of_groups in sizes.items():
        bounds[part] = bounds_of(of_groups)
    n_heap = int(bounds[kernels.HEAPS, -1])
    return GroupArrays(
        symbols=np.concatenate([each.arena.symbols for each in laid]),
        borders=np.concatenate([each.arena.borders for each in laid]),
        postings=_spread([each.arena.postings for each in laid], bounds[kernels.POSTINGS]),
        entries=_spread([each.entries for each in laid], bounds[kernels.PAIRS]),
        slots=np.zeros(int(bounds[kernels.SLOTS, -1]), np.uint32),
        heap_counts=np.empty(n_heap, np.int64),
        heap_ties=np.empty(n_heap, np.uint64),
        heap_pairs=np.empty(n_heap, np.uint32),
        facts=np.concatenate([each.facts for each in laid]),
        source_indices=np.concatenate([each.pretokens.source_indices for each in laid]),
        source_counts=np.concatenate([each.pretokens.source_counts for each in laid]),
        places=np.stack([each.ties.places for each in laid]),
        data=np.concatenate(data),
        kind=first.kind,
        keys=first.keys,
        lengths=first.lengths,
        cursors=_cursors(laid, n_choosing),
        bounds=bounds,
    )


def _cursors(laid: Sequence[_Laid], n_choosing: int) -> Int64s:
    """int64[n_groups, 8]: the cursor of each group; the first n_choosing have heaps."""
    cursors = np.zeros((len(laid), 8), np.int64)
    cursors[:, pair_kernels.N_PAIRS] = [len(each.entries) for each in laid]
    cursors[:, pair_kernels.N_POSTINGS] = [len(each.arena.postings) for each in laid]
    cursors[:, pair_kernels.ALLOWED] = -1
    cursors[:, pair_kernels.HEAP_FLOOR] = _NEVER
    for g in range(n_choosing):  # above all counts, so that the first look fills the heap
        counts = laid[g].entries[:, pair_kernels.COUNT]
        cursors[g, pair_kernels.HEAP_FLOOR] = int(counts.max(initial=0)) + 1
    return cursors


def _capacity(n_pairs: int) -> int:
    """Rows of a table that has n_pairs at first, a power of two."""
    return 1 << max(_FEWEST_PAIRS, int(_SPARE_PAIRS * n_pairs)).bit_length()


def _spread(arrays: Sequence[np.ndarray], bounds: Int64s) -> np.ndarray:
    """The arrays one after another, each at the beginning of its bounds."""
    spread = np.zeros((int(bounds[-1]), *arrays[0].shape[1:]), arrays[0].dtype)
    for array, low in zip(arrays, bounds.tolist(), strict=False):
        spread[low : low + len(array)] = array
    return spread


def _moved(array: np.ndarray, old: Int64s, new: Int64s, used: Int64s) -> np.ndarray:
    """The used beginnings of all groups, moved to new bounds."""
    starts = zip(old.tolist(), used.tolist(), strict=False)
    return _spread([array[low : low + n] for low, n in starts], new)
