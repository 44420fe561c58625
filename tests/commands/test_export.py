from __future__ import annotations

import json

import pytest
import tokenizers

from engine import Tokenizer
from engine.formats import ExportVerdict, export_tokenizer
from workbench.commands import export

VERIFIED = {"tokenizer.json": "transformers", "tiktoken": "tiktoken", "workbench": "saved file"}


@pytest.mark.parametrize("name", VERIFIED)
def test_an_export_with_verification(name, cli, trained, tmp_path):
    outcome = cli("export", "small", "--format", name, "--out", "made/here", "--verify", "--json")
    assert outcome.status == 0, outcome.err
    verification = outcome.document["verification"]
    assert verification["status"] == "equal"
    assert VERIFIED[name] in " ".join(verification["libraries"])
    assert verification["texts"] > 500
    files = sorted(path.name for path in (tmp_path / "made/here").iterdir())
    assert files == sorted(path.rpartition("/")[2] for path in outcome.document["files"])


def test_the_files_are_what_the_libraries_expect(cli, trained, tmp_path):
    assert cli("export", trained, "--format", "tokenizer.json", "--out", "hf").status == 0
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "hf/tokenizer.json"))
    assert theirs.encode("lower Größe").ids == Tokenizer.load(trained).encode("lower Größe")
    outcome = cli("export", trained, "--format", "tiktoken", "--out", "tt")
    assert outcome.out.split()[0].endswith("tokenizer.tiktoken")
    sidecar = json.loads((tmp_path / "tt/tokenizer.tiktoken.json").read_text("utf-8"))
    assert sidecar["special_tokens"]["<|im_end|>"] == 299


def test_a_difference_is_a_failure_that_shows_both_cuts(cli, trained, monkeypatch):
    tokenizer = Tokenizer.load(trained)
    other = Tokenizer(
        tokenizer.merges[:-20], special_tokens=tokenizer.special_tokens, vocab_size=300
    )

    def write_another(_tokenizer, name, out):
        return export_tokenizer(other, name, out)

    monkeypatch.setattr(export, "export_tokenizer", write_another)
    outcome = cli("export", trained, "--format", "tiktoken", "--out", "out", "--verify")
    assert outcome.status == 1
    assert "Other ids than in tiktoken" in outcome.sentence
    assert "first difference in" in outcome.sentence


@pytest.mark.parametrize("inside", [True, False])
def test_without_the_libraries_the_line_that_installs_them(
    inside, cli, trained, tmp_path, monkeypatch
):
    verdict = ExportVerdict("tokenizer.json", "not installed", missing=("tokenizers", "more"))
    monkeypatch.setattr(export, "verify_export", lambda *_: verdict)
    python = (tmp_path if inside else tmp_path.parent) / ".venv/bin/python"
    monkeypatch.setattr("sys.executable", str(python))
    arguments = ("export", trained, "--format", "tokenizer.json", "--out", "out", "--verify")
    words = ".venv/bin/python" if inside else str(python)
    for outcome in (cli(*arguments), cli(*arguments, "--json")):
        assert outcome.status == 1
        assert "Not verified: tokenizers and more not installed." in outcome.sentence
        assert outcome.sentence.endswith(f" {words} -m pip install tokenizers more")
    assert outcome.document["verification"]["sentence"] in outcome.sentence


@pytest.mark.parametrize("out", ["file", "file/deeper/out"])
def test_a_file_in_the_way_is_named_and_no_space_asked_for(out, cli, trained, tmp_path):
    (tmp_path / "file").write_text("x")
    outcome = cli("export", trained, "--format", "workbench", "--out", out)
    assert outcome.status == 1
    assert f"{out} cannot be written: file is a file, not a directory." in outcome.sentence
    assert "space" not in outcome.sentence
    assert (tmp_path / "file").read_text() == "x"


def test_an_unknown_format_is_wrong_use(cli, trained, tmp_path):
    outcome = cli("export", trained, "--format", "gguf", "--out", "out")
    assert outcome.status == 2
    assert "'gguf'; choose one of tokenizer.json, tiktoken, workbench" in outcome.sentence
    assert not (tmp_path / "out").exists()
