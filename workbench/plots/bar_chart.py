"""BarChart: a horizontal bar per label with name and value; scrolls, never squeezes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from workbench.numbers import ratio
from workbench.theme import ROW_HEIGHT, SPACE_L, SPACE_S, SPACE_XS, TEXT_BODY, TEXT_CAPTION, Theme

BAR_THICKNESS = 12
MARKER_SIZE = 8
NAME_SHARE = 0.36
MAX_NAME_WIDTH = 190
VALUE_WIDTH = 48
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: the label decides colour and marker, `name` is what people read."""

    label: str
    name: str
    value: float


class BarChart(QAbstractScrollArea):
    """Bars from the top, in the order given, over an axis that starts at zero.

    Signals:
        bar_chosen: label of the bar the person clicked or moved to with the arrow keys.
    """

    bar_chosen = Signal(object)

    def __init__(
        self, title: str, axis_title: str, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(ROW_HEIGHT)
        self._axis_title, self._theme = axis_title, theme
        self._bars: tuple[Bar, ...] = ()
        self._axis_end = 1.0
        self._chosen: str | None = None
        self._hovered = -1
        theme.changed.connect(self.viewport().update)

    @property
    def bars(self) -> tuple[Bar, ...]:
        return self._bars

    def set_bars(self, bars: tuple[Bar, ...]) -> None:
        """Show these bars; the scroll position stays."""
        self._bars = bars
        greatest = max((bar.value for bar in bars), default=1.0)
        if not self._axis_end * 0.6 <= greatest <= self._axis_end:
            self._axis_end = _axis_end(greatest)
        self._fit_scroll_bar()
        self.viewport().update()

    def choose(self, label: str | None) -> None:
        """Mark a label's bar and bring it into sight."""
        self._chosen = label
        row = self._row_of(label)
        if row is not None:
            bar, top = self.verticalScrollBar(), row * ROW_HEIGHT
            if top < bar.value() or top + ROW_HEIGHT > bar.value() + bar.pageStep():
                bar.setValue(top - bar.pageStep() // 2)
        self.viewport().update()

    def words_of(self, row: int) -> str:
        """Return a bar's value in words."""
        bar = self._bars[row]
        return f"{bar.name}: {ratio(bar.value)} {self._axis_title}"

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, height = self.viewport().width(), self.viewport().height()
        painter.fillRect(0, 0, width, height, self._theme.colour("surface"))
        self._paint_grid(painter)
        painter.setClipRect(0, ROW_HEIGHT, width, height - ROW_HEIGHT)
        offset = self.verticalScrollBar().value()
        first = offset // ROW_HEIGHT
        last = min(len(self._bars), first + height // ROW_HEIGHT + 2)
        for row in range(first, last):
            self._paint_row(painter, row, ROW_HEIGHT + row * ROW_HEIGHT - offset)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().y())
        if row != self._hovered:
            self._hovered = row
            self.viewport().setToolTip(self.words_of(row) if row >= 0 else "")
            self.viewport().update()

    def leaveEvent(self, event: object) -> None:
        super().leaveEvent(event)  # type: ignore[arg-type]
        self._hovered = -1
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().y())
        if row >= 0:
            self._choose_row(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._bars:
            super().keyPressEvent(event)
            return
        row = self._row_of(self._chosen)
        self._choose_row(0 if row is None else min(len(self._bars) - 1, max(0, row + step)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_scroll_bar()

    def _choose_row(self, row: int) -> None:
        self.choose(self._bars[row].label)
        self.bar_chosen.emit(self._bars[row].label)

    def _row_of(self, label: str | None) -> int | None:
        return next((row for row, bar in enumerate(self._bars) if bar.label == label), None)

    def _row_at(self, y: float) -> int:
        if y < ROW_HEIGHT:
            return -1
        row = int(y - ROW_HEIGHT + self.verticalScrollBar().value()) // ROW_HEIGHT
        return row if 0 <= row < len(self._bars) else -1

    def _fit_scroll_bar(self) -> None:
        page = max(ROW_HEIGHT, self.viewport().height() - ROW_HEIGHT)
        self.verticalScrollBar().setPageStep(page)
        self.verticalScrollBar().setRange(0, max(0, len(self._bars) * ROW_HEIGHT - page))

    def _name_width(self) -> int:
        return min(MAX_NAME_WIDTH, round(self.viewport().width() * NAME_SHARE))

    def _x_of(self, value: float) -> float:
        left = SPACE_L + self._name_width() + SPACE_S
        room = self.viewport().width() - left - VALUE_WIDTH - SPACE_S
        return left + max(0.0, room * value / self._axis_end)

    def _paint_grid(self, painter: QPainter) -> None:
        theme, bottom = self._theme, self.viewport().height()
        painter.setFont(theme.font(TEXT_CAPTION))
        step = self._axis_end / 4 if self._axis_end > 2 else self._axis_end / 2
        value = 0.0
        while value <= self._axis_end * 1.001:
            x = round(self._x_of(value))
            painter.fillRect(x, ROW_HEIGHT, 1, bottom, theme.colour("grid"))
            painter.setPen(theme.colour("muted_text"))
            painter.drawText(
                QRect(x - 30, 0, 60, ROW_HEIGHT), Qt.AlignmentFlag.AlignCenter, f"{value:g}"
            )
            value += step
        painter.drawText(QRect(SPACE_L, 0, self._name_width(), ROW_HEIGHT), _LEFT, self._axis_title)
        painter.fillRect(
            0, ROW_HEIGHT - 1, self.viewport().width(), 1, theme.colour("hairline")
        )

    def _paint_row(self, painter: QPainter, row: int, top: int) -> None:
        theme, bar = self._theme, self._bars[row]
        chosen = bar.label == self._chosen
        if chosen or row == self._hovered:
            ground = theme.colour("selection" if chosen else "hover")
            painter.fillRect(0, top, self.viewport().width(), ROW_HEIGHT, ground)
        style = theme.language_style(bar.label)
        painter.setBrush(style.colour)
        painter.setPen(Qt.PenStyle.NoPen)
        paint_marker(
            painter, style.marker, QPointF(SPACE_L + MARKER_SIZE / 2, top + ROW_HEIGHT / 2)
        )
        name_left = SPACE_L + MARKER_SIZE + SPACE_S
        name_box = QRect(name_left, top, self._name_width() - MARKER_SIZE - SPACE_S, ROW_HEIGHT)
        painter.setFont(theme.font(TEXT_BODY))
        painter.setPen(theme.colour("selection_text" if chosen else "text"))
        name = painter.fontMetrics().elidedText(
            bar.name, Qt.TextElideMode.ElideRight, name_box.width()
        )
        painter.drawText(name_box, _LEFT, name)
        start, end = self._x_of(0.0), self._x_of(bar.value)
        box = QRectF(start, top + (ROW_HEIGHT - BAR_THICKNESS) / 2, end - start, BAR_THICKNESS)
        painter.fillRect(box, style.colour)
        value_box = QRect(round(end) + SPACE_XS, top, VALUE_WIDTH, ROW_HEIGHT)
        painter.drawText(value_box, _LEFT, ratio(bar.value))


def paint_marker(painter: QPainter, marker: str, centre: QPointF) -> None:
    """Paint one of the marker shapes of `LanguageStyle` with the painter's brush."""
    half = MARKER_SIZE / 2
    x, y = centre.x(), centre.y()
    if marker == "o":
        painter.drawEllipse(centre, half, half)
        return
    corners = {
        "s": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
        "t": ((-1, 0.9), (1, 0.9), (0, -1)),
        "d": ((0, -1.15), (1, 0), (0, 1.15), (-1, 0)),
        "p": ((0, -1), (1, -0.2), (0.6, 1), (-0.6, 1), (-1, -0.2)),
        "h": ((-0.55, -1), (0.55, -1), (1.1, 0), (0.55, 1), (-0.55, 1), (-1.1, 0)),
        "star": ((0, -1.2), (0.4, -0.4), (1.2, 0), (0.4, 0.4), (0, 1.2), (-0.4, 0.4), (-1.2, 0),
                 (-0.4, -0.4)),
    }[marker]  # fmt: skip
    painter.drawPolygon(QPolygonF([QPointF(x + dx * half, y + dy * half) for dx, dy in corners]))


def _axis_end(greatest: float) -> float:
    """Return a round number at or above the greatest value.

    >>> _axis_end(4.13), _axis_end(0.9), _axis_end(17)
    (5.0, 1.0, 20.0)
    """
    for end in (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 30.0, 40.0):
        if greatest <= end:
            return end
    return greatest * 1.1
