"""Whether exported files still are what was exported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from workbench.store import ExportedFile, ExportRecord, sha256_of

FileStatus = Literal["same", "changed", "gone"]


@dataclass(frozen=True, slots=True)
class FileFinding:
    """A file of an export, and what lies in its place now; found: its sha256, None for none."""

    file: ExportedFile
    status: FileStatus
    found: str | None = None


def checked_files(record: ExportRecord) -> tuple[FileFinding, ...]:
    """Hash the files of an export again, as far as they are still there and can be read."""
    return tuple(_checked(record, file) for file in record.files)


def _checked(record: ExportRecord, file: ExportedFile) -> FileFinding:
    try:
        found = sha256_of(record.folder / file.name)
    except OSError:
        return FileFinding(file, "gone")
    return FileFinding(file, "same" if found == file.sha256 else "changed", found)
