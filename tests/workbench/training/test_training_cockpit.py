"""The training cockpit: phases, memory, the stream of merges, charts, stop and keep."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QPushButton

from engine import Corpus, Phase, TrainingConfig, train_tokenizer
from engine.analysis import SizeCurves
from engine.counting.batches import SourcePlan
from engine.settings import SPECIAL_TOKEN_SETS
from engine.training.progress import EstimateError, Merges
from tests.merges import merges_of
from tests.workbench.drawing import draw_charts
from tests.workbench.named import named, parts_in_grid, write
from tests.workbench.training.test_training_pane import PROGRESS
from tests.workbench.ui.test_charts import drag
from tests.workbench.ui.test_pointer import turn_wheel
from workbench.text.visible_text import visible
from workbench.training import training_results
from workbench.training.chart_points import (
    TokenLengths,
    gain_milestones,
    gain_outlook,
    gain_points,
    source_points,
)
from workbench.training.merge_stream import MergeStream
from workbench.training.merge_table import MERGE
from workbench.training.phase_bar import PhaseBar
from workbench.training.training_charts import BAND_LEAST, TrainingCharts
from workbench.training.training_pane import TrainingPane
from workbench.training.training_results import MemoryBar, TrainingResults
from workbench.training.training_words import (
    closing_words,
    estimate_words,
    outlook_words,
    settings_words,
)
from workbench.ui.charts.chart_deck import LEAST_HEIGHT
from workbench.ui.charts.chart_layout import BARE_FOOT, BOTTOM_AXIS_HEIGHT
from workbench.ui.words.corpus_words import ReadingPlan
from workbench.work.runs.recording_progress import TrainingReport, expected_memory
from workbench.work.training_settings import TrainingSettings


@pytest.fixture
def pane(qtbot, state, theme):
    made = TrainingPane(state, theme)
    qtbot.addWidget(made)
    made.resize(904, 700)
    made.show()
    return made


@pytest.fixture
def stream(qtbot, theme, tokenizer):
    made = MergeStream(theme)
    qtbot.addWidget(made)
    made.resize(600, 200)
    made.show()
    made.set_tokenizer(tokenizer)
    return made


@pytest.fixture
def charts(qtbot, theme, tokenizer):
    made = TrainingCharts(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.set_tokenizer(tokenizer)
    return made


def found(stream) -> str:
    """How many merges hold what is looked for, and which of them is chosen."""
    return named(stream, "found_merges").text()


def action(pane, name):
    [found] = [each for each in pane.actions() if each.objectName() == f"train.{name}"]
    return found


# ---- phases


def test_each_phase_says_its_speed_and_rest_and_in_the_end_its_time(qtbot):
    bar = PhaseBar()
    qtbot.addWidget(bar)
    reading = replace(
        PROGRESS, phase=Phase.PRETOKENIZE, elapsed_s=2.0, remaining_s=20.0, phase_remaining_s=8.0,
        rate=112_000_000.0, done=20,
    )  # fmt: skip
    bar.show_progress(reading)
    assert bar.details[Phase.PRETOKENIZE] == "112 MB/s · 8.0 s left"
    assert bar.words == "2.0 s elapsed, about 20 s left"
    merging = replace(PROGRESS, elapsed_s=11.0, rate=45_678.0, phase_remaining_s=3.0)
    bar.show_progress(merging)
    assert bar.details[Phase.PRETOKENIZE] == "11 s"
    assert bar.details[Phase.COMPUTE_MERGES] == "46 000 merges/s · 3.0 s left".replace(
        "46 000", "46\u202f000"
    )
    assert bar.shares[:2] == (1.0, 1.0)
    bar.show_done("Over.", 15.0)
    assert bar.details[Phase.COMPUTE_MERGES] == "4.0 s"
    assert bar.words == "Over."


def test_a_cancelled_phase_has_no_speed_and_no_time_left(qtbot):
    bar = PhaseBar()
    qtbot.addWidget(bar)
    bar.show_progress(replace(PROGRESS, rate=45_678.9, phase_remaining_s=3.0))
    assert bar.details[Phase.COMPUTE_MERGES].endswith("3.0 s left")
    bar.stop("Cancelled")
    assert bar.details[Phase.COMPUTE_MERGES] == ""
    assert bar.words == "Cancelled"


def test_the_end_is_told_and_how_good_the_estimates_were():
    errors = (EstimateError(0.1, None, 10.0), EstimateError(0.25, 12.0, 10.0),
              EstimateError(0.5, 9.0, 10.0), EstimateError(0.75, 10.01, 10.0))  # fmt: skip
    said = "The estimate was 20 % too long at 25 %, 10 % too short at 50 %, right at 75 %."
    said = said.replace(" %", "\u00a0%")
    assert estimate_words(errors) == said
    assert estimate_words(errors[:1]) == ""
    assert estimate_words((EstimateError(0.5, 9.0, 0.4),)) == ""  # too late to be read
    whole = TrainingReport(10.0, 32_000, 32_000, was_stopped=False, estimates=errors)
    assert closing_words(whole) == "Finished and stored in 10 s."
    stopped = replace(whole, n_merges=123, was_stopped=True, estimates=())
    assert closing_words(stopped).startswith("Stopped at 123 of 32")
    ran_out = closing_words(replace(stopped, was_stopped=False))
    assert "no pair for more than 123" in ran_out


# ---- memory


def test_memory_is_shown_against_what_there_is(qtbot, theme, monkeypatch):
    now = {"used": 200_000_000, "free": 1_000_000_000, "peak": 250_000_000}
    monkeypatch.setattr(training_results, "resident_bytes", lambda: now["used"])
    monkeypatch.setattr(training_results, "available_bytes", lambda: now["free"])
    monkeypatch.setattr(training_results, "peak_bytes", lambda: now["peak"])
    bar = MemoryBar(theme)
    qtbot.addWidget(bar)
    bar.begin()
    bar.set_need(500_000_000)
    said = "Memory 200 MB (peak 200 MB, about 700 MB expected) · 1.00 GB free"
    assert bar.words == bar.accessibleDescription() == said
    now.update(used=650_000_000, peak=680_000_000)  # a peak between two looks
    bar.sample()
    assert "650 MB (peak 680 MB, about 700 MB expected)" in bar.words
    now.update(used=600_000_000)
    bar.begin()  # what the last training left is used again: it is not expected on top
    assert "600 MB (peak 600 MB, about 700 MB expected)" in bar.words
    assert not bar.is_short
    bar.set_need(2_000_000_000)
    assert bar.is_short
    assert ", only" in bar.words


def test_more_text_and_more_merges_are_expected_to_take_more(corpus, pane, state):
    assert expected_memory(corpus, 100_000) > expected_memory(corpus, 1000)
    assert "expected" not in pane.results.memory.words
    state.set_corpus(corpus)
    assert "expected" in pane.results.memory.words


# ---- the stream


def test_scroll_position_and_choice_survive_what_is_appended(qtbot, theme):
    stream = MergeStream(theme)
    qtbot.addWidget(stream)
    stream.resize(600, 200)
    stream.show()
    rows = [(97, 98, 1000 - i, 1000 - i) for i in range(60)]
    stream.follow(True)
    stream.merges.append(merges_of(rows[:30]))
    bar = stream.table.verticalScrollBar()
    assert bar.value() == bar.maximum()
    QTest.keyClick(stream.table, Qt.Key.Key_Home)
    stream.table.selectRow(2)
    QTest.keyClick(stream.table, Qt.Key.Key_Down)
    assert not stream.follows
    at, chosen = bar.value(), stream.table.currentIndex().row()
    stream.merges.append(merges_of(rows[30:], before=rows[:30]))
    assert (bar.value(), stream.table.currentIndex().row()) == (at, chosen)
    stream.follow(True)
    assert bar.value() == bar.maximum()
    QTest.keyClick(stream.table, Qt.Key.Key_PageUp)
    assert not stream.follows
    QTest.keyClick(stream.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert stream.follows


@pytest.fixture
def following(qtbot, theme):
    """A stream that keeps the newest merge in sight, and the scroll bar of its table."""
    stream = MergeStream(theme)
    qtbot.addWidget(stream)
    stream.resize(500, 200)
    stream.show()
    stream.follow(True)
    return stream, stream.table.verticalScrollBar()


def more_merges(model, n: int) -> None:
    row = (97, 98, 7, 7)
    model.append(merges_of([row] * n, before=[row] * model.rowCount()))


def test_the_table_follows_the_newest_row_until_the_person_scrolls_away(qtbot, following):
    stream, bar = following
    more_merges(stream.merges, 100)
    qtbot.waitUntil(lambda: bar.maximum() > 50 and bar.value() == bar.maximum())
    qtbot.keyClick(stream.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bar.value() == 0)
    longest = bar.maximum()
    more_merges(stream.merges, 100)
    qtbot.waitUntil(lambda: bar.maximum() > longest)
    assert bar.value() == 0
    qtbot.keyClick(stream.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    more_merges(stream.merges, 100)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > longest)


def test_the_newest_row_stays_in_sight_when_the_table_becomes_lower(qtbot, following):
    stream, bar = following
    more_merges(stream.merges, 100)
    stream.resize(stream.width(), 700)
    qtbot.waitUntil(lambda: stream.table.height() > 500 and bar.value() == bar.maximum())
    longest = bar.maximum()
    stream.resize(stream.width(), 300)
    qtbot.waitUntil(lambda: bar.maximum() > longest)
    assert bar.value() == bar.maximum()
    assert stream.follows


def test_the_wheel_takes_the_table_away_from_the_newest_row(qtbot, following):
    stream, bar = following
    more_merges(stream.merges, 100)
    qtbot.waitUntil(lambda: bar.maximum() > 50 and bar.value() == bar.maximum())
    for turns, steps, follows in ((1, 1, False), (40, -5, True)):
        for _ in range(turns):  # each at most by a page
            turn_wheel(stream.table.viewport(), steps)
        longest = bar.maximum()
        more_merges(stream.merges, 100)
        qtbot.waitUntil(lambda before=longest: bar.maximum() > before)
        assert (bar.value() == bar.maximum()) == follows


def look_for(stream, text):
    """Type a text into the field and let the delay of typing be over."""
    write(stream.findChild(QLineEdit), text)
    [delay] = [each for each in stream.findChildren(QTimer) if each.isActive()]
    delay.stop()
    delay.timeout.emit()


def test_tokens_are_found_by_text_and_by_bytes_and_inspected(qtbot, stream, tokenizer):
    vocabulary = tokenizer.vocabulary[256 : 256 + tokenizer.n_merges]
    wanted = [rank for rank, token in enumerate(vocabulary) if b"at" in token]
    assert len(wanted) > 1
    with qtbot.waitSignal(stream.merge_chosen) as chosen:
        look_for(stream, "at")
    assert chosen.args[0].rank == wanted[0]
    assert found(stream) == f"1 of {len(wanted)}"
    stream.find_next()
    assert stream.table.currentIndex().row() == wanted[1]
    stream.find_previous()
    stream.find_previous()  # around the beginning to the last
    assert stream.table.currentIndex().row() == wanted[-1]
    stream.find_next()
    assert stream.table.currentIndex().row() == wanted[0]
    at_hex = [rank for rank, token in enumerate(vocabulary) if b"\xe3\x81" in token]
    look_for(stream, "e3 81")
    assert found(stream).endswith(f" of {len(at_hex)}")
    look_for(stream, "no such thing")
    assert found(stream) == "no merge makes it"
    look_for(stream, "")
    assert found(stream) == ""


def test_merges_are_found_by_keys_and_said_in_the_inspector(qtbot, pane, state, tokenizer):
    state.open_run("run", tokenizer, None)
    stream = pane.results.stream
    vocabulary = tokenizer.vocabulary[256 : 256 + tokenizer.n_merges]
    wanted = [rank for rank, token in enumerate(vocabulary) if b"at" in token]
    pane.activateWindow()
    qtbot.waitUntil(pane.isActiveWindow)
    action(pane, "find_merge").trigger()
    field = QApplication.focusWidget()
    assert field.accessibleName() == "Find in tokens"
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClicks(field, "at")
    for modifiers, place in (
        (Qt.KeyboardModifier.NoModifier, 0), (Qt.KeyboardModifier.NoModifier, 1), (shift, 0),
    ):  # fmt: skip
        qtbot.keyClick(field, Qt.Key.Key_Return, modifiers)
        assert stream.table.currentIndex().row() == wanted[place]
    facts = {fact.word: fact.value for fact in state.inspection.facts}
    assert state.inspection.title == visible(vocabulary[wanted[0]])
    assert (facts["Rank"], facts["Token id"]) == (str(wanted[0]), str(wanted[0] + 256))
    assert facts["Bytes"] == vocabulary[wanted[0]].hex(" ").upper()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""


def test_a_search_goes_on_into_what_is_merged_later(qtbot, theme):
    stream = MergeStream(theme)
    qtbot.addWidget(stream)
    first = [(97, 98, 9, 9), (120, 121, 8, 8)]
    stream.merges.append(merges_of(first))
    look_for(stream, "ab")
    assert found(stream) == "1 of 1"
    stream.merges.append(merges_of([(256, 99, 7, 7)], before=first))
    stream.find_next()
    assert (found(stream), stream.table.currentIndex().row()) == (
        "2 of 2",
        2,
    )
    assert stream.table.currentIndex().column() == MERGE


# ---- charts


def test_gain_is_what_a_thousand_merges_save():
    merges = np.arange(0.0, 20_001.0)
    tokens = 1e8 * np.exp(-merges / 50_000)  # 2 % of the tokens per thousand merges, everywhere
    x, y = gain_points(merges, tokens)
    assert y == pytest.approx(100 * (1 - math.exp(-1000 / 50_000)), rel=1e-6)
    assert (x[0], x[-1]) == (16, 20_000)
    assert gain_points(merges[:20], tokens[:20])[0].size == 0


@pytest.mark.parametrize("n", [1_700, 345])
def test_the_gain_at_the_end_is_the_one_that_sizes_shows(n):
    saved = np.random.default_rng(5).pareto(2.0, n) + 1
    tokens = np.concatenate([[10**9], 10**9 - np.cumsum(saved * 1e5).astype(np.int64)])
    sizes = SizeCurves(("a",), tokens[:1], tokens[None], 0, np.ones(1, np.int64), 1, 256 + n)
    _, y = gain_points(np.arange(n + 1.0), tokens.astype(float))
    assert y[-1] == pytest.approx(100 * sizes.gain(None)[-1], rel=1e-9)


def test_the_gain_at_the_end_does_not_follow_the_last_few_merges():
    merges = np.arange(0.0, 20_001.0)
    tokens = 1e8 * np.exp(-merges / 50_000)
    tokens[-40:] = tokens[-40]  # the last merges save nothing
    _, y = gain_points(merges, tokens)
    assert y[-1] == pytest.approx(100 * (1 - math.exp(-1000 / 50_000)), rel=0.1)


def test_lengths_are_those_of_the_tokens(tokenizer):
    lengths = TokenLengths()
    pairs = tokenizer.ranked_merges
    for begin in range(0, len(pairs), 5):
        lengths.extend(pairs[begin : begin + 5])
    x, y = lengths.points()
    vocabulary = tokenizer.vocabulary[: 256 + tokenizer.n_merges]
    counted = np.bincount([len(token) for token in vocabulary])[1:]
    assert x.tolist() == list(range(1, len(counted) + 1))
    assert y.tolist() == counted.tolist()


def test_lengths_that_a_training_told_are_not_counted_again(tokenizer, monkeypatch):
    lengths, pairs = TokenLengths(), tokenizer.ranked_merges
    lengths.extend(pairs[:5])
    lengths.follow(pairs)  # another run
    of_run = lengths.points()[1].tolist()
    lengths.clear()
    lengths.extend(pairs)
    with monkeypatch.context() as patch:
        patch.delattr(TokenLengths, "extend")
        lengths.follow(pairs)
    assert lengths.points()[1].tolist() == of_run


@pytest.mark.parametrize(("n", "done"), [(1, 64), (63, 64), (64, 64), (65, 70), (1000, 1130)])
def test_points_of_sources_are_those_of_their_tokens(n, done):
    applied = np.random.default_rng(n).integers(0, 50, (n, 3))
    n_bytes, end = np.array([9e5, 8e5, 7e5]), np.array([3.0, 2.0, 1.5])
    before, zeros = done - n, np.zeros(done, np.int64)
    of_all = np.concatenate([np.zeros((before, 3), np.int64), applied])
    merges = Merges(np.zeros((done, 2), np.uint32), zeros, zeros, range(before, done), 1, of_all)
    value = replace(
        PROGRESS, merges_done=done, last_merges=merges, source_labels=tuple("abc"),
        source_bytes_per_token=tuple(end), source_bytes=tuple(n_bytes),
    )  # fmt: skip
    x, rows = source_points(value)
    assert x.tolist() == [*(at for at in range(before + 1, done) if at % 64 == 0), done]
    for at, row in zip(x.astype(int).tolist(), rows, strict=True):
        tokens = n_bytes / end + applied[at - before :].sum(axis=0)
        assert row == pytest.approx(n_bytes / tokens)


def test_lengths_are_bars_and_have_no_value_at_the_longest_token(charts, tokenizer, theme):
    charts.resize(500, 210)  # room for one chart
    charts.set_tokenizer(tokenizer)
    charts.deck.choose(6)
    draw_charts()
    chart = charts.lengths_chart
    (lengths,) = chart.curves
    assert not chart.plan.labels
    image, colour = chart.grab().toImage(), theme.colour("muted_text")
    bottom = chart.height() - BOTTOM_AXIS_HEIGHT
    for length, count in zip(lengths.x.tolist(), lengths.y.tolist(), strict=True):
        if count:
            top = chart.place_of(lengths.label, length)
            assert top.y() < bottom - 1
            assert image.pixelColor(round(top.x()), bottom - 2) == colour
    rarest = int(lengths.x[np.argmin(lengths.y)])
    above = chart.place_of(lengths.label, rarest).toPoint() - QPoint(0, 4)
    assert image.pixelColor(above) != colour


def test_as_many_charts_lie_below_each_other_as_there_is_room_for(charts):
    deck = charts.deck
    charts.resize(500, 250)
    assert parts_in_grid(deck) == [charts.languages]
    deck.choose(2)
    assert parts_in_grid(deck) == [charts.counts_chart]
    charts.resize(500, 320)
    assert parts_in_grid(deck) == [charts.counts_chart, charts.lengths_chart]
    charts.resize(1240, 900)
    everything = (charts.languages, charts.gain_chart, charts.counts_chart)
    assert parts_in_grid(deck) == [*everything, charts.lengths_chart]
    assert all(part.isVisible() for part in parts_in_grid(deck))


@pytest.mark.parametrize("height", range(260, 900, 40))
def test_a_track_without_room_for_its_axis_is_left_to_its_tab(charts, tokenizer, height):
    charts.set_tokenizer(tokenizer)
    charts.resize(884, height)
    QApplication.processEvents()
    shown = parts_in_grid(charts.deck)
    tracks = (charts.languages, charts.gain_chart, charts.counts_chart)
    for part in shown if len(shown) > 1 else ():
        chart = charts.languages.chart if part is charts.languages else part
        assert chart.plan.plot.height() >= 2.5 * chart.fontMetrics().height()
        assert part.height() >= (BAND_LEAST if part is charts.languages else LEAST_HEIGHT)
    assert shown[: len(tracks)] == list(tracks[: len(shown)])


def test_charts_over_merges_have_one_axis(charts, tokenizer):
    charts.resize(700, 1000)
    tracks = (charts.languages.chart, charts.gain_chart, charts.counts_chart)
    QApplication.processEvents()
    for n in (0.0, 20.0, float(tokenizer.n_merges)):
        assert len({round(chart.plan.x.place(n), 3) for chart in tracks}) == 1
    charts.gain_chart.zoom_by(2.0)
    assert len({chart.shown_ranges[0] for chart in tracks}) == 1
    assert charts.gain_chart.shown_ranges[0][0] > 0


def test_only_the_last_track_in_sight_writes_the_axis(charts):
    charts.resize(700, 1000)
    QApplication.processEvents()
    tracks = (charts.languages.chart, charts.gain_chart, charts.counts_chart)

    def feet():
        return [round(chart.height() - chart.plan.plot.bottom()) for chart in tracks]

    assert feet() == [BARE_FOOT, BARE_FOOT, BOTTOM_AXIS_HEIGHT]
    assert charts.lengths_chart.plan.plot.bottom() <= charts.lengths_chart.height() - 30
    charts.resize(700, 250)
    QApplication.processEvents()
    assert parts_in_grid(charts.deck) == [charts.languages]
    assert feet()[0] == BOTTOM_AXIS_HEIGHT


def test_zooming_ends_following_until_it_is_switched_on(qtbot, charts):
    deck, chart = charts.deck, charts.languages.chart
    with qtbot.waitSignal(deck.following_changed) as told:
        chart.zoom_by(2.0)
    assert told.args == [False]
    assert not deck.follows
    assert charts.counts_chart.view == chart.view
    deck.follow(True)
    assert chart.view is None
    deck.follow(False)
    assert charts.counts_chart.view is not None
    middle = QPoint(200, 100)
    QTest.mouseDClick(chart.childAt(middle), Qt.MouseButton.LeftButton, pos=middle)
    assert chart.view is None


def test_values_are_said_in_words(charts):
    chart = charts.counts_chart
    charts.deck.choose(2)
    chart.show_at(QPointF(chart.rect().center()))
    assert chart.hovered_words.startswith("Count, merge ")
    charts.deck.choose(6)
    lengths = charts.lengths_chart
    lengths.show_at(QPointF(lengths.rect().center()))
    assert " bytes: " in lengths.hovered_words


# ---- the pane around them


def test_nothing_moves_when_a_training_starts_and_the_form_hides_on_request(
    pane, state, corpus, tokenizer
):
    state.set_corpus(corpus)
    write(named(pane.form, "vocab_size"), "32768")
    pane.request_training()
    state.open_run("run-1", tokenizer, None)
    QApplication.processEvents()

    [cancel] = [each for each in pane.findChildren(QPushButton) if each.text() == "Cancel"]

    def places():
        parts = (cancel, pane.results.phases, pane.results.charts, pane.results.stream)
        return [(part.isVisible(), part.mapTo(pane, QPoint(0, 0)), part.size()) for part in parts]

    before = places()
    assert all(is_visible for is_visible, _, _ in before)
    pane.note_started()
    pane.note_progress((PROGRESS,))
    assert pane.form.isVisible()
    assert not pane.form.isEnabled()
    QApplication.processEvents()
    assert places() == before
    assert pane.controls.summary == "32\u202f768 ids · pattern gpt2"
    [fold] = [each for each in pane.findChildren(QPushButton) if each.text() == "Hide settings"]
    fold.click()
    assert not pane.form.isVisible()
    pane.note_cancelled()
    QApplication.processEvents()
    assert places() == before
    assert pane.form.isVisible()
    assert pane.form.isEnabled()
    pane.note_started()
    assert not pane.form.isVisible()  # as it was left


def test_the_line_says_what_is_not_as_usual():
    config = TrainingConfig(
        1000, special_tokens=("<|a|>",), tie_break="first-seen", min_frequency=3,
        max_token_bytes=16, normalization="nfc",
    )  # fmt: skip
    assert settings_words(config, "gpt2") == (
        "1\u202f000 ids · pattern gpt2 · 1 special token · tie-break first-seen · counts from 3 · "
        "tokens to 16 bytes · NFC"
    )


def test_there_is_something_to_keep_from_the_first_merge_to_the_last(qtbot, pane):
    keep = action(pane, "keep")
    pane.note_started()
    assert not keep.isEnabled()
    pane.note_progress((replace(PROGRESS, phase=Phase.PRETOKENIZE, merges_done=0),))
    assert not keep.isEnabled()
    pane.note_progress((PROGRESS,))
    assert keep.isEnabled()
    with qtbot.waitSignal(pane.controls.keep_requested):
        keep.trigger()
    assert not keep.isEnabled()
    assert not action(pane, "pause").isEnabled()
    assert action(pane, "cancel").isEnabled()
    errors = (EstimateError(0.5, 9.0, 10.0),)
    pane.note_report(TrainingReport(1.0, 2, 8, was_stopped=True, estimates=errors))
    pane.note_finished("run-1")
    assert "The estimate was " in pane.results.phases.time.toolTip()
    assert pane.results.phases.words.startswith("Stopped at 2 of 8 merges and stored")


def test_one_switch_holds_charts_and_merges(pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    pane.results.stream.follow(True)
    action(pane, "follow").trigger()
    assert not pane.results.stream.follows
    assert not pane.results.charts.deck.follows
    action(pane, "follow").trigger()
    assert pane.results.stream.follows
    assert pane.results.charts.deck.follows


def test_nothing_scrolls_at_the_least_size(pane, state, tokenizer):
    """What is left of 1280 x 800 beside rail, inspector and bars."""
    state.open_run("run-1", tokenizer, None)
    pane.resize(904, 728)
    assert pane.side.is_whole


def test_nothing_scrolls_where_the_sizes_hint_takes_two_lines(pane):
    special = SPECIAL_TOKEN_SETS["nanochat"]
    pane.resize(904, 728)
    pane.form.take(TrainingSettings(32_768, special_tokens=special, reserved_slots=10))
    pane.side.show_plan(ReadingPlan((SourcePlan("eng", 100, True),)))
    for _ in range(3):  # a wrapped label tells its height once it has its width
        QApplication.processEvents()
    assert pane.side.reads
    assert pane.side.is_whole


def test_the_clock_goes_on_while_a_phase_says_nothing(qtbot):
    now = [100.0]
    bar = PhaseBar(clock=lambda: now[0])
    qtbot.addWidget(bar)
    bar.show_progress(replace(PROGRESS, elapsed_s=2.2, remaining_s=1.2))
    assert bar.words == "2.2 s elapsed, about 1.2 s left"
    now[0] += 1.0
    bar.tick()
    assert bar.words == "3.2 s elapsed, about 0.2 s left"
    now[0] += 5.0
    bar.tick()
    assert bar.words == "8.2 s elapsed"  # the estimate was wrong, and is not repeated
    bar.note_cancelling()
    assert bar.words == "Cancelling…"


def test_the_clock_goes_on_while_the_evaluation_repeats_its_last_value(qtbot):
    """It does while kernels are compiled, several times a second."""
    now = [100.0]
    bar = PhaseBar(clock=lambda: now[0])
    qtbot.addWidget(bar)
    value = replace(
        PROGRESS, phase=Phase.EVALUATE, elapsed_s=2.2, remaining_s=9.0, phase_remaining_s=8.0,
        rate=None,
    )  # fmt: skip
    for _ in range(4):
        bar.show_time(value)
        bar.show_progress(value)
        now[0] += 1.0
    bar.tick()
    assert bar.words == "6.2 s elapsed, about 5.0 s left"
    assert bar.details[Phase.EVALUATE] == "4.0 s left"
    now[0] += 5.0
    bar.show_time(value)
    assert bar.words == "11 s elapsed"
    assert bar.details[Phase.EVALUATE] == ""


def test_a_paused_training_has_no_speed_and_no_rest(qtbot):
    now = [100.0]
    bar = PhaseBar(clock=lambda: now[0])
    qtbot.addWidget(bar)
    bar.show_progress(replace(PROGRESS, elapsed_s=11.0, remaining_s=22.0, rate=9.0))
    bar.note_paused(True)
    assert (bar.words, bar.details[PROGRESS.phase]) == ("Paused after 11 s", "")
    bar.show_progress(replace(PROGRESS, elapsed_s=12.0, remaining_s=21.0, rate=9.0))
    assert (bar.words, bar.details[PROGRESS.phase]) == ("Paused after 12 s", "")
    now[0] += 60.0
    bar.note_paused(False)
    assert bar.words == "12 s elapsed, about 21 s left"


def test_one_box_follows_curves_and_merges(qtbot, pane, state, tokenizer):
    state.open_run("run-1", tokenizer, None)
    stream, deck = pane.results.stream, pane.results.charts.deck
    [box] = [each for each in pane.results.findChildren(QCheckBox) if each.text() == "Follow"]
    stream.follow(True)
    deck.follow(True)
    assert box.isChecked()
    stream.follow(False)  # as after scrolling up
    assert (box.isChecked(), deck.follows) == (False, True)
    box.click()
    assert (box.isChecked(), stream.follows, deck.follows) == (True, True, True)
    box.click()
    assert (box.isChecked(), stream.follows, deck.follows) == (False, False, False)


# ---- should I go on?


def falling(n, exponent=0.25):
    """Merges, and tokens whose gain falls as 1 / merges: 1000 more save exponent * 1000 / n."""
    merges = np.arange(n + 1.0)
    return merges, 1e12 * (merges + 1) ** -exponent


@pytest.mark.parametrize("n", [300, 5_000, 40_000])
def test_the_outlook_is_that_of_the_law_by_which_the_gain_falls(n):
    outlook = gain_outlook(*falling(n), threshold=0.002)
    n_last = min(1000, n)
    assert outlook.n_last == n_last
    assert outlook.saved == pytest.approx(1 - ((n - n_last + 1) / (n + 1)) ** 0.25)
    if n < 6_250:  # more than 20 times the merges there are
        assert outlook.ends_at is None
    else:
        assert outlook.ends_at == pytest.approx(0.25 * 1000 / 0.002, rel=0.05)
    assert outlook.pays(0.002)
    assert not outlook.pays(outlook.saved * 1000 / n_last * 1.01)


def test_milestones_are_where_the_gain_falls_below_round_numbers():
    merges, tokens = falling(40_000)
    x, y = gain_points(merges, tokens)
    found = gain_milestones(x, y, (10.0, 1.0, 0.5))
    assert [level for _, level in found] == [10.0, 1.0]  # the gain at the end is 0.63 %
    for at, level in found:
        saved = 100 * (1 - ((at - 499) / (at + 501)) ** 0.25)
        assert saved < level < 1.1 * saved
    assert gain_milestones(np.empty(0), np.empty(0), (1.0,)) == []
    assert gain_milestones(*gain_points(*falling(300)), (10.0,)) == []  # not yet a thousand


def test_the_first_track_marks_milestones(charts):
    merges, tokens = falling(40_000)
    charts._tokens.clear()
    charts._tokens.extend(merges, tokens)
    charts.finish()
    [note] = charts.languages.chart.notes
    assert note.words == "gain below 1\u00a0%"
    assert 24_000 < note.x < 26_500
    assert charts.gain_chart.notes == ()


def test_too_few_merges_have_no_outlook_and_a_steady_gain_no_end():
    assert gain_outlook(np.empty(0), np.empty(0), 0.001) is None
    assert gain_outlook(*falling(199), threshold=0.001) is None
    merges = np.arange(3001.0)
    assert gain_outlook(merges, 1e9 * 0.9999**merges, 0.001).ends_at is None


def test_the_sentence_says_whether_to_go_on():
    merges, tokens = falling(40_000)
    saved = f"{100 * (1 - (39_001 / 40_001) ** 0.25):.2f}"
    words = outlook_words(gain_outlook(merges, tokens, 0.001), 0.001)
    assert words == (
        "More merges pay up to about 250\u202f000: "
        f"the last 1000 saved {saved}\u00a0% of the tokens."
    )
    words = outlook_words(gain_outlook(merges, tokens, 0.01), 0.01)
    assert words.startswith("More merges hardly pay: ")
    assert outlook_words(None, 0.001) == ""


def test_charts_answer_it_live_and_from_a_stored_run(charts, tokenizer):
    languages = "Whole words in 2 of 3 languages."
    assert charts.advice.text() == languages  # fewer than 200 merges
    merges, tokens = falling(4_000)
    charts._tokens.clear()
    charts._tokens.extend(merges, tokens)
    charts._show_advice()
    assert charts.advice.text().startswith("More merges pay: the last 1000 saved 6.9")
    assert "while 1000 more save at least 0.1" in charts.advice.toolTip()
    charts.clear()
    assert charts.advice.text() == ""


def test_merges_that_occur_once_are_not_said_to_pay(charts):
    text = " ".join(str(n * n * 7919) for n in range(1_500))
    made = train_tokenizer(Corpus.from_texts([text]), TrainingConfig(3_000))
    charts.set_tokenizer(made.truncated(600))
    assert charts.advice.text().startswith("More merges pay")
    charts.set_tokenizer(made)
    assert made.training.counts[-1] == 1
    assert charts.advice.text().startswith("The newest merges occur once")


def test_all_charts_say_their_value_where_one_is_pointed_at(qtbot, theme, tokenizer):
    charts = TrainingCharts(theme)
    qtbot.addWidget(charts)
    charts.resize(700, 1000)
    charts.show()
    charts.set_tokenizer(tokenizer)
    draw_charts()
    chart = charts.languages.chart
    assert charts.gain_chart.isVisible()
    chart.show_at(chart.place_of("", 20.0))
    training = tokenizer.training
    assert chart.hovered_words == f"All text, after 20 merges: {training.bytes_per_token(20):.2f}"
    assert charts.counts_chart.hovered_words == f"Count, merge 20: {training.occurrences[19]}"
    assert charts.gain_chart.hovered_words.startswith("All text, after 20 merges: ")
    assert charts.lengths_chart.hovered_words == ""  # is not over merges
    chart.leaveEvent(QEvent(QEvent.Type.Leave))
    assert charts.counts_chart.hovered_words == ""


def test_dragging_over_a_chart_lists_only_the_merges_there(qtbot, theme, tokenizer):
    results = TrainingResults(theme)
    for widget in (results, results.number, results.number_words):
        qtbot.addWidget(widget)
    results.resize(1500, 900)
    results.show()
    results.show_tokenizer(tokenizer)
    draw_charts()
    chart, table = results.charts.languages.chart, results.stream.table
    begin, end = (chart.place_of("", n).x() for n in (10.0, 20.0))
    height = chart.plan.plot.center().y()
    drag(chart, QPointF(end, height).toPoint(), QPointF(begin, height).toPoint())
    low, high = chart.chosen
    assert (low, high) == pytest.approx((10, 20), abs=1)
    assert chart.view is None  # it did not move
    assert results.charts.gain_chart.chosen == (low, high)
    ranks = range(math.ceil(low) - 1, math.floor(high))
    assert [results.merges.row(row).rank for row in range(results.merges.rowCount())] == [*ranks]
    assert table.model().index(0, 0).data() == str(ranks[0])
    token = tokenizer.ranked_tokens[256 + ranks[3]]
    assert 3 in results.merges.rows_with(token)
    [chip] = [each for each in results.stream.findChildren(QPushButton) if each.isVisible()]
    assert chip.text() == f"{ranks[0]} to {ranks[-1]}  ×"
    QTest.keyClick(chart, Qt.Key.Key_Escape)
    assert results.merges.rowCount() == tokenizer.n_merges
    assert not chip.isVisible()
    assert results.charts.gain_chart.chosen is None


@pytest.mark.parametrize("how", ["Escape", "click", "training", "run"])
def test_a_range_ends_in_the_list_and_with_what_it_was_of(qtbot, theme, tokenizer, how):
    results = TrainingResults(theme)
    for widget in (results, results.number, results.number_words):
        qtbot.addWidget(widget)
    results.show()
    results.show_tokenizer(tokenizer)
    results.charts.playhead._select((3.0, 5.0))
    assert results.merges.rowCount() == 3
    [chip] = [each for each in results.stream.findChildren(QPushButton) if each.isVisible()]
    {
        "Escape": lambda: QTest.keyClick(results.stream.table, Qt.Key.Key_Escape),
        "click": chip.click,
        "training": lambda: results.begin("Starting"),
        "run": lambda: results.show_tokenizer(tokenizer),
    }[how]()
    assert results.merges.rowCount() == (0 if how == "training" else tokenizer.n_merges)
    assert results.charts.languages.chart.chosen is None


def test_live_merges_beyond_the_range_wait(qtbot, theme):
    stream = MergeStream(theme)
    qtbot.addWidget(stream)
    rows = [(97, 98, 1000 - i, 1000 - i) for i in range(60)]
    stream.merges.append(merges_of(rows[:20]))
    stream.show_part((10, 25))
    assert stream.merges.rowCount() == 10
    stream.merges.append(merges_of(rows[20:40], before=rows[:20]))
    assert stream.merges.rowCount() == 15
    stream.merges.append(merges_of(rows[40:], before=rows[:40]))
    assert (stream.merges.rowCount(), stream.merges.n_merges) == (15, 60)
    assert [stream.merges.row(row).count for row in (0, 14)] == [990, 976]
    stream.show_part(None)
    assert stream.merges.rowCount() == 60
