"""Message bars lie over what they speak about, so that nothing below them moves.

A grid holds both in one cell. No filter of events is needed, which Qt would still ask while it
deletes the window.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from workbench.theme import CONTROL_HEIGHT, SPACE_L, SPACE_S, SPACE_XS
from workbench.widgets.message_bar import MessageBar

ABOVE_PANE_BARS = 4 * SPACE_L
"""The lift of the window's own bars, which leaves those of the panes in sight."""

_REACH = 3 * CONTROL_HEIGHT
"""How far up from its lower end a bar of a few lines comes."""


def bars_over(content: QWidget, bars: Sequence[QWidget], *, lift: int = SPACE_L) -> QGridLayout:
    """Return a layout of a widget with bars over it."""
    grid = QGridLayout()
    grid.addWidget(content, 0, 0)
    FloatingBars(grid, bars, lift=lift)
    return grid


class FloatingBars(QVBoxLayout):
    """Bars at the bottom of a grid's first cell; at its top while the pointer is at the bottom.

    lift: pixels between the lowest bar and the bottom.
    """

    def __init__(self, grid: QGridLayout, bars: Sequence[QWidget], *, lift: int = SPACE_L) -> None:
        super().__init__()
        self._grid, self._lift, self._bars = grid, lift, tuple(bars)
        self.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, lift)
        self.setSpacing(SPACE_XS)
        for bar in self._bars:
            self.addWidget(bar)
            message_bars = bar.findChildren(MessageBar)
            for each in [bar] if isinstance(bar, MessageBar) else message_bars:
                each.notice_opened.connect(self.make_room)
        grid.addLayout(self, 0, 0, Qt.AlignmentFlag.AlignBottom)

    def make_room(self) -> None:
        """A bar is about to be shown: choose the end where the pointer is not."""
        if all(bar.isHidden() for bar in self._bars):
            area = self._grid.parentWidget()
            pointer = area.mapFromGlobal(QCursor.pos()) - self._grid.geometry().topLeft()
            low = self._grid.geometry().height() - self._lift - _REACH
            ends = Qt.AlignmentFlag
            self._grid.setAlignment(self, ends.AlignTop if pointer.y() > low else ends.AlignBottom)
