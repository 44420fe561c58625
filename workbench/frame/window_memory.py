"""WindowMemory: place, size and layouts of the window, kept from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings, QSize
from PySide6.QtWidgets import QMainWindow

from workbench.frame.actions import WORKSPACES
from workbench.frame.docks import Docks
from workbench.frame.screen_room import ScreenWatch, bring_into_sight, fitting_size

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
