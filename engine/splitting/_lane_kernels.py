"""Kernels that cut a block of text in six lanes at once, by the table of `automaton_cutter`.

Reading a table entry, and from it where the next entry lies, takes the processor several cycles
in which it could do as much again. Six places of the text are read in turn, each some kilobytes
from the next, so that the waits overlap. A block goes through three steps:

    columns   characters become columns of the table, one byte each and 0xFF inside a character
    flags     each lane walks the table and leaves one byte of flags per byte of text
    ends      the flags of 64 bytes at a time become bits, and the bits become places

Lanes and blocks begin where a cut is sure; where there is no such place, or the table does not
know, the automaton itself cuts (`scan`), with which tests/engine/splitting/test_lanes.py compares.
The records are those of automaton_cutter: ScanTables and ScanRoom.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import (
    bits_set,
    copy_block,
    has_fast_tables,
    high_bits,
    kernel,
    kernel_part,
    leading_zeros,
    load_word,
    put_places,
    shared_kernel,
    trailing_zeros,
)
from engine.splitting._mask_kernels import cut_by_masks
from engine.splitting._scanning_kernels import decode_point, find_sure_cut, scan

CUT, BEFORE_PREVIOUS, MARK, TO_MARK, UNKNOWN, INSIDE = 1, 2, 4, 8, 16, 32

FIRST_CLASS_COLUMN = 0x80
END_COLUMN = 0xFE

BLOCK = 1 << 15
"""Bytes of text that are cut at a time; a block may be longer by LONGEST_DETOUR."""
LONGEST_DETOUR = 1 << 12
"""How far to look for a sure cut before the automaton itself is asked."""
SHORT_TEXT = 32
"""Below this many bytes the lanes are not worth their preparation."""
LANES = 6
WORTH_LANES = 512
MOST_BLOCKS_SKIPPED = 64

# Fields of `numbers`.
SKIP = 0  # blocks to leave to the automaton, because the table knew too little before
LAST_SKIP = 1
MASK_SKIP = 2  # calls in which masks are not tried, because they gave up before
LAST_MASK_SKIP = 3

_ONE = np.uint64(1)
_63 = np.uint64(63)
_LOW_6 = np.uint64(0x3F)
_THREE_BYTES = np.uint64(0xC0C0F0)
_TWO_BYTES = np.uint64(0xC0E0)


@kernel_part
def fill_columns(data, at, end, class_of, columns):
    """Write the column of each character of data[at:end] to the place of its first byte.

    data      uint8[end + 64]
    class_of  uint8[0x110000]
    columns   uint8[end - at + 64]    filled from 0 on
    """
    start = at
    while at < end:
        copy_block(data, at, columns, at - start)
        others = high_bits(data, at)
        window = at
        at += 64
        while others != 0:
            place = window + trailing_zeros(others)
            if place >= end:
                break
            word = load_word(data, place)
            b0 = np.int64(word & np.uint64(0xFF))
            b1 = np.int64((word >> np.uint64(8)) & np.uint64(0x3F))
            to = place - start
            columns[to + 1] = 0xFF
            if (word & _THREE_BYTES) == np.uint64(0x8080E0) and place + 2 < end:
                point = (b0 & 0x0F) << 12 | b1 << 6 | np.int64((word >> np.uint64(16)) & _LOW_6)
                columns[to + 2] = 0xFF
                width = 3
            elif (word & _TWO_BYTES) == np.uint64(0x80C0) and place + 1 < end:
                point = (b0 & 0x1F) << 6 | b1
                width = 2
            else:
                point, width = 0, 0
            if width != 2 and (point < 0x800 or (point & 0xF800) == 0xD800):
                columns[to + 1] = data[place + 1]  # not what it seemed
                point, width = decode_point(data, place, end)
                for inner in range(1, width):
                    columns[to + inner] = 0xFF
            elif point < 0x80:  # the next byte has its own turn
                point, width = 0xDC80, 1
            columns[to] = 0x80 + class_of[point]
            read = place + width - window
            if read >= 64:
                at = window + read
                break
            others &= ~np.uint64(0) << np.uint64(read)


@kernel_part
def walk_lane(steps, table, at, end, row):
    """Walk one lane from `row` on; returns the row after it.

    steps  uint8[n]                  columns, which become flags from at to end
    table  uint32[n_states * 256]    next row << 8 | flags, by row + column
    """
    for i in range(np.uint64(at), np.uint64(end)):
        entry = table[row + np.uint64(steps[i])]
        steps[i] = np.uint8(entry)
        row = np.uint64(entry >> np.uint32(8))
    return row


@kernel_part
def walk_lanes(steps, table, bounds, rows):
    """Walk the lanes bounds[i]:bounds[i + 1], side by side as far as the shortest goes.

    steps   uint8[n]                  columns, which become flags
    table   uint32[n_states * 256]    next row << 8 | flags, by row + column
    bounds  int64[LANES + 1]
    rows    uint64[LANES]             filled: the row after each lane

    Indices are unsigned, because one that may be negative costs a comparison each time.
    """
    shared = bounds[1] - bounds[0]
    for lane in range(1, LANES):
        shared = min(shared, bounds[lane + 1] - bounds[lane])
    p0, p1, p2 = np.uint64(bounds[0]), np.uint64(bounds[1]), np.uint64(bounds[2])
    p3, p4, p5 = np.uint64(bounds[3]), np.uint64(bounds[4]), np.uint64(bounds[5])
    r0 = r1 = r2 = r3 = r4 = r5 = np.uint64(0)
    for i in range(np.uint64(shared)):
        e0 = table[r0 + np.uint64(steps[p0 + i])]
        e1 = table[r1 + np.uint64(steps[p1 + i])]
        e2 = table[r2 + np.uint64(steps[p2 + i])]
        e3 = table[r3 + np.uint64(steps[p3 + i])]
        e4 = table[r4 + np.uint64(steps[p4 + i])]
        e5 = table[r5 + np.uint64(steps[p5 + i])]
        steps[p0 + i] = np.uint8(e0)
        steps[p1 + i] = np.uint8(e1)
        steps[p2 + i] = np.uint8(e2)
        steps[p3 + i] = np.uint8(e3)
        steps[p4 + i] = np.uint8(e4)
        steps[p5 + i] = np.uint8(e5)
        r0 = np.uint64(e0 >> np.uint32(8))
        r1 = np.uint64(e1 >> np.uint32(8))
        r2 = np.uint64(e2 >> np.uint32(8))
        r3 = np.uint64(e3 >> np.uint32(8))
        r4 = np.uint64(e4 >> np.uint32(8))
        r5 = np.uint64(e5 >> np.uint32(8))
    rows[0] = r0
    rows[1] = r1
    rows[2] = r2
    rows[3] = r3
    rows[4] = r4
    rows[5] = r5
    for lane in range(LANES):
        rows[lane] = walk_lane(steps, table, bounds[lane] + shared, bounds[lane + 1], rows[lane])


@kernel_part
def mark_cuts(flags, begin, end, last_bits, cuts):
    """Turn the flags of one lane into bits: bit i of cuts[j] is a cut before begin + 64 j + i.

    flags  uint8[n + 64]
    cuts   uint64[n / 64 + 1]    filled

    last_bits are the flags of the end of the text there. Returns the words filled.
    """
    n_words = (end - begin + 63) >> 6
    last_mark = np.int64(-1)
    for word in range(n_words):
        at = begin + word * 64
        in_lane = ~np.uint64(0)
        if end - at < 64:
            in_lane = (_ONE << np.uint64(end - at)) - _ONE
        cuts[word] = bits_set(flags, at, 1) & in_lane
        before = bits_set(flags, at, 2) & in_lane
        if before != 0:
            wide = bits_set(flags, at, 32) << _ONE
            if word > 0 and flags[at - 1] & 32:
                wide |= _ONE
            wide &= before
            before ^= wide
            if word > 0:
                cuts[word - 1] |= before << _63
            cuts[word] |= before >> _ONE
            while wide != 0:
                place = at + trailing_zeros(wide) - 1
                wide &= wide - _ONE
                while flags[place] & 32:
                    place -= 1
                cuts[(place - begin) >> 6] |= _ONE << np.uint64((place - begin) & 63)
        marks = bits_set(flags, at, 4) & in_lane
        to_mark = bits_set(flags, at, 8) & in_lane
        while to_mark != 0:
            below = marks & ((to_mark & (~to_mark + _ONE)) - _ONE)
            to_mark &= to_mark - _ONE
            place = at + 63 - leading_zeros(below) if below != 0 else last_mark
            cuts[(place - begin) >> 6] |= _ONE << np.uint64((place - begin) & 63)
        if marks != 0:
            last_mark = at + 63 - leading_zeros(marks)
    if last_bits & 2:
        place = end - 1
        while flags[place] & 32:
            place -= 1
        cuts[(place - begin) >> 6] |= _ONE << np.uint64((place - begin) & 63)
    if last_bits & 8:
        cuts[(last_mark - begin) >> 6] |= _ONE << np.uint64((last_mark - begin) & 63)
    return n_words


@kernel_part
def collect_ends(cuts, n_words, first, ends, n):
    """Write where the cuts are, counted from `first`; returns the number of ends.

    cuts  uint64[size]
    ends  int64[size + 64]   filled from n on; what is behind the last one is overwritten as well
    """
    for word in range(np.uint64(n_words)):
        n = put_places(cuts[word], first, ends, n)
        first += 64
    return n


@kernel_part
def lay_lanes(data, at, end, tables, bounds):
    """Divide data[at:end] into lanes that begin where a cut is sure; the last ones may be empty.

    data    uint8[n]
    tables  class_of uint8[0x110000], sure_cuts bool[n_classes, n_classes]
    bounds  int64[LANES + 1]    filled, counted from `at`
    """
    n = end - at
    bounds[0] = 0
    bounds[LANES] = n
    for lane in range(1, LANES):
        wanted = at + n * lane // LANES
        limit = min(end, wanted + n // (2 * LANES))
        place = find_sure_cut(data, max(wanted, at + bounds[lane - 1]), limit, end, tables)
        bounds[lane] = place - at if place < limit else bounds[lane - 1]


@kernel_part
def cut_in_lanes(data, at, end, tables, work):
    """Cut data[at:end], which begins and ends with pre-tokens; returns (ends, automaton used).

    data     uint8[end + 64]
    tables   see ScanTables
    work     see ScanRoom

    (-1, True) where `scan` gave up.
    """
    bounds, rows = work.bounds, work.rows
    n = end - at
    fill_columns(data, at, end, tables.class_of, work.steps)
    if n >= WORTH_LANES and tables.has_sure_cuts:
        lay_lanes(data, at, end, tables, bounds)
        walk_lanes(work.steps, tables.lanes, bounds, rows)
    else:
        bounds[:LANES] = 0
        bounds[LANES] = n
        rows[LANES - 1] = walk_lane(work.steps, tables.lanes, 0, n, np.uint64(0))
    n_ends = 0
    n_unknown = 0
    for lane in range(LANES):
        begin, stop = bounds[lane], bounds[lane + 1]
        if begin == stop:
            continue
        # A lane ends where the text might end as well: the flags of the end say where the last
        # match was.
        entry = tables.lanes[rows[lane] + np.uint64(0xFE)]
        if np.uint64(entry >> np.uint32(8)) == tables.unknown_row:
            n_unknown += 1
            n_ends = scan(data, at + begin, at + stop, tables, work.ends, work.matched, n_ends)
            if n_ends < 0:
                return n_ends, True
        else:
            last_bits = np.int64(entry & np.uint32(255))
            n_words = mark_cuts(work.steps, begin, stop, last_bits, work.cuts)
            n_ends = collect_ends(work.cuts, n_words, at + begin, work.ends, n_ends)
            work.ends[n_ends] = at + stop
            n_ends += 1
    if n_unknown > 1:
        work.numbers[LAST_SKIP] = min(MOST_BLOCKS_SKIPPED, 2 * work.numbers[LAST_SKIP] + 1)
        work.numbers[SKIP] = work.numbers[LAST_SKIP]
    elif n_unknown == 0:
        work.numbers[LAST_SKIP] = 0
    return n_ends, n_unknown > 0


@shared_kernel
def cut_block(data, at, size, tables, work):
    """Cut some tens of kilobytes from `at` on, of a text that ends at `size`.

    data    uint8[size + 64]     a pre-token starts at `at`
    tables  see ScanTables
    work    see ScanRoom

    Returns (n, automaton used): work.ends[:n] are the ends of the pre-tokens. Only where the
    automaton was used, work.matched[:n] may hold False, for unmatched stretches; set them to True
    again. n is -1 where `scan` gave up.
    """
    if tables.has_masks and size - at >= SHORT_TEXT and has_fast_tables():
        if work.numbers[MASK_SKIP] == 0:
            n_ends = cut_by_masks(data, at, size, tables, work)
            if n_ends > 0:
                work.numbers[LAST_MASK_SKIP] = 0
                return n_ends, False
            skip = min(MOST_BLOCKS_SKIPPED, 2 * work.numbers[LAST_MASK_SKIP] + 1)
            work.numbers[LAST_MASK_SKIP] = work.numbers[MASK_SKIP] = skip
        else:
            work.numbers[MASK_SKIP] -= 1
    end = size
    is_whole = True
    if size - at > BLOCK + LONGEST_DETOUR:
        limit = at + BLOCK + LONGEST_DETOUR
        is_whole = False
        if tables.has_sure_cuts:
            end = find_sure_cut(data, at + BLOCK, limit, size, tables)
            is_whole = end < limit
    if tables.has_lanes and is_whole and end - at >= SHORT_TEXT:
        if work.numbers[SKIP] == 0:
            return cut_in_lanes(data, at, end, tables, work)
        work.numbers[SKIP] -= 1
    return scan(data, at, end if is_whole else size, tables, work.ends, work.matched, 0), True


@kernel
def cut_documents(data, bounds, document, start, tables, work, ends, matched):
    """Cut documents that lie one after another, each by itself; returns (number, next document).

    data      uint8[n + 64]             all documents
    bounds    int64[n_documents + 1]    document i is data[bounds[i]:bounds[i + 1]]
    tables    see ScanTables
    work      see ScanRoom
    ends      int64[capacity]           filled: where spans end, each at the start of the next one
    matched   bool[capacity]            filled: False for unmatched stretches

    The first span starts at `start`, inside `document`. Stops when `ends` has no room for another
    block: call again with the last end as start. (-1, document) where `scan` gave up.
    """
    n = 0
    while document + 1 < bounds.shape[0]:
        size = bounds[document + 1]
        while start < size:
            if n + min(size - start, work.ends.shape[0]) > ends.shape[0]:
                return n, document
            found, by_automaton = cut_block(data, start, size, tables, work)
            if found < 0:
                return found, document
            behind = np.uint64(n)
            for i in range(np.uint64(found)):
                ends[behind + i] = work.ends[i]
            for i in range(np.uint64(found)):
                matched[behind + i] = work.matched[i]
            start = ends[n + found - 1]
            if by_automaton:
                work.matched[:found] = True
            n += found
        document += 1
    return n, document
