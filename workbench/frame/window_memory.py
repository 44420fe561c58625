"""WindowMemory: place, size and layouts of the window, kept from one start to the next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QRect, QSettings, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from workbench.frame.actions import WORKSPACES
from workbench.frame.docks import Docks

DEFAULT_SIZE = QSize(1280, 800)
FIRST_WORKSPACE = "train"
LEAST_IN_SIGHT = 120
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
        window.resize(DEFAULT_SIZE)
        geometry = self._settings.value(GEOMETRY)
        if isinstance(geometry, QByteArray) and window.restoreGeometry(geometry):
            screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
            if not (window.isMaximized() or window.isFullScreen()):
                window.setGeometry(in_sight(window.geometry(), screens))
        saved = {name: self._settings.value(f"layout/{name}") for name in WORKSPACES}
        docks.set_layouts({
            name: state for name, state in saved.items() if isinstance(state, QByteArray)
        })  # fmt: skip
        docks.set_inspector_wanted(str(self._settings.value(INSPECTOR, "true")) != "false")
        workspace = str(self._settings.value(WORKSPACE) or FIRST_WORKSPACE)
        docks.show_workspace(workspace if workspace in WORKSPACES else FIRST_WORKSPACE)


def in_sight(wanted: QRect, screens: Sequence[QRect]) -> QRect:
    """Return where a window shall stand so that a person can take hold of it.

    It stays where it is while enough of its top is on some screen; else it goes to the first one,
    no larger than that.
    """
    if not screens:
        return wanted
    for screen in screens:
        seen = screen.intersected(wanted)
        reaches_top = screen.top() <= wanted.top() <= screen.bottom() - LEAST_IN_SIGHT
        if seen.width() >= LEAST_IN_SIGHT and reaches_top:
            return wanted
    room = screens[0]
    size = wanted.size().boundedTo(room.size())
    return QRect(room.topLeft(), size)
