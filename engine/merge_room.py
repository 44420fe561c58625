"""MergeRoom: memory that one merge loop after another uses.

Pages of memory that the system has to hand out again cost more than the work done on them, so a
training that is repeated with other weights or limits gets the arrays of the one before.
"""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Element = TypeVar("Element", bound=np.generic)


class MergeRoom:
    """Arrays by name, each as large as it ever had to be. One merge loop uses it at a time."""

    def __init__(self) -> None:
        self._arrays: dict[str, npt.NDArray[np.uint8]] = {}

    def empty(
        self, name: str, shape: int | tuple[int, ...], dtype: type[Element]
    ) -> npt.NDArray[Element]:
        """An array with any content; what had this name before is overwritten."""
        size = shape if isinstance(shape, int) else math.prod(shape)
        n_bytes = size * np.dtype(dtype).itemsize
        known = self._arrays.get(name)
        if known is None or len(known) < n_bytes:
            known = self._arrays[name] = np.empty(n_bytes, np.uint8)
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
