"""Kernels of the cache of known pre-tokens with their ids, and of pre-tokens as keys.

A pre-token of up to 15 bytes is its own key: two words hold its bytes and its length. In the cache
up to four ids are beside it, so that a known one costs one cache line. Longer ones are hashed, and
then compared word by word with those in an arena. Equal hashes alone never make two pre-tokens
equal.

    cache  see word_cache.Cache

Slow reference: dictionaries, in tests/engine/encoding/test_known_pretokens.py and
tests/engine/counting/test_pretoken_table.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, load_word, store_ids
from engine.encoding._merging_kernels import SCANNED

SHORT_PRETOKEN = 15
"""Longest pre-token that is its own key."""

IDS_INLINE = 4

# Words of a slot. Of a short pre-token: its bytes, and in the top byte of HIGH its length. Of a
# long one: hash and, shifted by 16, place in the arena, with its length below. Then four ids, or
# the place of more; the top byte has their number.
LOW, HIGH, VALUE_LOW, VALUE_HIGH = 0, 1, 2, 3

# Fields of `cache.used`.
SLOTS, LONG_SLOTS, ARENA, IDS = 0, 1, 2, 3

SLOT_SHIFT = np.uint64(32)
"""The bits of a hash from here on choose a slot: enough for 2^32 of them."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MULTIPLIER = np.uint64(0xC2B2AE3D27D4EB4F)
_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_EIGHT = np.uint64(8)
_SHIFT_29 = np.uint64(29)
_SHIFT_32 = np.uint64(32)
_SHIFT_56 = np.uint64(56)
_SHIFT_16 = np.uint64(16)
_LOW_16 = np.uint64(0xFFFF)
_LOW_56 = np.uint64(0x00FFFFFFFFFFFFFF)


@kernel_part
def hash_of_words(low, high):
    """A 64-bit hash of two words; its bits from 32 on serve."""
    h = (low * _MULTIPLIER) ^ (high * _OTHER_MULTIPLIER)
    return (h ^ (h >> _SHIFT_29)) * _MULTIPLIER


@kernel_part
def hash_of_bytes(data, start, length):
    """A 64-bit hash of data[start:start + length], never 0; its bits from 32 on serve.

    data  uint8[n + 8]
    """
    h = np.uint64(length)
    at = 0
    while at < length:
        word = load_word(data, start + at)
        if length - at < 8:
            word &= (_ONE << (np.uint64(length - at) * _EIGHT)) - _ONE
        h = (h ^ word) * _MULTIPLIER
        h ^= h >> _SHIFT_29
        at += 8
    return (h * _OTHER_MULTIPLIER) | _ONE


@kernel_part
def same_bytes(data, start, other, place, length):
    """Whether data[start:start + length] equals other[place:place + length].

    data   uint8[n + 8]
    other  uint8[m + 8]
    """
    at = 0
    while at + 8 <= length:
        if load_word(data, start + at) != load_word(other, place + at):
            return False
        at += 8
    rest = np.uint64(length - at) * _EIGHT
    differing = load_word(data, start + at) ^ load_word(other, place + at)
    return differing & ((_ONE << rest) - _ONE) == 0


@kernel_part
def short_key(data, start, length):
    """The two words that are the key of a pre-token of at most 15 bytes.

    data  uint8[n + 16]
    """
    low = load_word(data, start) & (_ONES >> np.uint64(64 - 8 * min(length, 8)))
    rest = (_ONE << np.uint64(8 * max(length - 8, 0))) - _ONE
    return low, (load_word(data, start + 8) & rest) | (np.uint64(length) << _SHIFT_56)


@kernel_part
def slot_of_hash(h, n_slots):
    """Where the search for a hash begins among n_slots, a power of two."""
    return np.int64(h ^ (h >> _SHIFT_32)) & np.int64(n_slots - 1)


@kernel_part
def slot_of_short(low, high, slots):
    """Index of a short pre-token's slot, or of the empty one it would take.

    slots  uint64[4 * 2^k]
    """
    mask = np.int64(slots.shape[0] >> 2) - 1
    slot = np.int64(hash_of_words(low, high) >> SLOT_SHIFT) & mask
    while slots[4 * slot + HIGH] != 0:
        if slots[4 * slot + HIGH] == high and slots[4 * slot] == low:
            break
        slot = (slot + 1) & mask
    return 4 * slot


@kernel_part
def slot_of_long(data, start, length, h, slots, arena):
    """As slot_of_short, for a long pre-token with hash h.

    data   uint8[n + 8]
    slots  uint64[4 * 2^m]
    arena  uint8[size + 8]
    """
    mask = np.int64(slots.shape[0] >> 2) - 1
    slot = np.int64(h >> SLOT_SHIFT) & mask
    while slots[4 * slot] != 0:
        place = slots[4 * slot + HIGH]
        if slots[4 * slot] == h and np.int64(place & _LOW_16) == length:
            if same_bytes(data, start, arena, np.int64(place >> _SHIFT_16), length):
                break
        slot = (slot + 1) & mask
    return 4 * slot


@kernel_part
def keep_ids(slots, at, ids, n, cache):
    """Write n ids into the slot that begins at `at`.

    slots  uint64[4 * 2^k]
    ids    uint32[size]
    """
    slots[at + VALUE_HIGH] = np.uint64(n) << _SHIFT_56
    if n > IDS_INLINE:
        place = cache.used[IDS]
        for j in range(n):
            cache.ids[place + j] = ids[j]
        slots[at + VALUE_LOW] = np.uint64(place)
        cache.used[IDS] = place + n
        return
    slots[at + VALUE_LOW] = np.uint64(ids[0])
    if n > 1:
        slots[at + VALUE_LOW] |= np.uint64(ids[1]) << _SHIFT_32
    if n > 2:
        slots[at + VALUE_HIGH] |= np.uint64(ids[2])
    if n > 3:
        slots[at + VALUE_HIGH] |= np.uint64(ids[3]) << _SHIFT_32


@kernel_part
def enter_short(low, high, at, ids, n, cache):
    """Put a short pre-token into its empty slot.

    ids  uint32[size]    its n ids
    """
    cache.slots[at + LOW] = low
    cache.slots[at + HIGH] = high
    cache.used[SLOTS] += 1
    keep_ids(cache.slots, at, ids, n, cache)


@kernel_part
def enter_long(data, start, length, h, at, ids, n, cache):
    """Put a long pre-token into its empty slot.

    data  uint8[n]
    ids   uint32[size]    its n ids
    """
    place = cache.used[ARENA]
    for j in range(length):
        cache.arena[place + j] = data[start + j]
    cache.used[ARENA] = place + length
    cache.long_slots[at + LOW] = h
    cache.long_slots[at + HIGH] = (np.uint64(place) << _SHIFT_16) | np.uint64(length)
    cache.used[LONG_SLOTS] += 1
    keep_ids(cache.long_slots, at, ids, n, cache)


@kernel_part
def is_full(cache):
    """Whether one more pre-token may not fit. Short ones take at most a quarter of the slots."""
    used = cache.used
    return (
        16 * used[SLOTS] >= cache.slots.shape[0]
        or 8 * used[LONG_SLOTS] >= cache.long_slots.shape[0]
        or used[ARENA] + SCANNED + 8 > cache.arena.shape[0]
        or used[IDS] + SCANNED > cache.ids.shape[0]
    )


@kernel_part
def write_ids(slots, at, ids, out, n_out):
    """Write the ids of the slot that begins at `at`; returns the new number of ids.

    slots  uint64[4 * 2^k]
    ids    uint32[size]    those of the cache
    out    uint32[size]    four places more than needed
    """
    value_low, value_high = slots[at + VALUE_LOW], slots[at + VALUE_HIGH]
    n = np.int64(value_high >> _SHIFT_56)
    if n > IDS_INLINE:
        place = np.int64(value_low)
        for j in range(n):
            out[n_out + j] = ids[place + j]
    else:
        store_ids(out, n_out, value_low)
        store_ids(out, n_out + 2, value_high & _LOW_56)
    return n_out + n


@kernel
def seed_cache(data, bounds, ids, cache):
    """Enter pre-tokens with one id each into a cache that is large enough.

    data    uint8[n + 16]           their bytes, one after another
    bounds  int64[n_tokens + 1]
    ids     uint32[n_tokens]        of each; the first one counts
    """
    for i in range(ids.shape[0]):
        start, length = bounds[i], bounds[i + 1] - bounds[i]
        if length <= SHORT_PRETOKEN:
            low, high = short_key(data, start, length)
            at = slot_of_short(low, high, cache.slots)
            if cache.slots[at + HIGH] == 0:
                enter_short(low, high, at, ids[i:], 1, cache)
        else:
            h = hash_of_bytes(data, start, length)
            at = slot_of_long(data, start, length, h, cache.long_slots, cache.arena)
            if cache.long_slots[at] == 0:
                enter_long(data, start, length, h, at, ids[i:], 1, cache)


@kernel
def move_short(old_slots, new_slots):
    """Move all short pre-tokens into more slots.

    old_slots  uint64[4 * 2^k]
    new_slots  uint64[4 * 2^m]    all zero before
    """
    for old in range(0, old_slots.shape[0], 4):
        if old_slots[old + HIGH] != 0:
            at = slot_of_short(old_slots[old + LOW], old_slots[old + HIGH], new_slots)
            for word in range(4):
                new_slots[at + word] = old_slots[old + word]


@kernel
def move_long(old_slots, new_slots):
    """Move all long pre-tokens into more slots; their bytes stay in place.

    old_slots  uint64[4 * 2^k]
    new_slots  uint64[4 * 2^m]    all zero before
    """
    mask = np.int64(new_slots.shape[0] >> 2) - 1
    for old in range(0, old_slots.shape[0], 4):
        if old_slots[old] == 0:
            continue
        slot = np.int64(old_slots[old] >> SLOT_SHIFT) & mask
        while new_slots[4 * slot] != 0:
            slot = (slot + 1) & mask
        for word in range(4):
            new_slots[4 * slot + word] = old_slots[old + word]


@kernel
def spell_tokens(merges, bounds, data):
    """Write the bytes of every token.

    merges  uint32[n, 2]
    bounds  int64[256 + n + 1]    token i goes to data[bounds[i]:bounds[i + 1]]
    data    uint8[size]           filled
    """
    for byte in range(256):
        data[bounds[byte]] = byte
    for rank in range(merges.shape[0]):
        at = bounds[256 + rank]
        for half in range(2):
            token = merges[rank, half]
            for j in range(bounds[token], bounds[token + 1]):
                data[at] = data[j]
                at += 1
