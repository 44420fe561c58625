"""What a screen reader gets from a view of spans, asked as the platform's bridge asks it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from workbench.ui.spans.span_accessibility import SpokenParagraph
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import SpanView


def spans_of(*pieces: bytes) -> SpanText:
    bounds = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces]))).astype(np.int64)
    return SpanText(b"".join(pieces), bounds, ids=np.arange(len(pieces), dtype=np.uint32))


@pytest.fixture
def view(qtbot, theme):
    view = SpanView("Tokens", theme, lambda span: f"token {span + 1}, id {span}")
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    view.set_text(spans_of(b"the", " 😀".encode(), b" sat\n", b"on", "é".encode()[:1], b"\xa9"))
    view.set_current(None)
    return view


def test_the_view_is_a_document_with_a_name_and_its_value_is_the_current_token(view):
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() == QAccessible.Role.Document
    assert interface.text(QAccessible.Text.Name) == "Tokens"
    view.set_current(None)
    assert interface.text(QAccessible.Text.Value) == ""
    view.set_current(1)
    assert interface.text(QAccessible.Text.Value) == "token 2, id 1"
    assert interface.text(QAccessible.Text.Description) == "token 2, id 1"
    assert interface.state().readOnly


def test_the_text_is_the_paragraph_of_the_current_token_with_the_cursor_on_it(qtbot, view):
    texts = QAccessible.queryAccessibleInterface(view).textInterface()
    assert texts.text(0, -1) == "the 😀 sat\n"
    assert texts.characterCount() == len("the 😀 sat\n") + 1  # in UTF-16 units
    view.set_current(2)
    assert texts.cursorPosition() == len("the 😀") + 1
    assert texts.text(texts.cursorPosition(), -1) == " sat\n"
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert (texts.text(0, -1), texts.cursorPosition()) == ("on⟨C3⟩⟨A9⟩", 0)


def test_a_screen_reader_can_move_the_cursor_and_ask_for_places(view):
    texts = QAccessible.queryAccessibleInterface(view).textInterface()
    texts.setCursorPosition(len("the"))
    assert view.current == 1
    rect = texts.characterRect(0)
    assert rect.topLeft() == view.viewport().mapToGlobal(
        view.span_rects(0)[0].toAlignedRect().topLeft()
    )
    assert texts.offsetAtPoint(rect.center()) == 0
    texts.setSelection(0, len("the 😀") + 1, len("the 😀 sat"))  # there is a cursor, no selection
    assert (view.current, texts.selectionCount()) == (2, 0)


def test_a_screen_reader_brings_a_place_into_sight(view):
    view.set_text(spans_of(*[b"another "] * 200))
    texts = QAccessible.queryAccessibleInterface(view).textInterface()
    number = texts.characterCount() // len("another ") - 1  # long lines are cut into several
    texts.scrollToSubstring(number * len("another "), -1)
    assert view.verticalScrollBar().value() > 0
    middle = view.span_rects(number)[0].center().y()
    assert 0 <= middle <= view.viewport().height()


def test_an_empty_text_is_quiet(view):
    view.set_text(SpanText.empty())
    texts = QAccessible.queryAccessibleInterface(view).textInterface()
    texts.setCursorPosition(0)
    assert (texts.text(0, -1), texts.characterCount(), texts.cursorPosition()) == ("", 0, 0)
    assert texts.characterRect(0).isEmpty()


def test_every_move_is_announced_to_a_screen_reader(qtbot, view, monkeypatch):
    said = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: said.append(event.type()))
    monkeypatch.setattr(view, "hasFocus", lambda: True)
    view.set_current(2)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    for event in (QAccessible.Event.TextCaretMoved, QAccessible.Event.Announcement):
        assert said.count(event) == 2


def test_views_come_and_go_while_they_are_asked(qtbot, theme):
    for number in range(20):
        view = SpanView(f"view {number}", theme, str)
        qtbot.addWidget(view)
        view.set_text(spans_of(b"a", b"b"))
        interface = QAccessible.queryAccessibleInterface(view)
        assert interface.textInterface().text(0, 1) == "a"
        view.deleteLater()


def test_spans_are_found_by_their_places():
    paragraph = SpokenParagraph(spans_of("ж😀".encode(), b"\xf0\x9f", b"\x98\x80", b"z\n", b"y"), 0)
    assert paragraph.part(0, -1) == "ж😀⟨F0 9F⟩⟨98 80⟩z\n"
    for span in range(4):
        assert paragraph.span_at(paragraph.place_of(span)) == span
    assert paragraph.span_at(1000) == 3
