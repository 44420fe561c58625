"""The charts of an exploration: selection, pointer, keys, brush, zoom, words, pictures and data."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QPushButton

from tests.workbench.explore import records
from tests.workbench.named import choose
from tests.workbench.ui.test_charts import drag as drag_mouse
from tests.workbench.ui.test_charts import turn_wheel
from workbench.explore.exploration_landscape import BaselineFigures, landscape_of
from workbench.explore.front_chart import FrontChart, axis_ticks
from workbench.explore.importance_chart import ImportanceChart
from workbench.explore.landscape import Axis, Landscape
from workbench.explore.parallel_chart import ParallelChart
from workbench.explore.slice_view import SliceView
from workbench.ui.widgets.fitting_box import FittingBox

MEAN, WORST, COST = (
    f"objective {key}" for key in ("bytes_per_token", "worst_premium", "embedding_parameters")
)


@pytest.fixture(scope="module")
def landscape():
    found = records.exploration()
    current = BaselineFigures("current run", records.figures(0.5, 350, "gpt2"), {}, 350)
    return landscape_of(
        found.question, found.trials, found.front, baselines=[current],
        importance=found.importance,
    )  # fmt: skip


def shown(qtbot, chart, landscape):
    qtbot.addWidget(chart)
    chart.resize(520, 340)
    chart.set_landscape(landscape)
    chart.show()
    return chart


@pytest.fixture
def front(qtbot, theme, landscape):
    made = shown(qtbot, FrontChart("Front", theme), landscape)
    made.set_axes(landscape.axis(MEAN), landscape.axis(WORST))
    made.set_colour_axis(landscape.axis(COST))
    return made


@pytest.fixture
def parallel(qtbot, theme, landscape):
    return shown(qtbot, ParallelChart("Parallel coordinates", theme), landscape)


def told(signal):
    found = []
    signal.connect(found.append)
    return found


def pad(chart):
    """What the mouse is over: the view of the plot."""
    chart.drawn_plot()
    return chart.childAt(chart.rect().center())


def drag(chart, begin: QPoint, end: QPoint):
    """Press, move in steps and release."""
    view = pad(chart)
    QTest.mouseMove(view, begin)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=begin)
    for step in range(1, 6):
        QTest.mouseMove(view, begin + (end - begin) * step / 5)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def at(point: QPointF) -> QPoint:
    return point.toPoint()


def test_a_click_chooses_the_nearest_spot_and_escape_takes_it_back(front, landscape):
    chosen = told(front.spot_chosen)
    knee = landscape.knee
    QTest.mouseClick(pad(front), Qt.MouseButton.LeftButton, pos=at(front.place_of(knee)))
    assert chosen == [knee.key]
    assert "Trial" in front.accessibleDescription()
    QTest.keyClick(front, Qt.Key.Key_Escape)
    assert chosen == [knee.key, None]
    assert front.accessibleDescription() == ""


def test_arrow_keys_walk_the_front_from_left_to_right(front, landscape):
    chosen = told(front.spot_chosen)
    QTest.keyClick(front, Qt.Key.Key_Home)
    for _ in range(len(landscape.front)):
        QTest.keyClick(front, Qt.Key.Key_Right)
    values = [landscape.spot(key).values[MEAN] for key in chosen]
    assert values == sorted(values)
    assert {landscape.spot(key).kind for key in chosen} == {"front"}
    opened = told(front.spot_opened)
    QTest.keyClick(front, Qt.Key.Key_Return)
    assert opened == [chosen[-1]]


def test_the_pointer_is_told_and_forgotten(front, landscape):
    hovered = told(front.spot_hovered)
    QTest.mouseMove(pad(front), at(front.place_of(landscape.knee)))
    QTest.mouseMove(pad(front), QPoint(2, 2))
    assert hovered == [landscape.knee.key, None]


def test_zooming_keeps_the_spot_in_place_and_a_double_click_shows_all(front, landscape):
    whole, spot = front.ranges, landscape.knee
    front.choose(spot.key)
    place = front.place_of(spot)
    QTest.keyClick(front, Qt.Key.Key_Plus)
    assert front.ranges != whole
    assert front.place_of(spot).x() == pytest.approx(place.x(), abs=0.01)
    assert front.n_off_scale() > 0
    QTest.keyClick(front, Qt.Key.Key_0)
    assert front.ranges == whole
    front.zoom(4.0)
    QTest.mouseDClick(pad(front), Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert front.ranges == whole


def test_the_knee_and_the_current_run_have_names(front):
    assert [words for _, words in front.named_spots()] == ["current run", "knee"]


def test_a_brush_on_an_axis_keeps_the_lines_that_pass(parallel, landscape):
    brushed = told(parallel.brush_changed)
    axis = landscape.axis(WORST)
    parallel.brush(axis, 1.0, 2.0)
    assert brushed[-1] == {spot.key for spot in landscape.spots if 1.0 <= spot.values[WORST] <= 2.0}
    QTest.keyClick(parallel, Qt.Key.Key_Delete)
    assert brushed[-1] is None


def test_dragging_along_an_axis_brushes_and_a_click_there_ends_it(parallel, landscape):
    brushed = told(parallel.brush_changed)
    axis = landscape.axis("temperature")
    x = round(parallel._x(axis))
    drag(parallel, QPoint(x, 120), QPoint(x, 200))
    passing = [landscape.spot(key).values["temperature"] for key in brushed[-1]]
    assert 0 < min(passing) < max(passing) < 1
    before = min(passing)
    parallel.draw_due()
    drag(parallel, QPoint(x, 160), QPoint(x, 130))  # the brush as a whole, upwards
    passing = [landscape.spot(key).values["temperature"] for key in brushed[-1]]
    assert min(passing) > before
    QTest.mouseClick(pad(parallel), Qt.MouseButton.LeftButton, pos=QPoint(x, 130))
    assert brushed[-1] is None


def test_lines_are_chosen_where_they_are(parallel, landscape):
    chosen = told(parallel.spot_chosen)
    heights = parallel._shares[parallel._places[landscape.knee.key]]
    between = parallel._frame().place(0.5, (heights[0] + heights[1]) / 2)
    QTest.mouseClick(pad(parallel), Qt.MouseButton.LeftButton, pos=at(between))
    assert len(chosen) == 1
    assert landscape.spot(chosen[0]).kind in ("front", "baseline")


def test_importance_lists_the_variables_by_weight_and_keys_walk_them(qtbot, theme, landscape):
    chart = shown(qtbot, ImportanceChart("Importance", theme), landscape)
    assert [axis.key for axis in chart.rows] == ["temperature", "vocab_size", "pattern"]
    chosen = told(chart.variable_chosen)
    QTest.keyClick(chart, Qt.Key.Key_Down)
    QTest.keyClick(chart, Qt.Key.Key_Down)
    assert chosen == ["temperature", "vocab_size"]
    assert "20.0 % of Bytes per token" in chart.accessibleDescription()
    QTest.mouseClick(pad(chart), Qt.MouseButton.LeftButton, pos=QPoint(20, 36 + 2))
    assert chosen[-1] == "temperature"
    assert chart.data_csv().splitlines()[1].startswith("temperature,0.7,0.9,")


def test_slices_move_one_variable_and_keep_the_rest_of_the_chosen_spot(qtbot, theme, landscape):
    view = SliceView(theme)
    qtbot.addWidget(view)
    view.set_landscape(landscape)
    view.choose_variable("temperature")
    view.choose((4, 400))
    assert view.chart.around.key == (4, 400)
    assert "Trial 4, 400 ids" in view.words
    alike = [spot for spot in landscape.spots if not view.chart.is_faint(spot)]
    patterns = {spot.values["pattern"] for spot in alike}
    assert patterns == {0.0}
    heights = [y for _, y in view.chart.curve]
    assert heights == sorted(heights)  # bytes per token grow with the temperature


def test_a_slice_says_what_is_measured_and_a_click_beside_it_can_be_measured(
    qtbot, theme, landscape
):
    view = SliceView(theme)
    qtbot.addWidget(view)
    view.resize(420, 420)
    view.set_landscape(landscape)
    view.show()
    view.choose_variable("vocab_size")
    view.choose((4, 400))
    assert [spot.key for spot in view.chart.measured] == [(4, 300), (4, 350), (4, 400)]
    assert "3 measured points" in view.words
    assert "estimate" in view.words
    dashed, whole = view.chart.lines()
    assert dashed.is_dashed
    assert not whole.is_dashed
    assert list(whole.x) == [300, 350, 400]
    asked = told(view.measure_requested)
    assert view.value is None
    place = next(
        point
        for y in range(40, 300, 4)
        if view.chart.spot_at(point := QPointF(view.chart.plot_area(QSizeF(420, 300)).center().x()
                                               + 25, y)) is None
    )  # fmt: skip
    QTest.mouseClick(pad(view.chart), Qt.MouseButton.LeftButton, pos=at(place))
    assert 300 < view.value < 400
    button = view.findChild(QPushButton)
    button.click()
    assert asked == [((4, 400), "vocab_size", view.value)]
    view.set_can_measure(False)
    assert not button.isEnabled()
    view.choose_variable("pattern")
    assert view.value == 0.0  # a choice has always one


@pytest.mark.parametrize("kind", [FrontChart, ParallelChart, ImportanceChart])
def test_charts_paint_in_both_themes_and_say_their_data(qtbot, theme, landscape, kind):
    chart = shown(qtbot, kind("Chart", theme), landscape)
    if isinstance(chart, FrontChart):
        chart.set_axes(landscape.axis(MEAN), landscape.axis(WORST))
    pictures = []
    for scheme in ("dark", "light"):
        theme.set_preference(scheme)
        image = QImage(520, 340, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        chart.paint_on(painter, QSizeF(520, 340))
        painter.end()
        pictures.append(image)
        assert image.pixelColor(1, 339) == theme.colour("surface")
    assert pictures[0] != pictures[1]
    n_rows = len(chart.data_csv().splitlines())
    assert n_rows == (4 if kind is ImportanceChart else len(landscape.all_spots) + 1)
    chart.set_landscape(Landscape())  # nothing to show yet
    chart.draw_due()
    assert chart.grab().toImage().pixelColor(1, 1) == theme.colour("surface")


def test_a_front_is_saved_with_its_words_and_markers(front, landscape, tmp_path):
    before = front.grab().toImage()
    front.saving.save(tmp_path / "front.svg")
    drawn = (tmp_path / "front.svg").read_text("utf-8")
    for words in ("current run", "knee", "Highest premium", "Bytes per token"):
        assert words in drawn
    front.saving.save(tmp_path / "front.png", 2.0)
    image = QImage(str(tmp_path / "front.png"))
    assert image.width() == 2 * (front.width() + 24)
    place = (front.place_of(landscape.baselines[0]) + QPointF(12, 12)) * 2
    assert image.pixelColor(place.toPoint()) == front.theme.colour("accent")
    empty = (front.plot_area(QSizeF(front.size())).bottomRight() + QPointF(2, -3)) * 2
    assert image.pixelColor(empty.toPoint()) == front.theme.colour("surface")
    assert front.grab().toImage() == before  # the screen is as it was


def test_pointing_draws_nothing_but_the_marks_again(front, landscape, monkeypatch):
    front.drawn_plot()
    scenes, scene = [], front.scene
    monkeypatch.setattr(front, "scene", lambda: scenes.append(1) or scene())
    blank = front.grab().toImage()
    front.point_at(front.place_of(landscape.knee))
    hovered = front.grab().toImage()
    front.point_at(QPointF(2, 2))
    assert scenes == []
    assert hovered != blank
    different = sum(
        abs(one.red() - other.red()) > 8
        for y in range(0, 340, 3)
        for x in range(0, 520, 3)
        if (one := blank.pixelColor(x, y)) and (other := hovered.pixelColor(x, y))
    )
    assert 0 < different < 60  # the ring alone, of 20,000 places
    front.set_brushed(frozenset())
    front.draw_due()
    assert scenes == [1]


def test_without_a_feasible_point_nothing_is_faint_and_without_trials_no_axis_is_invented(
    qtbot, theme, landscape
):
    low = replace(landscape, spots=tuple(
        replace(spot, kind="infeasible", is_knee=False) for spot in landscape.spots
    ))  # fmt: skip
    chart = shown(qtbot, FrontChart("Front", theme), low)
    chart.set_axes(low.axis(MEAN), low.axis(WORST))
    assert not any(chart.is_faint(spot) for spot in low.spots)
    chart.set_landscape(replace(low, spots=(), baselines=()))
    assert not chart.has_data


def test_a_choice_without_room_ends_in_dots(qtbot):
    fitting, plain = FittingBox(), QComboBox()
    for box in (fitting, plain):
        qtbot.addWidget(box)
        box.addItem("highest premium")
    pictures = []
    for width in (fitting.whole_width() + 20, 80):
        for box in (fitting, plain):
            box.resize(width, 28)
        pictures.append((fitting.grab().toImage(), plain.grab().toImage()))
    (wide, as_wide), (narrow, cut) = pictures
    assert wide == as_wide
    assert narrow != cut  # which ends within a letter


def test_ticks_are_round_and_those_of_choices_are_their_words():
    axis = Axis("size", "Size", choices=("gpt2", "o200k"))
    assert axis_ticks(axis, -0.5, 1.5, 8) == [(0.0, "gpt2"), (1.0, "o200k")]
    values = [value for value, _ in axis_ticks(Axis("x", "x"), 0.0, 1.0, 5)]
    assert values == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 1.0])


def test_arrow_keys_walk_the_lines_of_the_front(parallel, landscape):
    chosen = told(parallel.spot_chosen)
    QTest.keyClick(parallel, Qt.Key.Key_Home)
    for _ in landscape.front:
        QTest.keyClick(parallel, Qt.Key.Key_Down)
    assert list(dict.fromkeys(chosen)) == [spot.key for spot in landscape.front]


def test_the_wheel_zooms_a_front_about_the_pointer_and_dragging_moves_it(front, landscape):
    whole, spot = front.ranges, landscape.knee
    place = front.place_of(spot)
    turn_wheel(front, at(place), 4)
    front.draw_due()
    zoomed = front.ranges
    assert all(
        high - low < end - begin for (low, high), (begin, end) in zip(zoomed, whole, strict=True)
    )
    assert front.place_of(spot).x() == pytest.approx(place.x(), abs=1.0)
    area = front.plot_area(QSizeF(front.size()))
    begin = at(area.center())
    drag_mouse(front, begin, begin + QPoint(25, 0))
    front.draw_due()
    (low, high), up = front.ranges
    step = 25 / area.width() * (zoomed[0][1] - zoomed[0][0])
    assert (low, high) == pytest.approx((zoomed[0][0] - step, zoomed[0][1] - step), rel=0.01)
    assert up == pytest.approx(zoomed[1])
    front.show_all()
    drag_mouse(front, begin, begin + QPoint(25, 0))
    assert front.ranges == whole  # nothing is out of sight


def test_slices_follow_the_choices_above_them(qtbot, theme, landscape):
    view = SliceView(theme)
    qtbot.addWidget(view)
    view.set_landscape(landscape)
    view.choose((4, 400))
    told_variables = told(view.variable_chosen)
    choose(view._variable, "vocab_size")
    assert told_variables == ["vocab_size"]
    choose(view._objective, WORST)
    assert [axis.key for axis in view.chart.axes] == ["vocab_size", WORST]
    heights = [y for _, y in view.chart.curve]
    assert heights == sorted(heights, reverse=True)  # larger ones serve all alike
    assert told_variables == ["vocab_size"]
