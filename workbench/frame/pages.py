"""Pages: the workspaces, or a page of the window itself in their place."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from workbench.frame.docks import Docks
from workbench.signals import Signal
from workbench.ui.widgets.page import Page


class Pages(QStackedWidget):
    """Shows the docks until a page is asked for; leaving it brings them back.

    Signals:
        left: the workspaces are back.
    """

    left = Signal()

    def __init__(self, docks: Docks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._docks = docks
        self.addWidget(docks)

    @property
    def page(self) -> Page | None:
        """The page on show, None while the workspaces are."""
        shown = self.currentWidget()
        return shown if isinstance(shown, Page) else None

    def show_page(self, page: Page) -> None:
        """Put a page in the place of the workspaces."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
            page.closed.connect(self.leave)
        self.setCurrentWidget(page)
        page.open()

    def leave(self) -> None:
        """Bring the workspaces back."""
        if self.page is not None:
            self.setCurrentWidget(self._docks)
            self.left.emit()
