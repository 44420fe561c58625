"""OverviewStrip: a whole text in miniature beside a view, with what was found and what differs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.compiled import Bools, Int64s
from workbench.text.numbers import percent
from workbench.text.placeholders import fill
from workbench.ui.spans.overlays import Overlays
from workbench.ui.spans.span_colouring import LOST, TRAINED, UNTRAINED
from workbench.ui.spans.span_text import SpanText
from workbench.ui.spans.span_view import SpanView
from workbench.ui.theme.theme import Theme

_WIDTH = 18
_DIFFERENT = 6  # the orange of what is split differently
_TICK = 2.0  # height of a tick
_HALF = 0.5
_ALPHA = 200  # of the colour where every byte begins a token

Shares = NDArray[np.float64]


class OverviewStrip(QWidget):
    """The text from top to bottom, by bytes: its mask, or how dense its tokens are.

    The mask (supervised, hatched, cut) is shown where the view shows one. Else a row is the darker,
    the shorter its tokens are. The left half is shaded where it is split differently, ticks at the
    right are hits. A frame is what the view shows; a click or a drag moves it. Hidden where the
    whole text is in sight.
    """

    def __init__(self, view: SpanView, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._theme = view, theme
        self._picture: QPixmap | None = None  # of all but the frame, which moves while one scrolls
        self._is_wanted = True
        policy = QSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        policy.setRetainSizeWhenHidden(True)  # else the text might fit only without the strip
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Overview of the text"))
        self.setToolTip(self.tr("The whole text; click or drag to go there"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        view.place_changed.connect(self._move)
        view.looks_changed.connect(self._forget)
        view.verticalScrollBar().rangeChanged.connect(self._note_range)
        view.verticalScrollBar().valueChanged.connect(self._move)
        theme.changed.connect(self._forget)
        self._show_where_needed()

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 0)

    def set_wanted(self, wanted: bool) -> None:
        """Show the strip, or leave the overview to that of a view beside."""
        self._is_wanted = wanted
        self._show_where_needed()

    def paintEvent(self, _event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._picture is None:
            self._picture = QPixmap((QSizeF(self.size()) * ratio).toSize())
            self._picture.setDevicePixelRatio(ratio)
            painter = QPainter(self._picture)
            self._paint_text(painter)
            painter.end()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        self._paint_window(painter)
        painter.end()

    def _paint_text(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self._theme.colour("surface"))
        painter.fillRect(0, 0, 1, self.height(), self._theme.colour("hairline"))
        view, text = self._view, self._view.text
        shares = shares_of(text, view.overlays, self.height())
        self.setAccessibleDescription(self._told(shares))
        for hue, rows in shares.items():
            self._paint_rows(painter, hue, rows)
        if view.ringed is not None:
            differing = share_of(text, np.asarray(view.ringed, np.bool_), self.height())
            colour = self._theme.token_colours(8)[_DIFFERENT].boundary
            self._paint_shades(painter, differing, colour, self.width() / 2)
        self._paint_hits(painter, view.hits.stretches[:, 0])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go_to(event.position().y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go_to(event.position().y())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._picture = None

    def _go_to(self, y: float) -> None:
        """Bring the byte at a height to the middle of the view."""
        view = self._view
        n_bytes = len(view.text.data)
        first, end = view.top_byte, view.bottom_byte
        middle = n_bytes * y / max(self.height(), 1)
        offset = min(max(middle - (end - first) / 2, 0.0), float(max(n_bytes - 1, 0)))
        view.scroll_to_byte(offset)
        view.place_changed.emit(view.top_byte)
        self.update()

    def _move(self, _place: object = None) -> None:
        self.update()

    def _forget(self) -> None:
        """What is shown of the text changed."""
        self._picture = None
        self._show_where_needed()
        self.update()

    def _note_range(self, _least: int, _most: int) -> None:
        self._show_where_needed()

    def _show_where_needed(self) -> None:
        self.setVisible(self._is_wanted and self._view.verticalScrollBar().maximum() > 0)

    def _told(self, shares: dict[int, Shares]) -> str:
        if TRAINED not in shares:
            return self.tr("Density of tokens along the text")
        parts = (percent(float(shares[hue].mean())) for hue in (TRAINED, UNTRAINED, LOST))
        return fill(self.tr("Supervised: %1, not supervised: %2, truncated: %3, by bytes"), *parts)

    def _paint_rows(self, painter: QPainter, hue: int, shares: Shares) -> None:
        """Paint a pixel high line for each row; a mask as a part of it, density as a shade."""
        theme, width = self._theme, self.width() - 4
        if hue in (TRAINED, UNTRAINED, LOST):
            colour = theme.colour("hairline") if hue == LOST else _mask_colour(theme, hue)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            rows = np.flatnonzero(shares >= _HALF)
            painter.drawRects([QRectF(2, int(row), width, 1) for row in rows])
            if hue == UNTRAINED:
                painter.setBrush(QBrush(theme.colour("control_edge"), Qt.BrushStyle.BDiagPattern))
                painter.drawRects([QRectF(2, int(row), width, 1) for row in rows])
            return
        self._paint_shades(painter, _ALPHA / 255 * shares, theme.colour("muted_text"), width)

    @staticmethod
    def _paint_shades(painter: QPainter, shares: Shares, colour: QColor, width: float) -> None:
        shade = QColor(colour)
        for row, share in enumerate(np.clip(shares, 0.0, 1.0).tolist()):
            if share:
                shade.setAlphaF(share)
                painter.fillRect(QRectF(2, row, width, 1), shade)

    def _paint_hits(self, painter: QPainter, offsets: Int64s) -> None:
        n_bytes = max(len(self._view.text.data), 1)
        rows = np.unique(offsets * max(self.height() - 1, 1) // n_bytes).tolist()
        half = self.width() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("warning"))
        painter.drawRects([QRectF(half, row, half, _TICK) for row in rows])

    def _paint_window(self, painter: QPainter) -> None:
        """Frame what the view shows."""
        n_bytes = max(len(self._view.text.data), 1)
        top = self._view.top_byte / n_bytes * self.height()
        bottom = self._view.bottom_byte / n_bytes * self.height()
        frame = QRectF(1.0, top + 0.5, self.width() - 2.0, max(bottom - top, 6.0) - 1)
        painter.setPen(QPen(self._theme.colour("text"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(frame)


def shares_of(text: SpanText, overlays: Overlays, n_rows: int) -> dict[int, Shares]:
    """Return for each hue float[n_rows]: its share of each row's bytes.

    With a mask the hues are TRAINED, UNTRAINED and LOST; else hue 0 is how many tokens begin per
    byte, 1 where each byte is a token.
    """
    if n_rows <= 0 or not len(text.data):
        return {}
    edges = np.linspace(0, len(text.data), n_rows + 1)
    if text.hues is None or not overlays.mask:
        begins = np.searchsorted(text.bounds[:-1], edges)
        return {0: np.diff(begins) / np.diff(edges)}
    return {hue: share_of(text, text.hues == hue, n_rows) for hue in (TRAINED, UNTRAINED, LOST)}


def share_of(text: SpanText, spans: Bools, n_rows: int) -> Shares:
    """Return float[n_rows]: the share of each row's bytes that are in some spans, bool[n]."""
    if n_rows <= 0 or not len(text.data):
        return np.zeros(max(n_rows, 0))
    edges = np.linspace(0, len(text.data), n_rows + 1)
    before = np.concatenate(([0], np.cumsum(np.diff(text.bounds) * spans)))
    found: Shares = np.diff(np.interp(edges, text.bounds, before)) / np.diff(edges)
    return found


def _mask_colour(theme: Theme, hue: int) -> QColor:
    if hue == TRAINED:
        return theme.colour("positive")
    return theme.supervision_colour(False)
