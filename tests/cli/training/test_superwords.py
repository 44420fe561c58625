"""`superwords` and `vocabulary --superwords`."""

from __future__ import annotations

import csv
import io
import shutil
import sys

import pytest

from tests.superword_runs import ENGLISH, GERMAN
from workbench.__main__ import main


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A data folder with the run "super" and its texts, and no run without superwords."""
    folder = tmp_path_factory.mktemp("superwords")
    for label, text in (("eng", ENGLISH), ("deu", GERMAN)):
        (folder / f"{label}.txt").write_text(text, "utf-8")
    paths = [str(folder / f"{label}.txt") for label in ("eng", "deu")]
    options = ["--vocab-size", "340", "--pattern", "o200k", "--superwords-from", "0.8"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOKENIZER_WORKBENCH_HOME", str(folder / "home"))
        assert main(["train", *paths, *options, "--name", "super", "--quiet"]) == 0
    return folder


@pytest.fixture
def texts(home, trained):
    shutil.copytree(trained / "home", home)
    return [trained / f"{label}.txt" for label in ("eng", "deu")]


def test_the_same_size_without_is_missing_then_trained_then_found(cli, texts):
    missing = cli("superwords", "super")
    assert missing.status == 1
    assert "--train-plain" in missing.sentence
    outcome = cli("superwords", "super", "--train-plain", "--json")
    document = outcome.document
    assert document["plain"] == "super, plain"
    assert [row["label"] for row in document["labels"]] == ["eng", "deu"]
    assert document["total"]["saved"] > 0
    total = document["total"]
    assert total["saved"] == pytest.approx(1 - total["tokens"] / total["plain_tokens"])
    found = cli("superwords", "super", "--json").document
    assert found["labels"] == document["labels"]
    names = [run["name"] for run in cli("runs", "list", "--json").document["runs"]]
    assert sorted(names) == ["super", "super, plain"]
    frequency = found["distribution"]["superwords"]["rank_frequency"]
    assert [each["rank"] for each in frequency][:2] == [1, 2]


def test_texts_and_the_other_tokenizer_can_be_named(cli, texts, terminal, monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal)
    outcome = cli("superwords", "super", texts[0], "--plain", "super", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [row["label"] for row in rows] == ["eng", "all"]
    assert {row["saved"] for row in rows} == {"0.00%"}
    assert terminal.shown(r"Encode by both +\d+%  .*")[-1].startswith("Encode by both 100%  ")


def test_a_table_for_people_has_both_distributions(cli, texts):
    outcome = cli("superwords", "super", texts[0], "--plain", "super")
    assert outcome.status == 0
    assert "Rényi efficiency" in outcome.out
    assert "multi-word" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["super", "--plain", "super", "--train-plain"], "exclude each other"),
        (["nobody"], "nobody"),
    ],
)
def test_wrong_use_is_one_sentence(cli, texts, arguments, words):
    outcome = cli("superwords", *arguments)
    assert outcome.status in (1, 2)
    assert words in outcome.sentence


def test_a_file_needs_texts_and_what_to_compare_with(cli, texts, tmp_path):
    cli("export", "super", "--format", "twb", "--out", tmp_path)
    [file] = list(tmp_path.glob("*.twb"))
    assert "give PATH" in cli("superwords", file).sentence
    outcome = cli("superwords", file, texts[0])
    assert outcome.status == 2
    assert "--plain" in outcome.sentence


def test_texts_that_are_gone_are_named(cli, home, trained, tmp_path):
    gone = tmp_path / "gone.txt"
    gone.write_text(ENGLISH, "utf-8")
    options = ["--vocab-size", "320", "--superwords-from", "0.9", "--name", "lost", "--quiet"]
    assert cli("train", gone, *options).status == 0
    gone.unlink()
    outcome = cli("superwords", "lost", "--plain", "lost")
    assert outcome.status == 1
    assert str(gone) in outcome.sentence


def test_all_superwords_are_listed(cli, texts):
    document = cli("vocabulary", "super", "--superwords", "--json").document
    rows = document["superwords"]
    assert document["count"] == len(rows) > 0
    assert sum(document["by_words"].values()) == len(rows)
    saved = [row["applied"] for row in rows]
    assert saved == sorted(saved, reverse=True)
    for row in rows:
        assert "".join(part["hex"] for part in row["parts"]) == row["hex"]
    assert [each["label"] for each in document["shares"]] == ["eng", "deu", "all"]
    table = cli("vocabulary", "super", "--superwords")
    assert "Tokens of the training text:" in table.out
    assert cli("vocabulary", "super", "--superwords", texts[0]).status == 2


def test_no_superwords_is_said(cli, texts):
    cli("train", texts[0], "--vocab-size", "300", "--name", "plain", "--quiet")
    assert "plain has no superwords" in cli("vocabulary", "plain", "--superwords").out
    outcome = cli("superwords", "plain")
    assert outcome.status == 1
    assert "has no superwords" in outcome.sentence
