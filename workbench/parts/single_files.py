"""SingleFiles: files of the corpus that are listed or removed without the rest of their source."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.corpus import SourcePath
from workbench.models.source_table import SourceTable
from workbench.parts.corpus_reading import CorpusReading

if TYPE_CHECKING:
    from workbench.state import SourceEntry


class SingleFiles(QObject):
    """Changes the rows of a table of sources.

    Signals:
        removed: files were removed and nothing is being read, which would publish them at its end.
    """

    removed = Signal()

    def __init__(self, rows: SourceTable, reading: CorpusReading, parent: QObject) -> None:
        super().__init__(parent)
        self._rows, self._reading = rows, reading

    def remove(self, paths: Collection[SourcePath]) -> None:
        """Remove files; the other files of their sources stay."""
        self._rows.remove_files(paths)
        if not self._reading.is_running:
            self.removed.emit()

    def remove_one(self, path: SourcePath) -> None:
        self.remove([path])

    def remove_skipped(self) -> None:
        """Remove every file that cannot be read or holds no text."""
        self.remove([path for row in self._rows.rows for path in row.left_out])

    def list_files(self, files: Iterable[SourceEntry]) -> None:
        """Add files to the sources of their labels, and read them."""
        paths = []
        for file in files:
            self._rows.add_file(file.path, file.label, file.reading)
            paths.append(file.path)
        if paths:
            self._reading.read_files(paths)
