"""Arrays of tables begin where a cache line does."""

from __future__ import annotations

import numpy as np
import pytest

from engine.compiled import ReusedArrays, zeros

LINE_BYTES = 64


@pytest.mark.parametrize("size", [1, 100, 1 << 12, 1 << 16, 1 << 20])
def test_an_entry_of_a_table_is_in_one_cache_line(size):
    array = zeros(size, np.uint64)
    assert array.ctypes.data % LINE_BYTES == 0
    assert array.shape == (size,)
    assert not array.any()
    room = ReusedArrays()
    for _ in range(2):
        rows = room.empty("rows", (size, 4), np.int64)
        assert rows.ctypes.data % LINE_BYTES == 0
        assert rows.shape == (size, 4)
        rows.fill(1)
    assert not room.zeros("rows", size, np.int64).any()
