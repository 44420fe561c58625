"""Kernels that begin a merge loop in the middle: pre-tokens as the tokens of merges already made.

The arena is that of _training_kernels. Its tokens are met in blocks, so that the memory that each
pair of them asks for is on its way before its turn:

    block  see seeding._Block
    at     int64[2]: the slot and the pre-token, by turn, where the next block begins; (0, -1) at
           the beginning of the arena
    cells  int64[2^k]: sums of the counts of all pairs that fall there, so upper bounds of each

Slow reference: `train` of tests/reference_bpe.py, in tests/engine/test_seeded_merging.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, prefetch
from engine.encoding import SCANNED, merge_short, merge_windows
from engine.training._heap_kernels import PREFIX_BYTES
from engine.training._pair_kernels import (
    COUNT,
    KEY,
    N_PAIRS,
    NO_TOKEN,
    SIZE,
    START,
    first_cell,
    first_slot,
    key_of,
    slot_of_pair,
)


@kernel
def write_tokens(data, starts, order, model, room, merged, symbols, n_tokens):
    """Write every pre-token as its tokens over its bytes in the arena.

    data      uint8[n_bytes], starts int64[n + 1], order int64[n]: as `lay_out` takes them
    model     merges of _merging_kernels, and their room
    merged    uint32[longest]    working memory, one place per byte of the longest pre-token
    symbols   uint32[n_slots]    as `lay_out` fills it
    n_tokens  uint32[n]          tokens of each pre-token, filled here
    """
    slot = 1
    for turn in range(starts.shape[0] - 1):
        i = order[turn] if order.shape[0] else turn
        length = starts[i + 1] - starts[i]
        if length > SCANNED:
            ids = merged
            n = merge_windows(data, starts[i], length, model, room, ids, 0)
        else:
            ids = room.found
            n = merge_short(data, starts[i], length, model, room.ids, room.keys, ids)
        n_tokens[i] = n
        for j in range(n):
            token = ids[j]
            end = slot + model.lengths[token]
            for inside in range(slot + 1, end - 1):
                symbols[inside] = NO_TOKEN
            symbols[slot] = token
            symbols[end - 1] = token
            slot = end
        slot += 1


@kernel
def first_bytes(merges, keys, lengths):
    """The first eight bytes of each token, big-endian and filled up with zeros.

    merges   uint32[n, 2]
    keys     uint64[vocab_size]    those of the bytes are there; filled from 256 on
    lengths  int64[vocab_size]     bytes of each token
    """
    for rank in range(merges.shape[0]):
        left, right = np.int64(merges[rank, 0]), np.int64(merges[rank, 1])
        key = keys[left]
        if lengths[left] < PREFIX_BYTES:
            key |= keys[right] >> np.uint64(8 * lengths[left])
        keys[256 + rank] = key


@kernel_part
def next_block(symbols, lengths, facts, longest, at, block):
    """Fill the block with the next pairs that may be merged; returns how many, 0 at the end.

    symbols  uint32[n_slots], lengths int64[vocab_size], facts int64[n, 2]
    longest  bytes of the longest token that is not of two bytes
    """
    keys, weights, places = block.keys, block.weights, block.places
    end = symbols.shape[0] - 1
    slot, turn = at[0], at[1]
    n = 0
    while slot < end and n < keys.shape[0]:
        left = symbols[slot]
        if left == NO_TOKEN:
            turn += 1
            slot += 1
            continue
        middle = slot + lengths[left]
        right = symbols[middle]
        if right != NO_TOKEN:
            is_of_bytes = left < 256 and right < 256
            if is_of_bytes or lengths[left] + lengths[right] <= longest:
                keys[n] = key_of(left, right)
                weights[n] = facts[turn, 0]
                places[n] = slot
                n += 1
        slot = middle
    at[0], at[1] = slot, turn
    return n


@kernel
def add_to_cells(symbols, lengths, facts, longest, at, block, cells):
    """Add the counts of all pairs to the cells they fall into.

    symbols  uint32[n_slots], lengths int64[vocab_size], facts int64[n, 2]: see next_block
    cells    int64[2^k]    added to
    """
    while True:
        n = next_block(symbols, lengths, facts, longest, at, block)
        if n == 0:
            return
        for i in range(n):
            cell = first_cell(block.keys[i], cells)
            block.places[i] = cell
            prefetch(cells, cell)
        for i in range(n):
            cells[block.places[i]] += block.weights[i]


@kernel
def count_token_pairs(symbols, lengths, facts, limits, at, block, cells, table, cursor):
    """Count the pairs whose cell reaches the least count, each in a row of the table.

    limits  min_count, max_token_bytes
    cells   int64[2^k]    as add_to_cells fills it
    table   entries int64[capacity, 4], slots uint32[2^k]; COUNT and SIZE are counted here
    cursor  int64[8]

    Returns whether all are counted; if not, the table wants to grow before the next call.
    """
    entries, slots = table.entries, table.slots
    keys, weights = block.keys, block.weights
    while cursor[N_PAIRS] + keys.shape[0] <= entries.shape[0]:
        n = next_block(symbols, lengths, facts, limits.max_token_bytes, at, block)
        if n == 0:
            return True
        for i in range(n):
            prefetch(cells, first_cell(keys[i], cells))
        m = 0
        for i in range(n):
            if cells[first_cell(keys[i], cells)] >= limits.min_count:
                keys[m], weights[m] = keys[i], weights[i]
                prefetch(slots, first_slot(keys[m], slots))
                m += 1
        for i in range(m):
            prefetch(entries, (np.int64(slots[first_slot(keys[i], slots)]) - 1) * 4)
        for i in range(m):
            slot = slot_of_pair(keys[i], entries, slots)
            if slots[slot] == 0:
                row = cursor[N_PAIRS]
                cursor[N_PAIRS] = row + 1
                slots[slot] = row + 1
                entries[row, KEY] = keys[i]
                entries[row, COUNT] = weights[i]
                entries[row, START] = 0
                entries[row, SIZE] = 1
            else:
                row = np.int64(slots[slot]) - 1
                entries[row, COUNT] += weights[i]
                entries[row, SIZE] += 1
    return False


@kernel
def fill_token_postings(symbols, lengths, facts, longest, at, block, table, n_pairs, postings):
    """Write the postings of the pairs in the table, each pair's in ascending order.

    table     n_pairs rows, whose START says where their postings go
    postings  uint32[size]    filled here
    """
    entries, slots = table.entries, table.slots
    while True:
        n = next_block(symbols, lengths, facts, longest, at, block)
        if n == 0:
            break
        for i in range(n):
            prefetch(slots, first_slot(block.keys[i], slots))
        for i in range(n):
            prefetch(entries, (np.int64(slots[first_slot(block.keys[i], slots)]) - 1) * 4)
        for i in range(n):
            row = np.int64(slots[slot_of_pair(block.keys[i], entries, slots)]) - 1
            if row >= 0:
                postings[entries[row, START]] = block.places[i]
                entries[row, START] += 1
    for row in range(n_pairs):
        entries[row, START] -= entries[row, SIZE]
