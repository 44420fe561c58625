"""From stretches of text to tokens: masks, messages and roles of many conversations at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Int64s = npt.NDArray[np.int64]
UInt8s = npt.NDArray[np.uint8]


def mask_of(starts: Int64s, spans: Sequence[tuple[int, int]]) -> UInt8s:
    """1 for every token that shares a byte with a span. uint8[n]

    starts: int64[n + 1], bytes where tokens begin, the last is the end of all.
    spans: (first byte, byte after the last); empty ones mark nothing.
    """
    depth = np.zeros(len(starts), np.int64)
    places = np.array([span for span in spans if span[0] < span[1]], np.int64).reshape(-1, 2)
    first = np.searchsorted(starts[1:], places[:, 0], "right")
    after = np.searchsorted(starts[:-1], places[:, 1], "left")
    np.add.at(depth, first, 1)
    np.add.at(depth, after, -1)
    return (np.cumsum(depth[:-1]) > 0).astype(np.uint8)


def owners_of(starts: Int64s, stretches: Sequence[tuple[int, int, int]], *, nobody: int) -> Int64s:
    """Whose stretch the first byte of every token lies in, or `nobody`. int64[n]

    starts: as for `mask_of`. stretches: (first byte, byte after the last, owner); no two overlap.
    """
    change = np.zeros(len(starts), np.int64)
    table = np.array(stretches, np.int64).reshape(-1, 3)
    first = np.searchsorted(starts[:-1], table[:, 0], "left")
    after = np.searchsorted(starts[:-1], table[:, 1], "left")
    np.add.at(change, first, table[:, 2] - nobody)
    np.add.at(change, after, nobody - table[:, 2])
    return np.cumsum(change[:-1]) + nobody
