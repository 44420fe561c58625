"""The settings file of the window: put aside where it was damaged, so that the window opens."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSettings

from workbench.store.places import FolderError, data_folder
from workbench.text.placeholders import fill

DAMAGED_SUFFIX = ".damaged"


def put_damaged_aside(file_name: str) -> Path | None:
    """Keep a damaged settings file of the data folder under another name, and return that.

    None where the file is sound, is not there, or cannot be moved. Call before it is opened.
    """
    try:
        path = data_folder() / file_name
        if not _is_damaged(path):
            return None
        return path.replace(path.with_name(path.name + DAMAGED_SUFFIX))
    except (FolderError, OSError):
        return None


def damage_words(aside: Path) -> str:
    """The sentence for a file that was put aside."""
    words = QCoreApplication.translate(
        "window_settings",
        "The settings of the window were damaged and were reset; the old file is kept as %1.",
    )
    return fill(words, str(aside))


def _is_damaged(path: Path) -> bool:
    """True if the file is there and is no text of sections, keys and values."""
    if not path.is_file():
        return False
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return True
    lines = [line.strip() for line in text.splitlines()]
    sound = all(
        not line or line[0] in ";[" or "=" in line or before.endswith("\\")
        for before, line in zip(["", *lines], lines, strict=False)
    )
    if "\0" in text or not sound:
        return True
    return QSettings(str(path), QSettings.Format.IniFormat).status() != QSettings.Status.NoError
