"""`count`, `counts` and the options that take folders of counts."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.cli.conftest import TEXT

GERMAN = "der hund und die katze und der vogel " * 20


@pytest.fixture
def texts(home, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "eng.txt").write_text(TEXT, encoding="utf-8")
    (folder / "deu.txt").write_text(GERMAN, encoding="utf-8")
    return folder


@pytest.fixture
def counted(texts, cli):
    assert cli("count", texts, "--pattern", "llama3", "--out", "counts").status == 0
    return "counts"


def made_by_others(place):
    place.mkdir()
    rows = {"pretoken": [b"the", b" cat", b" mat"], "label": ["eng"] * 3, "count": [9, 5, 2]}
    parquet.write_table(pa.table(rows), place / "rows.parquet")
    return place


def test_counting_says_what_was_counted(texts, cli):
    outcome = cli("count", texts, "--pattern", "gpt2", "--out", "counts", "--json")
    assert outcome.status == 0
    document = outcome.document
    assert document["pattern_name"] == "gpt2"
    assert set(document["labels"]) == {"deu", "eng"}
    assert document["bytes"] == len(TEXT.encode()) + len(GERMAN)
    assert Path("counts", "counts.json").is_file()
    again = cli("count", texts, "--out", "counts")
    assert (again.status, "is not empty" in again.sentence) == (1, True)


def test_a_training_from_counts_is_one_from_the_text(texts, counted, cli):
    options = ("--vocab-size", "300", "--json", "--quiet")
    from_text = cli("train", texts, "--pattern", "llama3", *options)
    from_counts = cli("train", "--counts", counted, *options)
    assert from_counts.status == 0, from_counts.err
    assert from_counts.document["semantic_hash"] == from_text.document["semantic_hash"]
    same = ("bytes", "documents", "pretokens", "unique_pretokens")
    assert all(from_counts.document[key] == from_text.document[key] for key in same)
    as_path = cli("train", counted, "--pattern", "llama3", *options)
    assert as_path.document["semantic_hash"] == from_text.document["semantic_hash"]


def test_a_floor_is_told_stored_and_taken_again(texts, counted, cli):
    options = ("--vocab-size", "290", "--json", "--quiet")
    floored = cli("train", "--counts", counted, "--min-count", "15", "--name", "a", *options)
    assert floored.status == 0, floored.err
    assert any("proven equal to" in each for each in floored.document["problems"])
    assert 0 < floored.document["proven_merges"] < floored.document["n_merges"]
    shown = cli("runs", "show", "a", "--json").document
    assert {source["reading"]["min_count"] for source in shown["sources"]} == {15}
    assert any("proven equal" in each for each in shown["problems"])
    larger = cli("resume", "a", "--vocab-size", "294", "--json", "--quiet")
    assert larger.status == 0, larger.err
    direct = cli("train", "--counts", counted, "--min-count", "15", "--vocab-size", "294",
                 "--json", "--quiet")  # fmt: skip
    assert larger.document["semantic_hash"] == direct.document["semantic_hash"]


def test_a_mixture_of_counts_reads_no_rows(texts, counted, cli):
    of_text = cli("mixture", texts, "--alpha", "0.3", "--json").document
    of_counts = cli("mixture", "--counts", counted, "--alpha", "0.3", "--json").document
    keys = ("label", "bytes", "share", "weight")
    assert [[row[key] for key in keys] for row in of_counts["sources"]] == [
        [row[key] for key in keys] for row in of_text["sources"]
    ]
    assert all(row["is_kept"] for row in of_counts["sources"])


def test_every_size_of_a_run_from_counts(counted, cli):
    cli("train", "--counts", counted, "--vocab-size", "290", "--name", "b", "--quiet")
    assert cli("sweep", "b", "--sizes", "270,290", "--json").status == 0


def test_merging_and_showing(texts, counted, cli, terminal, monkeypatch):
    assert cli("count", texts / "eng.txt", "--pattern", "llama3", "--out", "more").status == 0
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        merged = cli("counts", "merge", counted, "more", "--out", "both", "--json").document
    assert merged["labels"]["eng"]["bytes"] == 2 * len(TEXT.encode())
    assert merged["labels"]["deu"]["bytes"] == len(GERMAN)
    assert len(merged["read"]) == 3
    assert terminal.shown(r"[A-Z][a-z]+ +\d+%.*")[-1].startswith("Merge 100%")
    shown = cli("counts", "show", "both", "--top", "1")
    assert shown.status == 0
    assert "German" in shown.out
    assert shown.out.strip().splitlines()[-1].split() == ["·lower", "eng", "40"]
    refused = cli("counts", "show", "both", "--top", "-1")
    assert (refused.status, "it must be at least 0, not -1" in refused.sentence) == (2, True)
    document = cli("counts", "show", "both", "--top", "2", "--json").document
    assert [row["count"] for row in document["most_frequent"]] == [40, 40]


def test_counts_of_another_program(home, tmp_path, cli):
    place = made_by_others(tmp_path / "theirs")
    assert "has no manifest" in cli("counts", "show", place).sentence
    assert cli("counts", "check", place).status == 1
    checked = cli("counts", "check", place, "--pattern", "gpt2")
    assert (checked.status, "No problems." in checked.out) == (0, True)
    without = cli("train", "--counts", place, "--vocab-size", "258")
    assert (without.status, "has no manifest" in without.sentence) == (1, True)
    options = ("--vocab-size", "258", "--json", "--quiet")
    trained = cli("train", "--counts", place, "--pattern", "gpt2", "--name", "c", *options)
    assert trained.status == 0, trained.err
    assert trained.document["bytes"] == 3 * 9 + 4 * 5 + 4 * 2
    larger = cli("resume", "c", "--vocab-size", "259", "--quiet")
    assert larger.status == 0, larger.err
    assert cli("counts", "merge", place, "--pattern", "gpt2", "--out", "ours").status == 0
    ours = cli("train", "--counts", "ours", *options)
    assert ours.document["semantic_hash"] == trained.document["semantic_hash"]


def test_a_bad_row_is_the_answer_no(home, tmp_path, cli):
    place = tmp_path / "theirs"
    place.mkdir()
    rows = {"pretoken": [b"the", b"cat"], "label": ["eng", "eng"], "count": [9, -1]}
    parquet.write_table(pa.table(rows), place / "rows.parquet")
    outcome = cli("counts", "check", place, "--pattern", "gpt2")
    assert outcome.status == 1
    assert "rows.parquet, row 2, column count: -1 is no count" in outcome.out
    document = cli("counts", "check", place, "--pattern", "gpt2", "--json").document
    assert (document["usable"], document["counts"]) == (False, None)
    missing = cli("counts", "check", tmp_path / "nowhere")
    assert (missing.status, "nowhere was not found" in missing.sentence) == (2, True)
    assert "is a file, not a folder of counts" in cli("counts", "check", place / "rows.parquet").out
    outcome = cli("train", "--counts", place, "--pattern", "gpt2", "--vocab-size", "260")
    assert (outcome.status, "row 2" in outcome.sentence) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--pattern", "gpt2"), 1, "counted with the split pattern llama3, not with gpt2"),
        (("--normalization", "nfc"), 1, "counted with the normalization none, not with nfc"),
        (("--superwords-from", "290"), 1, "Superwords need the text itself"),
        (("--max-chars", "10"), 1, "max_chars cannot be applied"),
        (("--min-count", "0"), 2, "must be a whole number of at least 1"),
        (("--min-count", "9999"), 1, "occurs less than 9,999 times"),
    ],
)
def test_what_counts_cannot_do_is_one_sentence(counted, cli, arguments, status, words):
    outcome = cli("train", "--counts", counted, "--vocab-size", "300", *arguments)
    assert (outcome.status, outcome.out) == (status, "")
    assert words in outcome.sentence


def test_a_floor_belongs_to_counts(texts, cli):
    outcome = cli("train", texts, "--vocab-size", "300", "--min-count", "3")
    assert (outcome.status, "--min-count belongs to counts" in outcome.sentence) == (2, True)


def test_commands_that_need_text_say_so(texts, counted, cli):
    cli("train", texts, "--pattern", "llama3", "--vocab-size", "280", "--name", "d", "--quiet")
    outcome = cli("evaluate", "d", counted)
    assert outcome.status == 1
    assert "contains counts and no text" in outcome.sentence


def test_a_run_whose_counts_changed_cannot_go_on(texts, counted, cli):
    cli("train", "--counts", counted, "--vocab-size", "280", "--name", "e", "--quiet")
    shutil.rmtree(counted)
    cli("count", texts / "eng.txt", "--pattern", "llama3", "--out", counted)
    outcome = cli("resume", "e", "--vocab-size", "290")
    assert outcome.status == 1
    assert "counts" in outcome.sentence
