"""A program that starts a cluster of two workers, runs every check on it and says what failed.

    python -m tests.engine.cluster.cluster_checks FOLDER

A process of its own, because tests connect nowhere and workers import the main module again. It
writes FOLDER/failures.json: the name of each check, with the traceback of its failure or "".
"""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from engine.cluster import (
    connected,
    connection,
    count,
    counting_steps,
    encoding_steps,
    evaluate,
    tasks,
)
from engine.cluster.connection import checking_workers
from engine.corpus import Corpus
from engine.counting import CountsFolder, CountsRules, open_counts, write_counts
from engine.datasets import DatasetSettings, write_dataset
from engine.errors import ClusterError, CorpusError, ExportError
from engine.evaluation import evaluate_all
from engine.machine import result_of
from engine.settings import TrainingConfig
from engine.training import train_tokenizer
from workbench.__main__ import main as main_of_commands

RULES = CountsRules.for_pattern("gpt2")
PIECE = 30_000
FAILURES = "failures.json"
Check = Callable[[Any, Path], None]


_WORDS = ["".join(random.Random(n).choices("abcdeé的一", k=1 + n % 7)) for n in range(2000)]


def text(seed: int, n_words: int) -> str:
    rng = random.Random(seed)
    return " ".join(_WORDS[int(2000 * rng.random() ** 2)] for _ in range(n_words))


def texts_in(folder: Path) -> Corpus:
    """A long text, a parquet file and two short files, in two languages."""
    shutil.copytree(_texts(folder.parent), folder / "texts")
    return Corpus.from_paths([folder / "texts"])


@cache
def _texts(folder: Path) -> Path:
    texts = folder / "texts"
    texts.mkdir()
    (texts / "eng.txt").write_text(text(1, 25_000), encoding="utf-8")
    rows = pa.table({"text": [text(n, 50) for n in range(100)]})
    parquet.write_table(rows, texts / "deu-1.parquet", row_group_size=20)
    for number in (2, 3):
        (texts / f"deu-{number}.txt").write_text(text(number, 900), encoding="utf-8")
    return texts


def rows_of(folder: CountsFolder) -> Any:
    table = pa.concat_tables([parquet.read_table(path) for path in folder.parts])
    return table.sort_by([("label", "ascending"), ("pretoken", "ascending")]).combine_chunks()


def check_same(found: CountsFolder, corpus: Corpus, place: Path, min_count: int = 1) -> None:
    """A folder says what one machine says, and nothing is left beside it."""
    expected = result_of(write_counts(corpus, place, RULES, min_count=min_count))
    assert rows_of(found).equals(rows_of(expected))
    for name in ("rules", "labels", "min_count", "read", "problems"):
        assert getattr(found.manifest, name) == getattr(expected.manifest, name), name
    if min_count > 1:
        dropped = [parquet.read_table(each.dropped_file) for each in (found, expected)]
        assert dropped[0].equals(dropped[1])
    assert not list(found.path.parent.glob(".*.unfinished"))


def counts_are_those_of_one_machine(client: Any, folder: Path) -> None:
    corpus = texts_in(folder)
    for partitions, min_count in ((3, 1), (1, 3)):
        steps = counting_steps(
            corpus, RULES, client, out=folder / f"counts-{min_count}", partitions=partitions,
            min_count=min_count, piece_bytes=PIECE,
        )  # fmt: skip
        found = result_of(steps)
        assert len(found.manifest.parts) == partitions
        check_same(found, corpus, folder / f"one-{min_count}", min_count)
    config = TrainingConfig(420, tie_break="first-seen")
    whole, counted = (
        train_tokenizer(each, config) for each in (corpus, Corpus.from_paths([folder / "counts-1"]))
    )
    assert counted.semantic_hash == whole.semantic_hash


def killed_workers_count_nothing_twice(client: Any, folder: Path) -> None:
    """One is killed while pieces are counted, one while rows are brought together."""
    corpus = texts_in(folder)
    steps = counting_steps(
        corpus, RULES, client, out=folder / "counts", partitions=3, piece_bytes=PIECE
    )
    killed: set[str] = set()

    def kill(step: Any) -> None:
        is_counting = step.phase == "count" and 0 < step.done < step.total
        if step.phase not in killed and (is_counting or step.phase == "join"):
            killed.add(step.phase)
            pids = client.run(os.getpid)
            os.kill(next(iter(pids.values())), signal.SIGKILL)

    found = result_of(steps, kill)
    assert killed == {"count", "join"}
    check_same(found, corpus, folder / "one")


def workers_that_dask_gives_up_are_started_again(client: Any, folder: Path) -> None:
    """As when one is killed on a busy machine: its nanny ends, and Dask starts no other."""
    corpus = texts_in(folder)
    steps = counting_steps(corpus, RULES, client, out=folder / "counts", piece_bytes=PIECE)
    ended: list[Any] = []

    def end(step: Any) -> None:
        if step.documents and not ended:
            ended.extend(client.cluster.workers.values())
            for nanny in ended:
                client.cluster.sync(nanny.close)

    found = result_of(steps, end)
    assert len(ended) == 2
    assert not set(ended) & set(client.cluster.workers.values())
    check_same(found, corpus, folder / "one")


def an_interrupted_count_goes_on(client: Any, folder: Path) -> None:
    corpus = texts_in(folder)
    out = folder / "counts"
    steps = counting_steps(corpus, RULES, client, out=out, piece_bytes=PIECE)
    for step in steps:
        if step.documents:
            break
    steps.close()
    assert not out.exists()
    unfinished = folder / ".counts.unfinished"
    kept = {path.name for path in unfinished.glob("piece-*.arrow")}
    asked: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        submitted = tasks.submitted
        patch.setattr(
            "engine.cluster.counting.submitted",
            lambda *given, key: asked.append(key) or submitted(*given, key=key),
        )
        found = result_of(counting_steps(corpus, RULES, client, out=out, piece_bytes=PIECE))
    counted = {key.split("-")[1] for key in asked if key.startswith("count-")}
    assert kept
    assert counted
    assert not {f"piece-{key}.arrow" for key in counted} & kept
    check_same(found, corpus, folder / "one")


def datasets_are_those_of_one_machine(client: Any, folder: Path) -> None:
    """In every format; a text that is one document is encoded in several pieces."""
    corpus = texts_in(folder)
    counted = TrainingConfig(400, special_tokens=("<|bos|>", "<|end|>"))
    tokenizer = train_tokenizer(corpus, counted)
    joined = {"append": "<|end|>", "prepend": "<|bos|>"}
    for settings, name in (
        (DatasetSettings(shard_tokens=3_000, **joined), "npy"),
        (DatasetSettings(format="megatron", shard_bytes=6_000, special="parse"), "megatron"),
        (DatasetSettings(format="parquet", **joined), "parquet"),
        (DatasetSettings(), "ids.bin"),
    ):
        place, one = folder / name, folder / "one" / name
        one.parent.mkdir(exist_ok=True)
        steps = encoding_steps(
            tokenizer, corpus, client, out=place, settings=settings, piece_bytes=PIECE
        )
        manifest = result_of(steps)
        assert manifest == result_of(write_dataset(tokenizer, corpus, one, settings))
        assert contents(place) == contents(one)
        assert (len(manifest["shards"]) > 2) == (settings.shard_limit(np.dtype("u2")) is not None)
        assert not list(folder.glob(".*"))


def contents(place: Path) -> dict[str, bytes]:
    files = place.iterdir() if place.is_dir() else place.parent.glob(f"{place.stem}.*")
    return {path.name: path.read_bytes() for path in files}


def a_worker_killed_while_it_encodes_writes_nothing_twice(client: Any, folder: Path) -> None:
    """One is killed while pieces are encoded, one while shards are written."""
    corpus = texts_in(folder)
    tokenizer = train_tokenizer(corpus, TrainingConfig(300))
    settings = DatasetSettings(shard_tokens=3_000)
    steps = encoding_steps(
        tokenizer, corpus, client, out=folder / "ids", settings=settings, piece_bytes=PIECE
    )
    killed: set[str] = set()

    def kill(step: Any) -> None:
        is_encoding = step.phase == "encode" and 0 < step.done < step.total
        if step.phase not in killed and (is_encoding or step.phase == "write"):
            killed.add(step.phase)
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    manifest = result_of(steps, kill)
    assert killed == {"encode", "write"}
    assert manifest == result_of(write_dataset(tokenizer, corpus, folder / "one", settings))
    assert contents(folder / "ids") == contents(folder / "one")


def commands_give_what_one_machine_gives(client: Any, folder: Path) -> None:
    """`count`, `encode` and `evaluate` with --cluster and the scheduler's address."""
    corpus = texts_in(folder)
    texts = folder / "texts"
    tokenizer = folder / "t.twb"
    train_tokenizer(corpus, TrainingConfig(300)).save(tokenizer)
    here: list[str] = []
    there = ["--cluster", client.scheduler.address]
    for name, place in (("here", here), ("there", there)):
        counted = ["count", texts, "--pattern", "gpt2", "--out", folder / f"counts-{name}"]
        encoded = ["encode", tokenizer, texts, "--out", folder / f"ids-{name}"]
        for command in (counted, encoded):
            _run([*command, *place])
    found = [_run(["evaluate", tokenizer, texts, "--json", *place]) for place in (here, there)]
    assert found[0] == found[1]
    assert json.loads(found[0])
    check_same(open_counts(folder / "counts-there"), corpus, folder / "one")
    assert contents(folder / "ids-there") == contents(folder / "ids-here")


def _run(command: list[Any]) -> str:
    """What a command prints, run in this process."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(out):
        assert main_of_commands([str(word) for word in command]) == 0
    out.flush()
    return out.buffer.getvalue().decode()


def an_interrupted_dataset_goes_on(client: Any, folder: Path) -> None:
    corpus = texts_in(folder)
    tokenizer = train_tokenizer(corpus, TrainingConfig(300))
    settings = DatasetSettings(shard_tokens=3_000)
    out = folder / "ids"

    def steps() -> Any:
        return encoding_steps(
            tokenizer, corpus, client, out=out, settings=settings, piece_bytes=PIECE
        )

    first = steps()
    for step in first:
        if step.documents:
            break
    first.close()
    kept = {path: path.stat().st_mtime_ns for path in folder.glob(".ids.cluster/piece-*.ids")}
    assert kept
    again = steps()
    for step in again:
        if step.phase == "write":
            break
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    again.close()
    result_of(steps())
    result_of(write_dataset(tokenizer, corpus, folder / "one", settings))
    assert contents(out) == contents(folder / "one")


def evaluations_are_those_of_one_machine(client: Any, folder: Path) -> None:
    corpus = texts_in(folder)
    tokenizers = [train_tokenizer(corpus, TrainingConfig(size)) for size in (300, 400)]
    texts = Corpus.from_paths([folder / "texts"])
    assert evaluate(tokenizers, texts, client) == evaluate_all(tokenizers, corpus)
    assert texts.problem_sentences == corpus.problem_sentences
    short = Corpus.from_paths([folder / "texts"], max_chars=9_000)
    assert evaluate(tokenizers, short, client) == evaluate_all(tokenizers, short)


def a_second_count_takes_nothing_of_the_first(client: Any, folder: Path) -> None:
    """Into the same folder, while the cluster still has the results of the first one's tasks."""
    corpus = texts_in(folder)
    held: list[Any] = []
    submitted = tasks.submitted

    def held_back(*given: Any, key: str) -> Any:
        held.append(submitted(*given, key=key))
        return held[-1]

    for _ in range(2):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("engine.cluster.counting.submitted", held_back)
            found = count(corpus, RULES, client, out=folder / "counts")
        check_same(found, corpus, folder / "one")
        for place in ("counts", "one"):
            shutil.rmtree(folder / place)
    assert len({future.key for future in held}) == len(held)


def what_a_file_is_refused_for_is_told(client: Any, folder: Path) -> None:
    """Invalid UTF-8 in the middle of a divided file, and a file that changes meanwhile."""
    texts_in(folder)
    path = folder / "texts" / "eng.txt"
    content = bytearray(path.read_bytes())
    content[70_000:70_000] = b"\xff"
    path.write_bytes(content)
    strict = Corpus.from_paths([path], encoding_errors="stop")
    with pytest.raises(CorpusError) as told:
        result_of(write_counts(strict, folder / "one", RULES))
    steps = counting_steps(strict, RULES, client, out=folder / "counts", piece_bytes=PIECE)
    with pytest.raises(CorpusError) as found:
        result_of(steps)
    assert str(found.value) == str(told.value)
    assert found.value.path == path
    changing = counting_steps(
        Corpus.from_paths([path]), RULES, client, out=folder / "other", piece_bytes=PIECE
    )

    def change(step: Any) -> None:
        if step.phase == "count" and step.total and path.stat().st_size < 10**6:
            path.write_bytes(b"x " * 10**6)

    with pytest.raises(CorpusError, match="changed while"):
        result_of(changing, change)


def a_failing_disk_is_tried_again_and_told(client: Any, folder: Path) -> None:
    tries = folder / "tries"
    futures = tasks.results_of(
        client,
        lambda key, turn: tasks.submitted(client, _fail, str(tries), key=f"{key}-{turn}"),
        {"a": "A"},
    )
    with pytest.raises(ClusterError, match="A task failed at A: input/output error"):
        list(futures)
    assert len(tries.read_text()) == 4


def _fail(path: str) -> None:
    with Path(path).open("a") as tries:
        tries.write("x")
    raise OSError(5, "Input/output error")


def other_versions_are_told(client: Any, folder: Path) -> None:
    corpus = texts_in(folder)
    here = connection.versions()
    for name in here:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(connection, "versions", lambda name=name: here | {name: "0.0"})
            with pytest.raises(ClusterError, match=f"another version of {name} .*here 0.0"):
                list(checking_workers(client, folder / "counts", corpus))


def what_workers_do_not_see_is_told(client: Any, folder: Path) -> None:
    """As they would answer from another file system."""
    corpus = texts_in(folder)
    here = connection.versions()
    for answer, words in (
        (lambda _, files: (here, "", []), r"does not see .*counts\. .* share"),
        (
            lambda probe, files: (here, probe.read_text(), files[:1]),
            r"does not see .*deu-1.parquet",
        ),
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(connection, "_seen", answer)
            with pytest.raises(ClusterError, match=words):
                list(checking_workers(client, folder / "counts", corpus))


def a_folder_that_is_not_empty_is_refused(client: Any, folder: Path) -> None:
    (folder / "counts").mkdir()
    (folder / "counts" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ExportError, match="not empty"):
        count(texts_in(folder), RULES, client, out=folder / "counts")


def a_scheduler_that_is_not_there_is_told(_: Any, folder: Path) -> None:
    assert folder.is_dir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "_CONNECT_SECONDS", 0.5)
        words = "No Dask scheduler answers at tcp://127"
        with pytest.raises(ClusterError, match=words), connected("tcp://127.0.0.1:1"):
            pass


def a_scheduler_that_ends_is_told_and_what_was_done_is_kept(client: Any, folder: Path) -> None:
    """The last check: there is no cluster afterwards."""
    corpus = texts_in(folder)
    steps = counting_steps(corpus, RULES, client, out=folder / "counts", piece_bytes=PIECE)
    ended: list[bool] = []

    def end(step: Any) -> None:
        if step.documents and not ended:
            ended.append(True)
            client.cluster.close()

    with pytest.raises(ClusterError, match=r"connection to the cluster at .* was lost"):
        result_of(steps, end)
    assert list((folder / ".counts.unfinished").glob("piece-*.arrow"))
    assert not (folder / "counts").exists()


CHECKS: tuple[Check, ...] = (
    counts_are_those_of_one_machine,
    killed_workers_count_nothing_twice,
    workers_that_dask_gives_up_are_started_again,
    an_interrupted_count_goes_on,
    a_second_count_takes_nothing_of_the_first,
    datasets_are_those_of_one_machine,
    a_worker_killed_while_it_encodes_writes_nothing_twice,
    commands_give_what_one_machine_gives,
    an_interrupted_dataset_goes_on,
    evaluations_are_those_of_one_machine,
    what_a_file_is_refused_for_is_told,
    a_failing_disk_is_tried_again_and_told,
    other_versions_are_told,
    what_workers_do_not_see_is_told,
    a_folder_that_is_not_empty_is_refused,
    a_scheduler_that_is_not_there_is_told,
    a_scheduler_that_ends_is_told_and_what_was_done_is_kept,
)


def failure_of(check: Callable[[], None]) -> str:
    """The traceback of a check that fails, or ""."""
    try:
        check()
    except (Exception, pytest.fail.Exception):  # noqa: BLE001  the test shows it
        return traceback.format_exc()
    return ""


def main(folder: Path) -> None:
    """Run all checks and write what failed."""
    failures = {}
    with connected("local:2") as client:
        for check in CHECKS:
            place = folder / check.__name__
            place.mkdir()
            failures[check.__name__] = failure_of(partial(check, client, place))
    (folder / FAILURES).write_text(json.dumps(failures), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
