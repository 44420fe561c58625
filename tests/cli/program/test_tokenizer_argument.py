"""TOKENIZER may be a published file: every command takes it, with --pattern where it needs one."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
import tokenizers

from engine import Tokenizer
from engine.library.tokenizer import LibraryTokenizer

pytestmark = pytest.mark.slow


@pytest.fixture
def ranks(trained: Path, tmp_path: Path) -> Path:
    """A rank file of the trained tokenizer with its ids turned round among the bytes."""
    tokens = Tokenizer.load(trained).ranked_tokens
    ordered = [*reversed(tokens[:256]), *tokens[256:]]
    path = tmp_path / "mine.tiktoken"
    lines = (base64.b64encode(token) + b" %d\n" % rank for rank, token in enumerate(ordered))
    path.write_bytes(b"".join(lines))
    return path


def test_a_rank_file_is_encoded_decoded_and_measured(ranks, cli, trained, corpus):
    pattern = Tokenizer.load(trained).pattern_name
    line = cli("encode", ranks, "--pattern", pattern, stdin=b"low z").out
    ours = Tokenizer.load(trained).encode("low z")
    assert [int(word) for word in line.split()] == [i if i > 255 else 255 - i for i in ours]
    assert (
        cli("decode", ranks, "--pattern", pattern, "--json", stdin=line.encode()).document["text"]
        == "low z"
    )
    document = cli(
        "evaluate", ranks, corpus, "--pattern", pattern, "--baseline", trained, "--json"
    ).document
    assert document["round_trips"]
    assert document["total"]["tokens"] == document["baselines"][0]["total"]["tokens"]


def test_an_import_is_exported_with_its_ids(ranks, cli, tmp_path):
    outcome = cli(
        "export", ranks, "--pattern", "llama3", "--format", "tokenizer.json",
        "--out", tmp_path / "out", "--verify",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    assert "Identical ids" in outcome.err


def test_an_unknown_rank_file_asks_for_the_pattern(ranks, cli):
    outcome = cli("encode", ranks, stdin=b"low")
    assert outcome.status == 1
    assert "--pattern" in outcome.sentence


def test_a_pattern_is_for_files_without_one(cli, trained):
    refused = cli("encode", trained, "--pattern", "gpt2", stdin=b"low")
    assert (refused.status, "contains its own split pattern" in refused.sentence) == (2, True)
    refused = cli("encode", "small", "--pattern", "gpt2", stdin=b"low")
    sentence = "The run small has its own split pattern; --pattern is for tokenizer files"
    assert (refused.status, sentence in refused.sentence) == (2, True)
    refused = cli("encode", "no-such-run", "--pattern", "gpt2", stdin=b"low")
    assert (refused.status, "is neither a file" in refused.sentence) == (1, True)
    refused = cli("encode", "small", "--pattern", "gpt-2(", stdin=b"low")
    assert (refused.status, "split pattern" in refused.sentence) == (2, True)


def test_a_folder_with_an_empty_tokenizer_json_says_what_it_lacks(cli, tmp_path):
    (tmp_path / "hf").mkdir()
    (tmp_path / "hf" / "tokenizer.json").write_text("{}")
    outcome = cli("encode", tmp_path / "hf", stdin=b"low")
    assert outcome.status == 1
    assert "there is no model in it" in outcome.sentence


def test_a_published_tokenizer_that_its_library_runs_is_measured_but_not_exported(
    cli, corpus, monkeypatch, tmp_path
):
    model = tokenizers.models.WordLevel({"low": 0, "lower": 1, "[UNK]": 2}, "[UNK]")
    words = tokenizers.Tokenizer(model)
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    through = LibraryTokenizer("tokenizers", words.to_str().encode(), reason="whole words")
    monkeypatch.setattr("engine.formats.load_published", lambda _name: through)
    assert cli("evaluate", "hub:some/words", corpus, "--json").document["total"]["tokens"] > 0
    outcome = cli("export", "hub:some/words", "--format", "tokenizer.json", "--out", tmp_path)
    assert outcome.status == 1
    assert "hub:some/words runs in tokenizers" in outcome.sentence
    assert "needs a tokenizer that is read exactly" in outcome.sentence
