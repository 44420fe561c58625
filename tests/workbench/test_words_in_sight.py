"""Sentences are shown whole: hints, empty states, warnings."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPalette

from workbench.parts.token_strip import TokenStrip
from workbench.pattern_checker import PatternTrial
from workbench.pattern_verdict import speed_of
from workbench.widgets.empty_state import EmptyState
from workbench.widgets.labels import label, set_property

SENTENCE = "The corpus is the text a tokenizer is trained on. Drop files or folders here, or begin."
HINT = "Point at a token, or walk with the arrow keys."


@pytest.mark.parametrize("width", [240, 480, 1200])
@pytest.mark.parametrize("height", [60, 400])
def test_all_lines_of_an_empty_state_have_room(qtbot, theme, width, height):
    shown = EmptyState("", "Open sample corpus")
    qtbot.addWidget(shown)
    shown.resize(width, height)
    shown.show()
    shown.set_sentence(SENTENCE)
    shown.layout().activate()
    lines = shown.sentence_label
    assert lines.height() >= lines.heightForWidth(lines.width())


def test_the_hint_has_the_whole_strip(qtbot, theme):
    strip = TokenStrip(("id", "rank", "bytes", "hex", "merged from"), HINT, theme)
    qtbot.addWidget(strip)
    strip.resize(600, strip.height())
    strip.show()
    assert not strip.is_elided(0)
    strip.show_token("·the", "269", "13", "4", "20 74 68 65", "·t (257) + he (258)")
    assert not strip.is_elided(2)
    strip.show_token()
    assert not strip.is_elided(0)


def test_a_warning_is_in_the_colour_of_warnings(qtbot, theme):
    shown = label("Slower", "caption")
    qtbot.addWidget(shown)
    shown.ensurePolished()
    set_property(shown, "role", "warning")
    assert shown.palette().color(QPalette.ColorRole.WindowText) == theme.colour("warning")


def test_nothing_is_said_of_the_speed_of_a_pattern_that_fails():
    trial = PatternTrial("(", b"a", error="The split pattern cannot be used.")
    assert speed_of(trial).sentence == ""
