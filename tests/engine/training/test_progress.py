"""Merges in progress values: a sequence of Merge that is made when it is looked at."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.training.progress import NO_MERGES, Merge, Merges
from tests.merges import merges_of

BEFORE = [(97, 98, 90, 80)]
ROWS = [(256, 256, 9, 8), (257, 99, 7, 6), (98, 258, 5, 5)]
ALIKE = (
    Merge(1, 256, 256, b"ab", b"ab", 9, 8),
    Merge(2, 257, 99, b"abab", b"c", 7, 6),
    Merge(3, 98, 258, b"b", b"ababc", 5, 5),
)


@pytest.fixture
def merges() -> Merges:
    return merges_of(ROWS, before=BEFORE)


def test_it_is_the_sequence_that_a_tuple_would_be(merges):
    assert isinstance(merges, Sequence)
    assert (len(merges), tuple(merges), tuple(reversed(merges))) == (3, ALIKE, ALIKE[::-1])
    for at in (0, 2, -1, -3):
        assert merges[at] == ALIKE[at]
    for part in (slice(1), slice(1, None), slice(None, None, -1), slice(5, 9)):
        assert merges[part] == ALIKE[part]
    assert ALIKE[1] in merges
    assert merges.index(ALIKE[2]) == 2
    for beyond in (3, -4):
        with pytest.raises(IndexError):
            merges[beyond]


def test_equality_is_that_of_the_merges(merges):
    assert merges == ALIKE
    assert merges == merges_of(ROWS, before=BEFORE)
    assert hash(merges) == hash(ALIKE)
    assert merges != ALIKE[:2]
    assert merges != merges_of([*ROWS[:2], (98, 258, 5, 4)], before=BEFORE)
    assert merges != merges_of(ROWS, before=[(97, 99, 90, 80)])
    assert merges != 3
    assert NO_MERGES == ()
    assert not NO_MERGES


def test_weighted_counts_are_rounded_to_natural_ones():
    plain = merges_of([(97, 98, 25, 2), (256, 97, 24, 1)])
    weighted = Merges(plain.pairs, plain.counts, plain.counts // 10, range(2), scale=10)
    assert [merge.count for merge in weighted] == weighted.counts.tolist() == [3, 2]


def test_arrays_are_those_of_the_merges_alone(merges):
    assert merges.first_rank == 1
    assert merges.pairs.tolist() == [[left, right] for left, right, _, _ in ROWS]
    assert merges.counts.tolist() == [9, 7, 5]


def test_at_a_prompt_the_ranks_are_shown(merges):
    assert repr(merges) == "Merges of ranks 1 to 3"
