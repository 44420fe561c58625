"""IdLists: lists of ids that share their integers.

A list that NumPy makes has a new integer of 32 bytes for each id from 257 on. Here it is taken from
all of them, which are made once more ids were asked for than there are.

There are two ways to make the list. The portable one picks addresses of integers as numbers, and
NumPy makes the list of them as of any array of objects: it knows nothing of how lists and objects
look in memory. The direct one writes the addresses into the list and counts the references. It does
what the macros PyList_SET_ITEM and Py_INCREF compile to in every extension module, which cannot
change within a version of CPython. So it is taken for versions on which it was run, in builds with
the interpreter lock, and if a list and an object of this process look as they should.
"""

from __future__ import annotations

import ctypes
import sys
import sysconfig
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compiled import UInt32s, UInt64s, read_only, run_kernel

_FEW = 256
"""Up to this many ids `tolist` is as fast."""
_WORTH_KERNEL = 1 << 22
"""Ids in lists of some length after which the direct way would have saved what its kernel costs."""

_WORD_BYTES = 8
_HEADER_BYTES = 16
_LIST_BYTES = 40
_ITEMS_AT = 24
_NEVER, _LOW_SIGN = 1 << 62, 1 << 31
_IMMORTAL = {(3, 11): _NEVER, (3, 12): _LOW_SIGN, (3, 13): _LOW_SIGN}
"""Version -> the bit of a count of references that is never changed."""


class IdLists:
    """Lists of ids of one vocabulary, which share their integers.

    Less than half the time of `tolist`, and a fifth of the memory. Threads may share it.

    n_ids: the highest id and one.
    """

    def __init__(self, n_ids: int) -> None:
        self._n_ids = n_ids
        self._n_listed = 0
        self._integers: _Integers | None = None

    def of(self, ids: UInt32s) -> list[int]:
        """The ids uint32[n] as a list."""
        made: list[int] = ids.tolist() if self._is_too_early(len(ids)) else self._all(ids)
        return made

    def _is_too_early(self, n: int) -> bool:
        if n <= _FEW:
            return True
        self._n_listed += n
        return self._integers is None and self._n_listed < self._n_ids

    def _all(self, ids: UInt32s) -> Any:
        integers = self._integers
        if integers is None:
            integers = self._integers = _Integers(self._n_ids)
        is_worth_it = self._n_listed >= _WORTH_KERNEL and "numba" in sys.modules
        layout = object_layout() if is_worth_it else None
        return integers.taken(ids) if layout is None else integers.filled(ids, layout)


class ObjectLayout(NamedTuple):
    """How a list looks in memory, and the count of references that an object begins with.

    items_at: bytes from the start of a list to the address of its items.
    immortal: bit of a count of references that is never changed.
    """

    items_at: np.uint64
    immortal: np.uint64


@cache
def object_layout() -> ObjectLayout | None:
    """The layout of this Python; None if it is not one of those that are known."""
    immortal = _IMMORTAL.get(sys.version_info[:2])
    is_known = (
        immortal is not None
        and sys.implementation.name == "cpython"
        and not sysconfig.get_config_var("Py_GIL_DISABLED")
        and not hasattr(sys, "gettotalrefcount")
        and ctypes.sizeof(ctypes.c_void_p) == _WORD_BYTES
        and object.__basicsize__ == _HEADER_BYTES
        and list.__basicsize__ == _LIST_BYTES
    )
    if not is_known or immortal is None or not _looks_as_known():
        return None
    return ObjectLayout(np.uint64(_ITEMS_AT), np.uint64(immortal))


def _looks_as_known() -> bool:
    """Whether a list has the addresses of its items, and an object its count, where expected."""
    several = [object() for _ in range(3)]
    before = [_word(id(each)) for each in several]
    twice = [*several, *several]
    counts = [_word(id(each)) for each in several]
    items = _word(id(twice) + _ITEMS_AT)
    found = [_word(items + _WORD_BYTES * i) for i in range(len(twice))]
    return found == list(map(id, twice)) and counts == [count + 2 for count in before]


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


class _Integers:
    """The integers from 0 to n - 1, each of them one object."""

    def __init__(self, n: int) -> None:
        self._objects: npt.NDArray[Any] = np.arange(n).astype(object)
        self._pointers: UInt64s = _read_as(np.dtype(np.uintp).str, self._objects)

    def taken(self, ids: UInt32s) -> Any:
        """The integers of uint32[n] as a list, the portable way."""
        return _read_as("|O", self._pointers.take(ids)).tolist()

    def filled(self, ids: UInt32s, layout: ObjectLayout) -> Any:
        """The integers of uint32[n] as a list, the direct way."""
        from engine.encoding._list_kernels import fill_list  # late: few programs need it

        listed = [None] * len(ids)
        places = np.uint64(id(listed)), layout.items_at, layout.immortal, np.uint64(id(None))
        read = read_only(np.ascontiguousarray(ids, np.uint32))
        if not run_kernel(fill_list, read, self._pointers, *places):
            return self.taken(ids)  # which raises IndexError
        return listed


def _read_as(element: str, array: npt.NDArray[Any]) -> Any:
    """The memory of an array of pointers as numbers, or of such numbers as objects.

    An array of objects made so owns none of them: they must outlive it. See "The array interface
    protocol" in NumPy's documentation: an element of type O is a pointer to an object.
    """
    return np.asarray(_Memory(element, array))


class _Memory:
    def __init__(self, element: str, array: npt.NDArray[Any]) -> None:
        self._array = array  # it stays as long as what is read from its memory
        self.__array_interface__ = {
            "version": 3,
            "typestr": element,
            "shape": array.shape,
            "data": (array.ctypes.data, True),
        }
