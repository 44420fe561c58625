"""OpenMenu: a menu in which several things are switched one after the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu


class OpenMenu(QMenu):
    """A menu that a click on a check item does not close, so that several can be changed."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._toggled(self.activeAction()):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space or not self._toggled(self.activeAction()):
            super().keyPressEvent(event)

    @staticmethod
    def _toggled(action: QAction | None) -> bool:
        if action is None or not action.isCheckable() or not action.isEnabled():
            return False
        action.trigger()
        return True
