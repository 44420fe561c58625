"""SampleRoom: the sample corpus goes when a person's own files come, and can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.corpus import RemotePath, SourcePath
from resources import sample_corpus_folder
from workbench.models.source_table import SourceTable
from workbench.widgets.message_bar import MessageBar, Offer


class SampleRoom(QObject):
    """Looks what is added to a table of sources, and takes the untouched sample out afterwards.

    Signals:
        sample_wanted: list of the sample's folder: it shall be there, too.
    """

    sample_wanted = Signal(object)

    def __init__(self, rows: SourceTable, bar: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._rows, self._bar = rows, bar
        self._makes_room = self._begins_with_sample = False

    def note_adding(self, paths: Sequence[str | Path | RemotePath], *, is_reading: bool) -> None:
        """Paths are about to be added."""
        folder = sample_corpus_folder()
        is_sample = all(not isinstance(path, RemotePath) and Path(path) == folder for path in paths)
        is_first = not self._rows.rowCount() and not is_reading
        if is_first:
            self._begins_with_sample = is_sample
            self._makes_room = False
        elif is_sample:
            self._makes_room = False
        else:
            is_untouched = self._begins_with_sample if is_reading else _is_untouched(self._rows)
            self._makes_room = self._makes_room or is_untouched

    def make_room(self) -> str:
        """Everything is read: take the sample out if it has to go; returns what to say of it."""
        makes_room, self._makes_room = self._makes_room, False
        sample = [path for path in self._rows.paths if is_of_sample(path)]
        if not makes_room or not sample or len(sample) == len(self._rows.paths):
            return ""
        self._begins_with_sample = False
        self._rows.remove_files(sample)
        return self.tr("The sample corpus made room for your files.")

    def say(self, words: str) -> None:
        """Say that it made room, and offer to keep both."""
        self._bar.show_note(words, offer=Offer(self.tr("Keep both"), self._keep_both))

    def _keep_both(self) -> None:
        self.sample_wanted.emit([sample_corpus_folder()])


def is_of_sample(path: SourcePath) -> bool:
    """Whether a file is one of the sample corpus."""
    return isinstance(path, Path) and path.is_relative_to(sample_corpus_folder())


def _is_untouched(rows: SourceTable) -> bool:
    """Whether the sources are the files of the sample, with their own labels and as they come."""
    n_files = len(list(sample_corpus_folder().glob("*.txt")))
    return len(rows.paths) == n_files and all(
        not row.texts
        and row.reading.flat() == type(row.reading)().flat()
        and all(is_of_sample(path) and Path(path).stem == row.label for path in row.files)
        for row in rows.rows
    )
