"""The table of sources: `SourceRow`, the files of one label, and `SourceTable`, their model."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from engine.corpus import Source, SourcePath, is_counts_label
from engine.settings import ReadingOptions
from workbench.corpus.mixture_table import repetition_words
from workbench.corpus.source_scan import FileScan
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, grouped, percent_cell
from workbench.ui.tables.headed_table import ROW_ROLE, SORT_ROLE, HeadedTable, Index
from workbench.ui.words.translation import counted

if TYPE_CHECKING:
    from engine.corpus import CorpusProblem, LookAlike
    from engine.counting import SourcePlan
    from engine.settings import MixtureRow

(LABEL, NAME, FILES, DOCUMENTS, BYTES, CHARACTERS, NATURAL, SHARE, REPETITION, COUNTS,
 PROBLEMS) = range(11)  # fmt: skip
_NUMBERS = (FILES, DOCUMENTS, BYTES, CHARACTERS, NATURAL, SHARE, REPETITION)


@dataclass(slots=True)
class SourceRow:
    """One row: files with one label, or texts in memory; a scan is None until it is read.

    reading: the source's own options. mixed: its part of the mixture, None before there is one.
    is_kept: whether its counts are stored, None while unknown.
    """

    label: str
    files: dict[SourcePath, FileScan | None] = field(default_factory=dict)
    texts: tuple[str, ...] | None = None
    text_bytes: int = 0
    text_characters: int = 0
    reading: ReadingOptions = field(default_factory=ReadingOptions)
    mixed: MixtureRow | None = None
    is_kept: bool | None = None

    @property
    def is_counts(self) -> bool:
        """Whether its files are folders of counts, which contain no text."""
        return any(map(is_counts_label, self.files))

    @property
    def scans(self) -> list[FileScan]:
        return [scan for scan in self.files.values() if scan is not None]

    @property
    def is_scanned(self) -> bool:
        return all(scan is not None for scan in self.files.values())

    @property
    def documents(self) -> int:
        return sum(scan.documents for scan in self._usable()) + len(self.texts or ())

    @property
    def n_bytes(self) -> int:
        return sum(scan.n_bytes for scan in self._usable()) + self.text_bytes

    @property
    def characters(self) -> int:
        return sum(scan.characters for scan in self._usable()) + self.text_characters

    @property
    def errors(self) -> list[str]:
        """Sentences on files that cannot be used."""
        return [
            _with_short_path(sentence_words(scan.error), scan.path)
            for scan in self.scans
            if scan.error
        ]

    @property
    def left_out(self) -> list[SourcePath]:
        """The files that cannot be used or hold no text."""
        return [scan.path for scan in self.scans if scan.error or not scan.documents]

    @property
    def problems(self) -> list[CorpusProblem]:
        """What was repaired or left out."""
        return [problem for scan in self.scans for problem in scan.problems]

    @property
    def look_alikes(self) -> list[tuple[SourcePath, LookAlike]]:
        """Special tokens that stand literally in the text, by file."""
        return [(scan.path, each) for scan in self.scans for each in scan.look_alikes]

    @property
    def n_problems(self) -> int:
        """How often something was repaired or left out."""
        return sum(problem.times for problem in self.problems)

    @property
    def sentences(self) -> list[str]:
        """Everything that is wrong, in sentences with the files' names alone."""
        repairs = [
            _with_short_path(sentence_words(str(problem)), problem.path)
            for problem in self.problems
        ]
        return [*self.errors, *repairs]

    @property
    def first_file(self) -> SourcePath | None:
        """The first file with text in it, or else the first one; None for texts in memory."""
        with_text = (scan.path for scan in self._usable() if scan.documents)
        return next(with_text, next(iter(self.files), None))

    @property
    def source(self) -> Source | None:
        """The engine's source of the usable files or texts, None where there are none."""
        if self.texts is not None:
            return Source(self.label, texts=self.texts, reading=self.reading)
        usable = tuple(scan.path for scan in self._usable() if scan.documents)
        return Source(self.label, usable, reading=self.reading) if usable else None

    def _usable(self) -> list[FileScan]:
        return [scan for scan in self.scans if not scan.error]


@dataclass(frozen=True, slots=True)
class CorpusFigures:
    """The numbers of the whole corpus."""

    n_bytes: int = 0
    sources: int = 0
    files: int = 0
    documents: int = 0
    characters: int = 0
    problems: int = 0
    skipped: int = 0

    @classmethod
    def of(cls, rows: Sequence[SourceRow]) -> CorpusFigures:
        """Add up the sources."""
        return cls(
            n_bytes=sum(row.n_bytes for row in rows),
            sources=len(rows),
            files=sum(len(row.files) for row in rows),
            documents=sum(row.documents for row in rows),
            characters=sum(row.characters for row in rows),
            problems=sum(row.n_problems for row in rows),
            skipped=sum(len(row.errors) for row in rows),
        )

    @property
    def words(self) -> str:
        """What follows the size; sources and files have their columns, zeros are left out."""
        parts = [
            counted(
                "CorpusFigures", "of text, 1 character", "of text, %1 characters", self.characters
            ),
            counted("CorpusFigures", "1 document", "%1 documents", self.documents),
        ]
        if self.problems:
            parts.append(counted("CorpusFigures", "1 problem", "%1 problems", self.problems))
        if self.skipped:
            words = counted("CorpusFigures", "1 skipped file", "%1 skipped files", self.skipped)
            parts.append(words)
        return ", ".join(parts)


def _with_short_path(sentence: str, path: SourcePath) -> str:
    """Return a sentence that names a file with the file's name alone."""
    return sentence.replace(str(path), path.name, 1)


class SourceTable(HeadedTable):
    """Model of the sources, one row per label in the order they were added.

    A model of its own: labels are edited in it and it keeps the sources, file by file.

    Signals:
        labels_changed: a label was edited; rows with the same label are merged.
    """

    right_aligned = _NUMBERS
    labels_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Label"), self.tr("Language"), self.tr("Files"),
            self.tr("Documents"), self.tr("Bytes"), self.tr("Characters"), self.tr("Natural"),
            self.tr("Effective"), self.tr("Sampled"), self.tr("Counts"), self.tr("Problems"),
        )  # fmt: skip
        self._rows: list[SourceRow] = []

    @property
    def rows(self) -> tuple[SourceRow, ...]:
        return tuple(self._rows)

    @property
    def paths(self) -> list[SourcePath]:
        """All files, in the order of the rows."""
        return [path for row in self._rows for path in row.files]

    def row_of(self, label: str) -> int | None:
        """Return the row of a label."""
        return next((at for at, row in enumerate(self._rows) if row.label == label), None)

    def clear(self) -> None:
        self.beginResetModel()
        self._rows = []
        self.endResetModel()

    def add_file(self, path: SourcePath, label: str, reading: ReadingOptions | None = None) -> None:
        """Add a file to the row of its label, which is made, to be read so, if there is none."""
        same = (at for at, row in enumerate(self._rows) if row.label == label and row.files)
        at = next(same, None)
        if at is None:
            at = len(self._rows)
            self.beginInsertRows(QModelIndex(), at, at)
            row = SourceRow(label, {path: None}, reading=reading or ReadingOptions())
            self._rows.append(row)
            self.endInsertRows()
        elif path not in self._rows[at].files:
            self._rows[at].files[path] = None
            self._row_changed(at)

    def add_texts(self, label: str, texts: tuple[str, ...]) -> None:
        """Add a source of texts in memory."""
        at = len(self._rows)
        self.beginInsertRows(QModelIndex(), at, at)
        n_bytes = sum(len(text.encode("utf-8", "replace")) for text in texts)
        characters = sum(map(len, texts))
        self._rows.append(
            SourceRow(label, texts=texts, text_bytes=n_bytes, text_characters=characters)
        )
        self.endInsertRows()

    def set_scan(self, scan: FileScan) -> None:
        """Note what a file holds; files that are not in the table are left out."""
        for at, row in enumerate(self._rows):
            if scan.path in row.files:
                before = row.n_bytes
                row.files[scan.path] = scan
                if row.mixed is not None and row.n_bytes != before:
                    self.set_mixture(())  # the shares of all are those of other sizes
                self._row_changed(at)
                return

    def set_reading(self, at: int, reading: ReadingOptions) -> None:
        """Have the source of a row read in another way; what was found in it is forgotten."""
        row = self._rows[at]
        row.reading = reading
        row.files = dict.fromkeys(row.files)
        row.is_kept = None
        self._row_changed(at)

    def set_mixture(self, mixed: Sequence[MixtureRow]) -> None:
        """Show shares and repetitions, by label."""
        by_label = {row.label: row for row in mixed}
        for row in self._rows:
            row.mixed = by_label.get(row.label)
        self._row_changed(0, len(self._rows) - 1)

    def set_plan(self, plans: Sequence[SourcePlan]) -> None:
        """Show whose counts are kept, by label; what is not named is not known."""
        kept = {plan.label: plan.is_kept for plan in plans}
        for row in self._rows:
            row.is_kept = kept.get(row.label)
        self._row_changed(0, len(self._rows) - 1)

    def forget_scans(self) -> None:
        """Make every file one that was not read yet."""
        for row in self._rows:
            row.files = dict.fromkeys(row.files)
        self._row_changed(0, len(self._rows) - 1)

    def remove(self, rows: list[int]) -> None:
        """Take rows out of the table."""
        for at in sorted(rows, reverse=True):
            self.beginRemoveRows(QModelIndex(), at, at)
            del self._rows[at]
            self.endRemoveRows()

    def remove_files(self, paths: Collection[SourcePath]) -> None:
        """Take files out of the table, and with them the rows that have none left."""
        gone = frozenset(paths)
        emptied = []
        for at, row in enumerate(self._rows):
            kept = {path: scan for path, scan in row.files.items() if path not in gone}
            if len(kept) < len(row.files):
                row.files = kept
                row.is_kept = None
                self._row_changed(at)
                emptied += [] if kept else [at]
        self.remove(emptied)

    def _shown(self) -> Sequence[object]:
        return self._rows

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == LABEL else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole and column == PROBLEMS:
            return "\n".join(row.sentences) or None
        if role == SORT_ROLE:
            return self._sort_value(row, column)
        return row if role == ROW_ROLE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.column() != LABEL:
            return False
        label = str(value).strip()
        if not label:
            return False
        at, other = index.row(), self.row_of(label)
        if other == at:
            return True
        if other is not None and (self._rows[at].texts or self._rows[other].texts):
            return False  # texts in memory and files cannot be one source
        self._rename(at, label)
        return True

    def _rename(self, at: int, label: str) -> None:
        """Give a row another label; it joins the row that has this label already."""
        other = self.row_of(label)
        row = self._rows[at]
        if other is None:
            row.label = label
            self._row_changed(at)
        else:
            self._rows[other].files.update(row.files)
            self.remove([at])
            joined = self.row_of(label)
            if joined is not None:
                self._row_changed(joined)
        self.labels_changed.emit()

    def _row_changed(self, first: int, last: int | None = None) -> None:
        if self._rows:
            end = self.index(first if last is None else last, len(self._heads) - 1)
            self.dataChanged.emit(self.index(first, 0), end)

    def _text(self, row: SourceRow, column: int) -> str:
        if column == LABEL:
            return row.label
        if column == NAME:
            name = language_name(row.label)
            return "" if name == row.label else name
        if column == FILES:
            return grouped(len(row.files))
        if column == COUNTS:
            return self._count_words(row)
        if column == PROBLEMS:
            return self._problem_words(row)
        if column in (NATURAL, SHARE, REPETITION):
            return _mixed_words(row.mixed, column)
        return grouped(int(self._sort_value(row, column))) if row.is_scanned else NOTHING

    def _count_words(self, row: SourceRow) -> str:
        if row.is_kept is None:
            return NOTHING
        return self.tr("counted") if row.is_kept else self.tr("not counted")

    def _problem_words(self, row: SourceRow) -> str:
        if row.files and not row.scans:
            return self.tr("not read")
        sentences = row.sentences
        if not sentences:
            return ""
        first, more = _without_name(sentences[0], row), len(sentences) - 1
        return first if not more else f"{first} (+{more})"

    def _sort_value(self, row: SourceRow, column: int) -> str | float:
        numbers = {
            FILES: len(row.files), DOCUMENTS: row.documents, BYTES: row.n_bytes,
            CHARACTERS: row.characters, PROBLEMS: 1000 * len(row.errors) + len(row.problems),
            NATURAL: row.mixed.natural_share if row.mixed else -1.0,
            SHARE: row.mixed.share if row.mixed else -1.0,
            REPETITION: row.mixed.repetition if row.mixed else -1.0,
        }  # fmt: skip
        return numbers[column] if column in numbers else self._text(row, column).casefold()


def _mixed_words(mixed: MixtureRow | None, column: int) -> str:
    if mixed is None:
        return NOTHING
    if column == REPETITION:
        return repetition_words(mixed.repetition)
    return percent_cell(mixed.natural_share if column == NATURAL else mixed.share)


def _without_name(sentence: str, row: SourceRow) -> str:
    """Return a sentence without the file's name where the row has one file only."""
    if len(row.files) != 1:
        return sentence
    [path] = row.files
    return sentence.removeprefix(path.name).lstrip(":, ")
