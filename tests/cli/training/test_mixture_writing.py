"""`mixture --out`: the mixed corpus as files, its table and JSON, wrong use."""

from __future__ import annotations

import hashlib
import json

import pytest


@pytest.fixture
def lines(tmp_path):
    """A folder with two sources of many short documents."""
    folder = tmp_path / "lines"
    folder.mkdir()
    for label, words in (("eng", "the lower one of %d"), ("deu", "das größere von %d")):
        rows = [json.dumps({"text": words % number}) for number in range(300)]
        (folder / f"{label}.jsonl").write_text("\n".join(rows) + "\n")
    return folder


def test_the_mixture_is_written_and_trained_on(cli, lines, tmp_path):
    out = tmp_path / "mixed"
    given = ("mixture", lines, "--weight", "deu=3", "--weight", "eng=1", "--seed", 7)
    outcome = cli(*given, "--out", out, "--format", "txt")
    assert outcome.status == 0
    assert outcome.err == ""
    assert "2 files and mixture.manifest:" in outcome.out
    assert sorted(path.name for path in out.iterdir()) == ["deu.txt", "eng.txt", "mixture.manifest"]
    again = cli(*given, "--out", tmp_path / "again", "--format", "txt", "--json").document
    assert (tmp_path / "again" / "eng.txt").read_bytes() == (out / "eng.txt").read_bytes()
    shares = {entry["label"]: entry["bytes"] / again["bytes"] for entry in again["files"]}
    assert shares == pytest.approx({"deu": 0.75, "eng": 0.25}, abs=0.01)
    for entry in again["files"]:
        data = (out / entry["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == entry["sha256"]
        (source,) = entry["sources"]
        given_bytes = (lines / f"{entry['label']}.jsonl").read_bytes()
        assert source["sha256"] == hashlib.sha256(given_bytes).hexdigest()
    read = ("--document-separator", r"\n<|endoftext|>\n")
    report = cli("train", out, *read, "--vocab-size", 300, "--json").document
    assert report["bytes"] == again["bytes"]
    assert report["documents"] == again["documents"]
    # The manifest is no text of the corpus.
    assert [row["label"] for row in report["labels"]] == ["deu", "eng"]


def test_remarks_say_what_differs(cli, corpus, tmp_path):
    outcome = cli("mixture", corpus, "--alpha", 0.3, "--out", tmp_path / "a")
    assert outcome.status == 0
    assert "because documents are whole" in outcome.err
    assert "--shorten-last shortens the last one" in outcome.err
    document = cli(
        "mixture", corpus, "--alpha", 0.3, "--out", tmp_path / "b", "--shorten-last", "--json"
    ).document
    assert all(-4 < entry["deviation_bytes"] <= 0 for entry in document["files"])
    (tmp_path / "in.txt").write_text("a|b")
    outcome = cli(
        "mixture", tmp_path / "in.txt", "--label", f"{tmp_path / 'in.txt'}=x/y",
        "--out", tmp_path / "c", "--format", "txt", "--out-separator", "|",
    )  # fmt: skip
    assert "1 document contain" in outcome.err
    assert "--label x_y.txt=x/y" in outcome.err


def test_wrong_use(cli, corpus, tmp_path):
    for option in (("--format", "txt"), ("--shorten-last",), ("--out-separator", "x")):
        outcome = cli("mixture", corpus, *option)
        assert (outcome.status, outcome.out) == (2, "")
        assert f"{option[0]} needs --out FOLDER." in outcome.err
    for option in (("--pattern", "gpt2"), ("--normalization", "nfc")):
        outcome = cli("mixture", corpus, "--out", tmp_path / "o", *option)
        assert outcome.status == 2
        assert f"{option[0]} belongs to the training" in outcome.err
    outcome = cli("mixture", corpus, "--out", tmp_path / "o", "--out-separator", "x")
    assert (outcome.status, "--out-separator needs --format txt" in outcome.err) == (2, True)
    (tmp_path / "file").touch()
    outcome = cli("mixture", corpus, "--out", tmp_path / "file" / "o")
    assert outcome.status == 1
    assert "is a file, not a directory" in outcome.err
    assert cli("mixture", corpus, "--seed", 3).status == 2  # nothing is drawn
    assert not (tmp_path / "o").exists()
