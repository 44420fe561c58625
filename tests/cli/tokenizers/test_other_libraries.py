"""Commands with tokenizers that run through their own library: what they do, and what not."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import sentencepiece

from resources import sample_corpus_folder
from tests.tokenizer_json_files import added, document_of, written
from tests.tokenizer_json_files import trained as trained_here

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    text = (sample_corpus_folder() / "eng.txt").read_text("utf-8").splitlines()
    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text), model_writer=made, vocab_size=300, model_type="unigram",
        hard_vocab_limit=False, num_threads=1, minloglevel=3,
    )  # fmt: skip
    path = tmp_path_factory.mktemp("models") / "small.model"
    path.write_bytes(made.getvalue())
    return path


def test_encode_and_decode_give_what_the_library_gives(cli, model):
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(model))
    outcome = cli("encode", model, stdin=b"the cat sat")
    assert outcome.status == 0
    assert [int(word) for word in outcome.out.split()] == theirs.encode("the cat sat")
    assert "runs in sentencepiece" in outcome.sentence
    document = cli("encode", model, "--json", stdin=b"the cat sat").document
    assert document["library"] == f"sentencepiece {sentencepiece.__version__}"
    decoded = cli("decode", model, stdin=outcome.out.encode())
    assert decoded.status == 0
    assert "runs in" in decoded.err


def test_it_is_compared(cli, model, trained):
    outcome = cli("encode", trained, "--compare", model, "--json", stdin=b"the cat sat")
    assert [each["tokens"] > 0 for each in outcome.document["tokenizers"]] == [True, True]
    blank = cli("encode", trained, "--compare", model, stdin=b"   ")
    assert blank.status == 2
    assert "makes no token of this text" in blank.sentence
    document = cli("compare", trained, model, "--json").document
    assert document["pairs"][0]["merges_unknown"]["library"].startswith("sentencepiece")
    assert document["pairs"][0]["first_divergence"] is None
    outcome = cli("compare", trained, model)
    assert "Merges cannot be compared" in outcome.out
    as_csv = cli("compare", trained, model, "--format", "csv").out
    assert "Merges cannot be compared" in as_csv


def test_it_is_a_baseline_that_may_lose_text(cli, model, trained, corpus):
    outcome = cli("evaluate", trained, corpus, "--baseline", model, "--json")
    assert outcome.status == 0
    document = outcome.document
    assert document["baselines"][0]["total"]["tokens"] > 0
    told = " ".join(document["remarks"])
    assert "runs in sentencepiece" in told
    assert "does not give every text back" in told
    assert cli("evaluate", model, corpus).status == 0


@pytest.mark.parametrize("arguments", [("sweep",), ("export", "--format", "tiktoken")])
def test_what_needs_merges_says_why_there_are_none(cli, model, corpus, tmp_path, arguments):
    command, *options = arguments
    places = [model, corpus] if command == "sweep" else [model]
    if command == "export":
        places += ["--out", tmp_path / "out"]
    outcome = cli(command, *places, *options)
    assert outcome.status == 1, outcome.err
    assert "it is a Unigram model" in outcome.sentence
    assert not (tmp_path / "out").exists()


def test_a_tokenizer_json_with_flags_runs_through_tokenizers(cli, tmp_path):
    document = document_of(trained_here(), added_tokens=[added("<m>", 1400, lstrip=True)])
    path = written(document, tmp_path)
    outcome = cli("encode", path, "--special", "parse", stdin=b"a  <m>")
    assert outcome.status == 0
    assert outcome.out.split()[-1] == "1400"
    assert "because the added token '<m>' takes the blanks before it (lstrip)" in outcome.sentence
