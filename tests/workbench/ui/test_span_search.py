"""Finding in the spans of a text: text, bytes and ids, from hit to hit."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from workbench.ui.spans.find_bar import FindBar
from workbench.ui.spans.span_text import QueryError, SpanText, find_spans
from workbench.ui.spans.span_view import SpanView
from workbench.ui.widgets.pane import Pane

PIECES = (b"the ", b"cat ", b"the", b"\xe7", b"\x8c\xab", b"\n") * 40


def text_of(pieces=PIECES) -> SpanText:
    bounds = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces]))).astype(np.int64)
    ids = np.array([len(piece) * 100 for piece in pieces], np.uint32)
    return SpanText(b"".join(pieces), bounds, ids)


@pytest.mark.parametrize(
    ("query", "n_hits", "first"),
    [
        ("the", 80, (0, 3)), ("猫", 40, (11, 14)), ("hex:e78c", 40, (11, 13)),
        ("hex: E7 8C AB", 40, (11, 14)), ("id:400", 80, (0, 4)), ("id:7", 0, None),
        ("id:" + "1" * 5000, 0, None), ("id:000000000000000000000400", 80, (0, 4)),
        ("dog", 0, None), ("", 0, None), ("hex:", 0, None), ("id:", 0, None), ("e c", 40, (2, 5)),
    ],
)  # fmt: skip
def test_text_bytes_and_ids_are_found(query, n_hits, first):
    hits = find_spans(text_of(), query)
    assert len(hits) == n_hits
    if first is not None:
        assert tuple(hits.stretches[0]) == first


def test_hits_are_those_of_a_plain_search():
    text = text_of((b"aab", b"aaa", b"ba") * 3)
    starts = [at for at in range(len(text.data)) if text.data.startswith(b"aa", at)]
    assert find_spans(text, "aa").stretches[:, 0].tolist() == starts


@pytest.mark.parametrize("query", ["hex:e7 8", "hex:xy", "id:cat", "id:-1"])
def test_what_is_no_query_is_refused(query):
    with pytest.raises(QueryError) as refused:
        find_spans(text_of(), query)
    assert refused.value.wrong in query


@pytest.fixture
def view(qtbot, theme):
    view = SpanView("Tokens", theme, str)
    qtbot.addWidget(view)
    view.resize(300, 100)
    view.set_text(text_of())
    view.show()
    return view


@pytest.fixture
def pane(qtbot):
    pane = Pane("Tokens")
    qtbot.addWidget(pane)
    pane.show()
    return pane


@pytest.fixture
def bar(theme, view, pane):
    bar = FindBar(pane, "tokens", lambda: (view,), theme, pane)
    bar.open_field()
    return bar


def test_typing_goes_to_the_first_hit_and_enter_to_the_next(qtbot, bar, view):
    qtbot.keyClicks(bar.field, "the")
    assert (bar.words, view.current) == ("1 of 80", 0)
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert (bar.words, view.current) == ("2 of 80", 2)
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert (bar.words, view.current) == ("80 of 80", 39 * 6 + 2)
    assert view.span_rects(view.current)
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.words == "1 of 80"


def test_keys_of_the_pane_go_to_the_next_and_the_previous_hit(bar, view, pane):
    bar.field.setText("the")
    actions = {each.objectName(): each for each in pane.actions()}
    actions["tokens.next_hit"].trigger()
    assert (bar.words, view.current) == ("2 of 80", 2)
    for _ in range(2):
        actions["tokens.previous_hit"].trigger()
    assert (bar.words, view.current) == ("80 of 80", 39 * 6 + 2)


def test_the_search_goes_on_from_the_current_token(qtbot, bar, view):
    view.set_current(100)
    bar.field.setText("id:300")
    assert view.current >= 100
    assert bar.words != "1 of 40"


def test_hits_are_painted_and_leave_with_the_field(qtbot, bar, view):
    view.set_current(None)
    plain = view.viewport().grab().toImage()
    bar.field.setText("cat")
    assert len(view.hits) == 40
    assert view.viewport().grab().toImage() != plain
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.isHidden()
    assert len(view.hits) == 0


def test_what_is_wrong_or_not_there_is_said(bar, view):
    bar.field.setText("dog")
    assert bar.words == "No hits"
    bar.field.setText("id:cat")
    assert bar.words == "cat is not an id"
    bar.field.setText("hex:e")
    assert bar.words.startswith("e is not")
    bar.field.setText("")
    assert bar.words == ""


def test_another_text_is_searched_again(bar, view):
    bar.field.setText("cat")
    view.set_text(text_of((b"a ", b"cat")))
    assert len(view.hits) == 0
    bar.search_again()
    assert (len(view.hits), bar.words) == (1, "1 hit")
