"""Damaged checkpoints, changed files, full disks: a sentence, and never another result."""

from __future__ import annotations

import os
from dataclasses import replace

import fsspec
import pytest

from engine.corpus.corpus import Corpus
from engine.counting.batches import CheckpointPace
from engine.errors import CheckpointError
from engine.machine.files import GrowingLog
from engine.settings import ENGINE_VERSION, TrainingConfig
from engine.settings.sources import Mixture, ReadingOptions
from engine.training import checkpoint as checkpoints
from engine.training.checkpoint import TrainingCheckpoint
from engine.training.training import train
from tests.engine.training.interrupted_training import (
    ALWAYS,
    CONFIG,
    assert_same,
    finish,
    in_merges,
    interrupted,
    kept_in,
    killed_in_counting,
    resumed,
)

pytestmark = pytest.mark.usefixtures("small_steps")


def cut_to(path, n):
    path.write_bytes(path.read_bytes()[:n])


def grown(path):
    path.write_bytes(path.read_bytes() + b"more")


def other_end(path):
    path.write_bytes(path.read_bytes()[:-4] + b"MORE")


def written_later(path):
    os.utime(path, ns=(1, 1))


CHANGES = {
    "longer": (grown, r"c.txt .* bytes and has .* now"),
    "other end": (other_end, "c.txt .* first or last 64 KiB"),
    "later": (written_later, "c.txt .* was written since"),
    "gone": (os.unlink, "c.txt .* is missing"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_that_changed_is_named_and_nothing_is_lost(corpus, tmp_path, name):
    change, words = CHANGES[name]
    folder = tmp_path / "kept"
    interrupted(corpus, folder, in_merges(20))
    path = tmp_path / "c.txt"
    before, times = path.read_bytes(), path.stat()
    change(path)
    with pytest.raises(CheckpointError, match=words) as caught:
        resumed(corpus, folder)
    assert caught.value.path == path
    path.write_bytes(before)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    tokenizer, checkpoint, _ = resumed(corpus, folder)
    assert checkpoint.n_resumed > 0
    assert_same(tokenizer, finish(train(corpus, CONFIG))[0])


def test_a_file_of_another_time_but_known_content_is_the_same(corpus, tmp_path, monkeypatch):
    hashes = {path: path.name * 8 for source in corpus.sources for path in source.paths}
    monkeypatch.setattr("engine.training.checkpoint.known_hash", hashes.get)
    monkeypatch.setattr("engine.training.checkpoint.content_hash", hashes.get)
    interrupted(corpus, tmp_path / "kept", in_merges(20))
    written_later(tmp_path / "a.txt")
    assert resumed(corpus, tmp_path / "kept")[1].n_resumed > 0
    hashes[tmp_path / "a.txt"] = "another"
    with pytest.raises(CheckpointError, match=r"a.txt .* was written since"):
        resumed(corpus, tmp_path / "kept")


def test_other_sources_reading_or_settings_do_not_go_on(corpus, tmp_path):
    folder = tmp_path / "kept"
    interrupted(corpus, folder, in_merges(20))
    eng, deu = corpus.sources
    for sources, words in (
        ((deu, eng), "on the sources eng, deu, not on deu, eng"),
        ((replace(eng, reading=ReadingOptions()), deu), "eng is read in another way"),
        ((replace(eng, paths=eng.paths[:2]), deu), "had 3 files"),
    ):
        with pytest.raises(CheckpointError, match=words):
            resumed(Corpus(sources), folder)
    with pytest.raises(CheckpointError, match="other settings"):
        resumed(corpus, folder, replace(CONFIG, vocab_size=331))
    with pytest.raises(CheckpointError, match="other settings"):
        resumed(corpus, folder, mixture=Mixture(alpha=0.5))
    memory = Corpus.from_texts(["some text " * 30])
    interrupted(memory, tmp_path / "memory", in_merges(2), TrainingConfig(262))
    with pytest.raises(CheckpointError, match=r"text of .* is another one"):
        resumed(Corpus.from_texts(["some test " * 30]), tmp_path / "memory", TrainingConfig(262))


@pytest.mark.parametrize("what", ["version", "engine", "cut", "flipped", "counts"])
def test_what_cannot_be_used_is_said_and_all_begins_again(corpus, tmp_path, what, monkeypatch):
    expected, _ = finish(train(corpus, CONFIG))
    folder = tmp_path / "kept"
    if what == "version":
        with monkeypatch.context() as patched:
            patched.setattr(checkpoints, "CHECKPOINT_VERSION", 99)
            interrupted(corpus, folder, in_merges(20))
    elif what == "engine":
        with monkeypatch.context() as patched:
            patched.setattr(checkpoints, "ENGINE_VERSION", ENGINE_VERSION + "0")
            interrupted(corpus, folder, in_merges(20))
    else:
        interrupted(corpus, folder, in_merges(20))
    facts = folder / "training.json"
    if what == "cut":
        cut_to(facts, 200)
    elif what == "flipped":
        facts.write_bytes(facts.read_bytes().replace(b"training.json", b"").replace(b"eng", b"enh"))
    elif what == "counts":  # the log of another training
        other = TrainingCheckpoint(folder / "other", pace=ALWAYS)
        finish(train(Corpus.from_texts(["ab " * 99]), TrainingConfig(258), checkpoint=other))
        (folder / "merges.log").write_bytes((folder / "other" / "merges.log").read_bytes())
    tokenizer, checkpoint, _ = resumed(corpus, folder)
    assert_same(tokenizer, expected)
    words = {"version": "another version", "engine": "another version", "counts": "made again"}
    assert len(checkpoint.remarks) == 1
    assert words.get(what, "is damaged") in checkpoint.remarks[0]
    assert checkpoint.n_resumed == 0
    assert resumed(corpus, folder)[1].remarks == []  # what was written since can be used


@pytest.mark.parametrize("n_bytes", [0, 10, 40, 500, -1])
def test_a_counting_that_was_cut_short_goes_on_from_what_is_whole(
    corpus, tmp_path, n_bytes, monkeypatch
):
    expected, _ = finish(train(corpus, CONFIG))
    folder = tmp_path / "kept"
    killed_in_counting(corpus, folder, 20, monkeypatch)
    parts = sorted(folder.glob("*.counts"))
    assert len(parts) == 20
    cut_to(parts[9], n_bytes)
    tokenizer, checkpoint, _ = resumed(corpus, folder)
    assert_same(tokenizer, expected)
    assert checkpoint.remarks == []


def test_a_source_that_is_cut_otherwise_is_told_and_then_counted_again(
    corpus, tmp_path, monkeypatch
):
    killed_in_counting(corpus, tmp_path / "kept", 20, monkeypatch)
    monkeypatch.setattr("engine.corpus.pieces.BATCH_BYTES", 300)
    with pytest.raises(CheckpointError, match="resume once more"):
        resumed(corpus, tmp_path / "kept")
    assert_same(resumed(corpus, tmp_path / "kept")[0], finish(train(corpus, CONFIG))[0])


def test_a_folder_that_cannot_be_written_is_a_remark(corpus, tmp_path, monkeypatch):
    expected, _ = finish(train(corpus, CONFIG))
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no folder")
    checkpoint = kept_in(in_the_way / "kept")
    assert_same(finish(train(corpus, CONFIG, checkpoint=checkpoint))[0], expected)
    assert len(checkpoint.remarks) == 1
    assert "the training goes on" in checkpoint.remarks[0]
    n_left = 30

    def full(self, part):
        nonlocal n_left
        n_left -= 1
        if n_left < 0:
            raise OSError(28, "No space left on device")
        return write(self, part)

    write = GrowingLog._write
    for n_left in (0, 3, 60, 200):
        folder = tmp_path / f"full {n_left}"
        checkpoint = kept_in(folder)
        with monkeypatch.context() as patched:
            patched.setattr(GrowingLog, "_write", full)
            assert_same(finish(train(corpus, CONFIG, checkpoint=checkpoint))[0], expected)
        assert any("no space left" in remark for remark in checkpoint.remarks) == (n_left < 0)
        assert_same(resumed(corpus, folder)[0], expected)


def test_files_that_change_while_they_are_read_end_the_checkpoints(corpus, tmp_path):
    pace = CheckpointPace.every(1e-9)  # with none at all they are looked at when it begins
    checkpoint = TrainingCheckpoint(tmp_path / "kept", pace=pace)
    steps = train(corpus, CONFIG, checkpoint=checkpoint)
    begin = checkpoint.begin

    def then_change(*arguments):
        begin(*arguments)
        written_later(tmp_path / "a.txt")

    checkpoint.begin = then_change
    finish(steps)
    assert len(checkpoint.remarks) == 1
    assert "changed while the training ran" in checkpoint.remarks[0]


def test_a_file_at_an_address_that_changed_or_vanished_is_named(tmp_path):
    system = fsspec.filesystem("memory")
    system.pipe("/checkpoint/a.txt", b"some text " * 30)
    corpus = Corpus.from_paths("memory://checkpoint/a.txt")
    config = TrainingConfig(262)
    folder = tmp_path / "kept"
    interrupted(corpus, folder, in_merges(2), config)
    expected, _ = finish(train(corpus, config))
    assert_same(resumed(corpus, folder, config)[0], expected)
    interrupted(corpus, folder, in_merges(2), config)
    system.pipe("/checkpoint/a.txt", b"another text " * 30)
    with pytest.raises(CheckpointError, match=r"checkpoint/a.txt .* another version"):
        resumed(corpus, folder, config)
    system.rm("/checkpoint/a.txt")
    with pytest.raises(CheckpointError, match=r"checkpoint/a.txt was not found"):
        resumed(corpus, folder, config)
