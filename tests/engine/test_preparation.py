"""`prepare`, its progress, and what is said where kernels are compiled without it."""

from __future__ import annotations

import shutil
import sys
from io import StringIO

import pytest

from engine import kernel_children, preparation
from engine.cache_folders import KERNEL_CACHE_VARIABLE
from engine.kernel_folder import has_ready_mark, keeping_problem, kernel_cache_folder
from engine.kernel_plan import GROUPS, planned_kernels, planned_of
from engine.preparation import prepare

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(compiled_kernels, tmp_path, monkeypatch):
    """All kernels, for a test that removes some."""
    shutil.copytree(compiled_kernels, tmp_path / "kernels")
    monkeypatch.setenv(KERNEL_CACHE_VARIABLE, str(tmp_path / "kernels"))
    return kernel_cache_folder()


def test_progress_rises_and_ends_at_1(folder):
    for name in ("_text_kernels.find_", "_ngram_kernels.", "_recovery_kernels."):
        for file in folder.glob(f"{name}*"):
            file.unlink()
    seen = []
    assert not has_ready_mark()
    prepare(seen.append)
    shares = [each.share for each in seen]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] == 1
    assert len(set(shares)) > 3
    assert (seen[0].seconds_left, seen[-1].seconds_left) == (None, 0)
    assert has_ready_mark()
    seen.clear()
    prepare(seen.append)
    assert [each.share for each in seen] == [1]


def test_where_no_process_can_be_started_this_one_compiles(folder, monkeypatch):
    next(folder.glob("_text_kernels.offset_of_character*.nbi")).unlink()
    monkeypatch.setattr(preparation, "start_kernel_child", lambda *_, **__: None)
    compiled = []
    monkeypatch.setattr(preparation, "_compile_here", lambda: compiled.append(True))
    prepare()
    assert compiled


def test_where_kernels_cannot_be_kept_nothing_is_compiled_ahead(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(KERNEL_CACHE_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setattr(preparation, "start_kernel_child", lambda *_, **__: pytest.fail("started"))
    seen = []
    prepare(seen.append)
    assert [each.share for each in seen] == [1]
    said = keeping_problem() or ""
    assert str(tmp_path / "file") in said
    assert KERNEL_CACHE_VARIABLE in said


def test_a_full_disk_is_a_problem(tmp_path, monkeypatch):
    monkeypatch.setenv(KERNEL_CACHE_VARIABLE, str(tmp_path))
    assert keeping_problem() is None
    full = shutil._ntuple_diskusage(10**9, 10**9, 3_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: full)
    assert "only 3 MB are free" in (keeping_problem() or "")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "times"), [(Terminal(), 1), (StringIO(), 0)])
def test_compilation_is_announced_once_and_only_at_a_terminal(monkeypatch, stream, times):
    monkeypatch.setattr(kernel_children, "_announced", [])
    monkeypatch.setattr(sys, "stderr", stream)
    for _ in range(3):
        kernel_children.announce_compilation()
    assert stream.getvalue().count("Compiling the engine") == times


def test_two_processes_begin_with_different_kernels_and_do_all():
    one, other = (planned_of(GROUPS, cutting_first=first) for first in (True, False))
    assert {each.name for each in one} == {each.name for each in other}
    assert len(one) == len(planned_kernels())
    half = len(one) // 3
    assert not {each.name for each in one[:half]} & {each.name for each in other[:half]}
