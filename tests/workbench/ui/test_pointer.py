"""What the pointer and the wheel do in charts, trees, sliders and texts."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from workbench.ui.charts import chart_saving
from workbench.ui.languages.dot_plot import DotPlot
from workbench.ui.languages.heat_map import HeatLegend, HeatMap
from workbench.ui.languages.language_chart import ChartCell, ChartRow
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import SpanView
from workbench.ui.theme.colours import SCHEMES, contrast_ratio
from workbench.ui.theme.theme import TEXT_CAPTION
from workbench.ui.widgets.sliders import MarkedSlider
from workbench.vocabulary.merge_tree import MergeTree, TreeScroll
from workbench.vocabulary.timeline_slider import MergeTimeline, TimelineText

LEFT, NO_KEY, CTRL = (
    Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
)  # fmt: skip


def turn_wheel(widget, steps, keys=NO_KEY):
    point = QPointF(widget.rect().center())
    event = QWheelEvent(
        point, widget.mapToGlobal(point), QPoint(0, 0), QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def test_values_of_the_timeline_are_beside_their_points(qtbot, theme):
    slider = MergeTimeline(theme)
    qtbot.addWidget(slider)
    slider.resize(400, slider.sizeHint().height())
    slider.setRange(0, 1000)
    slider.show_text(
        TimelineText(np.array([0, 10, 1000]), np.array([1.0, 1.5, 2.85]), np.array([5]))
    )
    (first, begin), (last, end) = slider.end_labels()
    assert (first, last) == ("1.00 bytes/token", "2.85")
    assert begin.left() < 20 and begin.top() > end.top()  # low at the left, high at the right
    assert end.right() <= slider.width() and end.right() > slider.x_of(1000) - 12
    for value in (0, 40, 1000):
        slider.setValue(value)
        slider.set_reading(2.0)
        slider.grab()


def test_a_drag_along_the_timeline_goes_through_the_merges(qtbot, theme):
    slider = MergeTimeline(theme)
    qtbot.addWidget(slider)
    slider.resize(400, slider.sizeHint().height())
    slider.setRange(0, 1000)
    ks = np.array([0, 10, 100, 1000])
    slider.show_text(TimelineText(ks, np.array([1.0, 1.5, 2.0, 3.0]), np.array([5, 50])))
    slider.show()

    def at(k):
        return QPoint(round(slider.x_of(k)), 10)

    QTest.mousePress(slider, LEFT, pos=at(0))
    assert slider.value() == 0
    QTest.mouseMove(slider, at(1000))
    assert slider.value() == 1000
    QTest.mouseMove(slider, at(30))
    assert 25 <= slider.value() <= 35
    held = slider.value()
    QTest.mouseRelease(slider, LEFT, pos=at(30))
    QTest.mouseMove(slider, at(1000))
    assert slider.value() == held
    turn_wheel(slider, 1)
    assert slider.value() == held + 1
    turn_wheel(slider, -1)
    assert slider.value() == held


def test_a_slider_with_marks_follows_the_pointer_until_it_is_let_go(qtbot, theme):
    slider = MarkedSlider(100, ((0, "none"), (100, "all")), theme)
    qtbot.addWidget(slider)
    slider.resize(300, slider.sizeHint().height())
    slider.show()
    QTest.mousePress(slider, LEFT, pos=QPoint(150, 8))
    assert 48 <= slider.value() <= 52
    QTest.mouseMove(slider, QPoint(299, 8))
    assert slider.value() == 100
    QTest.mouseRelease(slider, LEFT, pos=QPoint(299, 8))
    QTest.mouseMove(slider, QPoint(10, 8))
    assert slider.value() == 100


def test_a_merge_tree_is_zoomed_by_the_wheel_and_moved_by_a_drag(qtbot, theme, tokenizer):
    tree = MergeTree(theme)
    longest = max(range(256, 299), key=lambda each: len(tokenizer.vocabulary[each]))
    scroll = TreeScroll(tree)
    qtbot.addWidget(scroll)
    scroll.resize(200, 120)
    tree.show_token(tokenizer, longest)
    scroll.show()
    scroll.fit()
    fitted = tree.scale
    assert fitted * theme.mono_font(TEXT_CAPTION).pixelSize() >= 11
    for _ in range(8):
        turn_wheel(scroll.viewport(), 1, CTRL)
    assert tree.scale > fitted
    bar = scroll.verticalScrollBar()
    bar.setValue(0)
    assert bar.maximum() > 20
    QTest.mousePress(scroll.viewport(), LEFT, pos=QPoint(3, 100))
    QTest.mouseMove(scroll.viewport(), QPoint(3, 80))
    QTest.mouseRelease(scroll.viewport(), LEFT, pos=QPoint(3, 80))
    assert bar.value() == 20
    turn_wheel(scroll.viewport(), -1)
    assert bar.value() > 20
    node = tree.nodes[0]
    middle = tree.node_rect(node).center()
    scroll.ensureVisible(round(middle.x()), round(middle.y()))
    QTest.mouseMove(tree, tree.node_rect(node).center().toPoint())
    assert tree.cursor().shape() is Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(tree, (tree.node_rect(node).bottomLeft() + QPointF(1, 3)).toPoint())
    assert tree.cursor().shape() is Qt.CursorShape.ArrowCursor


@pytest.mark.parametrize("scheme", SCHEMES)
def test_ids_in_a_merge_tree_can_be_read(qtbot, theme, tokenizer, scheme):
    theme.set_preference(scheme)
    tree = MergeTree(theme)
    qtbot.addWidget(tree)
    tree.show_token(tokenizer, 298)
    tree.resize(tree.picture_size())
    child = tree.nodes[1]
    image = tree.grab().toImage()
    place = tree.node_rect(child)
    ground = theme.token_colour(child.hue).background
    lower = [
        image.pixelColor(x, y)
        for x in range(round(place.left()), round(place.right()))
        for y in range(round(place.top()) + 26, round(place.bottom()) - 3)
    ]
    assert max(contrast_ratio(colour, ground) for colour in lower) >= 4.5


def test_a_merge_tree_keeps_the_current_part_in_sight_and_is_pictured_whole(
    qtbot, theme, tokenizer
):
    tree = MergeTree(theme)
    longest = max(range(256, 299), key=lambda each: len(tokenizer.vocabulary[each]))
    scroll = TreeScroll(tree)
    qtbot.addWidget(scroll)
    scroll.resize(240, 140)
    tree.show_token(tokenizer, longest)
    scroll.show()
    scroll.zoom(2.0)
    tree.setFocus()
    for _ in range(len(tree.nodes)):
        qtbot.keyClick(tree, Qt.Key.Key_Down)
    place = tree.node_rect(tree.current).center()
    assert place.y() > scroll.viewport().height()
    seen = tree.visibleRegion().boundingRect()
    assert seen.contains(place.toPoint())
    image = chart_saving.picture(tree)
    margins = QSize(2 * chart_saving.MARGIN, 2 * chart_saving.MARGIN)
    assert image.size() == tree.picture_size() + margins
    ground = image.pixel(0, 0)
    last_rows = range(image.height() - 50, image.height())
    assert any(image.pixel(x, y) != ground for x in range(image.width()) for y in last_rows)


ROWS = [
    ChartRow("deu", "German", (ChartCell(1.25, "1.25", "", 0.0), ChartCell(None, "–", "", None))),
    ChartRow("eng", "English, plain", (ChartCell(1.0, "1", "", 0), ChartCell(0.1, "0.1", "", 0))),
]  # fmt: skip


@pytest.mark.parametrize("kind", [HeatMap, DotPlot])
def test_the_values_of_a_chart_are_saved_exactly(kind, qtbot, theme):
    chart = kind("Chart", theme)
    qtbot.addWidget(chart)
    if kind is HeatMap:
        chart.set_map(("mine", "gpt2"), ROWS, HeatLegend("Premium", "worse", "better"))
    else:
        chart.set_dots(("mine", "gpt2"), ROWS, "Premium")
    read = list(csv.reader(io.StringIO(chart.data_csv())))
    assert read == [
        ["label", "name", "mine", "gpt2"],
        ["deu", "German", "1.25", ""],
        ["eng", "English, plain", "1.0", "0.1"],
    ]


def test_the_pointer_over_a_text_tells_its_token_and_a_drag_selects(qtbot, theme):
    view = SpanView("Tokens", theme, lambda span: f"span {span}")
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    bounds = np.arange(0, 21, 4)
    view.set_text(SpanText(b"one two six ten act ", bounds, ids=np.arange(5, dtype=np.uint32)))

    def at(span):
        return view.span_rects(span)[0].center().toPoint()

    with qtbot.waitSignal(view.hovered_changed) as told:
        QTest.mouseMove(view.viewport(), at(2))
    assert told.args == [2]
    QTest.mousePress(view.viewport(), LEFT, pos=at(1))
    move = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at(3)), view.viewport().mapToGlobal(QPointF(at(3))),
        LEFT, LEFT, NO_KEY,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), move)
    assert view.selected == range(1, 4)
    QTest.mouseRelease(view.viewport(), LEFT, pos=at(3))
    view.select_all()
    assert view.selected == range(5)


def test_a_drag_beyond_the_edge_takes_the_text_along(qtbot, theme):
    view = SpanView("Tokens", theme, lambda span: f"span {span}")
    qtbot.addWidget(view)
    view.resize(200, 60)
    view.show()
    n_lines = 40
    view.set_text(SpanText(b"line\n" * n_lines, np.arange(0, 5 * n_lines + 1, 5)))
    press = view.span_rects(0)[0].center()
    QTest.mousePress(view.viewport(), LEFT, pos=press.toPoint())
    below = QPointF(press.x(), view.viewport().height() + 30)
    last = -1
    for _ in range(8):
        move = QMouseEvent(
            QEvent.Type.MouseMove, below, view.viewport().mapToGlobal(below), LEFT, LEFT, NO_KEY
        )
        QApplication.sendEvent(view.viewport(), move)
        assert view.current > last
        last = view.current
    assert view.selected == range(last + 1)
    assert view.verticalScrollBar().value() > 0
    assert view.span_rects(last)[0].bottom() <= view.viewport().height()
    QTest.mouseRelease(view.viewport(), LEFT, pos=press.toPoint())
