"""Words of tokens, the list of superwords, and both tokenizers of a size side by side."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from engine import train_tokenizer
from engine.analysis.report import report_sections, vocabulary_report
from engine.analysis.superwords import (
    comparison_steps,
    superword_report,
    superword_shares,
)
from engine.analysis.usage import HYPER, RENYI_ALPHA, token_distribution
from engine.analysis.vocabulary import SUPERWORD, making_by_label, vocabulary_lineage
from engine.machine import result_of
from engine.text.words import word_runs, words_between_spaces
from tests.superword_runs import CONFIG, PLAIN, superword_corpus


@pytest.fixture(scope="module")
def corpus():
    return superword_corpus()


@pytest.fixture(scope="module")
def tokenizer(corpus):
    return train_tokenizer(corpus, CONFIG)


@pytest.fixture(scope="module")
def plain(corpus):
    return train_tokenizer(corpus, PLAIN)


TOKENS = [
    b" of the", b",", b" ", b"", b"  b  c ", b"\xe4\xb8", "是的，我".encode(), b"don't", b" a:b",
    "कि ताब".encode(), "☀\ufe0f☀".encode(), b"\n\n", "d’un l'".encode(), b"'a'", b"9,9",
]  # fmt: skip


def runs_of(texts):
    points = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    owners = np.repeat(np.arange(len(texts)), list(map(len, texts)))
    return word_runs(points, owners, len(texts)).tolist()


def test_words_between_spaces_are_those_of_the_published_trainer():
    expected = [sum(bool(piece) for piece in token.split(b" ")) for token in TOKENS]
    assert words_between_spaces(TOKENS).tolist() == expected
    assert words_between_spaces([]).tolist() == []


def test_runs_need_no_spaces():
    texts = [token.decode("utf-8", "ignore") for token in TOKENS]
    by_hand = [2, 0, 0, 0, 2, 0, 2, 1, 2, 2, 0, 0, 2, 1, 2]
    assert runs_of(texts) == by_hand


def test_facts_and_filters_know_superwords(tokenizer):
    report = vocabulary_report(tokenizer)
    words = words_between_spaces(tokenizer.vocabulary)
    assert report.facts.words.tolist() == words.tolist()
    named = report.named("superword")
    assert named[words > 1].all()
    assert (report.facts.has(SUPERWORD) == named).all()
    [section] = [each for each in report_sections(report) if each.key == "words"]
    rows = {row.condition: row.count for row in section.rows}
    assert rows["words:2"] == np.count_nonzero(words == 2)
    assert rows["is:superword"] == np.count_nonzero(named)


def test_a_vocabulary_of_single_words_has_no_section_of_words(plain):
    sections = {each.key for each in report_sections(vocabulary_report(plain))}
    assert "words" not in sections


def test_the_list_has_every_superword_with_its_parts_and_what_it_saved(tokenizer):
    report = superword_report(tokenizer)
    assert report.n_first == CONFIG.n_first_merges
    assert report.rows
    known = {row.token for row in report.rows}
    assert {
        each for each in tokenizer.vocabulary if len(each.split()) > 1 and b" " in each
    } <= known
    for row in report.rows:
        parts = [tokenizer.vocabulary[part] for part in row.parts]
        assert b"".join(parts) == row.token
        assert len(parts) > 1
        assert all(len([p for p in part.split(b" ") if p]) < 2 for part in parts)
        assert row.applied == tokenizer.training.applied[row.rank]
    assert sum(report.by_words().values()) == len(report.rows)


def test_shares_are_those_of_the_encoded_text(tokenizer, corpus):
    several = words_between_spaces(tokenizer.vocabulary) > 1
    shares = {each.label: each for each in superword_shares(tokenizer)}
    assert list(shares) == ["eng", "deu", "zho", "all"]
    n_first = 256 + CONFIG.n_first_merges
    total = np.zeros(3, np.int64)
    for source in corpus.sources:
        ids = tokenizer.encode_to_array(source.texts[0])
        counted = [len(ids), int(several[ids].sum()), int((ids >= n_first).sum())]
        each = shares[source.label]
        assert [each.tokens, each.several_words, each.stage_two] == counted
        total += counted
    every = shares["all"]
    assert [every.tokens, every.several_words, every.stage_two] == total.tolist()
    assert shares["eng"].share > 0.2 > shares["zho"].share


def test_a_plain_run_knows_no_second_stage(plain):
    report = superword_report(plain)
    assert report.n_first is None
    assert report.total.several_words == 0
    assert report.total.stage_two is None
    assert report.total.stage_two_share is None


def test_an_imported_tokenizer_has_superwords_and_no_record(tokenizer, tmp_path):
    from engine.encoding.tokenizer import Tokenizer

    bare = Tokenizer(tokenizer.merges, pattern=tokenizer.pattern)
    report = superword_report(bare)
    assert [row.token for row in report.rows] == [
        row.token for row in superword_report(tokenizer).rows
    ]
    assert report.shares == ()
    assert report.total is None
    assert {(row.count, row.applied) for row in report.rows} == {(None, None)}


def test_special_tokens_are_no_superwords(corpus):
    config = replace(PLAIN, special_tokens=("<| two words |>",))
    assert superword_report(train_tokenizer(corpus, config)).rows == ()


def test_both_are_compared_label_by_label(tokenizer, plain, corpus):
    found = result_of(comparison_steps(tokenizer, plain, corpus))
    several = words_between_spaces(tokenizer.vocabulary) > 1
    assert [row.label for row in found.rows] == ["eng", "deu", "zho"]
    for row, source in zip(found.rows, corpus.sources, strict=True):
        ours, theirs = (each.encode_to_array(source.texts[0]) for each in (tokenizer, plain))
        assert (row.tokens, row.plain_tokens) == (len(ours), len(theirs))
        assert row.bytes == row.plain_bytes == len(source.texts[0].encode())
        assert row.saved == pytest.approx(1 - len(ours) / len(theirs))
        assert row.several_words == several[ours].sum()
    assert found.total.tokens == sum(row.tokens for row in found.rows)
    assert found.total.saved > 0
    assert found.sizes == (400, 400)
    assert found.documents == 3


def test_the_steps_tell_how_far_both_are(tokenizer, plain, corpus):
    shares = [each.done / each.total for each in comparison_steps(tokenizer, plain, corpus)]
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1


def test_a_distribution_is_what_its_definitions_say():
    counts = np.array([0, 500, 300, 0, 150, 50, 0, 0])
    found = token_distribution(counts)
    shares = [0.5, 0.3, 0.15, 0.05]
    entropy = -sum(p * math.log2(p) for p in shares)
    renyi = math.log2(sum(p**RENYI_ALPHA for p in shares)) / (1 - RENYI_ALPHA)
    assert found.counts.tolist() == [500, 300, 150, 50]
    assert found.entropy == pytest.approx(entropy)
    assert found.efficiency == pytest.approx(entropy / 3)
    assert found.renyi_efficiency == pytest.approx(renyi / 3)
    assert (found.n_frequent, found.n_rare) == (0, 4)
    ranks, curve = found.curve()
    assert ranks.tolist() == [1, 2, 3, 4]
    assert curve.tolist() == shares


def test_hyper_frequent_and_hyper_rare_are_against_an_even_use():
    counts = np.full(1000, 10)
    counts[0] = 100_000  # of 109,990 tokens: 909 times the even use
    counts[1] = 1  # less than a hundredth of it
    found = token_distribution(counts)
    assert counts[0] * 1000 / counts.sum() > HYPER
    assert (found.n_frequent, found.n_rare) == (1, 1)
    assert found.frequent_share == pytest.approx(100_000 / counts.sum())
    assert found.rare_share == 1 / 1000
    assert token_distribution(np.full(1000, 10)).n_frequent == 0


def test_no_text_has_no_distribution():
    found = token_distribution(np.zeros(300, np.int64))
    assert (found.entropy, found.efficiency, found.renyi_efficiency) == (None, None, None)
    assert (found.frequent_share, found.rare_share) == (0.0, 1.0)
    assert [len(each) for each in found.curve()] == [0, 0]


def test_lineage_says_of_two_stages_only_what_it_knows(tokenizer, corpus):
    lineage = vocabulary_lineage(tokenizer)
    n_first = 256 + CONFIG.n_first_merges
    assert set(lineage.remaining[:n_first].tolist()) == {-1}
    ids = np.concatenate([tokenizer.encode_to_array(s.texts[0]) for s in corpus.sources])
    used = np.bincount(ids, minlength=tokenizer.vocab_size)
    made = slice(n_first, 256 + tokenizer.n_merges)
    assert lineage.remaining[made].tolist() == used[made].tolist()
    assert making_by_label(tokenizer, 300) is None
    assert making_by_label(tokenizer, n_first).remaining.sum() == used[n_first]


def test_no_superword_breaks_the_official_rules(tokenizer):
    for row in superword_report(tokenizer).rows:
        assert row.words <= 4
        assert not re.search(rb": ", row.token)
