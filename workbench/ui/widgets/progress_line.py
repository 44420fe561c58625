"""ProgressLine: a bar of progress without words that is painted when the window paints anyway."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QWidget


class ProgressLine(QProgressBar):
    """Like QProgressBar, which paints itself inside `setValue` and `setMaximum`: with it all else
    in the window that waits to be painted, charts and tables, in one breath and again for the
    next bar. Here a new value waits with the others.
    """

    def __init__(self, maximum: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextVisible(False)
        self.setMaximum(maximum)

    def setValue(self, value: int) -> None:
        if value != self.value():
            self.setUpdatesEnabled(False)
            super().setValue(value)
            self.setUpdatesEnabled(True)  # asks for a painting

    def setMaximum(self, maximum: int) -> None:
        if maximum != self.maximum():
            self.setUpdatesEnabled(False)
            super().setMaximum(maximum)
            self.setUpdatesEnabled(True)
