"""What a certificate calls certain is what the whole corpus gives: random corpora, many of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from engine.compiled import bounds_of
from engine.corpus import Corpus, Source
from engine.counting import (
    CountsRules,
    DroppedPairs,
    PretokenCounts,
    count_pretokens,
    merge_counts,
    write_counts,
)
from engine.machine import result_of
from engine.settings import TIE_BREAKS, MergeRules, Mixture, TrainingConfig
from engine.splitting import Splitter
from engine.training import CountedCorpus, MergeLoop, certificate, train_tokenizer
from engine.training.certificate import Certificate, weighted_dropped

ALL = 1 << 40


def random_counts(rng: random.Random) -> PretokenCounts:
    letters = rng.choice(["ab", "abc", "abcdefgh", "abcdefghijklmnopqrst"])
    skew, sources = rng.choice([1, 2, 4, 8]), []
    for label in ("x", "y")[: rng.choice([1, 2])]:
        n_words, longest = rng.choice([20, 200, 1000]), rng.choice([3, 8])
        words = ["".join(rng.choices(letters, k=rng.randint(1, longest))) for _ in range(n_words)]
        drawn = (words[int(n_words * rng.random() ** skew)] for _ in range(rng.choice([50, 1000])))
        sources.append(Source(label, texts=(" ".join(drawn),)))
    counts = result_of(count_pretokens(Corpus(sources), Splitter("gpt2")))
    return counts.weighted(np.array([rng.choice([1, 1, 3]) for _ in sources]))


def floored(whole: PretokenCounts, least: int) -> PretokenCounts | None:
    """Only what occurs so often in a source, with what was dropped; None for nothing."""
    natural = whole.source_counts // whole.source_weights[whole.source_indices]
    is_kept = natural >= least
    owners = np.repeat(np.arange(whole.n_unique), np.diff(whole.source_starts))
    dropped = []
    for source in range(len(whole.labels)):
        rows = np.flatnonzero((whole.source_indices == source) & ~is_kept)
        texts = [whole.pretoken(int(owner)) for owner in owners[rows]]
        data = np.frombuffer(b"".join(texts), np.uint8)
        starts = np.concatenate(([0], np.cumsum([len(text) for text in texts], dtype=np.int64)))
        dropped.append(DroppedPairs.of(data, starts, natural[rows]))
    n_sources = np.add.reduceat(is_kept.astype(np.int64), whole.source_starts[:-1])
    own = np.flatnonzero(n_sources)
    if not len(own):
        return None
    widths = np.diff(whole.starts)
    source_starts = bounds_of(n_sources[own])
    return replace(
        whole,
        data=whole.data[np.repeat(n_sources > 0, widths)],
        starts=bounds_of(widths[own]),
        counts=np.add.reduceat(whole.source_counts[is_kept], source_starts[:-1]),
        source_starts=source_starts,
        source_indices=whole.source_indices[is_kept],
        source_counts=whole.source_counts[is_kept],
        source_firsts=whole.source_firsts[is_kept],
        first_positions=whole.first_positions[own],
        source_dropped=tuple(dropped),
    )


def merges_of(counts: PretokenCounts, config: TrainingConfig) -> list[list[int]]:
    loop = MergeLoop(counts, config)
    loop.count_pairs()
    while not loop.finished:
        loop.run_slice(ALL, ALL)
    return loop.results.merges[: loop.n_merges].tolist()


def proven(counts: PretokenCounts, config: TrainingConfig) -> int | None:
    dropped = weighted_dropped(counts)
    if dropped is None:
        return None
    loop = MergeLoop(counts, config)
    loop.count_pairs()
    found = Certificate(loop, dropped)
    for n in found.steps():
        assert n == loop.n_merges
    return found.n_proven


@dataclass(frozen=True)
class Case:
    """A random corpus above a floor. n_same: first merges that are also those of all counts."""

    kept: PretokenCounts
    config: TrainingConfig
    n_same: int


def case_of(seed: int) -> Case | None:
    """None if nothing is above the floor."""
    rng = random.Random(seed)
    whole = random_counts(rng)
    kept = floored(whole, rng.choice([2, 2, 3, 5, 20]))
    config = TrainingConfig(
        256 + rng.choice([5, 40, 120]),
        tie_break=rng.choice(TIE_BREAKS),
        max_token_bytes=rng.choice([None, None, 3]),
    )
    if kept is None:
        return None
    ours, theirs = merges_of(kept, config), merges_of(whole, config)
    same = next(
        (i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b),
        min(len(ours), len(theirs)),
    )
    return Case(kept, config, same)


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [case for case in map(case_of, range(400)) if case is not None]


def outcomes(cases: list[Case]) -> Iterator[tuple[int, int]]:
    """(proven merges, merges that really are the same) of each case with rare pre-tokens."""
    for case in cases:
        n = proven(case.kept, case.config)
        if n is not None:
            yield n, case.n_same


@pytest.mark.slow
@pytest.mark.parametrize("candidates", [2, 4096])
def test_what_is_certain_is_true(
    candidates: int, cases: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate, "_CANDIDATES", candidates)
    found = [*outcomes(cases)]
    assert all(n <= same for n, same in found)
    # It says something, too: mostly all that is true.
    assert len(found) > 300
    assert sum(n == same for n, same in found) > len(found) / 2
    assert sum(n for n, _ in found) > sum(same for _, same in found) / 2


@pytest.mark.slow
@pytest.mark.parametrize("weaker", ["_most_dropped", "_least_dropped", "_unseen"])
def test_each_bound_is_needed(
    weaker: str, cases: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one of its bounds the certificate would be wrong somewhere here."""
    whole = getattr(Certificate, weaker)

    def nothing(self: Certificate, *pair: object) -> object:
        value = whole(self, *pair)
        return value * 1000 + 1000 if weaker == "_least_dropped" else value * 0

    monkeypatch.setattr(Certificate, weaker, nothing)
    assert any(n > same for n, same in outcomes(cases))


def test_without_anything_dropped_nothing_is_uncertain() -> None:
    counts = random_counts(random.Random(1))
    assert weighted_dropped(counts) is None
    assert weighted_dropped(replace(counts, source_dropped=(DroppedPairs.none(), None))) is None


TEXT = " the" * 300 + " cat" * 220 + " dog" * 150 + " mill" * 90 + " sun" * 40 + " "


def test_dropped_pairs_are_counted_at_every_place() -> None:
    data = np.frombuffer(b"aaab" + "é".encode() + b"ab", np.uint8)
    found = DroppedPairs.of(data, np.array([0, 4, 6, 8]), np.array([3, 2, 5]))
    assert (found.rows, found.pretokens, found.bytes, found.characters) == (3, 10, 26, 24)
    pairs = {(at >> 8, at & 255): int(found.pairs[at]) for at in np.flatnonzero(found.pairs)}
    assert pairs == {(97, 97): 6, (97, 98): 8, (0xC3, 0xA9): 2}


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """The counts of a text, all of them and above a floor."""
    rng = random.Random(5)
    rare = " ".join("".join(rng.choices("vwxyz", k=6)) for _ in range(30))
    corpus = Corpus([Source("eng", texts=(TEXT + rare,)), Source("deu", texts=(" der hund" * 99,))])
    rules = CountsRules.for_pattern("gpt2")
    whole = result_of(write_counts(corpus, tmp_path / "whole", rules))
    least = result_of(merge_counts([whole], tmp_path / "floor", min_count=5))
    return whole.path, least.path


@pytest.mark.parametrize("mixture", [None, Mixture(alpha=0.3)])
def test_a_training_says_what_is_certain(
    folders: tuple[Path, Path], mixture: Mixture | None
) -> None:
    whole, least = folders
    config = TrainingConfig(300)
    expected = train_tokenizer(Corpus.from_paths([whole]), config, mixture=mixture)
    assert expected.training is not None
    assert not expected.training.problems
    at_loading = with_floor(Corpus.from_paths([whole]), 5)
    for corpus in (Corpus.from_paths([least]), at_loading):
        counted = CountedCorpus(corpus)
        found = result_of(counted.train(config, mixture))
        n = counted.proven_merges
        assert n is not None
        assert n > 3
        assert np.array_equal(found.merges[:n], expected.merges[:n])
        assert found.training is not None
        assert np.array_equal(found.training.source_weights, expected.training.source_weights)
        [sentence] = found.training.problems
        assert f"the first {n} of {found.n_merges} merges are proven equal" in sentence
        assert "A floor left 30 rare pre-tokens out" in sentence


def with_floor(corpus: Corpus, least: int) -> Corpus:
    return corpus.with_sources(
        replace(source, reading=replace(source.reading, min_count=least))
        for source in corpus.sources
    )


def test_refused_merges_are_no_obstacle(folders: tuple[Path, Path]) -> None:
    config = TrainingConfig(300, merge_rules=MergeRules(blocked=(b"at", b" the")))
    whole = train_tokenizer(Corpus.from_paths([folders[0]]), config)
    counted = CountedCorpus(Corpus.from_paths([folders[1]]))
    found = result_of(counted.train(config))
    assert counted.proven_merges
    assert np.array_equal(
        found.merges[: counted.proven_merges], whole.merges[: counted.proven_merges]
    )
