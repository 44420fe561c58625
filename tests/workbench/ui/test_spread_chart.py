"""Many curves as a band: its rows, outliers beyond the axis, pins and how they are chosen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QMenu

from workbench.ui.charts.curve import (
    MOST_PINS,
    Band,
    ChartText,
    Curve,
    SpreadChoice,
    band_of,
    usual_pins,
)
from workbench.ui.charts.zoom_chart import SpreadChart
from workbench.work.remembered import Remembered

X = np.arange(0.0, 501.0)
LABELS = ("eng", *(f"l{i:02}" for i in range(20)), "lao")
TEXT = ChartText("Compression", "merges", "bytes per token", lambda x, y: f"{x:g}: {y:.2f}")


def curves():
    """English at 4, twenty sources from 2 to 3.9, Lao far above all, and all text."""
    ends = [4.0, *(2 + i / 10 for i in range(20)), 16.7]
    lines = [
        Curve(label, label.title(), X, 1 + (end - 1) * X / X[-1])
        for label, end in zip(LABELS, ends, strict=True)
    ]
    return [*lines, Curve("", "All text", X, 1 + 2.2 * X / X[-1], is_emphasised=True)]


@pytest.fixture
def chart(qtbot, theme):
    made = SpreadChart(TEXT, theme)
    qtbot.addWidget(made)
    made.resize(640, 320)
    made.show()
    made.set_source_bytes({"l05": 9_000, "eng": 10})
    made.set_curves(curves())
    QApplication.processEvents()
    return made


def words(chart):
    return {label.curve.label: label.words for label in chart.plan.labels}


@given(
    st.integers(1, 12).flatmap(
        lambda n: st.lists(
            st.lists(st.floats(0, 100) | st.just(float("nan")), min_size=3, max_size=3),
            min_size=n, max_size=n,
        )
    )
)  # fmt: skip
def test_the_band_is_that_of_numpy(values):
    x = np.arange(3.0)
    rows = Band([Curve(str(i), "", x, np.array(row)) for i, row in enumerate(values)]).rows
    for column, of_one in zip(np.array(values).T, rows.T, strict=True):
        known = column[np.isfinite(column)]
        if not len(known):
            assert np.isnan(of_one).all()
        else:
            assert np.allclose(of_one, np.percentile(known, [0, 10, 50, 90, 100]))


def test_few_curves_or_such_of_different_x_have_no_band():
    few = curves()[:8]
    assert band_of(few) is None
    other = Curve("other", "Other", X[:9], X[:9])
    assert band_of([*curves(), other]) is None
    assert band_of(curves()) is not None


def test_usual_pins_are_english_the_lowest_the_highest_and_the_largest(chart):
    assert chart.pins == ("eng", "l00", "lao", "l05")
    assert usual_pins(curves()[1:4], {}) == ("l00", "l02")
    assert usual_pins([], {}) == ()


def test_an_outlier_is_clipped_and_named_at_the_edge(chart):
    (_, top) = chart.shown_ranges[1]
    assert 4 < top < 8
    assert words(chart)["lao"] == "Lao  16.70 ↑ off scale"
    assert words(chart)["eng"] == "Eng  4.00"
    chart.toggle_pin("lao")
    assert words(chart)["lao"] == "Lao  16.70 ↑ off scale"  # named, pinned or not
    chart.show_all_curves(True)
    assert chart.shown_ranges[1][1] > 16.7


def test_a_narrow_chart_keeps_the_name_of_an_outlier(chart):
    chart.resize(330, 260)
    assert words(chart)["lao"] == "Lao  16.70 ↑"


def test_hovering_names_the_nearest_source_though_it_has_no_line(chart, qtbot):
    chart.show_at(chart.place_of("l10", 400.0))
    assert chart.hovered_words.startswith("L10, 400: ")


def test_a_click_or_a_key_pins_and_unpins_and_tells_it(chart, qtbot):
    place = chart.place_of("l10", 250.0)
    QTest.mouseMove(chart.childAt(place.toPoint()), place.toPoint())
    chart.show_at(place)
    with qtbot.waitSignal(chart.choice_changed) as told:
        QTest.mouseClick(chart.childAt(place.toPoint()), Qt.MouseButton.LeftButton,
                         pos=place.toPoint())  # fmt: skip
    assert chart.pins == ("l00", "lao", "l05", "l10")
    assert told.args == [SpreadChoice(pins=chart.pins)]
    assert len(chart.pins) == MOST_PINS
    assert "l10" in words(chart)
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_P)
    assert chart.pins == ("l00", "lao", "l05")


def test_a_click_moves_the_marker_unless_ctrl_is_held(chart):
    chart.set_marker(100.0)
    place = chart.place_of("l10", 250.0)
    chart.show_at(place)
    pad, left, no = chart.childAt(place.toPoint()), Qt.MouseButton.LeftButton, chart.pins
    QTest.mouseClick(pad, left, pos=place.toPoint())
    assert chart.marker == pytest.approx(250, abs=3)
    assert chart.pins == no
    QTest.mouseClick(pad, left, Qt.KeyboardModifier.ControlModifier, place.toPoint())
    assert "l10" in chart.pins


def test_the_menu_pins_what_is_pointed_at_and_brings_the_usual_pins_back(chart):
    chart.show_at(chart.place_of("l10", 250.0))
    menu = QMenu(chart)
    chart.fill_menu(menu)
    by_name = {action.text(): action for action in menu.actions()}
    by_name["Pin L10"].trigger()
    assert "l10" in chart.pins
    menu = QMenu(chart)
    chart.fill_menu(menu)
    by_name = {action.text(): action for action in menu.actions()}
    assert "Unpin L10" in by_name
    by_name["Usual pins"].trigger()
    assert chart.pins == ("eng", "l00", "lao", "l05")


def test_the_switch_shows_all_curves_and_is_for_many_only(chart):
    switch = chart.findChild(QCheckBox)
    assert switch.isVisible()
    assert len(chart.plan.labels) <= 8
    switch.click()
    assert chart.choice == SpreadChoice(shows_all=True)
    assert not any("off scale" in text for text in words(chart).values())
    chart.set_curves(curves()[:3])
    assert not switch.isVisible()


def test_pins_are_kept_and_those_of_another_corpus_do_not_count(chart, tmp_path):
    settings = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    memory = Remembered(settings, "charts/spread", SpreadChoice())
    chart.choice_changed.connect(memory.keep)
    chart.toggle_pin("eng")
    kept = memory.value
    assert kept == SpreadChoice(pins=("l00", "lao", "l05"))
    chart.set_choice(SpreadChoice())
    chart.set_choice(kept)
    assert chart.pins == ("l00", "lao", "l05")
    chart.set_choice(SpreadChoice(pins=("tha",)))
    assert chart.pins == ("eng", "l00", "lao", "l05")
    chart.set_choice(SpreadChoice(pins=()))
    assert chart.pins == ()
