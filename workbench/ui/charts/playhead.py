"""Playhead: several charts over one axis read out the same place and share a selected part."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from workbench.signals import Signal
from workbench.ui.charts.chart_layout import Range, View
from workbench.ui.charts.zoom_chart import ZoomChart


class Playhead(QObject):
    """Shows where one of its charts is pointed at in all others that are in sight.

    Each says its own value there at its top right. The axes may differ in scale and in what part of
    them is in view; a chart in whose view the place is not says nothing. Dragging in one selects a
    part of the axis in all, and zooming in one zooms the axis of all.

    Signals:
        range_selected: (low, high) that a person selected, None when the selection ends.
    """

    range_selected: Signal[Range | None] = Signal(object)

    def __init__(self, charts: Sequence[ZoomChart], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._charts = tuple(charts)
        for chart in charts:
            chart.offer_ranges()
            chart.pointed.connect(self._move)
            chart.range_selected.connect(self._select)
            chart.zoomed.connect(self._zoom)

    def set_chosen(self, chosen: Range | None) -> None:
        """Select a part in all charts; no signal."""
        for chart in self._charts:
            chart.set_chosen(chosen)

    def _move(self, x: float | None) -> None:
        pointed = self.sender()
        for chart in self._charts:
            if chart is not pointed and chart.isVisible():
                chart.set_pointed(x)

    def _zoom(self, _is_zoomed: bool) -> None:
        """Look at the same part of the x axis; each chart finds its heights."""
        zoomed = self.sender()
        if isinstance(zoomed, ZoomChart):
            view = zoomed.view
            for chart in self._charts:
                if chart is not zoomed:
                    chart.look_at(view and View(view.x))

    def _select(self, chosen: Range | None) -> None:
        self.set_chosen(chosen)
        self.range_selected.emit(chosen)
