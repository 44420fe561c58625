"""Kernels that recover merges: which two tokens the last merge of each token joins.

Slow reference: `kept_merges` of tests/engine/test_json_merges.py, which merges token by token.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part

NO_RANK = np.uint32(0xFFFFFFFF)

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT_32 = np.uint64(32)


@kernel_part
def slot_of(left, right, keys, ranks):
    """The slot of a pair in an open-addressing table, or the empty one it would take.

    keys   uint64[2^k]    left << 32 | right
    ranks  uint32[2^k]    NO_RANK if empty
    """
    mask = np.int64(keys.shape[0] - 1)
    key = (np.uint64(left) << _SHIFT_32) | np.uint64(right)
    h = key * _MULTIPLIER
    slot = np.int64(h ^ (h >> _SHIFT_32)) & mask
    while ranks[slot] != NO_RANK and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel_part
def enter_pair(left, right, rank, keys, ranks):
    """Put a pair into the table; a known one keeps its rank.

    keys   uint64[2^k]    as in slot_of
    ranks  uint32[2^k]
    """
    slot = slot_of(left, right, keys, ranks)
    if ranks[slot] == NO_RANK:
        keys[slot] = (np.uint64(left) << _SHIFT_32) | np.uint64(right)
        ranks[slot] = rank


@kernel
def enter_pairs(pairs, keys, ranks):
    """Put all pairs into the table with their positions as ranks.

    pairs  uint32[n, 2]
    keys   uint64[2^k]     as in slot_of
    ranks  uint32[2^k]
    """
    for rank in range(pairs.shape[0]):
        enter_pair(pairs[rank, 0], pairs[rank, 1], np.uint32(rank), keys, ranks)


@kernel_part
def merge_alone(data, start, length, keys, ranks, made, parts, last):
    """Merge the bytes of one token by themselves, the lowest rank first; returns how many remain.

    data   uint8[n]           the token is data[start:start + length]
    keys   uint64[2^k]        as in slot_of
    ranks  uint32[2^k]
    made   uint32[n_ranks]    what the merge of each rank makes
    parts  uint32[longest]    work space; the parts that remain
    last   uint32[2]          the two parts there were when only two were left
    """
    n = length
    for i in range(n):
        parts[i] = data[start + i]
    while True:
        if n == 2:
            last[0], last[1] = parts[0], parts[1]
        best = NO_RANK
        at = 0
        for i in range(n - 1):
            rank = ranks[slot_of(parts[i], parts[i + 1], keys, ranks)]
            if rank < best:
                best = rank
                at = i
        if best == NO_RANK:
            return n
        parts[at] = made[best]
        n -= 1
        for i in range(at + 1, n):
            parts[i] = parts[i + 1]


@kernel
def recover_merges(data, starts, keys, ranks, made, parts, pairs):
    """The two parts of each token by the merges of the tokens before it, in order of rank.

    data    uint8[size]         token i is data[starts[i]:starts[i + 1]], two bytes and more
    starts  int64[n + 1]
    keys    uint64[2^k]         as in slot_of; empty before
    ranks   uint32[2^k]         all NO_RANK before
    made    uint32[n]           256 + i: the number of each token
    parts   uint32[longest]     work space
    pairs   uint32[n, 2]        filled here; NO_RANK twice if no merge makes a token
    """
    last = np.zeros(2, np.uint32)
    for i in range(starts.shape[0] - 1):
        length = starts[i + 1] - starts[i]
        n = merge_alone(data, starts[i], length, keys, ranks, made, parts, last)
        if n == 2:
            pairs[i, 0], pairs[i, 1] = last[0], last[1]
            enter_pair(last[0], last[1], np.uint32(i), keys, ranks)
        else:
            pairs[i, 0] = pairs[i, 1] = NO_RANK


@kernel
def last_pairs(data, starts, keys, ranks, made, parts, pairs, left_over):
    """The last merge and the result of merging each token's own bytes.

    data       uint8[size]         token i is data[starts[i]:starts[i + 1]]
    starts     int64[n + 1]
    keys       uint64[2^k]         as in slot_of; with all merges
    ranks      uint32[2^k]
    made       uint32[n_ranks]     what the merge of each rank makes
    parts      uint32[longest]     work space
    pairs      uint32[n, 2]        filled here: the two parts of its last merge, zeros without one
    left_over  int64[n]            filled here: the part that remains if there is one, else -1
    """
    last = np.zeros(2, np.uint32)
    for i in range(starts.shape[0] - 1):
        length = starts[i + 1] - starts[i]
        last[0] = last[1] = 0
        n = merge_alone(data, starts[i], length, keys, ranks, made, parts, last)
        pairs[i, 0], pairs[i, 1] = last[0], last[1]
        left_over[i] = np.int64(parts[0]) if n == 1 else -1
