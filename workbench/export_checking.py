"""Whether exported files still are what was exported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from workbench.store import ExportedFile, ExportRecord, sha256_of

FileStatus = Literal["same", "changed", "replaced", "gone"]


@dataclass(frozen=True, slots=True)
class FileFinding:
    """A file of an export, and what lies in its place now; found: its sha256, None for none.

    "replaced": a later export wrote a file of its own into this place.
    """

    file: ExportedFile
    status: FileStatus
    found: str | None = None


def checked_exports(
    records: Sequence[ExportRecord],
) -> tuple[tuple[ExportRecord, tuple[FileFinding, ...]], ...]:
    """Hash the files of exports, newest first, as far as they are there and can be read."""
    newer: set[Path] = set()
    checked = []
    for record in records:
        findings = tuple(_checked(record.folder / file.name, file, newer) for file in record.files)
        newer.update(record.folder / file.name for file in record.files)
        checked.append((record, findings))
    return tuple(checked)


def _checked(path: Path, file: ExportedFile, newer: set[Path]) -> FileFinding:
    try:
        found = sha256_of(path)
    except OSError:
        return FileFinding(file, "gone")
    if found == file.sha256:
        return FileFinding(file, "same", found)
    return FileFinding(file, "replaced" if path in newer else "changed", found)
