"""Code points of decoded text and where their bytes stand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """The code points of a string; a byte that was not UTF-8 is a surrogate from U+DC80 on."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def byte_offsets(points: npt.NDArray[np.uint32]) -> npt.NDArray[np.int64]:
    """int64[n + 1]: where each code point starts in the UTF-8 form, and its length."""
    lengths = 1 + (points >= 0x80) + (points >= 0x800) + (points >= 0x10000)
    lengths[is_lone_byte(points)] = 1
    offsets = np.zeros(len(points) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def is_lone_byte(points: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """bool[n]: which code points stand for a byte that was not UTF-8."""
    return (points >= 0xDC80) & (points <= 0xDCFF)
