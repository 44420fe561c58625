"""DotPlot: one row per language, one marker per tokenizer on a shared scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from workbench.text.numbers import ratio
from workbench.ui.languages.language_chart import CENTRE, LEFT, ChartRow, LanguageChart, rows_csv
from workbench.ui.theme.colours import MARKERS
from workbench.ui.theme.icons import MARKER_SIZE, paint_marker
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme

MOST_TICKS = 8
WIDE_RANGE = 40.0  # a greatest value that many times the least needs a logarithmic scale
_HUES = (0, 6, 2, 3, 4, 5, 1, 7)  # the hues of tokens, neighbours far apart


@dataclass(frozen=True, slots=True)
class Reference:
    """A value that others are compared with, such as 1 with "English = 1"."""

    value: float
    words: str


@dataclass(frozen=True, slots=True)
class DotScale:
    """From a value to a share of the width."""

    low: float
    high: float
    ticks: tuple[float, ...]
    is_log: bool = False

    def share(self, value: float) -> float:
        """Return 0 at the low end to 1 at the high end."""
        if self.is_log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


def scale_of(values: Sequence[float], *, near_zero: bool = True) -> DotScale:
    """Return the scale that holds all values between round ticks.

    From zero unless that would waste most of the width, or without `near_zero`; logarithmic where
    the greatest value is more than WIDE_RANGE times the least and none is zero or below.
    """
    if not values:
        return DotScale(0.0, 1.0, (0.0, 0.5, 1.0))
    low, high = min(values), max(values)
    if low > 0 and high / low > WIDE_RANGE:
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        return DotScale(
            10.0**first, 10.0**last, tuple(10.0**power for power in range(first, last + 1)), True
        )
    if near_zero and 0 <= low < 0.6 * high:
        low = 0.0
    step = _round_step((high - low) or abs(high) or 1.0)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    ticks = tuple(step * place for place in range(first, last + 1))
    return DotScale(ticks[0], ticks[-1], ticks)


class DotPlot(LanguageChart):
    """Cells of a row are the tokenizers; the first is the open run, filled in the accent."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(name, theme, parent)
        self._names: tuple[str, ...] = ()
        self._marks: tuple[int, ...] = ()
        self._title = ""
        self._reference: Reference | None = None
        self._scale = scale_of(())

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    @property
    def axis_title(self) -> str:
        return self._title

    def set_dots(
        self,
        names: Sequence[str],
        rows: Sequence[ChartRow],
        title: str,
        marks: Sequence[int] = (),
        reference: Reference | None = None,
        *,
        near_zero: bool = True,
    ) -> None:
        """Show a marker for each name in every row. title: the metric with its unit.

        marks: which marker each name has, where it is not the first, the second and so on.
        reference: a line through all rows. near_zero: whether the axis begins at zero unless all
        values are far from it; without, small differences are seen.
        """
        self._reference = reference
        self._names, self._marks = tuple(names), tuple(marks) or tuple(range(len(names)))
        values = [cell.value for row in rows for cell in row.cells if cell.value is not None]
        if reference is not None and values:
            values.append(reference.value)
        self._scale = scale_of(values, near_zero=near_zero)
        self._title = title
        if self._scale.is_log:
            self._title += self.tr(" (logarithmic)")
        self.set_rows(rows, len(self._names))

    def data_csv(self) -> str:
        """Return the values of all rows as CSV."""
        return rows_csv(self._names, self.rows)

    def marker(self, index: int) -> tuple[str, QColor]:
        """Return shape and colour of a tokenizer's marker."""
        shape = MARKERS[index % len(MARKERS)]
        if index == 0:
            return shape, self.theme.colour("accent")
        return shape, self.theme.token_colour(_HUES[(index - 1) % len(_HUES)]).boundary

    def mark_of(self, column: int) -> tuple[str, QColor]:
        """Return shape and colour of the marker that a column of the rows has."""
        return self.marker(self._marks[column])

    def column_at(self, x: float, width: float, row: ChartRow) -> int:
        """Return the tokenizer whose marker is nearest."""
        inner = self._inner(QRectF(0, 0, width, 1))
        near = [
            (abs(inner.left() + self._scale.share(cell.value) * inner.width() - x), index)
            for index, cell in enumerate(row.cells)
            if cell.value is not None
        ]
        return min(near)[1] if near else 0

    def paint_head(self, painter: QPainter, area: QRectF) -> None:
        """Paint the axis: its title above, the ticks below."""
        inner, metrics = self._inner(area), painter.fontMetrics()
        title = QRectF(area.left(), area.top(), area.width(), area.height() / 2)
        needed = metrics.horizontalAdvance(self._title) + 1
        if needed > title.width():  # it begins above the names where the axis is narrow
            title.setLeft(max(SPACE_S, title.right() - needed))
        words = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, int(title.width()))
        painter.drawText(title, CENTRE, words)
        end = -math.inf
        for tick in self._scale.ticks:
            x = inner.left() + self._scale.share(tick) * inner.width()
            words = tick_words(tick, self._scale)
            width = metrics.horizontalAdvance(words)
            if x - width / 2 > end + SPACE_S:
                room = QRectF(x - width, title.bottom(), 2 * width, area.height() / 2)
                painter.drawText(room, CENTRE, words)
                end = x + width / 2

    def paint_cells(
        self, painter: QPainter, area: QRectF, row: ChartRow, current: int | None
    ) -> None:
        inner, middle = self._inner(area), area.center().y()
        painter.setPen(QPen(self.theme.colour("grid"), 1.0))
        for tick in self._scale.ticks:
            x = inner.left() + self._scale.share(tick) * inner.width()
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        self._paint_guides(painter, area, row)
        places = [
            (inner.left() + self._scale.share(cell.value) * inner.width(), index)
            for index, cell in enumerate(row.cells)
            if cell.value is not None
        ]
        if not places:
            return
        painter.setPen(QPen(self.theme.colour("control_edge"), 1.0))
        painter.drawLine(QPointF(min(places)[0], middle), QPointF(max(places)[0], middle))
        for x, index in sorted(places, key=_last_first):
            shape, colour = self.mark_of(index)
            painter.setPen(QPen(self.theme.colour("surface"), 1.0))
            painter.setBrush(colour)
            paint_marker(painter, shape, QPointF(x, middle))
            if index == current:
                painter.setPen(QPen(self.theme.colour("focus"), 2.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(QPointF(x, middle), MARKER_SIZE, MARKER_SIZE)
        if current is not None and row.cells[current].words:
            self._paint_value(painter, area, places, current, row.cells[current].words)

    def paint_foot(self, painter: QPainter, area: QRectF) -> None:
        """Paint which marker is which tokenizer, and what the lines are."""
        metrics = painter.fontMetrics()
        x = self._paint_line_words(painter, area)
        for index, name in enumerate(self._names):
            shape, colour = self.mark_of(index)
            width = metrics.horizontalAdvance(name)
            if x + MARKER_SIZE + SPACE_S + width > area.right():
                painter.drawText(QRectF(x, area.top(), SPACE_L, area.height()), LEFT, "…")
                return
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            paint_marker(painter, shape, QPointF(x + MARKER_SIZE / 2, area.center().y()))
            painter.setPen(self.theme.colour("text"))
            room = QRectF(x + MARKER_SIZE + SPACE_S, area.top(), width + 1, area.height())
            painter.drawText(room, LEFT, name)
            x = room.right() + SPACE_L

    def _guides(self, row: ChartRow | None) -> list[tuple[float, QPen, str]]:
        """The lines through a row, or through any row: their value, their pen, what they are."""
        guides = []
        if self._reference is not None:
            guides.append((self._reference.value, QPen(self.theme.colour("text"), 1.0),
                           self._reference.words))  # fmt: skip
        bands = [each.band for each in (self.rows if row is None else (row,))]
        medians = [band.median for band in bands if band is not None and band.words]
        if medians and medians[0] is not None:
            pen = QPen(self.theme.colour("muted_text"), 1.5, Qt.PenStyle.DashLine)
            guides.append((medians[0], pen, self.tr("median of the script")))
        return guides

    def _paint_guides(self, painter: QPainter, area: QRectF, row: ChartRow) -> None:
        inner = self._inner(area)
        for value, pen, _ in self._guides(row):
            if self._scale.low <= value <= self._scale.high:
                x = inner.left() + self._scale.share(value) * inner.width()
                painter.setPen(pen)
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _paint_line_words(self, painter: QPainter, area: QRectF) -> float:
        """Paint what each line is; return where the next words begin."""
        x, metrics, middle = area.left(), painter.fontMetrics(), area.center().y()
        for _, pen, words in self._guides(None):
            painter.setPen(pen)
            painter.drawLine(QPointF(x, middle), QPointF(x + SPACE_L, middle))
            painter.setPen(self.theme.colour("text"))
            width = metrics.horizontalAdvance(words) + 1
            room = QRectF(x + SPACE_L + SPACE_XS, area.top(), width, area.height())
            painter.drawText(room, LEFT, words)
            x = room.right() + SPACE_L
        return x

    def _inner(self, area: QRectF) -> QRectF:
        """The room of the scale: half a marker away from both ends."""
        return area.adjusted(SPACE_M, 0, -SPACE_L, 0)

    def _paint_value(
        self, painter: QPainter, area: QRectF, places: list[tuple[float, int]], current: int,
        words: str,
    ) -> None:  # fmt: skip
        """Paint the chosen marker's value beside it."""
        x = next((x for x, index in places if index == current), None)
        if x is None:
            return
        painter.setFont(self.theme.font(bold=True))
        painter.setPen(self.theme.colour("selection_text"))
        width = painter.fontMetrics().horizontalAdvance(words) + 1
        others = [place for place, index in places if index != current]
        left = value_left(x, width, others, area.left(), area.right())
        painter.drawText(QRectF(left, area.top(), width, area.height()), LEFT, words)


def value_left(x: float, width: float, others: Sequence[float], low: float, high: float) -> float:
    """Where words of some width beside a marker at x begin: right of it, or left of it.

    others: the middles of the other markers, which the words keep clear of if one side allows.
    """
    gap = MARKER_SIZE + SPACE_XS / 2
    sides = [left for left in (x + gap, x - gap - width) if low <= left <= high - width]
    half = MARKER_SIZE / 2
    free = [
        left for left in sides if not any(left - half < o < left + width + half for o in others)
    ]
    return float(next(iter([*free, *sides]), max(low, high - width)))


def tick_words(tick: float, scale: DotScale) -> str:
    """Return a tick as it stands on the axis: no more digits than the step needs."""
    if scale.is_log or len(scale.ticks) < 2:
        return f"{tick:g}"
    step = min(after - before for before, after in pairwise(scale.ticks))
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return f"{tick:.{decimals}f}" if abs(tick) < 1000 else ratio(tick)


def _last_first(place: tuple[float, int]) -> int:
    """The open run is painted last, over the others."""
    return -place[1]


def _round_step(span: float) -> float:
    """Return 1, 2 or 5 times a power of ten that cuts a span into at most MOST_TICKS."""
    power = 10.0 ** math.floor(math.log10(span / MOST_TICKS))
    return next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= MOST_TICKS)
