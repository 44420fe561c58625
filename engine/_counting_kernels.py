"""Kernels of pre-token counting: two open-addressing tables, for short and for long pre-tokens.

A pre-token of up to 15 bytes is its own key: two words hold its bytes and its length, and its
count stands beside them, so that finding it costs one cache line. Longer ones lie in an arena and
are compared byte by byte. Nothing is ever taken for equal because its hash is.
"""

from __future__ import annotations

import numpy as np

from engine.kernel_cache import kernel
from engine.unaligned import load_word

SHORT_BYTES = 15
"""Longest pre-token that is its own key."""

# Columns of a slot of the short table.
LOW, HIGH, COUNT, ENTRY = 0, 1, 2, 3

_FNV_BASIS = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)
_MIXER = np.uint64(0x9E3779B97F4A7C15)
_OTHER_MIXER = np.uint64(0xC2B2AE3D27D4EB4F)
_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
_EIGHT = np.uint64(8)
_SHIFT_29 = np.uint64(29)
_SHIFT_32 = np.uint64(32)
_SHIFT_56 = np.uint64(56)


@kernel
def hash_of_words(low, high):
    """A 64-bit hash of two words, mixed so that the low bits serve."""
    h = (low * _MIXER) ^ (high * _OTHER_MIXER)
    h = (h ^ (h >> _SHIFT_29)) * _MIXER
    return h ^ (h >> _SHIFT_32)


@kernel
def count_spans(data, spans, first, offset, short_slots, short_firsts, touched, long_table, cursor):
    """Count the spans spans[first:] of `data` until all are done or a table is full.

    data         uint8[n + PADDING]   text that the spans cut
    spans        int64[n_spans, 2]    byte offsets into data
    short_slots  uint64[2^k, 4]       LOW and HIGH word of the key, COUNT, ENTRY + 1; 0 for empty
    short_firsts int64[2^(k - 1)]     offset + start of the first occurrence of each short entry
    touched      int64[capacity]      slots of short entries counted since the last collection
    long_table   slots int64[2^k], hashes uint64[capacity], starts int64[capacity + 1],
                 arena uint8[size], counts int64[capacity], firsts int64[capacity]
    cursor       int64[3]             short entries, slots in touched, long entries

    Returns the next span; less than n_spans means: grow what is full and call again.
    """
    mask = np.int64(short_slots.shape[0] - 1)
    most_short = short_slots.shape[0] // 2
    for i in range(first, spans.shape[0]):
        start = spans[i, 0]
        length = spans[i, 1] - start
        if length > SHORT_BYTES:
            entry = long_entry(data, start, length, offset + start, long_table, cursor)
            if entry < 0:
                return i
            long_table.counts[entry] += 1
            continue
        if length < 8:
            low = load_word(data, start) & (_ONES >> ((_EIGHT - np.uint64(length)) * _EIGHT))
            high = np.uint64(0)
        else:
            low = load_word(data, start)
            high = np.uint64(0)
            if length > 8:
                high = load_word(data, start + 8)
                high &= _ONES >> ((np.uint64(16) - np.uint64(length)) * _EIGHT)
        high |= np.uint64(length) << _SHIFT_56
        slot = np.int64(hash_of_words(low, high)) & mask
        while short_slots[slot, ENTRY] != 0:
            if short_slots[slot, LOW] == low and short_slots[slot, HIGH] == high:
                break
            slot = (slot + 1) & mask
        if short_slots[slot, ENTRY] == 0:
            if cursor[0] >= most_short or cursor[1] >= touched.shape[0]:
                return i
            short_firsts[cursor[0]] = offset + start
            cursor[0] += 1
            short_slots[slot, LOW] = low
            short_slots[slot, HIGH] = high
            short_slots[slot, ENTRY] = cursor[0]
        if short_slots[slot, COUNT] == 0:
            touched[cursor[1]] = slot
            cursor[1] += 1
        short_slots[slot, COUNT] += np.uint64(1)
    return spans.shape[0]


@kernel
def long_entry(data, start, length, position, long_table, cursor):
    """The entry of one long pre-token, made where there is none yet; -1 where the table is full.

    data    uint8[n]
    position is what `firsts` keeps of a new entry.
    cursor  int64[3]
    """
    h = _FNV_BASIS
    for j in range(start, start + length):
        h = (h ^ np.uint64(data[j])) * _FNV_PRIME
    h = (h ^ (h >> _SHIFT_29)) * _MIXER
    h ^= h >> _SHIFT_32
    mask = np.int64(long_table.slots.shape[0] - 1)
    slot = np.int64(h) & mask
    while long_table.slots[slot] != 0:
        entry = long_table.slots[slot] - 1
        at = long_table.starts[entry]
        if long_table.hashes[entry] == h and long_table.starts[entry + 1] - at == length:
            same = True
            for j in range(length):
                if long_table.arena[at + j] != data[start + j]:
                    same = False
                    break
            if same:
                return entry
        slot = (slot + 1) & mask
    entry = cursor[2]
    if entry == long_table.hashes.shape[0]:
        return -1
    at = long_table.starts[entry]
    if at + length > long_table.arena.shape[0]:
        return -1
    long_table.slots[slot] = entry + 1
    long_table.hashes[entry] = h
    for j in range(length):
        long_table.arena[at + j] = data[start + j]
    long_table.starts[entry + 1] = at + length
    long_table.counts[entry] = 0
    long_table.firsts[entry] = position
    cursor[2] = entry + 1
    return entry


@kernel
def absorb_short(other_slots, other_firsts, slots, firsts, cursor, mapping):
    """Enter the keys of another short table into this one, which must have room for them all.

    other_slots   uint64[2^k, 4]
    other_firsts  int64[2^(k - 1)]
    slots         uint64[2^m, 4]
    firsts        int64[2^(m - 1)]    the earlier first occurrence is kept
    cursor        int64[3]
    mapping       int64[n_other]      filled: entry here of each entry there
    """
    mask = np.int64(slots.shape[0] - 1)
    for other in range(other_slots.shape[0]):
        entry = np.int64(other_slots[other, ENTRY]) - 1
        if entry < 0:
            continue
        low, high = other_slots[other, LOW], other_slots[other, HIGH]
        slot = np.int64(hash_of_words(low, high)) & mask
        while slots[slot, ENTRY] != 0 and (slots[slot, LOW] != low or slots[slot, HIGH] != high):
            slot = (slot + 1) & mask
        if slots[slot, ENTRY] == 0:
            firsts[cursor[0]] = other_firsts[entry]
            cursor[0] += 1
            slots[slot, LOW] = low
            slots[slot, HIGH] = high
            slots[slot, ENTRY] = cursor[0]
        here = np.int64(slots[slot, ENTRY]) - 1
        firsts[here] = min(firsts[here], other_firsts[entry])
        mapping[entry] = here


@kernel
def absorb_long(other, first, n_other, long_table, cursor, mapping):
    """Enter the keys first:n_other of another long table; returns how far that went.

    other, long_table  as in count_spans
    cursor             int64[3]
    mapping            int64[n_other]    filled: entry here of each entry there
    """
    for i in range(first, n_other):
        length = other.starts[i + 1] - other.starts[i]
        position = other.firsts[i]
        here = long_entry(other.arena, other.starts[i], length, position, long_table, cursor)
        if here < 0:
            return i
        long_table.firsts[here] = min(long_table.firsts[here], position)
        mapping[i] = here
    return n_other


@kernel
def count_sources(entries, source, last_source, n_sources_of):
    """Count in how many sources each entry occurs; call it source after source.

    entries       int64[n]
    last_source   int64[n_entries]    -1 before
    n_sources_of  int64[n_entries]    added to
    """
    for i in range(entries.shape[0]):
        entry = entries[i]
        if last_source[entry] != source:
            last_source[entry] = source
            n_sources_of[entry] += 1


@kernel
def place_sources(entries, counts, source, last_source, cursors, source_indices, source_counts):
    """Write the counts of one source to their entries; call it source after source.

    entries         int64[n]
    counts          int64[n]
    last_source     int64[n_entries]   -1 before
    cursors         int64[n_entries]   next free place of each entry
    source_indices  uint32[m]          filled
    source_counts   int64[m]           filled; the counts of several lists of one source add up
    """
    for i in range(entries.shape[0]):
        entry = entries[i]
        if last_source[entry] == source:
            source_counts[cursors[entry] - 1] += counts[i]
        else:
            last_source[entry] = source
            source_indices[cursors[entry]] = source
            source_counts[cursors[entry]] = counts[i]
            cursors[entry] += 1


@kernel
def collect_short(short_slots, touched, n_touched, entries, counts):
    """Take the counts of the touched short entries out of their slots and set them to zero.

    short_slots  uint64[2^k, 4]
    touched      int64[capacity]
    entries      int64[n_touched]    filled here
    counts       int64[n_touched]    filled here
    """
    for i in range(n_touched):
        slot = touched[i]
        entries[i] = np.int64(short_slots[slot, ENTRY]) - 1
        counts[i] = np.int64(short_slots[slot, COUNT])
        short_slots[slot, COUNT] = 0


@kernel
def move_short(old_slots, new_slots, touched):
    """Move all entries into a larger empty table; returns how many of them have a count.

    old_slots  uint64[2^k, 4]
    new_slots  uint64[2^(k+1), 4]   all zero before
    touched    int64[capacity]      filled with the new slots of entries that have a count
    """
    mask = np.int64(new_slots.shape[0] - 1)
    n_touched = 0
    for old in range(old_slots.shape[0]):
        if old_slots[old, ENTRY] == 0:
            continue
        slot = np.int64(hash_of_words(old_slots[old, LOW], old_slots[old, HIGH])) & mask
        while new_slots[slot, ENTRY] != 0:
            slot = (slot + 1) & mask
        for column in range(4):
            new_slots[slot, column] = old_slots[old, column]
        if old_slots[old, COUNT] != 0:
            touched[n_touched] = slot
            n_touched += 1
    return n_touched


@kernel
def short_lengths(short_slots, lengths):
    """The length of every short entry.

    short_slots  uint64[2^k, 4]
    lengths      int64[n_short]    filled here
    """
    for slot in range(short_slots.shape[0]):
        entry = np.int64(short_slots[slot, ENTRY]) - 1
        if entry >= 0:
            lengths[entry] = np.int64(short_slots[slot, HIGH] >> _SHIFT_56)


@kernel
def write_short(short_slots, starts, data):
    """The bytes of every short entry, each at its place.

    short_slots  uint64[2^k, 4]
    starts       int64[n_short + 1]
    data         uint8[size]    filled here
    """
    for slot in range(short_slots.shape[0]):
        entry = np.int64(short_slots[slot, ENTRY]) - 1
        if entry < 0:
            continue
        for j in range(starts[entry + 1] - starts[entry]):
            word = short_slots[slot, LOW] if j < 8 else short_slots[slot, HIGH]
            data[starts[entry] + j] = np.uint8(
                (word >> (np.uint64(j % 8) * _EIGHT)) & np.uint64(255)
            )


@kernel
def fill_long_slots(hashes, n_entries, slots):
    """Enter the first n_entries of `hashes` into empty slots, in place.

    hashes  uint64[capacity]
    slots   int64[2^k]    all zero before; entry + 1 afterwards
    """
    mask = np.int64(slots.shape[0] - 1)
    for entry in range(n_entries):
        slot = np.int64(hashes[entry]) & mask
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = entry + 1
