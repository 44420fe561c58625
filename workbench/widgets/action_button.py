"""ActionButton: a push button for a QAction; and tool tips that name its keys."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QPushButton, QWidget

from workbench.tool_tips import plain_tip


def tip_of(action: QAction) -> str:
    """Return what an action does, with the keys that do it now, and why it cannot be done."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    does = f"{action.toolTip()} ({keys})" if keys else action.toolTip()
    reason = "" if action.isEnabled() else action.statusTip()
    tip = "\n".join(filter(None, (does, reason and f"{reason[:1].upper()}{reason[1:]}.")))
    return plain_tip(tip)


class ToolTipOfAction(QObject):
    """Keeps the tool tip of a button that something else ties to an action; lives with it."""

    def __init__(self, button: QAbstractButton, action: QAction) -> None:
        super().__init__(button)
        self._button, self._action = button, action
        action.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self._button.setToolTip(tip_of(self._action))


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
        self.setToolTip(tip_of(self._action))
