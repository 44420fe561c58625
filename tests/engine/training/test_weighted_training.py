"""Weighted training equals training on texts that are really repeated."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus.corpus import Corpus, Source
from engine.counting import count_pretokens
from engine.errors import ConfigError, CorpusError
from engine.extension.learning import GeneralShare, joined_corpus
from engine.machine import result_of
from engine.settings.config import TIE_BREAKS, TrainingConfig
from engine.settings.sources import Mixture
from engine.settings.superwords import Superwords, superword_rules
from engine.splitting.preset_patterns import preset_pattern
from engine.splitting.splitter import Splitter
from engine.training import _replacing_kernels
from engine.training import layout as byte_layout
from engine.training.merge_loop import MergeLoop
from engine.training.training import train, train_tokenizer
from tests import reference_bpe

GPT2 = preset_pattern("gpt2")
WORDS = st.sampled_from(["low", "lower", "newest", "wide aaa", "aaaa", "é", "the", "abcabc" * 5])
TEXTS = st.lists(WORDS, max_size=25).map(" ".join)


def counts_of(texts: list[str], weights: list[int]) -> Counter[bytes]:
    counts: Counter[bytes] = Counter()
    for text, weight in zip(texts, weights, strict=True):
        for piece in reference_bpe.pretokens_of(text, GPT2):
            counts[piece] += weight
    return +counts


def corpus_of(texts: list[str]) -> Corpus:
    return Corpus(Source(f"s{i}", texts=(text,)) for i, text in enumerate(texts))


def mixture_of(texts: list[str], weights: list[int]) -> Mixture:
    """The mixture in which each source is repeated `weights` times."""
    sizes = {
        f"s{i}": len(t.encode()) * w for i, (t, w) in enumerate(zip(texts, weights, strict=True))
    }
    return Mixture(bytes={label: size for label, size in sizes.items() if size})


@settings(max_examples=120, deadline=None)
@given(
    texts=st.lists(TEXTS, min_size=2, max_size=4),
    weights=st.lists(st.integers(0, 5), min_size=4, max_size=4),
    tie_break=st.sampled_from(sorted(set(TIE_BREAKS) - {"first-seen"})),
    min_frequency=st.integers(1, 4),
)
def test_equals_the_reference_on_repeated_texts(texts, weights, tie_break, min_frequency):
    weights = weights[: len(texts)]
    if not any(text and weight for text, weight in zip(texts, weights, strict=True)):
        return
    config = TrainingConfig(256 + 30, tie_break=tie_break, min_frequency=min_frequency)
    tokenizer = train_tokenizer(corpus_of(texts), config, mixture=mixture_of(texts, weights))
    expected = reference_bpe.train(
        counts_of(texts, weights), 30, tie_break=tie_break, min_frequency=min_frequency
    )
    record = tokenizer.training
    assert [tuple(pair) for pair in tokenizer.merges.tolist()] == [row[:2] for row in expected]
    assert record.occurrences.tolist() == [row[2] for row in expected]
    assert (record.counts == record.occurrences * record.weight_scale).all()
    # What is natural: every occurrence in the texts as they are, by source.
    for i, (text, weight) in enumerate(zip(texts, weights, strict=True)):
        naturally = naturally_applied(text if weight else "", tokenizer)
        assert record.source_applied[:, i].tolist() == naturally
    assert (record.source_applied.sum(axis=1) == record.applied).all()


def naturally_applied(text: str, tokenizer) -> list[int]:
    """How often each merge replaces its pair in `text`, one merge after another."""
    words = [list(piece) for piece in reference_bpe.pretokens_of(text, GPT2)]
    applied = []
    for rank, pair in enumerate(tokenizer.merges.tolist()):
        merged = [reference_bpe.merge(word, tuple(pair), 256 + rank) for word in words]
        applied.append(sum(map(len, words)) - sum(map(len, merged)))
        words = merged
    return applied


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_sources_of_weight_zero_leave_no_trace(tie_break):
    texts = ["xy ab cd dada " * 3, "ab cd xy abc " * 3, "cd xy ab lilo " * 3]
    config = TrainingConfig(256 + 12, tie_break=tie_break)
    mixture = Mixture(bytes={"s1": len(texts[1]), "s2": len(texts[2])})
    mixed = train_tokenizer(corpus_of(texts), config, mixture=mixture)
    alone = train_tokenizer(corpus_of(texts[1:]), config)
    assert mixed.semantic_hash == alone.semantic_hash
    assert mixed.training.counts.tolist() == alone.training.counts.tolist()
    assert mixed.training.source_bytes.tolist() == [0, len(texts[1]), len(texts[2])]
    assert mixed.training.source_documents.tolist() == [0, 1, 1]
    assert mixed.training.pretokens == alone.training.pretokens
    assert mixed.training.bytes_per_token() == alone.training.bytes_per_token()
    per_source = mixed.training.source_bytes_per_token()
    assert np.isnan(per_source[0])
    assert per_source[1:].tolist() == alone.training.source_bytes_per_token().tolist()


def test_first_seen_goes_by_what_has_a_weight():
    """ "ab" stands first in the corpus, but "xy" first among what counts."""
    corpus = Corpus([Source("a", texts=("ab",)), Source("b", texts=("xy ab",))])
    config = TrainingConfig(257, tie_break="first-seen")
    first = {
        name: train_tokenizer(corpus, config, mixture=mixture).vocabulary[256]
        for name, mixture in {"all": None, "b": Mixture(shares={"b": 1})}.items()
    }
    assert first == {"all": b"ab", "b": b"xy"}


def test_weights_beyond_32_bits_are_exact():
    pretokens = result_of(count_pretokens(corpus_of(["ab ab cd", "cd cd cd ab"]), Splitter("gpt2")))
    weights = np.array([(1 << 55) + 1, (1 << 55) - 1], np.int64)
    loop = MergeLoop(pretokens.weighted(weights, 1 << 32), TrainingConfig(258, pattern=r"\w+"))
    loop.count_pairs()
    loop.run_slice(2, 1 << 40)
    # "cd" stands once in the first and three times in the second, "ab" twice and once.
    assert loop.results.merges[0].tolist() == list(b"cd")
    assert loop.results.counts.tolist() == [4 * (1 << 55) - 2, 3 * (1 << 55) + 1]
    assert loop.results.source_applied.tolist() == [[1, 3], [2, 1]]
    assert loop.results.applied.tolist() == [4, 3]


def test_the_least_frequency_is_in_weighted_occurrences():
    """Weights 1/2 and 3: "ab" counts 4 * 1/2 = 2, "xy" counts 3; below 3 nothing is merged."""
    corpus = corpus_of(["ab " * 4, "xy "])
    mixture = Mixture(bytes={"s0": 6, "s1": 9})
    config = TrainingConfig(300, pattern=r"\w+", min_frequency=3)
    tokenizer = train_tokenizer(corpus, config, mixture=mixture)
    assert tokenizer.training.source_weights.tolist() == [1, 6]
    assert tokenizer.training.weight_scale == 2
    assert [tokenizer.vocabulary[256 + i] for i in range(tokenizer.n_merges)] == [b"xy"]
    assert tokenizer.training.occurrences.tolist() == [3]
    (problem,) = tokenizer.training.problems
    assert problem.startswith(
        "After 1 merge no pair is left that occurs 3 times. The minimum count"
    )


@pytest.mark.parametrize(
    "superwords", [None, Superwords(270, "none", superword_rules("unbounded"))]
)
def test_a_least_frequency_of_one_forbids_nothing_under_any_mixture(superwords):
    """The second source weighs 0.8: one occurrence in it counts less than one."""
    corpus = corpus_of(["abcdef", "ghijklmnopqrstuvwxyz"])
    config = TrainingConfig(300, pattern="none", superwords=superwords)
    made = []
    for mixture in (None, Mixture(shares={"s0": 1, "s1": 1}), Mixture(shares={"s0": 7, "s1": 1})):
        tokenizer = train_tokenizer(corpus, config, mixture=mixture)
        assert tokenizer.n_merges == 24
        assert not [each for each in tokenizer.training.problems if "superwords" not in each]
        assert (tokenizer.training.occurrences >= 1).all()
        made.append({*tokenizer.vocabulary[256:]} & {b"abcdef", b"ghijklmnopqrstuvwxyz"})
    assert [len(each) for each in made] == [2, 2, 2]


def test_progress_tells_natural_figures():
    texts = ["the cat sat on the mat " * 40, "die Katze saß auf der Matte " * 10]
    steps = train(corpus_of(texts), TrainingConfig(300), mixture=Mixture(alpha=0.3))
    seen = []
    record = result_of(steps, seen.append).training
    merges, last = [merge for each in seen for merge in each.last_merges], seen[-1]
    assert [merge.applied for merge in merges] == record.applied.tolist()
    assert [merge.count for merge in merges] == record.occurrences.tolist()
    assert last.corpus_tokens == record.corpus_tokens()
    assert last.source_bytes_per_token == pytest.approx(record.source_bytes_per_token().tolist())
    assert record.source_characters.tolist() == [len(text) for text in texts]


def test_the_natural_mixture_changes_nothing():
    texts = ["low lower lowest " * 9, "wide wider widest " * 5]
    config = TrainingConfig(320)
    plain = train_tokenizer(corpus_of(texts), config)
    for mixture in (Mixture(), Mixture(alpha=1)):
        mixed = train_tokenizer(corpus_of(texts), config, mixture=mixture)
        assert mixed.semantic_hash == plain.semantic_hash
        for name in ("counts", "applied", "source_applied", "source_bytes", "source_weights"):
            ours, theirs = getattr(mixed.training, name), getattr(plain.training, name)
            assert np.array_equal(ours, theirs), name
    assert not plain.training.is_weighted


def test_a_mixture_that_does_not_fit_is_refused():
    with pytest.raises(ConfigError, match="names fra"):
        train_tokenizer(corpus_of(["a b"]), TrainingConfig(300), mixture=Mixture(shares={"fra": 1}))
    with pytest.raises((ConfigError, CorpusError), match="no text"):
        train_tokenizer(
            corpus_of(["a b", ""]), TrainingConfig(300), mixture=Mixture(shares={"s1": 1})
        )


def test_a_share_of_general_text_weighs_any_training():
    corpus = joined_corpus(corpus_of(["low lower " * 20]), corpus_of(["wide newest " * 90]))
    labels = [source.label for source in corpus.sources]
    tokenizer = train_tokenizer(corpus, TrainingConfig(270), mixture=GeneralShare(0.5))
    equal = Mixture(shares=dict.fromkeys(labels, 1.0))
    expected = train_tokenizer(corpus, TrainingConfig(270), mixture=equal)
    assert tokenizer.merges.tolist() == expected.merges.tolist()
    assert tokenizer.training.counts.tolist() == expected.training.counts.tolist()


def test_too_many_sources_of_one_pretoken_are_refused(monkeypatch):
    """Their number shares a word with the place of their list."""
    corpus = corpus_of(["the a", "the b", "the c", "the d"])
    config = TrainingConfig(258, pattern=r"\w+")
    monkeypatch.setattr(byte_layout, "MOST_SOURCES_OF_ONE", 5)
    assert train_tokenizer(corpus, config).n_merges == 2
    monkeypatch.setattr(byte_layout, "MOST_SOURCES_OF_ONE", 4)
    with pytest.raises(CorpusError, match=r"'the' occurs in 4 sources, and at most 3 can be told"):
        train_tokenizer(corpus, config)
    assert byte_layout.MOST_SOURCES_OF_ONE - 1 <= _replacing_kernels.SHARED_MASK


def test_applied_has_the_units_of_the_count_where_it_is_weighted():
    texts = ["the cat the mat " * 50, "die Katze die Matte " * 7]
    tokenizer = train_tokenizer(
        corpus_of(texts), TrainingConfig(300), mixture=mixture_of(texts, [1, 5])
    )
    training = tokenizer.training
    assert training.is_weighted
    assert (training.mixed_applied <= training.occurrences + 1).all()
    # No pair here overlaps itself, so that each was merged as often as it was counted.
    assert (abs(training.mixed_applied - training.occurrences) <= 1).all()
    assert (training.applied != training.occurrences).any()
    natural = train_tokenizer(corpus_of(texts), TrainingConfig(300)).training
    assert (natural.mixed_applied == natural.applied).all()


def test_a_merge_of_less_than_one_occurrence_is_counted_and_applied_once():
    texts = ["abcdefgh " * 400, "xyzuvw " * 3]
    steps = train(
        corpus_of(texts), TrainingConfig(300), mixture=Mixture(bytes={"s0": 3600, "s1": 5})
    )
    seen = []
    record = result_of(steps, seen.append).training
    rare = record.source_applied[:, 0] == 0
    assert rare.sum() == 6
    assert record.occurrences[rare].tolist() == record.mixed_applied[rare].tolist() == [1] * 6
    live = [merge.count for each in seen for merge in each.last_merges]
    assert live == record.occurrences.tolist()
    assert np.concatenate([each.last_merges.counts for each in seen]).tolist() == live
