"""Charts that zoom: the wheel, a rectangle, keys and a double click; thinning; the theme."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from workbench.plots.chart_text import ChartText
from workbench.plots.curve import Curve, Scale, polyline
from workbench.plots.curve_points import MAX_POINTS, GrowingCurve, thinned
from workbench.plots.curves_layout import CurvesContent, lay_out
from workbench.plots.zoom_chart import View, ZoomChart

X = np.arange(1.0, 2001.0)


@pytest.fixture(params=[False, True], ids=["linear", "log"])
def chart(request, qtbot, theme):
    text = ChartText("Compression", "merges", "bytes per token", lambda x, y: f"{x:g}: {y:.2f}")
    made = ZoomChart(text, theme, log_x=request.param, log_y=request.param)
    qtbot.addWidget(made)
    made.resize(400, 240)
    made.show()
    made.set_curves([Curve("", "All", X, np.sqrt(X), is_emphasised=True)])
    return made


def turn_wheel(chart, place, steps, *, shift=False):
    held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        place, QPointF(chart.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(chart, event)


def drag(chart, begin, end):
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(chart, left, pos=begin)
    QTest.mouseMove(chart, end)
    QTest.mouseRelease(chart, left, pos=end)


def test_the_wheel_zooms_about_the_pointer(qtbot, chart):
    plot = chart.plan.plot
    place = QPointF(plot.left() + plot.width() * 0.7, plot.center().y())
    under_it = chart.plan.x.value(place.x())
    with qtbot.waitSignal(chart.zoomed) as told:
        turn_wheel(chart, place, 3)
    assert told.args == [True]
    assert chart.plan.x.value(place.x()) == pytest.approx(under_it, rel=1e-6)
    assert chart.plan.x.low > 1
    assert chart.plan.x.high < 2000
    # The height follows what is in view.
    assert chart.plan.y.high < np.sqrt(2000)
    width = chart.plan.x.places(np.array([1.0, 2000.0]))
    turn_wheel(chart, place, -2, shift=True)
    moved = chart.plan.x.places(np.array([1.0, 2000.0]))
    assert np.ptp(moved) == pytest.approx(np.ptp(width), rel=1e-6)
    assert moved[0] < width[0]
    for _ in range(9):
        turn_wheel(chart, place, -3)
    assert chart.view is None


def test_a_rectangle_is_looked_at_and_a_double_click_shows_all(qtbot, chart):
    plot = chart.plan.plot
    begin = QPoint(round(plot.left() + 60), round(plot.top() + 20))
    end = QPoint(round(plot.left() + 160), round(plot.top() + 100))
    x, y = chart.plan.x, chart.plan.y
    wanted = (x.value(begin.x()), x.value(end.x()), y.value(end.y()), y.value(begin.y()))
    drag(chart, begin, end)
    plan = chart.plan
    assert (plan.x.low, plan.x.high, plan.y.low, plan.y.high) == pytest.approx(wanted)
    assert chart.curves[0].x[0] <= wanted[0] < wanted[1]
    assert len(chart.whole_curves[0].x) == len(X)
    with qtbot.waitSignal(chart.zoomed) as told:
        QTest.mouseDClick(chart, Qt.MouseButton.LeftButton, pos=begin)
    assert told.args == [False]
    assert (chart.view, chart.plan.x.high) == (None, 2000)


def test_an_unsteady_click_changes_nothing(qtbot, chart):
    middle = chart.plan.plot.center().toPoint()
    with qtbot.assertNotEmitted(chart.zoomed):
        drag(chart, middle, middle + QPoint(3, 2))
    assert chart.view is None


def test_the_keys_do_what_the_mouse_does(chart):
    QTest.keyClick(chart, Qt.Key.Key_Plus)
    closer = chart.plan.x
    assert 1 < closer.low < closer.high < 2000
    QTest.keyClick(chart, Qt.Key.Key_Minus)
    QTest.keyClick(chart, Qt.Key.Key_Minus)
    assert chart.view is None
    QTest.keyClick(chart, Qt.Key.Key_Plus)
    QTest.keyClick(chart, Qt.Key.Key_0)
    assert chart.view is None


def test_what_grows_does_not_move_what_a_person_looks_at(chart):
    chart.look_at(View((100.0, 300.0)))
    more = np.arange(1.0, 4001.0)
    chart.set_curves([Curve("", "All", more, np.sqrt(more))])
    assert (chart.plan.x.low, chart.plan.x.high) == (100, 300)
    # The label at the right says the value there, not that of the curve's end.
    assert chart.plan.labels[0].words.endswith("17.32")
    chart.look_at(None)
    assert chart.plan.x.high == 4000
    chart.stay()
    chart.set_curves([Curve("", "All", X, np.sqrt(X))])
    assert chart.plan.x.high == 4000


def test_zooming_in_shows_points_that_were_thinned_away(chart):
    many = np.arange(1.0, 400_001.0)
    chart.set_curves([Curve("", "All", many, np.sqrt(many))])
    assert len(chart.curves[0].x) <= MAX_POINTS
    chart.look_at(View((200_000.0, 200_100.0)))
    assert chart.curves[0].x.tolist()[1:] == list(range(200_000, 200_101))
    csv = chart.data_csv().splitlines()  # saving takes everything
    assert (len(csv), csv[-1].split(",")[0]) == (400_001, "400000")


def test_an_empty_chart_cannot_be_zoomed(qtbot, chart):
    chart.set_curves([])
    with qtbot.assertNotEmitted(chart.zoomed):
        turn_wheel(chart, chart.plan.plot.center(), 2)
        drag(chart, QPoint(80, 60), QPoint(200, 160))
        chart.stay()


def test_the_curve_is_seen_in_every_theme(chart, theme):
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


@pytest.mark.parametrize("log", [False, True])
def test_thinning_keeps_every_spike(log):
    x = np.arange(1.0, 200_001.0)
    y = np.ones(len(x))
    spikes = np.array([3, 777, 50_001, 123_456, 199_990])
    y[spikes] = [5.0, 0.1, 9.0, 7.0, 0.2]
    keep = thinned(x, y, log=log)
    assert len(keep) <= MAX_POINTS
    assert set(spikes.tolist()) <= set(keep.tolist())


def test_a_curve_of_many_points_is_drawn_with_its_spikes():
    x = np.arange(1.0, 10_001.0)
    y = np.ones(len(x))
    y[[1234, 5678]] = [9.0, 0.5]
    drawn = polyline(Curve("a", "A", x, y), Scale(1, 1e4, 0.0, 100.0), Scale(0, 10, 100.0, 0.0))
    heights = [point.y() for point in drawn]
    assert (min(heights), max(heights)) == (pytest.approx(10.0), pytest.approx(95.0))


@pytest.mark.parametrize("is_log", [False, True])
@given(low=st.floats(0.01, 1e6), ratio=st.floats(1.0, 1e4), size=st.sampled_from([120, 300, 900]))
@example(low=5.0, ratio=1.0000000000000002, size=120)
@example(low=1.0, ratio=1.0000000000000002, size=300)
def test_every_axis_has_two_ticks_with_different_words(qapp, is_log, low, ratio, size):
    x = np.array([low, low * ratio])
    content = CurvesContent(
        ChartText("t", "x", "y", lambda x, y: ""), (Curve("", "All", x, x),), (), is_log, is_log
    )
    plan = lay_out(content, QSizeF(size, size), QFontMetricsF(QFont()))
    for ticks in (plan.x_ticks, plan.y_ticks):
        words = [tick.words for tick in ticks]
        assert len(words) >= 2
        assert len(set(words)) == len(words)


def test_a_low_logarithmic_axis_has_ticks_near_both_ends(qapp):
    x = np.array([1.98, 79.9])
    content = CurvesContent(
        ChartText("t", "x", "y", lambda x, y: ""), (Curve("", "All", x, x),), (), True, True
    )
    plan = lay_out(content, QSizeF(300, 190), QFontMetricsF(QFont()))
    assert [tick.words for tick in plan.y_ticks] == ["2", "10", "50"]


def test_there_are_no_axes_before_there_are_data(qtbot, chart):
    for curves in ([], [Curve("", "All", X[:1], X[:1])]):
        chart.set_curves(curves)
        assert not chart.plan.has_data
        assert chart.plan.x_ticks == chart.plan.y_ticks == chart.plan.labels == ()
        chart.grab()
    chart.set_curves([Curve("", "All", X[:2], X[:2])])
    assert chart.plan.has_data
