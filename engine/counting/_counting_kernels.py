"""Kernels of pre-token counting: two open-addressing tables, for short and for long pre-tokens.

A short pre-token is its own key, with its count beside it: one cache line. Longer ones lie in an
arena. Pre-tokens are worked on in batches: first the keys of all are made and their cache lines
asked for, then all are counted. The kernels that join what several threads have counted come last.

    short_table, long_table, room   see table.ShortTable, LongTable and BatchRoom
    cursor                          int64[4]: short entries, touched ones; long ones, touched ones

Slow reference: a Counter of `pretokens_of` of tests/reference_bpe.py, in
tests/engine/counting/test_pretoken_table.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import count_ones, kernel, kernel_part, load_word, prefetch, store_word
from engine.encoding import (
    LONGER,
    hash_of_bytes,
    hash_of_words,
    same_bytes,
    short_or_longer,
    slot_of_hash,
)
from engine.splitting import cut_block

BATCH = 256

# Columns of a slot of the short table.
LOW, HIGH, COUNT, ENTRY = 0, 1, 2, 3

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
_BEHIND = 16
"""Zeros after pre-tokens that are written one after another."""
AHEAD = 8
"""How many entries ahead the memory of an entry is prefetched."""


@kernel
def count_ends(data, start, ends, n_ends, offset, short_table, long_table, cursor, room):
    """Count the pre-tokens that end at ends[:n_ends], the first of which begins at `start`.

    data    uint8[n + 64]
    ends    int64[capacity]
    cursor  int64[4]

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
def count_long(data, i, offset, long_table, cursor, room):
    """Count the long pre-token that is number i of a batch; False where the table is full.

    data uint8[n + 8], cursor int64[4]
    """
    begin, length, h = room.starts[i], np.int64(room.lows[i]), room.hashes[room.slots[i]]
    entry = long_entry(data, begin, length, h, long_table, cursor)
    if entry < 0:
        return False
    if long_table.counts[entry] == 0:
        n_touched = cursor[3]
        long_table.touched[n_touched] = entry
        long_table.firsts[n_touched] = offset + begin
        cursor[3] = n_touched + 1
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

    data uint8[n + 8], cursor int64[4]; h: its hash_of_bytes
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
def collect(short_table, long_table, cursor, entries, counts, firsts):
    """Take the counts of all touched entries, which are zero then, by where they occur first.

    cursor                   int64[4]
    entries, counts, firsts  int64[n]    filled: short entries and -1 - the long ones; n touched
    """
    slots, touched, long_counts = short_table.slots, short_table.touched, long_table.counts
    n_short, n_long = cursor[1], cursor[3]
    short, long = np.int64(0), np.int64(0)
    for i in range(n_short + n_long):
        is_short = short < n_short
        if is_short and long < n_long:
            is_short = short_table.firsts[short] < long_table.firsts[long]
        if is_short:
            if short + AHEAD < n_short:
                prefetch(slots, 4 * touched[short + AHEAD])
            slot = np.uint64(touched[short])
            entries[i] = np.int64(slots[slot, ENTRY]) - 1
            counts[i] = np.int64(slots[slot, COUNT])
            firsts[i] = short_table.firsts[short]
            slots[slot, COUNT] = 0
            short += 1
        else:
            entry = long_table.touched[long]
            entries[i] = -1 - entry
            counts[i] = long_counts[entry]
            firsts[i] = long_table.firsts[long]
            long_counts[entry] = 0
            long += 1
    cursor[1] = 0
    cursor[3] = 0


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


@kernel
def find_slots(short_slots, begin, end, slot_of):
    """Where the short entries lie that are in slots begin:end; returns their bytes in all.

    short_slots  uint64[2^k, 4]
    slot_of      int64[n_short]    filled here
    """
    n_bytes = np.int64(0)
    for slot in range(begin, end):
        entry = np.int64(short_slots[slot, ENTRY])
        if entry != 0:
            slot_of[entry - 1] = slot
            n_bytes += np.int64(short_slots[slot, HIGH] >> _SHIFT_56)
    return n_bytes


@kernel
def spell_entries(entries, first, short_slots, slot_of, long_table, bounds, data):
    """Write the bytes of entries one after another, from bounds[first] on.

    entries      int64[n]               short ones, and -1 - the long ones
    short_slots  uint64[2^k, 4]
    slot_of      int64[n_short]         see find_slots
    bounds       int64[first + n + 1]   filled behind `first`; may be the memory of `entries` there
    data         uint8[size]            at least 16 bytes more than all; zeros behind the last

    Each is written by whole words, and what is beyond its end overwritten by the next.
    """
    n, at = entries.shape[0], bounds[first]
    for i in range(n):
        if i + AHEAD < n and entries[i + AHEAD] >= 0:
            prefetch(short_slots, 4 * slot_of[entries[i + AHEAD]])
        entry = entries[i]
        if entry >= 0:
            high = short_slots[slot_of[entry], HIGH]
            store_word(data, at, short_slots[slot_of[entry], LOW])
            store_word(data, at + 8, high & _LOW_56)
            at += np.int64(high >> _SHIFT_56)
        else:
            start = long_table.starts[-1 - entry]
            length = long_table.starts[-entry] - start
            for done in range(0, length, 8):
                store_word(data, at + done, load_word(long_table.arena, start + done))
            at += length
        bounds[first + i + 1] = at
    for i in range(_BEHIND):
        data[at + i] = 0


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


# Joining the counts of threads and sources. Every entry of all tables has an id: those of the first
# table come first, its short entries before its long ones. What is joined equals what one thread
# counts: tests/engine/counting/test_pretoken_table.py and test_first_positions.py.


@kernel
def link_entries(slots, table, n_long, ids, share, n_shares, other_slots, other, other_ids, links):
    """Link a share of the entries of a table to the same ones of another table.

    slots, other_slots  uint64[2^k, 4], uint64[2^m, 4]    the short entries
    table, other        as in count_ends                  the long ones, n_long in `table`
    ids, other_ids      int64[2]       of the first short entry of a table and its first long one
    links               int64[n_ids]   of an entry here -1 - the id there; one with a link keeps it

    share: its number, of n_shares.
    """
    n, first = slots.shape[0], ids[0] - 1
    for slot in range(n * share // n_shares, n * (share + 1) // n_shares):
        entry = np.int64(slots[slot, ENTRY])
        if entry != 0 and links[first + entry] == 0:
            there = find_short(slots[slot, LOW], slots[slot, HIGH], other_slots)
            if other_slots[there, ENTRY] != 0:
                links[first + entry] = -other_ids[0] - np.int64(other_slots[there, ENTRY])
    end = n_long * (share + 1) // n_shares
    for entry in range(n_long * share // n_shares, end):
        if entry + AHEAD < end:
            coming = table.hashes[entry + AHEAD]
            prefetch(other.slots, slot_of_hash(coming, other.slots.shape[0]))
        if links[ids[1] + entry] == 0:
            start = table.starts[entry]
            length = table.starts[entry + 1] - start
            _, found = find_long(table.arena, start, length, table.hashes[entry], other)
            if found >= 0:
                links[ids[1] + entry] = -1 - other_ids[1] - found


@kernel
def number_entries(counted, ids, source, begin, is_one_list, n, numbering):
    """Number the entries of a list that are new, in order, and note all of them.

    counted      see table.CountList    part of it; `entries` are overwritten by their numbers
    ids          int64[2]               of the first short entry of its table and the first long one
    source       the number of the source, which begins at byte `begin` of the corpus
    is_one_list  whether the source has no other list
    n            numbers so far
    numbering    see joining.Numbering

    Returns the numbers so far.
    """
    entries, counts, firsts = counted
    links, totals, ends = numbering.links, numbering.totals, numbering.ends
    last_sources = numbering.last_sources
    size = entries.shape[0]
    for i in range(size):
        if i + 2 * AHEAD < size:
            prefetch(links, id_of(entries[i + 2 * AHEAD], ids))
        if i + AHEAD < size:
            coming = links[id_of(entries[i + AHEAD], ids)]
            if coming < 0:
                prefetch(links, -1 - coming)
            else:
                prefetch(totals, coming - 1)
                prefetch(ends, coming - 1)
        entry = entries[i]
        place = id_of(entry, ids)
        number = links[place]
        there = place
        if number < 0:
            there = -1 - number
            number = links[there]
        if number == 0:
            numbering.entries[n] = entry
            numbering.first_positions[n] = begin + firsts[i]
            totals[n] = counts[i]
            ends[n] = 1
            if not is_one_list:
                last_sources[n] = source + 1
            n += 1
            links[there] = n
            links[place] = n
            entries[i] = n - 1
            continue
        links[place] = number
        number -= 1
        entries[i] = number
        totals[number] += counts[i]
        if is_one_list:
            ends[number] += 1
        elif last_sources[number] != source + 1:
            last_sources[number] = source + 1
            ends[number] += 1
    return n


@kernel_part
def id_of(entry, ids):
    """The id of an entry of a list. ids: int64[2], of the first short and the first long one."""
    return ids[0] + entry if entry >= 0 else ids[1] - 1 - entry


@kernel
def place_numbers(counted, source, is_one_list, ends, last_sources, placed):
    """Write the counts of a list to their pre-tokens; the last source comes first.

    counted       see table.CountList    with numbers instead of entries
    ends          int64[n + 1]           where the places of each end that are still free
    last_sources  int64[n]               of which source each was placed last, as 1 + its number
    placed        see joining.Placed

    Counts of several lists of one source add up, and the earliest first position stays.
    """
    numbers, counts, firsts = counted
    n = numbers.shape[0]
    for i in range(n):
        if i + 2 * AHEAD < n:
            prefetch(ends, numbers[i + 2 * AHEAD])
        if i + AHEAD < n:
            coming = ends[numbers[i + AHEAD]] - 1
            prefetch(placed.indices, coming)
            prefetch(placed.counts, coming)
            prefetch(placed.firsts, coming)
        number = numbers[i]
        at = ends[number]
        if not is_one_list:
            if last_sources[number] == -1 - source:
                placed.counts[at] += counts[i]
                placed.firsts[at] = min(placed.firsts[at], firsts[i])
                continue
            last_sources[number] = -1 - source
        at -= 1
        ends[number] = at
        placed.indices[at] = source
        placed.counts[at] = counts[i]
        placed.firsts[at] = firsts[i]
