"""What a fragment of a pattern does in words, and what is lit together with it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QMenu

from engine.splitting import AlternativeFinder, Splitter, preset_names, preset_pattern
from workbench.pattern.fragment_words import fragment_at
from workbench.pattern.pattern_checker import PatternTrial
from workbench.pattern.pattern_desk import PatternDesk, PatternHovering
from workbench.pattern.pattern_results import PatternResults


@pytest.mark.parametrize(
    ("pattern", "at", "fragment", "words"),
    [
        (r"'s|\p{L}+", 0, "'s", "“'s”"),
        (r"'s|\p{L}+", 2, "|",
         "Or: alternatives are tried from the left, the first that matches is taken"),
        (r"'s|\p{L}+", 4, r"\p{L}+", "A letter (once or more)"),
        (r"'s|\p{L}+", 8, r"\p{L}+", "A letter (once or more)"),
        (r"[^\s\p{L}]?+x", 4, r"[^\s\p{L}]?+",
         "One character except: white space, a letter (optional, never given back)"),
        (r"\d{1,3}?", 3, r"\d{1,3}?", "A decimal digit (1 to 3 times, as few as possible)"),
        (r"a{2,}", 0, "a{2,}", "“a” (at least 2)"),
        (r"a{3}", 0, "a{3}", "“a” (exactly 3)"),
        (r"\s+(?!\S)", 3, r"(?!\S)", "Only if not followed by: a character other than white space"),
        (r"(?<=\d)x", 0, r"(?<=\d)", "Only if preceded by: a decimal digit"),
        (r"(?i:[st]|ll)", 0, "(?i:[st]|ll)",
         "The first that matches of: one of: “s”, “t”; “ll” in any case"),
        (r"(?>a+b)", 0, r"(?>a+b)", "“a” (once or more), then “b” (never given back)"),
        (r"(ab)\1", 0, "(ab)", "Captured: “ab”"),
        (r"(ab)\1", 4, r"\1", "What group 1 matched, again"),
        (r"[a-f0]", 1, "[a-f0]", "One of: “a” to “f”, “0”"),
        (r"\n|.", 0, r"\n", "A line feed"),
        (r"\n|.", 3, ".", "Any character but a line feed"),
        (r"\d(?#then)\w", 2, "(?#then)", "Then split every piece by the expression that follows"),
        (r"\d(?#then)\w", 10, r"\w", "A letter, mark, digit or _"),
        ("𝒳é|b", 0, "𝒳é", "“𝒳é”"),
    ],
)  # fmt: skip
def test_a_fragment_is_said_in_words(pattern, at, fragment, words):
    found = fragment_at(pattern, at)
    assert (pattern[found.start : found.end], found.words) == (fragment, words)


@pytest.mark.parametrize("pattern", [*map(preset_pattern, preset_names()), "(ab", "[a", "a**", ")"])
def test_every_place_of_a_pattern_has_words(pattern):
    for place in range(len(pattern)):
        found = fragment_at(pattern, place)
        assert found.start <= place < found.end
        assert found.words
    assert fragment_at(pattern, len(pattern)) is None


@pytest.fixture
def lit(qtbot, theme):
    """A desk and results of one pattern, tied together."""
    desk, results = PatternDesk(theme), PatternResults(theme)
    for widget in (desk, results):
        qtbot.addWidget(widget)
        widget.resize(900, 400)
        widget.show()
    pattern, data = r"\d+|[a-z]+|\s", b"ab 12 c"
    bounds, matched, made = AlternativeFinder(pattern, with_regex=True).cut(data)
    pieces = {data[a:b] for a, b in pairwise(bounds)}
    results.show_edited(PatternTrial(pattern, data, bounds, matched, made, distinct=len(pieces)))
    desk.editor.set_pattern(pattern, is_settled=True)
    return desk, results, PatternHovering(desk, results)


def point_at(qtbot, editor, place: int) -> None:
    """Move the pointer over the character at a place of the editor's text."""
    cursor = QTextCursor(editor.document())
    cursor.setPosition(place)
    spot = editor.cursorRect(cursor).center()
    qtbot.mouseMove(editor.viewport(), spot + QPointF(3, 0).toPoint())


def test_a_fragment_rings_the_pre_tokens_of_its_alternative(qtbot, lit):
    desk, results, _ = lit
    point_at(qtbot, desk.editor, 5)  # a line break comes before the bar
    assert desk.words.fragment == "“a” to “z” (once or more)"
    assert np.flatnonzero(results.view.ringed).tolist() == [0, 4]
    desk.editor.pointed.emit(None)
    assert results.view.ringed is None
    assert "Point at a fragment" in desk.words.fragment


def test_the_cursor_tells_its_fragment_too(qtbot, lit):
    desk, results, _ = lit
    desk.activateWindow()
    desk.editor.setFocus()
    qtbot.waitUntil(desk.editor.hasFocus)
    qtbot.keyClick(desk.editor, Qt.Key.Key_Right)
    assert desk.words.fragment.startswith("A decimal digit (once or more)")
    assert np.flatnonzero(results.view.ringed).tolist() == [2]


def test_a_pre_token_lights_its_alternative(lit):
    desk, results, _ = lit
    results.view.hovered_changed.emit(0)
    [mark] = desk.editor.extraSelections()
    assert mark.cursor.selectedText() == "[a-z]+"
    results.view.hovered_changed.emit(None)
    assert desk.editor.extraSelections() == []


def test_a_long_alternative_is_wrapped_and_nothing_scrolls_sideways(lit):
    desk, _, _ = lit
    desk.editor.set_pattern(r"\p{L}" * 200, is_settled=True)
    assert desk.editor.horizontalScrollBar().maximum() == 0
    assert desk.editor.verticalScrollBar().maximum() > 0


def test_the_syntax_of_the_menu_has_words_compiles_and_is_inserted(qtbot, lit):
    desk, _, _ = lit
    desk.syntax_menu.fill()
    actions = [each for menu in desk.syntax_menu.findChildren(QMenu) for each in menu.actions()]
    assert len(actions) > 50
    for action in actions:
        example, _, words = action.text().partition("\t")
        assert words
        assert words != example
        Splitter(f"y{example}y|z")  # it compiles
    desk.editor.set_pattern("ab", is_settled=True)
    cursor = desk.editor.textCursor()
    cursor.setPosition(1)
    desk.editor.setTextCursor(cursor)
    next(each for each in actions if each.text().startswith("x?+")).trigger()
    assert desk.editor.pattern == "a?+b"
