"""Spans tile the bytes; paragraphs cut them into pieces that a view can lay out."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.ui.spans.span_colouring import DASHED, Colouring, hue_of_id, hues_of
from workbench.ui.spans.span_text import SpanText, cut_paragraphs


def spans_of(*pieces: bytes, ids=None) -> SpanText:
    bounds = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces]))).astype(np.int64)
    return SpanText(b"".join(pieces), bounds, ids=None if ids is None else np.array(ids, np.uint32))


def test_lines_are_paragraphs():
    text = spans_of(b"one", b" two\n", b"\n", b"three")
    assert text.paragraphs.tolist() == [0, 8, 9, 14]
    assert text.spans_between(0, 8) == range(2)
    assert text.spans_between(8, 9) == range(2, 3)
    assert text.paragraph_at(9) == 2
    assert text.paragraph_at(14) == 2
    assert text.range_bytes(1, 2) == b" two\n\n"


def test_an_empty_text_has_one_empty_paragraph():
    text = SpanText.empty()
    assert (text.n_spans, text.n_paragraphs) == (0, 1)
    assert text.spans_between(0, 0) == range(0)


def test_spans_that_do_not_tile_are_refused():
    with pytest.raises(ValueError, match="tile"):
        SpanText(b"abc", np.array([0, 2], np.int64))


@given(st.lists(st.sampled_from(["a", " b", "ж", "漢字", "\n", "😀"]), max_size=400))
def test_long_lines_are_cut_between_characters(pieces):
    data = "".join(pieces).encode()
    bounds = np.concatenate(([0], np.cumsum([len(piece.encode()) for piece in pieces])))
    cuts = cut_paragraphs(data, bounds.astype(np.int64), max_bytes=64)
    assert cuts[0] == 0
    assert cuts[-1] == len(data)
    assert (np.diff(cuts) > 0).all() or not data
    assert (np.diff(cuts) <= 64).all()
    for start, end in itertools.pairwise(cuts):
        data[start:end].decode()


def test_a_line_that_is_one_span_is_cut_inside_it():
    data = "漢".encode() * 1000
    cuts = cut_paragraphs(data, np.array([0, len(data)], np.int64), max_bytes=100)
    assert len(cuts) > 20
    assert (cuts % 3 == 0).all()


def test_neighbours_differ_unless_they_are_the_same_token():
    same_hue = [i for i in range(1000) if hue_of_id(i) == hue_of_id(7)][:2]
    ids = [same_hue[0], same_hue[1], 5, 5]
    text = spans_of(b"a", b"b", b"c", b"c", ids=ids)
    hues = hues_of(text, range(4), Colouring.BY_ID)
    assert hues[0] != hues[1]
    assert hues[2] == hues[3]
    assert hues_of(text, range(4), Colouring.ALTERNATE) == [0, 1, 2, 3]


def test_hues_can_be_given_span_by_span():
    pieces = spans_of(b"a", b"b", b"c")
    text = SpanText(pieces.data, pieces.bounds, hues=np.array([3, 3, DASHED + 1], np.uint8))
    assert hues_of(text, range(3), Colouring.GIVEN) == [3, 3, DASHED + 1]
    assert hues_of(text, range(1, 3), Colouring.ALTERNATE) == [1, 2]
    assert hues_of(pieces, range(3), Colouring.GIVEN) == [0, 1, 2]


def test_a_value_for_each_span_or_none():
    with pytest.raises(ValueError, match="each span"):
        SpanText(b"ab", np.array([0, 1, 2], np.int64), hues=np.zeros(1, np.uint8))
