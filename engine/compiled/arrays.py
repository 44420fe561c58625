"""Flat arrays, the containers of all kernels: their types, and how they grow."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
UInt8s = npt.NDArray[np.uint8]
UInt32s = npt.NDArray[np.uint32]
UInt64s = npt.NDArray[np.uint64]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

Element = TypeVar("Element", bound=np.generic)

PADDING = 16
"""Bytes that must follow a text whose words are read."""

_HUGE_BYTES = 1 << 22
"""From this size on NumPy asks for huge pages, but only for memory that need not be zero."""

_SHORT_BYTES = 1 << 14
_ZEROS = bytes(64)


def padded(data: bytes) -> UInt8s:
    """uint8[n + 64], read-only: a text as kernels read it, with zeros that they may look at."""
    if len(data) < _SHORT_BYTES:  # a third of the time, which for a word is a tenth of `encode`
        return np.frombuffer(data + _ZEROS, np.uint8)
    array = np.empty(len(data) + 64, np.uint8)
    array[: len(data)] = np.frombuffer(data, np.uint8)
    array[len(data) :] = 0
    array.flags.writeable = False
    return array


def read_only(array: npt.NDArray[Element]) -> npt.NDArray[Element]:
    """A view that cannot be written, as kernels take all arrays that others may share.

    For Numba a writable array is of another type: a kernel that met both would be compiled twice.
    """
    view = array.view()
    view.flags.writeable = False
    return view


def zeros(size: int, dtype: type[Element]) -> npt.NDArray[Element]:
    """`size` zeros, on huge pages if that is much: tables are read at random places."""
    array: npt.NDArray[Element] = np.empty(size, dtype)
    if array.nbytes < _HUGE_BYTES:
        return np.zeros(size, dtype)
    array.fill(0)
    return array


def bounds_of(lengths: npt.ArrayLike) -> Int64s:
    """int64[n + 1]: where pieces of these lengths begin, one after another, and where they end.

    Example: [2, 0, 3] -> [0, 2, 2, 5].
    """
    array = np.asarray(lengths, np.int64)
    bounds = np.zeros(len(array) + 1, np.int64)
    np.cumsum(array, out=bounds[1:])
    return bounds


def enlarged(array: npt.NDArray[Element], capacity: int, used: int) -> npt.NDArray[Element]:
    """A copy with room for `capacity` elements, zero after the first `used`.

    Example: [7, 8, 9], capacity 5, used 2 -> [7, 8, 0, 0, 0].
    """
    bigger = np.zeros(capacity, array.dtype)
    bigger[:used] = array[:used]
    return bigger
