"""SlicedText: a long text put together in the window's own thread, a slice at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimerEvent

from workbench.signals import Signal

SLICE_S = 0.02
AT_ONCE_S = 0.1
"""What is ready that soon is made in one go: nobody sees it begin."""


class SlicedText(QObject):
    """Joins pieces. Models of Qt are read here: no other thread may ask them.

    Signals:
        progressed: int, pieces so far; sent after each slice, not if the text is made at once.
        made: the whole text. Then this object has done its work.
    """

    progressed: Signal[int] = Signal(object)
    made: Signal[str] = Signal(object)

    def __init__(self, pieces: Iterator[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces = pieces
        self._parts: list[str] = []
        self._number = self._timer = 0

    def start(self) -> None:
        """Begin; `made` may be sent before this returns."""
        if not self._advance(AT_ONCE_S):
            self._timer = self.startTimer(0)
            self.progressed.emit(self._number)

    def stop(self) -> None:
        """Give the text up."""
        if self._timer:
            self.killTimer(self._timer)
            self._timer = 0
        self._pieces, self._parts = iter(()), []

    def timerEvent(self, event: QTimerEvent) -> None:
        if event.timerId() == self._timer and not self._advance(SLICE_S):
            self.progressed.emit(self._number)

    def _advance(self, seconds: float) -> bool:
        """Take pieces for that long; True when it was the last slice."""
        end = time.perf_counter() + seconds
        for piece in self._pieces:
            self._number += 1
            if piece:
                self._parts.append(piece)
            if time.perf_counter() > end:
                return False
        text = "".join(self._parts)
        self.stop()
        self.made.emit(text)
        return True
