"""ActionButton: a push button for a QAction."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget


class ActionButton(QPushButton):
    """A button that stands for an action: same enabled state, same words if it has none itself."""

    def __init__(
        self, action: QAction, parent: QWidget | None = None, *, words: str = ""
    ) -> None:
        super().__init__(parent)
        self._action, self._words = action, words
        self.clicked.connect(action.trigger)
        action.changed.connect(self._show_action)
        self._show_action()

    def _show_action(self) -> None:
        self.setText(self._words or self._action.text())
        self.setEnabled(self._action.isEnabled())
        self.setToolTip(self._action.toolTip())
