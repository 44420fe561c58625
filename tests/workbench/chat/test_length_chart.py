"""The chart of conversation lengths: what a limit cuts is hatched, and nothing below it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint

from workbench.chat.file_statistics import LengthChart


def test_a_bar_that_the_limit_crosses_is_hatched_only_beyond_it(qtbot, theme):
    chart = LengthChart(theme)
    qtbot.addWidget(chart)
    chart.resize(900, 116)
    chart.set_lengths(np.array([100, 120, 200, 700, 720, 760, 790, 3000]), 800)
    chart.show()
    image = chart.grab().toImage()
    (crossed,) = [bar for bar in chart.bars if bar.low <= 800 < bar.high - 1]
    assert crossed.n_conversations > 1
    low, high = np.log2(chart.bars[0].low), np.log2(chart.bars[-1].high)

    def colours(start: float, end: float) -> set[str]:
        first, last = (round((np.log2(x) - low) / (high - low) * 900) for x in (start, end))
        row = 116 - 16 - 4  # inside of the bars
        return {image.pixelColor(QPoint(x, row)).name() for x in range(first + 2, last - 2)}

    solid = theme.colour("muted_text").name()
    assert colours(crossed.low, 801) == {solid}
    assert solid not in colours(801, crossed.high)


def test_the_line_of_the_limit_is_named_and_stays_inside(qtbot, theme):
    chart = LengthChart(theme)
    qtbot.addWidget(chart)
    chart.resize(300, 116)
    for limit in (110, 800, 2900):
        chart.set_lengths(np.array([100, 120, 200, 700, 3000]), limit)
        assert chart.limit_words.replace("\u202f", "").replace("\u2009", "").startswith("Limit ")
        named = chart.grab().toImage()
        chart.set_lengths(np.array([100, 120, 200, 700, 3000]), None)
        assert chart.limit_words == ""
        assert chart.grab().toImage() != named
