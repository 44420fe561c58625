"""Kernels of a set of short byte strings: flat arrays, open addressing, exact comparison.

Slow reference: Python's sets of words in tests/engine/naive_metrics.py, in
tests/engine/test_metrics.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, prefetch

_EMPTY = np.uint64(0)
_TAG = np.uint64(0xFFFFFFFF00000000)
_INDEX = np.uint64(0x00000000FFFFFFFF)
_SEED = np.uint64(0xCBF29CE484222325)
_PRIME = np.uint64(0x100000001B3)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(29)
_AHEAD = 12


@kernel_part
def hash_of(data, start, end, prefix):
    """A hash of data[start:end], of it after one more byte if prefix is not -1.

    data  uint8[n]
    """
    value = _SEED
    if prefix >= 0:
        value = (value ^ np.uint64(prefix)) * _PRIME
    for at in range(start, end):
        value = (value ^ np.uint64(data[at])) * _PRIME
    value *= _MIX
    return value ^ (value >> _HALF)


@kernel_part
def find_string(value, data, start, end, prefix, slots, held, held_ends):
    """Slot of a string in a set, or the empty one it would take, and whether it is a member.

    value      hash_of the string
    data       uint8[n]    contains the string; prefix as in hash_of
    slots      uint64[s]   half hash and number + 1 of a member, 0 for none; s is a power of two
    held       uint8[b]    the bytes of the members one after another
    held_ends  int64[m]    where each ends
    """
    mask = np.uint64(slots.shape[0] - 1)
    place = value & mask
    skip = 1 if prefix >= 0 else 0
    size = end - start + skip
    while slots[place] != _EMPTY:
        if (slots[place] & _TAG) == (value & _TAG):
            member = np.int64(slots[place] & _INDEX) - 1
            begin = np.int64(0)
            if member > 0:
                begin = held_ends[member - 1]
            if held_ends[member] - begin == size:
                same = skip == 0 or held[begin] == prefix
                j = np.int64(0)
                while same and j < end - start:
                    same = held[begin + skip + j] == data[start + j]
                    j += 1
                if same:
                    return place, True
        place = (place + np.uint64(1)) & mask
    return place, False


@kernel
def add_strings(data, starts, ends, slots, held, held_ends, n_members):
    """Put strings into a set with room for all of them; empty ones are skipped.

    Returns the number of members afterwards.

    data       uint8[n]    contains the strings
    starts     int64[w]    first byte of each
    ends       int64[w]    after its last byte
    slots      uint64[s]   in and out: see find_string
    held       uint8[b]    in and out: the bytes of the members one after another
    held_ends  int64[m]    in and out: where each ends
    """
    filled = np.int64(0)
    if n_members > 0:
        filled = held_ends[n_members - 1]
    for word in range(starts.shape[0]):
        start, end = starts[word], ends[word]
        if start == end:
            continue
        value = hash_of(data, start, end, -1)
        place, is_there = find_string(value, data, start, end, -1, slots, held, held_ends)
        if is_there:
            continue
        for at in range(start, end):
            held[filled] = data[at]
            filled += 1
        held_ends[n_members] = filled
        n_members += 1
        slots[place] = (value & _TAG) | np.uint64(n_members)
    return n_members


@kernel
def hash_members(held, held_ends, first, prefix, hashes):
    """The hashes of some members of a set, each after a prefix.

    held       uint8[b]    the bytes of the members one after another
    held_ends  int64[m]    where each ends
    first      the number of the first of these members
    hashes     uint64[k]   out: of member first, first + 1 and so on
    """
    begin = np.int64(0)
    if first > 0:
        begin = held_ends[first - 1]
    for i in range(hashes.shape[0]):
        hashes[i] = hash_of(held, begin, held_ends[first + i], prefix)
        begin = held_ends[first + i]


@kernel
def count_common(data, data_ends, first, prefix, hashes, slots, held, held_ends):
    """How many of some members of a set, each after a prefix, another set has.

    data       uint8[n]    the bytes of the members of the one set
    data_ends  int64[k]    where each ends
    first      the number of the first of these members
    hashes     uint64[k]   of these members, see hash_members
    slots      uint64[s]   of the other set: see find_string
    held       uint8[b]    its bytes
    held_ends  int64[m]    where each of its members ends
    """
    found = np.int64(0)
    begin = np.int64(0)
    mask = np.uint64(slots.shape[0] - 1)
    if first > 0:
        begin = data_ends[first - 1]
    for i in range(hashes.shape[0]):
        if i + _AHEAD < hashes.shape[0]:
            prefetch(slots, np.int64(hashes[i + _AHEAD] & mask))
        end = data_ends[first + i]
        is_there = find_string(hashes[i], data, begin, end, prefix, slots, held, held_ends)[1]
        if is_there:
            found += 1
        begin = end
    return found


@kernel
def place_members(held, held_ends, n_members, slots):
    """Fill new slots, all empty, with the members of a set.

    held       uint8[b]    the bytes of the members one after another
    held_ends  int64[m]    where each ends
    slots      uint64[s]   out: see find_string
    """
    mask = np.uint64(slots.shape[0] - 1)
    begin = np.int64(0)
    for member in range(n_members):
        value = hash_of(held, begin, held_ends[member], -1)
        place = value & mask
        while slots[place] != _EMPTY:
            place = (place + np.uint64(1)) & mask
        slots[place] = (value & _TAG) | np.uint64(member + 1)
        begin = held_ends[member]
