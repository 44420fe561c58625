"""The statistics of a file of conversations: lengths, where the limit cuts, and tokens by role."""

from __future__ import annotations

import math
from collections.abc import Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QTabBar, QWidget

from engine.compiled import Int64s
from workbench.chat.chat_results import role_columns
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.text.table_text import csv_text
from workbench.ui.charts.axis_ticks import linear_ticks
from workbench.ui.charts.chart_saving import ChartSaving
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import NO_SELECTION, DataTable
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme
from workbench.ui.widgets.layouts import vertical
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.chat import RoleCount


_STEPS = 4  # bars from one length to its double
_MOST_LABELS = 6
_SIZE = QSize(320, 116)
_LEAST = QSize(160, 116)
_TICK_ROOM = 16.0  # pixels below the bars
_WORDS_ROOM = 18.0


class Bar(NamedTuple):
    """Conversations of low to high - 1 tokens."""

    low: int
    high: int
    n_conversations: int


class LengthChart(QWidget):
    """Bars on a logarithmic axis of tokens; those beyond the limit are hatched and coloured."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lengths: Int64s = np.empty(0, np.int64)
        self._limit: int | None = None
        self._bars: tuple[Bar, ...] = ()
        self._pointed: Bar | None = None
        self.setAccessibleName(self.tr("Lengths of the conversations"))
        self.setMouseTracking(True)
        self.setMinimumSize(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def bars(self) -> tuple[Bar, ...]:
        return self._bars

    @property
    def words(self) -> str:
        """The line above the bars: the bar under the pointer, else the effect of the limit."""
        if self._pointed is not None:
            low, high, count = self._pointed
            tokens = counted("LengthChart", "1 token", "%1 tokens", low)
            if high - low > 1:
                tokens = fill(self.tr("%1 to %2 tokens"), grouped(low), grouped(high - 1))
            words = counted("LengthChart", "1 conversation", "%1 conversations", count)
            return f"{tokens}: {words}"
        if self._limit is None:
            return self.tr("Conversations by tokens (log)")
        beyond = int(np.count_nonzero(self._lengths > self._limit))
        words = self.tr("Conversations by tokens (log): %1 longer than %2")
        return fill(words, grouped(beyond), grouped(self._limit))

    def set_lengths(self, lengths: Int64s, limit: int | None) -> None:
        """Show other lengths. lengths: int64[n], tokens; limit: the most that are kept."""
        self._lengths, self._limit = lengths[lengths > 0], limit
        self._bars, self._pointed = _bars(self._lengths), None
        self.setAccessibleDescription(self.words)
        self.update()

    def data_csv(self) -> str:
        """A row for each bar."""
        heads = ["tokens from", "tokens to", "conversations"]
        return csv_text(heads, ((low, high - 1, count) for low, high, count in self._bars))

    def sizeHint(self) -> QSize:
        return _SIZE

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_on(painter, QSizeF(self.size()))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._places(QSizeF(self.size()))
        x = event.position().x()
        found = (bar for bar in self._bars if place(bar.low) <= x < place(bar.high))
        self._point_at(next(found, None))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def paint_on(self, painter: QPainter, size: QSizeF) -> None:
        """Paint in any size."""
        font, colour = self._theme.font(TEXT_CAPTION), self._theme.colour
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(colour("muted_text"))
        room = QRectF(0, 0, size.width(), _WORDS_ROOM)
        words = metrics.elidedText(self.words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        if not self._bars:
            return
        place = self._places(size)
        bottom = size.height() - _TICK_ROOM
        top = _WORDS_ROOM + SPACE_XS
        most = max(bar.n_conversations for bar in self._bars)
        for bar in self._bars:
            left, right = place(bar.low), place(bar.high)
            high = (bottom - top) * bar.n_conversations / most
            if bar.n_conversations:
                high = max(high, 1.0)
            shape = QRectF(left, bottom - high, max(right - left - 1.0, 1.0), high)
            self._paint_bar(painter, shape, bar, place)
        painter.setPen(QPen(colour("hairline"), 1))
        painter.drawLine(QPointF(0, bottom), QPointF(size.width(), bottom))
        self._paint_ticks(painter, size, metrics)
        self._paint_scale(painter, QRectF(0, top, size.width(), bottom - top), most, metrics)
        if self._limit is not None and self._bars[0].low <= self._limit < self._bars[-1].high:
            x = place(self._limit + 1)
            painter.setPen(QPen(colour("text"), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))
            self._paint_limit(painter, QPointF(x, top), size, metrics)

    @property
    def limit_words(self) -> str:
        """The label at the limit line, "" without one."""
        return "" if self._limit is None else fill(self.tr("Limit %1"), grouped(self._limit))

    def _paint_limit(
        self, painter: QPainter, top: QPointF, size: QSizeF, metrics: QFontMetricsF
    ) -> None:
        """Name the line of the limit, at its left where the scale or the edge is at the right."""
        width = metrics.horizontalAdvance(self.limit_words) + 2 * SPACE_XS
        is_right = top.x() + 2 * width < size.width()
        left = top.x() + 1 if is_right else top.x() - width - 1
        box = QRectF(max(left, 0.0), top.y() + 1, width, metrics.height())
        painter.fillRect(box, self._theme.colour("surface"))
        painter.setPen(self._theme.colour("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.limit_words)

    def _paint_bar(self, painter: QPainter, shape: QRectF, bar: Bar, place: _Axis) -> None:
        """Paint a bar; one that the limit crosses is hatched only beyond it."""
        is_pointed = bar == self._pointed
        limit = shape.right() if self._limit is None else place(self._limit + 1)
        edge = min(max(limit, shape.left()), shape.right())
        within, beyond = QRectF(shape), QRectF(shape)
        within.setRight(edge)
        beyond.setLeft(edge)
        if within.width() > 0:
            painter.fillRect(within, self._theme.colour("text" if is_pointed else "muted_text"))
        if beyond.width() > 0:
            fill = self._theme.colour("text" if is_pointed else "warning")
            painter.setPen(QPen(fill, 1))
            painter.setBrush(QBrush(fill, Qt.BrushStyle.BDiagPattern))
            painter.drawRect(beyond.adjusted(0, 0, -1, 0))

    def _paint_scale(
        self, painter: QPainter, area: QRectF, most: int, metrics: QFontMetricsF
    ) -> None:
        """Say how many conversations the highest bar has, at a line of its height."""
        painter.setPen(QPen(self._theme.colour("hairline"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(area.topLeft(), area.topRight())
        words = grouped(most)
        width = metrics.horizontalAdvance(words)
        box = QRectF(area.right() - width - 2, area.top(), width + 2, metrics.height())
        painter.fillRect(box, self._theme.colour("surface"))
        painter.setPen(self._theme.colour("muted_text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_ticks(self, painter: QPainter, size: QSizeF, metrics: QFontMetricsF) -> None:
        low, high = math.log2(self._bars[0].low), math.log2(self._bars[-1].high)
        place, end = self._places(size), -1.0
        painter.setPen(self._theme.colour("muted_text"))
        for tick in linear_ticks(math.ceil(low), math.floor(high), _MOST_LABELS):
            if tick != int(tick):
                continue
            words = grouped(round(2**tick))
            width = metrics.horizontalAdvance(words)
            x = min(max(place(2**tick) - width / 2, 0.0), size.width() - width)
            if x > end + SPACE_S:
                painter.drawText(QPointF(x, size.height() - metrics.descent()), words)
                end = x + width

    def _places(self, size: QSizeF) -> _Axis:
        low, high = (self._bars[0].low, self._bars[-1].high) if self._bars else (1, 2)
        return _Axis(math.log2(low), math.log2(high), size.width())

    def _point_at(self, bar: Bar | None) -> None:
        if bar != self._pointed:
            self._pointed = bar
            self.update()


class _Axis(NamedTuple):
    """From tokens to pixels."""

    low: float
    high: float
    width: float

    def __call__(self, tokens: float) -> float:
        return (math.log2(tokens) - self.low) / (self.high - self.low) * self.width


def _bars(lengths: Int64s) -> tuple[Bar, ...]:
    """Bars that hold all lengths, four from each length to its double."""
    if not len(lengths):
        return ()
    first = math.floor(_STEPS * math.log2(int(lengths.min())))
    last = math.floor(_STEPS * math.log2(int(lengths.max()))) + 1
    edges = [math.ceil(2 ** (step / _STEPS) - 1e-9) for step in range(first, last + 1)]
    edges = sorted(set(edges))
    counts, _ = np.histogram(lengths, bins=[edge - 0.5 for edge in edges])
    pairs = zip(edges[:-1], edges[1:], counts.tolist(), strict=True)
    return tuple(Bar(low, high, count) for low, high, count in pairs)


_LENGTHS, _ROLES = range(2)


class FileStatistics(QWidget):
    """A chart and a table, one above the other if there is room, else the chosen one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lengths = LengthChart(theme)
        ChartSaving(self.lengths)
        self.roles = ColumnTable(role_columns(), identity=itemgetter(0), parent=self)
        self.role_table = DataTable(self.tr("Tokens of the file by role"), theme)
        self.role_table.show_columns(self.roles)
        self.role_table.setSelectionMode(NO_SELECTION)
        self.role_table.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._is_tall = False
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Lengths or tokens by role"))
        for words in (self.tr("Lengths"), self.tr("Tokens by role")):
            self._tabs.addTab(words)
        vertical(self._tabs, self.lengths, self.role_table, parent=self, spacing=SPACE_S)
        self._tabs.currentChanged.connect(self._show_parts)
        self._show_parts()

    def clear(self) -> None:
        """Show nothing: the file is checked again."""
        self.show_lengths(np.empty(0, np.int64), None)
        self.show_roles({})

    def arrange(self, *, tall: bool) -> None:
        """Say whether there is room for both parts."""
        if tall != self._is_tall:
            self._is_tall = tall
            self._show_parts()

    def show_lengths(self, lengths: Int64s, limit: int | None) -> None:
        """Show how long the conversations are, in tokens; limit: the most that are kept."""
        self.lengths.set_lengths(lengths, limit)
        self._show_parts()

    def show_roles(self, roles: Mapping[str, RoleCount]) -> None:
        """Count the tokens of each role, and of all of them if there are several."""
        rows = list(roles.items())
        if len(rows) > 1:
            counts = roles.values()
            n_tokens = sum(count.tokens for count in counts)
            n_trained = sum(count.trained for count in counts)
            whole = next(iter(counts))._replace(tokens=n_tokens, trained=n_trained)
            rows.append((self.tr("all roles"), whole))
        self.roles.set_rows(rows)
        self.role_table.setFixedHeight((len(rows) + 1) * ROW_HEIGHT + SPACE_XS)
        self._show_parts()

    def _show_parts(self, _place: int = _LENGTHS) -> None:
        has_lengths, has_roles = bool(self.lengths.bars), bool(self.roles.rows)
        shows_both = self._is_tall or not (has_lengths and has_roles)
        chosen = self._tabs.currentIndex()
        self._tabs.setVisible(not shows_both)
        self.lengths.setVisible(has_lengths and (shows_both or chosen == _LENGTHS))
        self.role_table.setVisible(has_roles and (shows_both or chosen == _ROLES))
