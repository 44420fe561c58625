"""File dialogs: the system's own, each beginning in the folder that was used last."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

LAST_FOLDER = "files/last_folder"


class LastFolder:
    """The folder of the file that was chosen last, in the settings once they are given."""

    def __init__(self) -> None:
        self._settings: QSettings | None = None
        self._folder = ""

    def keep_in(self, settings: QSettings) -> None:
        """Keep the folder in these settings, and begin with the one that stands there."""
        self._settings, self._folder = settings, str(settings.value(LAST_FOLDER) or "")

    def start(self, name: str = "") -> str:
        """Where a dialog begins: the folder, or a file of this name in it."""
        if not self._folder or not Path(self._folder).is_dir():
            return name
        return str(Path(self._folder) / name) if name else self._folder

    def note(self, chosen: str, *, is_folder: bool = False) -> str:
        """Remember where something was chosen, "" for nothing; returns it."""
        if chosen:
            self._folder = chosen if is_folder else str(Path(chosen).parent)
            if self._settings is not None:
                self._settings.setValue(LAST_FOLDER, self._folder)
        return chosen


last_folder = LastFolder()


def ask_file(parent: QWidget, title: str, kinds: str = "") -> str:
    """Let a person choose a file to read; "" where none was."""
    chosen, _ = QFileDialog.getOpenFileName(parent, title, last_folder.start(), kinds)
    return last_folder.note(chosen)


def ask_files(parent: QWidget, title: str) -> list[str]:
    """Let a person choose files to read."""
    chosen, _ = QFileDialog.getOpenFileNames(parent, title, last_folder.start())
    for name in chosen[:1]:
        last_folder.note(name)
    return chosen


def ask_folder(parent: QWidget, title: str) -> str:
    """Let a person choose a folder; "" where none was."""
    chosen = QFileDialog.getExistingDirectory(parent, title, last_folder.start())
    return last_folder.note(chosen, is_folder=True)


def ask_place(parent: QWidget, title: str, name: str, kinds: str) -> str:
    """Let a person choose where to write a file, `name` being proposed; "" where none was."""
    chosen, _ = QFileDialog.getSaveFileName(parent, title, last_folder.start(name), kinds)
    return last_folder.note(chosen)
