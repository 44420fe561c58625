"""Evaluation: sums per label that one can check by hand."""

from __future__ import annotations

import pytest

from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate, sample_evaluation_steps
from engine.evaluation.figures import TextDifference


@pytest.fixture
def tokenizer() -> Tokenizer:
    return Tokenizer([[97, 98], [32, 256]], pattern="gpt2")


@pytest.fixture
def corpus() -> Corpus:
    return Corpus(
        [
            Source("two", texts=("ab ab", "é")),
            Source("none", texts=("",)),
            Source("one", texts=("ba",)),
        ]
    )


def test_rows_and_total(tokenizer, corpus):
    evaluation = evaluate(tokenizer, corpus)
    two, one = evaluation.rows
    assert (two.label, two.documents, two.bytes, two.characters, two.words) == ("two", 2, 7, 6, 3)
    assert two.tokens == 2 + 2
    assert two.bytes_per_token == 7 / 4
    assert two.characters_per_token == 6 / 4
    assert two.tokens_per_word == 4 / 3
    assert (one.label, one.tokens, one.round_trips) == ("one", 2, True)
    total = evaluation.total
    assert (total.documents, total.bytes, total.tokens, total.round_trips) == (3, 9, 6, True)


def test_a_sample_takes_the_beginning_of_each_source(tokenizer, corpus):
    steps = sample_evaluation_steps(tokenizer, corpus, characters_per_source=3)
    assert [(row.label, row.characters) for row in steps] == [("two", 3), ("one", 2)]


def test_a_corpus_without_text_has_no_rows(tokenizer):
    evaluation = evaluate(tokenizer, Corpus.from_texts([]))
    assert evaluation.rows == ()
    assert evaluation.total.bytes_per_token == 0.0


def test_a_tokenizer_that_loses_text_is_found_out(tokenizer, corpus, monkeypatch):
    whole = tokenizer.vocabulary
    wrong = tuple(b"x" if token == b"b" else token for token in whole)
    monkeypatch.setitem(tokenizer.__dict__, "vocabulary", wrong)
    evaluation = evaluate(tokenizer, corpus)
    assert not evaluation.total.round_trips
    two, one = evaluation.rows
    assert (two.round_trips, two.first_difference) == (True, None)
    assert one.first_difference == TextDifference(document=1, offset=0, cause="decoding")
