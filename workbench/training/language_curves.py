"""LanguageCurves: bytes per token of every source over the merges, live and from a stored run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.compiled import Floats
from workbench.text.languages import language_name
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.training.chart_points import source_points
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.charts.curve import ChartText, Curve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.theme.theme import Theme
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine import TrainingProgress, TrainingRecord

RECORD_POINTS = 1500
"""Of the curve of a stored run: more than a chart has columns of pixels."""


class LanguageCurves(QWidget):
    """Collects what a training says; `draw` shows it, together with the other charts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: tuple[str, ...] = ()
        # Bytes per token: a row per point, a column per source, the last one for all text.
        self._values: Floats = np.empty((64, 1))
        self._x: Floats = np.empty(64)
        self._n = 0
        self._record: TrainingRecord | None = None
        text = ChartText(
            title=self.tr("Bytes per token of every source"),
            x_axis=self.tr("merges"),
            y_axis=self.tr("bytes per token"),
            value=self._words,
        )
        self.chart = ZoomChart(text, theme)
        self.saving = ChartSaving(self.chart)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.chart)

    @property
    def extremes(self) -> str:
        """The sources with the highest and the lowest bytes per token just now, in words."""
        newest = self._newest()
        known = [(value, label) for label, value in newest.items() if value == value]
        if len(known) < 2:
            return ""
        (worst, worst_label), (best, best_label) = min(known), max(known)
        return fill(
            self.tr("Highest: %1 %2 · Lowest: %3 %4"),
            language_name(best_label),
            ratio(best),
            language_name(worst_label),
            ratio(worst),
        )

    def clear(self) -> None:
        self._labels, self._n, self._record = (), 0, None

    def add(self, values: tuple[TrainingProgress, ...]) -> None:
        """Append what a training said, as densely as the curve of all text."""
        for value in values:
            if not value.merges_done or not value.last_merges:
                continue
            if value.source_labels != self._labels:
                self._begin(value.source_labels)
            if self._n and value.merges_done <= self._x[self._n - 1]:
                continue
            self._append(*source_points(value))

    def set_record(self, training: TrainingRecord | None) -> None:
        """Take a stored run."""
        self._labels, self._n = (), 0
        self._record = training

    def _words(self, x: float, y: float) -> str:
        return after_merges(round(x), ratio(y))

    def _begin(self, labels: tuple[str, ...]) -> None:
        self._labels, self._n, self._record = labels, 0, None
        self._values = np.empty((64, len(labels) + 1))
        self._x = np.empty(64)
        self._append(np.zeros(1), np.ones((1, len(labels) + 1)))  # before the first merge

    def _append(self, merges: Floats, rows: Floats) -> None:
        needed = self._n + len(merges)
        if needed > len(self._x):
            room = max(needed, 2 * len(self._x))
            x, values = np.empty(room), np.empty((room, self._values.shape[1]))
            x[: self._n], values[: self._n] = self._x[: self._n], self._values[: self._n]
            self._x, self._values = x, values
        self._x[self._n : needed] = merges
        self._values[self._n : needed] = rows
        self._n = needed

    def _newest(self) -> dict[str, float]:
        if self._record is not None and not self._n:
            values = self._record.source_bytes_per_token()
            return dict(zip(self._record.source_labels, values.tolist(), strict=True))
        if not self._n:
            return {}
        newest = self._values[self._n - 1, :-1]
        return dict(zip(self._labels, newest.tolist(), strict=True))

    def draw(self) -> None:
        """Show what there is."""
        if self._record is not None and not self._n:
            self._take_record(self._record)
        x = self._x[: self._n].copy()
        y = self._values[: self._n].T.copy()
        curves = [Curve(name, language_name(name), x, y[i]) for i, name in enumerate(self._labels)]
        if len(curves) > 1:
            curves.append(Curve("", self.tr("All text"), x, y[-1], is_emphasised=True))
        self.chart.set_curves(curves)

    def _take_record(self, training: TrainingRecord) -> None:
        """Make the points of a stored run: bytes per token after some of its merges."""
        n = len(training.applied)
        second = training.second_stage
        n_first = n if second is None else min(second.n_first, n)
        ends = np.linspace(0, n, RECORD_POINTS + 1).astype(np.int64)
        starts = np.unique([*ends, n_first])[:-1]
        self._labels = training.source_labels
        n_bytes = training.source_bytes.astype(np.float64)
        tokens = n_bytes[None, :]
        x = np.zeros(1)
        if len(starts):
            gone = np.add.reduceat(training.source_applied, starts, axis=0).cumsum(axis=0)
            x = np.concatenate([x, [*starts[1:], n]])
            left = n_bytes - gone
            if second is not None and n_first < n:  # from there on the text is cut otherwise
                at_first = np.flatnonzero(x[1:] == n_first)
                before = gone[at_first[0]] if len(at_first) else 0
                left = np.where((x[1:] > n_first)[:, None],
                                np.array(second.source_tokens) - (gone - before), left)  # fmt: skip
            tokens = np.concatenate([tokens, left])
        with np.errstate(invalid="ignore", divide="ignore"):
            overall = n_bytes.sum() / tokens.sum(axis=1, keepdims=True)
            self._values = np.concatenate([n_bytes / tokens, overall], axis=1)
        self._x, self._n = x, len(x)


def after_merges(n_merges: int, value: str) -> str:
    """A value with the place on the axis of merges where it holds."""
    numbers = (n_merges, grouped(n_merges), value)
    return counted("LanguageCurves", "after %1 merge: %2", "after %1 merges: %2", *numbers)
