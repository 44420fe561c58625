"""TrainingCharts: compression, counts, gain and token lengths, live and from a stored run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.numbers import grouped, ratio
from workbench.parts.chart_deck import ChartDeck
from workbench.parts.chart_saving import ChartSaving
from workbench.parts.language_curves import LanguageCurves
from workbench.parts.training_points import Floats, TokenLengths, gain_points
from workbench.plots.chart_text import ChartText
from workbench.plots.curve import Curve
from workbench.plots.curve_points import GrowingCurve
from workbench.plots.zoom_chart import ZoomChart
from workbench.theme import Theme

if TYPE_CHECKING:
    from engine import Tokenizer, TrainingProgress

APART_MS = 12
ALL = ""  # stands for all text; no source has an empty label


class TrainingCharts(QWidget):
    """Five charts; while a training runs only those in sight are drawn, one after the other with
    a little time between: each costs some milliseconds in which nobody is answered."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all = self.tr("All text")
        self._compression, self._tokens = GrowingCurve(), GrowingCurve()
        self._counts, self._lengths = GrowingCurve(), TokenLengths()
        self._waiting: list[tuple[ZoomChart, Callable[[], None]]] = []
        self._timer = QTimer(self, interval=APART_MS)
        self._timer.timeout.connect(self._draw_next)
        self._make_charts(theme)
        self.languages = LanguageCurves(theme)
        self.deck = ChartDeck()
        for title, part, chart in (
            (self.tr("All text"), self.compression_chart, self.compression_chart),
            (self.tr("Per label"), self.languages, self.languages.chart),
            (self.tr("Counts"), self.counts_chart, self.counts_chart),
            (self.tr("Gain"), self.gain_chart, self.gain_chart),
            (self.tr("Lengths"), self.lengths_chart, self.lengths_chart),
        ):
            self.deck.add(title, part, chart)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.deck)

    def clear(self) -> None:
        for curve in (self._compression, self._tokens, self._counts):
            curve.clear()
        self._lengths.clear()
        self.languages.clear()
        self.deck.follow(True)
        self.deck.words.clear()
        self._draw()

    def add(self, values: tuple[TrainingProgress, ...]) -> None:
        """Append what a training said."""
        done = self._compression.x[-1] if len(self._compression) else 0
        merged = [value for value in values if value.merges_done > done and value.last_merges]
        self.languages.add(values)
        if not merged:
            return
        if not done:  # before the first merge a token is a byte
            self._compression.extend(np.zeros(1), np.ones(1))
            self._tokens.extend(np.zeros(1), np.array([float(values[0].bytes_total)]))
        x = np.array([value.merges_done for value in merged], float)
        self._compression.extend(x, np.array([value.bytes_per_token for value in merged]))
        self._tokens.extend(x, np.array([value.corpus_tokens for value in merged], float))
        for merges in (value.last_merges for value in merged):
            ranks = np.arange(merges.first_rank + 1, merges.first_rank + len(merges) + 1)
            self._counts.extend(ranks.astype(float), merges.counts.astype(float))
            if merges.first_rank == self._lengths.n_merges:
                self._lengths.extend(merges.pairs)
        self.deck.words.setText(self.languages.extremes)
        if self.isVisible():
            self._draw_compression()
            self._waiting = list(self._drawings[1:])
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def finish(self) -> None:
        """Draw what the last redraw left out."""
        self.languages.finish()
        self._draw()

    def set_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Show the curves of a stored run."""
        for curve in (self._compression, self._tokens, self._counts):
            curve.clear()
        self._lengths.clear()
        training = tokenizer.training if tokenizer is not None else None
        if tokenizer is not None:
            self._lengths.extend(tokenizer.ranked_merges)
        if training is not None and len(training.applied):
            merges = np.arange(len(training.applied) + 1, dtype=float)
            gone = np.concatenate([[0], np.cumsum(training.applied)])
            tokens = np.maximum(1, training.bytes - gone)
            self._compression.extend(merges, training.bytes / tokens)
            self._tokens.extend(merges, tokens.astype(float))
            self._counts.extend(merges[1:], training.occurrences.astype(float))
        self.languages.set_record(training)
        self.deck.words.setText(self.languages.extremes)
        self.deck.follow(True)
        self._draw()

    def _draw(self) -> None:
        self._timer.stop()
        for _, draw in self._drawings:
            draw()

    def _draw_next(self) -> None:
        """Draw the next of those that wait and are in sight."""
        while self._waiting:
            chart, draw = self._waiting.pop(0)
            if chart.isVisible():
                draw()
                return
        self._timer.stop()

    def _draw_compression(self) -> None:
        self._show(self.compression_chart, self._compression.x.copy(), self._compression.y.copy())

    def _draw_counts(self) -> None:
        self._show(self.counts_chart, self._counts.x.copy(), self._counts.y.copy())

    def _draw_gain(self) -> None:
        self._show(self.gain_chart, *gain_points(self._tokens.x, self._tokens.y))

    def _draw_lengths(self) -> None:
        has_merges = self._lengths.n_merges > 0
        points = self._lengths.points() if has_merges else (np.empty(0), np.empty(0))
        self._show(self.lengths_chart, *points)

    def _show(self, chart: ZoomChart, x: Floats, y: Floats) -> None:
        name = self._names.get(chart, self._all)
        curves = [Curve(ALL, name, x, y, is_emphasised=True)] if len(x) else []
        chart.set_curves(curves)

    def _make_charts(self, theme: Theme) -> None:
        merges, log_merges = self.tr("merges"), self.tr("merges (log)")
        compression = ChartText(
            self.tr("Bytes per token"), merges, self.tr("bytes per token"), self._after
        )
        counts = ChartText(
            self.tr("Count of each merge"), self.tr("rank (log)"), self.tr("count (log)"),
            self._count_words,
        )  # fmt: skip
        gain = ChartText(
            self.tr("Tokens saved by a thousand further merges"), log_merges,
            self.tr("percent (log)"), self._gain_words,
        )  # fmt: skip
        lengths = ChartText(
            self.tr("Tokens by length"), self.tr("bytes (log)"), self.tr("tokens (log)"),
            self._length_words,
        )  # fmt: skip
        self.compression_chart = ZoomChart(compression, theme)
        self.counts_chart = ZoomChart(counts, theme, log_x=True, log_y=True)
        self.gain_chart = ZoomChart(gain, theme, log_x=True, log_y=True)
        self.lengths_chart = ZoomChart(lengths, theme, log_x=True, log_y=True)
        self._names = {
            self.counts_chart: self.tr("Count"), self.lengths_chart: self.tr("Tokens"),
        }  # fmt: skip
        self._drawings = (
            (self.compression_chart, self._draw_compression),
            (self.counts_chart, self._draw_counts),
            (self.gain_chart, self._draw_gain),
            (self.lengths_chart, self._draw_lengths),
        )
        charts = (self.compression_chart, self.counts_chart, self.gain_chart, self.lengths_chart)
        self.savings = tuple(ChartSaving(chart) for chart in charts)

    def _after(self, x: float, y: float) -> str:
        words = self.tr("after %1 merges: %2").replace("%1", grouped(round(x)))
        return words.replace("%2", ratio(y))

    def _gain_words(self, x: float, y: float) -> str:
        words = self.tr("after %1 merges: %2 %").replace("%1", grouped(round(x)))
        return words.replace("%2", ratio(y))

    def _count_words(self, x: float, y: float) -> str:
        words = self.tr("merge %1: %2").replace("%1", grouped(round(x)))
        return words.replace("%2", grouped(round(y)))

    def _length_words(self, x: float, y: float) -> str:
        words = self.tr("of %1 bytes: %2").replace("%1", grouped(round(x)))
        return words.replace("%2", grouped(round(y)))
