"""Kernels that lay the distinct pre-tokens out as bytes and count their pairs."""

from __future__ import annotations

import numpy as np

from engine.compiled import count_ones, kernel, kernel_part
from engine.training._pair_kernels import NO_TOKEN

SHARED_BITS = 20
"""Bits for the number of sources of one pre-token."""


@kernel
def lay_out(data, starts, order, symbols, borders):
    """Lay the pre-tokens into the arena, one after another in the given order.

    data     uint8[n_bytes]       bytes of the distinct pre-tokens, back to back
    starts   int64[n + 1]         pre-token i owns data[starts[i]:starts[i + 1]]
    order    int64[n]             which pre-token comes when; empty for 0, 1, 2, ...
    symbols  uint32[n_slots]      token ids, filled here; slot 0 and one after each are empty
    borders  uint64[n_blocks, 2]  for every 64 slots: the empty ones before them, and a bit for
                                  each empty one among them; filled here, all zero before
    """
    slot = 0
    symbols[0] = NO_TOKEN
    borders[0, 1] = np.uint64(1)
    for turn in range(starts.shape[0] - 1):
        i = order[turn] if order.shape[0] else turn
        for j in range(starts[i], starts[i + 1]):
            slot += 1
            symbols[slot] = data[j]
        slot += 1
        symbols[slot] = NO_TOKEN
        borders[slot >> 6, 1] |= np.uint64(1) << np.uint64(slot & 63)
    before = 0
    for block in range(borders.shape[0]):
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
def fill_byte_postings(symbols, cursors, postings):
    """Write the postings of the byte pairs, each pair's in ascending order.

    symbols   uint32[n_slots]
    cursors   int64[65536]       where the next posting of a pair goes; -1 for pairs not wanted
    postings  uint32[size]       filled here
    """
    for slot in range(1, symbols.shape[0] - 1):
        left = symbols[slot]
        right = symbols[slot + 1]
        if left != NO_TOKEN and right != NO_TOKEN:
            pair = left * 256 + right
            if cursors[pair] >= 0:
                postings[cursors[pair]] = slot
                cursors[pair] += 1
