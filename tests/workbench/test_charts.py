"""Charts: the data they hold, the value in words, the look after a change of theme."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.plots.curve_points import MAX_POINTS, GrowingCurve, thinned
from workbench.plots.line_chart import ChartText, LineChart


@pytest.fixture(params=[False, True], ids=["linear", "log"])
def chart(request, qtbot, theme):
    text = ChartText("Compression", "merges", "bytes per token", lambda x, y: f"{x:g}: {y:.2f}")
    made = LineChart(text, theme, log=request.param)
    qtbot.addWidget(made)
    made.resize(400, 240)
    made.show()
    return made


def test_a_chart_holds_what_it_was_given(chart):
    x = np.arange(1.0, 9.0)
    chart.set_data(x, np.sqrt(x))
    assert np.array_equal(chart.data[0], x)
    chart.show_at(3.9)
    assert chart.hovered_words == "4: 2.00"
    chart.set_data(np.empty(0), np.empty(0))
    assert chart.hovered_words == ""
    chart.show_at(1.0)
    assert chart.hovered_words == ""


@pytest.mark.parametrize("rises", [True, False])
def test_the_label_stays_whole_when_the_chart_gets_lower(chart, rises):
    x = np.arange(1.0, 2000.0)
    chart.set_data(x, x if rises else x[::-1].copy())
    for height in (600, 180):
        chart.resize(400, height)
        chart.grab()
        assert chart.shows_label_whole


def test_the_curve_is_seen_in_every_theme(chart, theme):
    x = np.arange(1.0, 2000.0)
    chart.set_data(x, x)
    for preference in ("light", "dark"):
        theme.set_preference(preference)
        image = chart.grab().toImage()
        ink = theme.colour("text")
        found = sum(
            _near(image.pixelColor(px, py), ink)
            for px in range(60, image.width(), 2)
            for py in range(40, image.height() - 40, 2)
        )
        assert found > 20, preference


@pytest.mark.parametrize("log", [False, True])
def test_thinning_keeps_ends_and_leaves_out_what_has_no_logarithm(log):
    x = np.arange(100_000.0)
    keep = thinned(x, x, log=log)
    assert len(keep) <= MAX_POINTS
    assert keep[0] == (1 if log else 0)
    assert keep[-1] == len(x) - 1
    assert (np.diff(keep) > 0).all()


def test_short_curves_are_drawn_whole():
    x = np.arange(10.0)
    assert thinned(x, x, log=False).tolist() == list(range(10))


def test_a_curve_grows_past_its_first_room():
    curve = GrowingCurve()
    for start in range(0, 5000, 7):
        x = np.arange(start, min(start + 7, 5000), dtype=float)
        curve.extend(x, 2 * x)
    assert np.array_equal(curve.x, np.arange(5000.0))
    assert np.array_equal(curve.y, 2 * np.arange(5000.0))
    curve.clear()
    assert len(curve) == 0


def _near(one, other):
    return sum(abs(a - b) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)) < 90
