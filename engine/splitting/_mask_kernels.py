"""Kernels that cut text 64 bytes at a time, by the tables of `mask_tables`.

A block goes through three steps:

    symbols   each byte gets the number of its character; characters of several bytes all along
    cuts      three look-ups a plane and some logic give a bit for each byte that begins a pre-token
    ends      the bits become places

The windows that the tables leave open are settled from left to right: the automaton reads from the
last cut before to the next one, and the masks go on behind it. Invalid UTF-8, blocks in which the
automaton would have to read much, and pre-tokens longer than a block are left to the lanes, with
which tests/engine/splitting/test_mask_kernels.py compares.
The records are those of automaton_cutter: ScanTables and ScanRoom.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import (
    bytes_from,
    few_window_masks,
    has_row_tables,
    high_bits,
    kernel_part,
    leading_zeros,
    load_word,
    number_block,
    put_places,
    repeat_number,
    trailing_zeros,
    window_masks,
)
from engine.splitting._scanning_kernels import decode_point

MASK_BLOCK = 1 << 13
"""Bytes of text that are cut at a time."""
FIRST_SYMBOL = 64
"""Where the symbols of a block begin; the one before is looked at."""
SYMBOLS_BEHIND = 256
"""How many symbols there must be behind those of a block."""

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_3 = np.uint64(3)
_6 = np.uint64(6)
_8 = np.uint64(8)
_16 = np.uint64(16)
_61 = np.uint64(61)
_62 = np.uint64(62)
_63 = np.uint64(63)
_LOW_6 = np.uint64(0x3F)
_NONE = np.uint64(0)
_EVERY_BYTE = np.uint64(0x0101010101010101)
_ALL = ~np.uint64(0)
_END = 128
_FEWEST_READ = 512
_SHARE_READ = 8


@kernel_part
def places_up_to(n):
    """The first n places of a word, all of them from 64 on."""
    return _ALL if n >= 64 else (_ONE << np.uint64(n)) - _ONE


@kernel_part
def fill_symbols(data, at, n, size, tables, symbols):
    """Write the symbols of data[at:at + n] and of 64 bytes more; False for invalid UTF-8 there.

    data     uint8[size + 64]    the text ends at `size`
    tables   see ScanTables
    symbols  uint8[n + 320]      filled from FIRST_SYMBOL on
    """
    class_of, numbers, class_numbers = tables.class_of, tables.numbers, tables.class_numbers
    pages, page_numbers = tables.pages, tables.page_numbers
    stop = min(n + 64, size - at)
    expected = _NONE
    for place in range(0, stop, 64):
        p = at + place
        high = high_bits(data, p)
        if high != 0:
            inside = places_up_to(size - p)
            leads = bytes_from(data, p, 0xC0) & inside
            three = bytes_from(data, p, 0xE0) & inside
            four = bytes_from(data, p, 0xF0) & inside
            if (expected | leads << _ONE | three << _TWO | four << _3) != high & inside & ~leads:
                return False
            expected = leads >> _63 | three >> _62 | four >> _61
            while leads != 0:
                i = trailing_zeros(leads)
                leads &= leads - _ONE
                word = load_word(data, p + i)
                pair = (word & _LOW_6) << _6 | (word >> _8) & _LOW_6
                page = np.uint64(pages[pair])
                number = page_numbers[page << _6 | (word >> _16) & _LOW_6]
                if number == 0:
                    point, width = decode_point(data, p + i, size)
                    if width == 1:
                        return False
                    number = class_numbers[class_of[point]]
                repeat_number(symbols, FIRST_SYMBOL + place + i, number)
        elif expected != 0:
            return False
        number_block(data, p, numbers, symbols, FIRST_SYMBOL + place)
    if stop == size - at:
        symbols[FIRST_SYMBOL + stop] = numbers[_END]
        return expected == 0
    return True


@kernel_part
def spread_cuts(bits, inner, carry):
    """The cuts, repeated over the bytes of a character; `carry` is that of the byte before."""
    if inner != 0:
        bits |= (bits << _ONE | carry) & inner
        bits |= (bits << _ONE) & inner
        bits |= (bits << _ONE) & inner
    return bits


@kernel_part
def settle_cuts(after_cut, otherwise, known, fixed, inner, carry):
    """(cuts, the same over all bytes of a character) of 64 bytes.

    after_cut, otherwise  where a cut is if the character before begins a pre-token, or does not
    known, fixed          places that are settled, and the cuts among them
    inner                 bytes inside a character
    carry                 1 if the character before the first byte begins a pre-token

    Where the two agree it is settled; one step settles the places behind those, and more are
    needed only where a place that depends on the one before has such a place before it.
    """
    free = ~(known | inner)
    after_cut &= free
    otherwise &= free
    bits = fixed | (after_cut & otherwise)
    spread = spread_cuts(bits, inner, carry)
    depends = after_cut ^ otherwise
    before = spread << _ONE | carry
    bits = fixed | (after_cut & before) | (otherwise & ~before)
    spread = spread_cuts(bits, inner, carry)
    if depends & (spread_cuts(depends, inner, _NONE) << _ONE) != 0:
        while True:
            before = spread << _ONE | carry
            found = fixed | (after_cut & before) | (otherwise & ~before)
            if found == bits:
                break
            bits = found
            spread = spread_cuts(bits, inner, carry)
    return bits, spread


@kernel_part
def next_cut(data, start, size, tables):
    """(where the pre-token that starts at `start` ends, how far it was read).

    data    uint8[size + 64]
    tables  see ScanTables

    As match_end, in half the time: ASCII characters take one look-up, and where a state leads to
    itself up to eight equal bytes are read at once.
    """
    class_of, moves, accepts = tables.class_of, tables.moves, tables.accepts
    ascii_moves = tables.ascii_moves
    end = start
    state = np.int64(0)
    at = start
    while at < size:
        b = np.int64(data[at])
        if b < 0x80:
            step = np.int64(ascii_moves[state << 7 | b])
            following = (step >> 1) - 1
            width = 1
            if following == state:
                others = load_word(data, at) ^ (np.uint64(b) * _EVERY_BYTE)
                width = min(trailing_zeros(others) >> 3, size - at)
            if step & 1:
                end = at + width - 1
        else:
            point, width = decode_point(data, at, size)
            c = np.int64(class_of[point])
            if accepts[state, c]:
                end = at
            following = np.int64(moves[state, c]) - 1
        if following < 0:
            return end, at
        state = following
        at += width
    if accepts[state, moves.shape[1] - 1]:
        end = size
    return end, at


@kernel_part
def masks_of_word(symbols, at, tables):
    """The four masks of the 64 symbols from `at` on, see MaskTables.

    symbols  uint8[n]
    tables   see ScanTables
    """
    planes, kinds = tables.planes, tables.kinds
    after_cut = otherwise = open_after_cut = open_otherwise = _NONE
    is_few = has_row_tables() and tables.has_few_numbers
    for plane in range(kinds.shape[0] >> 2):
        if is_few:
            masks = few_window_masks(symbols, at, planes, kinds, plane)
        else:
            masks = window_masks(symbols, at, planes, kinds, plane)
        after_cut |= masks[0]
        otherwise |= masks[1]
        open_after_cut |= masks[2]
        open_otherwise |= masks[3]
    return after_cut, otherwise, open_after_cut, open_otherwise


@kernel_part
def settled_up_to(place):
    """(places, cuts) of a word whose next cut is known to be at `place`; it may lie behind."""
    if place >= 64:
        return _ALL, _NONE
    cut = _ONE << np.uint64(place)
    return (cut << _ONE) - _ONE, cut


@kernel_part
def ask_automaton(data, at, base, size, tables, masks, places, spread, last_cut, may_read):
    """Settle the open windows of a word; returns (cuts, the same spread, reach, may read).

    masks   those of masks_of_word, then the cuts found so far
    places  (settled, inside a character, of the text, carry)

    reach is the last cut that the automaton found, counted from `at` as last_cut is; may read is
    below 0 if it had to read too much.
    """
    after_cut, otherwise, open_after_cut, open_otherwise, bits = masks
    known, inner, inside, carry = places
    reach = 0
    while True:
        before = spread << _ONE | carry
        unknown = (open_after_cut & before) | (open_otherwise & ~before)
        unknown &= inside & ~(known | inner)
        if unknown == 0 or may_read < 0:
            return bits, spread, reach, may_read
        fixed = bits & ((unknown & (~unknown + _ONE)) - _ONE)
        if fixed != 0:
            last_cut = base + 63 - leading_zeros(fixed)
        end, read = next_cut(data, at + last_cut, size, tables)
        may_read -= read - at - last_cut
        reach = end - at
        known, there = settled_up_to(reach - base)
        bits, spread = settle_cuts(after_cut, otherwise, known, fixed | there, inner, carry)


@kernel_part
def cut_symbols(data, at, n, start, size, tables, symbols, cuts):
    """Fill the cuts of data[at:at + n]; returns the last cut that the automaton found, or 0.

    start  where the pre-token at `at` begins, 0 or less
    cuts   uint64[n / 64 + 1]    bit i of cuts[j] is a cut before at + 64 j + i

    start and what is returned are counted from `at`; the latter may lie behind the block, and no
    cut is between then. -1 where the automaton would have to read much.
    """
    may_read = _FEWEST_READ + n // _SHARE_READ
    carry = _NONE
    last_cut = start
    reach = 0
    for word in range((n + 63) >> 6):
        base = word << 6
        masks = masks_of_word(symbols, FIRST_SYMBOL + base, tables)
        inner = high_bits(data, at + base)
        if inner != 0:
            inner &= ~bytes_from(data, at + base, 0xC0)
        known = fixed = _NONE
        if reach >= base:  # the beginning of a block, or a cut that the automaton found
            known, fixed = settled_up_to(reach - base)
            if word == 0 and start < 0:
                fixed = _NONE
        bits, spread = settle_cuts(masks[0], masks[1], known, fixed, inner, carry)
        if masks[2] | masks[3] != 0:
            places = (known, inner, places_up_to(n - base), carry)
            bits, spread, found, may_read = ask_automaton(
                data, at, base, size, tables, (*masks, bits), places, spread, last_cut, may_read
            )
            if may_read < 0:
                return -1
            reach = max(reach, found)
        if bits != 0:
            last_cut = base + 63 - leading_zeros(bits)
        carry = spread >> _63
        cuts[word] = bits
    return reach


@kernel_part
def cut_by_masks(data, at, size, tables, work):
    """Cut MASK_BLOCK bytes from `at` on, or more up to the first end; returns the number of ends.

    data    uint8[size + 64]    a pre-token starts at `at`; the text ends at `size`
    tables  see ScanTables
    work    see ScanRoom

    work.ends is filled. 0 where the block has to be cut otherwise.
    """
    cuts, ends = work.cuts, work.ends
    start = at
    n_ends = 0
    while True:
        n = min(size - at, MASK_BLOCK)
        if not fill_symbols(data, at, n, size, tables, work.symbols):
            return 0
        reach = cut_symbols(data, at, n, start - at, size, tables, work.symbols, cuts)
        if reach < 0:
            return 0
        cuts[0] &= ~_ONE
        cuts[(n - 1) >> 6] &= places_up_to(((n - 1) & 63) + 1)
        for word in range((n + 63) >> 6):
            n_ends = put_places(cuts[word], at + (word << 6), ends, n_ends)
        if at + n == size or reach >= n:
            ends[n_ends] = at + max(n, reach)
            n_ends += 1
        if n_ends > 0:
            return n_ends
        at += n - 64  # a character inside the pre-token
        while (data[at] & 0xC0) == 0x80:
            at -= 1
