"""TrainingCharts: bytes per token and merge counts over the merges, live and from a stored run."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from workbench.numbers import grouped, ratio
from workbench.plots.curve_points import GrowingCurve
from workbench.theme import SPACE_L, Theme

if TYPE_CHECKING:
    from engine import TrainingProgress, TrainingRecord
    from workbench.plots.line_chart import LineChart

REDRAW_INTERVAL_S = 0.1


class TrainingCharts(QWidget):
    """Empty until `build()`, which loads the chart library: call it behind the shown window."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(SPACE_L)
        self._compression = GrowingCurve()
        self._counts = GrowingCurve()
        self._charts: tuple[LineChart, LineChart] | None = None
        self._counts_drawn_at = 0.0
        self._shows_both = True

    @property
    def compression_chart(self) -> LineChart | None:
        return self._charts[0] if self._charts else None

    @property
    def counts_chart(self) -> LineChart | None:
        return self._charts[1] if self._charts else None

    def build(self) -> None:
        """Load pyqtgraph and make the charts; does nothing the second time."""
        if self._charts is not None:
            return
        from workbench.plots.line_chart import ChartText, LineChart

        compression = ChartText(
            title=self.tr("Bytes per token"),
            x_axis=self.tr("merges"),
            y_axis=self.tr("bytes per token"),
            value=_compression_words,
        )
        counts = ChartText(
            title=self.tr("Count of each merge"),
            x_axis=self.tr("rank (log)"),
            y_axis=self.tr("count (log)"),
            value=_count_words,
        )
        self._charts = (
            LineChart(compression, self._theme),
            LineChart(counts, self._theme, log=True),
        )
        for chart in self._charts:
            self._row.addWidget(chart, 1)
        self._charts[1].setVisible(self._shows_both)
        self._draw()

    def show_both(self, both: bool) -> None:
        """Show both charts, or the one of compression alone."""
        self._shows_both = both
        if self._charts is not None and self._charts[1].isHidden() == both:
            self._charts[1].setVisible(both)

    def clear(self) -> None:
        self._compression.clear()
        self._counts.clear()
        self._draw()

    def add(self, values: tuple[TrainingProgress, ...]) -> None:
        """Append what a training said. The curve of compression ends where the training is now,
        the counts follow at most ten times a second."""
        done = self._compression.x[-1] if len(self._compression) else 0
        merged = [value for value in values if value.merges_done > done and value.last_merges]
        if not merged:
            return
        if not done:
            self._compression.extend(np.zeros(1), np.ones(1))  # before the first merge
        self._compression.extend(
            np.array([value.merges_done for value in merged], float),
            np.array([value.bytes_per_token for value in merged], float),
        )
        for merges in (value.last_merges for value in merged):
            ranks = np.arange(merges.first_rank + 1, merges.first_rank + len(merges) + 1)
            self._counts.extend(ranks.astype(float), merges.counts.astype(float))
        if self.isVisible():
            self._draw_compression()
            if time.monotonic() - self._counts_drawn_at >= REDRAW_INTERVAL_S:
                self._draw_counts()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def finish(self) -> None:
        """Draw what the last redraw left out."""
        self._draw()

    def set_record(self, training: TrainingRecord | None) -> None:
        """Show the curves of a stored run."""
        self._compression.clear()
        self._counts.clear()
        if training is not None and len(training.applied):
            merges = np.arange(len(training.applied) + 1, dtype=float)
            gone = np.concatenate([[0], np.cumsum(training.applied)])
            tokens = np.maximum(1, training.bytes - gone)
            self._compression.extend(merges, training.bytes / tokens)
            self._counts.extend(merges[1:], training.occurrences.astype(float))
        self._draw()

    def _draw(self) -> None:
        self._draw_compression()
        self._draw_counts()

    def _draw_compression(self) -> None:
        if self._charts is not None:
            self._charts[0].set_data(self._compression.x.copy(), self._compression.y.copy())

    def _draw_counts(self) -> None:
        self._counts_drawn_at = time.monotonic()
        if self._charts is not None:
            self._charts[1].set_data(self._counts.x.copy(), self._counts.y.copy())


def _compression_words(x: float, y: float) -> str:
    return f"after {grouped(round(x))} merges: {ratio(y)}"


def _count_words(x: float, y: float) -> str:
    return f"merge {grouped(round(x))}: {grouped(round(y))}"
