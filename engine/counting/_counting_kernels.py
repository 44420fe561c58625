"""Kernels of pre-token counting: two open-addressing tables, for short and for long pre-tokens.

A short pre-token is its own key, and its count stands beside it, so that finding it costs one
cache line. Longer ones lie in an arena. Pre-tokens are worked on in batches: first the keys of all
are made and their cache lines asked for, then all are counted. The kernels that join what several
threads have counted come last.

    short_table, long_table, room   see table.ShortTable, LongTable and BatchRoom
    cursor                          int64[3]: short entries, slots in touched, long entries

Slow reference: a Counter of `pretokens_of` of tests/reference_bpe.py, in
tests/engine/counting/test_pretoken_table.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part, prefetch
from engine.encoding import (
    SHORT_PRETOKEN,
    hash_of_bytes,
    hash_of_words,
    same_bytes,
    short_key,
    slot_of_hash,
)
from engine.splitting import cut_block

BATCH = 256

# Columns of a slot of the short table.
LOW, HIGH, COUNT, ENTRY = 0, 1, 2, 3

# Fields of `place` of count_documents.
DOCUMENT, AT, N_ENDS, NEXT_END, N_PRETOKENS, UNMATCHED_BYTES = 0, 1, 2, 3, 4, 5

DONE, TABLE_FULL, GIVEN_UP = 0, 1, 2

_EIGHT = np.uint64(8)
_SHIFT_56 = np.uint64(56)
_LONG = np.uint64(1) << np.uint64(63)
_READ_BEYOND = 8
"""Bytes after its own that comparing a long pre-token may look at."""
AHEAD = 8
"""How many entries ahead the memory of an entry is prefetched."""


@kernel
def count_ends(data, start, ends, n_ends, offset, short_table, long_table, cursor, room):
    """Count the pre-tokens that end at ends[:n_ends], the first of which begins at `start`.

    data    uint8[n + 64]
    ends    int64[capacity]
    cursor  int64[3]

    offset is where data begins in its source. Returns the ends done; fewer than n_ends where a
    table is full: grow what is full and call again.
    """
    slots = short_table.slots
    most_short = slots.shape[0] // 2
    done = 0
    while done < n_ends:
        size = min(BATCH, n_ends - done)
        n_long = 0
        for i in range(size):
            length = ends[done + i] - start
            if length <= SHORT_PRETOKEN:
                low, high = short_key(data, start, length)
                slot = slot_of_hash(hash_of_words(low, high), slots.shape[0])
                prefetch(slots, 4 * slot)
            else:
                low, high, slot = np.uint64(length), _LONG, np.int64(n_long)
                h = hash_of_bytes(data, start, length)
                room.hashes[n_long] = h
                n_long += 1
                prefetch(long_table.slots, slot_of_hash(h, long_table.slots.shape[0]))
            room.lows[i] = low
            room.highs[i] = high
            room.slots[i] = slot
            room.starts[i] = start
            start += length
        fetch_long(room.hashes, n_long, long_table)
        for i in range(size):
            low, high, slot = room.lows[i], room.highs[i], room.slots[i]
            if high == _LONG:
                begin, h = room.starts[i], room.hashes[slot]
                entry = long_entry(data, begin, np.int64(low), h, long_table, cursor)
                if entry < 0:
                    return done + i
                if long_table.counts[entry] == 0:
                    long_table.firsts[entry] = offset + begin
                long_table.counts[entry] += 1
                continue
            if slots[slot, LOW] != low or slots[slot, HIGH] != high:
                if cursor[0] >= most_short:
                    return done + i
                slot = short_slot(low, high, slots, cursor)
            if slots[slot, COUNT] == 0:  # not in `touched`, which has room for all entries
                short_table.touched[cursor[1]] = slot
                short_table.firsts[cursor[1]] = offset + room.starts[i]
                cursor[1] += 1
            slots[slot, COUNT] += np.uint64(1)
        done += size
    return done


@kernel
def count_documents(
    data, bounds, tables, work, offset, short_table, long_table, cursor, room, place
):
    """Cut documents that lie one after another, each by itself, and count their pre-tokens.

    data    uint8[n + 64]             all documents
    bounds  int64[n_documents + 1]    document i is data[bounds[i]:bounds[i + 1]]
    tables  see ScanTables
    work    see ScanRoom
    place   int64[8]                  where it goes on; all 0 at first, but AT at bounds[0]

    Returns DONE, or TABLE_FULL: grow what is full and call again, or GIVEN_UP, by `scan`.
    """
    while place[DOCUMENT] + 1 < bounds.shape[0]:
        size = bounds[place[DOCUMENT] + 1]
        while place[AT] < size:
            if place[NEXT_END] == place[N_ENDS]:
                n_ends, by_automaton = cut_block(data, place[AT], size, tables, work)
                if n_ends < 0:
                    return GIVEN_UP
                if by_automaton:
                    begin = place[AT]
                    for i in range(n_ends):
                        if not work.matched[i]:
                            place[UNMATCHED_BYTES] += work.ends[i] - begin
                            work.matched[i] = True
                        begin = work.ends[i]
                place[N_ENDS] = n_ends
                place[NEXT_END] = 0
            first = place[NEXT_END]
            done = count_ends(
                data, place[AT], work.ends[first:], place[N_ENDS] - first, offset, short_table,
                long_table, cursor, room,
            )  # fmt: skip
            if done > 0:
                place[AT] = work.ends[first + done - 1]
                place[NEXT_END] = first + done
                place[N_PRETOKENS] += done
            if place[NEXT_END] < place[N_ENDS]:
                return TABLE_FULL
        place[DOCUMENT] += 1
    return DONE


@kernel_part
def find_short(low, high, slots):
    """The slot of a short pre-token, or the empty one that it would take.

    slots  uint64[2^k, 4]
    """
    mask = np.int64(slots.shape[0] - 1)
    slot = slot_of_hash(hash_of_words(low, high), slots.shape[0])
    while slots[slot, ENTRY] != 0:
        if slots[slot, LOW] == low and slots[slot, HIGH] == high:
            return slot
        slot = (slot + 1) & mask
    return slot


@kernel_part
def short_slot(low, high, slots, cursor):
    """The slot of a short pre-token, made where there is none yet; there must be room.

    slots   uint64[2^k, 4]
    cursor  int64[3]
    """
    slot = find_short(low, high, slots)
    if slots[slot, ENTRY] != 0:
        return slot
    cursor[0] += 1
    slots[slot, LOW] = low
    slots[slot, HIGH] = high
    slots[slot, ENTRY] = cursor[0]
    return slot


@kernel_part
def fetch_long(hashes, n, long_table):
    """Ask for the memory of the entries that stand where the search for each hash begins.

    hashes  uint64[size]    n of them
    """
    for i in range(n):
        entry = long_table.slots[slot_of_hash(hashes[i], long_table.slots.shape[0])] - 1
        if entry >= 0:
            prefetch(long_table.hashes, entry)
            prefetch(long_table.starts, entry)
            prefetch(long_table.counts, entry)
    for i in range(n):
        entry = long_table.slots[slot_of_hash(hashes[i], long_table.slots.shape[0])] - 1
        if entry >= 0:
            prefetch(long_table.arena, long_table.starts[entry])


@kernel_part
def find_long(data, start, length, h, long_table):
    """The slot and the entry of one long pre-token; the empty slot it would take and -1 for none.

    data  uint8[n + 8]
    h     its hash_of_bytes
    """
    mask = np.int64(long_table.slots.shape[0] - 1)
    slot = slot_of_hash(h, long_table.slots.shape[0])
    while long_table.slots[slot] != 0:
        entry = long_table.slots[slot] - 1
        at = long_table.starts[entry]
        if long_table.hashes[entry] == h and long_table.starts[entry + 1] - at == length:
            if same_bytes(data, start, long_table.arena, at, length):
                return slot, entry
        slot = (slot + 1) & mask
    return slot, np.int64(-1)


@kernel_part
def long_entry(data, start, length, h, long_table, cursor):
    """The entry of one long pre-token, made where there is none yet; -1 where the table is full.

    data    uint8[n + 8]
    h       its hash_of_bytes
    cursor  int64[3]
    """
    slot, entry = find_long(data, start, length, h, long_table)
    if entry >= 0:
        return entry
    entry = cursor[2]
    if entry == long_table.hashes.shape[0]:
        return -1
    at = long_table.starts[entry]
    if at + length + _READ_BEYOND > long_table.arena.shape[0]:
        return -1
    long_table.slots[slot] = entry + 1
    long_table.hashes[entry] = h
    for j in range(length):
        long_table.arena[at + j] = data[start + j]
    long_table.starts[entry + 1] = at + length
    long_table.counts[entry] = 0
    cursor[2] = entry + 1
    return entry


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
def move_short(old_slots, new_slots, touched, n_touched, new_touched):
    """Move all entries into a larger empty table; those that have a count keep their order.

    old_slots    uint64[2^k, 4]
    new_slots    uint64[2^(k+1), 4]     all zero before
    touched      int64[2^(k - 1)]       slots of the first n_touched entries that have a count
    new_touched  int64[2^k]             filled with their new slots
    """
    mask = np.int64(new_slots.shape[0] - 1)
    for old in range(old_slots.shape[0]):
        if old_slots[old, ENTRY] == 0:
            continue
        h = hash_of_words(old_slots[old, LOW], old_slots[old, HIGH])
        slot = slot_of_hash(h, new_slots.shape[0])
        while new_slots[slot, ENTRY] != 0:
            slot = (slot + 1) & mask
        for column in range(4):
            new_slots[slot, column] = old_slots[old, column]
    for i in range(n_touched):
        old = touched[i]
        h = hash_of_words(old_slots[old, LOW], old_slots[old, HIGH])
        slot = slot_of_hash(h, new_slots.shape[0])
        while new_slots[slot, ENTRY] != old_slots[old, ENTRY]:
            slot = (slot + 1) & mask
        new_touched[i] = slot


@kernel
def fill_long_slots(hashes, n_entries, slots):
    """Enter the first n_entries of `hashes` into empty slots, in place.

    hashes  uint64[capacity]
    slots   int64[2^k]    all zero before; entry + 1 afterwards
    """
    mask = np.int64(slots.shape[0] - 1)
    for entry in range(n_entries):
        slot = slot_of_hash(hashes[entry], slots.shape[0])
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = entry + 1


# Joining the counts of threads and sources into one table. What is joined equals what one thread
# counts: tests/engine/counting/test_pretoken_table.py and test_first_positions.py.


@kernel
def absorb_short(other_slots, slots, cursor, mapping):
    """Enter the keys of another short table into this one, which must have room for them all.

    other_slots  uint64[2^k, 4]
    slots        uint64[2^m, 4]
    cursor       int64[3]
    mapping      int64[n_other]      filled: entry here of each entry there
    """
    for other in range(other_slots.shape[0]):
        later = other + AHEAD
        if later < other_slots.shape[0] and other_slots[later, ENTRY] != 0:
            h = hash_of_words(other_slots[later, LOW], other_slots[later, HIGH])
            prefetch(slots, 4 * slot_of_hash(h, slots.shape[0]))
        entry = np.int64(other_slots[other, ENTRY]) - 1
        if entry < 0:
            continue
        slot = short_slot(other_slots[other, LOW], other_slots[other, HIGH], slots, cursor)
        mapping[entry] = np.int64(slots[slot, ENTRY]) - 1


@kernel
def absorb_long(other, first, n_other, long_table, cursor, mapping):
    """Enter the keys first:n_other of another long table; returns how far that went.

    other, long_table  as in count_ends
    cursor             int64[3]
    mapping            int64[n_other]    filled: entry here of each entry there
    """
    for i in range(first, n_other):
        length = other.starts[i + 1] - other.starts[i]
        if i + AHEAD < n_other:
            h = other.hashes[i + AHEAD]
            prefetch(long_table.slots, slot_of_hash(h, long_table.slots.shape[0]))
        h = other.hashes[i]
        here = long_entry(other.arena, other.starts[i], length, h, long_table, cursor)
        if here < 0:
            return i
        mapping[i] = here
    return n_other


@kernel_part
def make_keys(data, starts, ends, first, size, slots, long_table, room):
    """Write the keys of some pre-tokens to `room`, or the hash to lows, and ask for their slots.

    data          uint8[n_bytes + 16]
    starts, ends  int64[n]          pre-token i is data[starts[i]:ends[i]]
    slots         uint64[2^k, 4]
    """
    for i in range(size):
        begin = starts[first + i]
        length = ends[first + i] - begin
        if length <= SHORT_PRETOKEN:
            low, high = short_key(data, begin, length)
            room.lows[i] = low
            room.highs[i] = high
            prefetch(slots, 4 * slot_of_hash(hash_of_words(low, high), slots.shape[0]))
        else:
            h = hash_of_bytes(data, begin, length)
            room.lows[i] = h
            prefetch(long_table.slots, slot_of_hash(h, long_table.slots.shape[0]))


@kernel
def enter_pretokens(data, starts, ends, first, slots, long_table, cursor, room, entries):
    """Enter pre-tokens from number `first` on without counting them; returns how far that went.

    data          uint8[n_bytes + 16]
    starts, ends  int64[n]            pre-token i is data[starts[i]:ends[i]]
    slots         uint64[2^k, 4]
    cursor        int64[3]
    entries       int64[n]            filled: the entry, or -1 - entry of a long pre-token

    Fewer than all where a table is full: grow what the next one needs and call again.
    """
    most_short = slots.shape[0] // 2
    n = entries.shape[0]
    while first < n:
        size = min(BATCH, n - first)
        make_keys(data, starts, ends, first, size, slots, long_table, room)
        for i in range(size):
            begin = starts[first + i]
            length = ends[first + i] - begin
            if length > SHORT_PRETOKEN:
                entry = long_entry(data, begin, length, room.lows[i], long_table, cursor)
                if entry < 0:
                    return first + i
                entries[first + i] = -1 - entry
                continue
            if cursor[0] >= most_short:
                return first + i
            slot = short_slot(room.lows[i], room.highs[i], slots, cursor)
            entries[first + i] = np.int64(slots[slot, ENTRY]) - 1
        first += size
    return first


@kernel
def count_entered(data, starts, ends, slots, long_table, room):
    """Number of pre-tokens that a table has, equal ones each counted.

    data          uint8[n_bytes + 16]
    starts, ends  int64[n]            pre-token i is data[starts[i]:ends[i]]
    slots         uint64[2^k, 4]
    """
    found = 0
    n = starts.shape[0]
    for first in range(0, n, BATCH):
        size = min(BATCH, n - first)
        make_keys(data, starts, ends, first, size, slots, long_table, room)
        for i in range(size):
            begin = starts[first + i]
            length = ends[first + i] - begin
            if length > SHORT_PRETOKEN:
                _, entry = find_long(data, begin, length, room.lows[i], long_table)
                found += entry >= 0
            else:
                slot = find_short(room.lows[i], room.highs[i], slots)
                found += slots[slot, ENTRY] != 0
    return found


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
def place_sources(entries, counts, firsts, source, last_source, cursors, placed):
    """Write the counts of one source to their entries; call it source after source.

    entries      int64[n]
    counts       int64[n]
    firsts       int64[n]
    last_source  int64[n_entries]   -1 before
    cursors      int64[n_entries]   next free place of each entry
    placed       indices uint32[m], counts, firsts int64[m], filled; the counts of several lists
                 of one source add up, the earliest of their firsts stays
    """
    for i in range(entries.shape[0]):
        entry = entries[i]
        at = cursors[entry]
        if last_source[entry] == source:
            placed.counts[at - 1] += counts[i]
            placed.firsts[at - 1] = min(placed.firsts[at - 1], firsts[i])
        else:
            last_source[entry] = source
            placed.indices[at] = source
            placed.counts[at] = counts[i]
            placed.firsts[at] = firsts[i]
            cursors[entry] = at + 1


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
def write_short(short_slots, begins, data):
    """The bytes of every short entry, each at its place.

    short_slots  uint64[2^k, 4]
    begins       int64[n_short]    where in data
    data         uint8[size]       filled here
    """
    for slot in range(short_slots.shape[0]):
        entry = np.int64(short_slots[slot, ENTRY]) - 1
        if entry < 0:
            continue
        for j in range(np.int64(short_slots[slot, HIGH] >> _SHIFT_56)):
            word = short_slots[slot, LOW] if j < 8 else short_slots[slot, HIGH]
            data[begins[entry] + j] = np.uint8(
                (word >> (np.uint64(j % 8) * _EIGHT)) & np.uint64(255)
            )


@kernel
def copy_pretokens(source, starts, numbers, begins, data):
    """Copy the bytes of some pre-tokens, each to its place.

    source   uint8[size]
    starts   int64[n + 1]     pre-token i is source[starts[i]:starts[i + 1]]
    numbers  int64[m]         which ones
    begins   int64[m]         where in data
    data     uint8[n_bytes]   filled here
    """
    for i in range(numbers.shape[0]):
        at = starts[numbers[i]]
        for j in range(starts[numbers[i] + 1] - at):
            data[begins[i] + j] = source[at + j]
