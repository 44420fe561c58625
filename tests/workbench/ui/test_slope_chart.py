"""The slope chart: order, labels, choice by pointer and keys, data."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from workbench.ui.languages.language_chart import ChartCell, ChartRow
from workbench.ui.languages.slope_chart import MOST_LABELLED, SlopeChart, spread_apart


def row(label, before, after, shade):
    return ChartRow(
        label, label.upper(), (ChartCell(before), ChartCell(after, f"{after}", label, shade))
    )


@pytest.fixture
def chart(qtbot, theme):
    made = SlopeChart("Slopes", theme)
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.set_slopes(
        ("first", "second"),
        [
            row("deu", 2.0, 1.0, 0.9), row("tha", 1.0, 2.0, -0.9), row("ell", 1.5, 1.5, 0.0),
            row("xxx", 1.0, None, None),
        ],
        "Premium",
    )  # fmt: skip
    made.show()
    return made


def test_the_greatest_loss_comes_first_and_is_labelled(chart):
    assert [each.label for each in chart.rows] == ["tha", "ell", "deu"]  # both have a value
    assert [each.label for each in chart.labelled()] == ["tha"]
    chart.choose("ell")
    assert [each.label for each in chart.labelled()] == ["tha", "ell"]
    assert chart.data_csv().splitlines()[0] == "label,name,first,second"
    many = [row(f"l{at}", 1.0, 2.0, -0.5) for at in range(20)]
    chart.set_slopes(("first", "second"), many, "Premium")
    assert len(chart.labelled()) == MOST_LABELLED
    assert chart.chosen == ""


def test_a_line_is_chosen_by_pointer_and_by_keys(qtbot, chart):
    heights = {}
    for y in range(400):
        found = chart.row_at(QPointF(60, y))
        if found is not None:
            heights.setdefault(found.label, y)
    assert set(heights) == {"deu", "ell", "tha"}
    assert heights["deu"] < heights["ell"] < heights["tha"]  # 2.0 above 1.5 above 1.0
    assert chart.row_at(QPointF(590, 200)) is None  # among the labels
    with qtbot.waitSignal(chart.row_chosen) as chosen:
        qtbot.mouseClick(
            chart, Qt.MouseButton.LeftButton, pos=QPointF(60, heights["ell"] + 4).toPoint()
        )
    assert chosen.args == ["ell"]
    assert chart.accessibleDescription() == "ell"
    with qtbot.waitSignal(chart.row_chosen) as chosen:
        qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert chosen.args == ["deu"]


def test_the_line_under_the_pointer_is_labelled_until_it_leaves(qtbot, chart):
    height = next(
        y for y in range(400) if (found := chart.row_at(QPointF(60, y))) and found.label == "ell"
    )
    before = chart.grab().toImage()
    QTest.mouseMove(chart, QPoint(60, height + 2))
    assert [each.label for each in chart.labelled()] == ["tha", "ell"]
    assert chart.grab().toImage() != before
    QTest.mouseMove(chart, QPoint(60, 2))
    assert [each.label for each in chart.labelled()] == ["tha"]
    QTest.mouseMove(chart, QPoint(60, height + 2))
    QApplication.sendEvent(chart, QEvent(QEvent.Type.Leave))
    assert [each.label for each in chart.labelled()] == ["tha"]
    assert chart.grab().toImage() == before


def test_labels_do_not_overlap_and_stay_within_the_chart():
    area = QRectF(0, 0, 100, 100)
    assert spread_apart([10, 12, 50], 20, area) == [10, 30, 50]
    assert spread_apart([90, 95, 99], 20, area) == [60, 80, 100]
    assert spread_apart([], 20, area) == []
