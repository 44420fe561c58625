"""Datasets: every id of every document, in shards that are whole or not there."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.corpus.corpus import Corpus, Source
from engine.corpus.pieces import GROUP_BYTES
from engine.datasets import shards
from engine.datasets.dataset_settings import DatasetSettings
from engine.datasets.shards import GrowingArray
from engine.datasets.writing import write_dataset
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, CorpusError, ExportError, SpecialTokenError
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.training.training import train_tokenizer
from tests.texts import many_texts, some_texts


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(600, special_tokens=("<|bos|>", "<|end|>"))
    return train_tokenizer(Corpus.from_texts(many_texts()), config)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Short documents, an empty one, and one that is cut into parts, in two sources."""
    long = "the quick brown 世界 fox\n" * (GROUP_BYTES // 8)
    return Corpus(
        [Source("a", texts=(*some_texts(), "", long)), Source("b", texts=(*some_texts(40), "z"))]
    )


def written(tokenizer: Tokenizer, corpus: Corpus, out: Path, **settings: Any) -> dict[str, Any]:
    return result_of(write_dataset(tokenizer, corpus, out, DatasetSettings(**settings)))


def documents_in(folder: Path, manifest: dict[str, Any]) -> list[list[int]]:
    """All documents of a dataset, read without the engine."""
    documents = []
    for shard in manifest["shards"]:
        path = folder / shard["file"]
        ids = np.load(path) if path.suffix == ".npy" else np.fromfile(path, manifest["dtype"])
        starts = np.load(folder / shard["document_starts"])
        assert len(ids) == shard["tokens"] == starts[-1]
        assert len(starts) - 1 == shard["documents"]
        documents += [ids[a:b].tolist() for a, b in pairwise(starts)]
    return documents


def texts_of(corpus: Corpus) -> list[str]:
    return [text for source in corpus.sources for text in source.texts if text]


@pytest.mark.parametrize("n_threads", [1, 2, 5])
@pytest.mark.parametrize("shard_tokens", [None, 1, 700, 100_000])
def test_every_document_is_there(n_threads, shard_tokens, tokenizer, corpus, tmp_path):
    manifest = written(
        tokenizer, corpus, tmp_path / "d",
        n_threads=n_threads, shard_tokens=shard_tokens, append="<|end|>",
    )  # fmt: skip
    end = tokenizer.special_tokens["<|end|>"]
    expected = [[*tokenizer.encode(text), end] for text in texts_of(corpus)]
    assert documents_in(tmp_path / "d", manifest) == expected
    assert json.loads((tmp_path / "d" / "dataset.json").read_text("utf-8")) == manifest
    assert manifest["dtype"] == "uint16"
    assert manifest["documents"] == len(expected)
    assert manifest["tokens"] == sum(map(len, expected))
    assert manifest["bytes"] == sum(len(text.encode()) for text in texts_of(corpus))
    assert sum(source["tokens"] for source in manifest["sources"]) == manifest["tokens"]
    assert manifest["appended"] == {"token": "<|end|>", "id": end}
    if shard_tokens == 1:
        assert len(manifest["shards"]) == len(expected)
    for shard in manifest["shards"][:-1]:
        assert shard["tokens"] >= (shard_tokens or 0)


@pytest.mark.parametrize(
    ("prepend", "append"), [("bos", None), ("<|bos|>", "<|end|>"), (None, "eos"), ("bos", "eos")]
)
def test_documents_begin_and_end_with_tokens_by_name_or_role(
    prepend, append, tokenizer, corpus, tmp_path
):
    named = tokenizer.with_companions(roles={"bos": "<|bos|>", "eos": "<|end|>"})
    manifest = written(
        named, corpus, tmp_path / "d", n_threads=2, shard_tokens=700, prepend=prepend, append=append
    )
    bos, end = (tokenizer.special_tokens[token] for token in ("<|bos|>", "<|end|>"))
    before, after = [bos] if prepend else [], [end] if append else []
    expected = [[*before, *tokenizer.encode(text), *after] for text in texts_of(corpus)]
    assert documents_in(tmp_path / "d", manifest) == expected
    assert (manifest["prepended"] or {}).get("id") == (bos if prepend else None)
    assert (manifest["appended"] or {}).get("role") == ("eos" if append == "eos" else None)


def test_files_are_the_same_for_any_number_of_threads(tokenizer, corpus, tmp_path):
    for n_threads in (1, 3):
        written(tokenizer, corpus, tmp_path / str(n_threads), n_threads=n_threads)
    names = sorted(path.name for path in (tmp_path / "1").iterdir())
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()


def test_special_tokens_are_parsed_or_refused(tokenizer, tmp_path):
    texts = ["a<|bos|>b", "plain", "<|end|>", "x" * GROUP_BYTES + "<|bos|>" + "y " * GROUP_BYTES]
    corpus = Corpus.from_texts(texts)
    manifest = written(tokenizer, corpus, tmp_path / "d", special="parse", dtype="uint32")
    assert documents_in(tmp_path / "d", manifest) == [
        tokenizer.encode(text, special="parse") for text in texts
    ]
    assert manifest["dtype"] == "uint32"
    with pytest.raises(SpecialTokenError):
        written(tokenizer, corpus, tmp_path / "e", special="reject")
    assert [path.name for path in tmp_path.iterdir()] == ["d"]


def test_one_file_and_raw_ids(tokenizer, corpus, tmp_path):
    expected = [tokenizer.encode(text) for text in texts_of(corpus)]
    manifest = written(tokenizer, corpus, tmp_path / "all.npy")
    assert documents_in(tmp_path, manifest) == expected
    assert json.loads((tmp_path / "all.json").read_text("utf-8")) == manifest
    manifest = written(tokenizer, corpus, tmp_path / "all.bin")
    assert (manifest["file_format"], manifest["shards"][0]["file"]) == ("raw", "all.bin")
    assert documents_in(tmp_path, manifest) == expected
    manifest = written(tokenizer, corpus, tmp_path / "raw", format="raw")
    assert documents_in(tmp_path / "raw", manifest) == expected


def test_an_empty_folder_may_be_there_and_nothing_else(tokenizer, corpus, tmp_path):
    (tmp_path / "d").mkdir()
    written(tokenizer, corpus, tmp_path / "d")
    with pytest.raises(ExportError, match="d is not empty; name another folder"):
        written(tokenizer, corpus, tmp_path / "d")
    (tmp_path / "f").write_text("x")
    with pytest.raises(ExportError, match="f is a file; name a folder"):
        written(tokenizer, corpus, tmp_path / "f")
    with pytest.raises(ExportError, match="cannot be written"):
        written(tokenizer, corpus, tmp_path / "f" / "g")


def test_what_was_stopped_leaves_nothing(tokenizer, corpus, tmp_path):
    steps = write_dataset(tokenizer, corpus, tmp_path / "d")
    progress = next(steps)
    while not progress.shards:
        progress = next(steps)
    (partial,) = tmp_path.iterdir()
    assert re.fullmatch(r"\.d\.[0-9a-f]{8}\.part", partial.name)
    assert not (partial / "dataset.json").exists()
    steps.close()
    assert not list(tmp_path.iterdir())


def test_a_disk_that_refuses_is_named_and_nothing_is_left(tokenizer, corpus, tmp_path, monkeypatch):
    """Files are brought to the disk in a thread; its error ends the writing."""

    def refuse(descriptor: int) -> None:
        raise OSError(errno.EIO, "input/output error")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(ExportError, match=r"tokens-00000.*cannot be written.*input/output error"):
        written(tokenizer, corpus, tmp_path / "d", shard_tokens=1000)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("shard_tokens", [10, None])
def test_a_dataset_is_on_the_disk_before_it_has_its_name(
    shard_tokens, tokenizer, corpus, tmp_path, monkeypatch
):
    """Every file, whole; large ones on the way, too. Files are closed soon, however many."""
    sizes: dict[int, int] = {}
    n_open: list[int] = []

    def note(descriptor: int) -> None:
        info = os.fstat(descriptor)
        sizes[info.st_ino] = info.st_size
        n_open.append(len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0)
        synced.append(info.st_ino)

    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(shards, "_SYNCED_BYTES", 1 << 18)
    manifest = written(tokenizer, corpus, tmp_path / "d", shard_tokens=shard_tokens)
    for shard in manifest["shards"]:
        for name in (shard["file"], shard["document_starts"]):
            info = (tmp_path / "d" / name).stat()
            assert sizes[info.st_ino] == info.st_size
    assert max(n_open) - n_open[0] < 16
    if shard_tokens is None:
        assert len(synced) > len(set(synced))


def test_progress_reaches_the_whole(tokenizer, corpus, tmp_path):
    seen = list(write_dataset(tokenizer, corpus, tmp_path / "d"))
    done = [progress.done for progress in seen]
    assert done == sorted(done)
    assert seen[-1].done == sum(len(text.encode()) for text in texts_of(corpus))
    assert seen[-1].documents == len(texts_of(corpus))


def test_a_file_that_is_not_finished_says_that_it_is_empty(tmp_path):
    with GrowingArray(tmp_path / "a.npy", np.uint16) as array:
        array.append(np.arange(5, dtype=np.uint32))
        array.append(np.arange(3, dtype=np.uint16))
    assert len(np.load(tmp_path / "a.npy")) == 0
    array = GrowingArray(tmp_path / "b.npy", np.uint16)
    array.append(np.array([1, 65535], np.uint32))
    array.finish()
    assert np.load(tmp_path / "b.npy").tolist() == [1, 65535]
    assert np.load(tmp_path / "b.npy", mmap_mode="r").dtype == np.uint16


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"dtype": "int8"}, "dtype must be one of auto, uint16, uint32"),
        ({"format": "csv"}, "format must be one of npy, raw, megatron, arrow, parquet"),
        ({"special": "none"}, "special must be one of"),
        ({"shard_tokens": 0}, "at least 1 token"),
        ({"shard_bytes": 0}, "at least 1 byte"),
        ({"shard_bytes": 9, "shard_tokens": 9}, "in tokens or in bytes, not both"),
        ({"append": "<|no|>"}, r"'<\|no\|>' is not a special token of this tokenizer; it has <\|b"),
    ],
)
def test_settings_that_cannot_be(settings, sentence, tokenizer, corpus, tmp_path):
    with pytest.raises(ConfigError, match=sentence):
        written(tokenizer, corpus, tmp_path / "d", **settings)


def test_ids_beyond_sixteen_bits(corpus, tmp_path):
    large = Tokenizer([], special_tokens={"<|last|>": 65_536})
    with pytest.raises(ConfigError, match="65,537 ids of this tokenizer do not fit into uint16"):
        written(large, corpus, tmp_path / "d", dtype="uint16")
    manifest = written(large, Corpus.from_texts(["a"]), tmp_path / "d", append="<|last|>")
    assert documents_in(tmp_path / "d", manifest) == [[97, 65_536]]
    just = Tokenizer([], special_tokens={"<|last|>": 65_535})
    manifest = written(just, Corpus.from_texts(["a"]), tmp_path / "e", append="<|last|>")
    assert manifest["dtype"] == "uint16"
    assert documents_in(tmp_path / "e", manifest) == [[97, 65_535]]


def test_a_corpus_without_text(tokenizer, tmp_path):
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(CorpusError, match=r"contains no text: .*the file is empty"):
        written(tokenizer, Corpus.from_paths(tmp_path / "empty.txt"), tmp_path / "d")
    assert [path.name for path in tmp_path.iterdir()] == ["empty.txt"]
