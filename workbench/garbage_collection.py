"""Cyclic garbage is collected in the GUI thread only: QObjects must not die in the worker."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1000


class GuiThreadCollector(QObject):
    """Switches automatic collection off and collects from a timer of the GUI thread.

    `stop()` gives automatic collection back (the tests need it).
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.collect_due)
        self._timer.start()

    def freeze(self) -> None:
        """Leave what start-up made out of every later collection; call once, when idle."""
        gc.collect()
        gc.freeze()

    def stop(self) -> None:
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def collect_due(self) -> None:
        """Collect the oldest generation whose threshold is passed, as the interpreter would."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return
