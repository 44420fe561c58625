"""Charts of several curves: labels that never collide, pointing, the marker, keys, files."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QImage
from PySide6.QtWidgets import QLabel

from tests.workbench.drawing import draw_charts
from workbench.ui.charts import chart_saving
from workbench.ui.charts.axis_ticks import (
    doubling_ticks,
    linear_ticks,
    log_ticks,
    plain_words,
    tick_words,
)
from workbench.ui.charts.chart_layout import (
    BOTTOM_AXIS_HEIGHT,
    MOST_LABELS,
    Content,
    Fonts,
    lay_out,
    spread_out,
)
from workbench.ui.charts.curve import (
    ChartText,
    Curve,
    Note,
    Points,
    Scale,
    curves_csv,
    points_in_pixels,
)
from workbench.ui.charts.curves_chart import CurvesChart
from workbench.ui.theme.theme import TEXT_CAPTION

pytestmark = pytest.mark.slow

X = np.unique(np.geomspace(257, 131_072, 1500).round())
TEXT = ChartText("Sizes", "vocabulary size", "bytes per token", lambda x, y: f"at {x:g}: {y:.2f}")


def rising(label, height, **more):
    return Curve(label, f"name of {label}", X, 1 + height * np.log2(X / 256) / 9, **more)


@pytest.fixture
def chart(qtbot, theme):
    made = CurvesChart(TEXT, theme, log_x=True)
    qtbot.addWidget(made)
    made.resize(800, 400)
    made.show()
    return made


@pytest.mark.parametrize("n", [1, 8, 9, 85, 130])
@pytest.mark.parametrize("height", [140, 400])
def test_labels_lie_in_the_chart_and_never_collide(chart, n, height):
    chart.resize(420, height)
    curves = [rising(f"l{i}", 3 + i * 1e-4) for i in range(n - 1)]
    chart.set_curves([*curves, rising("all", 3.0, is_emphasised=True)])
    boxes = [label.box for label in chart.plan.labels]
    assert 1 <= len(boxes) <= MOST_LABELS
    assert any(label.curve.label == "all" for label in chart.plan.labels)
    assert height == 140 or len(boxes) == min(n, MOST_LABELS)
    for one, other in combinations(boxes, 2):
        assert one.bottom() <= other.top() + 1e-6 or other.bottom() <= one.top() + 1e-6
    assert all(box.top() >= 0 and box.bottom() <= height - BOTTOM_AXIS_HEIGHT for box in boxes)
    end = chart.place_of("all", X[-1]).x()
    assert all(end < box.left() and box.right() <= 420 for box in boxes)


@pytest.mark.parametrize("width", range(300, 500, 13))
def test_a_bold_label_without_room_ends_with_its_whole_value(chart, theme, width):
    chart.resize(width, 300)
    long = Curve("all", "All of the whole text", X, X / X[-1] * 3.82, is_emphasised=True)
    chart.set_curves([long])
    (label,) = chart.plan.labels
    bold = QFontMetricsF(theme.font(TEXT_CAPTION, bold=True))
    assert label.words.endswith("3.82")
    assert bold.horizontalAdvance(label.words) <= label.box.width()


@pytest.mark.parametrize("is_emphasised", [False, True])
def test_a_label_with_room_is_whole(chart, is_emphasised):
    chart.set_curves([Curve("all", "All text", X, X, is_emphasised=is_emphasised)])
    for room in (None, chart.label_need):
        chart.set_label_room(room)
        assert chart.plan.labels[0].words == "All text  131072.00"


@pytest.mark.parametrize("width", [260, 384, 800])
def test_the_value_at_the_marker_is_never_cut(qtbot, theme, width, tmp_path):
    chart = CurvesChart(replace(TEXT, title="Tokens saved by 1000 more ids"), theme)
    qtbot.addWidget(chart)
    chart.set_curves([rising("all", 3.0, is_emphasised=True)])
    chart.set_marker(19605.0, "All text, at 19 605: 0.845 %")
    chart.resize(width, 300)
    root = ET.parse(chart_saving.save_svg(chart, tmp_path / "chart.svg")).getroot()
    texts = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if text.strip().endswith("0.845 %")]


def test_labels_that_fit_stay_at_their_curves():
    assert spread_out([10.0, 50.0, 30.0], 12.0, 0.0, 100.0) == [10.0, 50.0, 30.0]
    placed = spread_out([99.0, 98.0, 97.0, 5.0], 10.0, 0.0, 100.0)
    assert placed == [100.0, 90.0, 80.0, 5.0]
    assert spread_out([], 10.0, 0.0, 100.0) == []


def test_many_curves_label_the_highest_and_the_lowest(chart):
    chart.set_curves([rising(f"l{i}", 1 + i) for i in range(40)])
    labelled = {label.curve.label for label in chart.plan.labels}
    assert {"l0", "l39"} <= labelled
    assert len(labelled) == MOST_LABELS


def test_pointing_names_the_nearest_curve_with_its_value(chart, qtbot):
    chart.set_curves([rising("low", 1.0), rising("high", 4.0)])
    nearest = X[np.abs(X - 8192.0).argmin()]
    place = chart.place_of("high", nearest)
    with qtbot.waitSignal(chart.curve_hovered) as emitted:
        chart.show_at(place)
    assert emitted.args == ["high"]
    assert (
        chart.hovered_words
        == f"name of high, at {nearest:g}: {1 + 4 * np.log2(nearest / 256) / 9:.2f}"
    )
    assert chart.hovered_words in chart.accessibleDescription()
    qtbot.mouseMove(chart, QPoint(400, 398))
    chart.leaveEvent(None)
    assert chart.hovered_words == ""


def test_the_marker_is_dragged(chart, qtbot):
    chart.set_curves([rising("all", 3.0, is_emphasised=True)])
    middle = chart.place_of("all", 8192.0).toPoint()
    pad = chart.childAt(middle)
    moved = []
    chart.marker_moved.connect(moved.append)
    qtbot.mouseClick(pad, Qt.MouseButton.LeftButton, pos=middle)
    assert moved == []  # there is none
    chart.set_marker(1000.0)
    assert moved == []
    qtbot.mouseClick(pad, Qt.MouseButton.LeftButton, pos=middle)
    assert moved == [chart.marker]
    assert chart.marker == pytest.approx(8192.0, rel=0.01)
    assert chart.hovered_words.startswith("name of all, at ")
    chart.set_marker_places(lambda x: float(round(x / 1024) * 1024))
    qtbot.mouseMove(pad, middle)
    qtbot.mousePress(pad, Qt.MouseButton.LeftButton, pos=middle)
    for x in range(middle.x(), middle.x() + 60, 5):
        qtbot.mouseMove(pad, QPoint(x, middle.y()))
    qtbot.mouseRelease(pad, Qt.MouseButton.LeftButton, pos=QPoint(x, middle.y()))
    assert len(moved) > 3
    assert all(place % 1024 == 0 for place in moved[1:])
    assert chart.place_of("all", chart.marker).x() == pytest.approx(x, abs=4)


def test_the_marker_goes_only_where_it_may(chart, qtbot):
    chart.set_curves([rising("all", 3.0)])
    chart.set_marker_places(lambda x: float(round(x / 1024) * 1024))
    chart.set_marker(4096.0)
    moved = []
    chart.marker_moved.connect(moved.append)
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert moved == [5120.0, 4096.0]
    qtbot.keyClick(chart, Qt.Key.Key_End)
    assert chart.marker == 131_072.0
    qtbot.keyClick(chart, Qt.Key.Key_PageDown)
    assert moved[-1] < 131_072.0 - 1024
    n = len(moved)
    qtbot.keyClick(chart, Qt.Key.Key_End)
    qtbot.keyClick(chart, Qt.Key.Key_End)  # nothing lies beyond
    assert len(moved) == n + 1


def test_the_marker_says_what_its_owner_knows_until_something_is_pointed_at(chart):
    chart.set_curves([rising("all", 3.0, is_emphasised=True)])
    chart.set_marker(1000.5, "all: exactly so much")
    assert chart.hovered_words == "all: exactly so much"
    chart.set_hovered("all")
    assert chart.hovered_words.startswith("name of all, at ")
    chart.set_hovered(None)
    chart.set_marker(2000.0)
    assert chart.hovered_words.startswith("name of all, at ")


def test_keys_go_through_the_curves(chart, qtbot):
    chart.set_curves([rising("b", 2.0), rising("a", 1.0), rising("c", 3.0)])
    seen = []
    chart.curve_hovered.connect(seen.append)
    for _ in range(3):
        qtbot.keyClick(chart, Qt.Key.Key_Up)
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert seen == ["a", "b", "c", "b"]
    assert chart.hovered_words == "name of b, at 131072: 3.00"


def test_a_screen_reader_hears_how_many_which_end_and_what_is_pointed_at(chart):
    chart.set_curves([])
    assert chart.accessibleDescription() == "No curves yet."
    chart.set_curves([rising("low", 1.0), rising("high", 4.0)])
    heard = chart.accessibleDescription()
    assert "2 curves; highest at the end name of high at 131072: 5.00" in heard
    assert "lowest name of low at 131072: 2.00" in heard
    chart.set_hovered("low")
    assert chart.accessibleDescription().endswith("name of low, at 131072: 2.00")


def test_other_curves_keep_what_is_pointed_at(chart):
    chart.set_curves([rising("low", 1.0), rising("high", 4.0)])
    chart.set_hovered("low")
    chart.set_curves([rising("low", 2.0)])
    assert chart.hovered_words.endswith("3.00")
    chart.set_curves([rising("other", 2.0), rising("second", 2.0)])
    assert chart.hovered_words == ""


def test_empty_flat_and_partial_curves_are_drawn(chart):
    n = len(X)
    gap = np.where(np.arange(n) < 9, np.nan, 2.0)
    chart.set_curves(
        [
            Curve("none", "none", np.empty(0), np.empty(0)),
            Curve("gap", "gap", X, gap),
            Curve("nan", "nan", X, np.full(n, np.nan)),
        ]
    )
    assert not chart.grab().isNull()
    assert [label.curve.label for label in chart.plan.labels] == ["gap"]
    scale = Scale(X[0], X[-1], 0.0, 800.0, is_log=True)
    points = Points.of(chart.curves, log_x=True, log_y=False)
    shown = points_in_pixels(points, scale, Scale(1.0, 3.0, 300.0, 0.0))
    assert shown.x[0] == pytest.approx(scale.place(X[9]))
    assert shown.bounds.tolist() == [0, 0, n - 9, n - 9]


def test_every_curve_is_seen_in_its_own_colour_in_every_theme(chart, theme):
    chart.set_curves([rising("deu", 1.0), rising("jpn", 4.0)])
    for preference in ("light", "dark"):
        theme.set_preference(preference)
        draw_charts()
        image = chart.grab().toImage()
        for label in ("deu", "jpn"):
            ink = theme.language_style(label).colour
            assert _pixels_like(image, ink) > 20, (preference, label)


def test_notes_stand_in_words_beside_their_lines_without_collision(chart, theme):
    chart.set_curves([rising("all", 3.0)])
    notes = (Note(30_000, "one place"), Note(32_000, "another folder"), Note(300, "first"))
    metrics = QFontMetricsF(theme.font(TEXT_CAPTION))
    chart.set_notes(notes)
    content = Content(TEXT, chart.curves, notes, log_x=True)
    plan = lay_out(content, QSizeF(chart.size()), Fonts(metrics, metrics))
    boxes = [box for _, box in plan.notes]
    for one, other in combinations(boxes, 2):
        assert not one.intersects(other)
    assert all(box.left() >= 0 and box.right() <= 800 for box in boxes)
    assert all(box.bottom() <= plan.plot.top() + 1e-6 for box in boxes)
    assert "another folder" in chart.accessibleDescription()


def test_scales_go_there_and_back():
    for is_log in (False, True):
        scale = Scale(2.0, 2000.0, 10.0, 110.0, is_log)
        assert scale.place(2.0) == pytest.approx(10.0)
        assert scale.place(2000.0) == pytest.approx(110.0)
        assert scale.value(scale.place(77.0)) == pytest.approx(77.0)
        assert scale.value(-999.0) == pytest.approx(2.0)


def test_ticks():
    assert linear_ticks(0.3, 1.0, 4) == pytest.approx([0.4, 0.6, 0.8, 1.0])
    assert tick_words(linear_ticks(0.3, 1.0, 4)) == ["0.4", "0.6", "0.8", "1.0"]
    assert [round(10**t) for t in log_ticks(0.0, 3.0)] == [1, 10, 100, 1000]
    assert [plain_words(np.log10(value)) for value in (0.5, 20, 1e6, 20_000, 1e-5)] == [
        "0.5", "20", "10⁶", "2·10⁴", "10⁻⁵",
    ]  # fmt: skip
    doubled = [round(10**t) for t in doubling_ticks(np.log10(257), np.log10(131_072), 5)]
    assert doubled == [512, 2048, 8192, 32_768, 131_072]


def test_pictures_have_their_size_and_the_colours_of_the_theme(chart, theme, tmp_path):
    chart.set_curves([rising("deu", 1.0)])
    for scale in (1, 2):
        path = chart_saving.save_png(chart, tmp_path / f"{scale}.png", scale=scale)
        image = QImage(str(path))
        assert (image.width(), image.height()) == (scale * 824, scale * 424)
        assert image.pixelColor(0, 0) == theme.colour("surface")
        assert _pixels_like(image, theme.language_style("deu").colour) > 20
    chart_saving.copy_picture(chart)
    assert QGuiApplication.clipboard().image().width() == 2 * 824


def test_svg_keeps_text_as_text_and_says_what_it_shows(chart, tmp_path):
    chart.set_curves([rising("deu", 1.0), rising("all", 3.0, is_emphasised=True)])
    path = chart_saving.save_svg(chart, tmp_path / "chart.svg")
    root = ET.parse(path).getroot()
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == "Sizes"
    assert "2 curves" in root.find(f"{space}desc").text
    words = " ".join(" ".join(node.itertext()) for node in root.iter(f"{space}text"))
    assert "name of deu" in words
    assert "bytes per token" in words
    assert root.get("viewBox") == "0 0 824 424"


def test_csv_holds_the_data(chart, tmp_path):
    x = np.array([256.0, 512.0])
    curves = [
        Curve("deu", "German", x, np.array([1.0, 0.1 + 0.2])),
        Curve("a,b", "odd", x, np.array([np.nan, 3.0])),
    ]
    chart.set_curves(curves)
    path = chart_saving.save_csv(chart, tmp_path / "curves.csv")
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert rows[0] == ["vocabulary size", "deu", "a,b"]
    assert rows[1] == ["256", "1", ""]
    assert [float(value) for value in rows[2]] == [512.0, 0.1 + 0.2, 3.0]
    other = Curve("jpn", "Japanese", np.array([300.0]), np.array([2.0]))
    text = curves_csv([*curves, other], "x", "y")
    assert text.splitlines()[0] == "label,x,y"
    assert text.splitlines()[-1] == "jpn,300,2"


@pytest.mark.parametrize(
    "save", [chart_saving.save_svg, chart_saving.save_png, chart_saving.save_csv]
)
def test_a_full_disk_leaves_the_old_picture(chart, tmp_path, full_disk, save):
    path = tmp_path / "chart"
    path.write_bytes(b"old")
    with full_disk(), pytest.raises(OSError, match="No space"):
        save(chart, path)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"old"]


def test_any_widget_can_be_saved(qtbot, theme, tmp_path):
    words = QLabel("neither a chart")
    qtbot.addWidget(words)
    words.resize(300, 200)
    words.show()
    image = QImage(str(chart_saving.save_png(words, tmp_path / "words.png")))
    assert (image.width(), image.height()) == (324, 224)
    assert _pixels_like(image, theme.colour("text")) > 20
    drawn = chart_saving.save_svg(words, tmp_path / "words.svg").read_text(encoding="utf-8")
    assert "neither a chart" in drawn or "<path" in drawn


def test_a_place_that_cannot_be_written_is_an_error(chart, tmp_path):
    with pytest.raises(FileNotFoundError):
        chart_saving.save_svg(chart, tmp_path / "missing" / "chart.svg")


def _pixels_like(image, ink):
    wanted = ink.getRgb()[:3]
    return sum(
        sum(abs(a - b) for a, b in zip(image.pixelColor(x, y).getRgb()[:3], wanted, strict=True))
        < 60
        for x in range(image.width())
        for y in range(0, image.height(), 2)
    )
