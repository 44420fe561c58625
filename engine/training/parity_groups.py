"""ParityGroups: the arrays of several merge loops, one after another, that merge the same pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import (
    Element,
    Int64s,
    ReusedArrays,
    UInt8s,
    UInt32s,
    UInt64s,
    bounds_of,
    run_kernel,
)
from engine.counting import PretokenCounts
from engine.settings import N_BYTES, TrainingConfig
from engine.training import _pair_kernels as pair_kernels
from engine.training import _parity_kernels as kernels
from engine.training._pair_kernels import fill_pair_slots
from engine.training._training_kernels import BY_BYTES, compact_postings
from engine.training.layout import (
    Arena,
    Heap,
    Limits,
    PairTable,
    TieOrder,
    TokenPairs,
    empty_scratch,
)
from engine.training.merge_loop import MergeLoop
from engine.training.merges_done import LaidTokens, MergesDone

_FEWEST_PAIRS = 1 << 10
_SPARE_PAIRS = 1.3
_SLOTS_PER_PAIR = 24
"""Of 30 languages, 126 MB and 32,768 ids, each 28 slots have a row at the end."""
_SPARE_POSTINGS = 1.5
_FREE_POSTINGS = 1 << 26
"""Up to this number of postings memory does not matter, and nothing need be dropped."""
_MOST_POSTINGS = 3
_FEWEST_POSTINGS = 1024
_NEARLY_FULL = 0.6
_NEVER = 1 << 62
_SLOTS_PER_WORD = 1 << 9
_FEWEST_WORDS = 1 << 6
_FLOOR = 8
"""Occurrences that a pair needs for a row at first. From 4 to 32 make no difference in time."""
_LOWER_FLOOR = 8
_SPARE_ROOM = 2
"""Arrays have as much room behind the groups as these take, which costs no memory until used."""
_NAMES: Mapping[int, tuple[str, ...]] = {
    kernels.SYMBOLS: ("symbols",),
    kernels.BORDERS: ("borders",),
    kernels.POSTINGS: ("postings",),
    kernels.PAIRS: ("entries",),
    kernels.SLOTS: ("slots",),
    kernels.HEAPS: ("heap_counts", "heap_ties", "heap_pairs"),
}
"""The arrays of a part that have the same bounds."""
_USED = {
    kernels.PAIRS: pair_kernels.N_PAIRS,
    kernels.HEAPS: pair_kernels.HEAP_SIZE,
    kernels.POSTINGS: pair_kernels.N_POSTINGS,
}
"""Where a cursor says how many rows of a part are used; of other parts all are."""
_SHELVED = {
    "symbols": kernels.SYMBOLS,
    "borders": kernels.BORDERS,
    "facts": kernels.FACTS,
    "postings": kernels.POSTINGS,
}
"""The parts that are laid out in their place."""


class GroupArrays(NamedTuple):
    """The arrays of all groups for the kernels; those of one lie where `bounds` says.

    symbols, borders, postings                 see layout.Arena
    entries, slots                             see layout.PairTable
    heap_counts, heap_ties, heap_pairs         see layout.Heap; empty for a group that never chooses
    facts, source_indices, source_counts       see layout.SourceCounts
    places, data                               see layout.TieOrder; int64[n_groups, vocab_size] and
                                               uint8[n_bytes], both empty where bytes decide nothing
    kind, keys, lengths                        see layout.TieOrder; the same for all groups
    cursors                                    int64[n_groups, 8], see _pair_kernels
    bounds                                     int64[N_PARTS, n_groups, 2], see _parity_kernels
    floors                                     int64[n_groups]; pairs that count less get no row
    made                                       uint32[vocab_size, n_groups], the row + 1 whose
                                               postings are the places of a token; 0 where it is
                                               not in a group
    rare                                       uint64[2^k], bits, see bit_of_pair: not set where no
                                               pair without a row occurs
    n_first                                    ids whose tokens were laid out
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
    floors: Int64s
    made: UInt32s
    rare: UInt64s
    n_first: int


class _Laid(NamedTuple):
    """One group as it was laid out. entries: int64[n, 4], without spare room."""

    entries: Int64s
    n_postings: int
    pretokens: PretokenCounts
    ties: TieOrder


class _GroupLoop(MergeLoop):
    """A merge loop that is only laid out, with a row for every pair."""

    known: LaidTokens | None = None
    """The tokens of the merges done, where they were laid out before."""

    def _write_tokens(self, done: MergesDone, order: Int64s, symbols: UInt32s) -> Int64s:
        if self.known is None or len(order):
            return super()._write_tokens(done, order, symbols)
        self.known.copy_to(self._pretokens.starts, symbols)
        return self._candidates

    def _certified_floor(self, candidates: Int64s) -> int:  # noqa: ARG002  of the base class
        return 1

    def laid(self) -> _Laid:
        """What was laid out; the pairs are copied from a room that the next one uses."""
        n_pairs = int(self._cursor[pair_kernels.N_PAIRS])
        n_postings = int(self._cursor[pair_kernels.N_POSTINGS])
        entries = self._table.entries[:n_pairs].copy()
        return _Laid(entries, n_postings, self._pretokens, self._tie_order)


class _Shelves(ReusedArrays):
    """A room whose largest arrays lie behind those of the groups before.

    symbols, borders, facts, postings: of all groups; bounds: int64[N_PARTS, n_groups, 2], of these
    the rows of each group. room: of all other arrays. own: of these, as long as they are used.
    """

    def __init__(
        self, parts: Sequence[PretokenCounts], room: ReusedArrays, own: ReusedArrays
    ) -> None:
        super().__init__()
        self._room, self._group = room, -1
        self.bounds = np.zeros((kernels.N_PARTS, len(parts), 2), np.int64)
        slots = np.array([1 + len(part.data) + part.n_unique for part in parts], np.int64)
        sizes = {
            kernels.SYMBOLS: slots,
            kernels.BORDERS: slots // 64 + 1,
            kernels.FACTS: np.array([part.n_unique for part in parts], np.int64),
        }
        # A place has a pair at most, and a token.
        spare = np.clip(_FREE_POSTINGS / slots.sum(), _SPARE_POSTINGS, _MOST_POSTINGS)
        sizes[kernels.POSTINGS] = (spare * slots).astype(np.int64) + _FEWEST_POSTINGS
        for part, of_groups in sizes.items():
            _set_bounds(self.bounds, part, of_groups)
        ends = {part: int(self.bounds[part, -1, 1]) for part in sizes}
        self.symbols = own.empty("symbols", ends[kernels.SYMBOLS], np.uint32)
        self.borders = own.empty("borders", (ends[kernels.BORDERS], 2), np.uint64)
        self.facts = own.empty("facts", (ends[kernels.FACTS], 2), np.int64)
        n_postings = ends[kernels.POSTINGS]
        if spare < _MOST_POSTINGS:
            n_postings *= _SPARE_ROOM
        self.postings = own.empty("postings", n_postings, np.uint32)

    def next_group(self) -> None:
        """Give out the rows of the next group from here on."""
        self._group += 1

    def empty(
        self, name: str, shape: int | tuple[int, ...], dtype: type[Element]
    ) -> npt.NDArray[Element]:
        """The rows of the group for the arrays above; others as in ReusedArrays.

        There may be more postings than were asked for, or fewer, but never too few.
        """
        if name in _SHELVED and getattr(self, name).dtype != dtype:
            name = "sums"  # of counts, where postings come later: they need 64 bits
        if name not in _SHELVED:
            return self._room.empty(name, shape, dtype)
        low, high = self.bounds[_SHELVED[name], self._group].tolist()
        array: npt.NDArray[Element] = getattr(self, name)[low:high]
        return array

    def capacity(self, name: str, dtype: type[np.generic]) -> int:
        """See ReusedArrays."""
        return self._room.capacity(name, dtype)

    @property
    def n_bytes(self) -> int:
        """See ReusedArrays."""
        return self._room.n_bytes


class ParityGroups:
    """Groups of pre-tokens that are merged together.

    parts: the pre-tokens of each group; the first n_choosing choose. room: memory for the laying
    out, and of groups that choose for all arrays that do not grow. merges: uint32[n, 2], to begin
    with. known: the tokens of these in each part, where they are known.
    """

    def __init__(
        self,
        parts: Sequence[PretokenCounts],
        config: TrainingConfig,
        n_choosing: int,
        room: ReusedArrays,
        merges: UInt32s | None = None,
        known: Sequence[LaidTokens | None] = (),
    ) -> None:
        self._n_choosing, self._longest = n_choosing, config.longest_merge
        shelves = _Shelves(parts, room, ReusedArrays() if n_choosing == 0 else room)
        laid = [
            _laid_out(part, config, shelves, merges, tokens)
            for part, tokens in zip_longest(parts, known)
        ]
        n_done = 0 if merges is None else len(merges)
        self.arrays = _joined(laid, shelves, n_choosing, N_BYTES + n_done)
        largest = max(int(each.entries[:, pair_kernels.SIZE].max(initial=0)) for each in laid)
        self.scratch = empty_scratch(largest, len(self.arrays.lengths), ReusedArrays())
        for g in range(len(parts)):
            table, _, cursor = self._of(g)
            run_kernel(fill_pair_slots, table, int(cursor[pair_kernels.N_PAIRS]))

    def of_language(self, g: int) -> tuple[PairTable, Heap, Int64s]:
        """Table, heap and cursor of a group, as views."""
        return self._of(g)

    def grow_pairs(self, group: int) -> None:
        """Double the tables of a group."""
        used = int(self.arrays.cursors[group, pair_kernels.N_PAIRS])
        low, high = self.arrays.bounds[kernels.PAIRS, group].tolist()
        size = 2 * (high - low)
        self._take_room(kernels.PAIRS, group, size, used)
        if group < self._n_choosing:
            in_heap = int(self.arrays.cursors[group, pair_kernels.HEAP_SIZE])
            self._take_room(kernels.HEAPS, group, size, in_heap)
        self._take_room(kernels.SLOTS, group, 2 * size, 0)
        self._of_group(kernels.SLOTS, group)[0][:] = 0
        run_kernel(fill_pair_slots, self._of(group)[0], used)

    def make_room(self, group: int, needed: int) -> None:
        """Drop the postings of a group that have served, and take more room where it is short."""
        a = self.arrays
        arena = Arena(
            *self._of_group(kernels.SYMBOLS, group),
            *self._of_group(kernels.BORDERS, group),
            *self._of_group(kernels.POSTINGS, group),
        )
        table, _, cursor = self._of(group)
        made = np.ascontiguousarray(a.made[:, group])
        run_kernel(compact_postings, arena, table, cursor, a.lengths, 1, made)
        used, room = int(cursor[pair_kernels.N_POSTINGS]), len(arena.postings)
        if used + needed > room or used > _NEARLY_FULL * room:
            size = max(used + needed, room) + room // 2
            self._take_room(kernels.POSTINGS, group, size, used)

    def lower_floor(self, group: int, least: int) -> None:
        """Give rows to rarer pairs of a group, down to `least` in the end."""
        a, n_pairs = self.arrays, pair_kernels.N_PAIRS
        a.floors[group] = max(least, int(a.floors[group]) // _LOWER_FLOOR)
        limits = Limits(int(a.floors[group]), self._longest)
        low, high = a.bounds[kernels.SYMBOLS, group].tolist()
        symbols = a.symbols[low:high]
        low, high = a.bounds[kernels.FACTS, group].tolist()
        rarer = TokenPairs(symbols, a.facts[low:high], a.lengths, limits, ReusedArrays())
        first = int(a.cursors[group, n_pairs])
        while not rarer.count(self._of(group)[0], a.cursors[group], first):
            self.grow_pairs(group)
        n_postings = rarer.keep(self._of(group)[0], a.cursors[group], first)
        end = int(a.cursors[group, n_pairs])
        begin = int(a.cursors[group, pair_kernels.N_POSTINGS])
        if begin + n_postings > len(self._of_group(kernels.POSTINGS, group)[0]):
            a.cursors[group, n_pairs] = first
            self.make_room(group, n_postings)
            a.cursors[group, n_pairs] = end
            begin = int(a.cursors[group, pair_kernels.N_POSTINGS])
        a.cursors[group, pair_kernels.N_POSTINGS] += n_postings
        table = self._of(group)[0]
        table.entries[first:end, pair_kernels.START] += begin
        rarer.write_postings(table, first, end, *self._of_group(kernels.POSTINGS, group))

    def _of_group(self, part: int, g: int) -> list[np.ndarray]:
        """The arrays of a part for one group, as views."""
        low, high = self.arrays.bounds[part, g].tolist()
        return [getattr(self.arrays, name)[low:high] for name in _NAMES[part]]

    def _take_room(self, part: int, group: int, size: int, used: int) -> None:
        """Move the first rows of a group, as many as are used, to a larger place.

        The place is behind all groups. Where the arrays have none left they are copied to larger
        ones, with as much room behind the groups as these take.
        """
        bounds = self.arrays.bounds
        begin = int(bounds[part, :, 1].max())
        if begin + size > len(getattr(self.arrays, _NAMES[part][0])):
            self._lay_out(part, group, size)
            return
        low = int(bounds[part, group, 0])
        for name in _NAMES[part]:
            array = getattr(self.arrays, name)
            array[begin : begin + used] = array[low : low + used]
        bounds[part, group] = begin, begin + size

    def _lay_out(self, part: int, group: int, size: int) -> None:
        """Copy a part into larger arrays, group by group, `size` rows for one of them."""
        bounds = self.arrays.bounds
        sizes = bounds[part, :, 1] - bounds[part, :, 0]
        kept = self.arrays.cursors[:, _USED[part]] if part in _USED else sizes.copy()
        sizes[group] = size
        ends = np.cumsum(sizes)
        larger: dict[str, Any] = {}
        for name in _NAMES[part]:
            array = getattr(self.arrays, name)
            larger[name] = np.empty((_SPARE_ROOM * int(ends[-1]), *array.shape[1:]), array.dtype)
            for g, low in enumerate((ends - sizes).tolist()):
                old = int(bounds[part, g, 0])
                n = int(kept[g])
                larger[name][low : low + n] = array[old : old + n]
        bounds[part, :, 0], bounds[part, :, 1] = ends - sizes, ends
        self.arrays = self.arrays._replace(**larger)

    def _of(self, g: int) -> tuple[PairTable, Heap, Int64s]:
        table = PairTable(*self._of_group(kernels.PAIRS, g), *self._of_group(kernels.SLOTS, g))
        return table, Heap(*self._of_group(kernels.HEAPS, g)), self.arrays.cursors[g]


def _laid_out(
    part: PretokenCounts,
    config: TrainingConfig,
    shelves: _Shelves,
    merges: UInt32s | None,
    known: LaidTokens | None,
) -> _Laid:
    shelves.next_group()
    done = None if merges is None else MergesDone.of_merges(merges, len(part.labels))
    loop = _GroupLoop(part, config, shelves, done=done)
    loop.known = known
    loop.count_pairs()
    return loop.laid()


def _joined(laid: Sequence[_Laid], shelves: _Shelves, n_choosing: int, n_first: int) -> GroupArrays:
    """The arrays of all groups, with room for more pairs and postings. n_first: ids laid out."""
    n, first = len(laid), laid[0].ties
    n_slots = np.diff(shelves.bounds[kernels.SYMBOLS])[:, 0].tolist()
    pairs = np.array([_capacity(len(e.entries), n) for e, n in zip(laid, n_slots, strict=True)])
    is_by_bytes = first.kind == BY_BYTES
    data = [each.ties.data if is_by_bytes else np.zeros(0, np.uint8) for each in laid]
    bounds = shelves.bounds
    sizes: dict[int, Int64s | list[int]] = {
        kernels.PAIRS: pairs,
        kernels.SLOTS: 2 * pairs,
        kernels.HEAPS: np.where(np.arange(n) < n_choosing, pairs, 0),
        kernels.SHARED: [len(each.pretokens.source_indices) for each in laid],
        kernels.BYTES: [len(each) for each in data],
    }
    for part, of_groups in sizes.items():
        _set_bounds(bounds, part, of_groups)
    n_pairs, n_room, n_heap = (
        _SPARE_ROOM * int(bounds[part, -1, 1])
        for part in (kernels.PAIRS, kernels.SLOTS, kernels.HEAPS)
    )
    slots = np.empty(n_room, np.uint32)
    slots[: bounds[kernels.SLOTS, -1, 1]] = 0
    entries = np.empty((n_pairs, 4), np.int64)
    for each, low in zip(laid, bounds[kernels.PAIRS, :, 0].tolist(), strict=True):
        entries[low : low + len(each.entries)] = each.entries
    return GroupArrays(
        symbols=shelves.symbols,
        borders=shelves.borders,
        postings=shelves.postings,
        entries=entries,
        slots=slots,
        heap_counts=np.empty(n_heap, np.int64),
        heap_ties=np.empty(n_heap, np.uint64),
        heap_pairs=np.empty(n_heap, np.uint32),
        facts=shelves.facts,
        source_indices=np.concatenate([each.pretokens.source_indices for each in laid]),
        source_counts=np.concatenate([each.pretokens.source_counts for each in laid]),
        places=np.stack([each.ties.places for each in laid]),
        data=np.concatenate(data),
        kind=first.kind,
        keys=first.keys,
        lengths=first.lengths,
        cursors=_cursors(laid, n_choosing),
        bounds=bounds,
        floors=np.array([_FLOOR * _least_weight(each.pretokens) for each in laid], np.int64),
        made=np.zeros((len(first.lengths), n), np.uint32),
        rare=np.zeros(_words(sum(n_slots)), np.uint64),
        n_first=n_first,
    )


def _least_weight(pretokens: PretokenCounts) -> int:
    """What a pair counts that occurs once, at least."""
    weights = np.maximum(pretokens.source_weights, 1)[pretokens.source_bytes > 0]
    return int(weights.min(initial=_NEVER))


def _set_bounds(bounds: Int64s, part: int, sizes: npt.ArrayLike) -> None:
    """Lay the rows of the groups for a part one after another. bounds: int64[parts, groups, 2]."""
    ends = bounds_of(sizes)
    bounds[part, :, 0], bounds[part, :, 1] = ends[:-1], ends[1:]


def _cursors(laid: Sequence[_Laid], n_choosing: int) -> Int64s:
    """int64[n_groups, 8]: the cursor of each group; the first n_choosing have heaps."""
    cursors = np.zeros((len(laid), 8), np.int64)
    cursors[:, pair_kernels.N_PAIRS] = [len(each.entries) for each in laid]
    cursors[:, pair_kernels.N_POSTINGS] = [each.n_postings for each in laid]
    cursors[:, pair_kernels.ALLOWED] = -1
    cursors[:, pair_kernels.HEAP_FLOOR] = _NEVER
    for g in range(n_choosing):  # above all counts, so that the first look fills the heap
        counts = laid[g].entries[:, pair_kernels.COUNT]
        cursors[g, pair_kernels.HEAP_FLOOR] = int(counts.max(initial=0)) + 1
    return cursors


def _capacity(n_pairs: int, n_slots: int) -> int:
    """Rows of a table that has n_pairs at first, a power of two; n_slots: of its arena."""
    likely = n_slots // _SLOTS_PER_PAIR
    return 1 << max(_FEWEST_PAIRS, int(_SPARE_PAIRS * n_pairs), likely).bit_length()


def _words(n_slots: int) -> int:
    """Words of the bits of rare pairs: one in ten is set at the end, and caches have room."""
    return 1 << max(_FEWEST_WORDS, n_slots // _SLOTS_PER_WORD).bit_length()
