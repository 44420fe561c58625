"""Kernels of pre-token counting: one open-addressing table over an arena of key bytes."""

from __future__ import annotations

import numpy as np

from engine.kernel_cache import kernel

_FNV_BASIS = np.uint64(0xCBF29CE484222325)
_FNV_PRIME = np.uint64(0x100000001B3)
_MIXER = np.uint64(0x9E3779B97F4A7C15)
_SHIFT_29 = np.uint64(29)
_SHIFT_32 = np.uint64(32)


@kernel
def count_spans(data, spans, first, slots, hashes, starts, arena, counts, n_entries):
    """Count the spans spans[first:] of `data` until all are done or the table is full.

    data       uint8[n]             text that the spans cut
    spans      int64[n_spans, 2]    byte offsets into data
    slots      int64[2^k]           entry + 1, 0 for empty
    hashes     uint64[capacity]     hash of each entry's bytes
    starts     int64[capacity + 1]  entry i owns arena[starts[i]:starts[i + 1]]
    arena      uint8[size]          bytes of the entries, back to back
    counts     int64[capacity]      occurrences of each entry

    Returns (next span, entries); next span < n_spans means: grow the table and call again.
    Entries are compared byte by byte, never by hash alone.
    """
    mask = np.uint64(slots.shape[0] - 1)
    capacity = hashes.shape[0]
    for i in range(first, spans.shape[0]):
        start = spans[i, 0]
        length = spans[i, 1] - start
        h = hash_bytes(data, start, length)
        slot = np.int64(h & mask)
        while True:
            entry = slots[slot] - 1
            if entry < 0:
                break
            if hashes[entry] == h and starts[entry + 1] - starts[entry] == length:
                at = starts[entry]
                same = True
                for j in range(length):
                    if arena[at + j] != data[start + j]:
                        same = False
                        break
                if same:
                    break
            slot = (slot + 1) & np.int64(mask)
        if entry < 0:
            at = starts[n_entries]
            if n_entries == capacity or at + length > arena.shape[0]:
                return i, n_entries
            entry = n_entries
            slots[slot] = entry + 1
            hashes[entry] = h
            for j in range(length):
                arena[at + j] = data[start + j]
            starts[entry + 1] = at + length
            n_entries += 1
        counts[entry] += 1
    return spans.shape[0], n_entries


@kernel
def hash_bytes(data, start, length):
    """A 64-bit FNV-1a hash of data[start:start + length], mixed so that the low bits serve.

    data   uint8[n]
    """
    h = _FNV_BASIS
    for j in range(start, start + length):
        h = (h ^ np.uint64(data[j])) * _FNV_PRIME
    h = (h ^ (h >> _SHIFT_29)) * _MIXER
    return h ^ (h >> _SHIFT_32)


@kernel
def fill_slots(hashes, n_entries, slots):
    """Enter the first n_entries of `hashes` into empty slots, in place.

    hashes  uint64[capacity]
    slots   int64[2^k]    all zero before; entry + 1 afterwards
    """
    mask = np.int64(slots.shape[0] - 1)
    for entry in range(n_entries):
        slot = np.int64(hashes[entry] & np.uint64(mask))
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = entry + 1
