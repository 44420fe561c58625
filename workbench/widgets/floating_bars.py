"""FloatingBars: message bars lie over what they speak about, so that nothing below them moves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from workbench.theme import SPACE_L, SPACE_S, SPACE_XS

ABOVE_PANE_BARS = 4 * SPACE_L
"""The lift of the window's own bars, which leaves those of the panes in sight."""


class FloatingBars(QObject):
    """Keeps bars at the bottom of a host, or at its top where the pointer is at the bottom.

    lift: pixels between the lowest bar and the bottom of the host.
    """

    # Python may collect this object before Qt has deleted it; its filter is asked until then.
    _bars: tuple[QWidget, ...] = ()

    def __init__(self, host: QWidget, bars: Sequence[QWidget], *, lift: int = SPACE_L) -> None:
        super().__init__(host)
        self._host, self._bars, self._lift = host, tuple(bars), lift
        self._at_top = False
        host.installEventFilter(self)
        for bar in self._bars:
            bar.setParent(host)
            bar.hide()
            bar.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if not self._bars:
            return False
        if watched is self._host:
            if kind in (QEvent.Type.Resize, QEvent.Type.ChildAdded):
                self._place()
        elif kind is QEvent.Type.ShowToParent:
            if len(self._shown()) == 1:
                self._at_top = self._rect_of_all(at_top=False).contains(self._pointer())
            self._place()
        elif kind in (QEvent.Type.HideToParent, QEvent.Type.LayoutRequest):
            self._place()
        return False

    def _shown(self) -> list[QWidget]:
        return [bar for bar in self._bars if not bar.isHidden()]

    def _pointer(self) -> QPoint:
        return self._host.mapFromGlobal(QCursor.pos())

    def _heights(self, width: int) -> list[int]:
        return [
            bar.heightForWidth(width) if bar.hasHeightForWidth() else bar.sizeHint().height()
            for bar in self._shown()
        ]

    def _rect_of_all(self, *, at_top: bool) -> QRect:
        width = max(0, self._host.width() - 2 * SPACE_L)
        heights = self._heights(width)
        height = sum(heights) + SPACE_XS * max(0, len(heights) - 1)
        top = SPACE_S if at_top else self._host.height() - self._lift - height
        return QRect(SPACE_L, max(0, top), width, height)

    def _place(self) -> None:
        area = self._rect_of_all(at_top=self._at_top)
        top = area.top()
        for bar, height in zip(self._shown(), self._heights(area.width()), strict=True):
            bar.setGeometry(area.left(), top, area.width(), height)
            bar.raise_()
            top += height + SPACE_XS
