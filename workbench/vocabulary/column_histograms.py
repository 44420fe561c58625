"""Histograms in the heads of the vocabulary table: how the values of a column are spread.

`histogram_of` makes one, `HistogramHeader` paints them and offers their bins as filters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from engine.compiled import Int64s, UInt8s
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_L, SPACE_S, Theme

if TYPE_CHECKING:
    from workbench.vocabulary.vocabulary_table import VocabularyTable

HEIGHT = SPACE_L
"""Of the bars below the words of a head, in pixels."""
MOST_BINS = 24
_NO_BIN = 255
_SKEWED = 20
"""A greatest value this often the median is binned by powers."""
_GRIP = 5
"""Pixels beside the edge of a head that belong to moving the edge."""


@dataclass(frozen=True, eq=False)
class Histogram:
    """edges: int64[n_bins + 1], bin i counts the values from edges[i] to edges[i + 1] - 1.

    bins: uint8[n], the bin of each id, _NO_BIN if its value is unknown. counts: int64[n_bins].
    """

    edges: Int64s
    bins: UInt8s

    @cached_property
    def counts(self) -> Int64s:
        return self._counted(self.bins)

    @cached_property
    def highest(self) -> int:
        """Tokens in the greatest bin."""
        return int(self.counts.max())

    def counts_of(self, ids: Int64s) -> Int64s:
        """int64[n_bins]: how many of some ids are in each bin."""
        return self._counted(self.bins[ids])

    def condition(self, key: str, at: int) -> str:
        """The condition of the filter that keeps one bin."""
        low, high = self.range_of(at)
        return f"{key}:{low}" if low == high else f"{key}:{low}..{high}"

    def range_of(self, at: int) -> tuple[int, int]:
        """The smallest and the greatest value of a bin."""
        return int(self.edges[at]), int(self.edges[at + 1]) - 1

    def _counted(self, bins: UInt8s) -> Int64s:
        return np.bincount(bins, minlength=_NO_BIN + 1)[: len(self.edges) - 1]


def histogram_of(values: Int64s) -> Histogram | None:
    """The histogram of int64[n]; negative ones are unknown. None if all known ones are equal.

    Bins are equally wide, or grow by a constant factor if few values are far greater than most.
    """
    known = values[values >= 0]
    if not len(known) or known.min() == known.max():
        return None
    low, high = int(known.min()), int(known.max())
    if high > _SKEWED * max(1.0, float(np.median(known))):
        powers = np.geomspace(max(1, low), high + 1, MOST_BINS)
        edges = np.unique(np.concatenate(([low], np.ceil(powers), [high + 1])).astype(np.int64))
    else:
        width = -(-(high + 1 - low) // MOST_BINS)
        edges = np.arange(low, high + 1 + width, width)
    bins = (np.searchsorted(edges, values, "right") - 1).astype(np.uint8)
    bins[values < 0] = _NO_BIN
    return Histogram(edges, bins)


class HeadBin(NamedTuple):
    """A bin in a head: its column, and its number from the left."""

    column: int
    at: int


class HistogramHeader(QHeaderView):
    """The head of the vocabulary table: words above, bars below.

    Pale bars count all tokens, dark ones those that the filter shows, each by their own greatest
    bin: few tokens would be invisible beside all. A click on the words sorts, one on a bar asks
    for its tokens.

    Signals:
        bin_chosen: HeadBin.
    """

    bin_chosen: Signal[HeadBin] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._pointed: HeadBin | None = None
        self._pressed: HeadBin | None = None
        self.setSectionsClickable(True)
        self.setMouseTracking(True)

    def bin_at(self, place: QPoint) -> HeadBin | None:
        """The bin under a point of the viewport, None for a bar's column without a token."""
        column = self.logicalIndexAt(place)
        if column < 0 or place.y() < ROW_HEIGHT:
            return None
        histogram = self._table.histogram(column)
        left = self.sectionViewportPosition(column)
        from_edge = min(place.x() - left, left + self.sectionSize(column) - place.x())
        if histogram is None or from_edge < _GRIP:
            return None
        room = self._room(column)
        share = (place.x() - room.left()) / max(1.0, room.width())
        at = int(share * len(histogram.counts))
        is_there = 0 <= at < len(histogram.counts) and histogram.counts[at] > 0
        return HeadBin(column, at) if is_there else None

    def bar_rect(self, chosen: HeadBin) -> QRectF:
        """Where the bar of a bin is painted, for all tokens."""
        histogram = self._table.histogram(chosen.column)
        assert histogram is not None
        share = int(histogram.counts[chosen.at]) / histogram.highest
        return _bar(self._room(chosen.column), len(histogram.counts), chosen.at, share)

    def words_of(self, chosen: HeadBin) -> str:
        """What a bin is and how many tokens it has."""
        histogram = self._table.histogram(chosen.column)
        assert histogram is not None
        low, high = histogram.range_of(chosen.at)
        title = str(self.model().headerData(chosen.column, Qt.Orientation.Horizontal))
        n_all = int(histogram.counts[chosen.at])
        n_shown = int(self._table.shown_counts(chosen.column)[chosen.at])
        values = grouped(low) if low == high else f"{grouped(low)}–{grouped(high)}"
        words = QCoreApplication.translate(
            "HistogramHeader", "%1 %2. Tokens: %3, shown: %4. Click to filter."
        )
        return fill(words, title, values, grouped(n_all), grouped(n_shown))

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        words = QRect(rect.left(), rect.top(), rect.width(), rect.height() - HEIGHT)
        painter.save()
        super().paintSection(painter, words, column)
        painter.restore()
        painter.save()
        surface = self._theme.colour("surface")
        below = QRect(rect.left(), words.bottom(), rect.width(), HEIGHT + 1)
        painter.fillRect(below, surface)  # over the line that the style draws below the words
        self._paint_bars(painter, column)
        line = QRect(rect.left(), rect.bottom(), rect.width(), 1)
        painter.fillRect(line, self._theme.colour("hairline"))
        painter.restore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.bin_at(event.position().toPoint()))
        if self._pressed is None:
            super().mouseMoveEvent(event)
        if self._pointed is not None:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        chosen = self.bin_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and chosen is not None:
            self._pressed = chosen
        else:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
        elif pressed == self.bin_at(event.position().toPoint()):
            self.bin_chosen.emit(pressed)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    @property
    def _table(self) -> VocabularyTable:
        model: VocabularyTable = self.model()  # type: ignore[assignment]  # the one it is made for
        return model

    def _room(self, column: int) -> QRectF:
        left, width = self.sectionViewportPosition(column), self.sectionSize(column)
        return QRectF(left + SPACE_S, ROW_HEIGHT, max(1, width - 2 * SPACE_S), HEIGHT - 1)

    def _paint_bars(self, painter: QPainter, column: int) -> None:
        histogram = self._table.histogram(column)
        if histogram is None:
            return
        room, counts = self._room(column), histogram.counts.tolist()
        shown = self._table.shown_counts(column).tolist()
        most_shown = max(1, *shown)
        pale, dark = self._theme.colour("track"), self._theme.colour("muted_text")
        for at, (n_all, n_shown) in enumerate(zip(counts, shown, strict=True)):
            if n_all and n_all != n_shown:
                painter.fillRect(_bar(room, len(counts), at, n_all / histogram.highest), pale)
            if n_shown:
                painter.fillRect(_bar(room, len(counts), at, n_shown / most_shown), dark)
        if self._pointed is not None and self._pointed.column == column:
            painter.fillRect(self.bar_rect(self._pointed), self._theme.colour("text"))

    def _point_at(self, pointed: HeadBin | None) -> None:
        if pointed != self._pointed:
            self._pointed = pointed
            self.viewport().update()
            if pointed is None:
                self.unsetCursor()


def _bar(room: QRectF, n_bins: int, at: int, share: float) -> QRectF:
    """The bar of a bin; one of few tokens is a pixel high."""
    step = room.width() / n_bins
    height = max(1.0, round(room.height() * share))
    gap = 1.0 if step >= 4 else 0.0
    return QRectF(room.left() + at * step, room.bottom() - height, max(1.0, step - gap), height)
