"""Windows and dialogs fit the screens that are there, also after one was taken away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMargins, QObject, QPoint, QRect, QSize, QTimer
from PySide6.QtGui import QGuiApplication, QScreen, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QStyle, QWidget


def in_sight(wanted: QRect, screens: Sequence[QRect]) -> QRect:
    """Where a window that is to be at `wanted` has room.

    It stays if the screens show all of it, else it moves into the screen with most of it, or the
    first one, no larger than that.
    """
    shares = [_area(screen.intersected(wanted)) for screen in screens]
    if not screens or sum(shares) >= _area(wanted):
        return wanted
    room = screens[shares.index(max(shares))]
    size = wanted.size().boundedTo(room.size())
    last = room.bottomRight() - QPoint(size.width(), size.height()) + QPoint(1, 1)
    x = max(room.left(), min(wanted.left(), last.x()))
    y = max(room.top(), min(wanted.top(), last.y()))
    return QRect(QPoint(x, y), size)


def fitting_size(window: QWidget, wanted: QSize) -> QSize:
    """`wanted`, as far as the window's screen has room for it and its title bar."""
    return wanted.boundedTo(_room(window, window.screen()).size())


def bring_into_sight(window: QWidget) -> None:
    """Move and shrink a window to where the screens show all of it."""
    if window.isMaximized() or window.isFullScreen():
        return
    rooms = [_room(window, screen) for screen in QGuiApplication.screens()]
    window.setGeometry(in_sight(window.geometry(), rooms))


class FittingDialog(QDialog):
    """A dialog that is no larger than its screen; Qt moves it into the screen by itself."""

    def showEvent(self, event: QShowEvent) -> None:
        self.resize(fitting_size(self, self.size()))
        super().showEvent(event)


class ScreenWatch(QObject):
    """Brings windows and dialogs into sight when a screen was taken away or became smaller."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        # Qt gives the windows another screen after its signals.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.look)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.screenRemoved.connect(self._later.start)
        application.screenAdded.connect(self._watch)
        for screen in QGuiApplication.screens():
            self._watch(screen)

    def look(self) -> None:
        """Bring every window and dialog that is shown into sight."""
        for window in QApplication.topLevelWidgets():
            if window.isVisible() and isinstance(window, (QMainWindow, QDialog)):
                bring_into_sight(window)

    def _watch(self, screen: QScreen) -> None:
        screen.availableGeometryChanged.connect(self._later.start)


def _room(window: QWidget, screen: QScreen) -> QRect:
    """The part of a screen for what is inside of the window's frame."""
    frame, inside = window.frameGeometry(), window.geometry()
    bar = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    margins = QMargins(0, bar, 0, 0)  # of a window that was not shown, the frame is not known
    if frame != inside:
        margins = QMargins(
            inside.left() - frame.left(),
            inside.top() - frame.top(),
            frame.right() - inside.right(),
            frame.bottom() - inside.bottom(),
        )
    return screen.availableGeometry().marginsRemoved(margins)


def _area(rect: QRect) -> int:
    return max(rect.width(), 0) * max(rect.height(), 0)
