"""JumpSlider: a horizontal slider whose handle goes to a press anywhere on it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSlider, QWidget

from workbench.ui.theme.theme import TEXT_CAPTION, Theme


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

    def _left(self) -> float:
        """Return the x of the lowest value in pixels."""
        return 0.0

    def _right(self) -> float:
        """Return the x of the highest value in pixels."""
        return float(self.width())
