"""Kernels that merge the bytes of one pre-token: the earliest merge first, from the left.

    model  see merge_tables.MergeModel
    room   see merge_tables.MergeRoom

Slow reference: `encode` of tests/reference_bpe.py, in tests/engine/encoding/test_merging.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import (
    count_ones,
    inlined_part,
    kernel_part,
    lanes_of,
    leading_zeros,
    least_lane,
    store_lanes,
    take_few,
    take_many,
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

SHORT = 16
"""Up to this many bytes 16 lanes are enough."""
SECOND = 48
"""Bytes from a window to one that is merged at the same time: more than most tokens less."""
WINDOWS_ALONE = 16
"""Windows that are merged alone after two that had no token in common."""

NO_KEY = np.uint32(NO_ID << 6)
"""Keys from here on are of no merge."""
NO_BYTE_PAIR = np.uint64((1 << 3 * ID_BITS) - 1)
"""Of two bytes that no merge joins, nor parts of a longer token that meet in them."""
EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)
NO_RANK = np.uint32(0x3FFFFFF)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_LOW_6_WIDE = np.uint64(63)
_LOW_7 = np.uint64(127)
FIRST_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
SECOND_MULTIPLIER = np.uint64(0xD6E8FEB86659FD93)
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


@inlined_part
def sieve_bits(first_hash, second_hash, shift):
    """Where the sieve behind a table of pairs has a pair: the number of a word, and two bits of it.

    first_hash, second_hash  the pair times each multiplier; shift: as in MergeModel

    Most pairs that are looked up are none of the table. Their bits tell so nearly always, and the
    sieve is a sixteenth of the table: it stays near the processor.
    """
    bits = _ONE << ((first_hash >> _SHIFT_41) & _LOW_6_WIDE)
    bits |= _ONE << ((first_hash >> _SHIFT_35) & _LOW_6_WIDE)
    return second_hash >> (shift + _THREE), bits


@inlined_part
def rank_in(left, right, slots, shift):
    """The value of two ids in a table of pairs, NO_RANK for none.

    slots  uint64[2^k + 2^(k - 4)]   see model

    For a pair that the sieve lacks, the first slots are read, which are always near.
    """
    key = (np.uint64(left) << _ID_BITS) | np.uint64(right)
    half = _ONE << (np.uint64(64) - shift)
    first_hash, second_hash = key * FIRST_MULTIPLIER, key * SECOND_MULTIPLIER
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

    data    uint8[n + 16]    the pre-token is data[start:start + length]
    byte_pairs, slots, shift: see model, whose arrays are handed over one by one
    ids     uint32[80], keys uint32[128], found uint32[128]: see room
    """
    alive = merge_alive(data, start, length, byte_pairs, slots, shift, ids, keys)
    return write_alive(alive, ids, found, 0)


@kernel_part
def merge_alive(data, start, length, byte_pairs, slots, shift, ids, keys):
    """As merge_short, but the result stays in ids: returns a bit for each token that is left."""
    if length <= SHORT:
        few, alive = begin_short(data, start, length, byte_pairs, slots, shift, ids)
        return merge_lanes(few, least_lane(few), alive, slots, shift, ids)
    lanes, alive = begin_long(data, start, length, byte_pairs, slots, shift, ids, keys)
    return merge_lanes(lanes, least_lane(lanes), alive, slots, shift, ids)


@inlined_part
def write_alive(alive, ids, out, first):
    """Write the tokens that are left to out[first:]; returns how many they are.

    alive  uint64        a bit for each
    ids    uint32[80]    see room
    out    uint32[size]  three places more than needed
    """
    n = count_ones(alive)
    for i in range(np.uint64(first), np.uint64(first + n), _FOUR):
        for j in range(i, i + _FOUR):
            out[j] = ids[np.uint64(trailing_zeros(alive)) + _ONE]
            alive &= alive - _ONE
    return n


@inlined_part
def begin_short(data, start, length, byte_pairs, slots, shift, ids):
    """As begin_long, for up to SHORT bytes: 16 lanes, all in registers.

    data  uint8[n + 16]    the word is data[start:start + length]
    ids   uint32[80]       see room
    """
    n_bytes = np.uint64(length)
    keys, made = take_few(data, start, length, byte_pairs, ids)
    ids[n_bytes + _ONE] = NO_ID
    alive = ((_ONE << n_bytes) - _ONE) ^ (made << _ONE)
    keys = with_lanes(keys, made << _ONE, NO_KEY)
    rest = made
    while rest != 0:
        at, previous, key, other = keys_of_made(made, rest, slots, shift, ids)
        previous_bit = _ONE << (previous & _LOW_6_WIDE)
        keys = with_lanes(with_lanes(keys, _ONE << at, key), previous_bit, other)
        rest &= rest - _ONE
    return keys, alive


@kernel_part
def begin_long(data, start, length, byte_pairs, slots, shift, ids, keys):
    """Take up the bytes of a word and make the first merges; returns keys and tokens that are left.

    data    uint8[n + 16]    the word is data[start:start + length]
    byte_pairs, slots, shift: see model
    ids     uint32[80], keys uint32[128]: see room

    Tokens stay at the place of their first byte. The rank of the merge with the next token is in
    keys, with the place below it, so that the smallest key is the leftmost of the earliest merges.
    Merges that nothing can prevent are made at once: none of them waits for the one before.

    Two bytes can be merged so if the rank is lower than that of any other merge that takes one of
    them: with the byte beside it, or with a longer token that ends, or begins, with that byte.
    Until then both are as they are, and what they become is merged later than they.
    """
    n_bytes = np.uint64(length)
    lanes, made = take_many(data, start, length, byte_pairs, ids)
    ids[n_bytes + _ONE] = NO_ID
    alive = ((_ONE << n_bytes) - _ONE) ^ (made << _ONE)
    store_lanes(with_lanes(lanes, made << _ONE, NO_KEY), keys)
    rest = made
    while rest != 0:
        at, previous, key, other = keys_of_made(made, rest, slots, shift, ids)
        keys[at] = key
        keys[previous & _LOW_7] = other
        rest &= rest - _ONE
    return lanes_of(keys), alive


@inlined_part
def keys_of_made(made, rest, slots, shift, ids):
    """The keys around the first merge of `rest`: its place, that of the token before it, and both.

    made  uint64        all of them, a bit for each, no two side by side
    slots, shift: see model
    ids   uint32[80]    see room
    """
    at = np.uint64(trailing_zeros(rest))
    previous = at - _ONE - ((made >> ((at - _TWO) & _LOW_6_WIDE)) & _ONE)
    key, other = keys_around(
        ids[previous + _ONE], ids[at + _ONE], ids[at + _THREE], at, previous, slots, shift
    )
    return at, previous, key, other


@inlined_part
def merge_lanes(keys, best, alive, slots, shift, ids):
    """Make all merges of a word; returns which of its tokens are left, a bit for each.

    keys    lanes         rank and place of each pair of tokens, see begin_long
    best    uint32        the smallest of them
    alive   uint64        a bit for each token
    slots, shift: see model
    ids     uint32[80]    the tokens, with NO_ID in front and behind; those left are final
    """
    while best < NO_KEY:
        keys, best, alive = merge_best(keys, best, alive, slots, shift, ids)
    return alive


@inlined_part
def merge_both(keys, alive, ids, other_keys, other_alive, other_ids, slots, shift):
    """As merge_lanes, for two words side by side: while one waits for ranks, the other is merged.

    keys, other_keys    lanes
    alive, other_alive  uint64
    ids, other_ids      uint32[80]
    slots, shift: see model
    """
    best, other_best = least_lane(keys), least_lane(other_keys)
    while max(best, other_best) < NO_KEY:
        keys, best, alive = merge_best(keys, best, alive, slots, shift, ids)
        other_keys, other_best, other_alive = merge_best(
            other_keys, other_best, other_alive, slots, shift, other_ids
        )
    alive = merge_lanes(keys, best, alive, slots, shift, ids)
    other_alive = merge_lanes(other_keys, other_best, other_alive, slots, shift, other_ids)
    return alive, other_alive


@inlined_part
def merge_best(keys, best, alive, slots, shift, ids):
    """Make the merge of the smallest key; returns the new keys, the smallest one, tokens left.

    alive  uint64        a bit for each token
    ids    uint32[80]    see room

    The next merge is searched while the ranks of the two new pairs are being loaded.
    """
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
    return keys, min(best, min(key, other)), alive


@inlined_part
def keys_around(previous_id, merged, next_id, at, previous, slots, shift):
    """The keys of a merged token with the next one, and of the previous one with it.

    slots  uint64[size]    see model
    """
    key = np.uint64(rank_in(merged, next_id, slots, shift) << _6) | at
    other = np.uint64(rank_in(previous_id, merged, slots, shift) << _6) | previous & _LOW_6_WIDE
    return np.uint32(key), np.uint32(other)


@inlined_part
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
    alone = 0
    while covered < length:
        back = min(n, 2)
        begin = covered
        for i in range(back):
            begin -= model.lengths[out[first + n - 1 - i]]
        while True:
            ahead = max(SCANNED // 2, covered - begin)
            end = min(length, max(begin + SCANNED, covered + ahead))
            found = room.found
            if end - begin > SCANNED:
                found = np.empty(end - begin, np.uint32)
                count = merge_with_heap(data, start + begin, end - begin, model, found, 0)
            elif alone == 0 and length - begin >= SECOND + SCANNED:
                count, covering = merge_two_windows(data, start + begin, model, room)
                end = begin + covering
                alone = WINDOWS_ALONE if covering == SCANNED else 0
            else:
                count = merge_short(
                    data, start + begin, end - begin, model.byte_pairs, model.slots, model.shift,
                    room.ids, room.keys, found,
                )  # fmt: skip
                alone = max(0, alone - 1)
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
def merge_two_windows(data, start, model, room):
    """Merge two windows side by side, into room.found; returns (ids, bytes).

    data  uint8[n]    one window begins at `start`, the other one SECOND bytes behind it

    Where both have the same token, the second one goes on for the first: each two neighbours are
    what merging their own bytes gives. Without such a token only the first window is there.
    """
    ids, other_ids, found = room.ids, room.other_ids, room.found
    lanes, alive = begin_long(
        data, start, SCANNED, model.byte_pairs, model.slots, model.shift,
        ids, room.keys,
    )  # fmt: skip
    other_lanes, other_alive = begin_long(
        data, start + SECOND, SCANNED, model.byte_pairs, model.slots, model.shift,
        other_ids, room.keys,
    )  # fmt: skip
    alive, other_alive = merge_both(
        lanes, alive, ids, other_lanes, other_alive, other_ids, model.slots, model.shift
    )
    second = np.uint64(SECOND)
    common = (alive >> second) & other_alive
    while common != 0:
        at = np.uint64(trailing_zeros(common))
        if ids[second + at + _ONE] == other_ids[at + _ONE]:
            n = write_alive(alive & ((_ONE << (second + at)) - _ONE), ids, found, 0)
            n += write_alive(other_alive & (_ALL << at), other_ids, found, n)
            return n, SECOND + SCANNED
        common &= common - _ONE
    return write_alive(alive, ids, found, 0), SCANNED


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
