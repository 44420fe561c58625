"""Evaluation: sums per label that one can check by hand."""

from __future__ import annotations

import pytest

from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.evaluation.evaluation import evaluate, sample_evaluation_steps
from engine.evaluation.figures import TextDifference
from engine.machine import result_of


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


LINES = [f"{'word ' * (n * 7 % 13 + 1)}{n}" for n in range(20)]


def sampled(tokenizer, texts, characters=100_000):
    corpus = Corpus([Source(label, texts=(text,)) for label, text in texts.items()])
    return result_of(sample_evaluation_steps(tokenizer, corpus, characters))


def text_of(lines):
    return "".join(f"{line}\n" for line in lines)


def test_a_sample_of_parallel_texts_has_premiums(tokenizer):
    double = [line + line for line in LINES]
    texts = {"eng": text_of(LINES), "deu": text_of(double), "code_c": text_of(LINES)}
    evaluation = sampled(tokenizer, texts | {"fra": text_of(LINES[:9])})
    fairness = evaluation.fairness
    assert (fairness.reference, fairness.lines) == ("eng", 20)
    assert {row.label: row.premium for row in fairness.labels} == {
        "eng": 1.0, "deu": pytest.approx(2.0, rel=0.05),
    }  # fmt: skip
    assert [text.label for text in evaluation.texts if text.is_parallel] == ["eng", "deu"]
    assert len(evaluation.rows) == 4


def test_beginnings_that_are_cut_are_not_parallel(tokenizer):
    texts = {"eng": text_of(LINES), "deu": text_of(LINES)}
    n_characters = len(texts["eng"])
    assert sampled(tokenizer, texts, n_characters + 1).fairness is not None
    assert sampled(tokenizer, texts, n_characters).fairness is None


@pytest.mark.parametrize(
    "others",
    [
        [LINES[(n * 11 + 5) % 20] for n in range(20)],  # other lines, as many by chance
        ["the same line"] * 20,
        [line if n % 2 else "" for n, line in enumerate(LINES)],  # too few of them have text
    ],
)
def test_texts_of_equally_many_lines_are_not_parallel_by_that(tokenizer, others):
    texts = {"eng": text_of(LINES), "deu": text_of(others)}
    assert sampled(tokenizer, texts).fairness is None


def test_few_lines_are_not_taken_for_parallel(tokenizer):
    texts = {"eng": text_of(LINES[:15]), "deu": text_of(LINES[:15])}
    evaluation = sampled(tokenizer, texts)
    assert evaluation.fairness is None
    assert evaluation.remarks == ()


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
