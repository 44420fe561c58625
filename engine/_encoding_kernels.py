"""Kernels of encoding: pre-tokens to ids, by a cache in front of the exact merges."""

from __future__ import annotations

import numpy as np

from engine.kernel_cache import kernel
from engine.unaligned import load_word

NO_RANK = np.uint32(0xFFFFFFFF)
SHORT_PRETOKEN = 15
"""Longest pre-token that is its own key in the cache."""
LONG_PRETOKEN = 48
"""From this many bytes on merges are found with a heap instead of a scan."""

# Columns of a cache slot. FIRST holds two ids or a place, LAST the third id and the number of ids.
LOW, HIGH, FIRST, LAST = 0, 1, 2, 3

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MULTIPLIER = np.uint64(0xC2B2AE3D27D4EB4F)
_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
_EIGHT = np.uint64(8)
_SIXTEEN = np.uint64(16)
_SHIFT_56 = np.uint64(56)
_SHIFT_29 = np.uint64(29)
_SHIFT_32 = np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)


@kernel
def fill_ranks(merges, keys, ranks):
    """Enter the merges into an open-addressing table of pairs.

    merges  uint32[n, 2]
    keys    uint64[2^k]    left << 32 | right
    ranks   uint32[2^k]    rank of the pair, NO_RANK where empty; all empty before

    A pair that stands twice keeps its first rank.
    """
    mask = np.int64(keys.shape[0] - 1)
    for rank in range(merges.shape[0]):
        key = (np.uint64(merges[rank, 0]) << _SHIFT_32) | np.uint64(merges[rank, 1])
        h = key * _MULTIPLIER
        slot = np.int64(h ^ (h >> _SHIFT_32)) & mask
        while ranks[slot] != NO_RANK and keys[slot] != key:
            slot = (slot + 1) & mask
        if ranks[slot] == NO_RANK:
            keys[slot] = key
            ranks[slot] = rank


@kernel
def rank_of(left, right, keys, ranks):
    """The rank of the merge of two ids, or NO_RANK.

    keys   uint64[2^k]    left << 32 | right
    ranks  uint32[2^k]
    """
    mask = np.int64(keys.shape[0] - 1)
    key = (np.uint64(left) << _SHIFT_32) | np.uint64(right)
    h = key * _MULTIPLIER
    slot = np.int64(h ^ (h >> _SHIFT_32)) & mask
    while ranks[slot] != NO_RANK:
        if keys[slot] == key:
            return ranks[slot]
        slot = (slot + 1) & mask
    return NO_RANK


@kernel
def encode_short(data, start, length, keys, ranks, ids, pair_ranks):
    """Merge a pre-token by scanning for the lowest rank, in `ids`; returns how many ids.

    data        uint8[n]        text; the pre-token is data[start:start + length]
    keys        uint64[2^k]     as in rank_of
    ranks       uint32[2^k]
    ids         uint32[size]    filled here
    pair_ranks  uint32[size]    room: rank of (ids[i], ids[i + 1])
    """
    n = length
    for i in range(n):
        ids[i] = data[start + i]
    for i in range(n - 1):
        pair_ranks[i] = rank_of(ids[i], ids[i + 1], keys, ranks)
    while n > 1:
        best = NO_RANK
        at = 0
        for i in range(n - 1):
            if pair_ranks[i] < best:
                best = pair_ranks[i]
                at = i
        if best == NO_RANK:
            break
        ids[at] = np.uint32(256) + best
        for i in range(at + 1, n - 1):
            ids[i] = ids[i + 1]
            pair_ranks[i] = pair_ranks[i + 1]
        n -= 1
        if at > 0:
            pair_ranks[at - 1] = rank_of(ids[at - 1], ids[at], keys, ranks)
        if at < n - 1:
            pair_ranks[at] = rank_of(ids[at], ids[at + 1], keys, ranks)
    return n


@kernel
def heap_push(heap, size, entry):
    """Add `entry` to the min-heap heap[:size]; returns the new size.

    heap  uint64[capacity]   rank << 32 | position
    """
    at = size
    while at > 0:
        parent = (at - 1) // 2
        if heap[parent] <= entry:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = entry
    return size + 1


@kernel
def heap_pop(heap, size):
    """Remove the smallest entry, heap[0] before the call; returns the new size.

    heap  uint64[capacity]   rank << 32 | position
    """
    size -= 1
    entry = heap[size]
    at = 0
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= entry:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = entry
    return size


@kernel
def encode_long(data, start, length, keys, ranks, ids, heap, links):
    """Merge a long pre-token with a heap over a linked list, in `ids`; returns how many ids.

    data   uint8[n]              text; the pre-token is data[start:start + length]
    keys   uint64[2^k]           as in rank_of
    ranks  uint32[2^k]
    ids    uint32[length + 1]    filled here
    heap   uint64[3 * length]    room: rank << 32 | position, smallest first
    links  int64[2, length + 1]  room: position before and after each token

    Ties go to the leftmost position because the position is the lower half of the key. An entry
    is stale, and passed over, when its pair no longer has its rank.
    """
    before, after = links[0], links[1]
    size = np.int64(0)
    for i in range(length):
        ids[i] = data[start + i]
        before[i] = i - 1
        after[i] = i + 1
    for i in range(length - 1):
        rank = rank_of(ids[i], ids[i + 1], keys, ranks)
        if rank != NO_RANK:
            size = heap_push(heap, size, (np.uint64(rank) << _SHIFT_32) | np.uint64(i))
    while size > 0:
        entry = heap[0]
        size = heap_pop(heap, size)
        at = np.int64(entry & _LOW_32)
        rank = np.uint32(entry >> _SHIFT_32)
        right = after[at]
        if right < 0 or right >= length:
            continue
        if rank_of(ids[at], ids[right], keys, ranks) != rank:
            continue
        ids[at] = np.uint32(256) + rank
        following = after[right]
        after[at] = following
        after[right] = -1
        if following < length:
            before[following] = at
            new_rank = rank_of(ids[at], ids[following], keys, ranks)
            if new_rank != NO_RANK:
                entry = (np.uint64(new_rank) << _SHIFT_32) | np.uint64(at)
                size = heap_push(heap, size, entry)
        if before[at] >= 0:
            new_rank = rank_of(ids[before[at]], ids[at], keys, ranks)
            if new_rank != NO_RANK:
                entry = (np.uint64(new_rank) << _SHIFT_32) | np.uint64(before[at])
                size = heap_push(heap, size, entry)
    n = 0
    at = 0
    while at < length:
        ids[n] = ids[at]
        n += 1
        at = after[at]
    return n


@kernel
def hash_of_words(low, high):
    """A 64-bit hash of two words, mixed so that the low bits serve."""
    h = (low * _MULTIPLIER) ^ (high * _OTHER_MULTIPLIER)
    h = (h ^ (h >> _SHIFT_29)) * _MULTIPLIER
    return h ^ (h >> _SHIFT_32)


@kernel
def key_words(data, start, length):
    """The two words that are the key of a short pre-token: its bytes, zeros, its length on top.

    data  uint8[n + PADDING]
    """
    low = load_word(data, start)
    high = np.uint64(0)
    if length < 8:
        low &= _ONES >> ((_EIGHT - np.uint64(length)) * _EIGHT)
    elif length > 8:
        high = load_word(data, start + 8) & (_ONES >> ((_SIXTEEN - np.uint64(length)) * _EIGHT))
    return low, high | (np.uint64(length) << _SHIFT_56)


@kernel
def encode_spans(data, spans, first, keys, ranks, cache, room, out):
    """Encode the pre-tokens spans[first:] of `data`; returns (ids, next span).

    data   uint8[n + PADDING]     text
    spans  int64[n_spans, 2]      byte offsets into data
    keys   uint64[2^k]            as in rank_of
    ranks  uint32[2^k]
    cache  slots uint64[2^k, 4]: LOW and HIGH word of the key, then up to three ids and their
           number, or a place in ids and a number; ids uint32[]; used int64[2]: slots and ids
    room   ids uint32[longest + 1], pair_ranks uint32[LONG_PRETOKEN], heap uint64[3 * longest],
           links int64[2, longest + 1], for the longest pre-token in spans
    out    uint32[bytes]          filled here; one id per byte is the most there can be

    The next span is less than n_spans where the cache is full: make room in it and call again.
    """
    slots = cache.slots
    mask = np.int64(slots.shape[0] - 1)
    n_out = 0
    for i in range(first, spans.shape[0]):
        start = spans[i, 0]
        length = spans[i, 1] - start
        if length > SHORT_PRETOKEN:
            if length < LONG_PRETOKEN:
                n = encode_short(data, start, length, keys, ranks, room.ids, room.pair_ranks)
            else:
                n = encode_long(data, start, length, keys, ranks, room.ids, room.heap, room.links)
            for j in range(n):
                out[n_out + j] = room.ids[j]
            n_out += n
            continue
        low, high = key_words(data, start, length)
        slot = np.int64(hash_of_words(low, high)) & mask
        while slots[slot, HIGH] != 0 and (slots[slot, LOW] != low or slots[slot, HIGH] != high):
            slot = (slot + 1) & mask
        if slots[slot, HIGH] == 0:
            if 2 * cache.used[0] >= slots.shape[0] or cache.used[1] + 16 > cache.ids.shape[0]:
                return n_out, i
            n = encode_short(data, start, length, keys, ranks, room.ids, room.pair_ranks)
            remember(slots, slot, low, high, room.ids, n, cache.ids, cache.used)
        n = np.int64(slots[slot, LAST] >> _SHIFT_32)
        if n <= 3:
            out[n_out] = np.uint32(slots[slot, FIRST] & _LOW_32)
            if n > 1:
                out[n_out + 1] = np.uint32(slots[slot, FIRST] >> _SHIFT_32)
            if n > 2:
                out[n_out + 2] = np.uint32(slots[slot, LAST] & _LOW_32)
        else:
            at = np.int64(slots[slot, FIRST])
            for j in range(n):
                out[n_out + j] = cache.ids[at + j]
        n_out += n
    return n_out, spans.shape[0]


@kernel
def remember(slots, slot, low, high, ids, n, kept_ids, used):
    """Put a pre-token and its ids into an empty slot.

    slots     uint64[2^k, 4]
    ids       uint32[size]    its n ids
    kept_ids  uint32[size]    where more than three are kept
    used      int64[2]        slots and kept ids in use, updated here
    """
    slots[slot, LOW] = low
    slots[slot, HIGH] = high
    slots[slot, LAST] = np.uint64(n) << _SHIFT_32
    used[0] += 1
    if n <= 3:
        slots[slot, FIRST] = np.uint64(ids[0])
        if n > 1:
            slots[slot, FIRST] |= np.uint64(ids[1]) << _SHIFT_32
        if n > 2:
            slots[slot, LAST] |= np.uint64(ids[2])
        return
    slots[slot, FIRST] = np.uint64(used[1])
    for j in range(n):
        kept_ids[used[1] + j] = ids[j]
    used[1] += n


@kernel
def move_cache(old_slots, new_slots):
    """Move all entries of a cache into a larger one.

    old_slots  uint64[2^k, 4]
    new_slots  uint64[2^m, 4]    all zero before
    """
    mask = np.int64(new_slots.shape[0] - 1)
    for old in range(old_slots.shape[0]):
        if old_slots[old, HIGH] == 0:
            continue
        slot = np.int64(hash_of_words(old_slots[old, LOW], old_slots[old, HIGH])) & mask
        while new_slots[slot, HIGH] != 0:
            slot = (slot + 1) & mask
        for column in range(4):
            new_slots[slot, column] = old_slots[old, column]


@kernel
def join_tokens(ids, starts, data, out):
    """Copy the bytes of tokens one after another.

    ids     int64[n]
    starts  int64[vocab_size + 1]    token i is data[starts[i]:starts[i + 1]]
    data    uint8[size]
    out     uint8[bytes]             filled here, just long enough
    """
    at = 0
    for i in range(ids.shape[0]):
        for j in range(starts[ids[i]], starts[ids[i] + 1]):
            out[at] = data[j]
            at += 1
