"""`encode --out FOLDER`: whole corpora to shards, whole or not at all."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine import Tokenizer
from tests.cli.conftest import PROJECT, TEXT
from tests.patience import wait_until

GERMAN = "Größe und Grösse, Straße und Strasse. " * 15


def ids_in(folder: Path, name: str = "tokens-00000") -> np.ndarray:
    return np.load(folder / f"{name}.npy")


def test_a_folder_becomes_shards_with_a_manifest(cli, trained, corpus, tmp_path):
    outcome = cli("encode", trained, corpus, "--out", tmp_path / "ids", "--append", "<|im_end|>")
    assert outcome.status == 0, outcome.err
    tokenizer = Tokenizer.load(trained)
    end = tokenizer.special_tokens["<|im_end|>"]
    expected = [*tokenizer.encode(GERMAN), end, *tokenizer.encode(TEXT), end]
    assert ids_in(tmp_path / "ids").dtype == np.uint16
    assert ids_in(tmp_path / "ids").tolist() == expected
    starts = np.load(tmp_path / "ids" / "tokens-00000.documents.npy")
    assert starts.dtype == np.int64
    assert starts.tolist() == [0, len(tokenizer.encode(GERMAN)) + 1, len(expected)]
    manifest = json.loads((tmp_path / "ids" / "dataset.json").read_text("utf-8"))
    assert manifest["tokenizer"]["semantic_hash"] == tokenizer.semantic_hash
    assert manifest["tokens"] == len(expected)
    assert [source["label"] for source in manifest["sources"]] == ["deu", "eng"]
    assert f"{len(expected):,} tokens of 2 documents" in outcome.out


def test_documents_are_joined_by_role(cli, trained, corpus, tmp_path):
    roles = {"bos": "<|im_start|>", "eos": "<|endoftext|>"}
    tokenizer = Tokenizer.load(trained).with_companions(roles=roles)
    path = tokenizer.save(tmp_path / "t.twb")
    start, end = (tokenizer.special_tokens[token] for token in roles.values())
    texts = [tokenizer.encode(GERMAN), tokenizer.encode(TEXT)]
    for joint, expected in {
        "bos": [start, *texts[0], start, *texts[1]],
        "<|im_start|>": [start, *texts[0], start, *texts[1]],
        "eos": [*texts[0], end, *texts[1], end],
    }.items():
        outcome = cli(
            "encode", path, corpus, "--out", tmp_path / joint.strip("<|>"), "--join-with", joint
        )
        assert outcome.status == 0, outcome.err
        assert ids_in(tmp_path / joint.strip("<|>")).tolist() == expected
    assert f"After each document: <|endoftext|> (id {end:,})" in outcome.out
    both = cli(
        "encode", path, corpus, "--out", tmp_path / "d", "--join-with", "eos", "--append", "eos"
    )
    assert both.status == 2
    missing = cli("encode", path, corpus, "--out", tmp_path / "d", "--join-with", "pad")
    assert missing.status in {1, 2}
    assert (
        "No special token of this tokenizer has the role pad; its roles are bos" in missing.sentence
    )


def test_json_reports_the_manifest(cli, trained, corpus, tmp_path):
    document = cli("encode", trained, corpus, "--out", tmp_path / "ids", "--json").document
    assert document["out"] == str(tmp_path / "ids")
    assert document["documents"] == 2


def test_several_files_into_one_array(cli, trained, corpus, tmp_path):
    files = corpus / "eng.txt", corpus / "deu.txt"
    assert cli("encode", trained, *files, "--out", tmp_path / "all.npy").status == 0
    tokenizer = Tokenizer.load(trained)
    assert np.load(tmp_path / "all.npy").tolist() == [
        *tokenizer.encode(TEXT), *tokenizer.encode(GERMAN),
    ]  # fmt: skip
    assert len(np.load(tmp_path / "all.documents.npy")) == 3
    assert json.loads((tmp_path / "all.json").read_text("utf-8"))["documents"] == 2


def test_raw_shards_of_a_separated_file(cli, trained, tmp_path):
    (tmp_path / "a.txt").write_text("low lower\n--\nnewest\n--\nwider", "utf-8")
    outcome = cli(
        "encode", trained, tmp_path / "a.txt", "--out", tmp_path / "raw", "--format", "raw",
        "--dtype", "uint32", "--document-separator", r"\n--\n", "--shard-tokens", "1",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    tokenizer = Tokenizer.load(trained)
    shards = sorted((tmp_path / "raw").glob("*.bin"))
    assert [np.fromfile(shard, "<u4").tolist() for shard in shards] == [
        tokenizer.encode(text) for text in ("low lower", "newest", "wider")
    ]


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["corpus", "--out", "corpus"], 1, "corpus is not empty"),
        (["corpus", "--out", "x.npy", "--shard-tokens", "5"], 2, "cannot have shards"),
        (["corpus", "--out", "x.npy", "--format", "raw"], 2, "x.npy is a file of the format npy"),
        (["corpus", "--out", "x.bin", "--format", "npy"], 2, "x.bin is a file of the format raw"),
        (["corpus", "--out", "x.npy", "--shard-size", "5MB"], 2, "a folder for --shard-size"),
        (["corpus", "--out", "x", "--shard-size", "5 apples"], 2, "not a size such as 500MB"),
        (["corpus", "--out", "x", "--shard-size", "0"], 2, "at least 1 byte"),
        (["corpus", "--out", "x", "--shard-size", "9", "--shard-tokens", "9"], 2, "not both"),
        (["corpus/eng.txt", "--out", "x.npy", "--format", "raw"], 2, "change the name"),
        (["corpus"], 2, "corpus is a directory; its ids are written and not printed: give --out"),
        (["corpus/*.txt"], 2, "names several files"),
        (["corpus", "--out", "x", "--append", "<no>"], 2, "'<no>' is not a special token"),
        (["corpus", "--out", "x", "--shard-tokens", "0"], 2, "at least 1 token"),
        (["corpus/eng.txt", "corpus/deu.txt"], 2, "give --out FOLDER"),
        (["corpus/eng.txt", "--dtype", "uint16"], 2, "--dtype needs --out"),
        (["--out", "x", "--dtype", "uint16"], 2, "give at least one PATH"),
        (["gone", "--out", "x"], 1, "gone was not found"),
        (["corpus", "--out", "corpus/eng.txt/x"], 1, "is a file, not a directory"),
    ],
)
def test_what_cannot_be_written(arguments, status, sentence, cli, trained, corpus, tmp_path):
    outcome = cli("encode", trained, *arguments)
    assert (outcome.status, outcome.out) == (status, "")
    assert sentence in outcome.sentence
    assert not (tmp_path / "x").exists()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(("name", "shown"), [("ids", "/proc/ids"), ("a.npy", "/proc/a.npy")])
def test_a_place_that_cannot_be_written_is_called_as_it_was_asked_for(
    name, shown, cli, trained, corpus
):
    outcome = cli("encode", trained, corpus, "--out", f"/proc/{name}")
    assert outcome.status == 1
    assert f"{shown} cannot be written: " in outcome.sentence
    assert ".part" not in outcome.sentence
    assert "space" not in outcome.sentence


def test_a_command_that_failed_continues(cli, trained, tmp_path, monkeypatch):
    """The disk is full after some files; once it has room, the same command writes the others."""
    rows = [json.dumps({"text": f"low {i} newer wider"}) + "\n" for i in range(100_000)]
    (tmp_path / "many.jsonl").write_text("".join(rows), "utf-8")
    options = ["encode", trained, "many.jsonl", "--shard-size", "0.13MB", "--append", "<|im_end|>"]
    assert cli(*options, "--out", tmp_path / "whole").status == 0
    sync, n_calls = os.fsync, 0

    def full(descriptor: int) -> None:
        nonlocal n_calls
        n_calls += 1
        if n_calls > 12:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        outcome = cli(*options, "--out", tmp_path / "ids")
    assert outcome.status == 1
    assert "cannot be written: the disk is full" in outcome.err
    assert "the same command continues after them" in outcome.err
    assert not (tmp_path / "ids").exists()
    outcome = cli(*options, "--out", tmp_path / "ids")
    assert outcome.status == 0
    assert "Continue after " in outcome.err
    for path in (tmp_path / "whole").iterdir():
        assert (tmp_path / "ids" / path.name).read_bytes() == path.read_bytes()


def test_one_file_is_a_bare_array_and_says_where_that_matters(cli, trained, corpus, tmp_path):
    """A dataset with its companions, then the ids of one file over it."""
    out = tmp_path / "x.npy"
    assert cli("encode", trained, corpus, "--out", out).status == 0
    assert np.load(out).dtype == np.uint16
    outcome = cli("encode", trained, corpus / "eng.txt", "--out", out)
    assert np.load(out).dtype == np.uint32
    assert "x.documents.npy and" in outcome.err
    assert "x.json beside it belong to other ids" in outcome.err
    quiet = cli("encode", trained, corpus / "eng.txt", "--out", tmp_path / "y.npy")
    assert (quiet.status, quiet.err) == (0, "")


def test_json_lines_as_one_file_are_encoded_as_they_stand(cli, trained, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "low"}\n', "utf-8")
    outcome = cli("encode", trained, "a.jsonl", "--out", "a.npy")
    assert Tokenizer.load(trained).decode(np.load("a.npy").tolist()) == '{"text": "low"}\n'
    assert "a.jsonl is encoded as plain text, including its JSON" in outcome.err
    outcome = cli("encode", trained, "a.jsonl", "--out", "a.npy", "--dtype", "auto")
    assert Tokenizer.load(trained).decode(np.load("a.npy").tolist()) == "low"


@pytest.mark.slow
def test_ctrl_c_leaves_nothing(trained, tmp_path):
    """The interrupt comes once shards are written, long before the last of 20 million documents."""
    lines = "".join(json.dumps({"text": f"low {i} newer wider"}) + "\n" for i in range(100_000))
    many = tmp_path / "many.jsonl.gz"
    many.write_bytes(gzip.compress(lines.encode(), 1) * 200)
    program = subprocess.Popen(
        [sys.executable, "-m", "workbench", "encode", trained, many, "--out", tmp_path / "ids"],
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    wait_until(
        lambda: bool(list(tmp_path.glob("*.part"))) or program.poll() is not None,
        "The command made no folder",
    )
    program.send_signal(signal.SIGINT)
    _, err = program.communicate()
    assert program.returncode == 130
    assert "Cancelled." in err
    assert "Traceback" not in err
    assert not (tmp_path / "ids").exists()
    assert not list(tmp_path.glob("*.part"))


def test_a_full_disk_is_a_sentence_and_leaves_nothing(cli, trained, corpus, tmp_path, monkeypatch):
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    outcome = cli("encode", trained, corpus, "--out", tmp_path / "ids")
    assert outcome.status == 1
    assert "cannot be written: the disk is full" in outcome.sentence
    assert not (tmp_path / "ids").exists()
    assert not list(tmp_path.glob("*.part"))
