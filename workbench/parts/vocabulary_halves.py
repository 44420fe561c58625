"""VocabularyHalves: the table of tokens and what stands beside it, or below it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from workbench.parts.vocabulary_side import VocabularySide
from workbench.theme import CHOOSER_WIDTH

_OF_WIDTH, _OF_HEIGHT = (3, 2), (2, 3)
"""Shares of the table and of what stands beside or below it: the timeline needs the most height."""
_BESIDE, _BELOW = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


class VocabularyHalves(QSplitter):
    """A token stands beside the table where there is room, else below it.

    Only the window's width decides: tabs that are chosen stay under the pointer.
    """

    def __init__(self, table: QWidget, side: VocabularySide, parent: QWidget | None = None) -> None:
        super().__init__(_BELOW, parent)
        self._side = side
        self._is_wide: bool | None = None
        self.setChildrenCollapsible(False)
        self.addWidget(table)
        self.addWidget(side)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = 2 * event.size().width() >= 7 * CHOOSER_WIDTH
        if is_wide == self._is_wide:  # what a person made of the sizes is left
            return
        self._is_wide = is_wide
        self.setOrientation(_BESIDE if is_wide else _BELOW)
        shares = _OF_WIDTH if is_wide else _OF_HEIGHT
        self.setSizes([CHOOSER_WIDTH * share for share in shares])
        self._side.detail.arrange(tall=is_wide)
        self._side.timeline.arrange(tall=is_wide)
