"""Windows and dialogs fit the screens that are there, also after one was taken away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMargins, QObject, QPoint, QRect, QSettings, QSize, QTimer
from PySide6.QtGui import QGuiApplication, QScreen, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QStyle, QWidget

from workbench.frame.actions import WORKSPACES

if TYPE_CHECKING:
    from workbench.frame.docks import Docks


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


# WindowMemory: place, size and layouts of the window, kept from one start to the next.


DEFAULT_SIZE = QSize(1280, 800)
FIRST_WORKSPACE = "train"
GEOMETRY, WORKSPACE, INSPECTOR = "geometry", "workspace", "inspector"


class WindowMemory:
    """Reads and writes the settings; what is damaged there counts as not set."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def save(self, window: QMainWindow, docks: Docks) -> None:
        """Keep where the window is and how it is laid out."""
        self._settings.setValue(GEOMETRY, window.saveGeometry())
        self._settings.setValue(WORKSPACE, docks.current)
        self._settings.setValue(INSPECTOR, docks.wants_inspector)
        for name, state in docks.layouts().items():
            self._settings.setValue(f"layout/{name}", state)

    def forget_layouts(self) -> None:
        """Drop the layouts kept, when they are reset."""
        self._settings.remove("layout")

    def restore(self, window: QMainWindow, docks: Docks) -> None:
        """Bring the window back to where it was, as far as the screens of today allow."""
        geometry = self._settings.value(GEOMETRY)
        # Qt restores nothing if the screen has another width than it had then.
        if isinstance(geometry, QByteArray) and window.restoreGeometry(geometry):
            bring_into_sight(window)
        else:
            window.resize(fitting_size(window, DEFAULT_SIZE))
        ScreenWatch(window)
        saved = {name: self._settings.value(f"layout/{name}") for name in WORKSPACES}
        docks.set_layouts({
            name: state for name, state in saved.items() if isinstance(state, QByteArray)
        })  # fmt: skip
        docks.set_inspector_wanted(str(self._settings.value(INSPECTOR, "true")) != "false")
        workspace = str(self._settings.value(WORKSPACE) or FIRST_WORKSPACE)
        docks.show_workspace(workspace if workspace in WORKSPACES else FIRST_WORKSPACE)
