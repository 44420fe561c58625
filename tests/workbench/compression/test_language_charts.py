"""Heat map and dot plot: keys, words in cells, scales, pictures of all rows."""

from __future__ import annotations

import math
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter

from engine.evaluation.evaluation import Evaluation, LabelEvaluation
from engine.evaluation.figures import FairnessFigures, LabelFairness
from engine.evaluation.metrics import METRICS
from workbench.compression.comparison_charts import show_dots
from workbench.ui.charts.chart_saving import save_png, save_svg
from workbench.ui.languages.comparison_values import ComparisonValues
from workbench.ui.languages.dot_plot import DotPlot, scale_of, tick_words, value_left
from workbench.ui.languages.heat_map import HeatLegend, HeatMap
from workbench.ui.languages.language_chart import HEAD_HEIGHT, MOST_NAME_WIDTH, ChartCell, ChartRow
from workbench.ui.theme.colours import contrast_ratio
from workbench.ui.theme.diverging import DivergingGround
from workbench.ui.theme.icons import MARKER_SIZE
from workbench.ui.theme.theme import SPACE_S, Theme
from workbench.work.comparison import Comparison, Measured

LABELS = ("deu", "eng", "hin", "jpn", "zho", *(f"x{i}" for i in range(60)))


def rows():
    return [
        ChartRow(
            label, f"Language {label}",
            tuple(
                ChartCell(1.0 + place + 2 * column, f"{1 + place + 2 * column}.00",
                          f"{label}, column {column}", (place % 5 - 2) / 2)
                for column in range(2)
            ),
            is_flagged=label == "hin",
        )
        for place, label in enumerate(LABELS)
    ]  # fmt: skip


@pytest.fixture
def heat(qtbot, theme):
    chart = HeatMap("Heat map of languages", theme)
    qtbot.addWidget(chart)
    chart.resize(600, 300)
    chart.set_map(("mine", "gpt2"), rows(), HeatLegend("Premium", "worse", "better"))
    chart.show()
    return chart


@pytest.fixture
def dots(qtbot, theme):
    chart = DotPlot("Tokenizers by language", theme)
    qtbot.addWidget(chart)
    chart.resize(600, 300)
    chart.set_dots(("mine", "gpt2"), rows(), "Premium")
    chart.show()
    return chart


def test_long_names_leave_a_narrow_chart_its_cells(dots):
    dots.set_dots(("mine", "gpt2"), [replace(row, name="x" * 60) for row in rows()], "Premium")
    dots.resize(280, 300)
    assert dots.name_width <= 0.35 * 280
    dots.resize(900, 300)
    assert dots.name_width == MOST_NAME_WIDTH


def test_keys_walk_the_cells_and_say_where_they_are(qtbot, heat):
    assert heat.current == ("deu", 0)
    with qtbot.waitSignal(heat.row_chosen) as chosen:
        qtbot.keyClick(heat, Qt.Key.Key_Down)
    assert chosen.args == ["eng"]
    qtbot.keyClick(heat, Qt.Key.Key_Right)
    qtbot.keyClick(heat, Qt.Key.Key_Right)  # there are two columns
    assert heat.current == ("eng", 1)
    assert heat.accessibleDescription() == "eng, column 1"
    heard = QAccessible.queryAccessibleInterface(heat)
    assert heard.text(QAccessible.Text.Name) == "Heat map of languages"
    qtbot.keyClick(heat, Qt.Key.Key_End)
    assert heat.current[0] == LABELS[-1]
    assert heat.verticalScrollBar().value() == heat.verticalScrollBar().maximum() > 0
    qtbot.keyClick(heat, Qt.Key.Key_PageUp)
    assert heat.current[0] != LABELS[-1]
    qtbot.keyClick(heat, Qt.Key.Key_Home)
    assert heat.current[0] == "deu"
    assert heat.verticalScrollBar().value() == 0


def test_a_click_chooses_the_cell_under_it(qtbot, heat):
    edge = heat.viewport().rect()
    place = edge.center()
    place.setX(edge.right() - 60)
    with qtbot.waitSignal(heat.row_chosen):
        qtbot.mouseClick(heat.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heat.current[1] == 1


@pytest.mark.parametrize("name", ["heat", "dots"])
def test_no_row_is_marked_until_one_is_chosen(qtbot, request, theme, name):
    chart, marked = request.getfixturevalue(name), theme.colour("selection").name()

    def ground_of_first():
        return chart.viewport().grab().toImage().pixelColor(4, HEAD_HEIGHT + 4).name()

    chart.clearFocus()
    assert ground_of_first() != marked
    chart.choose("deu")
    assert ground_of_first() == marked
    chart.set_rows([row for row in rows() if row.label != "deu"], 2)  # a filter took it away
    assert ground_of_first() != marked
    chart.setFocus()
    qtbot.waitUntil(chart.hasFocus)
    assert ground_of_first() == marked


def test_the_title_of_a_narrow_axis_is_whole(dots):
    """It begins above the names of the languages: nothing of it is cut at the left."""
    title = "bits per byte, n = 3, less is better"
    dots.set_dots(("mine", "gpt2"), rows(), title)

    dots.clearFocus()

    def left_of_title(width):
        dots.resize(width, 300)
        drawn = dots.viewport().grab().toImage()
        head = drawn.copy(0, 0, drawn.width(), HEAD_HEIGHT // 2)
        ground = head.pixel(0, 0)
        inked = [x for x in range(head.width()) for y in range(head.height())
                 if head.pixel(x, y) != ground]  # fmt: skip
        return min(inked), max(inked) - min(inked)

    _, whole = left_of_title(900)
    left, width = left_of_title(300)
    assert width == pytest.approx(whole, abs=2)
    assert left > 0


def test_the_chosen_language_stays_when_the_order_changes(heat):
    heat.choose("hin")
    heat.set_rows(list(reversed(rows())), 2)
    assert heat.current == ("hin", 0)
    heat.set_rows([], 2)
    assert heat.current is None


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_is_readable_on_every_shade(qapp, name):
    theme = Theme(name)
    ground, text = DivergingGround(theme), theme.colour("text")
    shades = [step / 10 for step in range(-10, 11)]
    assert min(contrast_ratio(ground.colour(shade), text) for shade in shades) >= 4.5
    assert ground.colour(0.0) == theme.diverging(0.0)
    ends = {ground.colour(shade).name() for shade in (-1.0, 0.0, 1.0)}
    assert len(ends) == 3
    theme.deleteLater()


def test_a_picture_holds_all_rows_and_text_stays_text(heat, dots, tmp_path):
    for chart in (heat, dots):
        path = save_svg(chart, tmp_path / "chart.svg")
        root = ET.parse(path).getroot()
        words = " ".join(root.itertext())
        assert f"Language {LABELS[-1]}" in words and "gpt2" in words
        assert float(root.get("height", "0").removesuffix("mm")) > 0
        image = QImage(str(save_png(chart, tmp_path / "chart.png")))
        assert image.height() > chart.height()


def test_cells_differ_without_colour(qapp, heat):
    """Better, neutral and worse of a cell look different in grey."""
    size = heat.picture_size()
    image = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    heat.paint_on(painter, QSizeF(size))
    painter.end()
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    top = 40
    looks = set()
    for line in (0, 2, 4):  # shades -1, 0, 1
        looks.add(
            tuple(
                grey.pixelColor(x, top + line * 24 + y).red()
                for y in range(4, 20) for x in range(size.width() // 3, size.width() // 2)
            )
        )  # fmt: skip
    assert len(looks) == 3


def test_scales_have_round_ticks_around_all_values():
    scale = scale_of([1.0, 4.46])
    assert scale.ticks == (0, 1, 2, 3, 4, 5)
    assert scale.share(2.5) == pytest.approx(0.5)
    near = scale_of([90.0, 99.0])
    assert near.low >= 80 and near.high >= 99  # zero would waste the width
    wide = scale_of([1.0, 130.0])
    assert wide.is_log and wide.share(10.0) == pytest.approx(1 / 3)
    assert not scale_of([0.0, 130.0]).is_log
    same = scale_of([3.0, 3.0])
    assert same.low <= 3.0 <= same.high and same.low < same.high
    assert [tick_words(each, scale_of([0.0, 0.3])) for each in scale_of([0.0, 0.3]).ticks][1] == (
        "0.05"
    )
    assert all(math.isfinite(tick) for tick in scale_of([]).ticks)


def test_dots_name_their_axis_and_tell_the_nearest_tokenizer(dots):
    assert dots.axis_title == "Premium (logarithmic)"  # from 1 to 67
    first = dots.rows[0]
    assert dots.column_at(0, 400, first) == 0
    assert dots.column_at(400, 400, first) == 1
    assert dots.marker(0)[0] != dots.marker(1)[0]


def test_an_empty_chart_is_painted_too(qtbot, theme):
    for chart in (HeatMap("Heat map", theme), DotPlot("Dots", theme)):
        qtbot.addWidget(chart)
        chart.resize(300, 200)
        assert chart.grab().height() == 200
        assert chart.current is None


def test_the_chosen_value_is_beside_its_own_mark():
    near = MARKER_SIZE + SPACE_S
    assert 50 < value_left(50, 20, [], 0, 200) < 50 + near
    assert 50 < value_left(50, 20, [120], 0, 200) < 50 + near  # not after the last mark
    assert 50 - near - 20 < value_left(50, 20, [65], 0, 200) < 50 - 20  # a mark is in the way
    assert 190 - near - 20 < value_left(190, 20, [], 0, 200) < 190 - 20  # no room at the right
    assert 50 < value_left(50, 20, [65, 40], 0, 200) < 50 + near  # beside it all the same


def test_an_axis_says_that_scripts_cannot_be_compared_in_it(qtbot, theme):
    rows = tuple(
        LabelEvaluation(label, 1, 300, 100, 10, 50, round_trips=True) for label in ("eng", "tha")
    )
    measured = Measured("mine", Evaluation(rows, rows[0]))
    values = ComparisonValues(Comparison("x", None, (measured,)))
    chart = DotPlot("x", theme)
    qtbot.addWidget(chart)
    show_dots(chart, values, values.rows, METRICS["bytes_per_token"])
    assert "not comparable between scripts" in chart.axis_title
    show_dots(chart, values, values.rows, METRICS["premium"])
    assert "not comparable" not in chart.axis_title


def test_dots_of_premiums_are_grouped_by_script_the_costliest_first(qtbot, theme, tmp_path):
    premiums = {"deu": 1.5, "eng": 1.0, "hin": 2.0, "fra": 1.25, "mar": 3.0, "tha": 2.4}
    rows = tuple(
        LabelEvaluation(label, 1, 300, 100, 10, 50, round_trips=True) for label in premiums
    )
    fairness = FairnessFigures(
        "eng", 10, 0, tuple(LabelFairness(label, 50, each) for label, each in premiums.items())
    )
    measured = Measured("mine", Evaluation(rows, rows[0], fairness))
    values = ComparisonValues(Comparison("x", None, (measured,)))
    chart = DotPlot("x", theme)
    qtbot.addWidget(chart)
    show_dots(chart, values, values.rows, METRICS["premium"])
    assert [(row.band.name, row.band.words, row.label) for row in chart.rows] == [
        ("Devanagari", "median 2.50", "hin"), ("Devanagari", "median 2.50", "mar"),
        ("Thai", "", "tha"),
        ("Latin", "median 1.25", "deu"), ("Latin", "median 1.25", "eng"),
        ("Latin", "median 1.25", "fra"),
    ]  # fmt: skip
    path = save_svg(chart, tmp_path / "dots.svg")
    words = " ".join(ET.parse(path).getroot().itertext())
    assert "English = 1" in words and "median of the script" in words and "Thai" in words
    show_dots(chart, values, values.rows, METRICS["premium"], by_script=False)
    assert {row.band for row in chart.rows} == {None}
