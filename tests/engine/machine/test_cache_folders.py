"""Folders of older versions go away; everything that is not ours stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.machine.cache_folders import (
    UNUSED_SECONDS,
    folder_bytes,
    make_folder,
    remove_unused_folders,
)

NOW = 1_000_000_000.0
LONG_AGO = NOW - UNUSED_SECONDS - 60


@pytest.fixture
def base(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path))
    return tmp_path


def folder_of(base: Path, name: str, used: float, *files: str) -> Path:
    folder = base / name
    for file in files or ("engine_0/a.nbi", "engine_0/a.1.nbc"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(b"x" * 10)
    os.utime(folder, (used, used))
    return folder


def test_what_was_unused_for_a_week_is_removed(base):
    kernels = folder_of(base, "kernels-0123456789ab", LONG_AGO)
    automata = folder_of(base, "automata-0123456789ab", LONG_AGO, "p.tables", "q.unfinished")
    assert remove_unused_folders([], NOW) == [automata, kernels]
    assert not list(base.iterdir())


def test_what_another_version_may_still_use_stays(base):
    recent = folder_of(base, "kernels-0123456789ab", NOW - 3600)
    current = folder_of(base, "kernels-ffffffffffff", LONG_AGO)
    assert remove_unused_folders([current], NOW) == []
    assert folder_bytes(recent) == folder_bytes(current) == 20


def test_what_is_not_ours_stays(base):
    named_alike = folder_of(base, "kernels-of-linux", LONG_AGO, "a.nbi")
    other = folder_of(base, "photographs", LONG_AGO, "a.nbc")
    ours = folder_of(base, "kernels-0123456789ab", LONG_AGO, "a.nbi", "deep/thesis.txt")
    elsewhere = folder_of(base / "photographs", "linked", LONG_AGO)
    (base / "kernels-aaaaaaaaaaaa").symlink_to(elsewhere)
    assert remove_unused_folders([], NOW) == []
    assert (named_alike / "a.nbi").exists()
    assert (other / "a.nbc").exists()
    assert (ours / "deep" / "thesis.txt").exists()
    assert not (ours / "a.nbi").exists()
    assert folder_bytes(elsewhere) == 20


def test_a_start_marks_its_folder_as_used(base):
    folder = folder_of(base, "kernels-0123456789ab", LONG_AGO)
    assert make_folder(folder)
    assert remove_unused_folders([]) == []
    assert folder.is_dir()
    os.utime(folder, (LONG_AGO, LONG_AGO))
    assert remove_unused_folders([]) == [folder]


def test_without_a_base_there_is_nothing_to_remove(monkeypatch, tmp_path):
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path / "none"))
    assert remove_unused_folders([], NOW) == []
    (tmp_path / "file").write_text("in the way")
    assert not make_folder(tmp_path / "file" / "folder")
