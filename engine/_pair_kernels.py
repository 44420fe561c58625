"""Kernels of the pair table: pairs as parallel arrays, found through open addressing.

The table is a NamedTuple of training_arrays:

    table    keys uint64[capacity], counts int64[capacity], starts int64[capacity],
             sizes int64[capacity], slots uint32[2^k]

A pair's key is left << 32 | right; its postings are postings[starts[pair]:+sizes[pair]].
"""

from __future__ import annotations

import numpy as np

from engine.kernel_cache import kernel

NO_TOKEN = np.uint32(0xFFFFFFFF)  # empty slot, and the inside of a token
SHIFT_32 = np.uint64(32)
LOW_32 = np.uint64(0xFFFFFFFF)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

# Fields of `cursor`, the numbers that change from call to call.
N_PAIRS = 0  # pairs in the pair table
N_POSTINGS = 1  # postings in use
HEAP_SIZE = 2
N_MERGES = 3  # merges done
HEAP_FLOOR = 4  # pairs counted less often than this are not in the heap yet
WORK = 5  # postings visited, to size slices by


@kernel
def slot_of_pair(key, keys, slots):
    """The slot that holds `key` (left << 32 | right), or the empty one where it belongs.

    keys   uint64[capacity]
    slots  uint32[2^k]         pair + 1, 0 for empty
    """
    mask = np.int64(slots.shape[0] - 1)
    h = key * _MULTIPLIER
    slot = np.int64(h ^ (h >> SHIFT_32)) & mask
    while slots[slot] != 0 and keys[slots[slot] - 1] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def fill_pair_slots(keys, n_pairs, slots):
    """Enter the first n_pairs of `keys` into empty slots, in place.

    keys   uint64[capacity]    left << 32 | right
    slots  uint32[2^k]         all zero before; pair + 1 afterwards
    """
    for pair in range(n_pairs):
        slots[slot_of_pair(keys[pair], keys, slots)] = pair + 1


@kernel
def lower_pair(table, left, right, weight):
    """Take `weight` occurrences off a pair, if the table holds it."""
    key = (np.uint64(left) << SHIFT_32) | np.uint64(right)
    entry = table.slots[slot_of_pair(key, table.keys, table.slots)]
    if entry != 0:
        table.counts[entry - 1] -= weight


@kernel
def add_pair(table, cursor, halves, weight, number):
    """Enter a new pair with room for its postings; returns where they begin.

    halves    (left id, right id)
    cursor int64[8]
    """
    key = (np.uint64(halves[0]) << SHIFT_32) | np.uint64(halves[1])
    pair = cursor[N_PAIRS]
    start = cursor[N_POSTINGS]
    table.keys[pair] = key
    table.slots[slot_of_pair(key, table.keys, table.slots)] = pair + 1
    table.counts[pair] = weight
    table.starts[pair] = start
    table.sizes[pair] = number
    cursor[N_PAIRS] = pair + 1
    cursor[N_POSTINGS] = start + number
    return start
