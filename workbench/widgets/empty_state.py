"""EmptyState: what a pane says while it has nothing, and the one action that fills it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from workbench.theme import SPACE_M
from workbench.widgets.labels import label

TEXT_WIDTH = 420


class EmptyState(QWidget):
    """One sentence and one button in the middle of the pane.

    Signals:
        action_requested: the person pressed the button.
    """

    action_requested = Signal()

    def __init__(self, sentence: str, action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = label(sentence, "muted", wrap=True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setFixedWidth(TEXT_WIDTH)
        self._button = QPushButton(action)
        self._button.setVisible(bool(action))
        self._button.clicked.connect(self.act)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE_M)
        column.addStretch(2)
        column.addWidget(self._sentence, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def set_sentence(self, sentence: str) -> None:
        self._sentence.setText(sentence)

    def act(self) -> None:
        """Do what the button does."""
        self.action_requested.emit()
