"""The table of tokens: its model, its figures, and the scripts a filter can choose.

`HistogramHeader` paints how the values of a column are spread, and offers the bins as filters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from engine.analysis import MIXED, NOT_TEXT, PARTIAL, SPECIAL, UNUSED, VocabularyReport
from engine.compiled import Bools, Int64s, UInt8s
from engine.text import script_titles
from workbench.signals import Signal
from workbench.text.numbers import NOTHING, grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_L, SPACE_S, Theme
from workbench.vocabulary.token_chips import CHIPS_ROLE
from workbench.vocabulary.vocabulary_columns import COLUMNS, ID
from workbench.vocabulary.vocabulary_index import VocabularyIndex

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


TOKEN_ROLE = Qt.ItemDataRole.UserRole
_ROLES = frozenset(
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.FontRole,
        TOKEN_ROLE, CHIPS_ROLE,
    )
)  # fmt: skip
_LAST = np.iinfo(np.int64).max
_COUNTED = [at for at, column in enumerate(COLUMNS) if column.is_counted]


class VocabularyTable(HeadedTable):
    """Model of all tokens; rows are ids in the order shown, columns vocabulary_columns'.

    A model of its own: rows are ids, sorted as arrays; words are made for cells in sight alone.
    TOKEN_ROLE: the id. CHIPS_ROLE: the tokens of a cell that draws tokens.
    """

    right_aligned = frozenset(at for at, column in enumerate(COLUMNS) if column.text is None)

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(self.tr(column.title) for column in COLUMNS)
        self._alignments = [self._alignment(column) for column in range(len(COLUMNS))]
        self._mono_font = mono_font
        self._vocabulary: VocabularyIndex | None = None
        self._report: VocabularyReport | None = None
        self._kept: Bools | None = None
        self._rows: Int64s = np.empty(0, np.int64)  # ids in the order shown
        self._sort_column, self._sort_order = ID, Qt.SortOrder.AscendingOrder
        self._orders: dict[tuple[int, Qt.SortOrder], Int64s] = {}
        self._values: dict[int, Int64s] = {}
        self._histograms: dict[int, Histogram | None] = {}
        self._counts: dict[int, Int64s] = {}  # in each bin of the rows on show

    @property
    def vocabulary(self) -> VocabularyIndex | None:
        return self._vocabulary

    def show_vocabulary(self, vocabulary: VocabularyIndex | None) -> None:
        """Show all tokens of another vocabulary."""
        self.beginResetModel()
        self._vocabulary = vocabulary
        self._report = None if vocabulary is None else vocabulary.report
        self._kept = None
        self._orders, self._values, self._histograms = {}, {}, {}
        self._rows = self._sorted()
        self.endResetModel()

    def set_report(self, report: VocabularyReport | None) -> None:
        """Show what is known of uses by now."""
        if report is None or report is self._report:
            return
        self._report = report
        for column in _COUNTED:
            self._values.pop(column, None)
            self._histograms.pop(column, None)
            self._counts.pop(column, None)
            for order in Qt.SortOrder:
                self._orders.pop((column, order), None)
        if self._sort_column in _COUNTED:
            self.sort(self._sort_column, self._sort_order)
        elif self.rowCount():
            last = self.index(self.rowCount() - 1, _COUNTED[-1])
            self.dataChanged.emit(self.index(0, _COUNTED[0]), last)

    def show_ids(self, ids: Int64s) -> None:
        """Show only these ids, in the order of the column that was sorted last."""
        kept = np.zeros(0 if self._vocabulary is None else self._vocabulary.n_tokens, np.bool_)
        kept[ids] = True
        self.show_kept(kept)

    def show_kept(self, kept: Bools) -> None:
        """As `show_ids`, bool[n]: whether each id is shown."""
        self.beginResetModel()
        self._kept = kept
        self._rows = self._sorted()
        self.endResetModel()

    def token_at(self, row: int) -> int:
        """Return the id in a row."""
        return int(self._rows[row])

    def row_of(self, token_id: int) -> int | None:
        """Return the row of an id, None where the filter hides it."""
        found = np.flatnonzero(self._rows == token_id)
        return int(found[0]) if len(found) else None

    def histogram(self, column: int) -> Histogram | None:
        """How the values of a column are spread over all tokens; None for one without a filter."""
        vocabulary = self._vocabulary
        if vocabulary is None or not COLUMNS[column].condition:
            return None
        if column not in self._histograms:
            self._histograms[column] = histogram_of(self._values_of(vocabulary, column))
        return self._histograms[column]

    def shown_counts(self, column: int) -> Int64s:
        """int64[n_bins]: how many of the rows on show are in each bin of the histogram."""
        if column not in self._counts:
            histogram = self.histogram(column)
            assert histogram is not None
            is_all = len(self._rows) == len(histogram.bins)
            self._counts[column] = histogram.counts if is_all else histogram.counts_of(self._rows)
        return self._counts[column]

    def _shown(self) -> Int64s:
        return self._rows

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _ROLES or not index.isValid() or self._vocabulary is None:
            return None  # asked for most of the time: every cell is asked for ten roles
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignments[column]
        if role == Qt.ItemDataRole.FontRole:
            return self._mono_font if COLUMNS[column].is_mono else None
        token_id = int(self._rows[index.row()])
        if role == CHIPS_ROLE:
            cells = COLUMNS[column].cells
            return None if cells is None else cells(self._vocabulary, token_id)
        return token_id if role == TOKEN_ROLE else self._cell(self._vocabulary, token_id, column)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort_column, self._sort_order = column, order
        self.beginResetModel()
        self._rows = self._sorted()
        self.endResetModel()

    def _explanation(self, column: int) -> str | None:
        words = COLUMNS[column].explanation
        return self.tr(words) if words else None

    def _cell(self, vocabulary: VocabularyIndex, token_id: int, column: int) -> str:
        shown = COLUMNS[column]
        if shown.text is not None:
            return shown.text(vocabulary, token_id)
        value = int(self._values_of(vocabulary, column)[token_id])
        return NOTHING if value < 0 else shown.number(value)

    def _values_of(self, vocabulary: VocabularyIndex, column: int) -> Int64s:
        """The values of a column; kept, since every cell in sight asks for them."""
        if column not in self._values:
            assert self._report is not None
            self._values[column] = COLUMNS[column].values(vocabulary, self._report)
        return self._values[column]

    def _sorted(self) -> Int64s:
        """Return the ids in the chosen order; equal ones by id, unknown ones last."""
        self._counts = {}
        if self._vocabulary is None:
            return np.empty(0, np.int64)
        order = self._order()
        return order if self._kept is None else order[self._kept[order]]

    def _order(self) -> Int64s:
        """All ids in the chosen order; kept, so that only the first time takes long."""
        assert self._vocabulary is not None
        key = (self._sort_column, self._sort_order)
        if key not in self._orders:
            down = self._sort_order is Qt.SortOrder.DescendingOrder
            values = self._values_of(self._vocabulary, self._sort_column)
            keys = np.where(values < 0, _LAST, -values if down else values)
            self._orders[key] = np.argsort(keys, kind="stable")
        return self._orders[key]


def constant_figures(index: VocabularyIndex | None) -> tuple[str, ...]:
    """All figures but the first, which alone depends on the filter."""
    if index is None:
        return ("–",) * 5
    return (
        grouped(int(np.count_nonzero(index.ranks >= 0))),
        *(_count_words(index, flag) for flag in (SPECIAL, PARTIAL, UNUSED)),
        grouped(int(index.lengths.max())),
    )


def _count_words(index: VocabularyIndex, flag: int) -> str:
    """How many tokens have a flag, "" for none."""
    count = int(np.count_nonzero(index.flags & flag))
    return grouped(count) if count else ""


def scripts_of(index: VocabularyIndex | None) -> list[tuple[str, int]]:
    """The scripts of a vocabulary and their tokens, the largest first."""
    if index is None:
        return []
    titles = script_titles()
    counts = np.bincount(index.report.facts.scripts, minlength=256)
    counts[[0, NOT_TEXT, MIXED]] = 0
    order = np.argsort(-counts, kind="stable")
    return [(titles[number], int(counts[number])) for number in order[counts[order] > 0].tolist()]
