"""The arena laid out in parts by several threads, against the whole in one and a slow reference."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Corpus, Source, Splitter, TrainingConfig
from engine.counting import count_pretokens
from engine.machine import result_of, supply_pages
from engine.training import merge_loop
from engine.training._pair_kernels import N_PAIRS, N_POSTINGS, NO_TOKEN
from engine.training.merge_loop import MergeLoop, arena_parts

WORDS = st.sampled_from(["a", "bb", "lower", "x" * 63, "y" * 64, "z" * 200, "é", "你好", "w" * 700])


def laid_out(pretokens, n_threads: int, part_slots: int):
    """All that a merge loop begins with."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merge_loop, "n_free_cores", lambda: n_threads)
        patch.setattr(merge_loop, "_PART_SLOTS", part_slots)
        loop = MergeLoop(pretokens, TrainingConfig(300))
        loop.count_pairs()
    n_pairs, n_postings = (int(loop._cursor[field]) for field in (N_PAIRS, N_POSTINGS))
    arena = loop._arena
    rows = loop._table.entries[:n_pairs]
    return arena.symbols, arena.borders, arena.postings[:n_postings], loop._sources.facts, rows


@settings(deadline=None, max_examples=20)
@given(words=st.lists(WORDS, min_size=1, max_size=40, unique=True), n_threads=st.integers(2, 6))
def test_an_arena_in_parts_is_that_of_one_thread(words, n_threads):
    texts = (" ".join(words), " ".join(words[::2]))
    corpus = Corpus([Source(label, texts=(text,)) for label, text in zip("ab", texts, strict=True)])
    pretokens = result_of(count_pretokens(corpus, Splitter("gpt2")))
    alone = laid_out(pretokens, 1, 1)
    for found, expected in zip(laid_out(pretokens, n_threads, 1), alone, strict=True):
        assert np.array_equal(found, expected)
    symbols, borders, _, _, _ = alone
    expected = [NO_TOKEN]
    for i in range(pretokens.n_unique):
        expected += [*pretokens.pretoken(i), NO_TOKEN]
    assert symbols.tolist() == expected
    empty = np.flatnonzero(symbols == NO_TOKEN)
    assert borders[:, 0].tolist() == [int((empty < 64 * i).sum()) for i in range(len(borders))]


@given(widths=st.lists(st.integers(1, 300), min_size=1, max_size=60), n_parts=st.integers(1, 8))
def test_parts_share_no_block_of_borders(widths, n_parts):
    """The words of a block are written by one thread alone."""
    starts = np.concatenate(([0], np.cumsum(widths)))
    parts = arena_parts(starts, n_parts)
    assert parts[0][::2] == (0, 0, 0)
    assert parts[-1].end_turn == len(widths)
    assert parts[-1].end_slot == starts[-1] + len(widths)
    for part, following in pairwise(parts):
        assert part[1::2] == following[::2]
    for part in parts:
        before = starts[part.first_turn : part.end_turn] + range(part.first_turn, part.end_turn)
        assert part.first_slot == before[0]
        assert part.first_block <= before[0] // 64
        assert before[-1] // 64 < part.end_block


@pytest.mark.parametrize("ahead", [2, 64])
def test_memory_asked_for_ahead_changes_no_merge(ahead, monkeypatch):
    words = [f"{i:b}" for i in range(400)]
    pretokens = result_of(count_pretokens(Corpus.from_texts([" ".join(words)]), Splitter("gpt2")))
    asked: list[int] = []

    def merged(n_threads: int) -> tuple[bytes, ...]:
        monkeypatch.setattr(merge_loop, "n_free_cores", lambda: n_threads)
        loop = MergeLoop(pretokens, TrainingConfig(360))
        loop.count_pairs()
        while not loop.finished:
            loop.run_slice(10, 1 << 40)
        return tuple(array.tobytes() for array in loop.results)

    alone = merged(1)
    monkeypatch.setattr(merge_loop, "_AHEAD", ahead)
    monkeypatch.setattr(merge_loop, "supply_pages", lambda memory: asked.append(memory.nbytes))
    assert merged(2) == alone
    assert len(asked) > 1 and max(asked) <= 4 * ahead
    monkeypatch.setattr(merge_loop, "supply_pages", supply_pages)
    assert merged(2) == alone


def test_supplied_pages_keep_what_is_in_them():
    memory = np.arange(10_000, dtype=np.uint32)
    supply_pages(memory.data)
    supply_pages(memory[5:9].data)
    assert (memory == np.arange(10_000)).all()
