"""Kernel that writes the stand-ins of a text for `lookahead`."""

from __future__ import annotations

import numpy as np

from engine.compiled import kernel, kernel_part
from engine.splitting._scanning_kernels import INVALID, decode_point


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
