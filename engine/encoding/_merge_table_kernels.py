"""Kernels that make the tables of merges, and that recover merges from tokens.

The last ones find which two tokens the last merge of each token joins.

Slow references: `encode` of tests/reference_bpe.py, in tests/engine/encoding/test_merging.py;
`kept_merges` of tests/engine/formats/test_json_merges.py, which merges token by token.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part
from engine.encoding._merging_kernels import (
    EMPTY,
    FIRST_MULTIPLIER,
    ID_BITS,
    NO_ID,
    SECOND_MULTIPLIER,
    sieve_bits,
)

NO_PAIR = np.uint32(0xFFFFFFFF)
"""Of tokens that no merge makes, and where a table that recovers merges is empty."""
_ONE = np.uint64(1)
_ID_BITS = np.uint64(ID_BITS)
_RANK = np.uint64(NO_ID)
_SHIFT_32 = np.uint64(32)
_MOST_MOVES = 500


@kernel
def place_merges(merges, ranks, slots, shift):
    """Enter merges into empty slots; False if they do not fit and twice as many are needed.

    merges  uint32[n, 2]
    ranks   uint32[n]      value of each
    slots   uint64[2^k + 2^(k - 4)]    all EMPTY before, and 0 in the sieve, from 2^k on
    shift   64 - (k - 1)

    A repeated pair keeps its first rank.
    """
    half = np.int64(_ONE << (np.uint64(64) - shift))
    for i in range(merges.shape[0]):
        key = (np.uint64(merges[i, 0]) << _ID_BITS) | np.uint64(merges[i, 1])
        word, bits = sieve_bits(key * FIRST_MULTIPLIER, key * SECOND_MULTIPLIER, shift)
        slots[2 * half + np.int64(word)] |= bits
        first = slots[np.int64((key * FIRST_MULTIPLIER) >> shift)]
        second = slots[half + np.int64((key * SECOND_MULTIPLIER) >> shift)]
        if first >> _ID_BITS == key or second >> _ID_BITS == key:
            continue
        entry = (key << _ID_BITS) | np.uint64(ranks[i])
        in_second = False
        for _ in range(_MOST_MOVES):
            key = entry >> _ID_BITS
            if in_second:
                slot = half + np.int64((key * SECOND_MULTIPLIER) >> shift)
            else:
                slot = np.int64((key * FIRST_MULTIPLIER) >> shift)
            moved = slots[slot]
            slots[slot] = entry
            entry = moved
            if entry == EMPTY:
                break
            in_second = not in_second
        if entry != EMPTY:
            return False
    return True


@kernel
def fill_byte_pairs(merges, byte_pairs):
    """Enter where two bytes meet in merges: of themselves, and of longer parts.

    merges      uint32[n, 2]
    byte_pairs  uint64[65536]    all NO_BYTE_PAIR before; see MergeModel
    """
    edges = np.empty((256 + merges.shape[0], 2), np.uint8)
    for byte in range(256):
        edges[byte] = byte
    for rank in range(merges.shape[0]):
        left, right = np.int64(merges[rank, 0]), np.int64(merges[rank, 1])
        edges[256 + rank, 0] = edges[left, 0]
        edges[256 + rank, 1] = edges[right, 1]
        pair = np.int64(edges[left, 1]) + np.int64(edges[right, 0]) * 256
        if left < 256 and right < 256:
            set_first(byte_pairs, pair, np.uint64(0), rank)
        if right < 256:
            set_first(byte_pairs, pair, _ID_BITS, rank)
        if left < 256:
            set_first(byte_pairs, pair, _ID_BITS + _ID_BITS, rank)


@kernel_part
def set_first(byte_pairs, pair, place, rank):
    """Set a rank of a pair of bytes unless it has one.

    byte_pairs  uint64[65536]
    place       of its lowest bit
    """
    if (byte_pairs[pair] >> place) & _RANK == _RANK:
        byte_pairs[pair] ^= (np.uint64(rank) ^ _RANK) << place


@kernel
def add_up_lengths(merges, lengths):
    """The bytes of every token.

    merges   uint32[n, 2]
    lengths  int32[256 + n]    1 for the bytes; filled from 256 on
    """
    for rank in range(merges.shape[0]):
        lengths[256 + rank] = lengths[merges[rank, 0]] + lengths[merges[rank, 1]]


@kernel_part
def slot_of(left, right, keys, ranks):
    """The slot of a pair in an open-addressing table, or the empty one it would take.

    keys   uint64[2^k]    left << 32 | right
    ranks  uint32[2^k]    NO_PAIR if empty
    """
    mask = np.int64(keys.shape[0] - 1)
    key = (np.uint64(left) << _SHIFT_32) | np.uint64(right)
    h = key * FIRST_MULTIPLIER
    slot = np.int64(h ^ (h >> _SHIFT_32)) & mask
    while ranks[slot] != NO_PAIR and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel_part
def enter_pair(left, right, rank, keys, ranks):
    """Put a pair into the table; a known one keeps its rank.

    keys   uint64[2^k]    as in slot_of
    ranks  uint32[2^k]
    """
    slot = slot_of(left, right, keys, ranks)
    if ranks[slot] == NO_PAIR:
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
        best = NO_PAIR
        at = 0
        for i in range(n - 1):
            rank = ranks[slot_of(parts[i], parts[i + 1], keys, ranks)]
            if rank < best:
                best = rank
                at = i
        if best == NO_PAIR:
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
    ranks   uint32[2^k]         all NO_PAIR before
    made    uint32[n]           256 + i: the number of each token
    parts   uint32[longest]     work space
    pairs   uint32[n, 2]        filled here; NO_PAIR twice if no merge makes a token
    """
    last = np.zeros(2, np.uint32)
    for i in range(starts.shape[0] - 1):
        length = starts[i + 1] - starts[i]
        n = merge_alone(data, starts[i], length, keys, ranks, made, parts, last)
        if n == 2:
            pairs[i, 0], pairs[i, 1] = last[0], last[1]
            enter_pair(last[0], last[1], np.uint32(i), keys, ranks)
        else:
            pairs[i, 0] = pairs[i, 1] = NO_PAIR


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
