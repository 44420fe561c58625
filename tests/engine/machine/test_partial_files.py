"""What a killed process left beside a target goes, and nothing else."""

from __future__ import annotations

import os

import pytest

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.datasets.writing import write_dataset
from engine.machine.files import partial_path, write_files


def make_old(path):
    for each in (path, *path.rglob("*")):
        os.utime(each, (0, 0))


@pytest.fixture
def left(tmp_path):
    """A folder and a file that were left of the target `out`, an hour ago."""
    folder, file = tmp_path / ".out.0123abcd.part", tmp_path / ".out.4567abcd.part"
    folder.mkdir()
    (folder / "ids.npy").write_bytes(b"half")
    file.write_bytes(b"half")
    make_old(folder)
    make_old(file)
    return folder, file


def test_old_partial_files_of_the_target_are_removed(tmp_path, left):
    new = partial_path(tmp_path / "out")
    assert new.parent == tmp_path
    assert not new.exists()
    assert list(tmp_path.iterdir()) == []


def test_what_is_being_written_and_files_of_others_stay(tmp_path, left):
    kept = [
        tmp_path / name
        for name in (".out.89abcdef.part", "out.1.part", ".out.1.part", ".other.0123abcd.part")
    ]
    for path in kept:
        path.write_bytes(b"x")
    for path in kept[1:]:
        make_old(path)
    (left[0] / "ids.npy").write_bytes(b"another process writes here")
    partial_path(tmp_path / "out")
    assert sorted(tmp_path.iterdir()) == sorted([*kept, left[0]])


def test_names_with_signs_of_patterns_are_taken_as_they_are(tmp_path):
    other = tmp_path / ".ab.0123abcd.part"
    other.write_bytes(b"x")
    make_old(other)
    partial_path(tmp_path / "a[b].*")
    assert other.exists()


def test_every_writer_removes_what_was_left(tmp_path, left):
    corpus = Corpus.from_texts(["a few words, a few words"])
    tokenizer = train_tokenizer(corpus, TrainingConfig(260))
    list(write_dataset(tokenizer, corpus, tmp_path / "out"))
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    for name, write in (
        ("a.twb", tokenizer.save),
        ("a.json", lambda path: write_files(path.parent, {path.name: b"{}"})),
    ):
        part = tmp_path / f".{name}.0123abcd.part"
        part.write_bytes(b"half")
        make_old(part)
        write(tmp_path / name)
        assert not part.exists()
        assert (tmp_path / name).exists()
