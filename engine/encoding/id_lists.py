"""IdLists: token ids as lists of Python integers, which are made once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.compiled import UInt32s

_FEW = 256
"""Up to this many ids `tolist` is as fast."""


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

    Pointers to them are picked as numbers, and NumPy makes the list from those as from any array of
    objects, with a reference to each: nothing here knows how lists and objects look in memory.
    """

    def __init__(self, n: int) -> None:
        self._objects: npt.NDArray[Any] = np.arange(n).astype(object)
        self._pointers: npt.NDArray[np.uintp] = _read_as(np.dtype(np.uintp).str, self._objects)

    def taken(self, ids: UInt32s) -> Any:
        """The integers of uint32[n] as a list."""
        return _read_as("|O", self._pointers.take(ids)).tolist()


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
