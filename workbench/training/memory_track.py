"""MemoryTrack: what this process uses over the merges of a training that it watched."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from workbench.text.numbers import byte_size
from workbench.training.training_words import after_merges
from workbench.ui.charts.curve import ChartText, Curve, GrowingCurve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.theme.theme import Theme
from workbench.work.memory import resident_bytes

BYTES_PER_MB = 1e6


class MemoryTrack(ZoomChart):
    """A point for each time that a training is shown; a stored run has no such points.

    `sample` reads the system; `draw` shows the points.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        text = ChartText(_tr("Memory"), _tr("merges"), _tr("MB"), _words)
        super().__init__(text, theme, parent=parent)
        self._used = GrowingCurve()

    @property
    def n_merges(self) -> int:
        """The merges at the newest point, 0 without points."""
        return int(self._used.x[-1]) if len(self._used) else 0

    def clear(self) -> None:
        self._used.clear()

    def sample(self, n_merges: int) -> None:
        """Note what is used after some merges, if the system reports it."""
        used = resident_bytes()
        if used is not None and n_merges > self.n_merges:
            self._used.extend(np.array([float(n_merges)]), np.array([used / BYTES_PER_MB]))

    def draw(self) -> None:
        x, y = self._used.x.copy(), self._used.y.copy()
        curve = Curve("", _tr("Memory"), x, y, is_emphasised=True)
        self.set_curves([curve] if len(x) else [])


def _words(x: float, y: float) -> str:
    return after_merges(round(x), byte_size(round(y * BYTES_PER_MB)))


def _tr(words: str) -> str:
    return QCoreApplication.translate("MemoryTrack", words)
