from __future__ import annotations

import json
import sys

import pytest
import tokenizers

import engine.formats
from engine import Tokenizer
from engine.formats import ExportVerdict, export_tokenizer
from tests.provenance import provenance_of
from workbench.store import RunStore

VERIFIED = {"tiktoken": "tiktoken", "workbench": "saved file"}  # transformers: in tests/engine


@pytest.mark.parametrize("name", VERIFIED)
def test_an_export_with_verification(name, cli, trained, corpus, tmp_path):
    outcome = cli(
        "export", "small", "--format", name, "--out", "made/here", "--verify", "--json",
        "--verify-on", corpus,
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    verification = outcome.document["verification"]
    assert verification["status"] == "equal"
    assert VERIFIED[name] in " ".join(verification["libraries"])
    assert verification["texts"] > 150
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


@pytest.mark.slow
def test_a_difference_is_a_failure_that_shows_both_cuts(cli, trained, monkeypatch):
    tokenizer = Tokenizer.load(trained)
    other = Tokenizer(
        tokenizer.merges[:-20], special_tokens=tokenizer.special_tokens, vocab_size=300
    )

    def write_another(_tokenizer, format_name, out, **more):
        return export_tokenizer(other, format_name, out, **more)

    monkeypatch.setattr(engine.formats, "export_tokenizer", write_another)
    outcome = cli("export", trained, "--format", "tiktoken", "--out", "out", "--verify")
    assert outcome.status == 1
    assert "Other ids than in tiktoken" in outcome.sentence
    assert "first difference in" in outcome.sentence


@pytest.mark.parametrize("inside", [True, False])
def test_without_the_libraries_the_line_that_installs_them(
    inside, cli, trained, tmp_path, monkeypatch
):
    answer = '{"libraries": [], "missing": ["tokenizers", "more"]}'
    command = [sys.executable, "-c", f"import sys; sys.stdin.read(); print('{answer}')"]
    monkeypatch.setattr("engine.formats.verification.reader_command", lambda: command)
    python = (tmp_path if inside else tmp_path.parent) / ".venv/bin/python"
    monkeypatch.setattr("sys.executable", str(python))
    arguments = ("export", trained, "--format", "tokenizer.json", "--out", "out", "--verify")
    words = ".venv/bin/python" if inside else str(python)
    for outcome in (cli(*arguments), cli(*arguments, "--json")):
        assert outcome.status == 1
        assert "Not verified: tokenizers and more not installed." in outcome.sentence
        assert outcome.sentence.endswith(f" {words} -m pip install 'tokenizers>=0.22' more")
    assert outcome.document["verification"]["sentence"] in outcome.sentence


@pytest.mark.parametrize("out", ["file", "file/deeper/out"])
def test_a_file_in_the_way_is_named_and_no_space_asked_for(out, cli, trained, tmp_path):
    (tmp_path / "file").write_text("x")
    outcome = cli("export", trained, "--format", "workbench", "--out", out)
    assert outcome.status == 1
    assert f"{out} cannot be written: file is a file, not a directory." in outcome.sentence
    assert "space" not in outcome.sentence
    assert (tmp_path / "file").read_text() == "x"


def test_tokens_of_bytes_are_no_sentencepiece_model(cli, trained, tmp_path):
    outcome = cli("export", trained, "--format", "sentencepiece", "--out", "out")
    assert outcome.status == 1
    assert "no string can contain" in outcome.sentence
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("--format", "onnx"),
            "'onnx'; choose one of these, or another name of it: tokenizer.json",
        ),
        (
            ("--format", "tiktoken", "--layout", "v4"),
            "--layout has no effect on the format tiktoken",
        ),
        (("--format", "hf", "--layout", "v6"), "v5, v4, not 'v6'"),
        (("--format", "hf", "--name", "mine"), "--name is for tiktoken, minbpe, gguf"),
        (("--format", "hf", "--time-limit", "5"), "go with --verify"),
        (("--format", "gguf", "--time-limit", "0", "--verify"), "above 0"),
    ],
)
def test_wrong_use_writes_nothing(arguments, words, cli, trained, tmp_path):
    outcome = cli("export", trained, *arguments, "--out", "out")
    assert outcome.status == 2
    assert words in outcome.sentence
    assert not (tmp_path / "out").exists()


def test_what_a_format_cannot_hold_is_a_failure_with_the_way_out(cli, trained, tmp_path):
    outcome = cli("export", trained, "--format", "tekken.json", "--out", "out")
    assert outcome.status == 1
    assert "--renumber" in outcome.sentence
    assert not (tmp_path / "out").exists()
    assert cli("export", trained, "--format", "mistral", "--renumber", "--out", "out").status == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "tekken.json",
        "tekken_ids.json",
    ]


def test_the_verdict_and_the_hashes_stay_with_the_run(cli, trained, corpus, tmp_path):
    outcome = cli(
        "runs", "export", "small", "--format", ".tiktoken", "--out", "tt", "--name", "mine",
        "--verify", "--verify-on", corpus, "--json",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    with RunStore.open() as store:
        [kept] = store.exports("small")
    assert kept.format == outcome.document["format"] == "tiktoken"
    assert {file.name: file.sha256 for file in kept.files} == outcome.document["sha256"]
    assert (tmp_path / "tt/mine.tiktoken").exists()
    verdict = ExportVerdict.of_document(kept.verdict)
    assert verdict.is_equal
    assert verdict.n_texts == outcome.document["verification"]["texts"] < 1000


def test_a_bundle_of_a_run_has_its_provenance(cli, trained, tmp_path):
    assert cli("export", "small", "--format", "tiktoken", "--out", "tt").status == 0
    assert cli("export", "small", "--format", "bundle", "--out", "made").status == 0
    provenance = provenance_of(tmp_path / "made" / "tokenizer.twb")
    sources = provenance["trained_from"]["sources"]
    assert sorted(source["label"] for source in sources) == ["deu", "eng"]
    assert all(len(file["sha256"]) == 64 for source in sources for file in source["files"])
    assert provenance["exports"][0]["files"][0]["name"] == "tokenizer.tiktoken"
    assert provenance["run"]["settings"]["tie_break"] == "smallest-ids"
    assert Tokenizer.load(tmp_path / "made").semantic_hash == provenance["semantic_hash"]


def test_a_pattern_that_llama_cpp_does_not_have_is_told_before_training(cli, corpus):
    novel = cli("train", corpus, "--vocab-size", 270, "--pattern", r"\w+|\W")
    assert "No pre-tokenizer of llama.cpp splits like this split pattern" in novel.err
    usual = cli("train", corpus, "--vocab-size", 270, "--pattern", "llama3")
    assert "llama.cpp" not in usual.err
