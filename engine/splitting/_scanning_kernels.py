"""Kernels that cut UTF-8 text with the tables of an automaton, and write stand-ins for `lookahead`.

Slow reference: `pretokens_of` of tests/reference_bpe.py, in
tests/engine/splitting/test_splitter.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part

INVALID = 0xDC80
MOST_READ_AGAIN = 1 << 24
"""Characters that may be read again in one call, besides 64 for each that is cut."""


@kernel_part
def decode_point(data, at, size):
    """(code point, bytes) of the character at `at`; (0xDC80, 1) for a byte that is not UTF-8.

    data  uint8[n]    text up to `size`
    """
    b0 = np.int64(data[at])
    if b0 < 0x80:
        return b0, 1
    if 0xC2 <= b0 < 0xE0:
        if at + 1 < size and (data[at + 1] & 0xC0) == 0x80:
            return (b0 & 0x1F) << 6 | np.int64(data[at + 1] & 0x3F), 2
    elif 0xE0 <= b0 < 0xF0:
        if at + 2 < size and (data[at + 1] & 0xC0) == 0x80 and (data[at + 2] & 0xC0) == 0x80:
            point = (b0 & 0x0F) << 12 | np.int64(data[at + 1] & 0x3F) << 6
            point |= np.int64(data[at + 2] & 0x3F)
            if point >= 0x800 and not 0xD800 <= point < 0xE000:
                return point, 3
    elif 0xF0 <= b0 < 0xF5 and at + 3 < size and (data[at + 1] & 0xC0) == 0x80:
        if (data[at + 2] & 0xC0) == 0x80 and (data[at + 3] & 0xC0) == 0x80:
            point = (b0 & 0x07) << 18 | np.int64(data[at + 1] & 0x3F) << 12
            point |= np.int64(data[at + 2] & 0x3F) << 6 | np.int64(data[at + 3] & 0x3F)
            if 0x10000 <= point < 0x110000:
                return point, 4
    return INVALID, 1


@kernel_part
def match_end(data, start, size, class_of, moves, accepts):
    """(where the match that starts at `start` ends, -1 where there is none; how far it was read).

    data      uint8[n]                          text up to `size`
    class_of  uint8[0x110000]
    moves     int32[n_states, n_classes + 1]    next state + 1, 0 for none
    accepts   bool[n_states, n_classes + 1]
    """
    end = -1
    state = 0
    at = start
    last_class = moves.shape[1] - 1
    while True:
        c = last_class
        width = 0
        if at < size:
            point, width = decode_point(data, at, size)
            c = np.int64(class_of[point])
        if accepts[state, c]:
            end = at
        state = moves[state, c] - 1
        if state < 0 or width == 0:
            return end, at
        at += width


@kernel_part
def skip_unreadable(data, at, size, ascii_transitions, class_of, moves, accepts):
    """The next place from `at` on where a match may begin.

    data               uint8[...]    text up to `size`
    ascii_transitions  int32[n_states * 128]    the first 128 are those of the start
    class_of           uint8[0x110000]
    moves              int32[n_states, n_classes + 1]    next state + 1, 0 for none
    accepts            bool[n_states, n_classes + 1]

    A character that begins a match is no place for one where the next one neither goes on with it
    nor ends it: most spaces in prose are of that kind for patterns that look for rows of spaces.
    """
    while at < size:
        width = 1
        if data[at] < 0x80:
            state = np.int64(ascii_transitions[data[at]]) >> 1
        else:
            point, width = decode_point(data, at, size)
            state = np.int64(moves[0, class_of[point]]) - 1
        if state >= 0:
            if at + width >= size:
                break
            following = np.int64(data[at + width])
            if following >= 0x80:
                following, _ = decode_point(data, at + width, size)
            c = class_of[following]
            if moves[state, c] != 0 or accepts[state, c]:
                break
        at += width
    return at


@kernel_part
def scan(data, start, size, tables, ends, matched, n):
    """Cut data[start:size] until that text ends or `ends` is full; returns the number of spans.

    A pattern that reads the same text again and again, as a+b does in a long run of a, is given
    up: then -1 is returned.

    data     uint8[...]       a span starts at `start`; the text ends at `size`
    tables   see ScanTables
    ends     int64[capacity]  filled from n on: where each span ends
    matched  bool[capacity]   all True before; False for unmatched stretches afterwards

    The end of a span is written on every character and kept only where one ends, so that the
    common path has no branch that depends on the text.
    """
    # Taken out of the tuple once: that counts references, which costs more than a step.
    class_of, transitions, ascii_transitions = (
        tables.class_of, tables.transitions, tables.ascii_transitions,
    )  # fmt: skip
    moves, accepts = tables.moves, tables.accepts
    last_class = transitions.shape[1] - 1
    limit = ends.shape[0] - 3
    state = 0
    at = start
    began = start
    first = n
    read_again = 0
    while n < limit:
        entry = np.int64(-1)
        width = 1
        if at < size:
            b = data[at]
            if b < 0x80:
                entry = np.int64(ascii_transitions[state * 128 + b])
            else:
                point, width = decode_point(data, at, size)
                entry = np.int64(transitions[state, class_of[point]])
            if entry >= 0:
                ends[n] = at
                n += entry & 1
                state = entry >> 1
                at += width
                continue
        began = ends[n - 1] if n > first else start
        if began >= size:
            break
        if at >= size and accepts[state, last_class]:
            ends[n] = size
            return n + 1
        # No match ends right here: the last one ended earlier, or there is none.
        end, reached = match_end(data, began, size, class_of, moves, accepts)
        read_again += reached - began
        if end < 0:
            at = began
            while at < size and end < 0:
                at += decode_point(data, at, size)[1]
                at = skip_unreadable(data, at, size, ascii_transitions, class_of, moves, accepts)
                if at < size:
                    end, reached = match_end(data, at, size, class_of, moves, accepts)
                    read_again += reached - at
                if read_again > MOST_READ_AGAIN + 64 * (at - start):
                    return -1
            ends[n] = at
            matched[n] = False
            n += 1
            if at >= size:
                break
        if end > 0:
            ends[n] = end
            n += 1
            at = end
            if read_again > MOST_READ_AGAIN + 64 * (at - start):
                return -1
        state = 0
    return n


@kernel
def find_sure_cut(data, at, limit, size, tables):
    """The first place from `at` on between two characters that are always cut, or `limit`.

    data    uint8[...]    text up to `size`, valid UTF-8 or not
    tables  see ScanTables
    """
    class_of, sure_cuts = tables.class_of, tables.sure_cuts
    while at < limit and (data[at] & 0xC0) == 0x80:
        at += 1
    if at >= limit:
        return limit
    point, width = decode_point(data, at, size)
    before = class_of[point]
    at += width
    while at < limit:
        point, width = decode_point(data, at, size)
        after = class_of[point]
        if sure_cuts[before, after]:
            return at
        before = after
        at += width
    return limit


@kernel_part
def write_character(out, at, width, number):
    """Write the stand-in with a number as a character of `width` bytes to out[at:at + width].

    out  uint8[n]
    """
    if width == 1:
        out[at] = number
    elif width == 2:
        out[at] = 0xC2 | number >> 6
        out[at + 1] = 0x80 | number & 0x3F
    elif width == 3:
        out[at] = 0xE0
        out[at + 1] = 0xA0 | number >> 6
        out[at + 2] = 0x80 | number & 0x3F
    else:
        out[at] = 0xF0
        out[at + 1] = 0x90
        out[at + 2] = 0x80 | number >> 6
        out[at + 3] = 0x80 | number & 0x3F


@kernel
def write_stand_ins(data, bounds, class_of, backwards, out):
    """Write to out[bounds[0]:bounds[-1]] the stand-ins of the characters of documents.

    data       uint8[n]                        document i is data[bounds[i]:bounds[i + 1]]
    bounds     int64[n_documents + 1]
    class_of   uint8[0x110000]
    backwards  uint32[n_states * n_classes]    see LookaheadAutomaton
    out        uint8[n + 64]                   filled

    Each document is read from its end. A byte that is not UTF-8 is a character of its own, as in
    decode_point, whose stand-in is valid.
    """
    for document in range(bounds.shape[0] - 1, 0, -1):
        begin, at = bounds[document - 1], bounds[document]
        row = np.uint64(0)
        while at > begin:
            last = np.int64(data[at - 1])
            if last < 0x80:
                entry = backwards[row + np.uint64(class_of[last])]
                at -= 1
                out[at] = np.uint8(entry)
                row = np.uint64(entry >> np.uint32(8))
                continue
            point, width = np.int64(INVALID), 1
            if last < 0xC0:
                for length in range(2, 5):
                    first = at - length
                    if first < begin or data[first] < 0x80:
                        break
                    if data[first] >= 0xC0:
                        found, reach = decode_point(data, first, at)
                        if reach == length:
                            point, width = found, length
                        break
            entry = backwards[row + np.uint64(class_of[point])]
            at -= width
            write_character(out, at, width, np.int64(entry & np.uint32(0xFF)))
            row = np.uint64(entry >> np.uint32(8))
