"""Kernels of pre-tokens as keys of tables, and of the cache of known pre-tokens with their ids.

SHORT    up to 15 bytes: two words hold its bytes and on top its length
MIDDLE   16 to 31 bytes: four words, in the same way
LONG     more: a hash of 64 bits; its bytes lie in an arena

Equal hashes alone never make two pre-tokens equal: the words, or the bytes, are compared. Counting
uses the keys too.

In the cache a short pre-token and up to four ids of it are one slot, two of which are a cache line;
one of middle length and up to seven ids are a whole line. See word_cache.Cache for the arrays: they
are passed one by one, since a call with a record of arrays costs more than looking a pre-token up.
Threads look up and enter at the same time: see free_slot. Only one at a time moves slots.

Slow reference: dictionaries, in tests/engine/encoding/test_keys.py and test_known_pretokens.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import (
    KEY_BYTES,
    add_to,
    claim_word,
    copy_sixteen,
    inlined_part,
    kernel,
    kernel_part,
    load_word,
    masked_key,
    mixed_in,
    publish_word,
    seen_word,
    store_ids,
)

SHORT_PRETOKEN = KEY_BYTES
"""Longest pre-token that is its own key of two words."""
MIDDLE_PRETOKEN = 31
"""Longest pre-token that is its own key of four words."""

LONGER = np.uint64(1 << 63)
"""Second word of `short_or_longer` for a pre-token that is not short."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MULTIPLIER = np.uint64(0xC2B2AE3D27D4EB4F)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_EIGHT = np.uint64(8)
_SHIFT_29 = np.uint64(29)
_SHIFT_32 = np.uint64(32)
_SIXTEEN_ON_TOP = np.uint64(16 << 56)


@kernel_part
def short_key(data, start, length):
    """The two words that are the key of a pre-token of at most 15 bytes.

    data  uint8[n + 16]
    """
    return masked_key(data, start, length)


@kernel_part
def short_or_longer(data, start, length):
    """The key of a pre-token of up to 15 bytes; (0, LONGER) for a longer one, without a branch.

    data  uint8[n + 16]
    """
    return masked_key(data, start, min(length, SHORT_PRETOKEN + 1))


@kernel_part
def middle_key(data, start, length):
    """The four words that are the key of a pre-token of 16 to 31 bytes.

    data  uint8[n + 16]
    """
    low, high = masked_key(data, start + 16, length - 16)
    return load_word(data, start), load_word(data, start + 8), low, high | _SIXTEEN_ON_TOP


@kernel_part
def hash_of_words(low, high):
    """A hash of two words; its low 32 bits serve."""
    return mixed_in(mixed_in(_ZERO, low), high)


@kernel_part
def hash_of_four(first, second, third, last):
    """A hash of the words of a middle key; its low 32 bits serve."""
    return mixed_in(mixed_in(mixed_in(mixed_in(_ZERO, first), second), third), last)


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
def slot_of_hash(h, n_slots):
    """Where the search for a hash of any kind begins among n_slots, a power of two."""
    return np.int64(h ^ (h >> _SHIFT_32)) & np.int64(n_slots - 1)


IDS_INLINE = 4
MIDDLE_IDS_INLINE = 7

# Words of a short or long slot. Of a short pre-token: its key. Of a long one: hash and, shifted by
# 16, place in the arena, with its length below. Then four ids, or the place of more; the top byte
# has their number.
LOW, HIGH, VALUE_LOW, VALUE_HIGH = 0, 1, 2, 3
# Words of a middle slot after the four of the key, the last of which is never 0: seven ids, or the
# place of more, and in the upper half of the last word their number.
KEY_END, FIRST_IDS, LAST_IDS = 3, 4, 7

NO_ROOM, THERE, ENTERED = -1, 0, 1
"""What came of entering a pre-token: no room for its ids or bytes, or another entered it before."""

# Fields of `cache.used`.
SLOTS, MIDDLE_SLOTS, LONG_SLOTS, ARENA, IDS = 0, 1, 2, 3, 4

SLOT_SHIFT = np.uint64(32)
"""The bits of a long hash from here on choose a slot."""

_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_SHIFT_56 = np.uint64(56)
_SHIFT_16 = np.uint64(16)
_LOW_16 = np.uint64(0xFFFF)
_LOW_32 = np.uint64(0xFFFFFFFF)
_LOW_56 = np.uint64(0x00FFFFFFFFFFFFFF)
_KEY_END, _FIRST_IDS = np.uint64(KEY_END), np.uint64(FIRST_IDS)
_COUNT_BITS, _COUNT = np.uint64(20), np.uint64((1 << 20) - 1)
_TAKEN_LONG = _TWO
"""In place of the hash of a long slot that is being written: hashes are odd."""


@kernel_part
def slot_of_short(low, high, slots):
    """Index of a short pre-token's slot, or of the empty one it would take.

    slots  uint64[4 * 2^k]
    """
    at = (hash_of_words(low, high) * _FOUR) & np.uint64(slots.shape[0] - 1)
    return slot_from(at, low, high, slots)[0]


@kernel_part
def slot_from(at, low, high, slots):
    """(slot, whether it is that of the pre-token): as slot_of_short, from where the search begins.

    slots  uint64[4 * 2^k]

    Another thread may take an empty slot right afterwards: only what was seen counts.
    """
    mask = np.uint64(slots.shape[0] - 1)
    seen = seen_word(slots, at + _ONE)
    while seen != high or slots[at] != low:
        if seen == 0:
            return at, False
        at = (at + _FOUR) & mask
        seen = seen_word(slots, at + _ONE)
    return at, True


@kernel_part
def slot_of_middle(first, second, third, last, h, slots):
    """As slot_from, for a pre-token of middle length with hash h.

    slots  uint64[8 * 2^k]
    """
    mask = np.uint64(slots.shape[0] - 1)
    at = (h * _EIGHT) & mask
    seen = seen_word(slots, at + _KEY_END)
    while (
        seen != last
        or slots[at] != first
        or slots[at + _ONE] != second
        or slots[at + _TWO] != third
    ):
        if seen == 0:
            return at, False
        at = (at + _EIGHT) & mask
        seen = seen_word(slots, at + _KEY_END)
    return at, True


@kernel_part
def slot_of_long(data, start, length, h, slots, arena):
    """As slot_from, for a long pre-token with hash h.

    data   uint8[n + 8]
    slots  uint64[4 * 2^m]
    arena  uint8[size + 8]
    """
    mask = np.uint64(slots.shape[0] - 1)
    at = ((h >> SLOT_SHIFT) * _FOUR) & mask
    seen = seen_word(slots, at)
    while seen != 0:
        place = slots[at + _ONE]
        if seen == h and np.int64(place & _LOW_16) == length:
            if same_bytes(data, start, arena, np.int64(place >> _SHIFT_16), length):
                return at, True
        at = (at + _FOUR) & mask
        seen = seen_word(slots, at)
    return at, False


@kernel_part
def free_slot(at, word, width, taken, slots):
    """Index of the first empty slot from `at` on, which is this thread's from now on.

    word   which one of a slot tells whether it is empty: 0
    width  words of a slot
    taken  a mark that is no key: others see a slot of another pre-token until it is published
    slots  uint64[width * 2^k]

    Where two threads enter the same pre-token at once, it has two slots, and the first is used.
    """
    mask = np.uint64(slots.shape[0] - 1)
    while not claim_word(slots, at + word, taken):
        at = (at + width) & mask
    return at


@kernel_part
def keep_more_ids(found, n, ids, used):
    """Put n ids where those are that no slot has room for; returns their place, -1 without room.

    found  uint32[size]
    ids    uint32[size]
    used   int64[5]
    """
    place = add_to(used, IDS, n)
    if place + ((n + 15) & -16) > ids.shape[0]:  # copy_ids reads 16 at a time
        return np.int64(-1)
    for j in range(n):  # not one more: what follows may be those of another thread
        ids[place + j] = found[j]
    return place


@kernel_part
def enter_short(low, high, at, found, n, slots, ids, used):
    """Enter a short pre-token with its n ids; returns ENTERED, THERE or NO_ROOM.

    at     where its search begins
    slots  uint64[4 * 2^k]
    found  uint32[size]
    ids    uint32[size], used int64[5]: those of the cache

    Slots are counted by the caller.
    """
    at, is_there = slot_from(at, low, high, slots)
    if is_there:
        return THERE
    value_low, value_high = value_of(found, n, ids, used)
    if value_high == 0:
        return NO_ROOM
    at = free_slot(at, _ONE, _FOUR, LONGER, slots)
    slots[at] = low
    slots[at + np.uint64(VALUE_LOW)] = value_low
    slots[at + np.uint64(VALUE_HIGH)] = value_high
    publish_word(slots, at + _ONE, high)
    return ENTERED


@kernel_part
def value_of(found, n, ids, used):
    """The two words for n ids in a short or long slot; the second one is 0 if there is no room.

    found  uint32[size]
    ids    uint32[size], used int64[5]: those of the cache
    """
    if n > IDS_INLINE:
        place = keep_more_ids(found, n, ids, used)
        if place < 0:
            return _ZERO, _ZERO
        return np.uint64(place), np.uint64(n) << _SHIFT_56
    low = np.uint64(found[0]) | np.uint64(found[1]) << _SHIFT_32
    high = np.uint64(found[2]) | np.uint64(found[3]) << _SHIFT_32
    return low, high | (np.uint64(n) << _SHIFT_56)


@kernel_part
def enter_middle(key, h, found, n, slots, ids, used):
    """As enter_short, for a pre-token of middle length.

    key    its four words; h: their hash
    found  uint32[size]
    slots  uint64[8 * 2^k]
    ids    uint32[size], used int64[5]: those of the cache
    """
    at, is_there = slot_of_middle(key[0], key[1], key[2], key[3], h, slots)
    if is_there:
        return THERE
    place = np.int64(0)
    if n > MIDDLE_IDS_INLINE:
        place = keep_more_ids(found, n, ids, used)
        if place < 0:
            return NO_ROOM
    at = free_slot(at, _KEY_END, _EIGHT, LONGER, slots)
    slots[at] = key[0]
    slots[at + _ONE] = key[1]
    slots[at + _TWO] = key[2]
    if n > MIDDLE_IDS_INLINE:
        slots[at + _FIRST_IDS] = np.uint64(place)
    else:
        for j in range(np.uint64(n)):
            word = at + _FIRST_IDS + (j >> _ONE)
            slots[word] |= np.uint64(found[j]) << (_SHIFT_32 * (j & _ONE))
    slots[at + np.uint64(LAST_IDS)] |= np.uint64(n) << _SHIFT_32
    publish_word(slots, at + _KEY_END, key[3])
    return ENTERED


@kernel_part
def enter_long(data, start, length, h, found, n, slots, arena, ids, used):
    """As enter_short, for a long pre-token with hash h.

    data   uint8[n]
    found  uint32[size]
    slots  uint64[4 * 2^m]
    arena  uint8[size + 8]
    ids    uint32[size], used int64[5]: those of the cache
    """
    at, is_there = slot_of_long(data, start, length, h, slots, arena)
    if is_there:
        return THERE
    place = add_to(used, ARENA, length)
    if place + length + 8 > arena.shape[0]:
        return NO_ROOM
    for j in range(length):
        arena[place + j] = data[start + j]
    value_low, value_high = value_of(found, n, ids, used)
    if value_high == 0:
        return NO_ROOM
    at = free_slot(at, _ZERO, _FOUR, _TAKEN_LONG, slots)
    slots[at + _ONE] = (np.uint64(place) << _SHIFT_16) | np.uint64(length)
    slots[at + np.uint64(VALUE_LOW)] = value_low
    slots[at + np.uint64(VALUE_HIGH)] = value_high
    publish_word(slots, at, h)
    return ENTERED


@inlined_part
def one_of(length):
    """1 in the count of pre-tokens of this length: three counts, of 20 bits each, are a word."""
    kind = np.uint64(length > SHORT_PRETOKEN) + np.uint64(length > MIDDLE_PRETOKEN)
    return _ONE << (kind * _COUNT_BITS)


@kernel_part
def take_slots(counts, used, most):
    """Take as many slots of each kind, for pre-tokens to be entered; False if one has too few.

    counts      see one_of
    used, most  int64[5]: see word_cache.Cache

    Threads that enter pre-tokens at the same time so meet at `used` once for many of them.
    """
    if used[ARENA] >= most[ARENA] or used[IDS] >= most[IDS]:
        return False
    for kind in range(LONG_SLOTS + 1):
        n = np.int64((counts >> (np.uint64(kind) * _COUNT_BITS)) & _COUNT)
        if n > 0 and add_to(used, kind, n) + n > most[kind]:
            for each in range(kind + 1):
                add_to(used, each, -np.int64((counts >> (np.uint64(each) * _COUNT_BITS)) & _COUNT))
            return False
    return True


@kernel_part
def give_back(counts, used):
    """Give slots back that were taken and are not needed: see take_slots."""
    for kind in range(LONG_SLOTS + 1):
        n = np.int64((counts >> (np.uint64(kind) * _COUNT_BITS)) & _COUNT)
        if n > 0:
            add_to(used, kind, -n)


@kernel_part
def write_ids(value_low, value_high, ids, out, n_out):
    """Write the ids of a short or long slot; returns the new number of ids.

    ids    uint32[size]    those of the cache
    out    uint32[size]    four places more than needed
    """
    n = np.int64(value_high >> _SHIFT_56)
    if n > IDS_INLINE:
        return copy_ids(value_low, n, ids, out, n_out)
    store_ids(out, n_out, value_low)
    store_ids(out, n_out + 2, value_high & _LOW_56)
    return n_out + n


@kernel_part
def copy_ids(place, n, ids, out, n_out):
    """Write n ids that no slot has room for; returns the new number of ids.

    ids, out  uint32[size]
    """
    place = np.int64(place)
    for j in range(0, n, 16):
        copy_sixteen(ids, place + j, out, n_out + j)
    return n_out + n


@kernel_part
def whole_id(data, start, length, cache):
    """The id of a pre-token that is given out whole, -1 for another.

    data   uint8[n + 16]
    cache  see word_cache.Cache
    """
    if length <= SHORT_PRETOKEN:
        low, high = short_key(data, start, length)
        at = (hash_of_words(low, high) * _FOUR) & np.uint64(cache.slots.shape[0] - 1)
        at, is_there = slot_from(at, low, high, cache.slots)
        return np.int64(cache.slots[at + _TWO]) if is_there else np.int64(-1)
    if length <= MIDDLE_PRETOKEN:
        a, b, c, d = middle_key(data, start, length)
        h = hash_of_four(a, b, c, d)
        at, is_there = slot_of_middle(a, b, c, d, h, cache.middle_slots)
        return np.int64(cache.middle_slots[at + _FIRST_IDS]) if is_there else np.int64(-1)
    h = hash_of_bytes(data, start, length)
    at, is_there = slot_of_long(data, start, length, h, cache.long_slots, cache.arena)
    return np.int64(cache.long_slots[at + _TWO]) if is_there else np.int64(-1)


@kernel
def fill_cache(data, bounds, ids, old, cache, moved):
    """Seed a cache, or move the slots of a smaller one into it.

    One kernel for all: to load one more takes longer than to move.

    data    uint8[n + 16]           bytes of the tokens that the cache begins with
    bounds  int64[n_tokens + 1]
    ids     uint32[n_tokens]        of each; the first one counts
    old     the smaller cache; the cache itself to seed it
    moved   SLOTS, MIDDLE_SLOTS or LONG_SLOTS, which are all zero before; -1 to seed
    """
    if moved == SLOTS:
        move_short(data, bounds, old.slots, cache.slots)
    elif moved == MIDDLE_SLOTS:
        move_middle(old.middle_slots, cache.middle_slots)
    elif moved == LONG_SLOTS:
        move_long(old.long_slots, cache.long_slots)
    else:
        seed_cache(data, bounds, ids, cache)


@kernel_part
def seed_cache(data, bounds, ids, cache):
    """Enter pre-tokens with one id each into a cache that is large enough.

    data    uint8[n + 16]           their bytes, one after another
    bounds  int64[n_tokens + 1]
    ids     uint32[n_tokens]        of each; the first one counts
    """
    slots, middle, longs, arena = cache.slots, cache.middle_slots, cache.long_slots, cache.arena
    more, used, found = cache.ids, cache.used, np.zeros(16, np.uint32)
    for i in range(ids.shape[0]):
        found[0] = ids[i]
        start, length = bounds[i], bounds[i + 1] - bounds[i]
        if length <= SHORT_PRETOKEN:
            low, high = short_key(data, start, length)
            at = (hash_of_words(low, high) * _FOUR) & np.uint64(slots.shape[0] - 1)
            used[SLOTS] += enter_short(low, high, at, found, 1, slots, more, used)
        elif length <= MIDDLE_PRETOKEN:
            key = middle_key(data, start, length)
            h = hash_of_four(key[0], key[1], key[2], key[3])
            used[MIDDLE_SLOTS] += enter_middle(key, h, found, 1, middle, more, used)
        else:
            h = hash_of_bytes(data, start, length)
            taken = enter_long(data, start, length, h, found, 1, longs, arena, more, used)
            used[LONG_SLOTS] += taken


@kernel_part
def move_short(data, bounds, old_slots, new_slots):
    """Move all short pre-tokens into more slots, those of the vocabulary first.

    data       uint8[n + 16]       bytes of the tokens that the cache began with
    bounds     int64[n_tokens + 1]
    old_slots  uint64[4 * 2^k]
    new_slots  uint64[4 * 2^m]     all zero before

    So the first tokens, the most frequent ones, are where their search begins. In the order of the
    old slots they would be anywhere, which takes a third more time in slots that are half full.
    """
    for i in range(bounds.shape[0] - 1):
        start, length = bounds[i], bounds[i + 1] - bounds[i]
        if length <= SHORT_PRETOKEN:
            low, high = short_key(data, start, length)
            move_slot(old_slots, slot_of_short(low, high, old_slots), new_slots)
    for old in range(np.uint64(0), np.uint64(old_slots.shape[0]), _FOUR):
        if old_slots[old + _ONE] != 0:
            move_slot(old_slots, old, new_slots)


@kernel_part
def move_slot(old_slots, old, new_slots):
    """Copy a short slot to its place among new ones; one that is there already stays.

    old_slots, new_slots  uint64[4 * 2^k]
    """
    at = slot_of_short(old_slots[old], old_slots[old + _ONE], new_slots)
    for word in range(_FOUR):
        new_slots[at + word] = old_slots[old + word]


@kernel_part
def move_middle(old_slots, new_slots):
    """As move_short, for those of middle length.

    old_slots  uint64[8 * 2^k]
    new_slots  uint64[8 * 2^m]    all zero before
    """
    for old in range(np.uint64(0), np.uint64(old_slots.shape[0]), _EIGHT):
        a, b, c = old_slots[old], old_slots[old + _ONE], old_slots[old + _TWO]
        d = old_slots[old + _KEY_END]
        if d != 0:
            at, _ = slot_of_middle(a, b, c, d, hash_of_four(a, b, c, d), new_slots)
            for word in range(_EIGHT):
                new_slots[at + word] = old_slots[old + word]


@kernel_part
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
