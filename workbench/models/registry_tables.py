"""RegistryTable and TrainedFromTable: registered tokenizers, and which bytes one comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from workbench.models.headed_table import HeadedTable
from workbench.numbers import NOTHING, byte_size, grouped
from workbench.placeholders import fill
from workbench.store import HASH_DIGITS
from workbench.translation import counted

if TYPE_CHECKING:
    from workbench.store import FileRecord, RegisteredTokenizer, SourceRecord

(NAME, HASH, ORIGIN, SOURCES, BYTES, IDS, WHEN, EXPORTS) = range(8)
(LABEL, TEXT, DOCUMENTS, FILE, SIZE, SHA256) = range(6)
REGISTERED_ROLE = Qt.ItemDataRole.UserRole
_MOST_LABELS = 3
_Index = QModelIndex | QPersistentModelIndex


class RegistryTable(HeadedTable):
    """One row for each version of a name, newest first."""

    right_aligned = frozenset({BYTES, IDS})

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (
            self.tr("Tokenizer"), self.tr("Hash"), self.tr("From"), self.tr("Trained from"),
            self.tr("Text"), self.tr("Ids"), self.tr("Registered"), self.tr("Exports"),
        )  # fmt: skip
        self._rows: tuple[RegisteredTokenizer, ...] = ()

    @property
    def registered(self) -> tuple[RegisteredTokenizer, ...]:
        return self._rows

    def set_registered(self, registered: Sequence[RegisteredTokenizer]) -> None:
        """Show these; nothing is done where they are the same."""
        if tuple(registered) != self._rows:
            self.beginResetModel()
            self._rows = tuple(registered)
            self.endResetModel()

    def row_of(self, reference: str) -> int | None:
        """The row of NAME@VERSION, None where it is not there."""
        found = (row for row, each in enumerate(self._rows) if each.reference == reference)
        return next(found, None)

    def _shown(self) -> Sequence[object]:
        return self._rows

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        each, column = self._rows[index.row()], index.column()
        if role == REGISTERED_ROLE:
            return each
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(each, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == HASH:
            return self._mono
        if role == Qt.ItemDataRole.ToolTipRole:
            whole = {HASH: each.semantic_hash, SOURCES: _labels(each)}
            return whole.get(column) or self._text(each, column)
        return None

    def _text(self, each: RegisteredTokenizer, column: int) -> str:
        known = each.trained_from
        return (
            each.reference,
            each.semantic_hash[:HASH_DIGITS],
            self._origin(each),
            self._sources(each),
            NOTHING if known.bytes is None else byte_size(known.bytes),
            grouped(each.vocab_size),
            f"{each.created.astimezone():%Y-%m-%d %H:%M}",
            self._exports(each),
        )[column]

    def _origin(self, each: RegisteredTokenizer) -> str:
        if each.file is not None:
            return fill(self.tr("file %1"), each.file.name)
        return fill(self.tr("run %1"), each.run_name or "")

    def _sources(self, each: RegisteredTokenizer) -> str:
        labels = [source.label for source in each.trained_from.sources]
        if not labels:
            return self.tr("not known")
        if len(labels) > _MOST_LABELS:
            return counted("RegistryTable", "1 source", "%1 sources", len(labels))
        return ", ".join(labels)

    def _exports(self, each: RegisteredTokenizer) -> str:
        """Each format once, by its newest export: a sign says what the library said."""
        newest = {record.format: record.status for record in reversed(each.exports)}
        signs = {"equal": "✓", "different": "≠", "failed": "✗"}
        words = (f"{name} {signs.get(status, '')}".strip() for name, status in newest.items())
        return ", ".join(words) or NOTHING


def _labels(each: RegisteredTokenizer) -> str | None:
    labels = ", ".join(source.label for source in each.trained_from.sources)
    return labels or None


class TrainedFromTable(HeadedTable):
    """One row for each file of each source; a source without files has a row of its own."""

    right_aligned = frozenset({TEXT, DOCUMENTS, SIZE})

    def __init__(self, mono: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mono = mono
        self._heads = (
            self.tr("Source"), self.tr("Text"), self.tr("Documents"), self.tr("File"),
            self.tr("Size"), self.tr("sha256"),
        )  # fmt: skip
        self._rows: tuple[tuple[SourceRecord, FileRecord | None], ...] = ()

    def set_sources(self, sources: Sequence[SourceRecord]) -> None:
        """Show the files of these sources."""
        self.beginResetModel()
        self._rows = tuple(
            (source, file) for source in sources for file in (source.files or (None,))
        )
        self.endResetModel()

    def _shown(self) -> Sequence[object]:
        return self._rows

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = index.column()
        text = self._text(*self._rows[index.row()], column)
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == SHA256:
            return self._mono
        return text if role == Qt.ItemDataRole.ToolTipRole and column == FILE else None

    def _text(self, source: SourceRecord, file: FileRecord | None, column: int) -> str:
        return (
            source.label,
            NOTHING if source.bytes is None else byte_size(source.bytes),
            NOTHING if source.documents is None else grouped(source.documents),
            self.tr("text in memory, or not known") if file is None else file.path,
            NOTHING if file is None or file.size_bytes is None else byte_size(file.size_bytes),
            NOTHING if file is None or file.sha256 is None else file.sha256,
        )[column]
