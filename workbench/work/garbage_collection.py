"""Cyclic garbage is collected in the GUI thread only: QObjects must not die in the worker."""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1000
OLDEST = 2
WHOLE_INTERVAL_S = 300.0
"""After this time everything is looked at again."""


class GuiThreadCollector(QObject):
    """Switches automatic collection off and collects from a timer of the GUI thread.

    What outlives a collection of the oldest generation is left out of the next ones: looking at
    all of it takes a tenth of a second in which nobody is answered. Now and then it is looked at
    as a whole, so that nothing stays for good. `stop()` gives automatic collection back (the
    tests need it).
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._whole_at: float | None = None
        gc.disable()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.collect_due)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def collect_due(self) -> None:
        """Collect the oldest generation whose threshold is passed, as the interpreter would."""
        if self._whole_at is None:  # what starting made stays, and nobody has begun anything yet
            self._collect_oldest()
            return
        counts = gc.get_count()
        for generation in (OLDEST, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                if generation == OLDEST:
                    self._collect_oldest()
                else:
                    gc.collect(generation)
                return

    def _collect_oldest(self) -> None:
        now = time.monotonic()
        if self._whole_at is None or now - self._whole_at > WHOLE_INTERVAL_S:
            gc.unfreeze()
            self._whole_at = now
        gc.collect()
        gc.freeze()
