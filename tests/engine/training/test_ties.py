"""Ties: the four rules on a corpus where each gives other merges, and minbpe's own algorithm."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus import pieces
from engine.corpus.corpus import Corpus, Source
from engine.counting import counting
from engine.settings.config import TIE_BREAKS, TrainingConfig
from engine.splitting.splitter import Splitter
from engine.training.layout import pretoken_order
from engine.training.training import train_tokenizer
from tests import reference_bpe
from tests.engine.training.test_training import pretokens_from

NEWEST = " ".join(["low"] * 5 + ["lower"] * 2 + ["widest"] * 3 + ["newest"] * 6)


def new_tokens(text: str, tie_break: str, n_merges: int, pattern: str = "cl100k") -> list[str]:
    config = TrainingConfig(256 + n_merges, pattern=pattern, tie_break=tie_break)
    tokenizer = train_tokenizer(Corpus.from_texts([text]), config)
    return [token.decode().replace(" ", "␠") for token in tokenizer.vocabulary[256:]]


@pytest.mark.parametrize(
    ("tie_break", "tokens"),
    [
        ("smallest-ids", "es est lo low ␠n ␠low ew ␠new ␠newest ␠w"),
        ("gpt2-order", "es est lo low ew new ␠low ␠new ␠newest dest"),
        ("first-seen", "es est lo low ␠low ␠n ␠ne ␠new ␠newest ␠w"),
        ("greatest-bytes", "st est ow low west ne newest ␠newest ␠low wi"),
    ],
)
def test_what_four_trainers_made_of_the_same_words(tie_break, tokens):
    """Run once by hand through rustbpe and bpeasy, tokenizers, minbpe, and CS336's rule."""
    assert new_tokens(NEWEST, tie_break, 10) == tokens.split()


@pytest.mark.parametrize(
    ("positions", "order"), [([0, 3, 9], []), ([0, 9, 3], [0, 2, 1]), ([5, 3, 9], [1, 0, 2])]
)
def test_only_first_seen_lays_words_out_by_their_first_position(positions, order):
    pretokens = pretokens_from({b"a": 1, b"b": 1, b"c": 1})
    pretokens = replace(pretokens, first_positions=np.array(positions))
    assert pretoken_order("first-seen", pretokens).tolist() == order
    assert pretoken_order("smallest-ids", pretokens).tolist() == []


def test_tuples_are_compared_not_the_merged_bytes():
    """(ab, a) is greater than (a, c), although "aba" is less than "ac"."""
    counts = Counter({b"ab": 9, b"aba": 2, b"ac": 2})
    text = "".join(f"{word.decode()} " * times for word, times in counts.items())
    assert new_tokens(text, "greatest-bytes", 2, pattern=r"\w+")[:2] == ["ab", "aba"]


def test_a_longer_left_half_is_greater_than_its_beginning():
    text = "abcdefghijk " * 9 + "abcdefghijkX abcdefghijY " * 2 + "abcdefghijk"
    expected = reference_bpe.train(
        Counter(reference_bpe.pretokens_of(text, r"\w+|\W+")), 14, tie_break="greatest-bytes"
    )
    config = TrainingConfig(270, pattern=r"\w+|\W+", tie_break="greatest-bytes")
    tokenizer = train_tokenizer(Corpus.from_texts([text]), config)
    assert [tuple(pair) for pair in tokenizer.merges.tolist()] == [row[:2] for row in expected]


def minbpe(text: str, pattern: str, n_merges: int) -> list[tuple[int, int]]:
    """minbpe's RegexTokenizer.train as its article tells it: count all pairs, take `max`."""
    chunks = [list(match.group().encode()) for match in regex.finditer(pattern, text)]
    merges = []
    for new_id in range(256, 256 + n_merges):
        stats: dict[tuple[int, int], int] = {}
        for chunk in chunks:
            for pair in pairwise(chunk):
                stats[pair] = stats.get(pair, 0) + 1
        if not stats:
            break
        merges.append(max(stats, key=stats.__getitem__))
        chunks = [reference_bpe.merge(chunk, merges[-1], new_id) for chunk in chunks]
    return merges


@settings(max_examples=300, deadline=None)
@given(
    text=st.text("ab", min_size=1, max_size=80)
    | st.text("abc é", min_size=1, max_size=60)
    | st.lists(st.sampled_from(["aaa", "ab", "aba ", " b", "caaac"]), min_size=1).map("".join),
    pattern=st.sampled_from([r" ?\S+|\s+", r"[\s\S]+", r"a+|[^a]"]),
    n_threads=st.integers(1, 3),
    batch_bytes=st.sampled_from([3, 17, 1 << 20]),
)
def test_first_seen_equals_minbpe(text, pattern, n_threads, batch_bytes):
    config = TrainingConfig(256 + 25, pattern=pattern, tie_break="first-seen")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "BATCH_BYTES", batch_bytes)
        patch.setattr(counting, "n_cores", lambda: n_threads)
        tokenizer = train_tokenizer(Corpus.from_texts([text]), config)
    assert [tuple(pair) for pair in tokenizer.merges.tolist()] == minbpe(text, pattern, 25)


def words_of_three_sources() -> list[Source]:
    """Short and long pre-tokens in documents of many sizes, most of them tied in count."""
    random = np.random.default_rng(11)
    words = ["".join(random.choice(list("abcd"), n)) for n in random.integers(1, 30, 300)]
    return [
        Source(f"s{i}", texts=tuple(" ".join(random.choice(words, n)) for n in (2, 900, 1, 40)))
        for i in range(3)
    ]


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_every_rule_is_that_of_the_reference(tie_break):
    texts = [text for source in words_of_three_sources() for text in source.texts]
    words = [word for text in texts for word in reference_bpe.pretokens_of(text, r"\w+|\W+")]
    expected = reference_bpe.train(Counter(words), 150, tie_break=tie_break)
    config = TrainingConfig(256 + 150, pattern=r"\w+|\W+", tie_break=tie_break)
    tokenizer = train_tokenizer(Corpus.from_texts(texts), config)
    assert [tuple(pair) for pair in tokenizer.merges.tolist()] == [row[:2] for row in expected]


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_threads_and_sizes_of_pieces_change_no_merge(tie_break, monkeypatch):
    corpus = Corpus(words_of_three_sources())
    config = TrainingConfig(700, tie_break=tie_break)
    expected = train_tokenizer(corpus, config)
    assert expected.n_merges == 444
    for n_threads, batch_bytes in [(1, 1 << 20), (2, 500), (3, 77), (7, 2000)]:
        monkeypatch.setattr(pieces, "BATCH_BYTES", batch_bytes)
        monkeypatch.setattr(counting, "n_cores", lambda n=n_threads: n)
        again = train_tokenizer(corpus, config)
        assert again.semantic_hash == expected.semantic_hash
        assert again.training.applied.tolist() == expected.training.applied.tolist()


@pytest.mark.parametrize("tie_break", sorted({*TIE_BREAKS} - {"first-seen"}))
def test_order_of_documents_and_sources_changes_no_merge(tie_break):
    sources = words_of_three_sources()
    turned = [Source(s.label, texts=s.texts[::-1]) for s in reversed(sources)]
    config = TrainingConfig(700, tie_break=tie_break)
    forwards, backwards = (train_tokenizer(Corpus(each), config) for each in (sources, turned))
    assert forwards.semantic_hash == backwards.semantic_hash


def test_first_seen_follows_the_order_of_the_corpus():
    """By definition: among equal counts, what stands first in the corpus is merged first."""
    assert new_tokens("xy ab", "first-seen", 1, pattern=r"\w+") == ["xy"]
    assert new_tokens("ab xy", "first-seen", 1, pattern=r"\w+") == ["ab"]


def test_first_seen_equals_the_reference_on_words_of_three_sources():
    sources = words_of_three_sources()
    config = TrainingConfig(256 + 120, tie_break="first-seen")
    tokenizer = train_tokenizer(Corpus(sources), config)
    pattern = Splitter("gpt2").pattern
    counts = Counter(
        piece
        for source in sources
        for text in source.texts
        for piece in reference_bpe.pretokens_of(text, pattern)
    )
    expected = reference_bpe.train(counts, 120, tie_break="first-seen")
    assert [tuple(pair) for pair in tokenizer.merges.tolist()] == [row[:2] for row in expected]
