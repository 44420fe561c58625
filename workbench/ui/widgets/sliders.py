"""Sliders: `JumpSlider` goes to a press anywhere on it, `MarkedSlider` has named places."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSlider, QWidget

from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, Theme


class JumpSlider(QSlider):
    """A subclass paints the slider; it may set the ends of the track and another scale."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._caption = theme.font(TEXT_CAPTION)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._pressed_value(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self._value_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def _pressed_value(self, position: QPointF) -> int:
        return self._value_at(position.x())

    def _value_at(self, x: float) -> int:
        """Return the value of x pixels, the nearest end outside of the track."""
        share = (x - self._left()) / max(1.0, self._right() - self._left())
        return self._value_of(min(1.0, max(0.0, share)))

    def _value_of(self, share: float) -> int:
        """Return the value at a share, 0 to 1, of the track."""
        return round(share * self.maximum())

    @abstractmethod
    def _left(self) -> float:
        """Return the x of the lowest value in pixels."""

    @abstractmethod
    def _right(self) -> float:
        """Return the x of the highest value in pixels."""


_HANDLE_RADIUS = 7.0
_TRACK = 4.0
_TICK = 4.0


class MarkedSlider(JumpSlider):
    """Values 0 to `steps`; a press anywhere moves the handle there, and drags from there.

    marks: (value, words) from the left; a press on the words goes to exactly that value.
    """

    def __init__(
        self,
        steps: int,
        marks: Sequence[tuple[int, str]],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._marks = tuple(marks)
        self.setRange(0, steps)
        self.setPageStep(max(1, steps // 10))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(SPACE_L * SPACE_M, SPACE_S + 2 * round(_HANDLE_RADIUS) + SPACE_L)

    def minimumSizeHint(self) -> QSize:
        return QSize(SPACE_L * SPACE_S, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, enabled = self._theme, self.isEnabled()
        left, right, middle = self._left(), self._right(), self._middle()
        track = QRectF(left, middle - _TRACK / 2, right - left, _TRACK)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("track"))
        painter.drawRoundedRect(track, _TRACK / 2, _TRACK / 2)
        self._paint_marks(painter)
        x = self._x_of(self.value())
        painter.setBrush(theme.colour("accent" if enabled else "disabled_text"))
        rim = theme.colour("focus" if self.hasFocus() else "surface")
        painter.setPen(QPen(rim, 2.0))
        painter.drawEllipse(QPointF(x, middle), _HANDLE_RADIUS, _HANDLE_RADIUS)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            around = _HANDLE_RADIUS + 2.0
            painter.drawEllipse(QPointF(x, middle), around, around)

    def _paint_marks(self, painter: QPainter) -> None:
        theme = self._theme
        painter.setFont(self._caption)
        bottom = self._middle() + _HANDLE_RADIUS
        for value, words in self._marks:
            x = self._x_of(value)
            painter.setPen(QPen(theme.colour("control_edge"), 1.0))
            painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + _TICK))
            painter.setPen(theme.colour("muted_text" if self.isEnabled() else "disabled_text"))
            painter.drawText(self._words_box(value, words), Qt.AlignmentFlag.AlignCenter, words)

    def _words_box(self, value: int, words: str) -> QRectF:
        """The place of a mark's words, below its tick and inside the widget."""
        width = QFontMetricsF(self._caption).horizontalAdvance(words) + SPACE_XS
        left = self._x_of(value) - width / 2
        left = min(max(left, 0.0), self.width() - width)
        return QRectF(left, self._middle() + _HANDLE_RADIUS + _TICK, width, SPACE_L)

    def _mark_at(self, position: QPointF) -> int | None:
        for value, words in self._marks:
            if self._words_box(value, words).contains(position):
                return value
        return None

    def _pressed_value(self, position: QPointF) -> int:
        mark = self._mark_at(position)
        return super()._pressed_value(position) if mark is None else mark

    def _x_of(self, value: int) -> float:
        share = value / max(1, self.maximum())
        return self._left() + share * (self._right() - self._left())

    def _left(self) -> float:
        return _HANDLE_RADIUS + 3.0

    def _right(self) -> float:
        return self.width() - _HANDLE_RADIUS - 3.0

    def _middle(self) -> float:
        return _HANDLE_RADIUS + 3.0
