"""Sentences are shown whole: hints, empty states, warnings."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QPalette, QValidator
from PySide6.QtWidgets import QLabel, QWidget

from tests.workbench.named import named
from workbench.pattern.pattern_checker import PatternTrial
from workbench.pattern.pattern_rows import speed_of
from workbench.text.numbers import grouped, multiple
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.fields import NumberBox
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import ElidedLabel, label, set_property, with_whole_number

SENTENCE = "The corpus is the text a tokenizer is trained on. Drop files or folders here, or begin."


@pytest.mark.parametrize("width", [240, 480, 1200])
@pytest.mark.parametrize("height", [60, 400])
def test_all_lines_of_an_empty_state_have_room(qtbot, theme, width, height):
    shown = EmptyState("", "Open sample corpus")
    qtbot.addWidget(shown)
    shown.resize(width, height)
    shown.show()
    shown.set_sentence(SENTENCE)
    shown.layout().activate()
    lines = named(shown, "sentence")
    assert lines.height() >= lines.heightForWidth(lines.width())


@pytest.mark.parametrize("width", [240, 1200])
def test_the_sentence_of_an_empty_state_stands_above_its_button(qtbot, theme, width):
    shown = EmptyState(SENTENCE, "Open sample corpus")
    qtbot.addWidget(shown)
    shown.resize(width, 400)
    shown.show()
    middle = named(shown, "sentence").geometry().center().x()
    assert abs(middle - shown.rect().center().x()) <= 1


def test_a_line_without_room_ends_in_an_ellipsis(qtbot, theme):
    line = ElidedLabel(SENTENCE, "caption")
    qtbot.addWidget(line)
    line.resize(120, 20)
    assert line.minimumSizeHint().width() < 120
    assert line.shown_text.endswith("…")
    assert SENTENCE.startswith(line.shown_text.rstrip("…").rstrip())
    assert line.text() == SENTENCE
    line.resize(line.sizeHint())
    assert line.shown_text == SENTENCE


def test_a_line_of_parts_leaves_out_whole_parts(qtbot, theme):
    line = ElidedLabel(
        "Measured on eval: 135 labels, 129 parallel, 1 in another script", parts=True
    )
    qtbot.addWidget(line)
    room = line.fontMetrics().horizontalAdvance
    line.resize(room("Measured on eval: 135 labels, 129 parallel, 1 in ano"), 20)
    assert line.shown_text == "Measured on eval: 135 labels, 129 parallel, …"
    line.resize(room("Measured on eval: 135 labels, 129"), 20)
    assert line.shown_text == "Measured on eval: 135 labels, …"
    line.resize(room("Measured o"), 20)
    assert line.shown_text.endswith("…")
    assert line.shown_text.startswith("Meas")
    line.resize(line.sizeHint())
    assert line.shown_text == line.text()


def test_figures_that_have_no_room_go_from_the_end(qtbot, theme):
    pane = QWidget()
    qtbot.addWidget(pane)
    figures = Figures(("bytes per token", "of natural", "sources", "left out"), theme, pane)
    pane.show()
    figures.resize(800, 60)
    [last] = [each for each in figures.findChildren(QLabel) if each.text() == "left out"]
    assert last.isVisible()
    figures.resize(figures.minimumSizeHint().width(), 60)
    assert not last.isVisible()
    assert figures.values() == ("–",) * 4
    figures.resize(800, 60)
    assert last.isVisible()


def test_a_long_name_before_the_first_number_gives_way_before_other_figures(qtbot, theme):
    pane = QWidget()
    qtbot.addWidget(pane)
    figures = Figures(("highest premium", "median", "Gini", "left out"), theme, pane)
    pane.show()
    figures.resize(1200, 60)
    figures.show_values(f"Chinese, traditional, of a place {multiple(13.2)}", "2", "3", "4")
    figures.set_link(0, "zho_Hant")
    [last] = [each for each in figures.findChildren(QLabel) if each.text() == "left out"]
    first = figures.findChildren(QLabel)[0]
    assert "of a place 13.2" in first.text()
    figures.resize(figures.sizeHint().width() - 120, 60)
    assert last.isVisible()
    assert f"… {multiple(13.2)}" in first.text()
    assert 'href="zho_Hant"' in first.text()
    assert figures.values()[0].startswith("Chinese, traditional, of a place")
    figures.resize(1200, 60)
    assert "of a place 13.2" in first.text()


def test_a_number_at_the_end_of_elided_words_stays_whole(theme, qapp):
    metrics = QFontMetrics(theme.font())
    words = f"Chinese, traditional {multiple(1.82)}"
    width = metrics.horizontalAdvance(f"Chinese, t… {multiple(1.82)}")
    shown = with_whole_number(words, metrics, width)
    assert shown.startswith("Chin")
    assert shown.endswith(f"… {multiple(1.82)}")
    assert metrics.horizontalAdvance(shown) <= width
    assert with_whole_number(words, metrics, 500) == words
    assert with_whole_number("no chat tokens", metrics, 40).endswith("…")


def test_numbers_are_grouped_and_may_be_typed_as_one_likes(qtbot, theme):
    box = NumberBox()
    qtbot.addWidget(box)
    box.setRange(256, 200_000)
    box.setValue(32_768)
    assert box.text() == grouped(32_768)
    for typed in ("65536", "65,536", "65 536", grouped(65_536)):
        box.setValue(256)
        box.lineEdit().setText(typed)
        qtbot.keyClick(box.lineEdit(), Qt.Key.Key_Return)
        assert (box.value(), box.text()) == (65_536, grouped(65_536))
    qtbot.keyClicks(box.lineEdit(), "x9")  # beyond the greatest, and no number
    qtbot.keyClick(box.lineEdit(), Qt.Key.Key_Return)
    assert box.value() == 65_536


def test_a_number_of_thousands_of_digits_is_too_large(qtbot, theme):
    box = NumberBox()
    qtbot.addWidget(box)
    box.setRange(2, 2000)
    box.setValue(7)
    state, _, _ = box.validate("1" * 5000, 0)
    assert state is QValidator.State.Invalid
    with qtbot.captureExceptions() as exceptions:
        box.lineEdit().setText("1" * 5000)
        box.interpretText()
    assert exceptions == []
    assert 2 <= box.value() <= 2000


def test_the_words_for_no_limit_stay(qtbot, theme):
    box = NumberBox()
    qtbot.addWidget(box)
    box.setRange(0, 2000)
    box.setSpecialValueText("No limit")
    box.setValue(0)
    assert box.text() == "No limit"
    box.lineEdit().selectAll()
    qtbot.keyClicks(box.lineEdit(), "1500")
    qtbot.keyClick(box.lineEdit(), Qt.Key.Key_Return)
    assert box.value() == 1500
    box.setValue(0)
    box.stepUp()
    assert box.value() == 1


def test_a_warning_is_in_the_colour_of_warnings(qtbot, theme):
    shown = label("Slower", "caption")
    qtbot.addWidget(shown)
    shown.ensurePolished()
    set_property(shown, "role", "warning")
    assert shown.palette().color(QPalette.ColorRole.WindowText) == theme.colour("warning")


def test_nothing_is_said_of_the_speed_of_a_pattern_that_fails():
    trial = PatternTrial("(", b"a", error="The split pattern cannot be used.")
    assert speed_of(trial).sentence == ""
