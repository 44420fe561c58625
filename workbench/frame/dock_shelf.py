"""DockShelf: panes out of sight are restyled after those in sight, one at a time.

A style sheet that is set on a window styles everything in it. What was taken out is styled when it
is put back, so that switching the theme takes the time of what a person sees.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QDockWidget, QWidget

from workbench.frame.docks import Docks
from workbench.theme import Theme

BETWEEN_MS = 20
"""What is in sight is painted before the first pane is put back, and a person can go on working."""


class DockShelf(QObject):
    """Takes panes out of hidden docks while the theme changes. closed: the window goes away."""

    def __init__(self, docks: Docks, theme: Theme, closed: SignalInstance) -> None:
        super().__init__(docks)
        self._docks = docks
        self._aside: list[tuple[QDockWidget, QWidget]] = []
        self._next = QTimer(self, interval=BETWEEN_MS)
        self._next.timeout.connect(self._put_one_back)
        theme.undressed.connect(self._lay_aside)
        docks.arranging_begun.connect(self.put_back)
        closed.connect(self.put_back)

    @property
    def is_empty(self) -> bool:
        """Whether every pane is where it belongs."""
        return not self._aside

    def put_back(self) -> None:
        """Put all panes back where they belong; before any of them is shown."""
        while self._aside:
            self._put_one_back()

    def _lay_aside(self) -> None:
        self.put_back()
        self._next.start()  # at once: whatever fails in the switch, no pane stays out
        for dock in self._docks.findChildren(QDockWidget):
            pane = dock.widget()
            if pane is not None and dock.isHidden():
                self._aside.append((dock, pane))
                pane.setParent(None)

    def _put_one_back(self) -> None:
        if self._aside:
            dock, pane = self._aside.pop()
            dock.setWidget(pane)
        if not self._aside:
            self._next.stop()
