"""Kernels of pre-tokens as keys: what tables of them hash and compare.

A pre-token of up to 15 bytes is its own key: two words hold its bytes and its length. Longer ones
are hashed and then compared word by word. Equal hashes alone never make two pre-tokens equal.

Slow reference: dictionaries, in tests/engine/test_known_pretokens.py and test_pretoken_table.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel_part, load_word

SHORT_PRETOKEN = 15
"""Longest pre-token that is its own key."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MULTIPLIER = np.uint64(0xC2B2AE3D27D4EB4F)
_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_EIGHT = np.uint64(8)
_SHIFT_29 = np.uint64(29)
_SHIFT_32 = np.uint64(32)
_SHIFT_56 = np.uint64(56)


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
