"""Kernels over UTF-8 text: validity, code points and words, without making a string of it.

`bytes.decode` holds the interpreter lock and makes a second copy, four times as large where one
character needs it; on a file of 64 MB that is felt in the window.
"""

from __future__ import annotations

import numpy as np

from engine.kernel_cache import kernel


@kernel
def sequence_length(data, at):
    """Bytes of the UTF-8 sequence at `at`, or 0 where there is no valid one.

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
def first_invalid(data):
    """Offset of the first byte that is not part of valid UTF-8, or -1.

    data  uint8[n]
    """
    at = np.int64(0)
    size = data.shape[0]
    while at < size:
        length = sequence_length(data, at)
        if length == 0:
            return at
        at += length
    return -1


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


@kernel
def count_characters_and_words(data, is_space):
    """(code points, stretches between white space) of valid UTF-8.

    data      uint8[n]
    is_space  bool[0x110000]
    """
    characters = 0
    words = 0
    in_word = False
    at = np.int64(0)
    while at < data.shape[0]:
        point = np.int64(data[at])
        length = 1
        if point >= 0x80:
            length = sequence_length(data, at)
            point &= 0x7F >> length
            for j in range(1, length):
                point = (point << 6) | np.int64(data[at + j] & 0x3F)
        characters += 1
        space = is_space[point]
        if not space and not in_word:
            words += 1
        in_word = not space
        at += max(length, 1)
    return characters, words
