"""Kernels of encoding: pre-tokens to ids, by a cache in front of the exact merges."""

from __future__ import annotations

import numpy as np

from engine.kernel_cache import kernel

NO_RANK = np.uint32(0xFFFFFFFF)
LONG_PRETOKEN = 48
"""From this many bytes on merges are found with a heap instead of a scan."""

_FNV_BASIS = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
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
    size = 0
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
def cached_entry(data, start, length, cache):
    """(hash, slot, entry) of a pre-token in the cache; entry -1 where it is not there.

    data   uint8[n]
    cache  slots int32[2^k]: entry + 1, 0 for empty; hashes uint64[capacity]; key_starts,
           id_starts int64[capacity + 1]; key_bytes uint8[]; ids uint32[]; used int64[3]
    """
    h = _FNV_BASIS
    for j in range(start, start + length):
        h = (h ^ np.uint64(data[j])) * _FNV_PRIME
    h = (h ^ (h >> _SHIFT_29)) * _MULTIPLIER
    h ^= h >> _SHIFT_32
    mask = np.int64(cache.slots.shape[0] - 1)
    slot = np.int64(h) & mask
    while True:
        entry = np.int64(cache.slots[slot]) - 1
        if entry < 0:
            return h, slot, entry
        at = cache.key_starts[entry]
        if cache.hashes[entry] == h and cache.key_starts[entry + 1] - at == length:
            same = True
            for j in range(length):
                if cache.key_bytes[at + j] != data[start + j]:
                    same = False
                    break
            if same:
                return h, slot, entry
        slot = (slot + 1) & mask


@kernel
def remember(data, start, length, h, slot, ids, n_ids, cache):
    """Put a pre-token and its ids into the cache; a full cache is emptied first.

    data   uint8[n]
    ids    uint32[size]
    cache  as in cached_entry
    """
    entry = cache.used[0]
    full = entry == cache.hashes.shape[0]
    full = full or cache.used[1] + length > cache.key_bytes.shape[0]
    full = full or cache.used[2] + n_ids > cache.ids.shape[0]
    if full:
        cache.slots[:] = 0
        cache.used[:] = 0
        entry = 0
        slot = np.int64(h) & np.int64(cache.slots.shape[0] - 1)
    cache.slots[slot] = entry + 1
    cache.hashes[entry] = h
    for j in range(length):
        cache.key_bytes[cache.used[1] + j] = data[start + j]
    for j in range(n_ids):
        cache.ids[cache.used[2] + j] = ids[j]
    cache.used[0] = entry + 1
    cache.used[1] += length
    cache.used[2] += n_ids
    cache.key_starts[entry + 1] = cache.used[1]
    cache.id_starts[entry + 1] = cache.used[2]


@kernel
def encode_spans(data, spans, keys, ranks, cache, room, out):
    """Encode the pre-tokens spans of `data` one after another; returns the number of ids.

    data   uint8[n]           text
    spans  int64[n_spans, 2]  byte offsets into data
    keys   uint64[2^k]        as in rank_of
    ranks  uint32[2^k]
    cache  as in cached_entry
    room   ids uint32[longest + 1], pair_ranks uint32[LONG_PRETOKEN], heap uint64[3 * longest],
           links int64[2, longest + 1], for the longest pre-token in spans
    out    uint32[bytes]      filled here; one id per byte is the most there can be
    """
    n_out = 0
    for i in range(spans.shape[0]):
        start = spans[i, 0]
        length = spans[i, 1] - start
        if length >= LONG_PRETOKEN:
            n = encode_long(data, start, length, keys, ranks, room.ids, room.heap, room.links)
            for j in range(n):
                out[n_out + j] = room.ids[j]
            n_out += n
            continue
        h, slot, entry = cached_entry(data, start, length, cache)
        if entry >= 0:
            at = cache.id_starts[entry]
            n = cache.id_starts[entry + 1] - at
            for j in range(n):
                out[n_out + j] = cache.ids[at + j]
        else:
            n = encode_short(data, start, length, keys, ranks, room.ids, room.pair_ranks)
            remember(data, start, length, h, slot, room.ids, n, cache)
            for j in range(n):
                out[n_out + j] = room.ids[j]
        n_out += n
    return n_out
