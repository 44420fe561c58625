"""ActionButton: a push button for a QAction."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.tool_tips import plain_tip


class ActionButton(QPushButton):
    """A button that stands for an action: same enabled state, same words if it has none itself.

    Where the action is on or off, so is the button. Its tool tip says why the action cannot be
    done just now.
    """

    def __init__(self, action: QAction, parent: QWidget | None = None, *, words: str = "") -> None:
        super().__init__(parent)
        self._action, self._words = action, words
        self.clicked.connect(action.trigger)
        action.changed.connect(self._show_action)
        self._show_action()

    def _show_action(self) -> None:
        self.setText(self._words or self._action.text())
        self.setEnabled(self._action.isEnabled())
        self.setCheckable(self._action.isCheckable())
        self.setChecked(self._action.isChecked())
        reason = "" if self._action.isEnabled() else self._action.statusTip()
        tips = (self._action.toolTip(), reason and f"{reason[:1].upper()}{reason[1:]}.")
        self.setToolTip(plain_tip("\n".join(filter(None, tips))))
