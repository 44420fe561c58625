"""RunTableMemory: columns, widths and order of the table of runs, between windows."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings

if TYPE_CHECKING:
    from workbench.parts.run_table_view import RunTableChoice

KEY = "runs/table"


class RunTableMemory(QObject):
    """Writes every change into the settings; `restore` reads it when the window opens."""

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    def restore(self) -> RunTableChoice:
        """Return what was chosen; the usual where nothing was, or the settings are damaged."""
        from workbench.parts.run_table_view import RunTableChoice

        usual = RunTableChoice()
        try:
            found = json.loads(str(self._settings.value(KEY) or "null"))
            columns = tuple(str(key) for key in found["columns"])
            widths = tuple((str(key), int(width)) for key, width in found["widths"])
            sorted_by, is_descending = str(found["sorted_by"]), bool(found["is_descending"])
        except (ValueError, TypeError, KeyError):
            return usual
        return RunTableChoice(columns, widths, sorted_by, is_descending)

    def keep(self, choice: RunTableChoice) -> None:
        """Remember how the table is shown."""
        self._settings.setValue(KEY, json.dumps(asdict(choice)))
