"""ExportFilesTable and ExportsTable: files of one export, and all exports with their verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from workbench.models.headed_table import HeadedTable
from workbench.numbers import NOTHING, byte_size, grouped

if TYPE_CHECKING:
    from workbench.store import ExportedFile, ExportRecord

(FILE, SIZE, SHA256) = range(3)
(WHEN, FORMAT, VERDICT, LIBRARIES, IDS, FILES, FOLDER) = range(7)
RECORD_ROLE = Qt.ItemDataRole.UserRole
_SIGNS = {"equal": "✓", "different": "≠", "failed": "✗"}
_Index = QModelIndex | QPersistentModelIndex


class ExportFilesTable(HeadedTable):
    """The files of one export, with what identifies them."""

    right_aligned = (SIZE,)

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (self.tr("File"), self.tr("Size"), self.tr("sha256"))
        self._files: tuple[ExportedFile, ...] = ()

    def set_files(self, files: Sequence[ExportedFile]) -> None:
        """Show other files."""
        self.beginResetModel()
        self._files = tuple(files)
        self.endResetModel()

    def _shown(self) -> Sequence[object]:
        return self._files

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        file, column = self._files[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (file.name, byte_size(file.size_bytes), file.sha256)[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == SHA256:
            return self._mono
        return None


class ExportsTable(HeadedTable):
    """What was exported before, newest first."""

    right_aligned = (IDS, FILES)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Exported"), self.tr("Format"), self.tr("Verdict"), self.tr("Asked"),
            self.tr("Ids"), self.tr("Files"), self.tr("Folder"),
        )  # fmt: skip
        self._records: tuple[ExportRecord, ...] = ()

    def set_records(self, records: Sequence[ExportRecord]) -> None:
        """Show other exports; nothing is done where they are the same."""
        if tuple(records) != self._records:
            self.beginResetModel()
            self._records = tuple(records)
            self.endResetModel()

    def _shown(self) -> Sequence[object]:
        return self._records

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        record, column = self._records[index.row()], index.column()
        if role == RECORD_ROLE:
            return record
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(record, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._text(record, column) if column in (FOLDER, LIBRARIES) else None
        return None

    def _text(self, record: ExportRecord, column: int) -> str:
        asked = () if record.verdict is None else record.verdict.get("libraries", ())
        when = record.created
        return (
            NOTHING if when is None else f"{when.astimezone():%Y-%m-%d %H:%M}",
            record.format,
            f"{_SIGNS.get(record.status, '–')} {self._status(record.status)}",
            ", ".join(asked) or NOTHING,
            grouped(record.vocab_size),
            grouped(len(record.files)),
            record.directory,
        )[column]

    def _status(self, status: str) -> str:
        return {
            "equal": self.tr("identical ids"),
            "different": self.tr("other ids"),
            "not installed": self.tr("not installed"),
            "not asked": self.tr("not asked"),
        }.get(status, self.tr("not verified"))
