"""Kernels of encoding: pre-tokens to ids, by the cache and behind it the exact merges; and back.

Pre-tokens are worked on in batches: first the keys of all are made and their cache lines asked
for, then all ids are written.

    model   see merge_tables.MergeModel
    cache   see word_cache.Cache
    levels  see encoder.Levels; with two of them, model and cache are those of level one
    room    see encoder.EncodingRoom

Slow reference: `encode` of tests/reference_bpe.py, in tests/engine/encoding/test_encoding.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, prefetch, store_ids
from engine.encoding._cache_kernels import (
    HIGH,
    IDS_INLINE,
    SHORT_PRETOKEN,
    SLOT_SHIFT,
    VALUE_HIGH,
    VALUE_LOW,
    enter_long,
    enter_short,
    hash_of_bytes,
    hash_of_words,
    is_full,
    short_key,
    slot_of_long,
    slot_of_short,
    write_ids,
)
from engine.encoding._level_kernels import (
    FIRST_OUT,
    IN_PARTS,
    LONG,
    PIECE,
    PIECE_AT,
    SKIPPED,
    TWO,
    WHOLE,
    cut_parts,
    merge_later,
    whole_id,
)
from engine.encoding._merging_kernels import SCANNED, merge_short, merge_windows
from engine.splitting import cut_block

BATCH = 128

# Fields of `cursor` of encode_documents.
DOCUMENT, AT, N_ENDS, NEXT_END, N_OUT = 0, 1, 2, 3, 4

DONE, CACHE_FULL, GIVEN_UP = 0, 1, 2

WORTH_PARTS = 10
"""Mean bytes of the pre-tokens of a block beyond which parts are tried."""
BLOCKS_SKIPPED = 15
"""Number of blocks that are not cut after one that was hardly cut."""

_SHIFT_56 = np.uint64(56)
_LOW_56 = np.uint64(0x00FFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_HIGH, _VALUE_LOW, _VALUE_HIGH = np.uint64(HIGH), np.uint64(VALUE_LOW), np.uint64(VALUE_HIGH)
_LONG = np.uint64(1) << np.uint64(63)


@kernel_part
def encode_unknown(data, start, length, key, model, cache, room, out, n_out):
    """Encode a pre-token that is not in the cache, and enter it; returns the number of ids.

    data  uint8[n + 64]
    key   its short key, or its hash and _LONG
    out   uint32[size]
    """
    if length > SCANNED:
        n = merge_windows(data, start, length, model, room, out, n_out)
        for j in range(n_out, n_out + n):
            out[j] = model.given[out[j]]
        return n_out + n
    n = merge_short(data, start, length, model, room.ids, room.keys, room.found)
    for j in range(n):
        room.found[j] = model.given[room.found[j]]
        out[n_out + j] = room.found[j]
    low, high = key
    if length <= SHORT_PRETOKEN:
        enter_short(low, high, slot_of_short(low, high, cache.slots), room.found, n, cache)
    else:
        at = slot_of_long(data, start, length, low, cache.long_slots, cache.arena)
        enter_long(data, start, length, low, at, room.found, n, cache)
    return n_out + n


@kernel_part
def encode_ends(data, start, ends, n_ends, model, cache, room, out, n_out):
    """Encode the pre-tokens that end at ends[:n_ends], the first of which begins at `start`.

    data  uint8[n + 64]
    ends  int64[capacity]
    out   uint32[size]       one place per byte, and four

    Returns (number of ids, ends done); fewer than n_ends if the cache is full: make room in
    it and call again. Indices are unsigned, because one that may be negative costs a comparison.
    """
    lows, highs, places = room.lows, room.highs, room.slots
    first_start = start
    slots = cache.slots
    mask = np.uint64((slots.shape[0] >> 2) - 1)
    long_mask = np.uint64((cache.long_slots.shape[0] >> 2) - 1)
    done = 0
    while done < n_ends:
        if is_full(cache):
            return n_out, done
        size = min(BATCH, n_ends - done)
        for i in range(np.uint64(size)):
            end = ends[np.uint64(done) + i]
            length = end - start
            if length <= SHORT_PRETOKEN:
                low, high = short_key(data, start, length)
                slot = (hash_of_words(low, high) >> SLOT_SHIFT) & mask
                prefetch(slots, np.int64(_FOUR * slot))
            else:
                low, high, slot = np.uint64(0), _LONG, np.uint64(0)
                if length <= cache.longest:
                    low = hash_of_bytes(data, start, length)
                    prefetch(cache.long_slots, np.int64(_FOUR * ((low >> SLOT_SHIFT) & long_mask)))
            lows[i], highs[i], places[i] = low, high, slot
            start = end
        for i in range(np.uint64(size)):
            low, high, at = lows[i], highs[i], _FOUR * places[i]
            if high != _LONG:
                while slots[at + _HIGH] != high or slots[at] != low:
                    if slots[at + _HIGH] == 0:
                        break
                    at = (at + _FOUR) & (_FOUR * mask)
                value_high = slots[at + _VALUE_HIGH]
                n = np.int64(value_high >> _SHIFT_56)
                if n - 1 < IDS_INLINE:
                    store_ids(out, n_out, slots[at + _VALUE_LOW])
                    store_ids(out, n_out + 2, value_high & _LOW_56)
                    n_out += n
                    if n > 0:
                        continue
                else:
                    n_out = write_ids(slots, np.int64(at), cache.ids, out, n_out)
                    continue
            end = np.uint64(done) + i
            begin = ends[end - _ONE] if end > 0 else first_start
            length = ends[end] - begin
            if high == _LONG and length <= cache.longest:
                place = slot_of_long(data, begin, length, low, cache.long_slots, cache.arena)
                if cache.long_slots[place] != 0:
                    n_out = write_ids(cache.long_slots, place, cache.ids, out, n_out)
                    continue
            if is_full(cache):
                return n_out, done + np.int64(i)
            n_out = encode_unknown(data, begin, length, (low, high), model, cache, room, out, n_out)
        done += size
    return n_out, done


@kernel_part
def encode_pieces(data, start, ends, n_ends, model, levels, cache, room, out, n_out):
    """As encode_ends, with every pre-token cut into parts, and if there are two levels in two.

    data  uint8[n + 64]
    ends  int64[capacity]
    out   uint32[size]       one place per byte, and four

    All pre-tokens are done, or none if the cache is full. Called again with the same arguments,
    it continues after room.progress.
    """
    progress = room.progress
    if progress[PIECE_AT] < 0:
        progress[PIECE_AT], progress[PIECE], progress[FIRST_OUT] = start, 0, n_out
    end = ends[n_ends - 1]
    n_parts = 0
    while progress[PIECE_AT] < end:
        at = progress[PIECE_AT]
        piece = progress[PIECE]
        n_pieces = n_ends
        if levels.longest_whole > 0:
            n_pieces = piece + 1
            begin = ends[piece - 1] if piece > 0 else start
            if at == begin and ends[piece] - begin <= levels.longest_whole:
                found = whole_id(data, begin, ends[piece] - begin, levels.whole)
                if found >= 0:
                    out[n_out] = np.uint32(found) | WHOLE
                    n_out += 1
                    progress[PIECE_AT] = ends[piece]
                    progress[PIECE] = piece + 1
                    continue
        n = cut_parts(data, at, piece, ends, n_pieces, levels, room.part_ends)
        n_out, done = encode_ends(data, at, room.part_ends, n, model, cache, room, out, n_out)
        if done > 0:
            at = room.part_ends[done - 1]
            while piece < n_ends and ends[piece] <= at:
                piece += 1
            progress[PIECE_AT], progress[PIECE] = at, piece
        if done < n:
            return n_out, 0
        n_parts += n
    if levels.mode == TWO:
        n_out = merge_later(
            out, progress[FIRST_OUT], n_out, start, ends, model.lengths, levels.slots,
            levels.shift, levels.given, room.ranks,
        )  # fmt: skip
    progress[PIECE_AT] = -1
    if 4 * n_parts < 5 * n_ends:
        progress[SKIPPED] = BLOCKS_SKIPPED
    return n_out, n_ends


@kernel_part
def choose_parts(n_bytes, n_ends, levels, progress):
    """Set whether the pre-tokens of a block are cut into parts.

    progress  int64[8]

    With one level it pays for long ones only, and not if they are hardly cut.
    """
    progress[IN_PARTS] = levels.mode == TWO
    if levels.mode == LONG and n_bytes > n_ends * WORTH_PARTS:
        progress[IN_PARTS] = progress[SKIPPED] == 0
        progress[SKIPPED] = max(np.int64(0), progress[SKIPPED] - 1)


@kernel
def encode_block(data, start, ends, n_ends, model, levels, cache, room, out, n_out):
    """As encode_ends, in parts if that is faster: for text that is cut elsewhere.

    data  uint8[n + 64]
    ends  int64[n_ends]
    out   uint32[size]
    """
    choose_parts(ends[n_ends - 1] - start, n_ends, levels, room.progress)
    if room.progress[IN_PARTS] != 0:
        return encode_pieces(data, start, ends, n_ends, model, levels, cache, room, out, n_out)
    return encode_ends(data, start, ends, n_ends, model, cache, room, out, n_out)


@kernel
def encode_documents(data, bounds, tables, work, model, levels, cache, room, out, starts, cursor):
    """Cut and encode documents that lie one after another, each by itself.

    data    uint8[n + 64]             all documents
    bounds  int64[n_documents + 1]    document i is data[bounds[i]:bounds[i + 1]]
    tables  see ScanTables
    work    see ScanRoom
    out     uint32[n + 4]             filled
    starts  int64[n_documents + 1]    filled: document i has out[starts[i]:starts[i + 1]]
    cursor  int64[8]                  state between calls; at first AT is bounds[0] and all else 0

    Returns DONE, or CACHE_FULL: make room in it and call again, or GIVEN_UP, by `scan`.
    """
    while cursor[DOCUMENT] + 1 < bounds.shape[0]:
        size = bounds[cursor[DOCUMENT] + 1]
        while cursor[AT] < size:
            if cursor[NEXT_END] == cursor[N_ENDS]:
                n_ends, by_automaton = cut_block(data, cursor[AT], size, tables, work)
                if n_ends < 0:
                    return GIVEN_UP
                if by_automaton:
                    work.matched[:n_ends] = True
                cursor[N_ENDS] = n_ends
                cursor[NEXT_END] = 0
                choose_parts(work.ends[n_ends - 1] - cursor[AT], n_ends, levels, room.progress)
            first = cursor[NEXT_END]
            if room.progress[IN_PARTS] != 0:
                cursor[N_OUT], done = encode_pieces(
                    data, cursor[AT], work.ends[first:], cursor[N_ENDS] - first, model, levels,
                    cache, room, out, cursor[N_OUT],
                )  # fmt: skip
            else:
                cursor[N_OUT], done = encode_ends(
                    data, cursor[AT], work.ends[first:], cursor[N_ENDS] - first, model, cache,
                    room, out, cursor[N_OUT],
                )  # fmt: skip
            if done > 0:
                cursor[AT] = work.ends[first + done - 1]
                cursor[NEXT_END] = first + done
            if cursor[NEXT_END] < cursor[N_ENDS]:
                return CACHE_FULL
        cursor[DOCUMENT] += 1
        starts[cursor[DOCUMENT]] = cursor[N_OUT]
    return DONE


@kernel
def reached_tokens(data, bounds, model, room, reached):
    """Which tokens of up to 15 bytes merging their own bytes gives.

    data     uint8[n + 16]          bytes of all tokens, one after another
    bounds   int64[n_ids + 1]
    reached  bool[n_ids]            filled
    """
    for token in range(reached.shape[0]):
        length = bounds[token + 1] - bounds[token]
        if length <= SHORT_PRETOKEN:
            n = merge_short(data, bounds[token], length, model, room.ids, room.keys, room.found)
            reached[token] = n == 1 and np.int64(room.found[0]) == token


@kernel
def join_tokens(ids, starts, data, out):
    """Copy the bytes of tokens one after another.

    ids     int64[n]
    starts  int64[vocab_size + 1]    token i is data[starts[i]:starts[i + 1]]
    data    uint8[size]
    out     uint8[bytes]             filled here, just long enough
    """
    at = 0
    for i in range(ids.shape[0]):
        for j in range(starts[ids[i]], starts[ids[i] + 1]):
            out[at] = data[j]
            at += 1
