"""Lists of ids that share their integers, made in the portable and in the direct way."""

from __future__ import annotations

import gc
import sys
import sysconfig

import numpy as np
import pytest

from engine.encoding import id_lists
from engine.encoding.id_lists import IdLists, object_layout

N_IDS = 5000


@pytest.fixture(autouse=True, params=["direct", "portable"])
def way(request, monkeypatch):
    """Direct from the first list on, or never."""
    monkeypatch.setattr(id_lists, "_WORTH_KERNEL", 0)
    if request.param == "portable":
        monkeypatch.setattr(id_lists, "object_layout", lambda: None)
    return request.param


def test_lists_share_their_integers_once_many_were_asked_for():
    lists, ids = IdLists(N_IDS), np.arange(N_IDS - 1, -1, -1, dtype=np.uint32)
    expected = list(range(N_IDS - 1, -1, -1))
    assert [lists.of(ids[:n]) for n in (0, 1, 300)] == [expected[:n] for n in (0, 1, 300)]
    first, second = lists.of(ids), lists.of(ids)
    assert first == second == expected
    assert all(a is b for a, b in zip(first, second, strict=True))
    assert lists.of(ids[:300]) == expected[:300]
    assert lists.of(ids[::2]) == expected[::2]
    assert {type(each) for each in first} == {int}


def test_shared_integers_are_counted_as_all_others_are():
    """Lists outlive what made them, and leave no reference behind, not even to None."""
    lists, ids = IdLists(N_IDS), np.tile(np.arange(N_IDS, dtype=np.uint32), 4)
    kept, small = lists.of(ids)[4000], lists.of(ids)[7]
    before, of_none = sys.getrefcount(kept), sys.getrefcount(None)
    of_small = sys.getrefcount(small)
    several = [lists.of(ids) for _ in range(10)]
    assert sys.getrefcount(kept) == before + 40
    assert several[9] == ids.tolist()
    several.clear()
    assert sys.getrefcount(kept) == before
    assert abs(sys.getrefcount(None) - of_none) < 100
    assert abs(sys.getrefcount(small) - of_small) < 100
    last = lists.of(ids)
    with pytest.raises(IndexError):
        lists.of(ids + 1)
    del lists
    gc.collect()
    assert last == ids.tolist()
    assert sys.getrefcount(kept) == before - 1 + 4


def test_lists_are_ordinary_ones():
    lists, ids = IdLists(N_IDS), np.arange(N_IDS, dtype=np.uint32)
    lists.of(ids)
    made = lists.of(ids)
    made.append(-1)
    made[3:5] = [None]
    del made[0]
    made.sort(key=str)
    assert sorted(map(str, made)) == sorted(
        [str(i) for i in range(1, N_IDS) if i not in (3, 4)] + ["None", "-1"]
    )
    assert lists.of(ids) == ids.tolist()


def test_the_direct_way_is_taken_only_where_it_is_known(way, monkeypatch):
    """Other implementations, later versions, and builds without the interpreter lock."""
    if way == "portable":
        return
    known = (sys.version_info[:2] in id_lists._IMMORTAL) and not sysconfig.get_config_var(
        "Py_GIL_DISABLED"
    )
    layout_now = object_layout.__wrapped__
    assert (layout_now() is not None) == known
    with monkeypatch.context() as changed:
        changed.setattr(sysconfig, "get_config_var", lambda name: int(name == "Py_GIL_DISABLED"))
        assert layout_now() is None
    with monkeypatch.context() as changed:
        changed.setattr(id_lists, "_IMMORTAL", {})
        assert layout_now() is None
    with monkeypatch.context() as changed:
        changed.setattr(id_lists, "_word", lambda address: address)
        assert layout_now() is None
