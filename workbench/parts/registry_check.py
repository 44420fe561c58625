"""What became of exported files since they were written, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workbench.numbers import grouped
from workbench.placeholders import fill

if TYPE_CHECKING:
    from workbench.export_checking import FileFinding, FileStatus
    from workbench.store import ExportRecord

MOST_PLACES = 3


@dataclass(frozen=True, slots=True)
class CheckedExports:
    """All exports of a registered tokenizer with what became of their files."""

    reference: str
    exports: tuple[tuple[ExportRecord, tuple[FileFinding, ...]], ...]

    def places(self, status: FileStatus) -> list[Path]:
        """Where the files of a status lie, once each."""
        found = (
            record.folder / each.file.name
            for record, findings in self.exports
            for each in findings
            if each.status == status
        )
        return list(dict.fromkeys(found))


def checked_words(checked: CheckedExports) -> str:
    """Which files changed or are gone; that all are as they were written, where none is."""
    said = []
    if changed := checked.places("changed"):
        words = _tr("Changed since the export of %1: %2. Export again.")
        said.append(fill(words, checked.reference, _listed(changed)))
    if gone := checked.places("gone"):
        said.append(fill(_tr("Not there any more: %1."), _listed(gone)))
    same = checked.places("same")
    if not said:
        words = _tr("All exported files of %1 are as they were written (%2).")
        said.append(fill(words, checked.reference, grouped(len(same))))
    elif same:
        said.append(fill(_tr("As they were written: %1."), grouped(len(same))))
    return " ".join(said)


def _listed(places: Sequence[Path]) -> str:
    shown = ", ".join(map(str, places[:MOST_PLACES]))
    if len(places) <= MOST_PLACES:
        return shown
    return fill(_tr("%1 and %2 more"), shown, grouped(len(places) - MOST_PLACES))


def _tr(words: str) -> str:
    return QCoreApplication.translate("registry_check", words)
