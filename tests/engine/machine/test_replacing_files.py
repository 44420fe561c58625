"""A file takes its place whole or not at all, whatever the disk refuses."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engine.machine.files import partial_folder, remove_abandoned, replacing, write_whole


def full(*_arguments: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("refused", ["os.fsync", "pathlib.Path.replace"])
def test_a_disk_that_refuses_leaves_the_old_file_alone(tmp_path, monkeypatch, refused):
    target = tmp_path / "a"
    write_whole(target, b"old")
    monkeypatch.setattr(refused, full)
    with pytest.raises(OSError, match="No space"):
        write_whole(target, [b"new", b"er"])
    with pytest.raises(OSError, match="No space"), replacing(target) as partial:
        partial.write_bytes(b"newer")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert target.read_bytes() == b"old"


def test_a_durable_file_is_on_the_disk_before_it_moves_and_its_name_afterwards(
    tmp_path, monkeypatch
):
    done: list[str] = []
    replace, fsync = Path.replace, os.fsync

    def noted_fsync(handle: int) -> None:
        done.append(Path(f"/proc/self/fd/{handle}").readlink().suffix or "folder")
        fsync(handle)

    def noted_replace(path: Path, target: Path) -> Path:
        done.append("move")
        return replace(path, target)

    monkeypatch.setattr("os.fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    write_whole(tmp_path / "a", b"1")
    with replacing(tmp_path / "b") as partial:
        partial.write_bytes(b"2")
    assert done == [".part", "move", "folder"] * 2
    done.clear()
    write_whole(tmp_path / "c", b"3", durable=False)
    assert done == ["move"]


@pytest.fixture
def usual_umask():
    """That of most systems, whatever the shell has in which the tests run."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_umask")
@pytest.mark.parametrize("private", [False, True])
def test_only_a_private_file_is_for_its_user_alone(tmp_path, private):
    write_whole(tmp_path / "a", b"1", private=private)
    others = (tmp_path / "a").stat().st_mode & 0o077
    assert bool(others) is (not private)


def written_and_failed(file: Path) -> None:
    file.write_bytes(b"half")
    raise KeyError


def test_a_block_that_fails_leaves_nothing(tmp_path):
    with pytest.raises(KeyError), replacing(tmp_path / "a") as partial:
        written_and_failed(partial)
    with pytest.raises(KeyError), partial_folder(tmp_path / "b") as folder:
        written_and_failed(folder / "c")
    assert list(tmp_path.iterdir()) == []


def test_what_was_abandoned_goes_by_its_name_and_age(tmp_path):
    left = [".a.counts.0123abcd.part", ".a.0123abcd.part-journal", "tmp1.unfinished"]
    kept = [".b.0123abcd.part", "mine.part", "mine.txt"]
    for name in left + kept:
        (tmp_path / name).touch()
        if name != kept[0]:
            os.utime(tmp_path / name, (0, 0))
    remove_abandoned(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(kept)
