"""Kernels of pre-token counting: two open-addressing tables, for short and for long pre-tokens.

A short pre-token is its own key, with its count beside it: one cache line. Longer ones lie in an
arena. Pre-tokens are worked on in batches: first the keys of all are made and their cache lines
asked for, then all are counted. The kernels that join what several threads have counted come last.

    short_table, long_table, room   see table.ShortTable, LongTable and BatchRoom
    cursor                          int64[3]: short entries, slots in touched, long entries

Slow reference: a Counter of `pretokens_of` of tests/reference_bpe.py, in
tests/engine/counting/test_pretoken_table.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import count_ones, kernel, kernel_part, load_word, prefetch, store_word
from engine.encoding import (
    LONGER,
    SHORT_PRETOKEN,
    hash_of_bytes,
    hash_of_words,
    same_bytes,
    short_key,
    short_or_longer,
    slot_of_hash,
)
from engine.splitting import cut_block

BATCH = 256

# Columns of a slot of the short table.
LOW, HIGH, COUNT, ENTRY = 0, 1, 2, 3

# Columns of what is noted of an entry while lists are joined.
FIRST, LAST_SOURCE, N_SOURCES, NEXT = 0, 1, 2, 2

# Fields of `place` of count_documents.
DOCUMENT, AT, N_ENDS, NEXT_END, N_PRETOKENS, UNMATCHED_BYTES = 0, 1, 2, 3, 4, 5

DONE, TABLE_FULL, GIVEN_UP = 0, 1, 2

_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_LOW_32 = np.uint64(0xFFFFFFFF)
_LOW_56 = np.uint64(0x00FFFFFFFFFFFFFF)
_SHIFT_56 = np.uint64(56)
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
    slots, touched, firsts = short_table.slots, short_table.touched, short_table.firsts
    lows, highs, places, starts = room.lows, room.highs, room.slots, room.starts
    mask, shift = np.uint64(slots.shape[0] - 1), shift_for(slots.shape[0])
    most_short = touched.shape[0]
    done = 0
    while done < n_ends:
        size = min(BATCH, n_ends - done)
        n_long = 0
        for i in range(np.uint64(size)):
            end = ends[np.uint64(done) + i]
            length = end - start
            low, high = short_or_longer(data, start, length)
            place = first_slot(low, high, shift)
            prefetch(slots, np.int64(_FOUR * place))
            if high == LONGER:
                low, place = np.uint64(length), np.uint64(n_long)
                h = hash_of_bytes(data, start, length)
                room.hashes[n_long] = h
                n_long += 1
                prefetch(long_table.slots, slot_of_hash(h, long_table.slots.shape[0]))
            lows[i], highs[i], places[i], starts[i] = low, high, place, start
            start = end
        if n_long > 0:
            fetch_long(room.hashes, n_long, long_table)
        n_touched = cursor[1]
        for i in range(np.uint64(size)):
            low, high, slot = lows[i], highs[i], places[i]
            if high == LONGER:
                cursor[1] = n_touched
                if not count_long(data, np.int64(i), offset, long_table, cursor, room):
                    return done + np.int64(i)
                continue
            while slots[slot, LOW] != low or slots[slot, HIGH] != high:
                if slots[slot, HIGH] == 0:
                    if cursor[0] >= most_short:
                        cursor[1] = n_touched
                        return done + np.int64(i)
                    cursor[0] += 1
                    slots[slot, LOW], slots[slot, HIGH] = low, high
                    slots[slot, ENTRY] = np.uint64(cursor[0])
                    break
                slot = (slot + _ONE) & mask
            count = slots[slot, COUNT]
            if count == 0:  # not in `touched`, which has room for all entries
                touched[np.uint64(n_touched)] = slot
                firsts[np.uint64(n_touched)] = offset + starts[i]
                n_touched += 1
            slots[slot, COUNT] = count + _ONE
        cursor[1] = n_touched
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
def shift_for(n_slots):
    """What `first_slot` takes of a table of this number of slots, a power of two up to 2^32."""
    return np.uint64(32 - count_ones(np.uint64(n_slots - 1)))


@kernel_part
def first_slot(low, high, shift):
    """Where the search for a short pre-token begins: at the upper bits of the low 32 of its hash.

    So tables of all sizes have their entries in nearly the same order, and one is moved into
    another from beginning to end.
    """
    return (hash_of_words(low, high) & _LOW_32) >> shift


@kernel_part
def find_short(low, high, slots):
    """The slot of a short pre-token, or the empty one that it would take.

    slots  uint64[2^k, 4]
    """
    mask = np.uint64(slots.shape[0] - 1)
    slot = first_slot(low, high, shift_for(slots.shape[0]))
    while slots[slot, HIGH] != 0:
        if slots[slot, LOW] == low and slots[slot, HIGH] == high:
            return slot
        slot = (slot + _ONE) & mask
    return slot


@kernel_part
def short_slot(low, high, slots, cursor):
    """The slot of a short pre-token, made where there is none yet; there must be room.

    slots uint64[2^k, 4], cursor int64[3]
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
def count_long(data, i, offset, long_table, cursor, room):
    """Count the long pre-token that is number i of a batch; False where the table is full.

    data uint8[n + 8], cursor int64[3]
    """
    begin, length, h = room.starts[i], np.int64(room.lows[i]), room.hashes[room.slots[i]]
    entry = long_entry(data, begin, length, h, long_table, cursor)
    if entry < 0:
        return False
    if long_table.counts[entry] == 0:
        long_table.firsts[entry] = offset + begin
    long_table.counts[entry] += 1
    return True


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

    data uint8[n + 8], cursor int64[3]; h: its hash_of_bytes
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
        if i + AHEAD < n_touched:
            prefetch(short_slots, 4 * touched[i + AHEAD])
        slot = np.uint64(touched[i])
        entries[i] = np.int64(short_slots[slot, ENTRY]) - 1
        counts[i] = np.int64(short_slots[slot, COUNT])
        short_slots[slot, COUNT] = 0


@kernel
def move_short(old_slots, new_slots, touched, n_touched, new_touched):
    """Move all entries into a larger empty table; those that have a count keep their order.

    old_slots    uint64[2^k, 4]         afterwards LOW is where each entry was moved to
    new_slots    uint64[2^m, 4]         all zero before
    touched      int64[2^(k - 1)]       slots of the first n_touched entries that have a count
    new_touched  int64[2^k]             filled with their new slots
    """
    for old in range(np.uint64(old_slots.shape[0])):
        if old_slots[old, HIGH] == 0:
            continue
        slot = find_short(old_slots[old, LOW], old_slots[old, HIGH], new_slots)
        for column in range(4):
            new_slots[slot, column] = old_slots[old, column]
        old_slots[old, LOW] = slot
    for i in range(n_touched):
        if i + AHEAD < n_touched:
            prefetch(old_slots, 4 * touched[i + AHEAD])
        new_touched[i] = old_slots[np.uint64(touched[i]), LOW]


@kernel
def fill_long_slots(hashes, n_entries, slots):
    """Enter the first n_entries of `hashes` into empty slots, in place.

    hashes uint64[capacity]; slots int64[2^k], all zero before, entry + 1 afterwards
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
    for other in range(np.uint64(other_slots.shape[0])):
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
    starts, ends, slots             as in count_entered
    """
    for i in range(size):
        begin = starts[first + i]
        length = ends[first + i] - begin
        if length <= SHORT_PRETOKEN:
            low, high = short_key(data, begin, length)
            room.lows[i] = low
            room.highs[i] = high
            slot = first_slot(low, high, shift_for(slots.shape[0]))
            prefetch(slots, np.int64(_FOUR * slot))
        else:
            h = hash_of_bytes(data, begin, length)
            room.lows[i] = h
            prefetch(long_table.slots, slot_of_hash(h, long_table.slots.shape[0]))


@kernel
def enter_pretokens(data, starts, ends, first, short_table, long_table, cursor, room, entries):
    """Enter pre-tokens from number `first` on without counting them; returns how far that went.

    data          uint8[n_bytes + 16]
    starts, ends  int64[n]            pre-token i is data[starts[i]:ends[i]]
    cursor        int64[3]
    entries       int64[n]            filled: the entry, or -1 - entry of a long pre-token

    Fewer than all where a table is full: grow what the next one needs and call again.
    """
    slots, most_short = short_table.slots, short_table.touched.shape[0]
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


@kernel_part
def number_of(entry, n_short):
    """The number of an entry among all of a table; the long ones, -1 - entry, come last."""
    return entry if entry >= 0 else n_short - 1 - entry


@kernel
def note_list(entries, firsts, n_short, begin, source, facts):
    """Note where entries occur first and in how many sources; call it source after source.

    entries  int64[n]             short ones of n_short, and -1 - the long ones
    firsts   int64[n]             where in the source, which begins at `begin`
    facts    int64[n_entries, 3]  FIRST, LAST_SOURCE (-1 before), N_SOURCES (added to)
    """
    n = entries.shape[0]
    for i in range(n):
        if i + AHEAD < n:
            prefetch(facts, 3 * number_of(entries[i + AHEAD], n_short))
        number = number_of(entries[i], n_short)
        facts[number, FIRST] = min(facts[number, FIRST], begin + firsts[i])
        if facts[number, LAST_SOURCE] != source:
            facts[number, LAST_SOURCE] = source
            facts[number, N_SOURCES] += 1


@kernel
def place_list(entries, counts, firsts, n_short, source, facts, placed):
    """Write the counts of one source to their entries; call it source after source.

    entries, firsts, n_short  as of note_list; counts int64[n]
    facts    int64[n_entries, 3]    LAST_SOURCE is -1 before, NEXT the next free place of each entry
    placed   see Placed; counts of several lists of one source add up, the earliest first stays
    """
    n = entries.shape[0]
    for i in range(n):
        if i + 2 * AHEAD < n:
            prefetch(facts, 3 * number_of(entries[i + 2 * AHEAD], n_short))
        if i + AHEAD < n:
            coming = facts[number_of(entries[i + AHEAD], n_short), NEXT]
            prefetch(placed.indices, coming)
            prefetch(placed.counts, coming)
            prefetch(placed.firsts, coming)
        number = number_of(entries[i], n_short)
        at = facts[number, NEXT]
        if facts[number, LAST_SOURCE] == source:
            placed.counts[at - 1] += counts[i]
            placed.firsts[at - 1] = min(placed.firsts[at - 1], firsts[i])
        else:
            facts[number, LAST_SOURCE] = source
            placed.indices[at] = source
            placed.counts[at] = counts[i]
            placed.firsts[at] = firsts[i]
            facts[number, NEXT] = at + 1


@kernel
def find_slots(short_slots, slot_of):
    """Where each short entry lies.

    short_slots  uint64[2^k, 4]
    slot_of      int64[n_short]    filled here
    """
    for slot in range(np.uint64(short_slots.shape[0])):
        if short_slots[slot, ENTRY] != 0:
            slot_of[short_slots[slot, ENTRY] - _ONE] = slot


@kernel
def measure_entries(entries, short_slots, slot_of, long_starts, bounds):
    """The bounds of entries that are written one after another.

    entries      int64[n]               short ones, and -1 - the long ones
    short_slots  uint64[2^k, 4]
    slot_of      int64[n_short]         see find_slots
    long_starts  int64[capacity + 1]
    bounds       int64[n + 1]           filled here
    """
    n, at = entries.shape[0], np.int64(0)
    bounds[0] = 0
    for i in range(n):
        if i + AHEAD < n and entries[i + AHEAD] >= 0:
            prefetch(short_slots, 4 * slot_of[entries[i + AHEAD]])
        entry = entries[i]
        if entry >= 0:
            at += np.int64(short_slots[slot_of[entry], HIGH] >> _SHIFT_56)
        else:
            at += long_starts[-entry] - long_starts[-1 - entry]
        bounds[i + 1] = at


@kernel
def spell_entries(entries, short_slots, slot_of, long_table, bounds, data):
    """Write the bytes of entries one after another.

    entries, short_slots, slot_of, bounds    as of measure_entries
    data                                     uint8[bounds[n] + 16]    filled here, zeros behind

    Each is written by whole words, and what is beyond its end overwritten by the next.
    """
    n = entries.shape[0]
    for i in range(n):
        if i + AHEAD < n and entries[i + AHEAD] >= 0:
            prefetch(short_slots, 4 * slot_of[entries[i + AHEAD]])
        entry, at = entries[i], bounds[i]
        if entry >= 0:
            store_word(data, at, short_slots[slot_of[entry], LOW])
            store_word(data, at + 8, short_slots[slot_of[entry], HIGH] & _LOW_56)
            continue
        start = long_table.starts[-1 - entry]
        for done in range(0, bounds[i + 1] - at, 8):
            store_word(data, at + done, load_word(long_table.arena, start + done))
    data[bounds[n] :] = 0


@kernel
def copy_pretokens(source, starts, numbers, begins, data):
    """Copy the bytes of some pre-tokens, one after another.

    source   uint8[size]
    starts   int64[n + 1]          pre-token i is source[starts[i]:starts[i + 1]]
    numbers  int64[m]              which ones
    begins   int64[m + 1]          where in data, and where they end
    data     uint8[n_bytes + 16]   filled here, zeros behind
    """
    n = numbers.shape[0]
    for i in range(n):
        if i + AHEAD < n:
            prefetch(source, starts[numbers[i + AHEAD]])
        at, end = starts[numbers[i]], starts[numbers[i] + 1]
        if end + 8 > source.shape[0]:
            for j in range(end - at):
                data[begins[i] + j] = source[at + j]
            continue
        for done in range(0, end - at, 8):
            store_word(data, begins[i] + done, load_word(source, at + done))
    data[begins[n] :] = 0
