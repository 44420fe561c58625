"""Superword training against `tests.reference_superwords`, which shares no code with the engine."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus import pieces
from engine.corpus.corpus import Corpus, Source
from engine.encoding.tokenizer import Tokenizer
from engine.formats import export_tokenizer
from engine.machine import work
from engine.settings.config import TIE_BREAKS, TOKEN_LIMITS, TrainingConfig
from engine.settings.sources import Mixture
from engine.settings.superwords import (
    SUPERWORD_PRESETS,
    SuperwordRules,
    Superwords,
    superword_rules,
)
from engine.settings.token_lists import MergeRules
from engine.training.training import train_tokenizer
from resources import sample_corpus_folder
from tests.reference_superwords import Trained, encode_text, train_superwords
from tests.texts import some_texts

OWN_PATTERN = r"\n+|[.!?]"
SECOND_PATTERNS = ("superbpe-stage2", "superbpe-paper", "none", OWN_PATTERN)


def corpus_of(texts_by_source) -> Corpus:
    return Corpus(Source(f"s{i}", texts=tuple(texts)) for i, texts in enumerate(texts_by_source))


def repeated(texts_by_source, weights) -> Mixture:
    """The mixture in which each source counts `weights` times."""
    sizes = [
        sum(len(text.encode()) for text in texts) * weight
        for texts, weight in zip(texts_by_source, weights, strict=True)
    ]
    return Mixture(bytes={f"s{i}": size for i, size in enumerate(sizes) if size})


def assert_equal(tokenizer: Tokenizer, expected: Trained) -> None:
    """Merges, what they counted, where superwords begin, and no token twice."""
    assert [tuple(pair) for pair in tokenizer.merges.tolist()] == expected.merges
    record = tokenizer.training
    assert record.counts.tolist() == [count * record.weight_scale for count in expected.counts]
    assert tokenizer.superwords.n_first_merges == expected.n_first
    tokens = tokenizer.vocabulary[: 256 + tokenizer.n_merges]
    assert len(set(tokens)) == len(tokens)


# ---- small texts of every kind ---------------------------------------------------------------

WORDS = st.sampled_from(
    ["the", " the", " a", " cat", " sat", " of", "in", " in", ": ", ":", ". ", ", ", "?", "\n",
     "\n\n", " 12", "345", "²", " ", "  ", "aaaa", "a", "é", " você", "你好", "世界", "。", "สวัสดี",
     "ครับ", "🙂", " мир", "e\u0301", "'s", "!!!", "\t", "\r\n"]
)  # fmt: skip
TEXTS = st.lists(WORDS, max_size=40).map("".join)
RULES = st.builds(
    SuperwordRules,
    most_words=st.sampled_from([None, None, 2, 4]),
    forbidden_inside=st.sampled_from([(), (": ",), (" of", "你")]),
    cut_after=st.sampled_from(["", "", ".?!。"]),
    cut_before=st.sampled_from(["", "", ":", ":世"]),
    cut_one_before=st.sampled_from(["", "", ":.,"]),
    digits_apart=st.booleans(),
    punctuation_apart=st.booleans(),
    longest_span=st.sampled_from([None, None, 3, 8]),
    span_parts=st.sampled_from([None, 2, 5]),
    most_span_cuts=st.sampled_from([None, 1, 3]),
    span_percentile=st.sampled_from([None, None, 60.0, 99.0]),
    document_percentile=st.sampled_from([None, None, 50.0, 80.0]),
    sampling_share=st.sampled_from([1.0, 1.0, 0.6]),
    sampling_seed=st.integers(0, 3),
    allow_twins=st.booleans(),
)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(
    texts=st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=3),
    weights=st.lists(st.sampled_from([1, 1, 1, 2, 3, 0]), min_size=3, max_size=3),
    rules=RULES,
    pattern=st.sampled_from(SECOND_PATTERNS),
    first=st.sampled_from([0, 5, 20, 40]),
    more=st.sampled_from([1, 10, 30, 60]),
    tie_break=st.sampled_from(TIE_BREAKS),
    limits=st.sampled_from([{}, {}, {"min_frequency": 2}, {"max_token_bytes": 6}]),
    token_limit=st.sampled_from(TOKEN_LIMITS),
)
def test_equals_the_reference(
    texts, weights, rules, pattern, first, more, tie_break, limits, token_limit
):
    """All rules at once, in any combination, with sources that count more than once or not."""
    weights = weights[: len(texts)]
    texts[0].append("the cat of the cat")
    weights[0] = max(1, weights[0])
    if not any("".join(own) for own, weight in zip(texts, weights, strict=True) if weight):
        return
    superwords = Superwords(256 + first, pattern, rules)
    config = TrainingConfig(
        256 + first + more, "gpt2", tie_break=tie_break, token_limit=token_limit,
        superwords=superwords, **limits,
    )  # fmt: skip
    tokenizer = train_tokenizer(corpus_of(texts), config, mixture=repeated(texts, weights))
    expected = train_superwords(texts, config, weights)
    assert_equal(tokenizer, expected)


# ---- real texts ------------------------------------------------------------------------------


PHRASES = "as well as the rest of the world: 12 of 345, as well as the others. " * 3


@cache
def real_texts() -> tuple[tuple[str, ...], ...]:
    """Paragraphs of several scripts and of code, one source each."""
    folder = sample_corpus_folder()
    names = ("deu", "rus", "tha", "zho", "code_python")
    texts = [(folder / f"{name}.txt").read_text("utf-8")[:90] for name in names]
    return ((PHRASES, PHRASES[:90]), *(tuple(text.split("\n")) for text in texts))


def config_of(rules: SuperwordRules, pattern: str = "superbpe-stage2", **others) -> TrainingConfig:
    return TrainingConfig(330, "o200k", superwords=Superwords(285, pattern, rules), **others)


@cache
def expected_of(config: TrainingConfig) -> Trained:
    return train_superwords(real_texts(), config)


@pytest.mark.parametrize("rules", SUPERWORD_PRESETS)
@pytest.mark.parametrize("pattern", SECOND_PATTERNS)
def test_presets_on_real_text(rules, pattern):
    config = config_of(superword_rules(rules), pattern)
    assert_equal(train_tokenizer(corpus_of(real_texts()), config), expected_of(config))


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_tie_breaks_on_real_text(tie_break):
    config = config_of(superword_rules("official"), tie_break=tie_break)
    assert_equal(train_tokenizer(corpus_of(real_texts()), config), expected_of(config))


@pytest.mark.parametrize(("n_threads", "batch_bytes"), [(1, 1 << 20), (2, 3000), (3, 200)])
def test_threads_and_sizes_of_pieces_change_nothing(n_threads, batch_bytes, monkeypatch):
    monkeypatch.setattr(work, "_cores_of_process", lambda: n_threads)
    monkeypatch.setattr(pieces, "BATCH_BYTES", batch_bytes)
    for rules in ("official", "article"):
        config = config_of(superword_rules(rules))
        assert_equal(train_tokenizer(corpus_of(real_texts()), config), expected_of(config))


FREE = superword_rules("unbounded")
SINGLE_RULES = (
    {"most_words": 2},
    {"forbidden_inside": (" the", "ен")},
    {"cut_after": ".,。，"},
    {"cut_before": "e"},
    {"cut_one_before": ",.、，"},
    {"punctuation_apart": True},
    {"digits_apart": True},
    {"longest_span": 4, "span_parts": 3, "most_span_cuts": 5},
    {"longest_span": 6},
    {"span_percentile": 50.0},
    {"document_percentile": 40.0},
    {"sampling_share": 0.4, "sampling_seed": 3},
)


@pytest.mark.parametrize("rule", SINGLE_RULES, ids=lambda rule: next(iter(rule)))
def test_every_rule_by_itself(rule):
    """Equal to the reference, and other merges than without it."""
    pattern = "none" if "digits_apart" in rule else OWN_PATTERN
    config = config_of(replace(FREE, **rule), pattern)
    expected = expected_of(config)
    assert expected.merges != expected_of(config_of(FREE, pattern)).merges
    assert_equal(train_tokenizer(corpus_of(real_texts()), config), expected)


@pytest.mark.parametrize("seed", range(6))
def test_a_source_of_which_nothing_is_drawn_is_as_if_it_were_whole(seed):
    """Sources of one document and of several, some drawn and some not, by the seed."""
    texts = [(PHRASES,), ("", "of the day " * 9), *(texts[:2] for texts in real_texts()[1:])]
    rules = replace(FREE, sampling_share=0.4, sampling_seed=seed, document_percentile=90.0)
    config = TrainingConfig(300, "o200k", superwords=Superwords(270, OWN_PATTERN, rules))
    assert_equal(train_tokenizer(corpus_of(texts), config), train_superwords(texts, config))


def test_what_is_blocked_in_both_stages():
    rules = MergeRules(blocked=(b" the", b" of the"), blocked_pattern=r"\p{Han}|^[,.]")
    config = config_of(FREE, OWN_PATTERN, merge_rules=rules)
    tokenizer = train_tokenizer(corpus_of(real_texts()), config)
    assert_equal(tokenizer, expected_of(config))
    assert not {b" the", b" of the"} & set(tokenizer.vocabulary)


# ---- hard texts ------------------------------------------------------------------------------

HARD = {
    "one letter": "a" * 900,
    "two letters": "ab" * 200 + "aab" * 90,
    "one huge line": "so it goes and so it ends " * 60,
    "Thai": "เขาไปที่บ้านของเขา" * 25,
    "Chinese": "他去他的房子里看他的书。" * 25,
    "spaces": " " * 700 + "x" + " " * 300,
    "line ends": "\n" * 300 + "a\n" * 100,
    "digits": "1234567 89 " * 60,
    "few words": "once only",
}


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("rules", ["official", "unbounded"])
def test_hard_texts(name, rules):
    """The vocabulary that is asked for is more than some of them hold."""
    text = HARD[name]
    superwords = Superwords(262, rules=superword_rules(rules))
    config = TrainingConfig(290, "cl100k", superwords=superwords)
    tokenizer = train_tokenizer(corpus_of([[text]]), config)
    assert_equal(tokenizer, train_superwords([[text]], config))
    assert tokenizer.decode(tokenizer.encode(text)) == text


# ---- what comes of it ------------------------------------------------------------------------


@cache
def trained() -> Tokenizer:
    superwords = Superwords(0.6, rules=superword_rules("official"))
    config = TrainingConfig(
        1400, "superbpe-stage1", special_tokens=("<|end|>",), superwords=superwords
    )
    return train_tokenizer(Corpus.from_paths(sample_corpus_folder()), config)


def test_ids_are_those_of_all_merges_over_whole_pieces(tmp_path):
    tokenizer = trained()
    merges = [tuple(pair) for pair in tokenizer.merges.tolist()]
    export_tokenizer(tokenizer, "tokenizer.json", tmp_path)
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in some_texts(40):
        ids = encode_text(text, "superbpe-stage2", merges)
        assert tokenizer.encode(text) == ids, repr(text)
        assert theirs.encode(text).ids == ids, repr(text)


def test_at_the_transition_stands_the_plain_tokenizer():
    tokenizer = trained()
    corpus = Corpus.from_paths(sample_corpus_folder())
    plain = TrainingConfig(840, "superbpe-stage1", special_tokens=("<|end|>",))
    assert tokenizer.truncated(840).semantic_hash == train_tokenizer(corpus, plain).semantic_hash
    assert tokenizer.truncated(840).superwords is None
    smaller = tokenizer.training.config.of_size(1100)
    expected = train_tokenizer(corpus, smaller)
    assert tokenizer.truncated(1100).semantic_hash == expected.semantic_hash


def test_normalized_text_with_special_tokens_cut_out():
    """The same as a training on documents that are normalized and cut beforehand."""
    text = "the cafe\u0301 of the<|end|>the cafe\u0301 of<|end|> it. the café of it. " * 5
    config = TrainingConfig(
        310, "gpt2", special_tokens=("<|end|>",), special_text="cut", normalization="nfc",
        superwords=Superwords(275, rules=replace(FREE, document_percentile=90.0)),
    )  # fmt: skip
    expected = train_superwords([text.split("<|end|>")], config)
    assert_equal(train_tokenizer(corpus_of([[text]]), config), expected)
