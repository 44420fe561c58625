"""ChatFileTable: the conversations of a file as they are checked, and what a filter shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from workbench.text.numbers import NOTHING, grouped, percent
from workbench.text.visible_text import isolated
from workbench.ui.tables.headed_table import HeadedTable
from workbench.ui.theme.theme import Theme

NUMBER, LINE, TOKENS, SHARE, LINTS, WORDS = range(6)
ALL, UNTRAINED, TOO_LONG, LINTED, REFUSED = "all", "untrained", "too long", "linted", "refused"
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class FileRow:
    """A record of the file. index: from 0. words: how it begins. line: of the file, from 1.

    n_full: tokens before truncation. n_trained: of those that are kept. codes: of its lints.
    error: why it was refused, "" where it was not.
    """

    index: int
    words: str
    n_full: int = 0
    n_kept: int = 0
    n_trained: int = 0
    codes: tuple[str, ...] = ()
    error: str = ""
    line: int | None = None

    @property
    def is_truncated(self) -> bool:
        return self.n_full > self.n_kept

    def fits(self, wanted: str) -> bool:
        """Whether a filter lets it through. wanted: one of the above, or the code of a lint."""
        tests = {
            ALL: True,
            UNTRAINED: not self.error and self.n_trained == 0,
            TOO_LONG: self.is_truncated,
            LINTED: bool(self.codes),
            REFUSED: bool(self.error),
        }
        return tests.get(wanted, wanted in self.codes)


class ChatFileTable(HeadedTable):
    """Rows are appended while a scan goes on; nothing that stands there moves."""

    right_aligned = (NUMBER, LINE, TOKENS, SHARE)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (
            self.tr("No."), self.tr("Line"), self.tr("Tokens"), self.tr("Trained"),
            self.tr("Lints"), self.tr("Begins with"),
        )  # fmt: skip
        self._rows: list[FileRow] = []
        self._shown_rows: list[FileRow] = []
        self._wanted = ALL
        self._found: Collection[int] | None = None

    @property
    def rows(self) -> Sequence[FileRow]:
        """All rows, also those that the filter holds back."""
        return self._rows

    @property
    def shown(self) -> Sequence[FileRow]:
        """The rows on show."""
        return self._shown_rows

    def clear(self) -> None:
        self.beginResetModel()
        self._rows, self._shown_rows = [], []
        self.endResetModel()

    def append(self, rows: Sequence[FileRow]) -> None:
        """Add what a scan found."""
        self._rows += rows
        fitting = [row for row in rows if self._fits(row)]
        if fitting:
            first = len(self._shown_rows)
            self.beginInsertRows(QModelIndex(), first, first + len(fitting) - 1)
            self._shown_rows += fitting
            self.endInsertRows()

    def set_filter(self, wanted: str, found: Collection[int] | None) -> None:
        """Show what fits. found: the indices in which a text was found, None without a search."""
        self._wanted = wanted
        self._found = None if found is None else frozenset(found)
        self.beginResetModel()
        self._shown_rows = [row for row in self._rows if self._fits(row)]
        self.endResetModel()

    def row_of(self, index: int) -> int | None:
        """The row of a conversation, None where it is not on show."""
        low, high = 0, len(self._shown_rows)
        while low < high:
            middle = (low + high) // 2
            if self._shown_rows[middle].index < index:
                low = middle + 1
            else:
                high = middle
        is_there = low < len(self._shown_rows) and self._shown_rows[low].index == index
        return low if is_there else None

    def neighbour(self, index: int, by: int) -> int | None:
        """The next (1) or previous (-1) conversation on show from an index, None for none."""
        indices = (row.index for row in self._shown_rows)
        if by > 0:
            return next((each for each in indices if each > index), None)
        before = [each for each in indices if each < index]
        return before[-1] if before else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._shown_rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return isolated(row.error or (", ".join(row.codes) if column == LINTS else row.words))
        if role == Qt.ItemDataRole.ForegroundRole:
            if row.error:
                return self._theme.colour("negative")
            is_odd = (column == TOKENS and row.is_truncated) or (
                column == SHARE and row.n_trained == 0
            )
            if is_odd or column == LINTS:
                return self._theme.colour("warning")
        return None

    def _text(self, row: FileRow, column: int) -> str:
        if column == NUMBER:
            return grouped(row.index + 1)
        if column == LINE:
            return "" if row.line is None else grouped(row.line)
        if column == WORDS:
            return isolated(row.error or row.words)
        if column == LINTS:
            return ", ".join(row.codes)
        if row.error:
            return NOTHING
        if column == TOKENS:
            return f"{'! ' if row.is_truncated else ''}{grouped(row.n_full)}"
        return percent(row.n_trained / row.n_kept if row.n_kept else None)

    def _fits(self, row: FileRow) -> bool:
        return row.fits(self._wanted) and (self._found is None or row.index in self._found)

    def _shown(self) -> Sequence[object]:
        return self._shown_rows
