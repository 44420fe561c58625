"""`vocabulary`: the report as a table, as JSON and for documents."""

from __future__ import annotations

import csv
import io
import json

import pytest

from engine import Tokenizer
from tests.cli.conftest import TEXT


def rows_of(document, section):
    found = next(each for each in document["sections"] if each["section"] == section)
    return {row["condition"]: row["count"] for row in found["rows"]}


def test_a_run_tells_of_its_training_corpus(cli, trained):
    outcome = cli("vocabulary", "small", "--json")
    assert outcome.status == 0, outcome.err
    document = outcome.document
    tokenizer = Tokenizer.load(trained)
    assert document["vocab_size"] == tokenizer.vocab_size
    assert document["usage"] is None
    assert sum(rows_of(document, "kinds").values()) == tokenizer.vocab_size
    assert rows_of(document, "record")["is:inside-one"] == len(document["inside_one"]) > 0
    first = document["inside_one"][0]
    assert bytes.fromhex(first["hex"]) in tokenizer.vocabulary[first["inside"]]
    assert document["unreachable"] == []


def test_uses_in_files(cli, trained, corpus):
    document = cli("vocabulary", trained, corpus / "eng.txt", "--json").document
    ids = Tokenizer.load(trained).encode(TEXT)
    assert document["usage"]["tokens"] == len(ids)
    assert document["usage"]["different_tokens"] == len(set(ids))
    assert rows_of(document, "coverage")["covers:50"] == document["usage"]["covering"]["0.5"]
    longest = next(each for each in document["sections"] if each["section"] == "longest")
    assert longest["unit"] == "bytes"
    assert len(bytes.fromhex(longest["rows"][0]["hex"])) == longest["rows"][0]["count"]


def test_uses_in_a_field_of_records(cli, trained, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"body": "lower"}\n{"body": "lowest"}\n', "utf-8")
    document = cli("vocabulary", trained, "a.jsonl", "--text-field", "body", "--json").document
    assert (document["usage"]["documents"], document["usage"]["bytes"]) == (2, 11)


def test_the_table(cli, trained, corpus):
    outcome = cli("vocabulary", trained, corpus)
    assert outcome.status == 0, outcome.err
    lines = outcome.out.splitlines()
    assert lines[0].split("  ")[0] == "Ids by kind"
    assert any(line.startswith("Latin") and line.endswith("%") for line in lines)
    assert any(line.startswith("50 % of the text") for line in lines)


@pytest.mark.parametrize("how", ["csv", "markdown", "latex"])
def test_for_documents(how, cli, trained):
    outcome = cli("vocabulary", trained, "--format", how)
    assert outcome.status == 0, outcome.err
    assert "Begin with a space" in outcome.out
    if how == "csv":
        rows = list(csv.reader(io.StringIO(outcome.out)))
        assert rows[0] == ["section", "what", "count", "share"]
        kinds = {row[1]: int(row[2]) for row in rows if row[0] == "Ids by kind"}
        assert sum(kinds.values()) == 300


def test_unreachable_tokens_are_listed_with_the_reason(cli, tmp_path):
    Tokenizer([(97, 98), (98, 99), (97, 257), (101, 32)], pattern="gpt2").save(tmp_path / "t.twb")
    document = cli("vocabulary", "t.twb", "--json").document
    assert [(row["reason"], row["text"]) for row in document["unreachable"]] == [
        ("never-merged", "abc"), ("cut", "e "),
    ]  # fmt: skip
    assert "usage" not in {section["section"] for section in document["sections"]}


def test_wrong_use(cli, trained, tmp_path):
    outcome = cli("vocabulary", trained, "--json", "--format", "csv")
    assert (outcome.status, "exclude each other" in outcome.sentence) == (2, True)
    (tmp_path / "empty.txt").touch()
    outcome = cli("vocabulary", trained, "empty.txt")
    assert (outcome.status, "contains no text" in outcome.sentence) == (1, True)
    assert cli("vocabulary", trained, "gone.txt").status == 1
    assert json.loads(cli("vocabulary", trained, "--json").out)["problems"] == []
