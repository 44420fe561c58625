"""Playhead: several charts over one axis read out the same place."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from workbench.ui.charts.curves_chart import CurvesChart


class Playhead(QObject):
    """Shows where one of its charts is pointed at in all others that are in sight.

    Each says its own value there at its top right. The axes may differ in scale and in what part of
    them is in view; a chart in whose view the place is not says nothing.
    """

    def __init__(self, charts: Sequence[CurvesChart], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._charts = tuple(charts)
        for chart in charts:
            chart.pointed.connect(self._move)

    def _move(self, x: float | None) -> None:
        pointed = self.sender()
        for chart in self._charts:
            if chart is not pointed and chart.isVisible():
                chart.set_pointed(x)
