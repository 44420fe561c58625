"""`import`: the report, the exit status, and what is written or registered on request."""

from __future__ import annotations

import json

import pytest

from engine import Tokenizer


@pytest.fixture
def exported(cli, trained, tmp_path):
    folder = tmp_path / "exported"
    assert cli("export", trained, "--format", "tokenizer.json", "--out", folder).status == 0
    return folder


def test_the_report_of_a_good_directory(cli, exported, trained, tmp_path):
    outcome = cli("import", exported, "--out", tmp_path / "own", "--name", "taken")
    assert outcome.status == 0, outcome.err
    assert "Usable" in outcome.out
    assert "sha256" in outcome.out
    assert "Registered: taken@1" in outcome.out
    ours = Tokenizer.load(tmp_path / "own")
    assert ours.encode("low lower") == Tokenizer.load(trained).encode("low lower")
    assert cli("encode", "taken@1", stdin=b"low").status == 0


def test_files_that_cannot_be_used_end_with_1_and_one_document(cli, exported):
    file = exported / "tokenizer.json"
    document = json.loads(file.read_text("utf-8"))
    document["model"]["merges"].append(["q", "q"])
    file.write_text(json.dumps(document), "utf-8")
    outcome = cli("import", exported, "--json", "--out", exported / "own")
    assert outcome.status == 1
    assert outcome.document["usable"] is False
    assert "merge-product-missing" in [each["code"] for each in outcome.document["findings"]]
    assert not (exported / "own").exists()


def test_paths_and_patterns_that_cannot_be(cli, exported):
    outcome = cli("import", "nowhere")
    assert (outcome.status, "was not found" in outcome.sentence) == (1, True)
    outcome = cli("import", "cl100k_base", "--pattern", "gpt2")
    assert (outcome.status, "has its own split pattern" in outcome.sentence) == (2, True)
    assert cli("import", exported, "--pattern", "(").status == 2
