"""Figures from distinct pre-tokens equal those of `evaluate` on the whole texts, at every size."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from engine import Corpus, TrainingConfig, train_tokenizer
from engine.corpus import Source
from engine.encoding import Tokenizer
from engine.evaluation import METRICS, Evaluation, evaluate
from engine.explore.cut_texts import SizedMerges, cut_texts
from engine.explore.measuring import QUICK

WORDS = {
    "eng": ["the", "cat", "sat.", "on", "1234", "mats!", "and", "slept"],
    "deu": ["die", "Katze", "saß.", "auf", "12", "Matten!", "und", "schlief"],
    "ell": ["η", "γάτα", "κάθισε.", "σε", "χαλιά!", "και", "κοιμήθηκε"],
}
PATTERNS = ["gpt2", "o200k", "none", r"\n+|[^\n]+"]


@cache
def texts() -> Corpus:
    drawing = random.Random(5)
    sources = []
    for label, words in WORDS.items():
        lines = [" ".join(drawing.choices(words, k=drawing.randint(3, 9))) for _ in range(40)]
        if label == "deu":
            lines[3], lines[9], lines[20] = "", "<range>", lines[20] + "  "
        if label == "ell":
            lines[7] = " "
        sources.append(Source(label, texts=("\n".join(lines) + "\n",)))
    sources.append(Source("code_python", texts=("def f(x):\n    return x\n" * 5,)))
    return Corpus(sources)


@cache
def tokenizer(pattern: str) -> Tokenizer:
    return train_tokenizer(texts(), TrainingConfig(420, pattern=pattern, special_tokens=("<s>",)))


def figures(evaluation: Evaluation) -> dict[str, object]:
    keys = QUICK - {"vocab_size", "embedding_parameters", "badly_served_share"}
    rows = (*evaluation.rows, evaluation.total)
    return {
        f"{row.label}.{key}": METRICS[key].value(evaluation, row) for row in rows for key in keys
    }


@pytest.mark.parametrize("pattern", PATTERNS)
def test_figures_are_those_of_the_evaluation(pattern: str) -> None:
    trained = tokenizer(pattern)
    cut = cut_texts(texts(), pattern, None, None)
    sizes = [(size, size - 257) for size in (257, 258, 300, 365, 420)]
    found = cut.evaluations(SizedMerges(trained.merges), sizes)
    for size, _ in sizes:
        expected = evaluate(trained.truncated(size), texts())
        assert figures(found[size]) == pytest.approx(figures(expected))
        assert found[size].fairness is not None


def test_texts_that_are_not_parallel_have_no_premium() -> None:
    corpus = Corpus([Source("eng", texts=("one two\n",)), Source("deu", texts=("a\nb\n",))])
    cut = cut_texts(corpus, "gpt2", None, None)
    merges = SizedMerges(tokenizer("gpt2").merges)
    found = cut.evaluations(merges, [(300, 43)])[300]
    assert found.fairness is None
    assert [row.tokens for row in found.rows] == [
        row.tokens for row in evaluate(tokenizer("gpt2").truncated(300), corpus).rows
    ]


def test_normalized_texts_are_measured_as_they_are_encoded() -> None:
    corpus = Corpus([
        Source("eng", texts=("cafe\u0301 cafe\u0301\nnaïve ﬁn\n",)),
        Source("fra", texts=("un cafe\u0301\ndeux ﬁn\n",)),
    ])  # fmt: skip
    config = TrainingConfig(300, normalization="nfkc")
    trained = train_tokenizer(corpus, config)
    cut = cut_texts(corpus, "gpt2", "nfkc", "eng")
    found = cut.evaluations(SizedMerges(trained.merges), [(300, 44)])[300]
    expected = evaluate(trained, corpus, reference="eng")
    assert figures(found) == pytest.approx(figures(replace(expected)))
