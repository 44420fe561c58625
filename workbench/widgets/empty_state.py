"""EmptyState: what a pane says while it has nothing, and the one action that fills it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from workbench.theme import SPACE_M, SPACE_XL
from workbench.widgets.labels import label


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
        self._button = QPushButton()
        self._button.clicked.connect(self.act)
        self.set_action(action)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        column.setSpacing(SPACE_M)
        column.addStretch(2)
        column.addWidget(self._sentence)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    @property
    def sentence(self) -> str:
        return self._sentence.text()

    def set_action(self, action: str) -> None:
        """Offer another action; "" for none."""
        self._button.setText(action)
        self._button.setVisible(bool(action))

    def set_sentence(self, sentence: str) -> None:
        self._sentence.setText(sentence)

    def act(self) -> None:
        """Do what the button does."""
        self.action_requested.emit()
