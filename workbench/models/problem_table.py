"""ProblemTable: what was repaired or left out in a source: where, why and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.corpus import BOUNDARIES
from workbench.engine_words import sentence_words
from workbench.models.headed_table import HeadedTable
from workbench.numbers import grouped
from workbench.placeholders import fill
from workbench.translation import counted

if TYPE_CHECKING:
    from engine.corpus import CorpusProblem, LookAlike, SourcePath
    from workbench.models.source_row import SourceRow

FILE, PLACE, TIMES, REASON = range(4)
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """One problem. line and offset: in the uncompressed file, None where not known.

    document: the document of the file that `offset` counts from, None for the file itself.
    path: of the file.
    """

    file: str
    full_name: str
    reason: str
    line: int | None = None
    offset: int | None = None
    times: int = 1
    document: int | None = None
    path: SourcePath | None = None


def problem_lines(row: SourceRow) -> tuple[ProblemLine, ...]:
    """Return the problems of a source: files that cannot be used first."""
    errors = [
        ProblemLine(
            scan.path.name,
            str(scan.path),
            _without_path(sentence_words(scan.error), str(scan.path)),
            path=scan.path,
        )
        for scan in row.scans
        if scan.error
    ]
    alikes = [_look_alike_line(path, each) for path, each in row.look_alikes]
    return (*errors, *map(_line_of, row.problems), *alikes)


def _look_alike_line(path: SourcePath, found: LookAlike) -> ProblemLine:
    """A special token that stands literally in the text: no problem where nobody parses it."""
    words = counted(
        "ProblemTable",
        "%1 stands in the text. It is ordinary text for every tokenizer here unless parsing is "
        "chosen; other libraries may read it as a token.",
        "%1 stands in the text, in %2 documents. It is ordinary text for every tokenizer here "
        "unless parsing is chosen; other libraries may read it as a token.",
        found.documents,
        found.token,
        grouped(found.documents),
    )
    if found.token in BOUNDARIES and found.times > found.documents:
        words += " " + _tr("Given as document separator, it ends documents.")
    return ProblemLine(
        path.name, str(path),
        words,
        offset=found.offset, times=found.times, document=found.document, path=path,
    )  # fmt: skip


def _tr(words: str) -> str:
    return QCoreApplication.translate("ProblemTable", words)


def _line_of(problem: CorpusProblem) -> ProblemLine:
    return ProblemLine(
        problem.path.name, str(problem.path), sentence_words(problem.reason), problem.line,
        problem.offset, problem.times, path=problem.path,
    )  # fmt: skip


def _without_path(sentence: str, path: str) -> str:
    return sentence.removeprefix(path).lstrip(":, ")


class ProblemTable(HeadedTable):
    """The problems of one source, in the order of reading."""

    right_aligned = (TIMES,)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("File"), self.tr("Place"), self.tr("Times"), self.tr("Reason"),
        )  # fmt: skip
        self._lines: tuple[ProblemLine, ...] = ()

    @property
    def lines(self) -> tuple[ProblemLine, ...]:
        return self._lines

    def set_lines(self, lines: tuple[ProblemLine, ...]) -> None:
        """Show other problems."""
        if lines != self._lines:
            self.beginResetModel()
            self._lines = lines
            self.endResetModel()

    def _shown(self) -> Sequence[object]:
        return self._lines

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line, column = self._lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.full_name if column == FILE else line.reason
        return None

    def _text(self, line: ProblemLine, column: int) -> str:
        if column == PLACE:
            return self._place(line)
        words = {FILE: line.file, TIMES: grouped(line.times), REASON: line.reason}
        return words[column]

    def _place(self, line: ProblemLine) -> str:
        if line.document is not None and line.document > 1:
            return fill(
                self.tr("document %1, byte %2"), grouped(line.document), grouped(line.offset or 0)
            )
        if line.offset is not None:
            return fill(self.tr("byte %1"), grouped(line.offset))
        if line.line is not None:
            return fill(self.tr("line %1"), grouped(line.line))
        return ""
