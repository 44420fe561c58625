"""IdLists: token ids as lists of Python integers, which are made once."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiled import UInt32s

_FEW = 256
"""Up to this many ids `tolist` is as fast."""

ID_IS_ADDRESS = sys.implementation.name == "cpython"
"""In every build of CPython `id` is the address of an object, as its documentation says."""


class IdLists:
    """Lists of ids of one vocabulary, which share their integers.

    A list that NumPy makes has a new integer of 32 bytes for each id from 257 on. Here it is taken
    from all of them, which are made once more ids were asked for than there are: less than half
    the time, and a fifth of the memory. Threads may share it.

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
        if self._integers is None:
            self._n_listed += n
            return self._n_listed < self._n_ids
        return False

    def _all(self, ids: UInt32s) -> Any:
        integers = self._integers
        if integers is None:
            integers = self._integers = _Integers(self._n_ids)
        return integers.taken(ids)


class _Integers:
    """The integers from 0 to n - 1, each of them one object.

    Their addresses are picked as numbers, and NumPy makes the list from them as from any array of
    objects, with a reference to each: nothing here knows how lists and objects look in memory.
    """

    def __init__(self, n: int) -> None:
        self._objects: npt.NDArray[Any] = np.arange(n).astype(object)
        self._addresses: npt.NDArray[np.uintp] | None = None
        if ID_IS_ADDRESS:
            self._addresses = np.fromiter(map(id, self._objects), np.uintp, n)

    def taken(self, ids: UInt32s) -> Any:
        """The integers of uint32[n] as a list."""
        if self._addresses is None:
            return self._objects.take(ids).tolist()
        return np.asarray(_Pointers(self._addresses.take(ids))).tolist()


class _Pointers:
    """Addresses of objects as an array of these objects, which it does not own.

    See "The array interface protocol" in NumPy's documentation: an element of type O is a pointer.
    The objects must outlive it.
    """

    def __init__(self, addresses: npt.NDArray[np.uintp]) -> None:
        self._addresses = addresses

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {
            "version": 3,
            "typestr": "|O",
            "shape": self._addresses.shape,
            "data": (self._addresses.ctypes.data, True),
        }
