"""MemoryTrack: the memory of a training over its merges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from workbench.text.numbers import byte_size
from workbench.training.training_words import after_merges
from workbench.ui.charts.curve import ChartText, Curve, GrowingCurve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.words.translation import translator
from workbench.work.memory import resident_bytes

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from engine.compiled import Int64s
    from workbench.ui.theme.theme import Theme

BYTES_PER_MB = 1e6

_memory_tr = translator("MemoryTrack")


class MemoryTrack(ZoomChart):
    """The memory of a training: of one that runs, a point for each time that it is shown.

    `sample` reads the system; `set_samples` takes what was stored; `draw` shows the points.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        text = ChartText(
            _memory_tr("Memory"), _memory_tr("merges"), _memory_tr("MB"), _memory_words
        )
        super().__init__(text, theme, parent=parent)
        self._used = GrowingCurve()

    @property
    def n_merges(self) -> int:
        """The merges at the newest point, 0 without points."""
        return int(self._used.x[-1]) if len(self._used) else 0

    def clear(self) -> None:
        self._used.clear()

    def sample_before(self) -> None:
        """Note what is used before the first merge; a later figure replaces an earlier one."""
        used = resident_bytes()
        if used is not None and not self.n_merges:
            self._used.clear()
            self._used.extend(np.zeros(1), np.array([used / BYTES_PER_MB]))

    def sample(self, n_merges: int) -> None:
        """Note what is used after some merges, if the system reports it."""
        used = resident_bytes()
        if used is not None and n_merges > self.n_merges:
            self._used.extend(np.array([float(n_merges)]), np.array([used / BYTES_PER_MB]))

    def set_samples(self, samples: Int64s) -> None:
        """Take the points of a stored run: int64[n, 2], merges and bytes after them."""
        self._used.clear()
        merges, used = samples.T.astype(np.float64)
        self._used.extend(merges, used / BYTES_PER_MB)

    def draw(self) -> None:
        x, y = self._used.x.copy(), self._used.y.copy()
        curve = Curve("", _memory_tr("Memory"), x, y, is_emphasised=True)
        self.set_curves([curve] if len(x) else [])


def _memory_words(x: float, y: float) -> str:
    return after_merges(round(x), byte_size(round(y * BYTES_PER_MB)))
