"""Bits per byte of n-gram models: sums by label, the same side for all, known entropies."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from engine import ConfigError, Corpus, CorpusError, Source, Tokenizer, TrainingConfig
from engine import train_tokenizer as train
from engine.corpus.readers.parts import DocumentPart
from engine.evaluation.ngram_bits import ids_of_text, ngram_loss, ngram_loss_steps
from engine.evaluation.ngram_model import PASSAGE_BYTES, is_held_out, passages
from engine.machine import result_of
from tests.engine.evaluation.test_ngram_model import model_steps, stream_of
from tests.reference_ngrams import BEGIN, ReferenceModel

SENTENCES = (
    "Der Zug fährt heute nicht.", "Das Wasser ist kälter als gestern.", "low lower lowest",
    "今日は寒いですね。", "ราคาขึ้นอีกแล้ว", "वह घर जा रहा है।", "Why not 👩‍🚀?", "x = [i for i in y]",
)  # fmt: skip


@pytest.fixture(scope="module")
def corpus():
    rng = random.Random(4)
    texts = {label: [rng.choice(SENTENCES) * rng.randrange(1, 9) + str(i) for i in range(120)]
             for label in ("one", "two")}  # fmt: skip
    return Corpus([Source(label, texts=tuple(each)) for label, each in texts.items()])


@pytest.fixture(scope="module")
def tokenizer(corpus):
    return train(corpus, TrainingConfig(400, special_tokens=("<|end|>",)))


def test_bits_are_those_of_the_reference_by_label(corpus, tokenizer):
    found = ngram_loss(tokenizer, corpus, held_out=0.3)
    sides = {True: [], False: []}
    for source in corpus.sources:
        for text in source.texts:
            sides[is_held_out(text.encode(), 0.3)].append((source.label, text))
    ids = [tokenizer.encode(text) for _, text in sides[False]]
    reference = ReferenceModel(ids, range(256 + tokenizer.n_merges))
    assert found.n_vocabulary == 256 + tokenizer.n_merges
    row = found.rows[1]
    held_out = [tokenizer.encode(text) for label, text in sides[True] if label == "two"]
    assert row.held_out_passages == len(held_out)
    assert row.held_out_tokens == sum(map(len, held_out))
    assert row.held_out_bytes == sum(
        len(text.encode()) for label, text in sides[True] if label == "two"
    )
    model = _model_of(tokenizer, ids)
    chances = model.probabilities(stream_of(held_out, tokenizer.vocab_size))
    np.testing.assert_allclose(row.bits, -np.log2(chances).sum(axis=1), rtol=1e-12)
    for order in (1, 2, 3):
        expected = [
            float(reference.probability(order, (BEGIN, *held_out[0][:i]), wanted))
            for i, wanted in enumerate(held_out[0])
        ]
        np.testing.assert_allclose(chances[order - 1, : len(expected)], expected, rtol=1e-12)


def _model_of(tokenizer, documents):
    stream = stream_of(documents, tokenizer.vocab_size)
    return result_of(model_steps(stream, ids_of_text(tokenizer), 3))


def test_the_total_is_the_sum_of_the_labels(corpus, tokenizer):
    found = ngram_loss(tokenizer, corpus, held_out=0.3)
    total = found.total
    assert [row.label for row in found.rows] == ["one", "two"]
    assert total.held_out_bytes == sum(row.held_out_bytes for row in found.rows)
    assert total.training_tokens == sum(row.training_tokens for row in found.rows)
    for order in (1, 2, 3):
        assert total.bits[order - 1] == pytest.approx(
            math.fsum(row.bits[order - 1] for row in found.rows), rel=1e-14
        )
        assert total.bits_per_byte(order) == pytest.approx(
            total.bits[order - 1] / total.held_out_tokens / total.bytes_per_token
        )
    lower = ngram_loss(tokenizer, corpus, held_out=0.3, order=2)
    assert lower.total.bits == total.bits[:2]


def test_all_tokenizers_are_measured_on_the_same_passages(corpus, tokenizer):
    of_bytes = ngram_loss(Tokenizer([]), corpus, held_out=0.3)
    of_tokens = ngram_loss(tokenizer, corpus, held_out=0.3)
    for one, other in zip(of_bytes.rows, of_tokens.rows, strict=True):
        assert one.held_out_bytes == other.held_out_bytes
        assert one.training_bytes == other.training_bytes
        assert one.held_out_tokens == one.held_out_bytes
        assert one.bytes_per_token == 1
    assert of_tokens.total.bits_per_byte(1) < of_bytes.total.bits_per_byte(1)


def test_numbering_and_special_tokens_change_nothing(corpus, tokenizer):
    """The same merges with the bytes numbered otherwise, more special tokens, and unused ids."""
    other = Tokenizer(
        tokenizer.merges, special_tokens={"<a>": 700, "<b>": 701}, vocab_size=702,
        pattern=tokenizer.pattern,
    )  # fmt: skip
    one, two = ngram_loss(tokenizer, corpus), ngram_loss(other, corpus)
    assert one.n_vocabulary == two.n_vocabulary
    assert one.total.bits == two.total.bits


@pytest.mark.parametrize(("letters", "n_merges"), [("ab", 0), ("abcd", 0), ("abcd", 12)])
def test_random_letters_cost_their_entropy(letters, n_merges):
    """Letters drawn at random cost log2 of their number, whatever tokens they are cut into."""
    rng = random.Random(len(letters) + n_merges)
    texts = tuple("".join(rng.choices(letters, k=60)) for _ in range(6000))
    corpus = Corpus([Source("random", texts=texts)])
    tokenizer = train(corpus, TrainingConfig(256 + n_merges, pattern="none"))
    found = ngram_loss(tokenizer, corpus)
    entropy = math.log2(len(letters))
    # the greedy cut of text into tokens makes dependences that only higher orders see
    for order in (1, 2, 3) if not n_merges else (2, 3):
        assert found.total.bits_per_byte(order) == pytest.approx(entropy, rel=0.03)
        assert found.total.bits_per_byte(order) > entropy * 0.99


def test_passages_do_not_depend_on_the_parts_that_text_comes_in():
    rng = random.Random(1)
    lines = [" ".join(rng.choices(SENTENCES, k=rng.randrange(1, 40))) for _ in range(300)]
    text = "\n".join([*lines, "ä" * 100_000, *lines]).encode()
    whole = [each.data for each in passages([(0, DocumentPart(text))])]
    assert b"".join(whole) == text
    assert all(len(each) >= PASSAGE_BYTES for each in whole[:-1])
    assert all(b"\n" not in each[PASSAGE_BYTES - 1 : -1] for each in whole)
    for each in whole:
        each.decode()  # no character is cut
    for size in (1_000, 70_001, 131_072):
        places = range(0, len(text), size)
        parts = [
            (0, DocumentPart(text[i : i + size], i == 0, i + size >= len(text))) for i in places
        ]
        assert [each.data for each in passages(parts)] == whole


def test_the_side_is_decided_by_content():
    passages = [f"passage {i}".encode() for i in range(4_000)]
    for share in (0.1, 0.5):
        n = sum(is_held_out(each, share) for each in passages)
        assert n == pytest.approx(share * len(passages), rel=0.15)
    held_out = {each for each in passages if is_held_out(each, 0.1)}
    assert held_out <= {each for each in passages if is_held_out(each, 0.2)}


def test_the_order_of_documents_changes_nothing_but_rounding(tokenizer):
    texts = [f"{sentence} {i}" for i in range(60) for sentence in SENTENCES]
    forward = ngram_loss(tokenizer, Corpus.from_texts(texts))
    backward = ngram_loss(tokenizer, Corpus.from_texts(texts[::-1]))
    assert forward.total.held_out_tokens == backward.total.held_out_tokens
    np.testing.assert_allclose(forward.total.bits, backward.total.bits, rtol=1e-12)


def test_text_that_is_too_short_is_refused(tokenizer):
    with pytest.raises(CorpusError, match="too small for a held-out part: of 1 passage"):
        ngram_loss(tokenizer, Corpus.from_texts(["low"]))
    with pytest.raises(CorpusError, match="contains no text"):
        ngram_loss(tokenizer, Corpus.from_texts([""]))


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0, float("nan")])
def test_shares_that_leave_one_side_empty_are_refused(corpus, tokenizer, share):
    with pytest.raises(ConfigError, match="between 0 and 1"):
        ngram_loss(tokenizer, corpus, held_out=share)


def test_too_much_text_for_the_memory_is_refused(corpus, tokenizer, monkeypatch):
    monkeypatch.setattr("engine.evaluation.ngram_bits.available_bytes", lambda: 10_000)
    with pytest.raises(CorpusError, match=r"MB are free. .*max_chars.*lower order than 3"):
        ngram_loss(tokenizer, corpus)


def test_progress_rises_and_closing_ends_the_work(corpus, tokenizer):
    seen = list(ngram_loss_steps(tokenizer, corpus))
    shares = [each.fraction for each in seen]
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert {"read", "unigrams", "bigrams", "trigrams", "score"} <= {each.phase for each in seen}
    steps = ngram_loss_steps(tokenizer, corpus)
    next(steps)
    steps.close()
