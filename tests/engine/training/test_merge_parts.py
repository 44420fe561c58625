"""Where a merge is divided between two threads, and what is read of the parts."""

from __future__ import annotations

import random
from itertools import accumulate

import numpy as np
import pytest

from engine.corpus.corpus import Corpus
from engine.counting import PretokenCounts, count_pretokens
from engine.machine import result_of, work
from engine.settings.config import TrainingConfig
from engine.splitting.splitter import Splitter
from engine.training import _replacing_kernels, merge_loop
from engine.training._pair_kernels import COUNT, SHARED, turn_of
from engine.training._replacing_kernels import FIRST, border_between, second_part
from engine.training.layout import Arena
from engine.training.merge_loop import MergeLoop

_NO_SYMBOLS = np.zeros(0, np.uint32)


class Looks:
    """Postings that count how often one of them is read."""

    def __init__(self, postings: list[int]) -> None:
        self._postings = postings
        self.n = 0

    def __getitem__(self, i: int) -> int:
        self.n += 1
        return self._postings[i]


def arena_of(sizes: list[int]) -> Arena:
    """Pre-tokens of these lengths, every byte of which is a posting."""
    ends = list(accumulate(size + 1 for size in sizes))
    borders = np.zeros((ends[-1] // 64 + 1, 2), np.uint64)
    empty = [0, *ends[:-1]]
    for slot in empty:
        borders[slot >> 6, 1] |= np.uint64(1 << (slot & 63))
    borders[:, 0] = np.searchsorted(empty, 64 * np.arange(len(borders)))
    bytes_of = set(range(ends[-1])) - set(empty)
    return Arena(_NO_SYMBOLS, borders, np.array(sorted(bytes_of), np.uint32))


def borders_of(sizes: list[int]) -> list[int]:
    """Of postings as `arena_of` makes them: where the pre-tokens begin, and the end."""
    return list(accumulate(sizes, initial=0))


def test_the_border_is_the_one_nearest_to_the_middle():
    """Against a search that looks at all of them."""
    drawn = random.Random(4)
    for _ in range(300):
        sizes = [drawn.choice([1, 1, 2, 3, 60, 700]) for _ in range(drawn.randint(1, 12))]
        middle = sum(sizes) >> 1
        border = border_between(arena_of(sizes), 0, sum(sizes))
        assert border in borders_of(sizes)
        assert abs(border - middle) == min(abs(each - middle) for each in borders_of(sizes))


@pytest.mark.parametrize("sizes", [[1 << 16], [5, 1 << 16], [1 << 16, 5], [1] * 9 + [1 << 16, 9]])
def test_a_pretoken_with_nearly_all_postings_is_passed_over_in_few_looks(sizes, monkeypatch):
    for part in (_replacing_kernels.turn_at, _replacing_kernels.first_of_turn):
        monkeypatch.setattr(_replacing_kernels, part.__name__, part.py_func)
    arena = arena_of(sizes)
    looks = Looks(arena.postings.tolist())
    border_between.py_func(arena._replace(postings=looks), 0, sum(sizes))
    assert looks.n <= 4 * sum(sizes).bit_length()


@pytest.mark.parametrize(
    ("sizes", "least_shared", "expected"),
    [
        ([8, 8], 16, 8),
        ([8, 8], 17, 16),  # too few
        ([4, 12], 16, 4),
        ([3, 13], 16, 16),  # the first part would be far smaller
        ([13, 3], 16, 16),
        ([16], 16, 16),
        ([1, 1], 2, 1),
        ([2], 2, 2),
        ([1], 0, 1),
    ],
)
def test_parts_that_are_very_unequal_are_one(sizes, least_shared, expected):
    assert second_part(arena_of(sizes), 0, sum(sizes), least_shared) == expected


def counted(texts: list[str], pattern: str) -> PretokenCounts:
    return result_of(count_pretokens(Corpus.from_texts(texts), Splitter(pattern)))


@pytest.mark.parametrize(("texts", "is_shared"), [(["abcd" * 2000], False), (["abcd"] * 9, True)])
def test_merges_of_one_document_do_not_count_as_shared(texts, is_shared, monkeypatch):
    monkeypatch.setattr(work, "_cores_of_process", lambda: 2)
    monkeypatch.setitem(work._limit, "window", None)
    monkeypatch.setattr(merge_loop, "LEAST_SHARED", 2)
    monkeypatch.setattr(merge_loop, "LEAST_SHARED_SLOTS", 0)
    texts = [f"{text}{i}" for i, text in enumerate(texts)]
    loop = MergeLoop(counted(texts, "none"), TrainingConfig(260, pattern="none"))
    loop.count_pairs()
    loop.run_slice(4, 1 << 40)
    assert loop.n_merges == 4
    assert bool(loop._cursor[SHARED]) == is_shared


def test_one_part_reads_nothing_of_a_second_one():
    """Not even of a pair of which no place is left, as damaged memory would have it."""
    loop = MergeLoop(
        counted(["ab ab ab cd"], "gpt2"), TrainingConfig(257, tie_break="greatest-bytes")
    )
    loop.count_pairs()
    scratch = loop._scratch
    found, places = np.zeros((2, scratch.found.shape[1]), np.int64), np.array([1, 9], np.uint32)
    found[1, FIRST] = 1
    loop._scratch = scratch._replace(found=found[:1], occurrences=places[:1])
    loop._arena.postings[:] = 0  # the empty slot before all
    loop._table.entries[:, COUNT] *= loop._table.entries[:, COUNT] > 2
    loop.run_slice(1, 1 << 40)
    borders = loop._arena.borders
    assert loop.n_merges == 1
    assert loop._tie_order.places[256] == 0 == int(places[0]) - 1 - turn_of(borders, 1)
