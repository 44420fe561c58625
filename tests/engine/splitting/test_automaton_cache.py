"""Compiled split patterns on disk: the same tables, and no harm from any damage."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine import preset_pattern
from engine.splitting import automaton_cache
from engine.splitting.automaton import Automaton, compile_automaton
from engine.splitting.automaton_cache import automaton_cache_folder, kept_tables


@dataclass(frozen=True)
class Tables:
    """Stands for an automaton."""

    numbers: npt.NDArray[np.int32]
    flags: npt.NDArray[np.bool_]
    is_whole: bool
    size: int


@dataclass(frozen=True)
class Unfit:
    """Holds what cannot be kept."""

    things: list[int]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path / "cache"))
    return automaton_cache_folder()


class Maker:
    """Makes tables from a pattern and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, pattern: str) -> Tables:
        self.calls += 1
        numbers = np.arange(len(pattern) * 3, dtype=np.int32).reshape(-1, 3)
        return Tables(numbers, np.array([True, False]), is_whole=True, size=len(pattern))


def same(a: Tables, b: Tables) -> bool:
    return (
        np.array_equal(a.numbers, b.numbers)
        and a.numbers.dtype == b.numbers.dtype
        and np.array_equal(a.flags, b.flags)
        and (a.is_whole, a.size) == (b.is_whole, b.size)
    )


def test_a_pattern_is_made_once_and_then_read(folder):
    make = Maker()
    first = kept_tables("abc", Tables, make)
    again = kept_tables("abc", Tables, make)
    assert make.calls == 1
    assert same(first, again)
    assert again.numbers.flags.writeable and again.numbers.flags.c_contiguous
    kept_tables("abd", Tables, make)
    assert make.calls == 2
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("name", ["gpt2", "o200k", "none"])
def test_a_kept_automaton_is_the_compiled_one(name):
    pattern = preset_pattern(name)
    made = compile_automaton(pattern)
    for _ in range(2):
        kept = kept_tables(pattern, Automaton, compile_automaton)
        for each in fields(Automaton):
            ours, theirs = getattr(kept, each.name), getattr(made, each.name)
            assert np.array_equal(ours, theirs), each.name
            assert getattr(ours, "dtype", type(ours)) == getattr(theirs, "dtype", type(theirs))


def changed_byte(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


@pytest.mark.parametrize("damage", ["emptied", "cut", "foreign", "grown", "folder", "kind"])
def test_a_damaged_file_is_made_again(folder, damage):
    make = Maker()
    made = kept_tables("abc", Tables, make)
    (file,) = folder.iterdir()
    content = file.read_bytes()
    if damage == "folder":
        file.unlink()
        file.mkdir()
    elif damage == "kind":
        file.write_bytes(automaton_cache._content("abc", Unlike(np.zeros(1))))
    else:
        changes = {
            "emptied": b"", "cut": content[:-3], "foreign": b"a letter", "grown": content + b"\n",
        }  # fmt: skip
        file.write_bytes(changes[damage])
    assert same(kept_tables("abc", Tables, make), made)
    assert make.calls == 2
    if damage != "folder":
        assert file.read_bytes() == content
    assert not list(folder.glob("*.unfinished"))


def test_what_a_killed_process_left_is_removed(folder):
    folder.mkdir(parents=True, exist_ok=True)
    left = folder / "tmp1234.unfinished"
    left.write_bytes(b"half a table")
    os.utime(left, (0, 0))
    kept_tables("abc", Tables, Maker())
    assert not left.exists()


@dataclass(frozen=True)
class Unlike:
    """Another kind under the same name of file."""

    numbers: npt.NDArray[np.float64]


def test_no_changed_byte_goes_unnoticed(folder):
    make = Maker()
    kept_tables("abc", Tables, make)
    (file,) = folder.iterdir()
    content = file.read_bytes()
    for at in range(len(content)):
        file.write_bytes(changed_byte(content, at))
        assert automaton_cache._read(file, "abc", Tables) is None, at


def test_two_kinds_of_tables_of_one_pattern_do_not_meet(folder):
    make = Maker()
    unlike = Unlike(np.ones(2))
    for _ in range(2):
        assert kept_tables("abc", Tables, make).size == 3
        assert np.array_equal(kept_tables("abc", Unlike, lambda _: unlike).numbers, [1, 1])
    assert make.calls == 1
    assert len(list(folder.iterdir())) == 2


def test_a_file_of_another_pattern_is_not_believed(folder):
    make = Maker()
    kept_tables("abc", Tables, make)
    (file,) = folder.iterdir()
    assert automaton_cache._read(file, "abd", Tables) is None


def test_a_place_that_cannot_be_written_costs_only_time(monkeypatch, tmp_path, folder):
    make = Maker()
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(tmp_path / "file"))
    assert same(kept_tables("abc", Tables, make), kept_tables("abc", Tables, make))
    assert make.calls == 2


def test_a_full_disk_leaves_nothing_half_written(monkeypatch, folder):
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(automaton_cache.Path, "replace", full)
    make = Maker()
    kept_tables("abc", Tables, make)
    kept_tables("abc", Tables, make)
    assert make.calls == 2
    assert not list(folder.iterdir())


def test_several_may_write_the_same_pattern_at_once(folder):
    made: list[Tables] = []
    everybody = threading.Barrier(8)

    def start() -> None:
        everybody.wait()
        made.extend(kept_tables("abc" * 999, Tables, Maker()) for _ in range(5))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 40
    assert all(same(each, made[0]) for each in made)
    assert len(list(folder.iterdir())) == 1


def test_the_folder_holds_what_was_used_last(folder, monkeypatch):
    monkeypatch.setattr(automaton_cache, "_MOST_FILES", 3)
    for i in range(6):
        kept_tables("x" * (i + 1), Tables, Maker())
    assert len(list(folder.iterdir())) == 3
    last = Maker()
    kept_tables("xxxxxx", Tables, last)
    assert last.calls == 0


def test_only_plain_values_are_kept():
    with pytest.raises(TypeError, match="Unfit holds more than arrays"):
        kept_tables("abc", Unfit, lambda _: Unfit([1]))


def test_what_cannot_be_compiled_is_refused_every_time(folder):
    def refuse(pattern: str) -> Tables:
        raise ValueError(pattern)

    for _ in range(2):
        with pytest.raises(ValueError, match="abc"):
            kept_tables("abc", Tables, refuse)
    assert not folder.exists()
