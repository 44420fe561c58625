"""Kernels that enter pre-tokens into the tables of counting without counting them.

    long_table, room   see table.LongTable and BatchRoom
    cursor             int64[4], see _counting_kernels

Slow reference: a dictionary, in tests/engine/counting/test_pretoken_table.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, prefetch
from engine.counting._counting_kernels import (
    BATCH,
    ENTRY,
    HIGH,
    LOW,
    find_long,
    find_short,
    first_slot,
    long_entry,
    shift_for,
)
from engine.encoding import SHORT_PRETOKEN, hash_of_bytes, short_key, slot_of_hash

_FOUR = np.uint64(4)


@kernel_part
def short_slot(low, high, slots, cursor):
    """The slot of a short pre-token, made where there is none yet; there must be room.

    slots uint64[2^k, 4], cursor int64[4]
    """
    slot = find_short(low, high, slots)
    if slots[slot, ENTRY] != 0:
        return slot
    cursor[0] += 1
    slots[slot, LOW] = low
    slots[slot, HIGH] = high
    slots[slot, ENTRY] = cursor[0]
    return slot


@kernel_part
def make_keys(data, starts, ends, first, size, slots, long_table, room):
    """Write the keys of some pre-tokens to `room`, or the hash to lows, and ask for their slots.

    data          uint8[n_bytes + 16]
    starts, ends, slots             as in count_entered
    """
    for i in range(size):
        begin = starts[first + i]
        length = ends[first + i] - begin
        if length <= SHORT_PRETOKEN:
            low, high = short_key(data, begin, length)
            room.lows[i] = low
            room.highs[i] = high
            slot = first_slot(low, high, shift_for(slots.shape[0]))
            prefetch(slots, np.int64(_FOUR * slot))
        else:
            h = hash_of_bytes(data, begin, length)
            room.lows[i] = h
            prefetch(long_table.slots, slot_of_hash(h, long_table.slots.shape[0]))


@kernel
def enter_pretokens(data, starts, ends, first, short_table, long_table, cursor, room, entries):
    """Enter pre-tokens from number `first` on without counting them; returns how far that went.

    data          uint8[n_bytes + 16]
    starts, ends  int64[n]            pre-token i is data[starts[i]:ends[i]]
    cursor        int64[4]
    entries       int64[n]            filled: the entry, or -1 - entry of a long pre-token

    Fewer than all where a table is full: grow what the next one needs and call again.
    """
    slots, most_short = short_table.slots, short_table.touched.shape[0]
    n = entries.shape[0]
    while first < n:
        size = min(BATCH, n - first)
        make_keys(data, starts, ends, first, size, slots, long_table, room)
        for i in range(size):
            begin = starts[first + i]
            length = ends[first + i] - begin
            if length > SHORT_PRETOKEN:
                entry = long_entry(data, begin, length, room.lows[i], long_table, cursor)
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
def count_entered(data, starts, ends, slots, long_table, room):
    """Number of pre-tokens that a table has, equal ones each counted.

    data          uint8[n_bytes + 16]
    starts, ends  int64[n]            pre-token i is data[starts[i]:ends[i]]
    slots         uint64[2^k, 4]
    """
    found = 0
    n = starts.shape[0]
    for first in range(0, n, BATCH):
        size = min(BATCH, n - first)
        make_keys(data, starts, ends, first, size, slots, long_table, room)
        for i in range(size):
            begin = starts[first + i]
            length = ends[first + i] - begin
            if length > SHORT_PRETOKEN:
                _, entry = find_long(data, begin, length, room.lows[i], long_table)
                found += entry >= 0
            else:
                slot = find_short(room.lows[i], room.highs[i], slots)
                found += slots[slot, ENTRY] != 0
    return found
