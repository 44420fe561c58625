"""Page: something of the window itself that takes the place of the workspaces for a while."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workbench.signals import Signal
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S
from workbench.ui.widgets.labels import hairline, label

DropOffer = tuple[str, Callable[[], object]]
"""What dropping something would do, and the way to do it."""


class Page(QFrame):
    """Title and controls at the top, `body` below; Escape leaves. All of it is a cell of `grid`.

    Signals:
        closed: the person wants back to the workspaces.
    """

    closed = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "surface")
        self.setAccessibleName(title)
        self.header = QHBoxLayout()
        self.header.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_S)
        self.header.setSpacing(SPACE_M)
        self.header.addWidget(label(title, "title"))
        self.header.addStretch(1)
        self.body = QVBoxLayout()
        self.grid, column = QGridLayout(self), QVBoxLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.addLayout(column, 0, 0)
        column.setSpacing(0)
        column.addLayout(self.header)
        column.addWidget(hairline())
        column.addLayout(self.body, 1)

    def open(self) -> None:
        """Called each time the page comes into sight."""
        self.setFocus()

    def add_close(self, words: str) -> None:
        """Put the button that leads back at the right of the header."""
        button = QPushButton(words)
        button.clicked.connect(self.closed)
        self.header.addWidget(button)

    def drop_offer(self, paths: Sequence[Path]) -> DropOffer | None:
        """What dropping these files on the page would do; None leaves them to the window."""
        del paths
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
