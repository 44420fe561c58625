"""Where cuts differ, against the rule itself: a span that is not in every other column."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.splitting.span_differences import (
    CUT_BOTH,
    CUT_HERE,
    CUT_THERE,
    SAME,
    cut_changes,
    span_difference,
)


@st.composite
def cuts_of_one_text(draw):
    n_bytes = draw(st.integers(0, 24))
    inner = st.sets(st.integers(1, max(n_bytes - 1, 1)))
    found = []
    for _ in range(draw(st.integers(1, 4))):
        places = {place for place in draw(inner) if place < n_bytes}
        found.append(np.array(sorted({0, n_bytes} | places), np.int64))
    return found


def spans_of(bounds) -> list[tuple[int, int]]:
    return list(pairwise(bounds.tolist()))


@given(cuts_of_one_text())
def test_the_marked_spans_are_those_that_are_not_in_every_other_column(cuts):
    difference = span_difference(cuts)
    for bounds in cuts:
        others = [set(spans_of(other)) for other in cuts if other is not bounds]
        naive = [not all(span in other for other in others) for span in spans_of(bounds)]
        assert difference.marks(bounds).tolist() == naive


@given(cuts_of_one_text())
def test_the_stretches_are_as_short_as_they_can_be_and_hold_every_marked_span(cuts):
    difference = span_difference(cuts)
    shared = set.intersection(*(set(bounds.tolist()) for bounds in cuts))
    covered = 0
    for start, end in difference.stretches.tolist():
        assert {start, end} <= shared
        assert not any(start < place < end for place in shared)
        covered += end - start
    marked = {
        place
        for bounds in cuts
        for (start, end), is_marked in zip(spans_of(bounds), difference.marks(bounds), strict=True)
        if is_marked
        for place in range(start, end)
    }
    assert covered == difference.differing_bytes == len(marked)


@given(cuts_of_one_text())
def test_changes_say_where_a_span_leaves_the_cuts_of_the_reference(cuts):
    reference = set(cuts[0].tolist())
    for bounds in cuts:
        naive = []
        for start, end in spans_of(bounds):
            here = not {start, end} <= reference
            there = any(start < place < end for place in reference)
            naive.append(CUT_BOTH if here and there else CUT_HERE if here else CUT_THERE * there)
        changes = cut_changes(bounds, cuts[0])
        assert changes.tolist() == naive
        same = [span in spans_of(cuts[0]) for span in spans_of(bounds)]
        assert (changes == SAME).tolist() == same


def test_steps_go_round():
    cuts = [np.array([0, 2, 4, 6, 8, 9]), np.array([0, 1, 2, 4, 5, 6, 8, 9])]
    difference = span_difference(cuts)
    assert difference.stretches.tolist() == [[0, 2], [4, 6]]
    assert difference.share == pytest.approx(4 / 9)
    assert [difference.following(at) for at in (-1, 0, 3, 4, 8)] == [0, 1, 1, 0, 0]
    assert [difference.preceding(at) for at in (0, 1, 4, 5, 8)] == [1, 0, 0, 1, 1]


def test_equal_cuts_differ_nowhere():
    same = np.array([0, 3, 5])
    difference = span_difference([same, same])
    assert len(difference) == 0
    assert difference.share == 0
    assert not difference.marks(same).any()
    with pytest.raises(ValueError, match="no stretch"):
        difference.following(0)


def test_the_empty_text_has_no_share():
    assert span_difference([np.zeros(1, np.int64)]).share is None


def test_cuts_of_different_texts_are_refused():
    with pytest.raises(ValueError, match="same text"):
        span_difference([np.array([0, 3]), np.array([0, 4])])
    with pytest.raises(ValueError, match="Nothing"):
        span_difference([])
