"""Kernels of encoding: pre-tokens to ids, by the cache and behind it the exact merges; and back.

Pre-tokens are worked on in batches: first the keys of all are made and their cache lines asked
for, then all ids are written. At the first unknown one all unknown ones of the batch are merged and
entered, and writing goes on with the same pre-token.

    model   see merge_tables.MergeModel
    cache   see word_cache.Cache
    levels  see encoder.Levels; with two of them, model and cache are those of level one
    room    see encoder.EncodingRoom

Slow reference: `encode` of tests/reference_bpe.py, in tests/engine/encoding/test_encoding.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import (
    inlined_part,
    kernel,
    kernel_part,
    prefetch,
    separate_part,
    shared_kernel,
    store_ids,
)
from engine.encoding._cache_kernels import (
    ENTERED,
    FIRST_IDS,
    IDS_INLINE,
    LAST_IDS,
    LONGER,
    MIDDLE_IDS_INLINE,
    MIDDLE_PRETOKEN,
    NO_ROOM,
    SHORT_PRETOKEN,
    SLOT_SHIFT,
    VALUE_HIGH,
    VALUE_LOW,
    copy_ids,
    enter_long,
    enter_middle,
    enter_short,
    give_back,
    hash_of_bytes,
    hash_of_four,
    hash_of_words,
    middle_key,
    one_of,
    short_or_longer,
    slot_from,
    slot_of_long,
    slot_of_middle,
    take_slots,
    whole_id,
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
)
from engine.encoding._merging_kernels import (
    SCANNED,
    SHORT,
    begin_short,
    merge_alive,
    merge_both,
    merge_short,
    merge_windows,
    write_alive,
)
from engine.splitting import cut_block

BATCH = 256

SPARE_IDS = 16
"""Places of `out` behind the last id that may be written to."""

# Fields of `cursor` of encode_documents.
DOCUMENT, AT, N_ENDS, NEXT_END, N_OUT = 0, 1, 2, 3, 4

DONE, CACHE_FULL, GIVEN_UP = 0, 1, 2

WORTH_PARTS = 10
"""Mean bytes of the pre-tokens of a block beyond which parts are tried."""
BLOCKS_SKIPPED = 15
"""Number of blocks that are not cut after one that was hardly cut."""

_ZERO = np.uint64(0)
_SHIFT_56 = np.uint64(56)
_SHIFT_32 = np.uint64(32)
_LOW_56 = np.uint64(0x00FFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_EIGHT = np.uint64(8)
_VALUE_LOW, _VALUE_HIGH = np.uint64(VALUE_LOW), np.uint64(VALUE_HIGH)
_FIRST_IDS, _LAST_IDS = np.uint64(FIRST_IDS), np.uint64(LAST_IDS)


@kernel_part
def make_keys(data, start, ends, first, size, keys, places, longer, slots):
    """The keys of a batch, and where those of short pre-tokens are looked for.

    data    uint8[n + 64]    the first pre-token begins at `start`
    ends    int64[capacity]  ends[first:first + size] are theirs
    keys    uint64[2 * BATCH]
    places  uint64[BATCH]
    longer  int64[BATCH + 1] which of them are longer
    slots   uint64[4 * 2^k]  of the cache

    Returns how many are longer. Nothing depends on a length, so that nothing is guessed wrong.
    """
    mask = np.uint64(slots.shape[0] - 1)
    n_longer = np.uint64(0)
    for i in range(np.uint64(size)):
        end = ends[np.uint64(first) + i]
        low, high = short_or_longer(data, start, end - start)
        at = (hash_of_words(low, high) * _FOUR) & mask
        prefetch(slots, np.int64(at))
        keys[_TWO * i] = low
        keys[_TWO * i + _ONE] = high
        places[i] = at
        longer[n_longer] = np.int64(i)
        n_longer += high >> np.uint64(63)
        start = end
    return n_longer


@kernel_part
def hash_longer(data, start, ends, first, n_longer, places, longer, middle, longs, longest):
    """The hashes of those of a batch that are not short, into their places.

    data           uint8[n + 64]    the batch begins at `start`
    ends           int64[capacity]  ends[first:] are its ends
    places         uint64[BATCH]
    longer         int64[n_longer]  those that are not short
    middle, longs  uint64[size]     slots of the cache, which has none beyond `longest` bytes
    """
    middle_mask = np.uint64(middle.shape[0] - 1)
    long_mask = np.uint64(longs.shape[0] - 1)
    for which in range(n_longer):
        i = longer[which]
        begin = ends[first + i - 1] if i > 0 else start
        length = ends[first + i] - begin
        h = _ZERO
        if length <= MIDDLE_PRETOKEN:
            a, b, c, d = middle_key(data, begin, length)
            h = hash_of_four(a, b, c, d)
            prefetch(middle, np.int64((h * _EIGHT) & middle_mask))
        elif length <= longest:
            h = hash_of_bytes(data, begin, length)
            prefetch(longs, np.int64(((h >> SLOT_SHIFT) * _FOUR) & long_mask))
        places[i] = h


@separate_part
def write_longer(data, begin, length, h, middle, longs, arena, longest, ids, out, n_out):
    """Write the ids of a pre-token of 16 bytes and more if it is known.

    data   uint8[n + 64]
    h      what hash_longer gave
    middle, longs, arena, ids: uint64[size], uint64[size], uint8[size], uint32[size] of the cache
    out    uint32[size]

    Returns the number of ids, the same as before for an unknown one.
    """
    if length <= MIDDLE_PRETOKEN:
        a, b, c, d = middle_key(data, begin, length)
        at, is_known = slot_of_middle(a, b, c, d, h, middle)
        if not is_known:
            return n_out
        last = middle[at + _LAST_IDS]
        n = np.int64(last >> _SHIFT_32)
        if n > MIDDLE_IDS_INLINE:
            return copy_ids(middle[at + _FIRST_IDS], n, ids, out, n_out)
        store_ids(out, n_out, middle[at + _FIRST_IDS])
        store_ids(out, n_out + 2, middle[at + _FIRST_IDS + _ONE])
        store_ids(out, n_out + 4, middle[at + _FIRST_IDS + _TWO])
        store_ids(out, n_out + 6, last)
        return n_out + n
    if length <= longest:
        at, is_known = slot_of_long(data, begin, length, h, longs, arena)
        if is_known:
            return write_ids(longs[at + _VALUE_LOW], longs[at + _VALUE_HIGH], ids, out, n_out)
    return n_out


@separate_part
def write_known(data, start, ends, first, i, size, room, cache, out, n_out):
    """Write the ids of a batch from its pre-token i on, up to one that is not known.

    data  uint8[n + 64]    the batch begins at `start`
    ends  int64[capacity]  ends[first:first + size] are its ends
    out   uint32[size]

    Returns (number of ids, the unknown pre-token or `size`).
    """
    keys, places = room.pretoken_keys, room.places
    slots, middle, longs = cache.slots, cache.middle_slots, cache.long_slots
    arena, ids, longest = cache.arena, cache.ids, cache.longest
    i, size, first = np.uint64(i), np.uint64(size), np.uint64(first)
    while i < size:
        low, high, at = keys[_TWO * i], keys[_TWO * i + _ONE], places[i]
        if high == LONGER:
            begin = ends[first + i - _ONE] if i > 0 else start
            length = ends[first + i] - begin
            before = n_out
            n_out = write_longer(
                data, begin, length, at, middle, longs, arena, longest, ids, out, n_out
            )
            if n_out == before:
                break
            i += _ONE
            continue
        at, is_known = slot_from(at, low, high, slots)
        if not is_known:
            break
        value_high = slots[at + _VALUE_HIGH]
        n = np.int64(value_high >> _SHIFT_56)
        if n <= IDS_INLINE:
            store_ids(out, n_out, slots[at + _VALUE_LOW])
            store_ids(out, n_out + 2, value_high & _LOW_56)
            n_out += n
        else:
            n_out = copy_ids(slots[at + _VALUE_LOW], n, ids, out, n_out)
        i += _ONE
    return n_out, np.int64(i)


@inlined_part
def list_unknown(data, start, ends, first, i, size, cache, room):
    """List those of a batch from i on that are not in the cache; returns how many.

    data  uint8[n + 64]    the batch begins at `start`
    ends  int64[capacity]  ends[first:first + size] are its ends

    What is longer than SCANNED is never in it, and is not listed.
    """
    keys, places, unknown = room.pretoken_keys, room.places, room.unknown
    slots, middle, longs, arena = cache.slots, cache.middle_slots, cache.long_slots, cache.arena
    begin = ends[first + i - 1] if i > 0 else start
    n = np.uint64(0)
    for j in range(np.uint64(i), np.uint64(size)):
        word, end = begin, ends[np.uint64(first) + j]
        begin = end
        low, high = keys[_TWO * j], keys[_TWO * j + _ONE]
        if high != LONGER:
            is_known = slot_from(places[j], low, high, slots)[1]
        elif end - word <= MIDDLE_PRETOKEN:
            a, b, c, d = middle_key(data, word, end - word)
            is_known = slot_of_middle(a, b, c, d, places[j], middle)[1]
        elif end - word <= SCANNED:
            is_known = slot_of_long(data, word, end - word, places[j], longs, arena)[1]
        else:
            is_known = True
        unknown[n] = np.int64(j)
        n += np.uint64(not is_known)
    return np.int64(n)


@kernel_part
def count_lengths(start, ends, first, unknown, n_unknown):
    """Of the first unknown ones of a batch, how many are of each kind: see one_of.

    ends     int64[capacity]  the batch begins at `start`, and ends[first:] are its ends
    unknown  int64[BATCH + 1]
    """
    counts = _ZERO
    for at in range(n_unknown):
        j = unknown[at]
        begin = ends[first + j - 1] if j > 0 else start
        counts += one_of(ends[first + j] - begin)
    return counts


@inlined_part
def enter_unknown(data, begin, length, j, alive, ids, model, cache, room):
    """Enter a word of a batch with the tokens that merging gave; ENTERED, THERE or NO_ROOM.

    data   uint8[n + 64]
    j      its number in the batch
    alive  uint64        a bit for each token
    ids    uint32[80]    see room

    A word that the batch has twice, or that another thread entered, stays as it was entered first.
    """
    slots, middle, longs = cache.slots, cache.middle_slots, cache.long_slots
    more, used, found, given = cache.ids, cache.used, room.found, model.given
    n = write_alive(alive, ids, found, 0)
    last = given.shape[0] - 1
    for four in range(0, n, 4):
        for each in range(four, four + 4):
            found[each] = given[min(np.int64(found[each]), last)]
    if length <= SHORT_PRETOKEN:
        low, high = room.pretoken_keys[2 * j], room.pretoken_keys[2 * j + 1]
        return enter_short(low, high, room.places[j], found, n, slots, more, used)
    if length <= MIDDLE_PRETOKEN:
        key = middle_key(data, begin, length)
        return enter_middle(key, room.places[j], found, n, middle, more, used)
    h = room.places[j]
    return enter_long(data, begin, length, h, found, n, longs, cache.arena, more, used)


@separate_part
def fill_misses(data, start, ends, first, i, size, model, cache, room):
    """Enter those of a batch from i on that are not in the cache yet; False if it is full.

    data  uint8[n + 64]    the batch begins at `start`
    ends  int64[capacity]  ends[first:first + size] are its ends

    Two at a time are merged side by side. Full is a cache that did not take a single one; where it
    has no slots for all of them, it may have one for the first. None is to be entered where another
    thread was faster.
    """
    n_unknown = list_unknown(data, start, ends, first, i, size, cache, room)
    unknown = room.unknown
    unknown[n_unknown] = 1  # is looked at, though not taken
    spare = count_lengths(start, ends, first, unknown, n_unknown)
    if not take_slots(spare, cache.used, cache.most):
        n_unknown = min(n_unknown, 1)
        spare = count_lengths(start, ends, first, unknown, n_unknown)
        if not take_slots(spare, cache.used, cache.most):
            return False
    byte_pairs, merges, shift = model.byte_pairs, model.slots, model.shift
    ids, other_ids, other_alive = room.ids, room.other_ids, _ZERO
    at = 0
    while at < n_unknown:
        j = unknown[at]
        begin = ends[first + j - 1] if j > 0 else start
        length = ends[first + j] - begin
        k = unknown[at + 1]
        other = ends[first + k - 1]
        other_length = ends[first + k] - other
        is_pair = max(length, other_length) <= SHORT and at + 1 < n_unknown
        if is_pair:
            few, alive = begin_short(data, begin, length, byte_pairs, merges, shift, ids)
            others, other_alive = begin_short(
                data, other, other_length, byte_pairs, merges, shift, other_ids
            )
            alive, other_alive = merge_both(
                few, alive, ids, others, other_alive, other_ids, merges, shift
            )
        else:
            alive = merge_alive(data, begin, length, byte_pairs, merges, shift, ids, room.keys)
        tokens = ids
        while True:
            result = enter_unknown(data, begin, length, j, alive, tokens, model, cache, room)
            if result == NO_ROOM:
                give_back(spare, cache.used)
                return at > 0
            if result == ENTERED:
                spare -= one_of(length)
            at += 1
            if not is_pair:
                break
            is_pair = False
            j, begin, length, alive, tokens = k, other, other_length, other_alive, other_ids
    give_back(spare, cache.used)
    return True


@separate_part
def encode_too_long(data, start, length, model, room, out, n_out):
    """Encode a pre-token that the cache has no room for; returns the number of ids.

    data  uint8[n + 64]
    out   uint32[size]
    """
    n = merge_windows(data, start, length, model, room, out, n_out)
    for j in range(n_out, n_out + n):
        out[j] = model.given[out[j]]
    return n_out + n


@shared_kernel
def encode_ends(data, start, ends, n_ends, model, cache, room, out, n_out):
    """Encode the pre-tokens that end at ends[:n_ends], the first of which begins at `start`.

    data  uint8[n + 64]
    ends  int64[capacity]
    out   uint32[size]       one place per byte, and SPARE_IDS

    Returns (number of ids, ends done); fewer than n_ends if the cache is full: make room in
    it and call again. Records of arrays are handed over once a batch: that costs more than a
    look-up. Indices are unsigned, because one that may be negative costs a comparison.
    """
    done = 0
    while done < n_ends:
        size = min(BATCH, n_ends - done)
        n_longer = make_keys(
            data, start, ends, done, size, room.pretoken_keys, room.places, room.longer, cache.slots
        )
        if n_longer > 0:
            hash_longer(
                data, start, ends, done, n_longer, room.places, room.longer,
                cache.middle_slots, cache.long_slots, cache.longest,
            )  # fmt: skip
        i = 0
        while i < size:
            n_out, i = write_known(data, start, ends, done, i, size, room, cache, out, n_out)
            if i == size:
                break
            begin = ends[done + i - 1] if i > 0 else start
            length = ends[done + i] - begin
            if length > SCANNED:
                n_out = encode_too_long(data, begin, length, model, room, out, n_out)
                i += 1
            elif not fill_misses(data, start, ends, done, i, size, model, cache, room):
                return n_out, done + i
        done += size
        start = ends[done - 1]
    return n_out, done


@shared_kernel
def encode_pieces(data, start, ends, n_ends, model, levels, cache, room, out, n_out):
    """As encode_ends, with every pre-token cut into parts, and if there are two levels in two.

    data  uint8[n + 64]
    ends  int64[capacity]
    out   uint32[size]       one place per byte, and SPARE_IDS

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
    out     uint32[n + SPARE_IDS]     filled
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
            n = merge_short(
                data, bounds[token], length, model.byte_pairs, model.slots, model.shift,
                room.ids, room.keys, room.found,
            )  # fmt: skip
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
