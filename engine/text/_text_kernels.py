"""Kernels over UTF-8 text: words, numbers and lines, without making a string.

`bytes.decode` holds the interpreter lock and makes a second copy, four times as large if one
character needs it; on a file of 64 MB that is felt in the window.

Slow reference: `words_of` of tests/engine/evaluation/naive_metrics.py, in
tests/engine/evaluation/test_metrics.py.
"""

from __future__ import annotations

import numpy as np

from engine.compiled import (
    BLOCK_BYTES,
    bytes_from,
    count_ones,
    high_bits,
    kernel,
    kernel_part,
)

SPACE, SYLLABLE_END, WORD_SIGN, DIGIT = 1, 2, 4, 8
"""Bits of the class of a code point; see text_facts."""

WHITE_SPACE, CHARACTERS, SYLLABLES = 0, 1, 2
"""Rules of what a word is."""

BLANK, RANGE = 1, 2
"""Kinds of lines without text of their own."""

_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_TO_TOP, _TO_SECOND, _TO_THIRD = np.uint64(63), np.uint64(62), np.uint64(61)
_NONE = np.uint64(0)


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


@kernel_part
def restricted_seconds(data, at, three, four):
    """Characters of three or four bytes whose second byte may not be any continuation.

    data         uint8[n]
    three, four  uint64: bit i is set if data[at + i] begins a character of as many bytes, or more

    Returns four words: after E0 it is A0 or more, after ED less, after F0 90 or more, after F4 less
    (the Unicode standard, table 3-7).
    """
    return (
        three & ~bytes_from(data, at, 0xE1),
        bytes_from(data, at, 0xED) & ~bytes_from(data, at, 0xEE),
        four & ~bytes_from(data, at, 0xF1),
        bytes_from(data, at, 0xF4),
    )


@kernel
def first_invalid(data, at):
    """Offset of the first byte from `at` on that is not part of valid UTF-8, -1 without one.

    data  uint8[n]    a character begins at `at`

    Returns also how many characters there are before it.

    64 bytes at a time: lead bytes say where continuations are expected, which must be where they
    are. The block in which they are not, and what is behind the last block, go byte by byte.
    """
    size = data.shape[0]
    n = np.int64(0)
    expected = after_e0 = after_ed = after_f0 = after_f4 = _NONE
    while at + BLOCK_BYTES <= size:
        high = high_bits(data, at)
        if high | expected == 0:
            at += BLOCK_BYTES
            n += BLOCK_BYTES
            continue
        lead, three, four = (
            bytes_from(data, at, 0xC0), bytes_from(data, at, 0xE0), bytes_from(data, at, 0xF0),
        )  # fmt: skip
        e0, ed, f0, f4 = restricted_seconds(data, at, three, four)
        more, less = bytes_from(data, at, 0xA0), bytes_from(data, at, 0x90)
        wrong = (lead & ~bytes_from(data, at, 0xC2)) | bytes_from(data, at, 0xF5)
        wrong |= (high & ~lead) ^ (lead << _ONE | three << _TWO | four << _THREE | expected)
        wrong |= (e0 << _ONE | after_e0) & ~more | (ed << _ONE | after_ed) & more
        wrong |= (f0 << _ONE | after_f0) & ~less | (f4 << _ONE | after_f4) & less
        if wrong != 0:
            break
        expected = lead >> _TO_TOP | three >> _TO_SECOND | four >> _TO_THIRD
        after_e0, after_ed = e0 >> _TO_TOP, ed >> _TO_TOP
        after_f0, after_f4 = f0 >> _TO_TOP, f4 >> _TO_TOP
        at += BLOCK_BYTES
        n += BLOCK_BYTES - count_ones(high & ~lead)
    if expected != 0:
        n -= 1
        at -= 1
        while (data[at] & 0xC0) == 0x80:
            at -= 1
    while at < size:
        length = sequence_length(data, at)
        if length == 0:
            return np.int64(at), n
        at += length
        n += 1
    return np.int64(-1), n


@kernel
def count_beginnings(data):
    """Number of bytes that do not continue a character.

    data  uint8[n]
    """
    size = data.shape[0]
    n = at = np.int64(0)
    while at + BLOCK_BYTES <= size:
        n += BLOCK_BYTES - count_ones(high_bits(data, at) & ~bytes_from(data, at, 0xC0))
        at += BLOCK_BYTES
    while at < size:
        n += (data[at] & 0xC0) != 0x80
        at += 1
    return n


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
