"""`train --trainer`: runs of other libraries, and what the other commands do with them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TEXTS = {
    "eng": "The cat number {n} sat on the mat, and dog {n} slept.\n",
    "deu": "Die Katze Nummer {n} saß auf der Matte, und Hund {n} schlief.\n",
}


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    for name, line in TEXTS.items():
        (folder / f"{name}.txt").write_text("".join(line.format(n=n) for n in range(80)), "utf-8")
    return folder


@pytest.fixture
def trained(cli, texts, tmp_path):
    """A run of sp-unigram; its document and a database that has it."""
    db = tmp_path / "runs.sqlite"
    outcome = cli(
        "train", texts, "--trainer", "sp-unigram", "--byte-fallback",
        "--character-coverage", "1", "--alpha", "0.3", "--out", tmp_path / "out",
        "--db", db, "--json", "--vocab-size", 310,
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    return json.loads(outcome.out), db


def test_a_run_of_sentencepiece_is_listed_shown_encoded_and_evaluated(cli, texts, trained):
    document, db = trained
    assert document["trainer"] == "sp-unigram"
    assert document["options"]["byte_fallback"] is True
    assert document["options"]["max_sentence_length"] == 4192
    assert document["tokenizer"].endswith("tokenizer.model")
    assert set(document["seconds"]) == {"write", "read", "train", "total"}
    assert document["unknown_share"] == 0
    assert [each["label"] for each in document["labels"]] == ["deu", "eng"]
    run = document["run_id"]

    listed = json.loads(cli("runs", "list", "--db", db, "--json").out)["runs"]
    assert [(each["name"], each["trainer"]) for each in listed] == [
        ("sp-unigram-310", "sp-unigram")
    ]
    assert "sp-unigram" in cli("runs", "list", "--db", db).out
    shown = cli("runs", "show", run, "--db", db).out
    assert "byte_fallback True" in shown
    assert "sentencepiece 0" in shown
    whole = json.loads(cli("runs", "show", run, "--db", db, "--json").out)
    assert whole["mixture"]["alpha"] == 0.3
    assert whole["library"]["file_name"] == "tokenizer.model"

    path = document["tokenizer"]
    from_run = cli("encode", run, texts / "eng.txt", "--db", db, "--json")
    from_file = cli("encode", path, texts / "eng.txt", "--db", db, "--json")
    assert json.loads(from_run.out)["ids"] == json.loads(from_file.out)["ids"]
    measured = cli("evaluate", run, texts, "--db", db, "--json")
    assert measured.status == 0
    beside = cli("compare", run, path, "--db", db, "--all")
    assert beside.status == 0
    assert "sp-unigram" in beside.out
    report = cli("vocabulary", run, texts, "--db", db, "--json").document
    assert report["usage"]["tokens"] == sum(
        row["tokens"] for row in json.loads(measured.out)["labels"]
    )
    refused = cli("sweep", run, "--sizes", "300", "--db", db)
    assert refused.status != 0


def test_what_needs_merges_refuses_the_run_in_a_sentence(cli, trained):
    document, db = trained
    outcome = cli("vocabulary", document["run_id"], "--find", "cat", "--db", db)
    assert outcome.status == 1
    assert "was trained by sp-unigram and runs in sentencepiece" in outcome.err
    out = db.parent / "exported"
    given = (document["run_id"], "--out", out, "--db", db)
    refused = cli("export", *given, "--format", "tiktoken")
    assert refused.status == 1 and "runs in sentencepiece" in refused.err
    assert cli("export", *given, "--format", "sentencepiece").status == 0
    assert (out / "tokenizer.model").read_bytes() == Path(document["tokenizer"]).read_bytes()
    registered = cli("registry", "add", "kept", document["run_id"], "--db", db)
    assert registered.status != 0


def test_a_recipe_trains_with_another_library_again(cli, texts, tmp_path):
    recipe = tmp_path / "again.toml"
    recipe.write_text(
        f'paths = ["{texts.as_posix()}"]\nvocab_size = 300\ntrainer = "hf-bpe"\n'
        'pattern = "cl100k"\nsplit_digits = true\n',
        "utf-8",
    )
    db = tmp_path / "runs.sqlite"
    outcome = cli("train", "--recipe", recipe, "--db", db)
    assert outcome.status == 0, outcome.err
    table, _, summary = outcome.out.partition("Measured on the beginning of each source.\n\n")
    rows = [line.split() for line in table.splitlines()]
    assert [(row[0], row[-1]) for row in rows if row] == [
        ("label", "exact"), ("deu", "yes"), ("eng", "yes"), ("all", "yes"),
    ]  # fmt: skip
    (run,) = json.loads(cli("runs", "list", "--db", db, "--json").out)["runs"]
    assert run["trainer"] == "hf-bpe"
    first, ids, read, times, file = summary.splitlines()
    assert first == f"Run {run['run_id']} ({run['name']})"
    assert ids.startswith("  300 ids, ")
    assert read.startswith("  2 documents, ")
    assert re.match(r"  [\d.]+ m?s in tokenizers .*: .* writing the text, .* reading it, ", times)
    assert Path(file.strip()).is_file()
    shown = json.loads(cli("runs", "show", run["run_id"], "--db", db, "--json").out)
    assert (shown["pattern_name"], shown["trainer_options"]) == (
        "cl100k", {"split_digits": True, "word_suffix": ""},
    )  # fmt: skip


def test_trainers_beside_make_runs_and_one_table(cli, texts, tmp_path):
    """One of them fails: its row says why, and the others are there."""
    recipe, db = tmp_path / "all.toml", tmp_path / "runs.sqlite"
    recipe.write_text(
        f'paths = ["{texts.as_posix()}"]\nvocab_size = 310\nname = "of"\n'
        'special_tokens = ["<|end|>"]\ntie_break = "gpt2-order"\n'
        'beside = ["hf-bpe", "sp-unigram"]\ncharacter_coverage = 1.0\n',
        "utf-8",
    )
    outcome = cli("train", "--recipe", recipe, "--out", tmp_path / "out", "--db", db, "--json")
    assert outcome.status == 1
    assert "hf-bpe trains without tie_break, which it does not have." in outcome.err
    assert "The other trainers go on." in outcome.err
    document = json.loads(outcome.out)
    own, bpe, failed = document["comparison"]
    assert [each["trainer"] for each in (own, bpe, failed)] == ["workbench", "hf-bpe", "sp-unigram"]
    assert own["run_id"] == document["run_id"] and own["name"] == "of"
    assert own["bytes_per_token"] == bpe["bytes_per_token"]  # the same merges
    assert own["fertility"] == bpe["fertility"] > 1 and bpe["name"] == "of-hf-bpe"
    assert bpe["round_trips"] and bpe["peak_bytes"] != 0 and bpe["seconds_train"] > 0
    assert bpe["file_bytes"] == (tmp_path / "out" / "hf-bpe" / "tokenizer.json").stat().st_size
    assert failed["run_id"] is None and "finds at most" in failed["error"]
    assert [each["name"] for each in document["beside"]] == ["of-hf-bpe"]
    listed = json.loads(cli("runs", "list", "--db", db, "--json").out)["runs"]
    assert {each["name"]: each["status"] for each in listed} == {
        "of": "finished", "of-hf-bpe": "finished", "of-sp-unigram": "failed",
    }  # fmt: skip


def test_the_table_is_printed_and_quiet_gives_all_ids(cli, texts, tmp_path):
    given = ("train", texts, "--vocab-size", 300, "--beside", "hf-wordpiece", "--db")
    printed = cli(*given, tmp_path / "a.sqlite")
    assert printed.status == 0, printed.err
    *_, last, first = [line for line in printed.out.splitlines() if line.startswith("  ")]
    assert "hf-wordpiece: run" in first and "workbench: run" in last
    assert any(line.startswith("hf-wordpiece  tokenizer.json") for line in printed.out.splitlines())
    quiet = cli(*given, tmp_path / "b.sqlite", "--quiet")
    listed = json.loads(cli("runs", "list", "--db", tmp_path / "b.sqlite", "--json").out)["runs"]
    assert set(quiet.out.split()) == {each["run_id"] for each in listed}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--beside", "sp-bpe,rustbpe"], "Unknown beside 'rustbpe'; choose one of hf-bpe"),
        (["--beside", "sp-bpe,sp-bpe"], "sp-bpe is named twice"),
        (["--trainer", "hf-bpe", "--beside", "hf-bpe"], "hf-bpe is named twice"),
        (["--beside", "hf-bpe", "--byte-fallback"], "belongs to the trainers sp-bpe, sp-unigram"),
        (["--beside", "all", "--keep-on-interrupt"], "use it without --beside"),
        (["--trainer", "hf-wordpiece", "--byte-fallback"], "hf-wordpiece has no option byte_fallb"),
        (["--character-coverage", "0.99"], "belongs to the trainers sp-bpe, sp-unigram"),
        (["--trainer", "sp-bpe", "--pattern", "gpt2"], "takes no split pattern"),
        (["--trainer", "sp-bpe", "--tie-break", "first-seen"], "has no setting tie_break"),
        (["--trainer", "sp-bpe", "--character-coverage", "2"], "must be a share from 0.98 to 1"),
        (["--trainer", "hf-bpe", "--keep-on-interrupt"], "--keep-on-interrupt keeps merges"),
    ],
)
def test_wrong_use_is_one_sentence_and_no_run(options, sentence, cli, texts, tmp_path):
    db = tmp_path / "runs.sqlite"
    outcome = cli("train", texts, "--vocab-size", 300, *options, "--db", db)
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert sentence in outcome.err
    assert not db.exists()


def test_a_training_that_fails_is_a_failed_run_with_the_reason(cli, texts, tmp_path):
    db = tmp_path / "runs.sqlite"
    outcome = cli(
        "train", texts, "--vocab-size", 9000, "--trainer", "sp-bpe", "--db", db, "--quiet"
    )
    assert outcome.status == 1
    assert "sentencepiece finds at most" in outcome.err
    (run,) = json.loads(cli("runs", "list", "--db", db, "--json").out)["runs"]
    assert run["status"] == "failed"
    assert "finds at most" in run["reason"]
    resumed = cli("resume", run["run_id"], "--db", db)
    assert (resumed.status, resumed.err.count("\n")) == (1, 1)
    assert "is one of sp-bpe, which cannot go on where it was" in resumed.err
