"""ChatStepper: the way through a file, one conversation after another."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from workbench.numbers import grouped
from workbench.placeholders import fill
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from workbench.widgets.action_button import ToolTipOfAction
from workbench.widgets.labels import ElidedLabel, hairline
from workbench.widgets.number_box import NumberBox


class ChatStepper(QWidget):
    """Hidden until a file is open.

    Signals:
        index_wanted: number of a conversation, from 0.
    """

    index_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._box = NumberBox()
        self._box.setAccessibleName(self.tr("Number of the conversation"))
        self._box.setKeyboardTracking(False)
        self._words = ElidedLabel("", "caption")
        self._row = row = QHBoxLayout()
        row.setContentsMargins(SPACE_L, SPACE_XS, SPACE_M, SPACE_XS)
        row.setSpacing(SPACE_S)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(hairline())
        column.addLayout(row)
        row.addWidget(self._box)
        row.addWidget(self._words, 1)
        self._box.valueChanged.connect(self._tell)
        self.hide()

    def add_steps(self, previous: QAction, following: QAction) -> None:
        """Put the buttons for the conversation before and after beside the number."""
        self._row.insertWidget(0, _step(previous, Qt.ArrowType.LeftArrow))
        self._row.insertWidget(2, _step(following, Qt.ArrowType.RightArrow))

    def show_place(self, index: int, n_all: int, words: str) -> None:
        """Say which conversation is open, of how many."""
        self._is_showing = True
        self._box.setRange(1, max(n_all, 1))
        self._box.setValue(index + 1)
        self._is_showing = False
        shown = fill(self.tr("of %1"), grouped(n_all))
        self._words.setText(f"{shown}  {words}" if words else shown)
        self.show()

    def _tell(self, number: int) -> None:
        if not self._is_showing:
            self.index_wanted.emit(number - 1)


def _step(action: QAction, arrow: Qt.ArrowType) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    ToolTipOfAction(button, action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setArrowType(arrow)
    button.setAccessibleName(action.text())
    return button
