"""Kernels over UTF-8 text: words, numbers and lines, without making a string.

`bytes.decode` holds the interpreter lock and makes a second copy, four times as large if one
character needs it; on a file of 64 MB that is felt in the window.

Slow reference: `words_of` of tests/engine/evaluation/naive_metrics.py, in
tests/engine/evaluation/test_metrics.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part

SPACE, SYLLABLE_END, WORD_SIGN, DIGIT = 1, 2, 4, 8
"""Bits of the class of a code point; see text_facts."""

WHITE_SPACE, CHARACTERS, SYLLABLES = 0, 1, 2
"""Rules of what a word is."""

BLANK, RANGE = 1, 2
"""Kinds of lines without text of their own."""


@kernel_part
def sequence_length(data, at):
    """Bytes of the UTF-8 sequence at `at`, or 0 if there is no valid one.

    data  uint8[n]
    """
    size = data.shape[0]
    b0 = data[at]
    if b0 < 0x80:
        return 1
    if b0 < 0xC2 or b0 > 0xF4 or at + 1 >= size:
        return 0
    b1 = data[at + 1]
    if (b1 & 0xC0) != 0x80:
        return 0
    if b0 < 0xE0:
        return 2
    if at + 2 >= size or (data[at + 2] & 0xC0) != 0x80:
        return 0
    if b0 < 0xF0:
        overlong_or_surrogate = (b0 == 0xE0 and b1 < 0xA0) or (b0 == 0xED and b1 >= 0xA0)
        return 0 if overlong_or_surrogate else 3
    if at + 3 >= size or (data[at + 3] & 0xC0) != 0x80:
        return 0
    overlong_or_beyond = (b0 == 0xF0 and b1 < 0x90) or (b0 == 0xF4 and b1 >= 0x90)
    return 0 if overlong_or_beyond else 4


@kernel
def offset_of_character(data, n_characters):
    """Byte offset after the first n_characters code points of valid UTF-8; the end if it has fewer.

    data  uint8[n]
    """
    size = data.shape[0]
    at = np.int64(0)
    seen = 0
    while at < size:
        if (data[at] & 0xC0) != 0x80:
            if seen == n_characters:
                return at
            seen += 1
        at += 1
    return size


@kernel_part
def code_point(data, at, length):
    """The code point of the UTF-8 sequence of `length` bytes at `at`; for 1 or 0 the byte itself.

    data  uint8[n]
    """
    point = np.int64(data[at])
    if length > 1:
        point &= 0x7F >> length
        for j in range(1, length):
            point = (point << 6) | np.int64(data[at + j] & 0x3F)
    return point


@kernel
def find_words(data, bounds, kinds, rule, words, numbers, totals):
    """Words of documents by a rule, and runs of decimal digits of equal width in bytes.

    data     uint8[n]         valid UTF-8, the documents one after another
    bounds   int64[d + 1]     where they begin and end
    kinds    uint8[0x110000]  bits SPACE, SYLLABLE_END, WORD_SIGN, DIGIT of every code point
    rule     WHITE_SPACE, CHARACTERS or SYLLABLES
    words    starts int64[n]: first byte of each word, ends int64[n]: after its last byte, and
             inner_starts, inner_ends int64[n]: the same without signs at its ends that no word
             begins with; all filled here
    numbers  starts int64[n]: first byte of each run, ends int64[n]: after its last byte,
             widths int64[n]: bytes of each of its digits; all filled here
    totals   int64[5]         out: code points, stretches between white space, code points of
                              more than one byte, words, runs of digits
    """
    n_words = np.int64(0)
    n_runs = np.int64(0)
    for document in range(bounds.shape[0] - 1):
        at = bounds[document]
        in_stretch = False
        in_word = False
        width = 0
        while at < bounds[document + 1]:
            length = 1
            if data[at] >= 0x80:
                length = max(sequence_length(data, at), 1)
                totals[2] += length > 1
            kind = kinds[code_point(data, at, length)]
            totals[0] += 1
            is_space = (kind & SPACE) != 0
            totals[1] += not is_space and not in_stretch
            in_stretch = not is_space
            between = is_space or (rule == SYLLABLES and (kind & SYLLABLE_END) != 0)
            if not between:
                if not in_word or rule == CHARACTERS:
                    words.starts[n_words] = at
                    words.inner_starts[n_words] = at
                    words.inner_ends[n_words] = at
                    n_words += 1
                word = n_words - 1
                words.ends[word] = at + length
                if (kind & WORD_SIGN) != 0:
                    if words.inner_ends[word] == words.inner_starts[word]:
                        words.inner_starts[word] = at
                    words.inner_ends[word] = at + length
            in_word = not between
            if (kind & DIGIT) == 0:
                width = 0
            else:
                if length != width:
                    numbers.starts[n_runs] = at
                    numbers.widths[n_runs] = length
                    width = length
                    n_runs += 1
                numbers.ends[n_runs - 1] = at + length
            at += length
    totals[3] = n_words
    totals[4] = n_runs


@kernel
def find_lines(data, bounds, kinds, starts, ends, text_starts, flags):
    """Lines of documents without their line breaks; returns how many.

    data         uint8[n]         valid UTF-8, the documents one after another
    bounds       int64[d + 1]     where they begin and end
    kinds        uint8[0x110000]  bit SPACE of every code point
    starts       int64[m]         out: first byte of each line; m is line feeds and documents
    ends         int64[m]         out: before its line feed or carriage return and line feed
    text_starts  int64[m]         out: its first character that is no white space
    flags        uint8[m]         out: 0, BLANK for white space only, RANGE for `<range>`
    """
    n_lines = np.int64(0)
    for document in range(bounds.shape[0] - 1):
        at = bounds[document]
        while at < bounds[document + 1]:
            end = at
            while end < bounds[document + 1] and data[end] != 10:
                end += 1
            after = end + 1
            if end > at and end < bounds[document + 1] and data[end - 1] == 13:
                end -= 1
            begin = at
            while begin < end:
                length = max(sequence_length(data, begin), 1)
                if (kinds[code_point(data, begin, length)] & SPACE) == 0:
                    break
                begin += length
            starts[n_lines] = at
            ends[n_lines] = end
            text_starts[n_lines] = begin
            flags[n_lines] = 0
            if begin >= end:
                flags[n_lines] = BLANK
            elif is_range_mark(data, begin, end):
                flags[n_lines] = RANGE
            n_lines += 1
            at = after
    return n_lines


@kernel_part
def is_range_mark(data, begin, end):
    """Whether the bytes are `<range>`, with nothing but ASCII white space after it.

    data  uint8[n]
    """
    mark = (60, 114, 97, 110, 103, 101, 62)
    if end - begin < 7:
        return False
    for j in range(7):
        if data[begin + j] != mark[j]:
            return False
    for at in range(begin + 7, end):
        if data[at] > 32:
            return False
    return True
