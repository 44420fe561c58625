"""Merges that two threads share, against the slow reference and against one thread."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus.corpus import Corpus, Source
from engine.counting import PretokenCounts, count_pretokens
from engine.machine import result_of, work
from engine.settings.config import TIE_BREAKS, TrainingConfig
from engine.settings.token_lists import MergeRules
from engine.splitting.splitter import Splitter
from engine.training import merge_loop
from engine.training._replacing_kernels import N_DONE
from engine.training.layout import Results
from engine.training.merge_loop import MergeLoop
from engine.training.vetoes import RuleVeto
from tests import reference_bpe
from tests.engine.training.test_training import merges_of, words_that_overlap

_MANY_TRIES = 300
_WORK = 1 << 40


def share_everything(patch: pytest.MonkeyPatch) -> None:
    """Merge every pair of two places and more in two parts, on any machine."""
    patch.setattr(work, "_cores_of_process", lambda: 2)
    patch.setitem(work._limit, "window", None)
    patch.setattr(merge_loop, "LEAST_SHARED", 2)
    patch.setattr(merge_loop, "LEAST_SHARED_SLOTS", 0)


@pytest.fixture
def shared(monkeypatch):
    share_everything(monkeypatch)


@pytest.fixture(scope="module")
def pretokens() -> PretokenCounts:
    """Of three sources that have many words in common."""
    drawn = random.Random(1)
    words = ["".join(drawn.choices("abcdé", k=drawn.randint(1, 9))) for _ in range(3000)]
    texts = [" ".join(drawn.choices(words, k=4000)) + " " + "a" * 50 for _ in range(3)]
    corpus = Corpus(Source(f"s{i}", texts=(text,)) for i, text in enumerate(texts))
    return result_of(count_pretokens(corpus, Splitter("gpt2")))


def merged(pretokens: PretokenCounts, config: TrainingConfig) -> MergeLoop:
    """All merges in one slice."""
    loop = MergeLoop(pretokens, config)
    loop.count_pairs()
    loop.run_slice(10_000, _WORK)
    return loop


def assert_equal(results: Results, expected: Results) -> None:
    for found, array in zip(results, expected, strict=True):
        np.testing.assert_array_equal(found, array)


@settings(max_examples=60, deadline=None)
@given(
    counts=words_that_overlap,
    n_merges=st.integers(0, 40),
    tie_break=st.sampled_from(TIE_BREAKS),
    max_token_bytes=st.sampled_from([None, None, 3, 5]),
)
def test_equals_the_reference(counts, n_merges, tie_break, max_token_bytes):
    rules = {"tie_break": tie_break, "max_token_bytes": max_token_bytes}
    expected = reference_bpe.train(Counter(counts), n_merges, **rules)
    with pytest.MonkeyPatch.context() as patch:
        share_everything(patch)
        assert merges_of(counts, TrainingConfig(256 + n_merges, **rules)) == expected


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_a_thread_that_helps_changes_nothing(pretokens, tie_break, monkeypatch):
    """Counts by source, rows of pairs and postings included; until it really had a part."""
    config = TrainingConfig(800, tie_break=tie_break)
    alone = merged(pretokens, config)
    share_everything(monkeypatch)
    for _ in range(_MANY_TRIES):
        loop = merged(pretokens, config)
        assert_equal(loop.results, alone.results)
        n_pairs, n_postings = loop._cursor[:2].tolist()
        assert (n_pairs, n_postings) == tuple(alone._cursor[:2].tolist())
        np.testing.assert_array_equal(loop._table.entries[:n_pairs], alone._table.entries[:n_pairs])
        np.testing.assert_array_equal(
            loop._arena.postings[:n_postings], alone._arena.postings[:n_postings]
        )
        if loop._team.job[N_DONE]:
            return
    raise AssertionError("the other thread never had a part")


def test_parts_that_the_other_thread_leaves_are_taken_back(pretokens, shared, monkeypatch):
    monkeypatch.setattr(merge_loop, "side_by_side", lambda _, second: (None, second()))
    loop = merged(pretokens, TrainingConfig(800))
    monkeypatch.setattr(merge_loop, "LEAST_SHARED", 1 << 40)
    assert loop._is_shared
    assert loop._team.job[N_DONE] == 0
    assert_equal(loop.results, merged(pretokens, TrainingConfig(800)).results)


def test_one_pretoken_has_all_its_places_in_one_part(shared):
    counts = {b"ab" * 300: 3, b"ba" * 5: 2}
    expected = reference_bpe.train(Counter(counts), 12)
    assert merges_of(counts, TrainingConfig(268)) == expected


def test_a_small_arena_a_core_and_a_veto_are_not_shared(pretokens, monkeypatch):
    assert not merged(pretokens, TrainingConfig(300))._is_shared
    share_everything(monkeypatch)
    veto = RuleVeto(MergeRules(blocked_pattern="ab"))
    loop = MergeLoop(pretokens, TrainingConfig(300), veto=veto)
    loop.count_pairs()
    assert not loop._is_shared
    monkeypatch.setattr(work, "_cores_of_process", lambda: 1)
    assert not merged(pretokens, TrainingConfig(300))._is_shared


def test_help_ends_where_few_merges_have_many_places(pretokens, shared, monkeypatch):
    """And the merges that follow are the same."""
    monkeypatch.setattr(merge_loop, "LEAST_SHARED", 200)
    monkeypatch.setattr(merge_loop, "_TELLING_WORK", 1 << 12)
    loop = MergeLoop(pretokens, TrainingConfig(1500))
    loop.count_pairs()
    helped = []
    while not loop.finished:
        loop.run_slice(10_000, 1 << 13)
        helped.append(loop._is_shared)
    assert helped[0]
    assert not helped[-1]
    monkeypatch.setattr(merge_loop, "LEAST_SHARED", 1 << 40)
    assert_equal(loop.results, merged(pretokens, TrainingConfig(1500)).results)
