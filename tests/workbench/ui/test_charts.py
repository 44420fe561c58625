"""Charts that zoom: the wheel, a rectangle, keys and a double click; thinning; the theme."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.workbench.drawing import draw_charts
from workbench.ui.charts.chart_layout import Content, Fonts, View, lay_out
from workbench.ui.charts.curve import (
    ChartText,
    Curve,
    GrowingCurve,
    Points,
    Scale,
    points_in_pixels,
)
from workbench.ui.charts.plot import fitting_title
from workbench.ui.charts.zoom_chart import ZoomChart

X = np.arange(1.0, 2001.0)
ON_X_AXIS = QPoint(200, 222)
ON_Y_AXIS = QPoint(30, 120)


def test_the_title_of_a_low_axis_loses_its_remark_before_its_end(qapp):
    metrics = QFontMetrics(QFont())
    whole, short = "count (log)", "count"
    widths = [metrics.horizontalAdvance(title) for title in (whole, short)]
    assert fitting_title(metrics, whole, widths[0]) == whole
    assert fitting_title(metrics, whole, widths[0] - 1) == short
    assert fitting_title(metrics, whole, widths[1] - 1).endswith("…")


@pytest.fixture(params=[False, True], ids=["linear", "log"])
def chart(request, qtbot, theme):
    return shown(qtbot, theme, log=request.param)


def shown(qtbot, theme, *, log=False):
    text = ChartText("Compression", "merges", "bytes per token", lambda x, y: f"{x:g}: {y:.2f}")
    made = ZoomChart(text, theme, log_x=log, log_y=log)
    qtbot.addWidget(made)
    made.resize(400, 240)
    made.show()
    made.set_curves([Curve("", "All", X, np.sqrt(X), is_emphasised=True)])
    draw_charts()
    return made


def turn_wheel(chart, place, steps, *, shift=False):
    held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        QPointF(place), QPointF(chart.mapToGlobal(place)), QPoint(), QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(chart.childAt(place) or chart, event)


def drag(chart, begin, end, *, shift=False):
    held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    pad, kinds = chart.childAt(begin) or chart, QEvent.Type
    for kind, point, button, buttons in (
        (kinds.MouseMove, begin, none, none),
        (kinds.MouseButtonPress, begin, left, left),
        (kinds.MouseMove, (begin + end) / 2, none, left),
        (kinds.MouseMove, end, none, left),
        (kinds.MouseButtonRelease, end, left, none),
    ):
        at, globally = QPointF(point), QPointF(pad.mapToGlobal(point))
        QApplication.sendEvent(pad, QMouseEvent(kind, at, globally, button, buttons, held))


def fonts():
    metrics = QFontMetricsF(QFont())
    return Fonts(metrics, metrics)


def place(chart, x):
    return chart.place_of("", x).toPoint()


def test_the_wheel_zooms_about_the_pointer(qtbot, chart):
    point = place(chart, 1400)
    with qtbot.waitSignal(chart.zoomed) as told:
        turn_wheel(chart, point, 3)
    assert told.args == [True]
    assert chart.place_of("", 1400).x() == pytest.approx(point.x(), abs=1)
    (low, high), (_, top) = chart.shown_ranges
    assert 1 < low < 1400 < high < 2000
    assert np.sqrt(high) <= top < np.sqrt(2000)  # the height follows what is in view
    before = chart.place_of("", 1500).x() - chart.place_of("", 1300).x()
    turn_wheel(chart, point, -2, shift=True)
    assert chart.place_of("", 1400).x() < point.x()
    after = chart.place_of("", 1500).x() - chart.place_of("", 1300).x()
    assert after == pytest.approx(before, abs=0.01)
    for _ in range(9):
        turn_wheel(chart, point, -3)
    assert chart.view is None


def test_dragging_moves_and_stops_at_the_ends(qtbot, chart):
    drag(chart, place(chart, 900), place(chart, 300))  # everything is in view already
    assert chart.view is None
    chart.look_at(View((500.0, 1500.0)))
    point = place(chart, 1000)
    with qtbot.waitSignal(chart.zoomed):
        drag(chart, point, point + QPoint(40, 30))
    assert chart.place_of("", 1000).x() == pytest.approx(point.x() + 40, abs=1.5)
    assert chart.view.y is None
    for _ in range(20):
        drag(chart, point, point + QPoint(150, 0))
    (low, high), _ = chart.shown_ranges
    assert low == pytest.approx(1)
    assert high < 1500


def test_one_axis_is_zoomed_over_it(qtbot, chart):
    turn_wheel(chart, ON_Y_AXIS, 2)
    x_ends, (bottom, top) = chart.shown_ranges
    assert x_ends == pytest.approx((1, 2000))
    assert 1 < bottom < top < np.sqrt(2000)
    drag(chart, ON_Y_AXIS, ON_Y_AXIS + QPoint(0, 150))
    assert chart.view is None
    drag(chart, ON_X_AXIS, ON_X_AXIS + QPoint(60, 0))
    (low, high), _ = chart.shown_ranges
    assert 1 < low < high < 2000
    assert chart.view.y is None


def test_a_click_on_an_axis_goes_where_one_in_the_plot_does(qtbot, chart):
    chart.set_marker(500.0)
    at = place(chart, 1200)
    with qtbot.waitSignal(chart.marker_moved) as moved:
        QTest.mouseClick(
            chart.childAt(at), Qt.MouseButton.LeftButton, pos=QPoint(at.x(), ON_X_AXIS.y())
        )
    assert moved.args[0] == pytest.approx(1200, abs=10)


def test_a_part_that_is_selected_is_painted_as_far_as_it_is_in_sight(qtbot, chart):
    chart.offer_ranges()
    plain = chart.grab().toImage()
    with qtbot.waitSignal(chart.range_selected) as selected:
        drag(chart, place(chart, 400), place(chart, 900))
    assert selected.args[0] == pytest.approx((400, 900), rel=0.02)
    both = chart.grab().toImage()
    inside, outside = place(chart, 650) + QPoint(0, 20), place(chart, 1500) + QPoint(0, 20)
    assert both.pixelColor(inside) != plain.pixelColor(inside)
    assert both.pixelColor(outside) == plain.pixelColor(outside)
    chart.look_at(View((1000.0, 1800.0)))
    beyond = chart.grab().toImage()
    chart.set_chosen(None)
    assert chart.grab().toImage() == beyond


def test_linked_charts_look_at_the_same_part(qtbot, theme):
    one, other = shown(qtbot, theme), shown(qtbot, theme)
    one.link_x(other)
    turn_wheel(one, place(one, 1000), 2)
    assert other.view == View(one.view.x)
    other.show_all()
    assert one.view is None


def test_a_rectangle_is_looked_at_and_a_double_click_shows_all(qtbot, chart):
    begin, end = place(chart, 400), place(chart, 1500)
    drag(chart, begin, end, shift=True)
    (low, high), (bottom, top) = chart.shown_ranges
    assert (low, high) == pytest.approx((400, 1500), rel=0.02)
    assert (bottom, top) == pytest.approx((20, np.sqrt(1500)), rel=0.02)
    assert len(chart.curves[0].x) == len(X)
    with qtbot.waitSignal(chart.zoomed) as told:
        QTest.mouseDClick(chart.childAt(begin), Qt.MouseButton.LeftButton, pos=begin)
    assert told.args == [False]
    assert (chart.view, chart.shown_ranges[0][1]) == (None, 2000)


def test_an_unsteady_click_changes_nothing(qtbot, chart):
    middle = place(chart, 700)
    with qtbot.assertNotEmitted(chart.zoomed):
        drag(chart, middle, middle + QPoint(3, 2), shift=True)
    assert chart.view is None


def test_the_keys_do_what_the_mouse_does(chart):
    QTest.keyClick(chart, Qt.Key.Key_Plus)
    (low, high), _ = chart.shown_ranges
    assert 1 < low < high < 2000
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
    assert chart.shown_ranges[0] == (100, 300)
    # The label at the right says the value there, not that of the curve's end.
    assert chart.plan.labels[0].words.endswith("17.32")
    chart.look_at(None)
    assert chart.shown_ranges[0][1] == 4000
    chart.stay()
    chart.set_curves([Curve("", "All", X, np.sqrt(X))])
    assert chart.shown_ranges[0][1] == 4000


def test_zooming_in_shows_points_that_were_thinned_away():
    many = np.arange(1.0, 400_001.0)
    curve = Curve("", "All", many, np.sqrt(many))
    up = Scale(0.0, 700.0, 200.0, 0.0)
    points = Points.of([curve], log_x=False, log_y=False)
    assert len(points_in_pixels(points, Scale(1.0, 4e5, 0.0, 400.0), up).x) <= 4 * 401
    x = points_in_pixels(points, Scale(200_000.0, 200_100.0, 0.0, 400.0), up).x
    # Those in view, and one more at each end, to which the line leads.
    assert x == pytest.approx(np.arange(-4.0, 405.0, 4.0))


def test_saving_takes_what_is_not_in_view_too(chart):
    chart.look_at(View((100.0, 300.0)))
    lines = chart.data_csv().splitlines()
    assert (len(lines), lines[-1].split(",")[0]) == (2001, "2000")


def test_an_empty_chart_cannot_be_zoomed(qtbot, chart):
    chart.set_curves([])
    with qtbot.assertNotEmitted(chart.zoomed):
        turn_wheel(chart, QPoint(200, 120), 2)
        drag(chart, QPoint(80, 60), QPoint(200, 160))
        chart.stay()


def test_the_curve_is_seen_in_every_theme(chart, theme):
    for preference in ("light", "dark"):
        theme.set_preference(preference)
        assert _has(chart, theme.colour("text")), preference


def test_a_chart_that_was_hidden_never_shows_the_scheme_before(chart, theme):
    QApplication.processEvents()
    assert chart.childAt(200, 120) is not None
    chart.hide()
    theme.set_preference("dark")
    chart.show()
    assert chart.childAt(200, 120) is None  # it is drawn in a later turn
    QApplication.processEvents()
    assert chart.childAt(200, 120) is not None
    assert _has(chart, theme.colour("text"))
    theme.set_preference("light-contrast")
    assert _has(chart, theme.colour("text"))  # in sight it is drawn at once


@pytest.mark.parametrize("is_log", [False, True])
def test_what_has_no_logarithm_is_left_out_and_ends_are_kept(is_log):
    x = np.arange(100_000.0)
    across = Scale(1.0, 99_999.0, 0.0, 300.0, is_log)
    up = Scale(1.0, 1e5, 200.0, 0.0, is_log)
    points = Points.of([Curve("", "All", x, x + 1)], log_x=is_log, log_y=False)
    shown = points_in_pixels(points, across, up)
    assert len(shown.x) <= 4 * 302
    first = 0.0 if is_log else across.place(0.0)
    assert [shown.x[0], shown.x[-1]] == pytest.approx([first, 300.0])
    assert (np.diff(shown.x) > 0).all()
    assert np.isfinite(shown.y).all()


def test_short_curves_are_drawn_whole():
    x = np.arange(10.0)
    across = Scale(0.0, 9.0, 0.0, 300.0)
    points = Points.of([Curve("", "All", x, x)], log_x=False, log_y=False)
    shown = points_in_pixels(points, across, across)
    assert shown.x.tolist() == shown.y.tolist() == across.places(x).tolist()


def test_a_curve_grows_past_its_first_room():
    curve = GrowingCurve()
    for start in range(0, 5000, 7):
        x = np.arange(start, min(start + 7, 5000), dtype=float)
        curve.extend(x, 2 * x)
    assert np.array_equal(curve.x, np.arange(5000.0))
    assert np.array_equal(curve.y, 2 * np.arange(5000.0))
    curve.clear()
    assert len(curve) == 0


def _has(chart, ink):
    """Whether the curve is seen in a colour."""
    image = chart.grab().toImage()
    places = itertools.product(range(60, image.width(), 2), range(40, image.height() - 40, 2))
    return sum(_near(image.pixelColor(x, y), ink) for x, y in places) > 20


def _near(one, other):
    return sum(abs(a - b) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)) < 90


@pytest.mark.parametrize("is_log", [False, True])
def test_every_spike_is_drawn(is_log):
    x = np.arange(1.0, 200_001.0)
    y = np.ones(len(x))
    spikes = np.array([3, 777, 50_001, 123_456, 199_990])
    y[spikes] = [5.0, 0.1, 9.0, 7.0, 0.2]
    across = Scale(1.0, 200_000.0, 0.0, 700.0, is_log)
    up = Scale(0.1, 9.0, 300.0, 0.0)
    points = Points.of(
        [Curve("a", "A", x, y), Curve("b", "B", x, 10 - y)], log_x=is_log, log_y=False
    )
    shown = points_in_pixels(points, across, up)
    for curve, (begin, end) in zip((y, 10 - y), itertools.pairwise(shown.bounds), strict=True):
        assert set(up.places(curve[spikes]).tolist()) <= set(shown.y[begin:end].tolist())


@pytest.mark.parametrize("is_log", [False, True])
@given(low=st.floats(0.01, 1e6), ratio=st.floats(1.0, 1e4), size=st.sampled_from([120, 300, 900]))
@example(low=5.0, ratio=1.0000000000000002, size=120)
@example(low=1.0, ratio=1.0000000000000002, size=300)
def test_every_axis_has_two_ticks_with_different_words(qapp, is_log, low, ratio, size):
    x = np.array([low, low * ratio])
    content = Content(
        ChartText("t", "x", "y", lambda x, y: ""), (Curve("", "All", x, x),), (), is_log, is_log
    )
    plan = lay_out(content, QSizeF(size, size), fonts())
    for ticks in (plan.x_ticks, plan.y_ticks):
        words = [tick.words for tick in ticks]
        assert len(words) >= 2
        assert len(set(words)) == len(words)


def test_a_low_logarithmic_axis_has_ticks_near_both_ends(qapp):
    x = np.array([1.98, 79.9])
    content = Content(
        ChartText("t", "x", "y", lambda x, y: ""), (Curve("", "All", x, x),), (), True, True
    )
    plan = lay_out(content, QSizeF(300, 190), fonts())
    assert [tick.words for tick in plan.y_ticks] == ["2", "10", "50"]


def test_ticks_of_a_very_low_logarithmic_axis_do_not_touch(qapp):
    x = np.array([200.0, 5e6])
    content = Content(
        ChartText("t", "x", "y", lambda x, y: ""), (Curve("", "All", x, x),), (), False, True
    )
    plan = lay_out(content, QSizeF(300, 95), fonts())
    places = [plan.y.place(tick.value) for tick in plan.y_ticks]
    assert len(places) >= 2
    assert min(a - b for a, b in itertools.pairwise(places)) >= 12


def test_a_chart_is_drawn_once_for_many_changes_and_not_for_the_pointer(chart, monkeypatch):
    from workbench.ui.charts.plot import Plot

    drawn = []
    draw = Plot.draw
    monkeypatch.setattr(Plot, "draw", lambda plot, *parts: (drawn.append(plot), draw(plot, *parts)))
    for height in (1.0, 2.0, 3.0):
        chart.set_curves([Curve("", "All", X, height * X)])
    assert not drawn
    QApplication.processEvents()
    assert len(drawn) == 1
    for x in X[20:40:5]:
        chart.show_at(chart.place_of("", x))
        QApplication.processEvents()
    assert chart.hovered_words
    assert len(drawn) == 1


def test_charts_that_change_together_are_painted_in_turns_and_shown_at_once(
    qtbot, theme, monkeypatch
):
    from workbench.ui.charts import curves_chart
    from workbench.ui.charts.plot import Plot

    charts = [shown(qtbot, theme) for _ in range(3)]
    QApplication.processEvents()
    monkeypatch.setattr(curves_chart, "TURN_S", 0.0)
    done = []
    for name in ("paint", "draw"):
        method = getattr(Plot, name)

        def noted(plot, *parts, name=name, method=method):
            done.append((name, charts.index(plot.parent())))
            method(plot, *parts)

        monkeypatch.setattr(Plot, name, noted)
    turns = curves_chart.DrawingTurns(None)
    for chart in charts:
        chart.set_curves([Curve("", "All", X, X)])
        turns.add(chart)
    turns.draw()
    assert done == [("paint", 0)]
    turns.draw()
    assert done == [("paint", 0), ("paint", 1)]
    turns.draw()
    assert done[2:] == [("paint", 2), ("draw", 0), ("draw", 1), ("draw", 2)]


def test_a_plot_is_made_before_it_is_needed_and_in_a_turn_of_its_own(qtbot, theme, monkeypatch):
    from workbench.ui.charts import curves_chart
    from workbench.ui.charts.plot import Plot

    monkeypatch.setattr(curves_chart, "TURN_S", 0.0)
    text = ChartText("Compression", "merges", "bytes per token", lambda x, y: "")
    chart = ZoomChart(text, theme)
    qtbot.addWidget(chart)
    turns = curves_chart.DrawingTurns(None)
    monkeypatch.setattr(curves_chart, "drawing_turns", lambda: turns)
    chart.prepare()
    chart.prepare()
    turns.draw()
    [plot] = chart.findChildren(Plot)
    turns.draw()
    chart.resize(400, 240)
    chart.show()
    QApplication.processEvents()
    assert not plot.isVisible()
    chart.set_curves([Curve("", "All", X, X)])
    turns.draw()
    assert plot.isVisible()
    other = ZoomChart(text, theme)
    qtbot.addWidget(other)
    other.show()
    other.set_curves([Curve("", "All", X, X)])
    turns.draw()
    [plot] = other.findChildren(Plot)
    assert not plot.isVisible()
    turns.draw()
    assert plot.isVisible()


def test_there_are_no_axes_before_there_are_data(chart):
    for curves in ([], [Curve("", "All", X[:1], X[:1])]):
        chart.set_curves(curves)
        QApplication.processEvents()
        assert chart.plan.labels == ()
        assert chart.childAt(200, 120) is None  # only the sentence of the chart itself
        chart.grab()
    chart.set_curves([Curve("", "All", X[:2], X[:2])])
    draw_charts()
    assert chart.childAt(200, 120) is not None
    assert len(chart.plan.labels) == 1


FIRST_CURVE = """
import sys
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QApplication
application = QApplication([])
from workbench.training.training_pane import TrainingPane
from workbench.ui.charts.curve import ChartText, Curve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.theme.theme import Theme
chart = ZoomChart(ChartText("t", "x", "y", lambda x, y: ""), Theme("light"))
curve = Curve("", "All", np.arange(9.0), np.arange(9.0))
before = []
chart.show()
application.processEvents()
before.append("pyqtgraph" in sys.modules)
chart.hide()
chart.set_curves([curve])
application.processEvents()
before.append("pyqtgraph" in sys.modules)
chart.show()
application.processEvents()
print(before, "pyqtgraph" in sys.modules, {"numba", "OpenGL"} & set(sys.modules))
"""


def test_pyqtgraph_is_loaded_with_the_first_curve_in_sight():
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", FIRST_CURVE],
        cwd=Path(__file__).parents[2], env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "[False, False] True set()", done.stderr
