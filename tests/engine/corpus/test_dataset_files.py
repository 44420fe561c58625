"""Datasets of files: buffers of text and ids that serve again change nothing of what is written."""

from __future__ import annotations

import gzip
import hashlib
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import Corpus, DatasetSettings, Tokenizer, TrainingConfig, result_of, train_tokenizer
from engine.corpus import pieces
from engine.corpus.readers import text as text_reader
from engine.datasets import group_encoding, shards, write_dataset
from engine.datasets.group_encoding import IdRooms
from engine.datasets.shards import GrowingArray
from engine.datasets.source_files import SourceFiles
from engine.errors import CorpusError
from engine.machine import reserve_space
from engine.settings import Pieces
from tests.texts import many_texts

GROUP = 3000


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(500, special_tokens=("<|bos|>", "<|end|>"))
    return train_tokenizer(Corpus.from_texts(many_texts()), config)


@pytest.fixture
def files(tmp_path, monkeypatch) -> Path:
    """Files of every kind: of one block, of several groups, of invalid UTF-8, compressed, empty."""
    monkeypatch.setattr(pieces, "GROUP_BYTES", GROUP)
    monkeypatch.setattr(pieces, "_WINDOW_BYTES", 100)
    monkeypatch.setattr(text_reader, "BLOCK_BYTES", 2 * GROUP)
    rng = random.Random(5)
    words = ["größer ", "the ", "quick ", "世界 ", "fox\n", "12 ", "\n\n"]

    def text(n_words: int) -> bytes:
        return "".join(rng.choices(words, k=n_words)).encode()

    folder = tmp_path / "text"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.txt").write_bytes(text(rng.randint(1, 4000)))
    (folder / "bom.txt").write_bytes(b"\xef\xbb\xbf" + text(3000))
    (folder / "empty.txt").write_bytes(b"")
    (folder / "exact.txt").write_bytes(b"a" * (2 * GROUP))
    (folder / "invalid.txt").write_bytes(text(2000) + b"\xff\xfe" + text(3000))
    (folder / "packed.txt.gz").write_bytes(gzip.compress(text(5000)))
    (folder / "small.txt.gz").write_bytes(gzip.compress(text(700)))
    (folder / "uncut.txt").write_bytes(b"zz" * 5 * GROUP)
    return folder


def texts_in(folder: Path) -> list[str]:
    """The documents as an independent reader has them."""
    texts = []
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        texts.append(data.decode("utf-8-sig", "replace"))
    return [text for text in texts if text]


def written(
    tokenizer: Tokenizer, files: Path, out: Path, **settings: Any
) -> tuple[dict[str, bytes], list[list[int]]]:
    """The files of a dataset, and the ids of its documents."""
    settings = {"shard_tokens": 20_000, "append": None} | settings
    manifest = result_of(
        write_dataset(tokenizer, Corpus.from_paths(files), out, DatasetSettings(**settings))
    )
    documents = []
    for shard in manifest["shards"]:
        ids, starts = (np.load(out / shard[name]) for name in ("file", "document_starts"))
        documents += [ids[a:b].tolist() for a, b in pairwise(starts)]
    return {path.name: path.read_bytes() for path in out.iterdir()}, documents


@pytest.mark.parametrize("dtype", ["uint16", "uint32"])
@pytest.mark.parametrize(
    ("prepend", "append"),
    [(None, None), ("<|bos|>", None), (None, "<|end|>"), ("<|bos|>", "<|end|>")],
)
def test_every_file_is_there_with_its_joints(dtype, prepend, append, tokenizer, files, tmp_path):
    before, after = ([] if t is None else [tokenizer.special_tokens[t]] for t in (prepend, append))
    expected = [[*before, *tokenizer.encode(text), *after] for text in texts_in(files)]
    options = {"dtype": dtype, "prepend": prepend, "append": append}
    one = written(tokenizer, files, tmp_path / "1", n_threads=1, **options)
    several = written(tokenizer, files, tmp_path / "3", n_threads=3, **options)
    assert one == several
    assert one[1] == expected


@pytest.mark.parametrize("file_format", ["raw", "megatron", "arrow", "parquet"])
def test_each_format_has_the_same_files_with_and_without_buffers(
    file_format, tokenizer, files, tmp_path, monkeypatch
):
    if file_format in ("arrow", "parquet"):
        pytest.importorskip("pyarrow")
    settings = DatasetSettings(format=file_format, shard_tokens=20_000, n_threads=3)

    def contents(name: str) -> dict[str, bytes]:
        out = tmp_path / name
        result_of(write_dataset(tokenizer, Corpus.from_paths(files), out, settings))
        return {path.name: path.read_bytes() for path in out.iterdir()}

    found = contents("buffers")
    monkeypatch.setattr(type(tokenizer._encoder), "fills_rooms", False)
    assert contents("plain") == found


def test_a_few_buffers_serve_all_groups(tokenizer, files, tmp_path, monkeypatch):
    made: list[int] = []

    class Counted(IdRooms):
        def take(self, n_bytes):
            had = len(self._free)
            made.append(not had)
            return super().take(n_bytes)

    monkeypatch.setattr("engine.datasets.plan.IdRooms", Counted)
    written(tokenizer, files, tmp_path / "d", n_threads=2)
    assert len(made) > 100
    assert sum(made) <= 20


def test_a_long_room_is_not_kept(monkeypatch):
    monkeypatch.setattr(group_encoding, "_MOST_ROOM_IDS", 1 << 20)
    rooms = IdRooms()
    long, short = rooms.take(1 << 20), rooms.take(5)
    rooms.give_back(long)
    rooms.give_back(short)
    assert rooms.take(1 << 19) is short
    assert rooms.take(5) is not long


def test_files_are_hashed_side_by_side_and_remembered(files, monkeypatch):
    corpus = Corpus.from_paths(files)
    for _ in range(2):
        taken = SourceFiles(corpus)
        assert set(taken.take()) <= {None}
        for source in corpus.sources:
            for path, facts in zip(source.paths, taken.of(source.paths), strict=True):
                sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
                n_bytes = path.stat().st_size
                assert facts == {"path": str(path), "bytes": n_bytes, "sha256": sha256}
    (files / "03.txt").unlink()
    with pytest.raises(CorpusError, match=r"03\.txt"):
        list(SourceFiles(corpus).take())
    skipping = SourceFiles(corpus, skips_unreadable=True)
    list(skipping.take())
    assert skipping.of([files / "03.txt"])[0]["sha256"] is None


def test_space_that_is_reserved_is_given_back(tmp_path, monkeypatch):
    monkeypatch.setattr(shards, "_RESERVED_BYTES", 1 << 16)
    asked = []

    def reserved(stream, begin, n_bytes):
        asked.append((begin, n_bytes))
        return reserve_space(stream, begin, n_bytes) or True

    monkeypatch.setattr(shards, "reserve_space", reserved)
    numbers = np.arange(100_000, dtype=np.uint32)
    array = GrowingArray(tmp_path / "a.npy", np.uint32)
    for part in np.array_split(numbers, 7):
        array.append(part)
    array.finish()
    assert (np.load(tmp_path / "a.npy") == numbers).all()
    assert asked[0][0] <= 1 << 16
    assert all(b == a + n for (a, n), (b, _) in pairwise(asked))
    assert sum(asked[-1]) >= 128 + numbers.nbytes
    status = (tmp_path / "a.npy").stat()
    assert status.st_size == 128 + numbers.nbytes
    assert getattr(status, "st_blocks", 0) * 512 < status.st_size + (1 << 16)


def test_pieces_are_encoded_as_alone(files, tmp_path):
    """Their ids do not lie in the order of the text: no buffer is filled with them."""
    pieces_of_text = train_tokenizer(
        Corpus.from_texts(many_texts()), TrainingConfig(700, pieces=Pieces(coverage=0.8))
    )
    _, documents = written(pieces_of_text, files, tmp_path / "out", dtype="uint32")
    assert documents == [pieces_of_text.encode(text) for text in texts_in(files)]
