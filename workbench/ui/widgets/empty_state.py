"""EmptyState: what a pane says while it has nothing, and the one action that fills it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from workbench.signals import Signal
from workbench.ui.theme.theme import PALETTE_WIDTH, SPACE_M, SPACE_XL
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import vertical


class EmptyState(QWidget):
    """One sentence and one button in the middle of the pane.

    Signals:
        action_requested: the person pressed the button.
    """

    action_requested = Signal()

    def __init__(self, sentence: str, action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = sentence
        self._sentence = label(sentence, "muted", wrap=True)
        self._sentence.setObjectName("sentence")
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setMaximumWidth(PALETTE_WIDTH)
        self._button = QPushButton()
        self._button.setObjectName("action")
        self._button.clicked.connect(self.act)
        column = vertical(
            2, parent=self, margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL), spacing=SPACE_M
        )
        middle = QHBoxLayout()  # alone in the column it would stand at the left of its room
        middle.addStretch()
        middle.addWidget(self._sentence, 1)
        middle.addStretch()
        column.addLayout(middle)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.set_action(action)

    @property
    def sentence(self) -> str:
        return self._sentence.text()

    @property
    def action(self) -> str:
        """The words of the button, "" without one."""
        return self._button.text()

    def set_action(self, action: str) -> None:
        """Offer another action; "" for none."""
        self._button.setText(action)
        self._button.setVisible(bool(action))

    def set_primary(self, *, is_primary: bool) -> None:
        """Fill the button with the accent, where it is the next step of the workspace."""
        self._button.setProperty("kind", "primary" if is_primary else "")
        self._button.style().polish(self._button)

    def set_sentence(self, sentence: str) -> None:
        self._words = sentence
        self.set_waiting("")

    def set_waiting(self, words: str) -> None:
        """Show what is waited for in place of sentence and button; "" brings them back."""
        self._sentence.setText(words or self._words)
        self._button.setVisible(bool(self._button.text()) and not words)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Keep all lines of the sentence in sight, however low the pane is."""
        self._sentence.ensurePolished()
        width = min(max(self.width() - 2 * SPACE_XL, 1), PALETTE_WIDTH)
        self._sentence.setMinimumHeight(max(self._sentence.heightForWidth(width), 0))

    def act(self) -> None:
        """Do what the button does."""
        self.action_requested.emit()
