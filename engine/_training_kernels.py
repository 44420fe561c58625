"""Kernels of the merge loop, on flat arrays.

Every distinct pre-token lies once in an arena of slots, one slot per byte, with an empty slot
after it. A token that covers several slots writes its id into its first and its last slot, so
both neighbours of a token are one look away: the next one starts where it ends, the previous one
ends in the slot before it. Ids only grow, so a posting, the slot where the left half of a pair
starts, is stale exactly when that slot or the one after the left half holds another id.

A pair comes into being in one merge only, the one that makes its younger half, so its postings
are written once, back to back, in ascending order. From then on its count only falls: the heap
keeps an upper bound and a popped entry is refreshed before it is believed.

Arrays that always go together are NamedTuples of training_arrays, and mean the same everywhere:

    arena    symbols uint32[n_slots], pretoken_of uint32[n_slots], postings uint32[size]
    table    see _pair_kernels;  heap and order: see _heap_kernels
    scratch  see gather_neighbours;  cursor int64[8], the numbers of _pair_kernels
"""

from __future__ import annotations

import numpy as np

from engine._heap_kernels import BY_BYTES, PREFIX_BYTES, best_pair, push_new_pairs
from engine._pair_kernels import (
    LOW_32,
    N_MERGES,
    N_PAIRS,
    N_POSTINGS,
    NO_TOKEN,
    SHIFT_32,
    WORK,
    add_pair,
    lower_pair,
)
from engine.kernel_cache import kernel

# What `merge_slice` wants next.
DONE_SLICE = 0
NO_PAIR_LEFT = 1
GROW_PAIRS = 2
GROW_POSTINGS = 3


@kernel
def merge_occurrences(arena, table, pair, new_id, length_left, length_right, scratch):
    """Replace every occurrence of `pair` by new_id; where two overlap, the left one wins.

    Fills scratch.occurrences and returns how many. Example: a a a with pair (a, a) -> X a.
    """
    symbols = arena.symbols
    left = np.uint32(table.keys[pair] >> SHIFT_32)
    right = np.uint32(table.keys[pair] & LOW_32)
    n = 0
    begin = table.starts[pair]
    for i in range(begin, begin + table.sizes[pair]):
        slot = np.int64(arena.postings[i])
        middle = slot + length_left
        if symbols[slot] != left or symbols[middle] != right:
            continue
        symbols[middle] = NO_TOKEN
        symbols[slot] = new_id
        symbols[middle + length_right - 1] = new_id
        scratch.occurrences[n] = slot
        n += 1
    return n


@kernel
def gather_neighbours(arena, weights, scratch, n, new_id, length):
    """Add up, per neighbouring token, what one merge changes.

    weights  int64[n_pretokens]
    scratch  before, after uint32[n]: neighbours of each occurrence, filled here, NO_TOKEN at the
             ends; left_weights, right_weights int64[vocab_size], left_numbers, right_numbers
             int64[vocab_size]: sums and occurrences by neighbour, zero before; touched_left,
             touched_right uint32[vocab_size]: the neighbours met

    Returns (occurrences weighted, neighbours on the left, on the right). Two new tokens side by
    side are counted once, on the right of the first.
    """
    symbols = arena.symbols
    applied = 0
    n_left = 0
    n_right = 0
    for i in range(n):
        slot = np.int64(scratch.occurrences[i])
        weight = weights[arena.pretoken_of[slot]]
        applied += weight
        before = symbols[slot - 1]
        after = symbols[slot + length]
        scratch.before[i] = before
        scratch.after[i] = after
        if before != NO_TOKEN and before != new_id:
            if scratch.left_numbers[before] == 0:
                scratch.touched_left[n_left] = before
                n_left += 1
            scratch.left_weights[before] += weight
            scratch.left_numbers[before] += 1
        if after != NO_TOKEN:
            if scratch.right_numbers[after] == 0:
                scratch.touched_right[n_right] = after
                n_right += 1
            scratch.right_weights[after] += weight
            scratch.right_numbers[after] += 1
    return applied, n_left, n_right


@kernel
def update_pairs(table, cursor, lengths, scratch, n_touched, merge):
    """Lower the pairs that a merge broke and enter those that it made.

    cursor     int64[8]
    lengths    int64[vocab_size]    bytes of each token
    scratch    as in gather_neighbours; left_numbers and right_numbers become the places of the
               next posting, or -1 for a pair that is too rare or too long ever to be merged
    n_touched  (neighbours on the left, on the right)
    merge      (left id, right id, new id, min_count, longest neighbour in bytes)

    A neighbour that is itself the new token stood, before the merge, as the left half of the
    next occurrence: there the broken pair is (right, left).
    """
    left, right, new_id, min_count, longest = merge
    for i in range(n_touched[0]):
        other = scratch.touched_left[i]
        weight = scratch.left_weights[other]
        lower_pair(table, other, left, weight)
        number = scratch.left_numbers[other]
        scratch.left_numbers[other] = -1
        if weight >= min_count and lengths[other] <= longest:
            start = add_pair(table, cursor, (other, new_id), weight, number)
            scratch.left_numbers[other] = start
    for i in range(n_touched[1]):
        other = scratch.touched_right[i]
        weight = scratch.right_weights[other]
        lower_pair(table, right, left if other == new_id else other, weight)
        number = scratch.right_numbers[other]
        scratch.right_numbers[other] = -1
        if weight >= min_count and lengths[other] <= longest:
            start = add_pair(table, cursor, (new_id, other), weight, number)
            scratch.right_numbers[other] = start


@kernel
def write_postings(arena, lengths, scratch, n, new_id):
    """Write the postings of the pairs that a merge made, in ascending order.

    lengths  int64[vocab_size]    bytes of each token
    scratch  as left by update_pairs
    """
    postings = arena.postings
    for i in range(n):
        slot = np.int64(scratch.occurrences[i])
        before = scratch.before[i]
        if before != NO_TOKEN and before != new_id:
            at = scratch.left_numbers[before]
            if at >= 0:
                postings[at] = slot - lengths[before]
                scratch.left_numbers[before] = at + 1
        after = scratch.after[i]
        if after != NO_TOKEN:
            at = scratch.right_numbers[after]
            if at >= 0:
                postings[at] = slot
                scratch.right_numbers[after] = at + 1


@kernel
def clear_touched(scratch, n_left, n_right):
    """Set the sums of the neighbours met back to zero."""
    for i in range(n_left):
        scratch.left_weights[scratch.touched_left[i]] = 0
        scratch.left_numbers[scratch.touched_left[i]] = 0
    for i in range(n_right):
        scratch.right_weights[scratch.touched_right[i]] = 0
        scratch.right_numbers[scratch.touched_right[i]] = 0


@kernel
def add_per_source(arena, sources, scratch, n, row):
    """Add the weighted occurrences of one merge to the sources they lie in.

    row  int64[n_sources]    added to
    """
    for i in range(n):
        pretoken = arena.pretoken_of[scratch.occurrences[i]]
        for j in range(sources.starts[pretoken], sources.starts[pretoken + 1]):
            row[sources.indices[j]] += sources.counts[j]


@kernel
def note_token(arena, order, new_id, left, right, slot):
    """Where the bytes of a new token stand, and the first eight of them.

    order  keys uint64[vocab_size], places and lengths int64[vocab_size]
    slot   where the token begins in the arena

    Every pre-token has one empty slot before it that its bytes in `order.data` have not.
    """
    prefix = order.keys[left]
    if order.lengths[left] < PREFIX_BYTES:
        prefix |= order.keys[right] >> np.uint64(8 * order.lengths[left])
    order.keys[new_id] = prefix
    order.places[new_id] = slot - 1 - arena.pretoken_of[slot]


@kernel
def merge_slice(arena, table, heap, scratch, sources, order, results, limits, cursor):
    """Merge until the slice's limits are reached; returns what is wanted next.

    sources  starts int64[n_pretokens + 1], indices uint32[m], counts int64[m],
             weights int64[n_pretokens]
    order    lengths int64[vocab_size]
    results  merges uint32[n_merges, 2], counts int64[n_merges], applied int64[n_merges],
             source_applied int64[n_merges, n_sources]
    limits   min_count, max_token_bytes, max_merges, max_work as numbers
    cursor   int64[8]
    """
    lengths = order.lengths
    stop = min(results.merges.shape[0], cursor[N_MERGES] + limits.max_merges)
    cursor[WORK] = 0
    while cursor[N_MERGES] < stop and cursor[WORK] < limits.max_work:
        pair = best_pair(arena, table, heap, cursor, order, limits.min_count)
        if pair < 0:
            return NO_PAIR_LEFT
        size = table.sizes[pair]
        if cursor[N_POSTINGS] + 2 * size > arena.postings.shape[0]:
            return GROW_POSTINGS
        if cursor[N_PAIRS] + 2 * min(size, 257 + cursor[N_MERGES]) > table.keys.shape[0]:
            return GROW_PAIRS
        k = cursor[N_MERGES]
        new_id = np.uint32(256 + k)
        left = np.uint32(table.keys[pair] >> SHIFT_32)
        right = np.uint32(table.keys[pair] & LOW_32)
        results.merges[k, 0] = left
        results.merges[k, 1] = right
        results.counts[k] = table.counts[pair]
        lengths[new_id] = lengths[left] + lengths[right]
        n = merge_occurrences(arena, table, pair, new_id, lengths[left], lengths[right], scratch)
        if order.kind == BY_BYTES:
            note_token(arena, order, new_id, left, right, np.int64(scratch.occurrences[0]))
        applied, n_left, n_right = gather_neighbours(
            arena, sources.weights, scratch, n, new_id, lengths[new_id]
        )
        results.applied[k] = applied
        add_per_source(arena, sources, scratch, n, results.source_applied[k])
        merge = (left, right, new_id, limits.min_count, limits.max_token_bytes - lengths[new_id])
        first_new_pair = cursor[N_PAIRS]
        update_pairs(table, cursor, lengths, scratch, (n_left, n_right), merge)
        table.counts[pair] = 0
        write_postings(arena, lengths, scratch, n, new_id)
        push_new_pairs(table, heap, cursor, arena.postings, order, first_new_pair)
        clear_touched(scratch, n_left, n_right)
        cursor[N_MERGES] = k + 1
        cursor[WORK] += size + 64
    return DONE_SLICE
