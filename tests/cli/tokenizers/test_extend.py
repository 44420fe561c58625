"""`extend`: the files it writes, what it prints, and what it refuses."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
import tokenizers

from engine import formats
from engine.encoding.tokenizer import Tokenizer
from engine.library import LibraryTokenizer
from tests.extension_cases import DOMAIN, extended_by_reference, pretoken_counts, trained
from tests.model_folders import write_model
from workbench.store import RunStore


@pytest.fixture
def files(tmp_path):
    """A tokenizer and a domain, in a folder of their own."""
    folder = tmp_path / "in"
    folder.mkdir()
    trained(500, "gpt2", ("<|end|>",)).save(folder / "small.twb")
    (folder / "ops.txt").write_text(DOMAIN, encoding="utf-8")
    (folder / "general.txt").write_text("plain words, nothing else " * 50, encoding="utf-8")
    return folder


def test_add_learns_writes_and_reports(cli, files, tmp_path):
    out = tmp_path / "out"
    outcome = cli(
        "extend", files / "small.twb", files / "ops.txt", "--add", 40, "--out", out, "--held-out",
        0, "--general", files / "general.txt", "--width", 64, "--json",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    document = outcome.document
    old, new = Tokenizer.load(files / "small.twb"), Tokenizer.load(out / "tokenizer.twb")
    expected = extended_by_reference(old, pretoken_counts(old, [DOMAIN]), 40)
    assert [tuple(pair) for pair in new.ranked_merges[old.n_merges :].tolist()] == [
        row[:2] for row in expected
    ]
    domain, general = document["texts"]
    assert (domain["text"], general["text"]) == ("domain", "general")
    assert domain["tokens_before"] == len(old.encode(DOMAIN))
    assert domain["tokens_after"] == len(new.encode(DOMAIN))
    assert document["embedding"] == {
        "new_rows": 40, "width": 64, "tied": False, "new_parameters": 2 * 64 * 40,
        "parameters": 2 * 64 * new.vocab_size,
    }  # fmt: skip
    kept = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert kept["never_fired"]["n"] == document["never_fired"]["n"]
    assert len(kept["never_fired"]["merges"]) == kept["never_fired"]["n"]
    rows = (out / "embedding_rows.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 40


@pytest.mark.slow
def test_tokens_of_a_file_and_an_export_that_is_verified(cli, files, tmp_path):
    tokens = tmp_path / "tokens.txt"
    tokens.write_text(" kubelet\nfoo bar\n kubectl\n\\q\n", encoding="utf-8")
    outcome = cli(
        "extend", files / "small.twb", files / "ops.txt", "--tokens", tokens, "--out",
        tmp_path / "out", "--format", "tokenizer.json", "--special-tokens", "chatml", "--name",
        "small-ops",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    assert f"{tokens}, line 2: 'foo bar' cannot be reached" in outcome.err
    assert f"{tokens}, line 4: the escape" in outcome.err
    assert "Identical ids" in outcome.err
    assert "Registered: small-ops@1" in outcome.out
    new = Tokenizer.load(tmp_path / "out" / "tokenizer.twb")
    assert len(new.encode(" kubelet")) == len(new.encode(" kubectl")) == 1
    assert new.special_tokens["<|im_end|>"] == new.vocab_size - 1
    with RunStore.open() as store:
        found = store.find_registered("small-ops")
        assert found.metadata["extends"] == str(files / "small.twb")
        assert found.metadata["extends_hash"] == trained(500, "gpt2", ("<|end|>",)).semantic_hash
        assert store.registered_tokenizer("small-ops").semantic_hash == new.semantic_hash


def test_tokens_of_another_tokenizer_with_another_pattern(cli, files, tmp_path):
    trained(600, "superbpe-stage2").save(tmp_path / "wide.twb")
    outcome = cli(
        "extend", files / "small.twb", "--from", tmp_path / "wide.twb", "--out",
        tmp_path / "out", "--json",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    assert "splits text by another split pattern (superbpe-stage2)" in outcome.err
    reasons = {each["reason"] for each in outcome.document["refused"]}
    assert reasons == {"cut by the pattern"}
    strict = cli(
        "extend", files / "small.twb", "--from", tmp_path / "wide.twb", "--out",
        tmp_path / "no", "--strict",
    )  # fmt: skip
    assert strict.status == 2
    assert "Not every token can be added" in strict.sentence
    assert not (tmp_path / "no" / "tokenizer.twb").exists()


def test_special_tokens_alone_follow_the_old_ids(cli, files, tmp_path):
    extend = ("extend", files / "small.twb", "--special-tokens", "chatml", "--out")
    outcome = cli(*extend, tmp_path / "out")
    assert outcome.status == 0, outcome.err
    old, new = Tokenizer.load(files / "small.twb"), Tokenizer.load(tmp_path / "out")
    names = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    assert new == old.with_special_tokens(names)
    assert [new.special_tokens[name] for name in names] == [*range(old.vocab_size, len(new))]
    assert new.encode(DOMAIN) == old.encode(DOMAIN)
    assert new.roles["eot"] == "<|im_end|>"
    assert "3 new special tokens: <|endoftext|>" in outcome.out and "0.00%" not in outcome.out
    again = cli("extend", tmp_path / "out", *extend[2:], tmp_path / "again")
    assert again.status == 2 and "has all special tokens of chatml" in again.sentence
    assert not (tmp_path / "again" / "tokenizer.twb").exists()


def test_general_text_takes_part_with_its_share(cli, files, tmp_path):
    def new_tokens(*more):
        outcome = cli(
            "extend", files / "small.twb", files / "ops.txt", "--add", 12, "--out",
            tmp_path / "out", "--held-out", 0, "--general", files / "general.txt", "--json", *more,
        )  # fmt: skip
        assert outcome.status == 0, outcome.err
        labels = [each["label"] for each in outcome.document["texts"][0]["labels"]]
        assert all(not label.startswith("general") for label in labels)
        return [each["token"] for each in outcome.document["new_tokens"]]

    alone, mixed = new_tokens(), new_tokens("--general-share", "90%")
    assert not any("wor" in (token or "") for token in alone)
    assert any("wor" in (token or "") for token in mixed)


def test_blocked_tokens_are_not_made(cli, files, tmp_path):
    outcome = cli(
        "extend", files / "small.twb", files / "ops.txt", "--add", 30, "--out", tmp_path / "out",
        "--block-pattern", "ub", "--json",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    tokens = [each["token"] or "" for each in outcome.document["new_tokens"]]
    assert tokens
    assert not any("ub" in token for token in tokens)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--add", 5], 2, "give at least one PATH"),
        (["{ops}", "--add", 0], 2, "at least 1, not 0"),
        (["{ops}", "--add", 5, "--strict"], 2, "--strict is for given tokens"),
        (["--tokens", "{list}", "--held-out", "0.1"], 2, "--held-out is for merges"),
        (["--tokens", "{list}", "--weight", "a=1"], 2, "--weight is for merges"),
        (["{ops}", "--add", 5, "--general-share", "0.1"], 2, "needs --general PATH"),
        (["{ops}", "--add", 5, "--target-bytes", "1MB"], 2, "reads all of the text"),
        (["{ops}", "--add", 5, "--model", "llama3-8b", "--width", 5], 2, "exclude each other"),
        (["{ops}", "--add", 5, "--tied"], 2, "go with --model or --width"),
        (["--tokens", "nowhere.txt"], 1, "nowhere.txt was not found"),
        (["--from", "{small}"], 2, "has no token that"),
        (["{ops}", "--add", 5, "--tokens", "{list}"], 2, "not allowed with"),
        (["{ops}", "--add", 5, "--format", "word"], 2, "no export format 'word'"),
        (["{empty}", "--add", 5], 1, "empty.txt: the file is empty"),
        ([], 2, "give --add N, --tokens FILE, --from TOKENIZER or --special-tokens SET"),
    ],
)
def test_wrong_use_is_a_sentence(cli, files, tmp_path, arguments, status, words):
    (files / "list.txt").write_text("kubelet\n", encoding="utf-8")
    (files / "empty.txt").touch()
    places = {"{ops}": files / "ops.txt", "{list}": files / "list.txt",
              "{small}": files / "small.twb", "{empty}": files / "empty.txt"}  # fmt: skip
    given = [places.get(each, each) for each in arguments]
    outcome = cli("extend", files / "small.twb", *given, "--out", tmp_path / "out")
    assert outcome.status == status
    assert words in outcome.sentence
    assert outcome.out == ""
    assert not (tmp_path / "out").exists()


def test_what_a_library_runs_is_refused(cli, files, tmp_path):
    """A Unigram tokenizer.json has no merges."""
    document = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": None, "pre_tokenizer": None, "post_processor": None, "decoder": None,
        "model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["a", -1.0]]},
    }  # fmt: skip
    (tmp_path / "tokenizer.json").write_text(json.dumps(document), encoding="utf-8")
    outcome = cli(
        "extend", tmp_path / "tokenizer.json", files / "ops.txt", "--add", 5, "--out",
        tmp_path / "out",
    )  # fmt: skip
    assert outcome.status == 1
    assert "Unigram" in outcome.sentence
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("given", [["--from", "small.twb"], ["--tokens", "list.txt"]])
def test_a_published_tokenizer_that_its_library_runs_is_refused(
    cli, files, tmp_path, monkeypatch, given
):
    model = tokenizers.models.WordLevel({"low": 0, "lower": 1, "[UNK]": 2}, "[UNK]")
    file = tokenizers.Tokenizer(model).to_str().encode()
    through = LibraryTokenizer("tokenizers", file, reason="whole words")
    monkeypatch.setattr(formats, "load_published", lambda _name: through)
    (files / "list.txt").write_text("kubelet\n", encoding="utf-8")
    outcome = cli("extend", "hub:some/words", given[0], files / given[1], "--out", tmp_path / "out")
    assert outcome.status == 2, outcome.err
    assert "runs in tokenizers" in outcome.sentence
    assert not (tmp_path / "out").exists()


def test_a_token_in_gpt2_notation_is_noted(cli, files, tmp_path):
    (files / "list.txt").write_text("Ġkubelet\n", encoding="utf-8")
    outcome = cli(
        "extend", files / "small.twb", "--tokens", files / "list.txt", "--out", tmp_path / "out"
    )
    assert r"Ġkubelet is read as this text" in outcome.err
    assert r"is given as \skubelet." in outcome.err


def test_the_rows_grow_a_matrix(cli, files, tmp_path):
    out = tmp_path / "out"
    tokens = tmp_path / "tokens.json"
    tokens.write_text(json.dumps([" kubelet", {"hex": "fffefd"}]), encoding="utf-8")
    assert cli("extend", files / "small.twb", "--tokens", tokens, "--out", out).status == 0
    rows = [
        json.loads(row)
        for row in (out / "embedding_rows.jsonl").read_text("utf-8").split("\n")
        if row
    ]
    matrix = np.eye(500)
    for row in rows:
        mean = np.average(matrix[row["parts"]], axis=0, weights=row["weights"])
        assert mean.sum() == pytest.approx(1.0)
    assert any(row["token"] is None and row["hex"] == "fffefd" for row in rows)


def test_a_model_gets_rows_and_the_files_of_its_tokenizer(
    cli, files, tmp_path, terminal, monkeypatch
):
    old = Tokenizer.load(files / "small.twb")
    tensors = write_model(tmp_path / "model", old.vocab_size, is_tied=False, n_files=2)
    formats.export_tokenizer(old, "tokenizer.json", tmp_path / "model")
    tokens = tmp_path / "tokens.txt"
    tokens.write_text(" kubelet\n kubectl\n", encoding="utf-8")

    def extend(out, *more):
        return cli(
            "extend", tmp_path / "model", files / "ops.txt", "--tokens", tokens, "--model",
            tmp_path / "model", "--out", tmp_path / out, *more,
        )  # fmt: skip

    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        outcome = extend("larger", "--pad-rows", 16, "--json")
    assert outcome.status == 0, terminal.lines
    assert terminal.shown(r"Write rows +\d+%")
    assert terminal.shown(r"Compare with the source +\d+%")[-1].endswith(" 100%")
    model = outcome.document["model"]
    assert model["rows_after"] % 16 == 0
    assert model["identical_rows"] == old.vocab_size
    assert model["identical_tensors"] == len(tensors) - 3
    assert outcome.document["embedding"]["width"] == 12
    new = tokenizers.Tokenizer.from_file(str(tmp_path / "larger" / "tokenizer.json"))
    assert len(new.encode(" kubelet").ids) == 1
    config = json.loads((tmp_path / "larger" / "config.json").read_text(encoding="utf-8"))
    assert config["vocab_size"] == model["rows_after"]
    copied = extend("copied", "--new-rows", "token:<|end|>")
    assert copied.status == 0, copied.err
    assert "identical byte for byte" in copied.out
    assert "is not an empty directory" in extend("larger").sentence
    assert "must be parts, mean" in extend("no", "--new-rows", "half").sentence
    assert "2 tokens" in extend("no", "--new-rows", "token:e f").sentence
    assert not (tmp_path / "no").exists()
    missing = cli(
        "extend", files / "small.twb", "--tokens", tokens, "--out", tmp_path / "no",
        "--pad-rows", 8,
    )  # fmt: skip
    assert (missing.status, "needs --model DIR" in missing.sentence) == (2, True)


def test_superwords_for_a_tokenizer_that_was_made_elsewhere(cli, files, tmp_path):
    out = tmp_path / "out"
    outcome = cli(
        "extend", files / "small.twb", files / "ops.txt", "--add", 200, "--out", out,
        "--superwords", "--held-out", 0, "--general", files / "general.txt",
        "--superword-rules", "unbounded", "--json",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    old, new = Tokenizer.load(files / "small.twb"), Tokenizer.load(out / "tokenizer.twb")
    tokens = list(new.vocabulary)
    assert tokens[: old.vocab_size] == list(old.vocabulary)
    assert any(b" " in token[1:] for token in tokens[old.vocab_size :])
    assert new.superwords.n_first_merges == old.n_merges
    domain = outcome.document["texts"][0]
    assert domain["tokens_after"] == len(new.encode(DOMAIN)) < domain["tokens_before"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--from", "gpt2", "--superwords"), "learned from PATHs: give --add N"),
        (("--add", 5, "--superword-rules", "official"), "go with --superwords"),
    ],
)
def test_options_of_superwords_that_say_nothing(cli, files, tmp_path, options, sentence):
    outcome = cli("extend", files / "small.twb", files / "ops.txt", "--out", tmp_path, *options)
    assert outcome.status == 2
    assert sentence in outcome.sentence
