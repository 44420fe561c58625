"""A merge loop that begins with merges done, or that a veto watches, against the slow reference."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corpus.corpus import Corpus, Source
from engine.counting import PretokenCounts, count_pretokens
from engine.machine import result_of
from engine.settings.config import TIE_BREAKS, TOKEN_LIMITS, TrainingConfig
from engine.settings.token_lists import MergeRules
from engine.splitting.splitter import Splitter
from engine.training import layout, merge_loop
from engine.training.merge_loop import MergeLoop
from engine.training.merges_done import MergesDone
from engine.training.training import train_tokenizer
from engine.training.vetoes import veto_of
from tests import reference_bpe
from tests.engine.training.test_training import pretokens_from, words_that_overlap
from tests.texts import some_texts

RULES = st.fixed_dictionaries(
    {
        "tie_break": st.sampled_from(TIE_BREAKS),
        "min_frequency": st.sampled_from([1, 1, 2, 4]),
        "max_token_bytes": st.sampled_from([None, None, 2, 3, 5]),
        "token_limit": st.sampled_from(TOKEN_LIMITS),
    }
)


def finished(loop: MergeLoop, merges_per_slice: int = 1000) -> MergeLoop:
    loop.count_pairs()
    while not loop.finished:
        loop.run_slice(max_merges=merges_per_slice, max_work=1 << 40)
    return loop


def first_of(loop: MergeLoop, n: int) -> MergesDone:
    rows = loop.results
    return MergesDone(rows.merges[:n], rows.counts[:n], rows.applied[:n], rows.source_applied[:n])


def rows_of(loop: MergeLoop) -> list[list[list[int]]]:
    return [field[: loop.n_merges].tolist() for field in loop.results]


def without_room(patch: pytest.MonkeyPatch) -> None:
    """Postings are dropped and moved all the time, blocks are short and cells are shared."""
    patch.setattr(merge_loop, "_FREE_ROOM", 0)
    patch.setattr(merge_loop, "_LEAST_ROOM", 1)
    patch.setattr(merge_loop, "_SPARE_ROOM", 0)
    patch.setattr(layout, "_BLOCK", 3)
    patch.setattr(layout, "_FEWEST_CELLS", 1)
    patch.setattr(layout, "_MOST_CELLS", 2)


@settings(max_examples=150, deadline=None)
@given(
    counts=words_that_overlap,
    n_merges=st.integers(0, 40),
    n_done=st.integers(0, 40),
    rules=RULES,
    merges_per_slice=st.integers(1, 50),
)
def test_going_on_equals_never_having_stopped(counts, n_merges, n_done, rules, merges_per_slice):
    config = TrainingConfig(256 + n_merges, **rules)
    pretokens = pretokens_from(counts)
    expected = reference_bpe.train(Counter(counts), n_merges, **rules)
    whole = finished(MergeLoop(pretokens, config))
    assert [tuple(pair) for pair in whole.results.merges[: whole.n_merges].tolist()] == [
        row[:2] for row in expected
    ]
    done = first_of(whole, min(n_done, whole.n_merges))
    again = finished(MergeLoop(pretokens, config, done=done), merges_per_slice)
    assert rows_of(again) == rows_of(whole)
    assert again.is_exhausted == whole.is_exhausted
    with pytest.MonkeyPatch.context() as patch:
        without_room(patch)
        assert rows_of(finished(MergeLoop(pretokens, config, done=done))) == rows_of(whole)


def test_a_pair_that_counts_just_enough_is_merged_after_merges_done():
    pretokens = pretokens_from({b"ab": 5, b"cd": 2, b"ef": 1})
    config = TrainingConfig(260, min_frequency=2)
    done = first_of(finished(MergeLoop(pretokens, config)), 1)
    again = finished(MergeLoop(pretokens, config, done=done))
    assert rows_of(again)[0] == [list(b"ab"), list(b"cd")]
    assert again.is_exhausted


@settings(max_examples=150, deadline=None)
@given(
    counts=words_that_overlap,
    n_merges=st.integers(0, 40),
    n_done=st.integers(0, 40),
    rules=RULES,
    blocked=st.lists(
        st.text("ab", min_size=2, max_size=4).map(str.encode)
        | st.sampled_from([b"\0\0", b"a\0", b"\xc3\xa9", b"abcdefgh", b"aaaaaaaa"]),
        unique=True,
        max_size=6,
    ),
    pattern=st.sampled_from([None, None, "^a", "bb|c", "a$", r"\x00", r"[\udc80-\udcff]", ""]),
)
def test_a_veto_equals_the_reference(counts, n_merges, n_done, rules, blocked, pattern):
    merge_rules = MergeRules(tuple(blocked), pattern or None)
    veto = veto_of(merge_rules)
    config = TrainingConfig(256 + n_merges, **rules)
    pretokens = pretokens_from(counts)
    expected = reference_bpe.train(
        Counter(counts), n_merges, **rules, allows=lambda token: allowed(merge_rules, token)
    )
    whole = finished(MergeLoop(pretokens, config, veto=veto))
    merges, numbers, applied, _ = rows_of(whole)
    assert [(*pair, a, b) for pair, a, b in zip(merges, numbers, applied, strict=True)] == expected
    done = first_of(whole, min(n_done, whole.n_merges))
    with pytest.MonkeyPatch.context() as patch:
        without_room(patch)
        again = finished(MergeLoop(pretokens, config, done=done, veto=veto), 3)
    assert rows_of(again) == rows_of(whole)


def allowed(rules: MergeRules, token: bytes) -> bool:
    import regex

    if token in rules.blocked:
        return False
    if rules.blocked_pattern is None:
        return True
    return not regex.search(rules.blocked_pattern, token.decode(errors="surrogateescape"))


def real_pretokens() -> PretokenCounts:
    """Four sources in many scripts, with weights."""
    texts = some_texts(5)
    sources = [Source(f"s{i}", texts=tuple(texts[i::4])) for i in range(4)]
    counts = result_of(count_pretokens(Corpus(sources), Splitter("gpt2")))
    return counts.weighted(np.array([3, 1, 7, 2], np.int64), 4)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_sources_weights_and_long_tokens(tie_break):
    pretokens = real_pretokens()
    config = TrainingConfig(1500, tie_break=tie_break)
    whole = finished(MergeLoop(pretokens, config))
    assert whole.n_merges > 600
    for n_done in (1, 255, 600, whole.n_merges):
        done = first_of(whole, n_done)
        assert rows_of(finished(MergeLoop(pretokens, config, done=done))) == rows_of(whole)


def test_what_comes_to_be_known_of_refused_tokens():
    """Its text in other scripts, and the sentence about a vocabulary that stays small."""
    corpus = Corpus.from_texts(["the then 東京 東京都 the " * 9])
    rules = MergeRules((b"he",), r"\p{Han}")
    tokenizer = train_tokenizer(corpus, TrainingConfig(300, merge_rules=rules))
    tokens = tokenizer.vocabulary[256:]
    assert tokens
    assert not any(token == b"he" or "東".encode() in token for token in tokens)
    (problem,) = tokenizer.training.problems
    assert problem.startswith(f"After {tokenizer.n_merges} merges the merge rules left no pair")
    assert "'he'" in problem
    assert train_tokenizer(corpus, TrainingConfig(258)).training.problems == ()
    some = MergeRules((b"th", b"he"))
    problems = train_tokenizer(corpus, TrainingConfig(258, merge_rules=some)).training.problems
    assert problems == ("The merge rules refused 2 tokens whose turn had come: 'he', 'th'.",)


def test_rules_that_forbid_everything():
    tokenizer = train_tokenizer(
        Corpus.from_texts(["some words"]), TrainingConfig(300, merge_rules=MergeRules((), "(?s)."))
    )
    assert tokenizer.n_merges == 0
    assert tokenizer.training.problems[0].startswith("After 0 merges the merge rules left no pair")


def test_a_certified_count_is_lowered_where_the_rules_leave_nothing_above_it(monkeypatch):
    """Without rules two merges count 50 and more; with them the second one counts 2."""
    counts = {b"ab": 60, b"cd": 50, b"ef": 2}
    config = TrainingConfig(258, pattern="none")
    rules = MergeRules((b"cd",))
    expected = reference_bpe.train(Counter(counts), 2, allows=lambda token: token != b"cd")
    loop = finished(MergeLoop(pretokens_from(counts), config, veto=veto_of(rules)))
    assert loop.results.merges.tolist() == [list(row[:2]) for row in expected]
    assert loop.results.counts.tolist() == [60, 2]
    assert loop.n_refused == 1


def test_a_least_count_from_outside_is_kept():
    counts = {b"ab": 60, b"cd": 50, b"ef": 2}
    config = TrainingConfig(259)
    loop = finished(MergeLoop(pretokens_from(counts), config, least_count=3))
    assert (loop.n_merges, loop.is_exhausted) == (2, True)
    loop = finished(MergeLoop(pretokens_from(counts), config, least_count=2))
    assert (loop.n_merges, loop.is_exhausted) == (3, False)


@pytest.mark.parametrize(
    "done",
    [
        MergesDone.of_merges(np.array([[97, 98], [99, 100]], np.uint32), 1),
        MergesDone.of_merges(np.array([[97, 98]], np.uint32), 2),
    ],
)
def test_merges_done_that_do_not_fit(done):
    with pytest.raises(ValueError, match="are done"):
        MergeLoop(pretokens_from({b"ab": 1}), TrainingConfig(257), done=done)


def test_merges_done_are_checked():
    with pytest.raises(ValueError, match="was not made before"):
        MergesDone.of_merges(np.array([[97, 256]], np.uint32), 1)
    with pytest.raises(ValueError, match="counts"):
        MergesDone(np.zeros((1, 2), np.uint32), np.zeros(2), np.zeros(2), np.zeros((1, 1)))
    with pytest.raises(ValueError, match="source_applied"):
        MergesDone(np.zeros((1, 2), np.uint32), np.zeros(1), np.zeros(1), np.zeros((2, 1)))
