"""Kernels that merge the bytes of one pre-token: the earliest merge first, from the left.

The last ones recover merges: which two tokens the last merge of each token joins.

    model  see merge_tables.MergeModel
    room   see merge_tables.MergeRoom

Slow references: `encode` of tests/reference_bpe.py, in tests/engine/encoding/test_merging.py;
`kept_merges` of tests/engine/formats/test_json_merges.py, which merges token by token.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import (
    kernel,
    kernel_part,
    lanes_of,
    leading_zeros,
    least_lane,
    trailing_zeros,
    with_lanes,
)

ID_BITS = 21
NO_ID = (1 << ID_BITS) - 1
"""No merge has this id or a higher one: the limit of ids in a vocabulary."""
SCANNED = 60
"""Up to this many bytes the next merge is found by looking at all ranks."""
FARTHEST_BACK = 12
"""Tokens given up to find one that a window confirms, before the heap is used."""

NO_KEY = np.uint32(0xFFFFFFC0)
EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)
NO_RANK = np.uint32(0x3FFFFFF)
NO_PAIR = np.uint32(0xFFFFFFFF)
"""Of tokens that no merge makes, and where a table that recovers merges is empty."""
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_EIGHT = np.uint64(8)
_LOW_6_WIDE = np.uint64(63)
_LOW_7 = np.uint64(127)
_FIRST_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_SECOND_MULTIPLIER = np.uint64(0xD6E8FEB86659FD93)
_ID_BITS = np.uint64(ID_BITS)
_RANK = np.uint64(NO_ID)
_6 = np.uint32(6)
_LOW_6 = np.uint32(63)
_NO_MERGE = np.uint32(NO_ID)
_THREE = np.uint64(3)
_SHIFT_32 = np.uint64(32)
_SHIFT_35 = np.uint64(35)
_SHIFT_41 = np.uint64(41)
_LOW_32 = np.uint64(0xFFFFFFFF)
_MOST_MOVES = 500


@kernel_part
def sieve_bits(first_hash, second_hash, shift):
    """Where the sieve behind a table of pairs has a pair: the number of a word, and two bits of it.

    first_hash, second_hash  the pair times each multiplier; shift: as in MergeModel

    Most pairs that are looked up are none of the table. Their bits tell so nearly always, and the
    sieve is a sixteenth of the table: it stays near the processor.
    """
    bits = _ONE << ((first_hash >> _SHIFT_41) & _LOW_6_WIDE)
    bits |= _ONE << ((first_hash >> _SHIFT_35) & _LOW_6_WIDE)
    return second_hash >> (shift + _THREE), bits


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
        word, bits = sieve_bits(key * _FIRST_MULTIPLIER, key * _SECOND_MULTIPLIER, shift)
        slots[2 * half + np.int64(word)] |= bits
        first = slots[np.int64((key * _FIRST_MULTIPLIER) >> shift)]
        second = slots[half + np.int64((key * _SECOND_MULTIPLIER) >> shift)]
        if first >> _ID_BITS == key or second >> _ID_BITS == key:
            continue
        entry = (key << _ID_BITS) | np.uint64(ranks[i])
        in_second = False
        for _ in range(_MOST_MOVES):
            key = entry >> _ID_BITS
            if in_second:
                slot = half + np.int64((key * _SECOND_MULTIPLIER) >> shift)
            else:
                slot = np.int64((key * _FIRST_MULTIPLIER) >> shift)
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
    """Enter the merges of two bytes.

    merges      uint32[n, 2]
    byte_pairs  uint32[65536]    all NO_KEY before
    """
    for rank in range(merges.shape[0]):
        left, right = np.int64(merges[rank, 0]), np.int64(merges[rank, 1])
        if left < 256 and right < 256 and byte_pairs[left * 256 + right] == NO_KEY:
            byte_pairs[left * 256 + right] = np.uint32(rank) << _6


@kernel
def add_up_lengths(merges, lengths):
    """The bytes of every token.

    merges   uint32[n, 2]
    lengths  int32[256 + n]    1 for the bytes; filled from 256 on
    """
    for rank in range(merges.shape[0]):
        lengths[256 + rank] = lengths[merges[rank, 0]] + lengths[merges[rank, 1]]


@kernel_part
def rank_in(left, right, slots, shift):
    """The value of two ids in a table of pairs, NO_RANK for none.

    slots  uint64[2^k + 2^(k - 4)]   see model

    For a pair that the sieve lacks, the first slots are read, which are always near.
    """
    key = (np.uint64(left) << _ID_BITS) | np.uint64(right)
    half = _ONE << (np.uint64(64) - shift)
    first_hash, second_hash = key * _FIRST_MULTIPLIER, key * _SECOND_MULTIPLIER
    word, bits = sieve_bits(first_hash, second_hash, shift)
    absent = np.uint64(slots[half + half + word] & bits != bits)
    mask = absent - _ONE
    first = slots[(first_hash >> shift) & mask]
    second = slots[half + ((second_hash >> shift) & mask)]
    rank = NO_RANK
    if first >> _ID_BITS == key:
        rank = np.uint32(first & _RANK)
    if second >> _ID_BITS == key:
        rank = np.uint32(second & _RANK)
    return rank


@kernel_part
def rank_of(left, right, model):
    """The rank of the merge of two ids, NO_RANK for none."""
    return rank_in(left, right, model.slots, model.shift)


@kernel_part
def merge_short(data, start, length, byte_pairs, slots, shift, ids, keys, found):
    """Merge up to SCANNED bytes, into found; returns how many ids.

    data    uint8[n]    the pre-token is data[start:start + length]
    byte_pairs, slots, shift: see model, whose arrays are handed over one by one
    ids     uint32[80], keys uint32[128], found uint32[64]: see room

    Tokens stay at the place of their first byte. The rank of the merge with the next token is in
    keys, with the place below it, so that the smallest key is the leftmost of the earliest merges.
    """
    n_bytes = np.uint64(length)
    byte = np.uint64(data[start])
    ids[1] = byte
    for i in range(n_bytes - _ONE):
        following = np.uint64(data[np.uint64(start) + i + _ONE])
        ids[i + _TWO] = following
        keys[i] = byte_pairs[(byte << _EIGHT) | following] | np.uint32(i)
        byte = following
    keys[n_bytes - _ONE] = NO_KEY
    for i in range(n_bytes, np.uint64(64)):
        keys[i] = NO_KEY
    alive = merge_lanes(lanes_of(keys), (_ONE << n_bytes) - _ONE, slots, shift, ids)
    n = np.uint64(0)
    while alive != 0:
        found[n] = ids[np.uint64(trailing_zeros(alive)) + _ONE]
        alive &= alive - _ONE
        n += _ONE
    return np.int64(n)


@kernel_part
def merge_lanes(keys, alive, slots, shift, ids):
    """Make all merges of a word; returns which of its tokens are left, a bit for each.

    keys    64 lanes      rank and place of each pair of tokens, see merge_short
    alive   uint64        a bit for each token
    slots, shift: see model
    ids     uint32[80]    the tokens, with NO_ID in front and behind; those left are final

    The next merge is searched while the ranks of the two new pairs are being loaded.
    """
    best = least_lane(keys)
    while best < NO_KEY:
        at, eaten, previous, following, alive = around(best, alive)
        merged = np.uint32(np.uint32(256) + np.uint32(best >> _6))
        ids[at + _ONE] = merged
        next_id = ids[following + _ONE]
        previous_id = ids[(previous + _ONE) & _LOW_7]
        at_bit = _ONE << at
        previous_bit = _ONE << (previous & _LOW_6_WIDE)
        keys = with_lanes(keys, at_bit | previous_bit | (_ONE << eaten), NO_KEY)
        best = least_lane(keys)
        key, other = keys_around(previous_id, merged, next_id, at, previous, slots, shift)
        keys = with_lanes(with_lanes(keys, at_bit, key), previous_bit, other)
        best = min(best, min(key, other))
    return alive


@kernel_part
def keys_around(previous_id, merged, next_id, at, previous, slots, shift):
    """The keys of a merged token with the next one, and of the previous one with it.

    slots  uint64[size]    see model
    """
    key = np.uint64(rank_in(merged, next_id, slots, shift) << _6) | at
    other = np.uint64(rank_in(previous_id, merged, slots, shift) << _6) | previous & _LOW_6_WIDE
    return np.uint32(key), np.uint32(other)


@kernel_part
def around(best, alive):
    """The places that a merge touches, as uint64: (at, eaten, previous, following, alive).

    best   key of the merge, which is at `at` and whose right half is at `eaten`
    alive  a bit for each token, returned without the right half

    A missing neighbour is at 64 if it would follow, and at 127 in front: NO_ID is there in both
    cases, and its lane is none, or the last one, which has no pair.
    """
    at = np.uint64(best & _LOW_6)
    after = alive & ((_ALL ^ _ONE) << at)
    eaten = np.uint64(trailing_zeros(after))
    alive ^= after & (~after + _ONE)
    following = np.uint64(trailing_zeros(after & (after - _ONE)))
    previous = np.uint64(63 - leading_zeros(alive & ~(_ALL << at))) & _LOW_7
    return at, eaten, previous, following, alive


@kernel_part
def merge_windows(data, start, length, model, room, out, first):
    """Merge any number of bytes, into out[first:]; returns how many ids.

    data  uint8[n]        the pre-token is data[start:start + length]
    out   uint32[size]    at least one place per byte from `first` on

    A sequence of tokens is the result of merging exactly if each two neighbours are what merging
    their own bytes gives (van Antwerpen and Neubeck 2024, rust-gems `bpe`). So the text is merged
    in windows: each begins some tokens before the end of the last, and if it gives the first
    of them again, the rest is appended. A window has as many new bytes as it repeats, or
    long tokens would make the cost quadratic.
    """
    n = 0
    covered = 0
    while covered < length:
        back = min(n, 2)
        begin = covered
        for i in range(back):
            begin -= model.lengths[out[first + n - 1 - i]]
        while True:
            ahead = max(SCANNED // 2, covered - begin)
            end = min(length, max(begin + SCANNED, covered + ahead))
            if end - begin <= SCANNED:
                found = room.found
                count = merge_short(
                    data, start + begin, end - begin, model.byte_pairs, model.slots, model.shift,
                    room.ids, room.keys, found,
                )  # fmt: skip
            else:
                found = np.empty(end - begin, np.uint32)
                count = merge_with_heap(data, start + begin, end - begin, model, found, 0)
            if begin == 0 or found[0] == out[first + n - back]:
                break
            if back == FARTHEST_BACK:
                return merge_with_heap(data, start, length, model, out, first)
            back += 1
            begin -= model.lengths[out[first + n - back]]
        n -= back
        for i in range(count):
            out[first + n + i] = found[i]
        n += count
        covered = end
    return n


@kernel_part
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


@kernel_part
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


@kernel_part
def merge_frequent(ids, n, ranks, model):
    """Make the earliest merge wherever it applies, while it is one of eight pairs; returns n.

    ids    uint32[size]    the first n are merged; the rest of them are the first
    ranks  uint32[size]    filled: of the merge of each of them with the next

    A run of one character is halved each time; a heap would see each of its bytes. The pairs of a
    merged token come later than the merge that made it, so that none is skipped.
    """
    while True:
        best = NO_RANK
        count = 0
        for i in range(n - 1):
            ranks[i] = rank_of(ids[i], ids[i + 1], model)
            if ranks[i] < best:
                best = ranks[i]
                count = 0
            if ranks[i] == best:
                count += 1
        ranks[n - 1] = NO_RANK
        if best == NO_RANK or 8 * count < n:
            return n
        at = 0
        n_merged = 0
        while at < n:
            if ranks[at] == best:
                ids[n_merged] = np.uint32(256) + best
                at += 2
            else:
                ids[n_merged] = ids[at]
                at += 1
            n_merged += 1
        n = n_merged


@kernel_part
def merge_with_heap(data, start, length, model, out, first):
    """Merge any number of bytes with a heap over a linked list, into out[first:]; returns ids.

    data  uint8[n]        the pre-token is data[start:start + length]
    out   uint32[size]
    """
    ids = np.empty(length, np.uint32)
    ranks = np.empty(length, np.uint32)
    for i in range(length):
        ids[i] = data[start + i]
    length = merge_frequent(ids, length, ranks, model)
    after = np.empty(length + 1, np.int64)
    merge_chain(ids, ranks, length, model.slots, model.shift, after)
    n = 0
    at = 0
    while at < length:
        out[first + n] = ids[at]
        n += 1
        at = after[at]
    return n


@kernel_part
def merge_chain(ids, ranks, n, slots, shift, after):
    """Merge n ids in place; what is left are ids[0], ids[after[0]] and so on, up to n.

    ids    uint32[n]
    ranks  uint32[n]      of each id with the next one, from NO_ID on for none, as for the last
    slots  uint64[2^k]    of pairs with their ranks; shift as in MergeModel
    after  int64[n + 1]   filled

    Ties go to the leftmost position because the position is the lower half of the key. An entry
    is stale, and passed over, when its pair no longer has its rank.
    """
    heap = np.empty(3 * n, np.uint64)
    before = np.empty(n + 1, np.int64)
    size = 0
    for i in range(n):
        before[i] = i - 1
        after[i] = i + 1
        if ranks[i] < _NO_MERGE:
            size = heap_push(heap, size, (np.uint64(ranks[i]) << _SHIFT_32) | np.uint64(i))
    while size > 0:
        entry = heap[0]
        size = heap_pop(heap, size)
        at = np.int64(entry & _LOW_32)
        rank = np.uint32(entry >> _SHIFT_32)
        right = after[at]
        if right < 0 or right >= n or rank_in(ids[at], ids[right], slots, shift) != rank:
            continue
        ids[at] = np.uint32(256) + rank
        following = after[right]
        after[at] = following
        after[right] = -1
        if following < n:
            before[following] = at
            new_rank = rank_in(ids[at], ids[following], slots, shift)
            if new_rank < _NO_MERGE:
                size = heap_push(heap, size, (np.uint64(new_rank) << _SHIFT_32) | np.uint64(at))
        left = before[at]
        if left >= 0:
            new_rank = rank_in(ids[left], ids[at], slots, shift)
            if new_rank < _NO_MERGE:
                size = heap_push(heap, size, (np.uint64(new_rank) << _SHIFT_32) | np.uint64(left))


@kernel_part
def slot_of(left, right, keys, ranks):
    """The slot of a pair in an open-addressing table, or the empty one it would take.

    keys   uint64[2^k]    left << 32 | right
    ranks  uint32[2^k]    NO_PAIR if empty
    """
    mask = np.int64(keys.shape[0] - 1)
    key = (np.uint64(left) << _SHIFT_32) | np.uint64(right)
    h = key * _FIRST_MULTIPLIER
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
