"""Kernels of the pair table: pairs as rows, found through open addressing.

The table is a PairTable of engine.training.arrays; what belongs to one pair lies in one cache line.
Slow reference: `count_pairs` of tests/reference_bpe.py, in tests/engine/test_training.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, prefetch

NO_TOKEN = np.uint32(0xFFFFFFFF)  # empty slot, and the inside of a token
SHIFT_32 = np.uint64(32)
LOW_32 = 0xFFFFFFFF
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

# Columns of the pair table.
KEY = 0
COUNT = 1
START = 2
SIZE = 3

# Fields of `cursor`, the numbers that change from call to call.
N_PAIRS = 0  # pairs in the pair table
N_POSTINGS = 1  # postings in use
HEAP_SIZE = 2
N_MERGES = 3  # merges done
HEAP_FLOOR = 4  # pairs counted less often than this are not in the heap yet
WORK = 5  # postings visited in this slice, to size slices by
ALLOWED = 6  # the row that a veto allowed last, -1 for none


@kernel_part
def key_of(left, right):
    """The key of a pair, as int64: ids have 24 bits."""
    return (np.int64(left) << 32) | np.int64(right)


@kernel_part
def place_among(key, n_places):
    """Where a key falls among n_places, a power of two."""
    h = np.uint64(key) * _MULTIPLIER
    return np.int64(h ^ (h >> SHIFT_32)) & np.int64(n_places - 1)


@kernel_part
def first_slot(key, slots):
    """Where the search for a key begins.

    slots  uint32[2^k]
    """
    return place_among(key, slots.shape[0])


@kernel_part
def first_cell(key, cells):
    """Where the sum of a key lies, which other keys may share.

    cells  int64[2^k]
    """
    return place_among(key, cells.shape[0])


@kernel_part
def slot_of_pair(key, entries, slots):
    """The slot that holds `key`, or the empty one where it belongs.

    entries  int64[capacity, 4]
    slots    uint32[2^k]
    """
    mask = np.int64(slots.shape[0] - 1)
    slot = first_slot(key, slots)
    while slots[slot] != 0 and entries[np.int64(slots[slot]) - 1, KEY] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def fill_pair_slots(table, n_pairs):
    """Enter the first n_pairs rows into the empty slots, in place."""
    for pair in range(n_pairs):
        table.slots[slot_of_pair(table.entries[pair, KEY], table.entries, table.slots)] = pair + 1


@kernel_part
def prefetch_pair(entries, slots, left, right):
    """Ask for the row that the first slot of a pair names; its slot should be near by now.

    entries  int64[capacity, 4]
    slots    uint32[2^k]
    """
    prefetch(entries, (np.int64(slots[first_slot(key_of(left, right), slots)]) - 1) * 4)


@kernel_part
def lower_pair(entries, slots, left, right, weight):
    """Take `weight` occurrences off a pair, if the table holds it.

    entries  int64[capacity, 4]
    slots    uint32[2^k]
    """
    at = np.int64(slots[slot_of_pair(key_of(left, right), entries, slots)])
    if at != 0:
        entries[at - 1, COUNT] -= weight


@kernel_part
def add_pair(entries, slots, cursor, left, right, weight, number):
    """Enter a new pair with room for its postings; returns where they begin.

    entries  int64[capacity, 4]
    slots    uint32[2^k]
    cursor   int64[8]
    """
    key = key_of(left, right)
    pair = cursor[N_PAIRS]
    start = cursor[N_POSTINGS]
    slots[slot_of_pair(key, entries, slots)] = pair + 1
    entries[pair, KEY] = key
    entries[pair, COUNT] = weight
    entries[pair, START] = start
    entries[pair, SIZE] = number
    cursor[N_PAIRS] = pair + 1
    cursor[N_POSTINGS] = start + number
    return start
