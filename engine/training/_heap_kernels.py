"""Kernels of the heap that gives out the pair to merge next: the greatest count, then the tie.

The heap keeps an upper bound of each pair's rank. Counts only fall, and the place where a pair
is seen first only moves on, so an entry that is popped is refreshed before it is believed.

The records are those of engine.training.arrays: Heap, PairTable, TieOrder with its three kinds.
Slow reference: `train` of tests/reference_bpe.py, in tests/engine/test_ties.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel_part
from engine.training._pair_kernels import (
    COUNT,
    HEAP_FLOOR,
    HEAP_SIZE,
    KEY,
    LOW_32,
    N_PAIRS,
    SHIFT_32,
    SIZE,
    START,
)

BY_PLACE = 0
BY_BYTES = 1
BY_SIGHT = 2
PREFIX_BYTES = 8


@kernel_part
def compare_tokens(a, b, order):
    """Below, equal to or above 0 as the bytes of token a are less than, equal to or above b's.

    Where one is the beginning of the other, the shorter one is less.
    """
    if order.keys[a] != order.keys[b]:
        return -1 if order.keys[a] < order.keys[b] else 1
    length_a, length_b = order.lengths[a], order.lengths[b]
    for i in range(PREFIX_BYTES, min(length_a, length_b)):
        byte_a = order.data[order.places[a] + i]
        byte_b = order.data[order.places[b] + i]
        if byte_a != byte_b:
            return -1 if byte_a < byte_b else 1
    return length_a - length_b


@kernel_part
def wins_tie(tie_a, tie_b, order):
    """Whether pair a is merged before the equally frequent pair b, by their uint64 ties."""
    if order.kind != BY_BYTES or tie_a == tie_b:
        return tie_a < tie_b
    key_a, key_b = np.int64(tie_a), np.int64(tie_b)
    compared = compare_tokens(key_a >> 32, key_b >> 32, order)
    if compared == 0:
        compared = compare_tokens(key_a & LOW_32, key_b & LOW_32, order)
    # Different ids with the same bytes: the smallest ids.
    return compared > 0 or (compared == 0 and tie_a < tie_b)


@kernel_part
def sift_down(heap, size, at, order):
    """Let the entry at `at` sink to its place."""
    counts, ties, pairs = heap.counts, heap.ties, heap.pairs
    count, tie, pair = counts[at], ties[at], pairs[at]
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        other = child + 1
        if other < size and (
            counts[other] > counts[child]
            or (counts[other] == counts[child] and wins_tie(ties[other], ties[child], order))
        ):
            child = other
        if counts[child] < count or (
            counts[child] == count and not wins_tie(ties[child], tie, order)
        ):
            break
        counts[at], ties[at], pairs[at] = counts[child], ties[child], pairs[child]
        at = child
    counts[at], ties[at], pairs[at] = count, tie, pair


@kernel_part
def push(heap, size, count, tie, pair, order):
    """Add an entry; returns the new size."""
    counts, ties, pairs = heap.counts, heap.ties, heap.pairs
    at = size
    while at > 0:
        parent = (at - 1) // 2
        if count < counts[parent] or (
            count == counts[parent] and not wins_tie(tie, ties[parent], order)
        ):
            break
        counts[at], ties[at], pairs[at] = counts[parent], ties[parent], pairs[parent]
        at = parent
    counts[at], ties[at], pairs[at] = count, tie, pair
    return size + 1


@kernel_part
def tie_of(table, pair, postings, order):
    """The uint64 that decides between pairs of equal count; see the kinds above.

    postings  uint32[size]
    """
    if order.kind == BY_SIGHT:
        return np.uint64(postings[table.entries[pair, START]])
    key = table.entries[pair, KEY]
    if order.kind == BY_BYTES:
        return np.uint64(key)
    return (order.keys[key >> 32] << SHIFT_32) | order.keys[key & LOW_32]


@kernel_part
def push_new_pairs(table, heap, cursor, postings, order, first):
    """Take the pairs from `first` on into the heap, if they reach its floor.

    cursor int64[8], postings uint32[size]; the pairs' postings are written
    """
    size = cursor[HEAP_SIZE]
    for pair in range(first, cursor[N_PAIRS]):
        count = table.entries[pair, COUNT]
        if count >= cursor[HEAP_FLOOR]:
            size = push(heap, size, count, tie_of(table, pair, postings, order), pair, order)
    cursor[HEAP_SIZE] = size


@kernel_part
def refill_heap(table, heap, cursor, postings, order, new_floor):
    """Take the pairs with new_floor <= count < the old floor into the heap.

    cursor int64[8], postings uint32[size]

    Counts only fall, so a pair that once was in the heap is in it still, with its upper bound,
    or was thrown out below the old floor: exactly the pairs not in the heap lie below it.
    """
    size = cursor[HEAP_SIZE]
    for pair in range(cursor[N_PAIRS]):
        count = table.entries[pair, COUNT]
        if new_floor <= count < cursor[HEAP_FLOOR]:
            size = push(heap, size, count, tie_of(table, pair, postings, order), pair, order)
    cursor[HEAP_SIZE] = size
    cursor[HEAP_FLOOR] = new_floor


@kernel_part
def drop_stale_postings(arena, table, pair, lengths):
    """Pass over the postings at the beginning where the pair is gone; returns the first place.

    lengths  int64[vocab_size]    bytes of each token
    """
    symbols, postings = arena.symbols, arena.postings
    key = table.entries[pair, KEY]
    left, right = np.uint32(key >> 32), np.uint32(key & LOW_32)
    length = lengths[np.int64(left)]
    begin = table.entries[pair, START]
    at = begin
    while symbols[postings[at]] != left or symbols[np.int64(postings[at]) + length] != right:
        at += 1
    table.entries[pair, START] = at
    table.entries[pair, SIZE] -= at - begin
    return np.uint64(postings[at])


@kernel_part
def best_pair(arena, table, heap, cursor, order, min_count):
    """The pair to merge next, left on top of the heap, or -1 where none reaches min_count.

    cursor int64[8]

    An entry whose count fell or that was seen first where it no longer stands is refreshed in
    place; one that fell below the floor leaves the heap and comes back when the floor has sunk
    to it. Where the heap runs empty the floor sinks to an eighth.
    """
    while True:
        while cursor[HEAP_SIZE] > 0:
            pair = np.int64(heap.pairs[0])
            count = table.entries[pair, COUNT]
            if count == heap.counts[0]:
                if order.kind != BY_SIGHT:
                    return pair
                seen = drop_stale_postings(arena, table, pair, order.lengths)
                if seen == heap.ties[0]:
                    return pair
                heap.ties[0] = seen
            elif count >= cursor[HEAP_FLOOR]:
                heap.counts[0] = count
            else:
                last = cursor[HEAP_SIZE] - 1
                heap.counts[0] = heap.counts[last]
                heap.ties[0] = heap.ties[last]
                heap.pairs[0] = heap.pairs[last]
                cursor[HEAP_SIZE] = last
            sift_down(heap, cursor[HEAP_SIZE], 0, order)
        if cursor[HEAP_FLOOR] <= min_count:
            return -1
        new_floor = max(min_count, cursor[HEAP_FLOOR] // 8)
        refill_heap(table, heap, cursor, arena.postings, order, new_floor)
