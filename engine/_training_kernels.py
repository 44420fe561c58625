"""Kernels of the merge loop, on flat arrays.

Every distinct pre-token lies once in an arena of slots, one slot per byte, with an empty slot
after it. A token that covers several slots writes its id into its first and its last slot, so
both neighbours of a token are one look away: the next one starts where it ends, the previous one
ends in the slot before it. Ids only grow, so a posting, the slot where the left half of a pair
starts, is stale exactly when that slot or the one after the left half holds another id.

A pair comes into being in one merge only, the one that makes its younger half, so its postings
are written once, back to back, in ascending order. From then on its count only falls: the heap
keeps an upper bound and a popped entry is refreshed before it is believed.

Arrays that always go together are NamedTuples of merge_loop, and mean the same everywhere:

    arena    symbols uint32[n_slots], pretoken_of uint32[n_slots], postings uint32[size]
    table    keys uint64[], counts int64[], starts int64[], sizes int64[], slots uint32[]
    heap     counts int64[capacity], ties uint64[capacity], pairs uint32[capacity]
    scratch  see gather_neighbours;  cursor int64[8], the numbers below
"""

from __future__ import annotations

import numpy as np

from engine.kernel_cache import kernel

NO_TOKEN = np.uint32(0xFFFFFFFF)  # empty slot, and the inside of a token
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT_32 = np.uint64(32)

# Fields of `cursor`, the numbers that change from call to call.
N_PAIRS = 0  # pairs in the pair table
N_POSTINGS = 1  # postings in use
HEAP_SIZE = 2
N_MERGES = 3  # merges done
HEAP_FLOOR = 4  # pairs counted less often than this are not in the heap yet
WORK = 5  # postings visited, to size slices by

# What `merge_slice` wants next.
DONE_SLICE = 0
NO_PAIR_LEFT = 1
GROW_PAIRS = 2
GROW_POSTINGS = 3


@kernel
def slot_of_pair(key, keys, slots):
    """The slot that holds `key` (left << 32 | right), or the empty one where it belongs.

    keys   uint64[capacity]
    slots  uint32[2^k]         pair + 1, 0 for empty
    """
    mask = np.int64(slots.shape[0] - 1)
    h = key * _MULTIPLIER
    slot = np.int64(h ^ (h >> _SHIFT_32)) & mask
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
def comes_first(count_a, tie_a, count_b, tie_b):
    """Whether pair a is merged before pair b: the greater count, then the smaller tie key.

    Numbers only: int64, uint64, int64, uint64.
    """
    return count_a > count_b or (count_a == count_b and tie_a < tie_b)


@kernel
def sift_down(heap, size, at):
    """Let the entry at `at` sink to its place."""
    counts, ties, pairs = heap.counts, heap.ties, heap.pairs
    count, tie, pair = counts[at], ties[at], pairs[at]
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        if child + 1 < size and comes_first(
            counts[child + 1], ties[child + 1], counts[child], ties[child]
        ):
            child += 1
        if not comes_first(counts[child], ties[child], count, tie):
            break
        counts[at], ties[at], pairs[at] = counts[child], ties[child], pairs[child]
        at = child
    counts[at], ties[at], pairs[at] = count, tie, pair


@kernel
def push(heap, size, count, tie, pair):
    """Add an entry; returns the new size."""
    counts, ties, pairs = heap.counts, heap.ties, heap.pairs
    at = size
    while at > 0:
        parent = (at - 1) // 2
        if not comes_first(count, tie, counts[parent], ties[parent]):
            break
        counts[at], ties[at], pairs[at] = counts[parent], ties[parent], pairs[parent]
        at = parent
    counts[at], ties[at], pairs[at] = count, tie, pair
    return size + 1


@kernel
def tie_of(key, tie_keys):
    """The tie key of a pair: tie_keys of its left half, then of its right half.

    tie_keys  uint64[vocab_size]   place of each id in the order that breaks ties
    """
    left = tie_keys[np.int64(key >> _SHIFT_32)]
    right = tie_keys[np.int64(key & np.uint64(0xFFFFFFFF))]
    return (left << _SHIFT_32) | right


@kernel
def refill_heap(table, heap, cursor, tie_keys, new_floor):
    """Take the pairs with new_floor <= count < the old floor into the heap.

    cursor int64[8], tie_keys uint64[vocab_size]

    Counts only fall, so a pair that once was in the heap is in it still, with its upper bound,
    or was thrown out below the old floor: exactly the pairs not in the heap lie below it.
    """
    size = cursor[HEAP_SIZE]
    for pair in range(cursor[N_PAIRS]):
        count = table.counts[pair]
        if new_floor <= count < cursor[HEAP_FLOOR]:
            size = push(heap, size, count, tie_of(table.keys[pair], tie_keys), pair)
    cursor[HEAP_SIZE] = size
    cursor[HEAP_FLOOR] = new_floor


@kernel
def best_pair(table, heap, cursor, tie_keys, min_count):
    """The pair to merge next, left on top of the heap, or -1 where none reaches min_count.

    cursor int64[8], tie_keys uint64[vocab_size]

    An entry whose count fell is refreshed in place; one that fell below the floor leaves the
    heap and comes back when the floor has sunk to it. Where the heap runs empty the floor sinks
    to an eighth.
    """
    while True:
        while cursor[HEAP_SIZE] > 0:
            pair = np.int64(heap.pairs[0])
            count = table.counts[pair]
            if count == heap.counts[0]:
                return pair
            if count >= cursor[HEAP_FLOOR]:
                heap.counts[0] = count
            else:
                last = cursor[HEAP_SIZE] - 1
                heap.counts[0] = heap.counts[last]
                heap.ties[0] = heap.ties[last]
                heap.pairs[0] = heap.pairs[last]
                cursor[HEAP_SIZE] = last
            sift_down(heap, cursor[HEAP_SIZE], 0)
        if cursor[HEAP_FLOOR] <= min_count:
            return -1
        refill_heap(table, heap, cursor, tie_keys, max(min_count, cursor[HEAP_FLOOR] // 8))


@kernel
def merge_occurrences(arena, table, pair, new_id, length_left, length_right, scratch):
    """Replace every occurrence of `pair` by new_id; where two overlap, the left one wins.

    Fills scratch.occurrences and returns how many. Example: a a a with pair (a, a) -> X a.
    """
    symbols = arena.symbols
    left = np.uint32(table.keys[pair] >> _SHIFT_32)
    right = np.uint32(table.keys[pair] & np.uint64(0xFFFFFFFF))
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
def lower_pair(table, left, right, weight):
    """Take `weight` occurrences off a pair, if the table holds it."""
    key = (np.uint64(left) << _SHIFT_32) | np.uint64(right)
    entry = table.slots[slot_of_pair(key, table.keys, table.slots)]
    if entry != 0:
        table.counts[entry - 1] -= weight


@kernel
def add_pair(table, heap, cursor, tie_keys, halves, weight, number):
    """Enter a new pair with room for its postings; returns where they begin.

    halves    (left id, right id)
    cursor int64[8], tie_keys uint64[vocab_size]
    """
    key = (np.uint64(halves[0]) << _SHIFT_32) | np.uint64(halves[1])
    pair = cursor[N_PAIRS]
    start = cursor[N_POSTINGS]
    table.keys[pair] = key
    table.slots[slot_of_pair(key, table.keys, table.slots)] = pair + 1
    table.counts[pair] = weight
    table.starts[pair] = start
    table.sizes[pair] = number
    cursor[N_PAIRS] = pair + 1
    cursor[N_POSTINGS] = start + number
    if weight >= cursor[HEAP_FLOOR]:
        cursor[HEAP_SIZE] = push(heap, cursor[HEAP_SIZE], weight, tie_of(key, tie_keys), pair)
    return start


@kernel
def update_pairs(table, heap, cursor, tie_keys, lengths, scratch, n_touched, merge):
    """Lower the pairs that a merge broke and enter those that it made.

    cursor     int64[8];  tie_keys uint64[vocab_size]
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
            start = add_pair(table, heap, cursor, tie_keys, (other, new_id), weight, number)
            scratch.left_numbers[other] = start
    for i in range(n_touched[1]):
        other = scratch.touched_right[i]
        weight = scratch.right_weights[other]
        lower_pair(table, right, left if other == new_id else other, weight)
        number = scratch.right_numbers[other]
        scratch.right_numbers[other] = -1
        if weight >= min_count and lengths[other] <= longest:
            start = add_pair(table, heap, cursor, tie_keys, (new_id, other), weight, number)
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
def merge_slice(arena, table, heap, scratch, sources, results, limits, cursor):
    """Merge until the slice's limits are reached; returns what is wanted next.

    sources  starts int64[n_pretokens + 1], indices uint32[m], counts int64[m],
             weights int64[n_pretokens]
    results  merges uint32[n_merges, 2], counts int64[n_merges], applied int64[n_merges],
             source_applied int64[n_merges, n_sources], lengths int64[vocab_size],
             tie_keys uint64[vocab_size]
    limits   min_count, max_token_bytes, max_merges, max_work as numbers
    cursor   int64[8]
    """
    lengths = results.lengths
    stop = min(results.merges.shape[0], cursor[N_MERGES] + limits.max_merges)
    cursor[WORK] = 0
    while cursor[N_MERGES] < stop and cursor[WORK] < limits.max_work:
        pair = best_pair(table, heap, cursor, results.tie_keys, limits.min_count)
        if pair < 0:
            return NO_PAIR_LEFT
        size = table.sizes[pair]
        if cursor[N_POSTINGS] + 2 * size > arena.postings.shape[0]:
            return GROW_POSTINGS
        if cursor[N_PAIRS] + 2 * min(size, 257 + cursor[N_MERGES]) > table.keys.shape[0]:
            return GROW_PAIRS
        k = cursor[N_MERGES]
        new_id = np.uint32(256 + k)
        left = np.uint32(table.keys[pair] >> _SHIFT_32)
        right = np.uint32(table.keys[pair] & np.uint64(0xFFFFFFFF))
        results.merges[k, 0] = left
        results.merges[k, 1] = right
        results.counts[k] = table.counts[pair]
        lengths[new_id] = lengths[left] + lengths[right]
        n = merge_occurrences(arena, table, pair, new_id, lengths[left], lengths[right], scratch)
        applied, n_left, n_right = gather_neighbours(
            arena, sources.weights, scratch, n, new_id, lengths[new_id]
        )
        results.applied[k] = applied
        add_per_source(arena, sources, scratch, n, results.source_applied[k])
        longest = limits.max_token_bytes - lengths[new_id]
        merge = (left, right, new_id, limits.min_count, longest)
        update_pairs(
            table, heap, cursor, results.tie_keys, lengths, scratch, (n_left, n_right), merge
        )
        table.counts[pair] = 0
        write_postings(arena, lengths, scratch, n, new_id)
        clear_touched(scratch, n_left, n_right)
        cursor[N_MERGES] = k + 1
        cursor[WORK] += size + 64
    return DONE_SLICE
