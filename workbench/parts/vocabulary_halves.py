"""VocabularyHalves: the table of tokens and what stands beside it, or below it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from workbench.parts.vocabulary_side import VocabularySide
from workbench.theme import CHOOSER_WIDTH

# By whether both share the width, and whether the timeline is below: it needs the most height.
_PARTS = {(False, False): (1, 1), (False, True): (2, 3), (True, False): (1, 1)}
_BESIDE, _BELOW = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class VocabularyHalves(QSplitter):
    """A token stands beside the table where there is room, else below it.

    The report always stands beside it, so that a row and its tokens are seen together.
    """

    def __init__(self, table: QWidget, side: VocabularySide, parent: QWidget | None = None) -> None:
        super().__init__(_BELOW, parent)
        self._side = side
        self._is_wide = False
        self._arrangement: tuple[Qt.Orientation, bool, bool] | None = None
        self.setChildrenCollapsible(False)
        self.addWidget(table)
        self.addWidget(side)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.setSizes([3 * CHOOSER_WIDTH, 2 * CHOOSER_WIDTH])
        side.switched.connect(self._arrange)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._is_wide = 2 * event.size().width() >= 7 * CHOOSER_WIDTH
        self._arrange()

    def _arrange(self) -> None:
        has_report = self._side.shows_report
        orientation = _BESIDE if self._is_wide or has_report else _BELOW
        shares = has_report and not self._is_wide
        arrangement = (orientation, shares, self._side.shows_timeline and orientation is _BELOW)
        if arrangement != self._arrangement:  # what a person made of the sizes is left otherwise
            self._arrangement = arrangement
            self.setOrientation(orientation)
            self.setSizes([CHOOSER_WIDTH * part for part in _PARTS[arrangement[1:]]])
            if orientation is _BESIDE and not shares:
                self.setSizes([3 * CHOOSER_WIDTH, 2 * CHOOSER_WIDTH])
        self._side.detail.arrange(tall=self._is_wide)
        self._side.timeline.arrange(tall=self._is_wide)
