"""Kernels that lay the distinct pre-tokens out as bytes and count their pairs."""

from __future__ import annotations

from engine._pair_kernels import NO_TOKEN
from engine.kernel_cache import kernel


@kernel
def lay_out(data, starts, order, symbols, pretoken_of):
    """Lay the pre-tokens into the arena, one after another in the given order.

    data         uint8[n_bytes]    bytes of the distinct pre-tokens, back to back
    starts       int64[n + 1]      pre-token i owns data[starts[i]:starts[i + 1]]
    order        int64[n]          which pre-token comes when; empty for 0, 1, 2, ...
    symbols      uint32[n_slots]   token ids, filled here; slot 0 and one after each are empty
    pretoken_of  uint32[n_slots]   which pre-token a slot belongs to, filled here
    """
    slot = 0
    symbols[0] = NO_TOKEN
    for turn in range(starts.shape[0] - 1):
        i = order[turn] if order.shape[0] else turn
        for j in range(starts[i], starts[i + 1]):
            slot += 1
            symbols[slot] = data[j]
            pretoken_of[slot] = i
        slot += 1
        symbols[slot] = NO_TOKEN


@kernel
def count_byte_pairs(symbols, pretoken_of, counts, pair_counts, pair_postings):
    """Count the pairs of bytes, weighted by the count of their pre-token.

    symbols        uint32[n_slots]     arena of `lay_out`
    pretoken_of    uint32[n_slots]
    counts         int64[n_pretokens]
    pair_counts    int64[65536]        by left * 256 + right, added to here
    pair_postings  int64[65536]        places of the pair in the arena, added to here
    """
    for slot in range(1, symbols.shape[0] - 1):
        left = symbols[slot]
        right = symbols[slot + 1]
        if left != NO_TOKEN and right != NO_TOKEN:
            pair = left * 256 + right
            pair_counts[pair] += counts[pretoken_of[slot]]
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
