"""LineChart: one curve with titled axes, a direct label at its end and the hovered value in words.

Importing this file imports pyqtgraph (half a second): do it behind the shown window.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyqtgraph
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.numbers import grouped
from workbench.plots.axis_ticks import (
    BOTTOM_AXIS_HEIGHT,
    LEFT_AXIS_WIDTH,
    log_ticks,
    power_words,
)
from workbench.plots.chart_text import ChartText
from workbench.plots.curve_points import thinned
from workbench.theme import SPACE_S, SPACE_XS, TEXT_CAPTION, Theme
from workbench.widgets.labels import label

LABEL_ROOM = 28  # pixels beyond the curve's end for its label
Floats = npt.NDArray[np.float64]


class LineChart(QWidget):
    """One curve; `set_data` replaces it. With `log`, both axes are logarithmic and say so."""

    def __init__(
        self, text: ChartText, theme: Theme, *, log: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(text.title)
        self._text, self._theme, self._log = text, theme, log
        self._x: Floats = np.empty(0)
        self._y: Floats = np.empty(0)
        self._words = label("", "caption")
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(label(text.title, "section"))
        head.addStretch(1)
        head.addWidget(self._words)
        axes = {side: _Axis(side) for side in ("bottom", "left")}
        self._plot = pyqtgraph.PlotWidget(background=None, axisItems=axes, enableMenu=False)
        self._item = self._plot.getPlotItem()
        for axis in axes.values():
            axis.setZValue(-1)  # the grid belongs behind the curve and its label
        self._curve = pyqtgraph.PlotCurveItem(antialias=True, skipFiniteCheck=True)
        self._dot = pyqtgraph.ScatterPlotItem(size=7)
        self._rule = pyqtgraph.InfiniteLine(angle=90, movable=False)
        self._end = pyqtgraph.TextItem(anchor=(1.0, 1.15))
        self._heights = (0.0, 1.0, False)  # least and greatest y, and whether the curve falls
        self._prepare()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_XS)
        column.addLayout(head)
        column.addWidget(self._plot, 1)
        self._plot.scene().sigMouseMoved.connect(self._show_hovered)
        self._item.getViewBox().sigResized.connect(self._fit_height)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def data(self) -> tuple[Floats, Floats]:
        """x and y as they were set, before thinning."""
        return self._x, self._y

    @property
    def hovered_words(self) -> str:
        """The words at the chart's top right: the hovered point, or the newest."""
        return self._words.text()

    @property
    def end_words(self) -> str:
        """The label at the curve's end."""
        return str(self._end.toPlainText())

    @property
    def shows_label_whole(self) -> bool:
        """True where the label at the curve's end lies within the plot's height."""
        label_box = self._end.sceneBoundingRect()
        plot_box = self._item.getViewBox().sceneBoundingRect()
        return plot_box.top() <= label_box.top() and label_box.bottom() <= plot_box.bottom()

    def set_data(self, x: Floats, y: Floats) -> None:
        """Show a curve; x ascends. An empty curve empties the chart."""
        self._x, self._y = x, y
        keep = thinned(x, y, log=self._log)
        shown_x, shown_y = x[keep], y[keep]
        if self._log:
            shown_x, shown_y = np.log10(shown_x), np.log10(shown_y)
        self._curve.setData(shown_x, shown_y)
        self._end.setVisible(len(x) > 0)
        self._dot.setData([shown_x[-1]] if len(x) else [], [shown_y[-1]] if len(x) else [])
        self._rule.hide()
        if len(shown_y):
            falls = bool(shown_y[-1] < shown_y[0])  # the end's label stands clear of the curve
            self._heights = (float(shown_y.min()), float(shown_y.max()), falls)
            self._fit_height()
            self._end.setAnchor((1.0, -0.15 if falls else 1.15))
            self._item.setXRange(float(shown_x[0]), float(shown_x[-1]), padding=0.03)
            self._end.setPos(shown_x[-1], shown_y[-1])
            self._end.setText(self._text.short_value(float(x[-1]), float(y[-1])))
        self._words.clear()

    def _fit_height(self) -> None:
        """Leave room for the end's label above or below the curve, however high the chart is."""
        low, high, falls = self._heights
        height = max(self._item.getViewBox().height(), 2.0 * LABEL_ROOM)
        room = max(high - low, 1e-6) * LABEL_ROOM / (height - LABEL_ROOM)
        self._item.setYRange(low - room * falls, high + room * (not falls), padding=0.02)

    def show_at(self, x: float) -> None:
        """Say the value at x in words and mark it (what hovering does)."""
        if not len(self._x):
            return
        at = int(np.clip(np.searchsorted(self._x, x), 0, len(self._x) - 1))
        near_x, near_y = float(self._x[at]), float(self._y[at])
        self._words.setText(self._text.value(near_x, near_y))
        self._rule.setPos(np.log10(near_x) if self._log else near_x)
        self._rule.show()

    def leaveEvent(self, event: object) -> None:
        super().leaveEvent(event)  # type: ignore[arg-type]
        self._rule.hide()
        self._words.clear()

    def _prepare(self) -> None:
        item = self._item
        # PlotItem makes its menu even when none is wanted; it shall go away with the chart.
        item.ctrlMenu.setParent(self, item.ctrlMenu.windowFlags())
        item.hideButtons()
        item.setMouseEnabled(x=False, y=False)
        item.setLogMode(x=self._log, y=self._log)
        item.showGrid(x=True, y=True, alpha=1.0)
        item.getViewBox().setDefaultPadding(0.02)
        item.setContentsMargins(0, SPACE_XS, SPACE_S, 0)
        for part in (self._curve, self._dot, self._end, self._rule):
            item.addItem(part, ignoreBounds=part is not self._curve)
        self._rule.hide()
        self._end.hide()
        self._plot.setMinimumSize(1, 1)
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for side, title in (("bottom", self._text.x_axis), ("left", self._text.y_axis)):
            axis = item.getAxis(side)
            axis.setLabel(title)
            axis.enableAutoSIPrefix(False)
            axis.setStyle(tickLength=0, tickTextOffset=SPACE_XS, maxTickLevel=0 if self._log else 1)
        item.getAxis("left").setWidth(LEFT_AXIS_WIDTH)
        item.getAxis("bottom").setHeight(BOTTOM_AXIS_HEIGHT)

    def _restyle(self) -> None:
        theme, caption = self._theme, self._theme.font(TEXT_CAPTION)
        self._curve.setPen(pyqtgraph.mkPen(theme.colour("text"), width=1.5))
        self._dot.setPen(None)
        self._dot.setBrush(theme.colour("text"))
        self._rule.setPen(pyqtgraph.mkPen(theme.colour("muted_text"), width=1))
        self._end.setFont(caption)
        self._end.setColor(theme.colour("text"))
        for side in ("bottom", "left"):
            axis = self._item.getAxis(side)
            axis.setPen(pyqtgraph.mkPen(theme.colour("grid"), width=1))
            axis.setTextPen(theme.colour("muted_text"))
            axis.setTickFont(caption)
            axis.label.setFont(caption)
            axis.label.setDefaultTextColor(theme.colour("muted_text"))

    def _show_hovered(self, position: QPointF) -> None:
        box = self._item.getViewBox()
        if box.sceneBoundingRect().contains(position):
            x = box.mapSceneToView(position).x()
            self.show_at(10**x if self._log else x)


class _Axis(pyqtgraph.AxisItem):
    """Grouped whole numbers on linear axes; decades, or 1, 2, 5 of each, on logarithmic ones."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        if not self.logMode:
            return super().tickValues(low, high, size)
        return [(1.0, log_ticks(low, high))]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self.logMode:
            return [power_words(value) for value in values]
        if spacing < 1:
            return super().tickStrings(values, scale, spacing)
        return [grouped(round(value * scale)) for value in values]
