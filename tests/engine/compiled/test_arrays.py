"""Arrays of tables begin where a cache line does."""

from __future__ import annotations

import math
import mmap
from types import SimpleNamespace

import numpy as np
import pytest

from engine.compiled import ReusedArrays, arrays, zeros

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


def test_no_huge_page_is_tried_soon_after_a_slow_one(monkeypatch):
    timed = []
    clock = SimpleNamespace(monotonic=lambda: now[0], thread_time=lambda: timed.append(1) or 0.0)
    monkeypatch.setattr(arrays, "time", clock)
    monkeypatch.setattr(arrays, "_last_slow", [-math.inf])
    tried = {}
    for slow_from, now in ((1000, [0.0]), (-1, [1.0]), (1000, [1.04]), (1000, [1.06])):
        monkeypatch.setattr(arrays, "_SLOW_PAGE_S", slow_from)
        timed.clear()
        assert not zeros(1 << 20, np.uint64).any()
        tried[now[0]] = len(timed) // 2
    all_pages = 4 if hasattr(mmap, "MADV_HUGEPAGE") else 0
    assert tried == {0.0: all_pages, 1.0: all_pages // 4, 1.04: 0, 1.06: all_pages}


@pytest.mark.parametrize("seconds", [-1, 1000])
def test_zeros_are_zeros_on_pages_of_any_size(seconds, monkeypatch):
    """On small pages behind a huge one that is slow, and on huge ones; memory is used again."""
    monkeypatch.setattr(arrays, "_SLOW_PAGE_S", seconds)
    monkeypatch.setattr(arrays, "_last_slow", [-math.inf])
    size = (1 << 20) + 7
    for _ in range(3):
        array = zeros(size, np.uint64)
        assert array.shape == (size,)
        assert array.ctypes.data % LINE_BYTES == 0
        assert not array.any()
        array.fill(1)
