"""FittingBox: a choice that shows as much of its words as there is room for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget


class FittingBox(QComboBox):
    """A combo box of any width; words without room end in dots, and the tool tip has all of them.

    Qt cuts them in the middle of a letter.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumContentsLength(1)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def whole_width(self) -> int:
        """Pixels in which its widest choice is written whole."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        words = (self.itemText(at) for at in range(self.count()))
        widest = max(map(self.fontMetrics().horizontalAdvance, words), default=0)
        return self.width() - self._room(option) + widest + 2

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self._fitting(option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def _fitting(self, option: QStyleOptionComboBox) -> str:
        elided = Qt.TextElideMode.ElideRight
        return self.fontMetrics().elidedText(self.currentText(), elided, self._room(option))

    def _room(self, option: QStyleOptionComboBox) -> int:
        part = QStyle.SubControl.SC_ComboBoxEditField
        kind = QStyle.ComplexControl.CC_ComboBox
        return self.style().subControlRect(kind, option, part, self).width() - 2
