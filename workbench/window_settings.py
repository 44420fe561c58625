"""The settings file of the window: opened, or put aside where it was damaged."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSettings

DAMAGED_SUFFIX = ".damaged"


def open_settings(path: Path) -> tuple[QSettings, str]:
    """Return the settings in a file, and a sentence where it was damaged, "" where not.

    A damaged file is kept beside under another name, and the settings begin anew: the window
    opens in any case.
    """
    if not _is_damaged(path):
        return QSettings(str(path), QSettings.Format.IniFormat), ""
    aside = path.with_name(path.name + DAMAGED_SUFFIX)
    with contextlib.suppress(OSError):
        path.replace(aside)
    words = QCoreApplication.translate(
        "window_settings",
        "The settings of the window were damaged and begin anew; the old file is kept as %1.",
    )
    return QSettings(str(path), QSettings.Format.IniFormat), words.replace("%1", str(aside))


def _is_damaged(path: Path) -> bool:
    """True if the file is there and is no text of sections, keys and values."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return True
    except OSError:
        return False
    lines = [line.strip() for line in text.splitlines()]
    sound = all(
        not line or line[0] in ";[" or "=" in line or before.endswith("\\")
        for before, line in zip(["", *lines], lines, strict=False)
    )
    if "\0" in text or not sound:
        return True
    return QSettings(str(path), QSettings.Format.IniFormat).status() != QSettings.Status.NoError
