"""Kernels that lay pre-tokens out and count pairs of tokens.

The pairs of a merge loop are rows of a PairTable (engine.training.layout), found through
open addressing; the numbers of one pair lie in one cache line.
Slow reference: `count_pairs` of tests/reference_bpe.py, in tests/engine/training/test_training.py.

A merge loop may begin in the middle: pre-tokens as the tokens of merges already made. These tokens
are met in blocks, so that the memory that each pair of them asks for is on its way before its turn:

    block  see layout._Block
    at     int64[2]: the slot and the pre-token, by turn, where the next block begins; (0, -1) at
           the beginning of the arena
    cells  int64[2^k]: sums of the counts of all pairs that fall there, so upper bounds of each

Slow reference: `train` of tests/reference_bpe.py, in tests/engine/training/test_seeded_merging.py.

Stage two counts the pairs of tokens of a whole text in cells (`add_token_pairs`) and collects the
runs of tokens that merges may join (`collect_runs`).
Slow reference: `train_superwords` of tests/reference_superwords.py, in
tests/engine/training/test_superwords_reference.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import count_ones, kernel, kernel_part, prefetch
from engine.encoding import SCANNED, merge_short, merge_windows

NO_TOKEN = np.uint32(0xFFFFFFFF)  # empty slot, and the inside of a token
SHIFT_32 = np.uint64(32)
LOW_32 = 0xFFFFFFFF
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

SHARED_BITS = 20
"""Bits for the number of sources of one pre-token."""
TEXT_BLOCK = 256
"""Pairs of tokens of a text whose cells are asked for ahead."""
PREFIX_BYTES = 8
"""The first bytes of a token that are compared as one number; see TieOrder."""

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
SHARED = 7  # of WORK, what two threads did side by side: twice the smaller part of each merge


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


# Laying the distinct pre-tokens out as bytes, and counting their pairs.


@kernel
def lay_out(data, starts, order, part, symbols, borders):
    """Lay pre-tokens into a part of the arena, one after another in the given order.

    data     uint8[n_bytes]       bytes of the distinct pre-tokens, back to back
    starts   int64[n + 1]         pre-token i owns data[starts[i]:starts[i + 1]]
    order    int64[n]             which pre-token comes when; empty for 0, 1, 2, ...
    part     see layout.ArenaPart
    symbols  uint32[n_slots]      token ids, filled here; slot 0 and one after each are empty
    borders  uint64[n_blocks, 2]  for every 64 slots: the empty ones before them, and a bit for
                                  each empty one among them; filled here, all zero before
    """
    slot = part.first_slot
    for turn in range(part.first_turn, part.end_turn):
        symbols[slot] = NO_TOKEN
        borders[slot >> 6, 1] |= np.uint64(1) << np.uint64(slot & 63)
        slot += 1
        i = order[turn] if order.shape[0] else turn
        for j in range(starts[i], starts[i + 1]):
            symbols[slot] = data[j]
            slot += 1
    if part.end_turn == starts.shape[0] - 1:
        symbols[slot] = NO_TOKEN
        borders[slot >> 6, 1] |= np.uint64(1) << np.uint64(slot & 63)
    before = part.first_turn
    for block in range(part.first_block, part.end_block):
        borders[block, 0] = before
        before += count_ones(borders[block, 1])


@kernel_part
def turn_of(borders, slot):
    """Which pre-token the slot of a byte belongs to, in the order of the arena.

    borders  uint64[n_blocks, 2]    as `lay_out` fills it
    """
    block = slot >> 6
    below = (np.uint64(1) << np.uint64(slot & 63)) - np.uint64(1)
    return np.int64(borders[block, 0]) + count_ones(borders[block, 1] & below) - 1


@kernel
def note_pretokens(order, weights, starts, indices, facts):
    """Put what a merge asks of a pre-token into one place.

    order    int64[n]       which pre-token comes when; empty for 0, 1, 2, ...
    weights  int64[n]       occurrences in the corpus
    starts   int64[n + 1]   pre-token i occurs in the sources indices[starts[i]:starts[i + 1]]
    indices  uint32[m]
    facts    int64[n, 2]    by turn, filled here: its count; the source it occurs in, or, where
                            it occurs in several, -1 - (starts[i] << SHARED_BITS | how many)
    """
    for turn in range(facts.shape[0]):
        i = order[turn] if order.shape[0] else turn
        facts[turn, 0] = weights[i]
        n_sources = starts[i + 1] - starts[i]
        if n_sources == 1:
            facts[turn, 1] = indices[starts[i]]
        else:
            facts[turn, 1] = -1 - ((starts[i] << SHARED_BITS) | n_sources)


@kernel
def count_byte_pairs(symbols, facts, pair_counts, pair_postings):
    """Count the pairs of bytes, weighted by the count of their pre-token.

    symbols        uint32[n_slots]     arena of `lay_out`
    facts          int64[n, 2]         as `note_pretokens` fills it
    pair_counts    int64[65536]        by left * 256 + right, added to here
    pair_postings  int64[65536]        places of the pair in the arena, added to here
    """
    turn = -1
    for slot in range(symbols.shape[0] - 1):
        left = symbols[slot]
        right = symbols[slot + 1]
        if left == NO_TOKEN:
            turn += 1
        elif right != NO_TOKEN:
            pair = left * 256 + right
            pair_counts[pair] += facts[turn, 0]
            pair_postings[pair] += 1


@kernel
def fill_byte_postings(symbols, first, end, cursors, postings):
    """Write the postings of the byte pairs that begin in slots first to end, in ascending order.

    symbols   uint32[n_slots]
    cursors   int64[65536]       where the next posting of a pair goes; -1 for pairs not wanted
    postings  uint32[size]       filled here
    """
    for slot in range(first, end):
        left = symbols[slot]
        right = symbols[slot + 1]
        if left != NO_TOKEN and right != NO_TOKEN:
            pair = left * 256 + right
            if cursors[pair] >= 0:
                postings[cursors[pair]] = slot
                cursors[pair] += 1


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
            n = merge_short(
                data, starts[i], length, model.byte_pairs, model.slots, model.shift,
                room.ids, room.keys, ids,
            )  # fmt: skip
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
def count_token_pairs(symbols, lengths, facts, limits, at, block, cells, table, cursor, first):
    """Count the pairs whose cell reaches the least count, each in a row of the table.

    limits  min_count, max_token_bytes
    cells   int64[2^k]    as add_to_cells fills it
    table   entries int64[capacity, 4], slots uint32[2^k]; COUNT and SIZE are counted here
    cursor  int64[8]
    first   rows before it stay as they are

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
            elif slots[slot] > first:
                row = np.int64(slots[slot]) - 1
                entries[row, COUNT] += weights[i]
                entries[row, SIZE] += 1
    return False


@kernel
def fill_token_postings(symbols, lengths, facts, longest, at, block, table, first, end, postings):
    """Write the postings of the pairs in rows first to end, each pair's in ascending order.

    table     these are its last rows, and their START says where their postings go
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
            if row >= first:
                postings[entries[row, START]] = block.places[i]
                entries[row, START] += 1
    for row in range(first, end):
        entries[row, START] -= entries[row, SIZE]


@kernel
def add_token_pairs(ids, joins, weight, cells, places):
    """Add `weight` for every pair of tokens that a merge may join.

    ids     uint32[n]          tokens of a text, one after another
    joins   bool[n]            whether a merge may join tokens i and i + 1; the last one is False
    cells   int64[2^k]         sums over all pairs that fall there, so upper bounds of each
    places  int64[TEXT_BLOCK]  working memory
    """
    n = ids.shape[0] - 1
    begin = 0
    while begin < n:
        end = min(n, begin + TEXT_BLOCK)
        m = 0
        for i in range(begin, end):
            if joins[i]:
                cell = first_cell(key_of(ids[i], ids[i + 1]), cells)
                prefetch(cells, cell)
                places[m] = cell
                m += 1
        for i in range(m):
            cells[places[i]] += weight
        begin = end


@kernel
def collect_runs(data, ids, joins, lengths, is_often, runs, ends):
    """Write the bytes of every run of two tokens and more, one run after another.

    A run ends where nothing may join, and where the pair falls into a cell that is not counted
    often. One bit a cell stays near the processor where the cells themselves do not.

    data      uint8[n_bytes + 64]  the text
    ids       uint32[n]            its tokens, one after another
    joins     bool[n]              whether a merge may join tokens i and i + 1
    lengths   int32[n_ids]         bytes of each token
    is_often  uint8[2^k / 8]       a bit for each cell, the lowest first
    runs      uint8[n_bytes + 64]  filled
    ends      int64[n]             filled: where each run ends in `runs`

    Returns the number of runs.
    """
    n = ids.shape[0]
    n_runs = 0
    size = 0
    at = 0
    run_start = 0
    run_tokens = 0
    for i in range(n):
        at += np.int64(lengths[ids[i]])
        run_tokens += 1
        if joins[i]:
            cell = place_among(key_of(ids[i], ids[i + 1]), 8 * is_often.shape[0])
            if (is_often[cell >> 3] >> np.uint8(cell & 7)) & 1:
                continue
        if run_tokens > 1:
            for j in range(run_start, at):
                runs[size] = data[j]
                size += 1
            ends[n_runs] = size
            n_runs += 1
        run_start = at
        run_tokens = 0
    return n_runs
