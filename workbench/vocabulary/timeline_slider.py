"""MergeTimeline: the merges of a tokenizer on a logarithmic axis, with a text measured at each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from engine.compiled import Floats, Int64s
from workbench.text.numbers import grouped, ratio
from workbench.text.placeholders import fill
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.ui.widgets.sliders import JumpSlider

_PLOT_HEIGHT = 44.0
_MARKS_HEIGHT = 8.0
_MOST_MARKS = 4_000


@dataclass(frozen=True, eq=False)
class TimelineText:
    """What a text says of the merges.

    ks: int64[n], numbers of merges in order; bytes_per_token: float64[n] of the text after so
    many. changing: int64[m], the ranks of the merges that change the text.
    """

    ks: Int64s
    bytes_per_token: Floats
    changing: Int64s


class MergeTimeline(JumpSlider):
    """The value is how many merges there are. Left and Right go one merge, Page Up and Page Down
    to the next power of two, Home and End to the ends; a press or a drag anywhere goes there.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._text: TimelineText | None = None
        self.setAccessibleName(self.tr("Number of merges"))
        self.setToolTip(
            self.tr(
                "Bytes per token of the text by number of merges, on a logarithmic axis; ticks "
                "are merges that change the text"
            )
        )
        self._reading: float | None = None
        self._ground: QPixmap | None = None  # what does not move with the value
        theme.changed.connect(self._paint_anew)
        self.rangeChanged.connect(self._paint_anew)

    def show_text(self, text: TimelineText | None) -> None:
        """Show the curve and the marks of a text, or none."""
        self._text = text
        self._paint_anew()

    def set_reading(self, bytes_per_token: float | None) -> None:
        """Say what the text has after as many merges as the value is: the curve has but samples."""
        self._reading = bytes_per_token
        self.update()

    def end_labels(self) -> tuple[tuple[str, QRectF], ...]:
        """The values at both ends of the curve, each with its room beside its point."""
        text = self._text
        if text is None or not len(text.ks):
            return ()
        first, last = float(text.bytes_per_token[0]), float(text.bytes_per_token[-1])
        words = fill(self.tr("%1 bytes/token"), ratio(first))
        ends = ((text.ks[0], first, words), (text.ks[-1], last, ratio(last)))
        return tuple((said, self._label_box(int(k), value, said)) for k, value, said in ends)

    def sizeHint(self) -> QSize:
        height = _PLOT_HEIGHT + _MARKS_HEIGHT + SPACE_L + 2 * SPACE_XS
        return QSize(SPACE_L * SPACE_L, round(height))

    def minimumSizeHint(self) -> QSize:
        return QSize(SPACE_L * SPACE_M, self.sizeHint().height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.setValue(self.value() + (1 if event.angleDelta().y() > 0 else -1))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_PageUp:
            self.setValue(1 << max(self.value(), 0).bit_length() if self.value() else 1)
        elif key == Qt.Key.Key_PageDown:
            k = self.value()
            self.setValue(1 << (k - 1).bit_length() - 1 if k > 1 else 0)
        else:
            super().keyPressEvent(event)

    def x_of(self, k: float) -> float:
        """The x of a number of merges in the widget."""
        share = np.log2(1 + k) / max(1.0, float(np.log2(1 + self.maximum())))
        return self._left() + float(share) * (self._right() - self._left())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        ratio_now = self.devicePixelRatioF()
        if self._ground is None or self._ground.deviceIndependentSize() != self.size().toSizeF():
            self._ground = QPixmap(self.size() * ratio_now)
            self._ground.setDevicePixelRatio(ratio_now)
            self._ground.fill(Qt.GlobalColor.transparent)
            on_ground = QPainter(self._ground)
            self._paint_ground(on_ground)
            on_ground.end()
        painter.drawPixmap(0, 0, self._ground)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_handle(painter, self._plot())

    def _paint_ground(self, painter: QPainter) -> None:
        """All but the handle, which alone moves."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = self._plot()
        painter.setPen(QPen(self._theme.colour("hairline"), 1.0))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        self._paint_axis(painter, plot)
        if self._text is not None:
            self._paint_curve(painter, plot, self._text)
            self._paint_marks(painter, plot, self._text)

    def _paint_anew(self) -> None:
        self._ground = None
        self.update()

    def _paint_axis(self, painter: QPainter, plot: QRectF) -> None:
        theme = self._theme
        painter.setFont(self._caption)
        metrics = QFontMetricsF(self._caption)
        top = plot.bottom() + _MARKS_HEIGHT
        last = self._right() + SPACE_S
        for k in reversed(_ticks(self.maximum())):
            words = grouped(k)
            width = metrics.horizontalAdvance(words)
            x = self.x_of(k)
            left = min(max(x - width / 2, 0.0), self.width() - width)
            if left + width > last - SPACE_S and k != self.maximum():
                continue
            last = left
            painter.setPen(QPen(theme.colour("hairline"), 1.0))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            painter.setPen(theme.colour("muted_text"))
            room = QRectF(left - 1, top, width + 2, SPACE_L)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_curve(self, painter: QPainter, plot: QRectF, text: TimelineText) -> None:
        if len(text.ks) == 0:
            return
        path = QPainterPath()
        for at, (k, value) in enumerate(
            zip(text.ks.tolist(), text.bytes_per_token.tolist(), strict=True)
        ):
            point = QPointF(self.x_of(k), self._height_of(value))
            if at:
                path.lineTo(point)
            else:
                path.moveTo(point)
        area = QPainterPath(path)
        area.lineTo(plot.bottomRight())
        area.lineTo(plot.bottomLeft())
        ground = self._theme.colour("track")
        painter.fillPath(area, ground)
        painter.setPen(QPen(self._theme.colour("muted_text"), 1.5))
        painter.drawPath(path)
        painter.setFont(self._caption)
        painter.setPen(self._theme.colour("muted_text"))
        for words, box in self.end_labels():
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _height_of(self, value: float) -> float:
        """Where a value of the curve is; zero is at the bottom of the plot."""
        assert self._text is not None
        plot = self._plot()
        highest = max(float(self._text.bytes_per_token.max()), 1.0)
        return plot.bottom() - value / highest * (plot.height() - 2)

    def _label_box(self, k: int, value: float, words: str) -> QRectF:
        """The room of a value beside its point: above it if it fits, else below, left of it."""
        plot, metrics = self._plot(), QFontMetricsF(self._caption)
        width, height = metrics.horizontalAdvance(words) + 2, metrics.height()
        x, y = self.x_of(k), self._height_of(value)
        top = y - height - 1 if y - height - 1 >= plot.top() else y + 2
        left = x + SPACE_XS if x + SPACE_XS + width <= self._right() else x - SPACE_XS - width
        return QRectF(left, top, width, height)

    def _paint_marks(self, painter: QPainter, plot: QRectF, text: TimelineText) -> None:
        ranks = text.changing
        if len(ranks) > _MOST_MARKS:
            ranks = ranks[:: len(ranks) // _MOST_MARKS + 1]
        painter.setPen(QPen(self._theme.colour("text"), 1.0))
        for x in sorted({round(self.x_of(rank + 1)) for rank in ranks.tolist()}):
            top = QPointF(x + 0.5, plot.bottom() + 1)
            painter.drawLine(top, QPointF(x + 0.5, plot.bottom() + _MARKS_HEIGHT - 2))

    def _paint_handle(self, painter: QPainter, plot: QRectF) -> None:
        x = self.x_of(self.value())
        theme = self._theme
        painter.setPen(QPen(theme.colour("accent"), 2.0))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom() + _MARKS_HEIGHT))
        painter.setBrush(theme.colour("accent"))
        painter.setPen(QPen(theme.colour("surface"), 1.0))
        painter.drawEllipse(QPointF(x, plot.bottom()), 6.0, 6.0)
        value = self._reading
        if self._text is not None and value is not None:  # unless an end says it there
            box = self._label_box(self.value(), value, ratio(value))
            if not any(box.intersects(end) for _, end in self.end_labels()):
                painter.setFont(self._caption)
                painter.setPen(theme.colour("text"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, ratio(value))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("focus"), 2.0))
            painter.drawEllipse(QPointF(x, plot.bottom()), 8.0, 8.0)

    def _plot(self) -> QRectF:
        return QRectF(self._left(), SPACE_XS, self._right() - self._left(), _PLOT_HEIGHT)

    def _left(self) -> float:
        return float(SPACE_S)

    def _right(self) -> float:
        return float(self.width() - SPACE_S)

    def _value_of(self, share: float) -> int:
        return round(2 ** (share * float(np.log2(1 + self.maximum()))) - 1)


def _ticks(maximum: int) -> list[int]:
    """Zero, the powers of ten, and the end."""
    ticks = [0]
    power = 1
    while power < maximum:
        ticks.append(power)
        power *= 10
    return [*ticks, maximum] if maximum else ticks
