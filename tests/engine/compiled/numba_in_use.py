"""What a first compilation loads of Numba: for processes that are forked to compile and load."""

from __future__ import annotations

from engine.compiled import numba_import  # noqa: F401  as the engine imports it

import numba  # isort: skip
import numpy as np


@numba.njit
def _total(values: np.ndarray) -> int:
    total = 0
    for value in values:
        total += value
    return total


assert _total(np.arange(3)) == 3
