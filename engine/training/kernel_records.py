"""The records of arrays that the kernels of a merge loop take, and how each is made and grows.

n_slots: bytes of the distinct pre-tokens, one slot after each of them and one before all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.compiled import (
    Int64s,
    ReusedArrays,
    UInt8s,
    UInt32s,
    UInt64s,
    read_only,
    run_kernel,
    zeros,
)
from engine.counting import PretokenCounts
from engine.encoding import BYTE_TO_CHARACTER
from engine.settings import N_BYTES, TieBreak
from engine.training import _pair_kernels as kernels
from engine.training._training_kernels import BY_BYTES, BY_PLACE, BY_SIGHT

_FIRST_PAIRS = 1 << 16


class Arena(NamedTuple):
    """Tokens of the distinct pre-tokens, a slot for each byte, and the places of every pair.

    symbols   uint32[n_slots]      id of the token in its first and its last slot; NO_TOKEN in
                                   slot 0 and in the slot after each pre-token
    borders   uint64[n_blocks, 2]  of every 64 slots: how many of these empty ones are before
                                   them, and a bit for each one among them
    postings  uint32[size]         slots where the left half of a pair starts, those of one pair
                                   back to back and ascending; the pair table says where
    """

    symbols: UInt32s
    borders: UInt64s
    postings: UInt32s


class PairTable(NamedTuple):
    """Pairs as rows, found through open addressing.

    entries  int64[capacity, 4]  KEY: left << 32 | right; COUNT, exact and weighted; START and SIZE:
                                 where its postings begin, and how many there are
    slots    uint32[2^k]         row + 1, 0 for empty; at least two for each row
    """

    entries: Int64s
    slots: UInt32s


class Heap(NamedTuple):
    """Upper bounds of the pair counts as a binary heap, greatest first.

    counts  int64[capacity]   upper bound of the pair's count
    ties    uint64[capacity]  upper bound of what decides between equal counts; see TieOrder
    pairs   uint32[capacity]  row of the pair table
    """

    counts: Int64s
    ties: UInt64s
    pairs: UInt32s


class TieOrder(NamedTuple):
    """What decides between pairs of equal count, and the bytes of each id.

    kind     BY_PLACE   the smallest (keys[left], keys[right]), which is the tie itself
             BY_BYTES   the greatest (left bytes, right bytes); the tie is the pair's key
             BY_SIGHT   the pair seen first in the arena as it is now; the tie is that slot
    keys     uint64[vocab_size]  BY_PLACE: what ids are compared by; BY_BYTES: the first eight bytes
                                 of each token, big-endian and filled up with zeros
    places   int64[vocab_size]   BY_BYTES: where in `data` the bytes of each token begin
    lengths  int64[vocab_size]   bytes of each token, always
    data     uint8[n_bytes]      BY_BYTES: the distinct pre-tokens, and tokens that are in none
    """

    kind: int
    keys: UInt64s
    places: Int64s
    lengths: Int64s
    data: UInt8s


class Scratch(NamedTuple):
    """Room for one merge: its occurrences and the sums over their neighbours.

    occurrences    uint32[n]             slots where the left half starts; n: the most of any pair
    before, after  uint32[n]             neighbours of each occurrence, NO_TOKEN at the ends
    sums           int64[vocab_size, 4]  weights and numbers of occurrences by neighbour on the left
                                         and on the right; zero between merges
    touched_left,
    touched_right  uint32[vocab_size]    the neighbours met
    shared         int64[n]              where the sources of occurrences with several are
    """

    occurrences: UInt32s
    before: UInt32s
    after: UInt32s
    sums: Int64s
    touched_left: UInt32s
    touched_right: UInt32s
    shared: Int64s


class SourceCounts(NamedTuple):
    """Counts of each pre-token, by its turn in the arena, and by source.

    facts    int64[n_pretokens, 2]  its weighted count; its source where that is the only one, else
                                    a negative number that says where its sources are, see
                                    `note_pretokens`
    indices  uint32[m]              numbers of sources, see PretokenCounts.source_indices
    counts   int64[m]               weighted counts in those sources
    """

    facts: Int64s
    indices: UInt32s
    counts: Int64s


class Results(NamedTuple):
    """What the merges are and did.

    merges          uint32[n_merges, 2]         left and right id
    counts          int64[n_merges]             weighted count of the pair when it was chosen
    applied         int64[n_merges]             how often it was joined
    source_applied  int64[n_merges, n_sources]  how often in each source

    Kernels write the last two weighted; MergeLoop.run_slice makes them natural.
    """

    merges: UInt32s
    counts: Int64s
    applied: Int64s
    source_applied: Int64s


class Limits(NamedTuple):
    """When a pair is no candidate, when a slice ends, and whether it asks before it merges.

    min_count        int64  of a candidate, weighted
    max_token_bytes  int64  of the token that it makes
    last_merge       int64  merges in all at which a slice ends
    max_work         int64  postings after which a slice ends
    asks_veto        bool   stop before each merge until cursor[ALLOWED] names its row
    """

    min_count: int
    max_token_bytes: int
    last_merge: int = 0
    max_work: int = 0
    asks_veto: bool = False


def pair_table(
    pairs: Int64s, counts: Int64s, starts: Int64s, sizes: Int64s, room: ReusedArrays
) -> PairTable:
    """A table of pairs of bytes, as large as the one before.

    pairs: int64[n], each left * 256 + right; counts, starts, sizes: int64[n], as in PairTable.
    """
    table = empty_pair_table(room)
    keys = (pairs >> 8 << 32) | (pairs & 0xFF)
    table.entries[: len(pairs)] = np.stack([keys, counts, starts, sizes], axis=1)
    run_kernel(kernels.fill_pair_slots, table, len(pairs))
    return table


def empty_pair_table(room: ReusedArrays) -> PairTable:
    """A table without pairs, as large as the one before."""
    capacity = max(_FIRST_PAIRS, room.capacity("entries", np.int64) // 4)
    return _with_slots(room.empty("entries", (capacity, 4), np.int64), 0, room)


def larger_pair_table(table: PairTable, used: int, room: ReusedArrays) -> PairTable:
    """The table with room for twice as many pairs; the first `used` are kept."""
    old = table.entries
    entries = room.empty("entries", (2 * len(old), 4), np.int64)
    entries[:used] = old[:used]
    return _with_slots(entries, used, room)


def _with_slots(entries: Int64s, used: int, room: ReusedArrays) -> PairTable:
    table = PairTable(entries, room.zeros("slots", 2 * len(entries), np.uint32))
    run_kernel(kernels.fill_pair_slots, table, used)
    return table


def empty_heap(capacity: int, room: ReusedArrays) -> Heap:
    """Room for `capacity` entries."""
    return Heap(
        room.empty("heap counts", capacity, np.int64),
        room.empty("heap ties", capacity, np.uint64),
        room.empty("heap pairs", capacity, np.uint32),
    )


def larger_heap(heap: Heap, capacity: int, used: int, room: ReusedArrays) -> Heap:
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


def empty_scratch(n_occurrences: int, n_ids: int, room: ReusedArrays) -> Scratch:
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


# Tie-breaks: which of several equally frequent pairs is merged first.

_KINDS: dict[TieBreak, int] = {
    "smallest-ids": BY_PLACE,
    "gpt2-order": BY_PLACE,
    "greatest-bytes": BY_BYTES,
    "first-seen": BY_SIGHT,
}
"""How the kernels of the heap compare pairs; see TieOrder."""


def tie_order(tie_break: TieBreak, n_ids: int, pretokens: PretokenCounts) -> TieOrder:
    """The TieOrder of a tie-break, as the kernels of the heap take it."""
    return TieOrder(
        kind=_KINDS[tie_break],
        keys=_keys(tie_break, n_ids),
        places=np.zeros(n_ids if tie_break == "greatest-bytes" else 0, np.int64),
        lengths=np.ones(n_ids, np.int64),
        data=read_only(pretokens.data),
    )


def _keys(tie_break: TieBreak, n_ids: int) -> UInt64s:
    """uint64[n_ids]: for "greatest-bytes" the first bytes of each token, else its place.

    In "gpt2-order" the bytes are in the order of the characters that GPT-2 writes them with.
    """
    keys = np.arange(n_ids, dtype=np.uint64)
    if tie_break == "greatest-bytes":
        keys <<= np.uint64(56)
    elif tie_break == "gpt2-order":
        order = sorted(range(N_BYTES), key=BYTE_TO_CHARACTER.__getitem__)
        keys[order] = np.arange(N_BYTES, dtype=np.uint64)
    return keys
