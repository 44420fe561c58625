"""VocabularyMemory: the columns of the vocabulary, between windows."""

from __future__ import annotations

import json

from PySide6.QtCore import QObject, QSettings

from workbench.vocabulary.vocabulary_columns import ColumnChoice

COLUMNS = "vocabulary/columns"


class VocabularyMemory(QObject):
    """Writes every change into the settings; `columns` reads them when the window opens."""

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    def columns(self) -> ColumnChoice:
        """What was kept; the usual columns where nothing was, or where it was changed by hand."""
        try:
            found = json.loads(str(self._settings.value(COLUMNS) or "null"))
        except ValueError:
            return ColumnChoice()
        if not isinstance(found, dict):
            return ColumnChoice()
        shown, widths = found.get("shown"), found.get("widths")
        return ColumnChoice(
            tuple(key for key in shown if isinstance(key, str)) if isinstance(shown, list) else (),
            {key: width for key, width in widths.items() if type(width) is int}
            if isinstance(widths, dict)
            else {},
        )

    def keep_columns(self, choice: ColumnChoice) -> None:
        """Remember how the columns were chosen."""
        if choice.is_usual:
            self._settings.remove(COLUMNS)
            return
        kept = {"shown": choice.shown, "widths": choice.widths}
        self._settings.setValue(COLUMNS, json.dumps(kept))
