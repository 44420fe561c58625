"""Kernels of BPE dropout: merges of a pre-token, some of them dropped at random.

The rule is that of tokenizers (Provilkov and others 2020), step by step: candidates leave a queue
in order of rank and place; each is dropped with the same probability, and those dropped come back
with the next candidate that is not. A candidate that no longer applies is drawn for too.

    model  see merge_tables.MergeModel
    room   see dropout.DropoutRoom

Slow reference: `encode_with_dropout` in tests/engine/encoding/test_dropout.py, which also compares
the distribution with that of tokenizers.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part
from engine.encoding._merging_kernels import NO_ID, NO_RANK, heap_pop, heap_push, rank_in

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_11 = np.uint64(11)
_27 = np.uint64(27)
_30 = np.uint64(30)
_31 = np.uint64(31)
_32 = np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)
_DEAD = np.uint32(NO_ID)


@kernel_part
def mixed(word):
    """The bits of a word mixed: the output function of splitmix64 (Steele and others 2014)."""
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@kernel_part
def push_pair(ids, left, right, slots, shift, heap, size):
    """Put the merge of two neighbours into the queue if there is one; returns the new size.

    ids   uint32[length]
    heap  uint64[capacity]   rank << 32 | place of the left one
    """
    rank = rank_in(ids[left], ids[right], slots, shift)
    if rank == NO_RANK:
        return size
    return heap_push(heap, size, (np.uint64(rank) << _32) | np.uint64(left))


@kernel_part
def merge_dropping(data, start, length, slots, shift, state, threshold, n_sure, room):
    """Merge the bytes of one pre-token, dropping merges; ids and their links are in `room`.

    data       uint8[n]    the pre-token is data[start:start + length]
    slots      uint64[size], shift: see model
    state      uint64      of the random numbers, of this pre-token alone
    threshold  uint64      a merge is dropped if 53 random bits are below it
    n_sure     int64       this number of merges, the first, are never dropped
    """
    ids, before, after, heap, dropped = room.ids, room.before, room.after, room.heap, room.dropped
    for i in range(length):
        ids[i] = data[start + i]
        before[i], after[i] = i - 1, i + 1
    size = 0
    for i in range(length - 1):
        size = push_pair(ids, i, i + 1, slots, shift, heap, size)
    n_dropped = 0
    while size > 0:
        top = heap[0]
        size = heap_pop(heap, size)
        if np.int64(top >> _32) >= n_sure:
            state += _STEP
            if mixed(state) >> _11 < threshold:
                dropped[n_dropped] = top
                n_dropped += 1
                continue
        for i in range(n_dropped):
            size = heap_push(heap, size, dropped[i])
        n_dropped = 0
        left = np.int64(top & _LOW_32)
        right = after[left]
        if ids[left] == _DEAD or right == length:
            continue
        rank = np.uint32(top >> _32)
        if rank_in(ids[left], ids[right], slots, shift) != rank:
            continue
        ids[left] = np.uint32(256) + rank
        ids[right] = _DEAD
        following = after[right]
        after[left] = following
        if following < length:
            before[following] = left
            size = push_pair(ids, left, following, slots, shift, heap, size)
        if before[left] >= 0:
            size = push_pair(ids, before[left], left, slots, shift, heap, size)


@kernel
def encode_dropping(data, start, ends, place, seed, threshold, n_sure, model, room, out, n_out):
    """Encode the pre-tokens that end at `ends`, the first of which begins at `start`.

    data       uint8[n + 64]
    ends       int64[m]
    place      int64         of `start` among all texts: with it and the seed a pre-token has random
                             numbers of its own, wherever its text is cut
    seed       uint64
    threshold  uint64        see merge_dropping, as n_sure
    out        uint32[size]  one place per byte

    Returns the number of ids.
    """
    begin = start
    for i in range(ends.shape[0]):
        state = mixed(seed + mixed(np.uint64(place + begin - start) + _STEP))
        length = ends[i] - begin
        merge_dropping(
            data, begin, length, model.slots, model.shift, state, threshold, n_sure, room
        )
        at = 0
        while at < length:
            out[n_out] = model.given[room.ids[at]]
            n_out += 1
            at = room.after[at]
        begin = ends[i]
    return n_out
