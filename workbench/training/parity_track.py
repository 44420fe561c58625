"""ParityTrack: premium and Gini coefficient of a training by parity, over its merges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QWidget

from workbench.text.languages import language_name
from workbench.text.numbers import ratio
from workbench.text.placeholders import fill
from workbench.training.training_words import after_merges
from workbench.ui.charts.curve import ChartText, Curve, GrowingCurve
from workbench.ui.charts.zoom_chart import ZoomChart
from workbench.ui.theme.theme import Theme
from workbench.ui.words.translation import translator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import TrainingProgress, TrainingRecord
    from engine.training import ParityFigures

_tr = translator("ParityTrack")
LEAST = 1e-3
"""What is drawn of a Gini coefficient of 0 on the logarithmic axis."""


class ParityTrack(ZoomChart):
    """The highest premium and the Gini coefficient of the languages that choose.

    `add` takes what a training said, `set_record` what was stored; `draw` shows the points.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        text = ChartText(_tr("Parity of languages"), _tr("merges"), _tr("ratio (log)"), _words)
        super().__init__(text, theme, log_y=True, parent=parent)
        self._points = GrowingCurve(2)
        self._newest: ParityFigures | None = None

    @property
    def words(self) -> str:
        """The newest figures in a sentence; "" without any."""
        if self._newest is None:
            return ""
        label, premium = self._newest.highest
        gini = f"{self._newest.gini:.3f}"
        words = _tr("Highest premium %1 (%2), Gini %3.")
        return fill(words, ratio(premium), language_name(label), gini)

    def clear(self) -> None:
        self._points = GrowingCurve(2)
        self._newest = None

    def add(self, values: Sequence[TrainingProgress]) -> None:
        """Append what a training said."""
        for value in values:
            last = self._points.x[-1] if len(self._points) else -1
            if value.parity is not None and value.merges_done > last:
                self._note(value.merges_done, value.parity)

    def set_record(self, training: TrainingRecord | None) -> None:
        """Take the curve of a stored run."""
        self.clear()
        record = None if training is None else training.parity
        if record is None:
            return
        from engine.training import ParityFigures

        newest = ParityFigures.of(record)
        for n_merges, *tokens in record.curve:
            self._note(n_merges, newest.after(tuple(tokens)))
        self._newest = newest

    def draw(self) -> None:
        x, rows = self._points.x.copy(), self._points.rows.copy()
        if not len(x):
            self.set_curves([])
            return
        self.set_curves(
            [
                Curve("gini", _tr("Gini coefficient"), x, rows[1]),
                Curve("premium", _tr("Highest premium"), x, rows[0], is_emphasised=True),
            ]
        )

    def _note(self, n_merges: int, figures: ParityFigures) -> None:
        self._newest = figures
        premium, gini = figures.highest[1], max(LEAST, figures.gini)
        self._points.extend(np.array([float(n_merges)]), np.array([premium]), np.array([gini]))


def _words(x: float, y: float) -> str:
    return after_merges(round(x), ratio(y) if y >= 1 else f"{y:.3f}")
