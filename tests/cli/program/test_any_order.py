"""Options and arguments in any order, and --json before and after every command."""

from __future__ import annotations

import json

import pytest

from workbench.cli import demo


@pytest.mark.parametrize(
    "arguments",
    [
        ["small", "corpus/eng.txt", "--out", "i.npy"],
        ["small", "--out", "i.npy", "corpus/eng.txt"],
        ["--out", "i.npy", "small", "corpus/eng.txt"],
        ["--out", "i.npy", "small", "--special", "parse", "corpus/eng.txt", "--json"],
        ["--out=i.npy", "--", "small", "corpus/eng.txt"],
    ],
)
def test_encode_takes_its_file_after_any_option(arguments, cli, trained, tmp_path):
    outcome = cli("encode", *arguments)
    assert outcome.status == 0, outcome.err
    assert (tmp_path / "i.npy").is_file()


def test_names_that_begin_with_a_dash_stand_behind_two(cli, trained, tmp_path):
    (tmp_path / "-i.txt").write_text("the cat\n", "utf-8")
    for arguments in (("small", "--", "-i.txt"), ("--special", "parse", "--", "small", "-i.txt")):
        outcome = cli("encode", "--json", *arguments)
        assert outcome.status == 0, outcome.err
        assert outcome.document["bytes"] == 8


def test_train_takes_paths_around_its_options(cli, corpus):
    report = cli(
        "train", "--quiet", corpus / "deu.txt", "--vocab-size", 270, corpus / "eng.txt", "--json"
    ).document
    assert report["documents"] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate", "small", "--baseline", "small", "corpus", "--json"],
        ["split", "corpus/eng.txt", "--json", "--pattern", "gpt2"],
        ["split", "--pattern", "gpt2", "--json", "corpus/eng.txt"],
        ["decode", "--json", "small", "ids.txt"],
        ["export", "--format", "workbench", "--out", "out", "small", "--json"],
        ["runs", "export", "--format", "workbench", "--json", "small", "--out", "out"],
        ["runs", "rename", "small", "--json", "other"],
        ["runs", "--json", "show", "small"],
        ["runs", "show", "--json", "small"],
    ],
)
def test_every_command_takes_its_arguments_in_any_order(arguments, cli, trained, tmp_path):
    (tmp_path / "ids.txt").write_text("108 111")
    outcome = cli(*arguments)
    assert outcome.status == 0, outcome.err
    json.loads(outcome.out)
    reordered = cli("--json", *(word for word in arguments if word != "--json"))
    if "rename" not in arguments:
        assert json.loads(reordered.out) == json.loads(outcome.out)


def test_too_much_is_still_wrong_use(cli, trained):
    for arguments in (["decode", "small", "a", "b"], ["encode", "small", "--frobnicate", "a"]):
        outcome = cli(*arguments)
        assert outcome.status == 2
        assert "unrecognized arguments" in outcome.sentence


def test_decode_has_a_document(cli, trained):
    document = cli("decode", trained, "--json", stdin=b"108 111 119").document
    assert document == {"tokens": 3, "bytes": 3, "text": "low", "is_utf8": True}
    document = cli("--json", "decode", trained, stdin=b"108 255").document
    assert document == {"tokens": 2, "bytes": 2, "text": "l\ufffd", "is_utf8": False}


def test_the_demo_has_a_document_with_and_without_a_window(cli, monkeypatch, tmp_path):
    monkeypatch.setattr("workbench.__main__._render", lambda folder, *_: [folder / "train.png"])
    monkeypatch.setattr("workbench.__main__._open", lambda *_: 0)
    for problem, pictures in (("no display.", [str(tmp_path / "p/train.png")]), (None, [])):
        monkeypatch.setattr(demo, "display_problem", lambda problem=problem: problem)
        outcome = cli("--json", "demo", "--out", "p")
        assert outcome.status == 0, outcome.err
        assert outcome.document["pictures"] == pictures
        assert outcome.document["tokenizer"] == str(tmp_path / "p/tokenizer.json")
        assert (tmp_path / "p/tokenizer.json").is_file()
        assert outcome.document["vocab_size"] == 4096


def test_the_demo_says_its_seconds_with_two_digits(cli, monkeypatch, tmp_path):
    monkeypatch.setattr("workbench.__main__._render", lambda *_: [])
    monkeypatch.setattr(demo, "display_problem", lambda: "there is no display.")
    out = cli("demo", "--out", tmp_path).out
    [line] = [line for line in out.splitlines() if line.startswith("Run ")]
    assert line.split(" in ")[-1].replace(".", "", 1).removesuffix(" s.").isdecimal()
    assert len(line.split(" in ")[-1].partition(".")[2]) == len("00 s.")


def test_json_without_a_command_is_wrong_use(cli):
    outcome = cli("--json")
    assert (outcome.status, outcome.out) == (2, "")
    assert "--json needs a command" in outcome.sentence
