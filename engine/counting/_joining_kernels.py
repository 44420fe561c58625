"""Kernels that join the pre-token counts of threads and sources into one table.

short_table, long_table and cursor are those of _counting_kernels. What is joined equals what one
thread counts: tests/engine/test_pretoken_table.py and test_first_positions.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, prefetch
from engine.counting._counting_kernels import BATCH, ENTRY, HIGH, LOW, long_entry, short_slot
from engine.encoding import SHORT_PRETOKEN, hash_of_bytes, hash_of_words, short_key, slot_of_hash

AHEAD = 8
"""So many entries before its turn the memory that one needs is asked for."""

_EIGHT = np.uint64(8)
_SHIFT_56 = np.uint64(56)


@kernel
def absorb_short(other_slots, slots, cursor, mapping):
    """Enter the keys of another short table into this one, which must have room for them all.

    other_slots  uint64[2^k, 4]
    slots        uint64[2^m, 4]
    cursor       int64[3]
    mapping      int64[n_other]      filled: entry here of each entry there
    """
    for other in range(other_slots.shape[0]):
        later = other + AHEAD
        if later < other_slots.shape[0] and other_slots[later, ENTRY] != 0:
            h = hash_of_words(other_slots[later, LOW], other_slots[later, HIGH])
            prefetch(slots, 4 * slot_of_hash(h, slots.shape[0]))
        entry = np.int64(other_slots[other, ENTRY]) - 1
        if entry < 0:
            continue
        slot = short_slot(other_slots[other, LOW], other_slots[other, HIGH], slots, cursor)
        mapping[entry] = np.int64(slots[slot, ENTRY]) - 1


@kernel
def absorb_long(other, first, n_other, long_table, cursor, mapping):
    """Enter the keys first:n_other of another long table; returns how far that went.

    other, long_table  as in count_ends
    cursor             int64[3]
    mapping            int64[n_other]    filled: entry here of each entry there
    """
    for i in range(first, n_other):
        length = other.starts[i + 1] - other.starts[i]
        if i + AHEAD < n_other:
            h = other.hashes[i + AHEAD]
            prefetch(long_table.slots, slot_of_hash(h, long_table.slots.shape[0]))
        h = other.hashes[i]
        here = long_entry(other.arena, other.starts[i], length, h, long_table, cursor)
        if here < 0:
            return i
        mapping[i] = here
    return n_other


@kernel
def enter_pretokens(data, starts, first, slots, long_table, cursor, room, entries):
    """Enter pre-tokens that lie back to back, from number `first` on; returns how far that went.

    data        uint8[n_bytes + 16]
    starts      int64[n + 1]        pre-token i is data[starts[i]:starts[i + 1]]
    slots       uint64[2^k, 4]
    cursor      int64[3]
    room        lows, highs uint64[BATCH], slots, starts int64[BATCH]
    entries     int64[n]            filled: the entry, or -1 - entry of a long pre-token

    Fewer than all where a table is full: grow what the next one needs and call again.
    """
    most_short = slots.shape[0] // 2
    n = entries.shape[0]
    while first < n:
        size = min(BATCH, n - first)
        for i in range(size):
            length = starts[first + i + 1] - starts[first + i]
            if length <= SHORT_PRETOKEN:
                low, high = short_key(data, starts[first + i], length)
                room.lows[i] = low
                room.highs[i] = high
                prefetch(slots, 4 * slot_of_hash(hash_of_words(low, high), slots.shape[0]))
        for i in range(size):
            begin = starts[first + i]
            length = starts[first + i + 1] - begin
            if length > SHORT_PRETOKEN:
                h = hash_of_bytes(data, begin, length)
                entry = long_entry(data, begin, length, h, long_table, cursor)
                if entry < 0:
                    return first + i
                entries[first + i] = -1 - entry
                continue
            if cursor[0] >= most_short:
                return first + i
            slot = short_slot(room.lows[i], room.highs[i], slots, cursor)
            entries[first + i] = np.int64(slots[slot, ENTRY]) - 1
        first += size
    return first


@kernel
def count_sources(entries, source, last_source, n_sources_of):
    """Count in how many sources each entry occurs; call it source after source.

    entries       int64[n]
    last_source   int64[n_entries]    -1 before
    n_sources_of  int64[n_entries]    added to
    """
    for i in range(entries.shape[0]):
        entry = entries[i]
        if last_source[entry] != source:
            last_source[entry] = source
            n_sources_of[entry] += 1


@kernel
def place_sources(entries, counts, firsts, source, last_source, cursors, placed):
    """Write the counts of one source to their entries; call it source after source.

    entries      int64[n]
    counts       int64[n]
    firsts       int64[n]
    last_source  int64[n_entries]   -1 before
    cursors      int64[n_entries]   next free place of each entry
    placed       indices uint32[m], counts, firsts int64[m], filled; the counts of several lists
                 of one source add up, the earliest of their firsts stays
    """
    for i in range(entries.shape[0]):
        entry = entries[i]
        at = cursors[entry]
        if last_source[entry] == source:
            placed.counts[at - 1] += counts[i]
            placed.firsts[at - 1] = min(placed.firsts[at - 1], firsts[i])
        else:
            last_source[entry] = source
            placed.indices[at] = source
            placed.counts[at] = counts[i]
            placed.firsts[at] = firsts[i]
            cursors[entry] = at + 1


@kernel
def short_lengths(short_slots, lengths):
    """The length of every short entry.

    short_slots  uint64[2^k, 4]
    lengths      int64[n_short]    filled here
    """
    for slot in range(short_slots.shape[0]):
        entry = np.int64(short_slots[slot, ENTRY]) - 1
        if entry >= 0:
            lengths[entry] = np.int64(short_slots[slot, HIGH] >> _SHIFT_56)


@kernel
def write_short(short_slots, begins, data):
    """The bytes of every short entry, each at its place.

    short_slots  uint64[2^k, 4]
    begins       int64[n_short]    where in data
    data         uint8[size]       filled here
    """
    for slot in range(short_slots.shape[0]):
        entry = np.int64(short_slots[slot, ENTRY]) - 1
        if entry < 0:
            continue
        for j in range(np.int64(short_slots[slot, HIGH] >> _SHIFT_56)):
            word = short_slots[slot, LOW] if j < 8 else short_slots[slot, HIGH]
            data[begins[entry] + j] = np.uint8(
                (word >> (np.uint64(j % 8) * _EIGHT)) & np.uint64(255)
            )


@kernel
def copy_pretokens(source, starts, numbers, begins, data):
    """Copy the bytes of some pre-tokens, each to its place.

    source   uint8[size]
    starts   int64[n + 1]     pre-token i is source[starts[i]:starts[i + 1]]
    numbers  int64[m]         which ones
    begins   int64[m]         where in data
    data     uint8[n_bytes]   filled here
    """
    for i in range(numbers.shape[0]):
        at = starts[numbers[i]]
        for j in range(starts[numbers[i] + 1] - at):
            data[begins[i] + j] = source[at + j]
