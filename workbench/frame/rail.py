"""Rail: the narrow column at the left with icon and word of every workspace."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QMouseEvent
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from workbench.signals import Signal
from workbench.ui.theme.icons import icon
from workbench.ui.theme.theme import (
    ICON_SIZE,
    LINE_GAP,
    RAIL_BUTTON_HEIGHT,
    RAIL_WIDTH,
    SPACE_S,
    SPACE_XS,
    Theme,
)
from workbench.ui.widgets.buttons import ActionToolButton


class Rail(QFrame):
    """One button for each workspace action; the chosen one is checked.

    Signals:
        beside_requested: name of a workspace to see beside the current one (Ctrl+click).
    """

    beside_requested: Signal[str] = Signal(object)

    def __init__(
        self, actions: dict[str, QAction], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(self.tr("Workspaces"))
        self.setFixedWidth(RAIL_WIDTH)
        self._theme = theme
        self._actions = actions
        group = QActionGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XS, SPACE_S, SPACE_XS + 1, SPACE_S)
        column.setSpacing(LINE_GAP)
        for action in actions.values():
            group.addAction(action)
            column.addWidget(self._button(action))
        column.addStretch(1)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _button(self, action: QAction) -> QToolButton:
        button = _RailButton(action, self)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setFixedSize(RAIL_WIDTH - 2 * SPACE_XS - 1, RAIL_BUTTON_HEIGHT)
        button.setAccessibleName(action.iconText())
        button.beside_requested.connect(self.beside_requested)
        return button

    def _restyle(self) -> None:
        for name, action in self._actions.items():
            action.setIcon(icon(name, self._theme, on_role="selection_text"))


class _RailButton(ActionToolButton):
    """A button that tells a click with Ctrl apart."""

    beside_requested: Signal[str] = Signal(object)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if inside and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.setDown(False)
            self.beside_requested.emit(self.defaultAction().data())
        else:
            super().mouseReleaseEvent(event)
