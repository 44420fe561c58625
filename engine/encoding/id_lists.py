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
    from an array of all of them, which is made once more ids were asked for than there are:
    half the time, and a fifth of the memory. Threads may share it.

    n_ids: the highest id and one.
    """

    def __init__(self, n_ids: int) -> None:
        self._n_ids = n_ids
        self._n_listed = 0
        self._integers: npt.NDArray[Any] | None = None

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
        if self._integers is None:
            self._integers = np.arange(self._n_ids).astype(object)
        return self._integers.take(ids).tolist()
