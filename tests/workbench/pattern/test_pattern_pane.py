"""The pattern pane: cuts while typing, underlines errors, survives catastrophic patterns."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton

from engine.splitting.preset_patterns import preset_names, preset_pattern
from tests.workbench.named import named
from tests.workbench.pattern.pattern_panes import shown_pane, two_checkers
from workbench.pattern.engines_row import PatternEnginesRow
from workbench.pattern.pattern_flow import PairCount
from workbench.pattern.pattern_pane import PatternPane
from workbench.pattern.pattern_results import SAMPLE_TEXT
from workbench.ui.theme.theme import INSPECTOR_WIDTH, RAIL_WIDTH
from workbench.work.engine_verdicts import OwnCut

SOON_MS = 500


@pytest.fixture(scope="module")
def hasty_checkers(qapp):
    """Two children that are soon given up, for patterns that take for ever."""
    with two_checkers(SOON_MS) as both:
        yield both


@pytest.fixture
def hasty_pane(qtbot, state, theme, hasty_checkers):
    with shown_pane(qtbot, state, theme, hasty_checkers) as shown:
        yield shown


def pieces(pane: PatternPane) -> list[bytes]:
    spans = pane.spans
    return [spans.span_bytes(span) for span in range(spans.n_spans)]


def set_pattern(pane: PatternPane, pattern: str) -> None:
    """Put a pattern into the editor as a choice does."""
    pane.desk.editor.set_pattern(pattern, is_settled=False)


def compare_with(pane: PatternPane, words: str) -> None:
    """Choose what is compared with, as in its list."""
    [against] = [each for each in pane.results.findChildren(QComboBox) if each.findText(words) >= 0]
    against.setCurrentText(words)
    against.activated.emit(against.currentIndex())


def test_the_editor_follows_a_head_of_88_pixels_and_no_preset_moves_it(qtbot, pane):
    pane.resize(900, 700)
    heights = set()
    for name in preset_names():
        pane.desk.choose_preset(name)
        QApplication.processEvents()
        heights.add(pane.desk.editor.mapTo(pane, QPoint()).y())
    assert len(heights) == 1
    assert heights.pop() <= 88


def test_the_heights_of_editor_and_results_are_told_when_they_are_moved(pane):
    told: list[tuple[int, ...]] = []
    pane.heights_chosen.connect(told.append)
    pane.resize(900, 800)
    handle = pane.halves.handle(1)
    at = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(handle, at + QPoint(0, 30))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=at + QPoint(0, 30))
    assert told
    assert told[-1] == tuple(pane.halves.sizes())
    assert sum(told[-1]) > 100


def test_a_comparison_leaves_the_inspector_its_width(pane):
    room = 1280 - RAIL_WIDTH - INSPECTOR_WIDTH
    pane.results.show_view(1)
    assert pane.results.bar.minimumSizeHint().width() <= room


def figures(pane: PatternPane) -> tuple:
    return pane.results.figures[1].values[:4]


def figure_rows(results) -> list[list[str]]:
    """What the table of both splits says, with the word of each row."""
    model = results._figures
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_starts_with_the_pattern_of_the_state_and_a_hard_text(pane, state):
    assert state.pattern == "gpt2"
    assert pane.results.figures[1].unmatched == 0
    assert "covers the whole text" in pane.verdict
    assert b" what" in pieces(pane)


@pytest.mark.slow
def test_a_preset_is_never_too_slow(qtbot, pane):
    assert pane.speed == "Fast path: hundreds of MB/s."
    for name in preset_names():
        pane.desk.choose_preset(name)
        qtbot.waitUntil(lambda: not pane.is_trying)
        assert "slow" not in pane.verdict or name == "none"
        assert pane.speed == "Fast path: hundreds of MB/s."


def test_a_pattern_without_an_automaton_says_why(qtbot, pane, state):
    set_pattern(pane, r"(?<!-)\w+|(?s:.)")
    qtbot.waitUntil(lambda: pane.speed.startswith("Fallback to regex"))
    assert "because of" in pane.speed
    set_pattern(pane, "(ab")
    qtbot.waitUntil(lambda: pane.speed == "")


@pytest.mark.slow
def test_the_pane_says_that_the_checker_is_prepared(qtbot, state, theme):
    pane = PatternPane(state, theme)
    qtbot.addWidget(pane)
    assert not pane.is_trying  # no trial starts before the pane is opened
    pane.show()
    assert pane.verdict == "Preparing the pattern checker…"
    qtbot.waitUntil(lambda: "covers the whole text" in pane.verdict)
    pane.stop()


def test_a_preset_reaches_the_state_by_its_name(qtbot, pane, state):
    with qtbot.waitSignal(state.pattern_changed) as caught:
        pane.desk.choose_preset("cl100k")
    assert caught.args == ["cl100k"]


def test_an_own_pattern_reaches_the_state_as_it_is(qtbot, pane, state):
    with qtbot.waitSignal(state.pattern_changed) as caught:
        set_pattern(pane, r"\p{L}+|\P{L}")
    assert caught.args == [r"\p{L}+|\P{L}"]


def test_the_expression_of_a_preset_is_known_by_its_name(qtbot, pane, state):
    with qtbot.waitSignal(state.pattern_changed) as caught:
        set_pattern(pane, preset_pattern("o200k"))
    assert caught.args == ["o200k"]


def test_the_preview_is_cut_again_while_typing(qtbot, pane):
    pane.preview.set_text("one two")
    qtbot.waitUntil(lambda: pieces(pane) == [b"one", b" two"])
    assert figures(pane) == (2, 2, 4, 0)


def test_crlf_is_kept(qtbot, pane):
    pane.preview.set_text("a\nb")
    named(pane.preview, "crlf").setChecked(True)
    qtbot.waitUntil(lambda: pane.spans.data == b"a\r\nb")


def test_no_break_spaces_are_kept(qtbot, pane):
    pane.preview.set_text("a\u00a0b")
    qtbot.waitUntil(lambda: pane.spans.data == "a\u00a0b".encode())


def test_an_error_is_underlined_and_the_last_good_result_stays(qtbot, pane, state):
    before = pane.spans
    set_pattern(pane, "𝒳(ab[c")
    qtbot.waitUntil(lambda: pane.desk.editor.marked is not None)
    assert pane.desk.editor.marked[0] >= 4
    assert "cannot be used" in pane.verdict
    assert pane.spans is before
    assert state.pattern == "gpt2"
    set_pattern(pane, "a|b")
    qtbot.waitUntil(lambda: pane.desk.editor.marked is None)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["(((a{300}){300}){300})", r"(?:a|aa)+$"])
def test_a_catastrophic_pattern_leaves_the_pane_alive(qtbot, hasty_pane, state, pattern):
    pane = hasty_pane
    pane.preview.set_text("a" * 60 + "!")
    set_pattern(pane, pattern)
    qtbot.waitUntil(lambda: "Shown below" in pane.verdict)
    assert state.pattern == "gpt2"
    set_pattern(pane, "a+|!")
    qtbot.waitUntil(lambda: state.pattern == "a+|!")
    assert pieces(pane) == [b"a" * 60, b"!"]


@pytest.mark.slow
def test_a_pattern_that_explodes_on_long_runs_is_used_only_on_demand(qtbot, hasty_pane, state):
    pane = hasty_pane
    set_pattern(pane, r"(?:a|aa)+$|(?s:.)")
    qtbot.waitUntil(lambda: "long run of letters" in pane.bar.text)
    assert "(?:a|aa)+" in pane.verdict
    assert state.pattern == "gpt2"
    pane.use_anyway()
    assert state.pattern == r"(?:a|aa)+$|(?s:.)"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("Q{7}", "matches nothing"),
        ("(?s:.+)", "never splits"),
        ("[a-z]+", "unmatched"),
        ("", "empty"),
    ],
)
def test_bad_coverage_is_said(qtbot, pane, pattern, words):
    pane.preview.set_text("abc DEF ghi")
    set_pattern(pane, pattern)
    qtbot.waitUntil(lambda: words in pane.verdict)


def test_unmatched_bytes_are_counted(qtbot, pane):
    pane.preview.set_text("abc DEF ghi")
    set_pattern(pane, "[a-z]+")
    qtbot.waitUntil(lambda: figures(pane) == (3, 3, 5, 5))


def test_a_pattern_set_elsewhere_is_shown(qtbot, pane, state):
    state.set_pattern("qwen2")
    qtbot.waitUntil(lambda: pane.desk.editor.pattern == preset_pattern("qwen2"))


def test_a_chosen_pretoken_is_inspected(qtbot, pane, state):
    pane.preview.set_text("one two")
    qtbot.waitUntil(lambda: len(pieces(pane)) == 2)
    pane.view.set_current(1)
    assert state.inspection.kind == "Pre-token"
    assert state.inspection.title == "·two"
    assert "4 bytes" in pane.view.accessibleDescription()


def test_pretokens_have_the_hue_of_their_alternative(qtbot, pane, state):
    pane.preview.set_text("ab 12")
    set_pattern(pane, r"\d+|[a-z]+|\s")
    qtbot.waitUntil(lambda: pieces(pane) == [b"ab", b" ", b"12"])
    assert pane.spans.hues.tolist() == [1, 4, 0]  # by the bytes that each alternative covers
    assert [row.hue for row in pane.desk.legend.rows if row.number] == [0, 1, 4]
    editor = pane.desk.editor
    assert [editor.hues.hue(number) for number in range(3)] == [0, 1, 4]
    table = pane.desk.legend.model()
    heads = [table.headerData(at, Qt.Orientation.Horizontal) for at in range(table.columnCount())]
    tips = [
        table.index(row, heads.index("Share")).data(Qt.ItemDataRole.ToolTipRole)
        for row in range(table.rowCount())
    ]
    assert [tip for tip in tips if tip] == ["2 bytes", "2 bytes", "1 byte"]
    rows = [(row.number, row.pretokens, row.n_bytes) for row in pane.desk.legend.rows if row.number]
    assert rows == [(1, 1, 2), (2, 1, 2), (3, 1, 1)]
    pane.view.set_current(0)
    assert "by alternative 2" in pane.view.accessibleDescription()
    assert state.inspection.text == "[a-z]+"
    pane.desk.legend.alternative_chosen.emit(0)
    assert pane.view.current == 2


def test_a_first_look_comes_before_the_automaton_is_made(qtbot, pane):
    seen = []
    pane._trials.previewed.connect(seen.append)
    pane._trials.tried.connect(seen.append)
    set_pattern(pane, r"[a-z]+|[^a-z]+")
    qtbot.waitUntil(lambda: len(seen) == 2)
    quick, thorough = seen
    assert (quick.is_quick, thorough.is_quick) == (True, False)
    assert quick.bounds.tolist() == thorough.bounds.tolist()
    assert quick.made.tolist() == thorough.made.tolist()


def test_the_saved_pattern_is_compared_with_the_edited_one(qtbot, pane, state, tokenizer):
    state.open_run("run", tokenizer, None)
    pane.preview.set_text("call 12345 now")
    with qtbot.assertNotEmitted(pane.counting_requested):  # tokens are in the comparison only
        pane.desk.choose_preset("cl100k")
        qtbot.waitUntil(lambda: pane.spans.n_spans == 5 and not pane.is_trying)
    saved, edited = pane.results.figures
    assert (saved.pretokens, edited.pretokens) == (3, 5)
    with qtbot.waitSignal(pane.counting_requested) as caught:
        pane.results.go_on()
    assert len(caught.args[0].saved) < len(caught.args[0].edited)
    comparison = pane.results.comparison
    assert (comparison.place, comparison.n_places) == (1, 1)
    assert comparison.left.text.span_bytes(comparison.left.current) == b" 12345"
    [keep] = [each for each in pane.actions() if each.objectName() == "pattern.keep_pattern"]
    keep.trigger()
    qtbot.waitUntil(lambda: pane.results.comparison.n_places == 0)


def test_what_is_compared_is_chosen_and_walked_through_by_hand(qtbot, pane, state, tokenizer):
    state.open_run("run", tokenizer, None)
    text = "one 12345 two " + "word " * 2000 + "67890"
    pane.preview.set_text(text)
    qtbot.waitUntil(lambda: pane.spans.data == text.encode() and not pane.is_trying)
    results, comparison = pane.results, pane.results.comparison
    buttons = {each.text(): each for each in results.findChildren(QPushButton)}
    buttons["Compare"].click()
    assert results.is_comparing
    compare_with(pane, "cl100k (GPT-4)")
    qtbot.waitUntil(lambda: comparison.n_places == 2)
    for words in ("Next difference", "Next difference", "Previous difference"):
        [step] = [each for each in pane.actions() if each.text() == words]
        step.trigger()
    assert (comparison.place, comparison.n_places) == (1, 2)
    assert comparison.right.text.span_bytes(comparison.right.current) == b" 12345"
    for view, said in ((comparison.left, "123"), (comparison.right, "·12345")):
        view.setFocus()
        view.set_current(2 if view is comparison.left else 1)
        assert view.accessibleDescription().endswith(f", {said}")
    for one, other in ((comparison.left, comparison.right), (comparison.right, comparison.left)):
        one.set_current(0)
        one.verticalScrollBar().setValue(one.verticalScrollBar().maximum() // 2)
        assert other.top_byte == pytest.approx(one.top_byte, rel=0.05)
        assert one.top_byte > 0
    counted = []
    pane.counting_requested.connect(counted.append)
    buttons["Train both"].click()
    assert counted[-1].vocab_size
    assert not buttons["Train both"].isEnabled()
    size = named(results, "trained_size")
    results.note_count(PairCount(31, 29, size.value(), size.value(), is_trained=False))
    results.note_count(PairCount(12, 11, 270, 268, is_trained=True))
    assert buttons["Train both"].isEnabled()
    assert size.toolTip() == "Reached 270 and 268: the sample has no more pairs."
    reference, draft, difference = figure_rows(results)
    assert (reference[-2:], draft[-2:]) == (["31", "12"], ["29", "11"])
    assert difference[-1] == "−1 (8.33 %)"
    results.note_count(PairCount(12, 11, size.value(), size.value(), is_trained=True))
    assert size.toolTip() == ""
    buttons["Train both"].click()
    results.note_no_count("The sample cannot be trained.")
    assert buttons["Train both"].isEnabled()
    buttons["Text"].click()
    assert not results.is_comparing
    [reset] = [
        each for each in pane.preview.findChildren(QPushButton) if each.text() == "Hard cases"
    ]
    reset.click()
    assert pane.preview.data.decode() == SAMPLE_TEXT


def test_a_click_on_an_alternative_goes_to_what_it_made(qtbot, pane):
    pane.preview.set_text("ab 12")
    set_pattern(pane, r"\d+|[a-z]+|\s")
    qtbot.waitUntil(lambda: pieces(pane) == [b"ab", b" ", b"12"])
    legend = pane.desk.legend
    row = [each.number for each in legend.rows].index(1)
    place = legend.visualRect(legend.model().index(row, 0)).center()
    qtbot.mouseClick(legend.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert pane.view.current == 2


def test_what_matches_nothing_is_said_loudly_and_not_used(qtbot, pane, state):
    pane.preview.set_text("abc DEF ghi")
    set_pattern(pane, "Q{7}")
    qtbot.waitUntil(lambda: "matches nothing" in pane.bar.text)
    assert state.pattern == "gpt2"
    pane.use_anyway()
    assert state.pattern == "Q{7}"
    set_pattern(pane, r"\w+|\W")
    qtbot.waitUntil(lambda: pane.bar.text == "")


@pytest.mark.slow
def test_engines_stand_in_a_row_and_show_where_they_differ(qtbot, pane):
    pytest.importorskip("tokenizers")
    pane.preview.set_text("in 1234 x")
    set_pattern(pane, r"\p{N}{1,3}+|\P{N}+")
    qtbot.waitUntil(lambda: len(pieces(pane)) == 4 and not pane.is_trying)
    compare_with(pane, "tokenizers, the real engine")
    assert pane.bar.text.startswith("Waiting for tokenizers; ")
    qtbot.waitUntil(lambda: len(pane.desk.engines.verdicts) == 3)
    compare_with(pane, "tokenizers, the real engine")
    assert "123 | 4" in pane.bar.text
    verdicts = pane.desk.engines.verdicts
    assert "tokenizers: 1 difference" in pane.desk.engines.words
    pane.desk.engines.verdict_chosen.emit(verdicts["tokenizers"])
    assert "123 | 4" in pane.bar.text
    left = pane.results.comparison.left
    assert left.text.span_bytes(left.current) == b"1234"
    set_pattern(pane, r"\p{N}{1,2}|\P{N}+")
    qtbot.waitUntil(lambda: pane.results.bar.against.kind == "pattern")


@pytest.mark.slow
def test_a_trial_of_a_pattern_that_was_undone_meanwhile_changes_nothing(qtbot, pane, state):
    trials = []
    pane._trials.tried.connect(trials.append)
    pane.desk.choose_preset("cl100k")
    qtbot.waitUntil(lambda: bool(trials) and state.pattern == "cl100k")
    pane.hide()
    state.set_pattern("gpt2")
    pane._trials.tried.emit(trials[-1])  # its answer took as long as that
    assert state.pattern == "gpt2"


@pytest.mark.slow
def test_engines_are_asked_while_the_row_is_visible(qtbot):
    cut = np.array([0, 1], np.int64)
    row = PatternEnginesRow()
    qtbot.addWidget(row)
    row.ask_soon(OwnCut("a", b"a", cut, np.array([True])))
    assert not row.is_busy
    for _ in range(2):
        row.show()
        assert row.is_busy
        row.hide()
        assert not row.is_busy
