"""Kernels of pre-tokens as keys of tables: for the encoder's cache, and for counting.

SHORT    up to 15 bytes: two words hold its bytes and on top its length
MIDDLE   16 to 31 bytes: four words, in the same way
LONG     more: a hash of 64 bits; its bytes lie in an arena

Equal hashes alone never make two pre-tokens equal: the words, or the bytes, are compared.

Slow reference: dictionaries, in tests/engine/encoding/test_keys.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import KEY_BYTES, kernel_part, load_word, masked_key, mixed_in

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
