"""Writers of datasets that were killed: the next one writes what is missing, to the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import Corpus, DatasetSettings, Tokenizer, TrainingConfig, result_of, train_tokenizer
from engine.corpus.pieces import GROUP_BYTES
from engine.datasets import write_dataset, writing
from engine.datasets.unfinished import JOURNAL, n_unfinished_shards, unfinished_folder
from engine.encoding import batch
from engine.errors import CorpusError, ExportError
from tests.patience import wait_until
from tests.texts import many_texts

FORMATS = ["npy", "raw", "megatron", "arrow", "parquet"]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    config = TrainingConfig(600, special_tokens=("<|end|>",))
    return train_tokenizer(Corpus.from_texts(many_texts()), config)


@pytest.fixture
def files(tmp_path) -> Path:
    """Two sources: many documents in several groups, and one that is cut into parts."""
    folder = tmp_path / "text"
    folder.mkdir()
    rng = random.Random(3)
    words = ["größer ", "the ", "quick ", "世界 ", "fox\n", "12 "]
    rows = ["".join(rng.choices(words, k=rng.randint(1, 4000))) for _ in range(150)]
    lines = [json.dumps({"text": text}) + "\n" for text in rows]
    (folder / "eng.jsonl").write_text("".join(lines), "utf-8")
    (folder / "deu.txt").write_text("ein langer Text " * (GROUP_BYTES // 5), "utf-8")
    return folder


def settings(file_format: str = "npy", **more: Any) -> DatasetSettings:
    return DatasetSettings(
        **{"shard_bytes": 60_000, "append": "<|end|>"} | more, format=file_format
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def stop_after(tokenizer: Tokenizer, files: Path, out: Path, n: int, **more: Any) -> None:
    """Write until `n` shards are on the disk, then give up.

    In one thread: several go on to the end of a short corpus, whether more is asked for or not.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "n_cores", lambda: 1)
        steps = write_dataset(tokenizer, Corpus.from_paths(files), out, settings(**more))
        for _ in steps:
            if n_unfinished_shards(out) >= n:
                break
        steps.close()


@pytest.mark.parametrize("file_format", FORMATS)
def test_shards_that_are_finished_stay_and_the_rest_is_the_same(
    file_format, tokenizer, files, tmp_path
):
    corpus = Corpus.from_paths(files)
    whole = result_of(write_dataset(tokenizer, corpus, tmp_path / "whole", settings(file_format)))
    assert len(whole["shards"]) > 8
    out = tmp_path / "out"
    for n in (1, 4, 7):
        stop_after(tokenizer, files, out, n, file_format=file_format)
        assert not out.exists()
        kept = unfinished_folder(out)
        times = {path.name: path.stat().st_mtime_ns for path in kept.glob("tokens*")}
        first = json.loads((kept / JOURNAL).read_text("utf-8").splitlines()[1])
        assert times[first["entry"]["file"]]
    shard = kept / whole["shards"][0]["file"]
    before = shard.stat()
    again = result_of(
        write_dataset(tokenizer, Corpus.from_paths(files), out, settings(file_format))
    )
    after = (out / shard.name).stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    assert again == whole
    assert contents(out) == contents(tmp_path / "whole")
    assert not kept.exists()


def test_every_place_of_the_end_continues(tokenizer, files, tmp_path, monkeypatch):
    """Shards that end within a group of documents, between two and at the last one."""
    out = tmp_path / "out"
    corpus = Corpus.from_paths(files)
    whole = result_of(write_dataset(tokenizer, corpus, tmp_path / "whole", settings()))

    def refuse(*_: object) -> None:
        raise ExportError("the power failed")

    with monkeypatch.context() as patch:
        patch.setattr(writing, "write_manifest", refuse)
        with pytest.raises(ExportError, match="the power failed"):
            result_of(write_dataset(tokenizer, corpus, out, settings()))
    assert n_unfinished_shards(out) == len(whole["shards"])
    lines = (unfinished_folder(out) / JOURNAL).read_bytes().splitlines(keepends=True)
    saved = contents(unfinished_folder(out))
    for n in range(1, len(lines)):
        folder = unfinished_folder(out)
        folder.mkdir(exist_ok=True)
        for name, data in saved.items():
            (folder / name).write_bytes(data)
        (folder / JOURNAL).write_bytes(b"".join(lines[: n + 1]) + lines[n][:9])
        assert result_of(write_dataset(tokenizer, corpus, out, settings())) == whole
        assert contents(out) == contents(tmp_path / "whole")
        for path in out.iterdir():
            path.unlink()


def test_statistics_of_shards_and_hashes_of_sources(tokenizer, files, tmp_path):
    corpus = Corpus.from_paths(files)
    manifest = result_of(write_dataset(tokenizer, corpus, tmp_path / "d", settings()))
    for name in ("tokens", "documents", "bytes"):
        assert sum(shard[name] for shard in manifest["shards"]) == manifest[name] > 0
    for shard in manifest["shards"][:-1]:
        assert shard["tokens"] * 2 >= 60_000
    listed = [facts for source in manifest["sources"] for facts in source["contents"]]
    assert {Path(facts["path"]).name: facts["sha256"] for facts in listed} == {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files.iterdir()
    }
    assert manifest["tokenizer"]["semantic_hash"] == tokenizer.semantic_hash


def test_another_text_or_setting_is_refused_and_nothing_is_lost(tokenizer, files, tmp_path):
    out = tmp_path / "out"
    stop_after(tokenizer, files, out, 2)
    before = contents(unfinished_folder(out))
    for more, name in (
        ({"shard_bytes": 50_000}, "shard size"),
        ({"append": None}, "append"),
        ({"file_format": "raw"}, "format"),
    ):
        with pytest.raises(ExportError, match=f"which differs in: {name}"):
            result_of(write_dataset(tokenizer, Corpus.from_paths(files), out, settings(**more)))
    (files / "deu.txt").write_text("another text", "utf-8")
    with pytest.raises(ExportError, match="which differs in: sources"):
        result_of(write_dataset(tokenizer, Corpus.from_paths(files), out, settings()))
    assert contents(unfinished_folder(out)) == before


def test_a_shard_that_is_missing_or_damaged_is_written_again(tokenizer, files, tmp_path):
    corpus = Corpus.from_paths(files)
    result_of(write_dataset(tokenizer, corpus, tmp_path / "whole", settings()))
    out = tmp_path / "out"
    stop_after(tokenizer, files, out, 5)
    (unfinished_folder(out) / "tokens-00003.npy").write_bytes(b"short")
    result_of(write_dataset(tokenizer, corpus, out, settings()))
    assert contents(out) == contents(tmp_path / "whole")


def test_two_writers_of_one_dataset(tokenizer, files, tmp_path):
    out = tmp_path / "out"
    corpus = Corpus.from_paths(files)
    steps = write_dataset(tokenizer, corpus, out, settings())
    next(steps)
    with pytest.raises(ExportError, match="out is being written by another process"):
        result_of(write_dataset(tokenizer, corpus, out, settings()))
    steps.close()
    assert not unfinished_folder(out).exists()


def test_texts_of_an_iterator_begin_again(tokenizer, tmp_path):
    corpus = Corpus.from_iterator(lambda: iter(many_texts()))
    steps = write_dataset(tokenizer, corpus, tmp_path / "d", settings(shard_bytes=100))
    for progress in steps:
        if progress.shards > 3:
            break
    steps.close()
    assert not list(tmp_path.iterdir())


def test_a_source_that_changes_meanwhile_is_named(tokenizer, files, tmp_path):
    steps = write_dataset(tokenizer, Corpus.from_paths(files), tmp_path / "d", settings())
    for progress in steps:
        if progress.shards > 1:
            (files / "deu.txt").write_text("another text", "utf-8")
            break
    with pytest.raises(CorpusError, match=r"deu\.txt"):
        result_of(steps)


WRITER = """
import sys
from engine import Corpus, DatasetSettings, Tokenizer, result_of, write_dataset
tokenizer, files, out, file_format = sys.argv[1:]
settings = DatasetSettings(shard_bytes=60_000, append="<|end|>", format=file_format)
result_of(write_dataset(Tokenizer.load(tokenizer), Corpus.from_paths(files), out, settings))
"""


@pytest.mark.slow
@pytest.mark.parametrize("file_format", ["npy", "parquet"])
def test_a_killed_process(file_format, tokenizer, files, tmp_path):
    corpus = Corpus.from_paths(files)
    result_of(write_dataset(tokenizer, corpus, tmp_path / "whole", settings(file_format)))
    saved = tokenizer.save(tmp_path / "t.twb")
    out = tmp_path / "out"
    command = [sys.executable, "-c", WRITER, str(saved), str(files), str(out), file_format]
    for n in (1, 5):
        program = subprocess.Popen(command, env=dict(os.environ))
        wait_until(
            lambda n=n, program=program: (
                n_unfinished_shards(out) >= n or program.poll() is not None
            ),
            "No shard was finished",
        )
        program.send_signal(signal.SIGKILL)
        program.wait()
    assert subprocess.run(command, check=False).returncode == 0 or out.exists()
    assert contents(out) == contents(tmp_path / "whole")
    assert n_unfinished_shards(out) == 0
