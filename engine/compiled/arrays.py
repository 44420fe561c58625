"""Flat arrays, the containers of all kernels: their types, how they grow, memory used again."""

from __future__ import annotations

import ctypes
import math
import mmap
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from engine.machine import supply_pages

Bools = npt.NDArray[np.bool_]
UInt8s = npt.NDArray[np.uint8]
UInt16s = npt.NDArray[np.uint16]
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
"""From this size on NumPy asks for huge pages, whatever they cost."""

_HUGE_PAGE = 1 << 21
_SLOW_PAGE_S = 0.0015
"""Seconds of a huge page that its host has to supply: then small ones are faster.

Usually it takes 0.1 ms; from the host 5 ms, and as much memory in small pages 1.1 ms.
"""

_SLOW_FOR_S = 0.05
"""Seconds after a slow page in which no other one is tried."""

_SUPPLIED_BYTES = 1 << 21
"""From this size on it is worth asking for the pages of an array."""

_HAS_HUGE_PAGES = hasattr(mmap, "MADV_HUGEPAGE")

_LINE_BYTES = 64
"""Size of a cache line; NumPy's own memory begins 16 bytes behind the start of one."""

_SHORT_BYTES = 1 << 14
_ZEROS = bytes(64)
_last_slow = [-math.inf]
"""When the last slow page was."""


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
    """`size` zeros from the start of a cache line on; if that is much on huge pages, if it is fast.

    Tables are read at random places: an entry of a power of two is in one line then.
    """
    n_bytes = size * np.dtype(dtype).itemsize
    if n_bytes >= _HUGE_BYTES and _HAS_HUGE_PAGES:
        return _huge_zeros(n_bytes).view(dtype)
    return _in_lines(np.zeros(n_bytes + _LINE_BYTES, np.uint8), n_bytes).view(dtype)


def supplied_zeros(
    size: int, dtype: type[Element], least: int = _SUPPLIED_BYTES
) -> npt.NDArray[Element]:
    """As `zeros`, if all pages will be used: they are supplied at once, from `least` bytes on.

    A page that is read before it is written costs twice, and stops other threads for a moment;
    pages asked for at once cost less.
    """
    array = zeros(size, dtype)
    if array.nbytes >= least:
        supply_pages(array.data)
    return array


def aligned(n_bytes: int) -> UInt8s:
    """uint8[n_bytes] with any content, from the start of a cache line on; on pages as `zeros`."""
    if n_bytes >= _HUGE_BYTES and _HAS_HUGE_PAGES:
        return _huge_zeros(n_bytes)
    return _in_lines(np.empty(n_bytes + _LINE_BYTES, np.uint8), n_bytes)


def _huge_zeros(n_bytes: int) -> UInt8s:
    """uint8[n_bytes] of zeros on huge pages up to the first slow one, and small ones behind it.

    Its huge pages are there at once; only so can they be timed. The interpreter lock is not held
    meanwhile: another thread reads a corpus.
    """
    memory = mmap.mmap(-1, n_bytes + _HUGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    whole = np.frombuffer(memory, np.uint8)
    first = -whole.ctypes.data % _HUGE_PAGE
    small_from = first if time.monotonic() - _last_slow[0] < _SLOW_FOR_S else first + n_bytes
    with suppress(OSError):  # a system without them
        memory.madvise(mmap.MADV_HUGEPAGE)
    for at in range(first, small_from, _HUGE_PAGE):
        began = time.thread_time()
        ctypes.memset(whole.ctypes.data + at, 0, 1)
        if time.thread_time() - began > _SLOW_PAGE_S:
            _last_slow[0] = time.monotonic()
            small_from = at
            break
    if small_from < first + n_bytes:
        with suppress(OSError):
            memory.madvise(mmap.MADV_NOHUGEPAGE, small_from)
    return whole[first : first + n_bytes]


def _in_lines(memory: UInt8s, n_bytes: int) -> UInt8s:
    """uint8[n_bytes] of `memory`, which has a line more, from the start of a cache line on."""
    first = -memory.ctypes.data % _LINE_BYTES
    return memory[first : first + n_bytes]


def bounds_of(lengths: npt.ArrayLike) -> Int64s:
    """int64[n + 1]: where pieces of these lengths begin, one after another, and where they end.

    Example: [2, 0, 3] -> [0, 2, 2, 5].
    """
    array = np.asarray(lengths, np.int64)
    bounds = np.zeros(len(array) + 1, np.int64)
    np.cumsum(array, out=bounds[1:])
    return bounds


def joined_bytes(pieces: Sequence[bytes]) -> tuple[bytes, Int64s]:
    """The pieces one after another, and their bounds int64[n + 1].

    Example: [b"ab", b"", b"c"] -> (b"abc", [0, 2, 2, 3]).
    """
    bounds = bounds_of(np.fromiter(map(len, pieces), np.int64, len(pieces)))
    return pieces[0] if len(pieces) == 1 else b"".join(pieces), bounds


def enlarged(array: npt.NDArray[Element], capacity: int, used: int) -> npt.NDArray[Element]:
    """A copy with room for `capacity` elements, zero after the first `used`.

    Example: [7, 8, 9], capacity 5, used 2 -> [7, 8, 0, 0, 0].
    """
    bigger = np.zeros(capacity, array.dtype)
    bigger[:used] = array[:used]
    return bigger


def larger(array: npt.NDArray[Element], capacity: int, used: int) -> npt.NDArray[Element]:
    """As `enlarged`, with any content after the first `used`; on pages as `zeros`."""
    bigger: npt.NDArray[Element] = aligned(capacity * array.itemsize).view(array.dtype)
    bigger[:used] = array[:used]
    return bigger


def without_rest(array: npt.NDArray[Element], n: int) -> npt.NDArray[Element]:
    """array[:n]; in memory of its own if that is less than half, so that the rest is given back.

    Kernels may look at some bytes behind it.
    """
    return array[:n] if 2 * n >= len(array) else larger(array, n + PADDING, n)[:n]


class ReusedArrays:
    """Arrays by name, each as large as it ever had to be. One merge loop uses it at a time.

    Pages of memory that the system has to hand out again cost more than the work done on them, so a
    training that is repeated with other weights or limits gets the arrays of the one before.
    """

    def __init__(self) -> None:
        self._arrays: dict[str, UInt8s] = {}

    def empty(
        self, name: str, shape: int | tuple[int, ...], dtype: type[Element]
    ) -> npt.NDArray[Element]:
        """An array with any content; what had this name before is overwritten."""
        size = shape if isinstance(shape, int) else math.prod(shape)
        n_bytes = size * np.dtype(dtype).itemsize
        known = self._arrays.get(name)
        if known is None or len(known) < n_bytes:
            known = self._arrays[name] = aligned(n_bytes)
        array: npt.NDArray[Element] = known[:n_bytes].view(dtype).reshape(shape)
        return array

    def zeros(
        self, name: str, shape: int | tuple[int, ...], dtype: type[Element]
    ) -> npt.NDArray[Element]:
        """An array of zeros; what had this name before is overwritten."""
        array = self.empty(name, shape, dtype)
        array.fill(0)
        return array

    def capacity(self, name: str, dtype: type[np.generic]) -> int:
        """How many elements the array of this name can have without new memory."""
        known = self._arrays.get(name)
        return 0 if known is None else len(known) // np.dtype(dtype).itemsize

    @property
    def n_bytes(self) -> int:
        """Memory that is held."""
        return sum(array.nbytes for array in self._arrays.values())
