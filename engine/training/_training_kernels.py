"""Kernels of the merge loop, on flat arrays.

Every distinct pre-token lies once in an arena of slots, one slot per byte, with an empty slot
after it. A token that covers several slots writes its id into its first and its last slot, so
both neighbours of a token are one look away: the next one starts where it ends, the previous one
ends in the slot before it. Ids only grow, so a posting, the slot where the left half of a pair
starts, is stale exactly when that slot or the one after the left half holds another id.

A pair comes into being in one merge only, the one that makes its younger half, so its postings
are written once, back to back, in ascending order. From then on its count only falls: the heap
keeps an upper bound and a popped entry is refreshed before it is believed. The place where a pair
is seen first only moves on, which is a bound of the same kind.

Records of arrays are described at their types in engine.training.layout (TieOrder has the
four kinds of ties); cursor is int64[8], with the fields that _pair_kernels names. Slow reference:
`train` of tests/reference_bpe.py, in tests/engine/training/test_training.py, test_ties.py and
test_weighted_training.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, prefetch, publish_word
from engine.training._pair_kernels import (
    ALLOWED,
    COUNT,
    HEAP_FLOOR,
    HEAP_SIZE,
    KEY,
    LOW_32,
    N_MERGES,
    N_PAIRS,
    N_POSTINGS,
    PREFIX_BYTES,
    SHARED,
    SHIFT_32,
    SIZE,
    START,
    WORK,
    turn_of,
)
from engine.training._replacing_kernels import (
    AHEAD,
    APPLIED,
    ENDED,
    replace_pair,
    second_part,
    update_pairs,
    write_parts,
)

BY_PLACE = 0
BY_BYTES = 1
BY_SIGHT = 2
BY_PIECE = 3

# What `merge_slice` wants next.
DONE_SLICE = 0
NO_PAIR_LEFT = 1
GROW_PAIRS = 2
MAKE_ROOM = 3
ASK_VETO = 4
SPACE = 0x20


@kernel_part
def compare_tokens(a, b, tie_order):
    """Below, equal to or above 0 as the bytes of token a are less than, equal to or above b's.

    Where one is the beginning of the other, the shorter one is less.
    """
    if tie_order.keys[a] != tie_order.keys[b]:
        return -1 if tie_order.keys[a] < tie_order.keys[b] else 1
    length_a, length_b = tie_order.lengths[a], tie_order.lengths[b]
    for i in range(PREFIX_BYTES, min(length_a, length_b)):
        byte_a = tie_order.data[tie_order.places[a] + i]
        byte_b = tie_order.data[tie_order.places[b] + i]
        if byte_a != byte_b:
            return -1 if byte_a < byte_b else 1
    return length_a - length_b


@kernel_part
def byte_of(left, right, i, tie_order):
    """Byte i of the token that two tokens would become, 0 behind its end."""
    token = left
    if i >= tie_order.lengths[left]:
        token = right
        i -= tie_order.lengths[left]
        if i >= tie_order.lengths[right]:
            return np.int64(0)
    if i < PREFIX_BYTES:
        return np.int64((tie_order.keys[token] >> np.uint64(56 - 8 * i)) & np.uint64(0xFF))
    return np.int64(tie_order.data[tie_order.places[token] + i])


@kernel_part
def precedes_block(left, right, i, tie_order):
    """Whether the bytes of a pair from i on, no space, are less than those of ▁ (E2 96 81)."""
    for j in range(3):
        byte = byte_of(left, right, i + j, tie_order)
        block = 0xE2 if j == 0 else (0x96 if j == 1 else 0x81)
        if byte != block:
            return byte < block
    return False


@kernel_part
def wins_as_piece(tie_a, tie_b, tie_order):
    """Whether pair a makes the shorter token in characters, or the lesser one with ▁ for spaces.

    As sentencepiece: of equal tokens the one of the smallest ids.
    """
    left_a, right_a = np.int64(tie_a) >> 32, np.int64(tie_a) & LOW_32
    left_b, right_b = np.int64(tie_b) >> 32, np.int64(tie_b) & LOW_32
    size_a = tie_order.characters[left_a] + tie_order.characters[right_a]
    size_b = tie_order.characters[left_b] + tie_order.characters[right_b]
    if size_a != size_b or tie_a == tie_b:
        return size_a < size_b
    length_a = tie_order.lengths[left_a] + tie_order.lengths[right_a]
    length_b = tie_order.lengths[left_b] + tie_order.lengths[right_b]
    for i in range(min(length_a, length_b)):
        byte_a = byte_of(left_a, right_a, i, tie_order)
        byte_b = byte_of(left_b, right_b, i, tie_order)
        if byte_a == byte_b:
            continue
        if byte_a == SPACE:
            return not precedes_block(left_b, right_b, i, tie_order)
        if byte_b == SPACE:
            return precedes_block(left_a, right_a, i, tie_order)
        return byte_a < byte_b
    return length_a < length_b or (length_a == length_b and tie_a < tie_b)


@kernel_part
def wins_tie(tie_a, tie_b, tie_order):
    """Whether pair a is merged before the equally frequent pair b, by their uint64 ties."""
    if tie_order.kind == BY_PIECE:
        return wins_as_piece(tie_a, tie_b, tie_order)
    if tie_order.kind != BY_BYTES or tie_a == tie_b:
        return tie_a < tie_b
    key_a, key_b = np.int64(tie_a), np.int64(tie_b)
    compared = compare_tokens(key_a >> 32, key_b >> 32, tie_order)
    if compared == 0:
        compared = compare_tokens(key_a & LOW_32, key_b & LOW_32, tie_order)
    # Different ids with the same bytes: the smallest ids.
    return compared > 0 or (compared == 0 and tie_a < tie_b)


@kernel_part
def sift_down(heap, size, at, tie_order):
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
            or (counts[other] == counts[child] and wins_tie(ties[other], ties[child], tie_order))
        ):
            child = other
        if counts[child] < count or (
            counts[child] == count and not wins_tie(ties[child], tie, tie_order)
        ):
            break
        counts[at], ties[at], pairs[at] = counts[child], ties[child], pairs[child]
        at = child
    counts[at], ties[at], pairs[at] = count, tie, pair


@kernel_part
def push(heap, size, count, tie, pair, tie_order):
    """Add an entry; returns the new size."""
    counts, ties, pairs = heap.counts, heap.ties, heap.pairs
    at = size
    while at > 0:
        parent = (at - 1) // 2
        if count < counts[parent] or (
            count == counts[parent] and not wins_tie(tie, ties[parent], tie_order)
        ):
            break
        counts[at], ties[at], pairs[at] = counts[parent], ties[parent], pairs[parent]
        at = parent
    counts[at], ties[at], pairs[at] = count, tie, pair
    return size + 1


@kernel_part
def tie_of(table, pair, postings, tie_order):
    """The uint64 that decides between pairs of equal count; see the kinds above.

    postings  uint32[size]
    """
    if tie_order.kind == BY_SIGHT:
        return np.uint64(postings[table.entries[pair, START]])
    key = table.entries[pair, KEY]
    if tie_order.kind == BY_BYTES or tie_order.kind == BY_PIECE:
        return np.uint64(key)
    return (tie_order.keys[key >> 32] << SHIFT_32) | tie_order.keys[key & LOW_32]


@kernel_part
def push_new_pairs(table, heap, cursor, postings, tie_order, first):
    """Take the pairs from `first` on into the heap, if they reach its floor.

    cursor int64[8], postings uint32[size]; the pairs' postings are written
    """
    size = cursor[HEAP_SIZE]
    for pair in range(first, cursor[N_PAIRS]):
        count = table.entries[pair, COUNT]
        if count >= cursor[HEAP_FLOOR]:
            tie = tie_of(table, pair, postings, tie_order)
            size = push(heap, size, count, tie, pair, tie_order)
    cursor[HEAP_SIZE] = size


@kernel_part
def refill_heap(table, heap, cursor, postings, tie_order, new_floor):
    """Take the pairs with new_floor <= count < the old floor into the heap.

    cursor int64[8], postings uint32[size]

    Counts only fall, so a pair that once was in the heap is in it still, with its upper bound,
    or was thrown out below the old floor: exactly the pairs not in the heap lie below it.
    """
    size = cursor[HEAP_SIZE]
    for pair in range(cursor[N_PAIRS]):
        count = table.entries[pair, COUNT]
        if new_floor <= count < cursor[HEAP_FLOOR]:
            tie = tie_of(table, pair, postings, tie_order)
            size = push(heap, size, count, tie, pair, tie_order)
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
def best_pair(arena, table, heap, cursor, tie_order, min_count):
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
                if tie_order.kind != BY_SIGHT:
                    return pair
                seen = drop_stale_postings(arena, table, pair, tie_order.lengths)
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
            sift_down(heap, cursor[HEAP_SIZE], 0, tie_order)
        if cursor[HEAP_FLOOR] <= min_count:
            return -1
        new_floor = max(min_count, cursor[HEAP_FLOOR] // 8)
        refill_heap(table, heap, cursor, arena.postings, tie_order, new_floor)


@kernel
def compact_postings(arena, table, cursor, lengths, min_count, made):
    """Drop the postings that are stale or of pairs that will never be merged, in place.

    cursor   int64[8]
    lengths  int64[vocab_size]    bytes of each token
    made     uint32[n_ids]        row + 1 of the pair of each token whose postings are its places
                                  and whose COUNT is the token, negative; may be empty

    Rows stand in the order of their postings, so that all move towards the beginning. What is
    left is no more than the tokens of the arena: a place has one pair.
    """
    symbols, postings, entries = arena.symbols, arena.postings, table.entries
    to = 0
    for pair in range(cursor[N_PAIRS]):
        begin = entries[pair, START]
        end = begin + entries[pair, SIZE]
        entries[pair, START] = to
        token = -entries[pair, COUNT]
        is_token = 0 < token < made.shape[0] and made[token] == pair + 1
        if is_token or entries[pair, COUNT] >= min_count:
            key = entries[pair, KEY]
            left, right = np.uint32(key >> 32), np.uint32(key & LOW_32)
            length = lengths[np.int64(left)]
            if is_token:
                left, right, length = np.uint32(token), np.uint32(token), np.int64(0)
            for i in range(begin, end):
                if i + AHEAD < end:
                    prefetch(symbols, np.int64(postings[i + AHEAD]))
                slot = np.int64(postings[i])
                if symbols[slot] == left and symbols[slot + length] == right:
                    postings[to] = slot
                    to += 1
        entries[pair, SIZE] = to - entries[pair, START]
    cursor[N_POSTINGS] = to


@kernel_part
def note_token(arena, tie_order, new_id, left, right, slot):
    """Where the bytes of a new token stand, and the first eight of them.

    tie_order  keys uint64[vocab_size], places and lengths int64[vocab_size]
    slot       where the token begins in the arena

    Every pre-token has one empty slot before it that its bytes in `tie_order.data` have not.
    """
    prefix = tie_order.keys[left]
    if tie_order.lengths[left] < PREFIX_BYTES:
        prefix |= tie_order.keys[right] >> np.uint64(8 * tie_order.lengths[left])
    tie_order.keys[new_id] = prefix
    tie_order.places[new_id] = slot - 1 - turn_of(arena.borders, slot)


@kernel_part
def merge_pair(
    arena, table, heap, scratch, sources, tie_order, results, limits, cursor, team, pair
):
    """Merge one pair, for which there is room.

    cursor  int64[8]
    pair    its row of the table
    """
    lengths = tie_order.lengths
    k = cursor[N_MERGES]
    new_id = np.uint32(256 + k)
    key = table.entries[pair, KEY]
    left, right = np.uint32(key >> 32), np.uint32(key & LOW_32)
    results.merges[k, 0] = left
    results.merges[k, 1] = right
    results.counts[k] = table.entries[pair, COUNT]
    lengths[new_id] = lengths[left] + lengths[right]
    merge = (left, right, new_id, lengths[new_id], lengths[left])
    begin, size = table.entries[pair, START], table.entries[pair, SIZE]
    end = begin + size
    middle, n_parts = second_part(arena, begin, end, limits.least_shared), 1
    if middle < end:
        n_parts = 2
        cursor[SHARED] += 2 * min(middle - begin, end - middle)
    slot = replace_pair(
        arena, table, sources, scratch, team, (begin, middle, end), n_parts, merge,
        results.source_applied[k],
    )  # fmt: skip
    results.applied[k] = scratch.found[0, APPLIED]
    if tie_order.kind == BY_PIECE:
        characters = tie_order.characters
        characters[new_id] = characters[left] + characters[right]
    if tie_order.kind == BY_BYTES or tie_order.kind == BY_PIECE:
        note_token(arena, tie_order, new_id, left, right, slot)
    first_new_pair = cursor[N_PAIRS]
    update_pairs(table, cursor, lengths, scratch, merge, limits)
    table.entries[pair, COUNT] = 0
    write_parts(arena, lengths, scratch, team, n_parts, merge)
    push_new_pairs(table, heap, cursor, arena.postings, tie_order, first_new_pair)
    cursor[N_MERGES] = k + 1
    cursor[WORK] += size + 64


@kernel
def merge_slice(arena, table, heap, scratch, sources, tie_order, results, limits, cursor, team):
    """Merge until the slice's limits are reached; returns what is wanted next.

    results  see Results; limits: see Limits
    cursor   int64[8]
    team     see Team; another thread may be in help_merging meanwhile

    Where a veto is asked the pair on top of the heap is merged once cursor[ALLOWED] names it.
    """
    wanted = DONE_SLICE
    while cursor[N_MERGES] < limits.last_merge and cursor[WORK] < limits.max_work:
        pair = best_pair(arena, table, heap, cursor, tie_order, limits.min_count)
        if pair < 0:
            wanted = NO_PAIR_LEFT
            break
        if limits.asks_veto and cursor[ALLOWED] != pair:
            wanted = ASK_VETO
            break
        size = table.entries[pair, SIZE]
        if cursor[N_POSTINGS] + 2 * size > arena.postings.shape[0]:
            wanted = MAKE_ROOM
            break
        if cursor[N_PAIRS] + 2 * min(size, 257 + cursor[N_MERGES]) > table.entries.shape[0]:
            wanted = GROW_PAIRS
            break
        merge_pair(
            arena, table, heap, scratch, sources, tie_order, results, limits, cursor, team, pair
        )
    publish_word(team.words, np.uint64(0), ENDED)
    return wanted
