"""The arrays of a training that always go together, as its kernels take them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine import _pair_kernels as kernels
from engine.arrays import zeros
from engine.kernel_cache import run_kernel
from engine.merge_room import MergeRoom

Int64s = npt.NDArray[np.int64]
UInt8s = npt.NDArray[np.uint8]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]

_FIRST_PAIRS = 1 << 16


class Arena(NamedTuple):
    """Tokens of the distinct pre-tokens and the places of every pair; see _training_kernels."""

    symbols: UInt32s
    borders: UInt64s
    postings: UInt32s


class PairTable(NamedTuple):
    """Pairs as rows (key, count, start, size), found through open addressing; see _pair_kernels."""

    entries: Int64s
    slots: UInt32s


class Heap(NamedTuple):
    """Upper bounds of the pair counts, greatest first."""

    counts: Int64s
    ties: UInt64s
    pairs: UInt32s


class TieOrder(NamedTuple):
    """What decides between pairs of equal count, and the bytes of each id; see _heap_kernels."""

    kind: int
    keys: UInt64s
    places: Int64s
    lengths: Int64s
    data: UInt8s


class Scratch(NamedTuple):
    """Room for one merge: its occurrences and the sums over their neighbours."""

    occurrences: UInt32s
    before: UInt32s
    after: UInt32s
    sums: Int64s
    touched_left: UInt32s
    touched_right: UInt32s
    shared: Int64s


class SourceCounts(NamedTuple):
    """Counts of each pre-token: `facts` by turn in the arena, the others where it says."""

    facts: Int64s
    indices: UInt32s
    counts: Int64s


class Results(NamedTuple):
    """What the merges are and did."""

    merges: UInt32s
    counts: Int64s
    applied: Int64s
    source_applied: Int64s


class Limits(NamedTuple):
    """When a pair is no candidate, when a slice ends, and whether it asks before it merges."""

    min_count: int
    max_token_bytes: int
    last_merge: int = 0
    max_work: int = 0
    asks_veto: bool = False


def pair_table(
    pairs: Int64s, counts: Int64s, starts: Int64s, sizes: Int64s, room: MergeRoom
) -> PairTable:
    """A table of pairs of bytes, each given as left * 256 + right; as large as the one before."""
    table = empty_pair_table(room)
    keys = (pairs >> 8 << 32) | (pairs & 0xFF)
    table.entries[: len(pairs)] = np.stack([keys, counts, starts, sizes], axis=1)
    run_kernel(kernels.fill_pair_slots, table, len(pairs))
    return table


def empty_pair_table(room: MergeRoom) -> PairTable:
    """A table without pairs, as large as the one before."""
    capacity = max(_FIRST_PAIRS, room.capacity("entries", np.int64) // 4)
    return _with_slots(room.empty("entries", (capacity, 4), np.int64), 0, room)


def larger_pair_table(table: PairTable, used: int, room: MergeRoom) -> PairTable:
    """The table with room for twice as many pairs; the first `used` are kept."""
    old = table.entries
    entries = room.empty("entries", (2 * len(old), 4), np.int64)
    entries[:used] = old[:used]
    return _with_slots(entries, used, room)


def _with_slots(entries: Int64s, used: int, room: MergeRoom) -> PairTable:
    table = PairTable(entries, room.zeros("slots", 2 * len(entries), np.uint32))
    run_kernel(kernels.fill_pair_slots, table, used)
    return table


def empty_heap(capacity: int, room: MergeRoom) -> Heap:
    """Room for `capacity` entries."""
    return Heap(
        room.empty("heap counts", capacity, np.int64),
        room.empty("heap ties", capacity, np.uint64),
        room.empty("heap pairs", capacity, np.uint32),
    )


def larger_heap(heap: Heap, capacity: int, used: int, room: MergeRoom) -> Heap:
    """The heap with more room; the first `used` entries are kept."""
    larger = empty_heap(capacity, room)
    larger.counts[:used] = heap.counts[:used]
    larger.ties[:used] = heap.ties[:used]
    larger.pairs[:used] = heap.pairs[:used]
    return larger


def empty_results(n_merges: int, n_sources: int) -> Results:
    """Room for the merges and their counts, all zero; nothing else uses it."""
    return Results(
        merges=np.zeros((n_merges, 2), np.uint32),
        counts=np.zeros(n_merges, np.int64),
        applied=np.zeros(n_merges, np.int64),
        source_applied=zeros(n_merges * n_sources, np.int64).reshape(n_merges, n_sources),
    )


def empty_scratch(n_occurrences: int, n_ids: int, room: MergeRoom) -> Scratch:
    """Room for a merge with that many occurrences, in a vocabulary of `n_ids`."""
    return Scratch(
        occurrences=room.empty("occurrences", n_occurrences, np.uint32),
        before=room.empty("before", n_occurrences, np.uint32),
        after=room.empty("after", n_occurrences, np.uint32),
        sums=room.zeros("sums", (n_ids, 4), np.int64),
        touched_left=room.empty("touched left", n_ids, np.uint32),
        touched_right=room.empty("touched right", n_ids, np.uint32),
        shared=room.empty("shared", n_occurrences, np.int64),
    )
