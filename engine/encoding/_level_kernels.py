"""Kernels of encoding long pre-tokens in two levels: the first merges in parts, the rest over ids.

A superword tokenizer has pre-tokens of whole sentences, which hardly ever repeat. Both
levels rest on one observation: bytes or ids that are side by side in no token are never joined.

LEVEL ONE   makes the first merges only. A pre-token is cut wherever two bytes are side by
            side in none of their tokens. The parts are much like words and go through the cache.
LEVEL TWO   makes the merges behind them, over the ids of level one. It cuts wherever two of these
            ids are side by side in no later token, which leaves runs of two or three.

A merge joins tokens that are made before it, so that later merges never enable earlier ones: the
ids are those of merging everything at once, wherever the levels meet.

    levels  see encoder.Levels
    room    see encoder.EncodingRoom

Slow reference: `encode` of tests/reference_bpe.py, in
tests/engine/encoding/test_encoding_levels.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, load_word
from engine.encoding._merging_kernels import NO_ID, NO_RANK, merge_chain, rank_in

PLAIN, LONG, TWO = 0, 1, 2
"""One level, with pre-tokens as they are or long ones cut; and two levels."""

APART, OF_TWO, OF_LEFT, OF_RIGHT = 1, 2, 4, 8
"""Contexts of a pair of bytes: one more on both sides, on the left alone, on the right alone.

If the halves of a merge have two bytes and more, contexts say more than the pair: in scripts with
three bytes per character hardly a pair of bytes is apart, but most pairs of characters are."""

PART_BYTES = 4096
"""Bytes of text that are cut into parts at a time."""
_FURTHER = 64
MOST_PARTS = PART_BYTES + _FURTHER + 1
RUN_IDS = 1024
"""Ids of level one that are looked at together."""
SCANNED_IDS = 64
"""In runs of up to this many ids the next merge is found by looking at all ranks."""

INSIDE = np.uint32(NO_ID)
"""In place of a rank: two ids are inside a later token but are no merge."""
WHOLE = np.uint32(1 << 31)
"""Bit of an id of a whole pre-token, between those of level one."""

# Fields of `room.progress`: the byte that a block of pre-tokens is encoded up to (-1 before it is
# begun), the pre-token that this byte is in, the place of the first id of the block, whether the
# pre-tokens of the block are cut, and for how many blocks they are not.
PIECE_AT, PIECE, FIRST_OUT, IN_PARTS, SKIPPED = 0, 1, 2, 3, 4

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_SEVEN = np.uint64(7)
_OF_TWO, _OF_LEFT, _OF_RIGHT = np.uint64(OF_TWO), np.uint64(OF_LEFT), np.uint64(OF_RIGHT)
_LOW_24 = np.uint64(0xFFFFFF)
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_LOW_32 = np.uint64(0xFFFFFFFF)
_SHIFT_32 = np.uint64(32)
_EIGHT = np.uint64(8)


@kernel
def find_edges(merges, first_bytes, last_bytes):
    """The first two and the last two bytes of every token; one twice if there is no other.

    merges                   uint32[n, 2]
    first_bytes, last_bytes  uint8[256 + n, 2]   filled
    """
    for byte in range(256):
        for column in range(2):
            first_bytes[byte, column] = byte
            last_bytes[byte, column] = byte
    for rank in range(merges.shape[0]):
        left, right, token = merges[rank, 0], merges[rank, 1], 256 + rank
        first_bytes[token, 0] = first_bytes[left, 0]
        first_bytes[token, 1] = first_bytes[right, 0] if left < 256 else first_bytes[left, 1]
        last_bytes[token, 0] = last_bytes[left, 1] if right < 256 else last_bytes[right, 0]
        last_bytes[token, 1] = last_bytes[right, 1]


@kernel
def find_meetings(merges, n_first, meetings):
    """The two ids of level one at the border that a later merge removes.

    merges    uint32[n, 2]
    meetings  uint32[n - n_first, 2]   filled
    """
    n_ids = 256 + n_first
    first_ids = np.empty(256 + merges.shape[0], np.uint32)
    last_ids = np.empty(256 + merges.shape[0], np.uint32)
    for i in range(n_ids):
        first_ids[i] = i
        last_ids[i] = i
    for rank in range(n_first, merges.shape[0]):
        left, right = merges[rank, 0], merges[rank, 1]
        first_ids[256 + rank] = first_ids[left]
        last_ids[256 + rank] = last_ids[right]
        meetings[rank - n_first, 0] = last_ids[left]
        meetings[rank - n_first, 1] = first_ids[right]


@kernel_part
def context_bit(context, kind, contexts):
    """The index of a context's bit.

    context   up to four bytes, the first one lowest, and kind, which of OF_TWO ... OF_RIGHT it is,
              as uint64
    contexts  uint8[2^m]
    """
    h = (context | kind << _SHIFT_32) * _MULTIPLIER
    return (h >> _SHIFT_32) & np.uint64(8 * contexts.shape[0] - 1)


@kernel
def enter_contexts(kinds, words, contexts):
    """Set the bits of contexts.

    kinds     uint8[n], words uint64[n]: see context_bit
    contexts  uint8[2^m]
    """
    for i in range(kinds.shape[0]):
        bit = context_bit(words[i], np.uint64(kinds[i]), contexts)
        contexts[bit >> _THREE] |= np.uint8(_ONE << (bit & _SEVEN))


@kernel_part
def is_joined(data, at, kinds, contexts):
    """Whether a token of level one may join the bytes before and at `at`, from their contexts.

    data      uint8[n]      at least two bytes before `at`, and six from there on
    kinds     those of the contexts that the pair of bytes has, as one uint64
    contexts  uint8[2^m]
    """
    word = load_word(data, at - _TWO) & _LOW_32
    found = _ZERO
    if kinds & _OF_TWO:
        bit = context_bit(word, _OF_TWO, contexts)
        found |= np.uint64(contexts[bit >> _THREE]) >> (bit & _SEVEN)
    if kinds & _OF_LEFT:
        bit = context_bit(word & _LOW_24, _OF_LEFT, contexts)
        found |= np.uint64(contexts[bit >> _THREE]) >> (bit & _SEVEN)
    if kinds & _OF_RIGHT:
        bit = context_bit(word >> _EIGHT, _OF_RIGHT, contexts)
        found |= np.uint64(contexts[bit >> _THREE]) >> (bit & _SEVEN)
    return found & _ONE != 0


@kernel_part
def drop_joined(data, part_ends, first, n, levels):
    """Drop those of part_ends[first:n] that a token may cross after all; returns the new n.

    data       uint8[size + 16]
    part_ends  int64[MOST_PARTS]
    levels     apart and contexts of it
    """
    apart, contexts = levels.apart, levels.contexts
    kept = first
    for i in range(first, n):
        at = np.uint64(part_ends[i])
        kinds = np.uint64(apart[(np.uint64(data[at - _ONE]) << _EIGHT) | np.uint64(data[at])])
        if kinds > _ONE and (at < _TWO or is_joined(data, at, kinds, contexts)):
            continue
        part_ends[kept] = np.int64(at)
        kept += _ONE
    return kept


@kernel_part
def cut_parts(data, start, piece, ends, n_ends, levels, part_ends):
    """Cut pre-tokens where no token of level one reaches across; returns how many parts.

    data       uint8[n + 16]       `start` lies in pre-token `piece`
    ends       int64[capacity]     ends[:n_ends] are those of the pre-tokens
    levels     apart and contexts of it
    part_ends  int64[MOST_PARTS]   filled

    Stops after PART_BYTES, at the last of part_ends. A longer part stays whole.
    """
    apart = levels.apart
    at = np.uint64(start)
    stop = at + np.uint64(PART_BYTES)
    n = np.uint64(0)
    while piece < n_ends and at < stop:
        last = np.uint64(ends[piece] - 1)
        limit = min(last, stop)
        before = np.uint64(data[at])
        while True:
            first, kinds = n, _ZERO
            while at < limit:
                at += _ONE
                byte = np.uint64(data[at])
                part_ends[n] = np.int64(at)
                kind = np.uint64(apart[(before << _EIGHT) | byte])
                before = byte
                kinds |= kind
                n += min(kind, _ONE)
            if kinds > _ONE:
                n = drop_joined(data, part_ends, first, n, levels)
            if limit == last or n > 0:
                break
            limit = min(limit + np.uint64(_FURTHER), last)
        if limit < last:
            break
        at += _ONE
        part_ends[n] = np.int64(at)
        n += _ONE
        piece += 1
    return np.int64(n)


@kernel_part
def merge_later(out, first, end, start, ends, lengths, slots, shift, given, ranks):
    """Make the later merges in out[first:end], the ids of a block; returns the new end.

    out      uint32[size]      afterwards with final ids
    ends     int64[capacity]   of the pre-tokens of these ids; the first begins at `start`
    lengths  int32[n_ids]      bytes of the ids of level one
    slots, shift, given        see levels
    ranks    uint32[RUN_IDS]

    The ranks of many pairs are looked up before the first is needed: most are far away in memory.
    """
    n_out, at, byte, piece = first, first, start, 0
    while at < end:
        size = min(end - at, RUN_IDS)
        for i in range(size):
            token = out[at + i]
            byte = byte + lengths[token] if token < WHOLE else ends[piece]
            if byte == ends[piece]:
                ranks[i] = NO_RANK
                piece += 1
            elif i + 1 < size:
                ranks[i] = rank_in(token, out[at + i + 1], slots, shift)
            else:
                ranks[i] = INSIDE
        i = 0
        while i < size:
            last = i
            while last < size and ranks[last] != NO_RANK:
                last += 1
            if last == i:
                token = out[at + i]
                out[n_out] = given[token] if token < WHOLE else token ^ WHOLE
                n_out += 1
            elif last == size:
                break
            elif last == i + 1 and ranks[i] != INSIDE:
                out[n_out] = given[np.uint32(256) + ranks[i]]
                n_out += 1
            elif last - i < SCANNED_IDS:
                n_out = merge_run(out, at + i, last + 1 - i, slots, shift, given, ranks, i, n_out)
            else:
                n_out = merge_run_with_heap(out, at + i, last + 1 - i, slots, shift, given, n_out)
            i = last + 1
        if i == 0:  # nothing but a beginning
            i = size
            while byte != ends[piece]:
                if rank_in(out[at + i - 1], out[at + i], slots, shift) == NO_RANK:
                    break
                byte += lengths[out[at + i]]
                i += 1
            if byte == ends[piece]:
                piece += 1
            n_out = merge_run_with_heap(out, at, i, slots, shift, given, n_out)
        else:
            for j in range(i, size):  # the beginning of a run: looked at again
                byte -= lengths[out[at + j]]
        at += i
    return n_out


@kernel_part
def merge_run(out, start, n, slots, shift, given, ranks, place, n_out):
    """Merge the run out[start:start + n] into out[n_out:], which may overlap it from the left.

    out          uint32[size]
    slots, shift see levels
    given        uint32[n_ids]
    ranks        uint32[size]   from `place` on that of each with the next; overwritten
    """
    while n > 1:
        best = INSIDE
        at = 0
        for i in range(n - 1):
            if ranks[place + i] < best:
                best = ranks[place + i]
                at = i
        if best == INSIDE:
            break
        merged = np.uint32(np.uint32(256) + best)
        out[start + at] = merged
        n -= 1
        for i in range(at + 1, n):
            out[start + i] = out[start + i + 1]
            ranks[place + i] = ranks[place + i + 1]
        if at + 1 < n:
            ranks[place + at] = rank_in(merged, out[start + at + 1], slots, shift)
        if at > 0:
            ranks[place + at - 1] = rank_in(out[start + at - 1], merged, slots, shift)
    for i in range(n):
        out[n_out + i] = given[out[start + i]]
    return n_out + n


@kernel_part
def merge_run_with_heap(out, start, n, slots, shift, given, n_out):
    """As merge_run, for any number of ids, with a heap over a linked list.

    out          uint32[size]
    slots, shift see levels
    given        uint32[n_ids]
    """
    ids = out[start : start + n].copy()
    ranks = np.empty(n, np.uint32)
    for i in range(n - 1):
        ranks[i] = rank_in(ids[i], ids[i + 1], slots, shift)
    ranks[n - 1] = NO_RANK
    after = np.empty(n + 1, np.int64)
    merge_chain(ids, ranks, n, slots, shift, after)
    at = 0
    while at < n:
        out[n_out] = given[ids[at]]
        n_out += 1
        at = after[at]
    return n_out
