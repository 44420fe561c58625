"""Growing flat arrays, the containers of all kernels."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

Element = TypeVar("Element", bound=np.generic)


def enlarged(array: npt.NDArray[Element], capacity: int, used: int) -> npt.NDArray[Element]:
    """A copy with room for `capacity` elements, zero after the first `used`.

    Example: [7, 8, 9], capacity 5, used 2 -> [7, 8, 0, 0, 0].
    """
    bigger = np.zeros(capacity, array.dtype)
    bigger[:used] = array[:used]
    return bigger
