"""Tokenizers in columns: what differs is ringed, chosen and scrolled together, and remembered."""

from __future__ import annotations

import json
import re
import weakref
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSettings, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSplitter, QToolButton, QToolTip

from engine.encoding.tokenizer import Tokenizer
from engine.splitting.span_differences import CUT_HERE, SAME
from workbench.tokens.token_column import TokenColumn
from workbench.tokens.token_columns import ColumnSource, TokenColumns
from workbench.tokens.token_columns_flow import COLUMNS, TokenColumnsFlow, TokenizerColumn
from workbench.tokens.tokens_pane import TokensPane
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.span_colouring import Colouring
from workbench.ui.theme.icons import icon
from workbench.work.comparison import Baseline

TEXT = "the cat sat on the mat\n" * 3


def n_differences(pane: TokensPane) -> int | None:
    """How many differences the bar names; None while nothing is compared."""
    numbers = re.findall(r"\d+", pane.difference_bar.texts[2])
    return int(numbers[-1]) if numbers else None


@pytest.fixture
def settings(tmp_path):
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def smaller(tokenizer):
    return tokenizer.truncated(270)


@pytest.fixture
def file(smaller, tmp_path) -> Path:
    return smaller.save(tmp_path / "smaller.twb")


@pytest.fixture
def flow(jobs, store, settings):
    return TokenColumnsFlow(jobs, store, settings)


@pytest.fixture
def pane(qtbot, state, theme, engine_jobs, tokenizer, smaller):
    pane = TokensPane(state, theme, engine_jobs)
    qtbot.addWidget(pane)
    pane.resize(1000, 700)
    pane.show()
    pane.set_text(TEXT)
    state.open_run("run", tokenizer, None)
    pane.set_columns([TokenizerColumn(Baseline("smaller"), smaller)])
    qtbot.waitUntil(lambda: n_differences(pane) is not None)
    return pane


def spans_of(view) -> set[tuple[int, int]]:
    bounds = view.text.bounds.tolist()
    return set(pairwise(bounds))


def shows(column, text: str) -> bool:
    return column.view.text.data == text.encode()


def test_a_column_marks_exactly_the_spans_that_the_first_has_not(pane, smaller):
    first, second = (column.view for column in pane.columns.columns)
    assert second.text.ids.tolist() == smaller.encode(TEXT)
    alone = [span not in spans_of(first) for span in pairwise(second.text.bounds.tolist())]
    assert second.ringed.astype(bool).tolist() == alone
    assert not first.ringed.any()


def test_a_token_of_the_first_column_is_plain_whatever_a_third_one_cuts(qtbot, pane, tokenizer):
    same = TokenizerColumn(Baseline("same"), tokenizer.truncated(tokenizer.vocab_size))
    pane.set_columns([same, TokenizerColumn(Baseline("bytes"), tokenizer.truncated(257))])
    qtbot.waitUntil(lambda: shows(pane.columns.columns[2], TEXT))
    _, alike, by_bytes = (column.view for column in pane.columns.columns)
    assert not alike.ringed.any()
    assert set(by_bytes.ringed.tolist()) == {SAME, CUT_HERE}


def test_the_legend_explains_the_colours_and_what_is_shown(pane):
    assert pane.legend.words[:3] == ("only here", "only in the first", "both")
    pane.options.set_colouring(Colouring.BY_ID)
    assert pane.legend.words[:2] == ("same colour, same id", "split differently")
    assert "pre-token" not in pane.legend.words
    pane.show_menu.set_overlays(Overlays(tokens=False, pre_tokens=True))
    assert "same colour, same id" not in pane.legend.words
    assert "pre-token" in pane.legend.words
    pane.set_columns([])
    assert "split differently" not in pane.legend.words


def test_the_number_of_the_bar_is_the_share_of_bytes(pane):
    share, _, place = pane.difference_bar.texts
    assert share.endswith("%")
    assert re.fullmatch(r"\d+ differences", place)
    assert "+" in pane.columns.columns[1].words[1]


def test_f8_walks_the_differences_and_selects_the_same_bytes_in_all(qtbot, pane):
    first, second = (column.view for column in pane.columns.columns)
    total = n_differences(pane)
    seen = []
    for number in range(1, total + 1):
        qtbot.keyClick(first, Qt.Key.Key_F8)
        assert pane.difference_bar.texts[2] == f"Difference {number} of {total}"
        edges = [
            (int(view.text.bounds[view.selected.start]), int(view.text.bounds[view.selected.stop]))
            for view in (first, second)
        ]
        assert edges[0] == edges[1]
        seen.append(edges[0])
    assert seen == sorted(set(seen))
    qtbot.keyClick(second, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert pane.difference_bar.texts[2] == f"Difference {total - 1} of {total}"


def test_a_click_in_one_column_selects_the_overlapping_spans_in_the_other(qtbot, pane, state):
    first, second = (column.view for column in pane.columns.columns)
    longest = max(range(first.text.n_spans), key=lambda at: len(first.text.span_bytes(at)))
    place = first.span_rects(longest)[0].center().toPoint()
    qtbot.mouseClick(first.viewport(), Qt.MouseButton.LeftButton, pos=place)
    chosen = second.selected
    assert second.text.range_bytes(chosen[0], chosen[-1]) == first.text.span_bytes(longest)
    assert len(chosen) > 1
    second.set_current(chosen[0])
    assert first.current == longest
    assert str(second.text.ids[chosen[0]]) in [fact.value for fact in state.inspection.facts]


def test_the_tool_tip_describes_the_token_under_the_pointer(pane, monkeypatch):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: told.append(text))
    for column, span in zip(pane.columns.columns, (1, 3), strict=True):
        view = column.view
        place = view.span_rects(span)[0].center().toPoint()
        event = QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
        QApplication.sendEvent(view.viewport(), event)
        assert told[-1] == column.describe(span)
        assert f"id {view.text.ids[span]}," in told[-1]


def test_a_column_is_replaced_and_closed_at_its_head(qtbot, pane):
    column = pane.columns.columns[1]
    replaced, removed = [], []
    pane.columns.replaced.connect(replaced.append)
    pane.columns.removed.connect(removed.append)
    column.sources.set_choices((), (Baseline("tiny", path=Path("tiny.json")),))
    column.sources.fill()
    [entry] = [each for each in column.sources.actions() if each.text() == "Baseline tiny"]
    entry.trigger()
    assert replaced == [ColumnSource(0, Baseline("tiny", path=Path("tiny.json")))]
    [close] = [each for each in column.findChildren(QToolButton) if each.menu() is None]
    close.click()
    assert removed == [0]


def test_columns_scroll_by_the_same_bytes(qtbot, pane):
    text = "\n".join(f"line {number} of the mat" for number in range(300))
    pane.set_text(text)
    first, second = (column.view for column in pane.columns.columns)
    qtbot.waitUntil(lambda: shows(pane.columns.columns[1], text))
    bar = first.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    assert second.top_byte == pytest.approx(first.top_byte, abs=2)
    assert second.top_byte > 1000
    second.set_current(second.text.n_spans - 1)
    assert first.top_byte == pytest.approx(second.top_byte, abs=2)


def test_what_differs_has_a_colour_and_the_rest_has_none_unless_one_chooses(pane):
    assert pane.options.colouring is Colouring.DIFFERENCES
    pane.options.set_colouring(Colouring.BY_ID)
    pane.set_columns([])
    assert pane.options.colouring is Colouring.BY_ID
    assert pane.view.ringed is None


def test_a_column_that_cannot_be_read_says_so_and_the_others_go_on(qtbot, pane, smaller):
    pane.set_columns(
        [
            TokenizerColumn(Baseline("broken"), error="It is no tokenizer."),
            TokenizerColumn(Baseline("smaller"), smaller),
        ]
    )
    qtbot.waitUntil(lambda: shows(pane.columns.columns[2], TEXT))
    assert pane.columns.columns[1].error == "It is no tokenizer."
    assert n_differences(pane)


def test_a_tokenizer_that_rewrites_the_text_is_shown_and_not_compared(qtbot, pane, smaller):
    composed = Tokenizer([], normalization="nfc")
    pane.set_columns([TokenizerColumn(Baseline("nfc"), composed)])
    pane.set_text("e\u0301 cat")
    rewritten = pane.columns.columns[1]
    qtbot.waitUntil(lambda: shows(rewritten, "é cat"))
    assert rewritten.view.ringed is None
    assert n_differences(pane) is None
    pane.columns.show_next_difference()
    rewritten.view.set_current(0)
    assert pane.view.selected == range(0)


def test_a_special_token_that_is_refused_names_the_column(qtbot, pane, tokenizer):
    pane.set_columns([TokenizerColumn(Baseline("plain"), Tokenizer([]))])
    pane.options.set_special("reject")
    pane.set_text("cat<|endoftext|>")
    qtbot.waitUntil(lambda: "byte 3" in pane.bar.text)
    assert pane.bar.text.startswith("Open tokenizer: ")


def test_the_flow_reads_files_and_runs_and_remembers_them(qtbot, flow, jobs, store, settings, file):
    flow.add(Baseline("", path=file))
    flow.add(Baseline("", path=file))
    flow.add(Baseline("gone", run_id="no-such-run"))
    qtbot.waitUntil(lambda: not jobs.jobs)
    assert [each.source.name for each in flow.columns] == ["smaller", "smaller 2", "gone"]
    assert flow.columns[0].tokenizer.n_merges == Tokenizer.load(file).n_merges
    assert flow.columns[2].error
    with qtbot.waitSignal(flow.failed) as caught:
        flow.add(Baseline("one too many", path=file))
    assert "one too many" in caught.args[0]
    again = TokenColumnsFlow(jobs, store, settings)
    again.restore()
    assert [each.source for each in again.columns] == [each.source for each in flow.columns]
    qtbot.waitUntil(lambda: not jobs.jobs)


def test_columns_are_replaced_and_removed(qtbot, flow, jobs, settings, file):
    flow.add(Baseline("one", path=file))
    flow.add(Baseline("two", path=file))
    flow.replace((0, Baseline("three", path=file)))
    flow.remove(1)
    qtbot.waitUntil(lambda: not jobs.jobs)
    assert [each.source.name for each in flow.columns] == ["three"]
    assert [each["name"] for each in json.loads(settings.value(COLUMNS))] == ["three"]


@pytest.mark.parametrize("damaged", ["", "{", "[1]", '[{"name": "x"}]', '{"name": "x"}'])
def test_damaged_settings_are_no_columns(flow, settings, damaged):
    settings.setValue(COLUMNS, damaged)
    flow.restore()
    assert flow.columns == ()


def test_a_new_file_stands_over_no_tokens_of_the_old_text(qtbot, pane, tmp_path):
    path = tmp_path / "long.txt"
    path.write_text("another text of a mat\n" * 3000, encoding="utf-8")
    seen = []

    def look() -> None:  # after the pane, which heard of the new text first
        columns = [(each.view.text.n_spans, *each.words) for each in pane.columns.columns]
        seen.append((pane.input.held is not None, columns, pane.difference_bar.texts[0]))
        seen.append(set(pane.figures))

    pane.input.changed.connect(look)
    pane.open_file(path)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [(True, [(0, "Encoding…", "")] * 2, "–"), {"–"}]
    qtbot.waitUntil(lambda: n_differences(pane) is not None)
    for column in pane.columns.columns:
        assert column.view.text.data == path.read_bytes()
    assert "–" not in pane.figures


def test_the_open_run_is_not_offered_beside_itself(qtbot, pane, state, store, tokenizer):
    config, runs = tokenizer.training.config, {}
    for name in ("one", "two"):
        runs[name] = store.begin_run(name, config, ())
        store.finish_run(runs[name], tokenizer)
    pane.set_runs(store.list_runs())
    state.open_run(runs["one"], tokenizer, None)
    for menu in (pane.sources, pane.columns.columns[1].sources):
        menu.fill()
        offered = {action.data().run_id for action in menu.actions() if action.data() is not None}
        assert offered == {runs["two"]}
    state.open_run(runs["two"], tokenizer, None)
    pane.sources.fill()
    assert runs["one"] in {a.data().run_id for a in pane.sources.actions() if a.data() is not None}


def shows_tokens_of(column, vocab_size: int) -> bool:
    return column.encoded is not None and column.encoded.tokenizer.vocab_size == vocab_size


def test_removed_columns_and_closed_tokenizers_are_let_go_at_once(qtbot, pane, state, tokenizer):
    """Without the collector, which looks at what lasts every few minutes only."""
    other = tokenizer.truncated(265)
    pane.set_columns([TokenizerColumn(Baseline("other"), other)])
    qtbot.waitUntil(lambda: shows_tokens_of(pane.columns.columns[1], 265))
    text = weakref.ref(pane.columns.columns[1].encoded)
    del other
    pane.set_columns([])
    qtbot.waitUntil(lambda: n_differences(pane) is None)
    qtbot.waitUntil(lambda: text() is None)
    first = weakref.ref(pane.columns.columns[0].encoded)
    state.open_run(None, None, None)
    qtbot.waitUntil(lambda: first() is None)


def test_a_column_that_is_destroyed_asks_nothing(qtbot, theme, monkeypatch):
    asked = []

    def note(_self, _watched, event):
        asked.append(event.type())
        return False

    monkeypatch.setattr(TokenColumns, "eventFilter", note)
    columns = TokenColumns(theme)
    qtbot.addWidget(columns)
    columns.show()
    columns.set_names(["one", "two"])
    columns.set_names(["one"])
    asked.clear()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert asked == []


def test_the_icons_of_a_column_follow_the_scheme(qtbot, theme):
    theme.set_preference("light")
    column = TokenColumn(theme)
    qtbot.addWidget(column)
    theme.set_preference("dark")
    for button in column.findChildren(QToolButton):
        drawn = button.icon().pixmap(16, 16).toImage().convertToFormat(QImage.Format.Format_ARGB32)
        expected = icon(icon_name(button), theme).pixmap(16, 16).toImage()
        assert drawn == expected.convertToFormat(QImage.Format.Format_ARGB32)


def icon_name(button: QToolButton) -> str:
    return "close" if button.menu() is None else "chevron-down"


def test_hits_are_marked_in_all_columns_and_counted_in_the_active_one(qtbot, pane):
    first, second = (column.view for column in pane.columns.columns)
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert pane.finder.isVisible()
    pane.finder.field.setText("t")
    assert len(first.hits) == len(second.hits) == TEXT.count("t")
    assert pane.finder.words == f"1 of {TEXT.count('t')}"
    pane.finder.field.setText(f"id:{first.text.ids[0]}")
    assert len(first.hits) == first.text.ids.tolist().count(first.text.ids[0])
    pane.set_text("no such letter")
    qtbot.waitUntil(lambda: shows(pane.columns.columns[0], "no such letter"))
    assert len(first.hits) == first.text.ids.tolist().count(int(pane.finder.field.text()[3:]))


def heights_of_lines(view) -> list[float]:
    """Where the lines of the text in sight begin, in pixels."""
    return [y for _, y, _ in view._window.visible()]


@pytest.fixture
def uneven(qtbot, pane, tokenizer) -> list:
    """The views of two columns, of which the second one needs more lines."""
    text = "the mat the mat the mat the mat the mat the mat the mat the mat\n" * 40
    pane.set_columns([TokenizerColumn(Baseline("bytes"), tokenizer.truncated(257))])
    pane.set_text(text)
    qtbot.waitUntil(lambda: shows(pane.columns.columns[1], text))
    pane.show_menu.set_overlays(Overlays(ids=True))
    QApplication.processEvents()
    views = [column.view for column in pane.columns.columns]
    n_lines = [len(view._stack.layout(0).lines) for view in views]
    assert n_lines[0] < n_lines[1]
    return views


def test_a_line_of_the_text_begins_at_the_same_height_in_all_columns(uneven):
    first, second = uneven
    assert heights_of_lines(first) == heights_of_lines(second)
    for share in (3, 2, 1):
        bar = second.verticalScrollBar()
        bar.setValue(bar.maximum() // share)
        assert heights_of_lines(first) == heights_of_lines(second)
        assert len(heights_of_lines(first)) > 1
    assert first.verticalScrollBar().maximum() == second.verticalScrollBar().maximum()


def test_lines_stay_aligned_when_a_column_is_made_narrower(qtbot, pane, uneven):
    first, second = uneven
    first.verticalScrollBar().setValue(500)
    before = first.width()
    pane.resize(700, 600)
    qtbot.waitUntil(lambda: first.width() < before)
    QApplication.processEvents()
    assert heights_of_lines(first) == heights_of_lines(second)


def test_lines_are_aligned_at_once_while_the_border_between_columns_is_dragged(pane, uneven):
    first, second = uneven
    first.verticalScrollBar().setValue(500)
    before = first.width()
    handle = pane.columns.findChild(QSplitter).handle(1)
    begin = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(handle, begin - QPoint(60, 0))
    assert first.width() < before
    assert heights_of_lines(first) == heights_of_lines(second)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=begin - QPoint(60, 0))


def test_long_lines_are_cut_at_the_same_places_in_all_columns(qtbot, pane):
    text = "the cat sat on the mat and the mat sat on the cat " * 100
    pane.set_text(text)
    qtbot.waitUntil(lambda: shows(pane.columns.columns[1], text))
    first, second = (column.view.text for column in pane.columns.columns)
    assert first.n_paragraphs > 3
    assert first.paragraphs.tolist() == second.paragraphs.tolist()
    assert set(first.paragraphs.tolist()) <= set(first.bounds.tolist())
    assert set(second.paragraphs.tolist()) <= set(second.bounds.tolist())
