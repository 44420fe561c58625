"""Every size from one tokenizer, against trainings and encodes at each size by themselves."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.analysis.sizes import (
    PER_TOKENS,
    SMOOTHED_OVER,
    SizeCurves,
    text_size_curves,
    text_size_curves_steps,
)
from engine.corpus.corpus import Corpus, Source
from engine.counting import CountsRules, write_counts
from engine.encoding.token_table import Numbering
from engine.encoding.tokenizer import Tokenizer
from engine.errors import ConfigError, CorpusError
from engine.machine import Progress, result_of
from engine.settings.config import TrainingConfig
from engine.settings.sources import Mixture
from engine.training.training import train, train_tokenizer
from resources import sample_corpus_folder
from tests import reference_bpe
from tests.texts import many_texts

SPECIALS = ("<|begin|>", "<|end|>", "<|pad|>")
OVERLAPPING = (
    "aaaa aaaaaaa aaa " * 30 + "\n".join(" " * n + "x = y" for n in range(60)) + "====" * 9
)


@pytest.fixture(scope="module")
def texts() -> dict[str, tuple[str, ...]]:
    """Real sentences in several scripts, odd texts, and runs of one character."""
    real = {
        path.stem: tuple(path.read_text(encoding="utf-8").splitlines(keepends=True)[:150])
        for path in sorted(sample_corpus_folder().glob("*.txt"))[:8]
    }
    assert len(real) >= 5
    return {**real, "odd": tuple(many_texts()[:300]), "overlapping": (OVERLAPPING,)}


@pytest.fixture(scope="module")
def corpus(texts) -> Corpus:
    return Corpus([Source(label, texts=every) for label, every in texts.items()])


def config(vocab_size: int, **more: object) -> TrainingConfig:
    return TrainingConfig(vocab_size, special_tokens=SPECIALS, reserved_slots=2, **more)


@pytest.mark.parametrize("tie_break", ["smallest-ids", "first-seen"])
def test_five_trainings_find_the_same_merges_and_counts(corpus, tie_break):
    whole = train_tokenizer(corpus, config(1400, tie_break=tie_break))
    curves = SizeCurves.of_training(whole.training)
    assert curves.smallest_size == 256 + 5
    for size in (261, 300, 555, 1024, 1400):
        alone = train_tokenizer(corpus, config(size, tie_break=tie_break))
        cut = whole.truncated(size)
        assert np.array_equal(alone.merges, cut.merges)
        assert alone.special_tokens == cut.special_tokens
        assert alone.semantic_hash == cut.semantic_hash
        assert np.array_equal(alone.training.counts, cut.training.counts)
        assert np.array_equal(alone.training.applied, cut.training.applied)
        column = curves.tokens[:, curves.merges_at(size)]
        assert column.tolist() == [
            sum(map(len, alone.encode_batch(source.texts))) for source in corpus.sources
        ]
        assert curves.total_tokens[curves.merges_at(size)] == alone.training.corpus_tokens()
        assert curves.bytes_per_token(None, size) == pytest.approx(alone.training.bytes_per_token())
        for label, wanted in zip(
            curves.labels, alone.training.source_bytes_per_token(), strict=True
        ):
            assert curves.bytes_per_token(label, size) == pytest.approx(wanted)


def test_where_pairs_overlap_applied_counts_and_not_selected_ones_are_taken_away():
    text = OVERLAPPING
    tokenizer = train_tokenizer(Corpus.from_texts([text]), TrainingConfig(330))
    assert (tokenizer.training.counts > tokenizer.training.applied).any()
    curves = SizeCurves.of_training(tokenizer.training)
    words = tokenizer.splitter.split(text)
    for k in range(tokenizer.n_merges + 1):
        parts = 0
        for word in words:
            ids = list(word.encode())
            for rank, pair in enumerate(tokenizer.merges[:k].tolist()):
                ids = reference_bpe.merge(ids, tuple(pair), 256 + rank)
            parts += len(ids)
        assert curves.tokens[0, k] == parts, k


def test_one_encode_of_any_text_tells_every_size(corpus, texts):
    tokenizer = train_tokenizer(
        Corpus([Source(label, texts=texts[label][:60]) for label in list(texts)[:5]]), config(1500)
    )
    curves = text_size_curves(tokenizer, corpus)
    assert curves.labels == tuple(texts)
    assert curves.n_bytes.tolist() == [len("".join(every).encode()) for every in texts.values()]
    assert np.array_equal(curves.tokens[:, 0], curves.n_bytes)
    for size in (261, 262, 300, 700, 1111, curves.largest_size):
        cut = tokenizer.truncated(size)
        for label, every in texts.items():
            n_tokens = sum(len(ids) for ids in cut.encode_batch(every))
            assert curves.label_tokens(label)[curves.merges_at(size)] == n_tokens


def test_training_and_text_curves_of_the_same_text_agree(corpus):
    tokenizer = train_tokenizer(corpus, config(900))
    trained, encoded = (
        SizeCurves.of_training(tokenizer.training),
        text_size_curves(tokenizer, corpus),
    )
    assert trained.labels == encoded.labels
    assert np.array_equal(trained.tokens, encoded.tokens)
    assert trained.n_special == encoded.n_special == 5
    assert trained.vocab_size == encoded.vocab_size == 900


def published(*, ignore_merges: bool) -> Tokenizer:
    """A tokenizer with ids of its own, tokens that merges do not reach and one that none makes."""
    corpus = Corpus.from_texts([OVERLAPPING, "abcabc the cat the mat abab bcbc " * 9])
    merges = train_tokenizer(corpus, TrainingConfig(300)).merges.tolist()
    known = {tuple(pair) for pair in merges}
    n = 256 + len(merges)
    unreached = [[ord("q"), ord("u")], [ord("x"), ord("q")], [n + 1, ord("u")]]
    assert not known & {tuple(pair) for pair in unreached}
    merges += unreached  # "xqu" is x + qu before it could be xq + u
    ids = np.random.default_rng(5).permutation(len(merges) + 256 + 9)[: len(merges) + 256]
    free = sorted(set(range(len(ids) + 12)) - set(ids.tolist()))
    numbering = Numbering(
        ids.astype(np.uint32), extra_tokens={b"zzz": free[0]}, ignore_merges=ignore_merges
    )
    positions = np.array(merges, np.uint32)
    return Tokenizer(
        numbering.ids[positions], numbering=numbering, special_tokens={"<|x|>": free[1]},
        pattern="whitespace",
    )  # fmt: skip


@pytest.mark.parametrize("ignore_merges", [False, True])
def test_published_tokenizers_with_numbers_of_their_own(ignore_merges):
    tokenizer = published(ignore_merges=ignore_merges)
    words = ("xqu", "zzz", "the", "xquxqu", "aaaa", "abc", "qu")
    chosen = random.Random(3).choices(words, k=200)
    texts = {"joined": ("".join(chosen),), "words": tuple(chosen), "text": (" ".join(chosen),)}
    if ignore_merges:
        assert len(tokenizer.encode("xqu")) == len(tokenizer.encode("zzz")) == 1
    else:
        assert len(tokenizer.encode("xqu")) == 2
    curves = text_size_curves(
        tokenizer, Corpus([Source(label, texts=every) for label, every in texts.items()])
    )
    assert curves.vocab_size == 256 + tokenizer.n_merges + 1
    for size in range(curves.smallest_size, curves.vocab_size + 1):
        cut = tokenizer.truncated(size)
        for label, every in texts.items():
            n_tokens = sum(len(cut.encode(text)) for text in every)
            assert curves.label_tokens(label)[curves.merges_at(size)] == n_tokens, (size, label)


def test_sources_of_one_label_are_added_up_and_empty_ones_left_out():
    tokenizer = train_tokenizer(Corpus.from_texts(["the cat " * 9]), TrainingConfig(262))
    corpus = Corpus(
        [Source("a", texts=("the ",)), Source("b", texts=("cat",)), Source("a", texts=("cat ",)),
         Source("none", texts=())]
    )  # fmt: skip
    curves = text_size_curves(tokenizer, corpus)
    assert curves.labels == ("a", "b")
    assert curves.n_bytes.tolist() == [8, 3]
    parts = [len(tokenizer.encode(text)) for text in ("the ", "cat", "cat ")]
    assert curves.tokens[:, -1].tolist() == [parts[0] + parts[2], parts[1]]


def test_a_normalizing_tokenizer_counts_the_text_it_reads():
    text = "cafe\u0301 \u212bngstro\u0308m " * 20
    tokenizer = train_tokenizer(Corpus.from_texts([text]), TrainingConfig(290, normalization="nfc"))
    curves = text_size_curves(tokenizer, Corpus.from_texts([text]))
    assert curves.total_bytes == len(tokenizer.normalized(text.encode()))
    assert curves.total_tokens[-1] == len(tokenizer.encode(text))


def test_the_encode_says_where_it_is():
    corpus = Corpus([Source("a", texts=("the cat",)), Source("b", texts=("sat",))])
    tokenizer = train_tokenizer(corpus, TrainingConfig(260))
    steps = list(text_size_curves_steps(tokenizer, corpus))
    assert steps[-1] == Progress(10, label="b")
    assert {step.label for step in steps} == {"a", "b"}


def test_a_size_beyond_the_last_merge_changes_nothing_and_other_sizes_are_refused():
    tokenizer = train_tokenizer(Corpus.from_texts(["abab abab"]), config(2000))
    assert tokenizer.n_merges < 100
    curves = SizeCurves.of_training(tokenizer.training)
    assert curves.vocab_size == 2000
    assert curves.merges_at(2000) == tokenizer.n_merges
    assert curves.bytes_per_token(None, 2000) == curves.bytes_per_token(None, curves.largest_size)
    for size in (260, 2001):
        with pytest.raises(ConfigError, match=r"every size from 261 to 2,000 ids, not"):
            curves.merges_at(size)
    with pytest.raises(KeyError):
        curves.bytes_per_token("nobody", 300)


def test_a_mixture_weighs_the_total_and_not_the_labels(texts):
    labels = list(texts)[:3]
    corpus = Corpus([Source(label, texts=texts[label][:50]) for label in labels])
    mixture = Mixture(shares={labels[0]: 0.75, labels[1]: 0.25, labels[2]: 0.0})
    tokenizer = result_of(train(corpus, config(600), mixture=mixture))
    record, curves = tokenizer.training, SizeCurves.of_training(tokenizer.training)
    assert curves.labels == tuple(labels[:2])
    assert record.is_weighted
    for size in (261, 400, 600):
        cut = tokenizer.truncated(size)
        alone = [sum(map(len, cut.encode_batch(texts[label][:50]))) for label in labels[:2]]
        assert curves.tokens[:, curves.merges_at(size)].tolist() == alone
        weighed = sum(w * n for w, n in zip(record.source_weights.tolist(), alone, strict=False))
        assert curves.total_tokens[curves.merges_at(size)] == weighed
    # The weighted count of each merge is what the weighted total loses, but where pairs overlap.
    lost = -np.diff(curves.total_tokens)
    assert (lost <= record.counts).all()
    assert (lost == record.counts).mean() > 0.9


def made(tokens: list[list[int]], weights: list[int], scale: int = 1) -> SizeCurves:
    rows = np.array(tokens, np.int64)
    return SizeCurves(
        labels=tuple("abcdefgh"[: len(rows)]),
        n_bytes=rows[:, 0],
        tokens=rows,
        n_special=0,
        weights=np.array(weights, np.int64),
        weight_scale=scale,
        vocab_size=256 + rows.shape[1] - 1,
    )


def test_the_total_is_weighted_exactly_and_does_not_overflow():
    curves = made([[10, 5], [100, 90]], [7, 2], scale=4)
    assert curves.total_tokens.tolist() == [7 * 10 + 2 * 100, 7 * 5 + 2 * 90]
    assert curves.bytes_per_token(None, 257) == 270 / 215
    assert curves.bytes_per_token("a", 257) == 2.0
    huge = made([[2**40, 2**39], [2**41, 2**40]], [2**20, 2**19])
    assert huge.total_tokens.tolist() == [2**61, 2**60]


def test_gains_are_shares_of_tokens_saved_per_thousand_ids():
    rate = 0.004  # each thousand merges save so much
    k = np.arange(5001)
    tokens = np.round(1e12 * (1 - rate) ** (k / PER_TOKENS)).astype(np.int64)
    curves = made([tokens.tolist(), np.zeros(5001, np.int64).tolist()], [1, 1])
    assert curves.gain("a") == pytest.approx(np.full(5001, rate), rel=1e-6)
    assert np.isnan(curves.gain("b")).all()
    columns = np.array([0, 2500, 5000], np.int64)
    assert curves.gain(None, columns) == pytest.approx(np.full(3, rate), rel=1e-6)
    step = made([[1000, *[500] * 5000]], [1])  # one merge that halves everything
    assert step.gain("a")[SMOOTHED_OVER // 2] == pytest.approx(0.5)
    assert step.gain("a")[SMOOTHED_OVER // 2 + 1] == 0.0


def test_returns_diminish_from_where_the_gain_stays_below_the_threshold():
    k = np.arange(20_001)
    # After k merges a further thousand save about 300 / (k + 1000).
    tokens = np.round(1e15 * (k + 1000.0) ** -0.3).astype(np.int64)
    curves = made([tokens.tolist()], [1])
    for threshold in (0.1, 0.05, 0.02):
        size = curves.diminishing_size(threshold)
        column = size - 256
        gains = curves.gain(None)
        assert gains[column] < threshold <= gains[column - 1]
        assert (gains[column : 20_001 - SMOOTHED_OVER // 2] < threshold).all()
        assert size == pytest.approx(256 + 300 / threshold - 1000, abs=150)
    assert curves.diminishing_size(0.001) is None
    assert made([[10, 5, 4]], [1]).diminishing_size(0.5) is None  # too few merges to tell
    for wrong in (0.0, 1.0, -0.1, float("nan")):
        with pytest.raises(ConfigError, match="share between 0 and 1"):
            curves.diminishing_size(wrong)


def test_counts_have_the_curves_of_their_text(corpus, tmp_path):
    """With one source of text beside the counts, and one label in both."""
    tokenizer = train_tokenizer(corpus, config(900))
    rules = CountsRules.for_pattern(tokenizer.pattern)
    first, *others = corpus.sources
    folder = result_of(write_counts(corpus.with_sources(others), tmp_path / "counts", rules))
    counted = Corpus.from_paths([folder.path]).sources
    curves = text_size_curves(tokenizer, Corpus([*counted[:2], first, *counted[2:]]))
    whole = text_size_curves(tokenizer, corpus)
    assert set(curves.labels) == set(whole.labels)
    order = [curves.labels.index(label) for label in whole.labels]
    assert np.array_equal(curves.tokens[order], whole.tokens)
    assert np.array_equal(curves.n_bytes[order], whole.n_bytes)


def test_counts_of_another_pattern_are_refused(corpus, tmp_path):
    rules = CountsRules.for_pattern("llama3")
    folder = result_of(write_counts(corpus, tmp_path / "counts", rules))
    with pytest.raises(CorpusError, match="pattern"):
        text_size_curves(Tokenizer([]), Corpus.from_paths([folder.path]))
