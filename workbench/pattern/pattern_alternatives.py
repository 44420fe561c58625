"""The two tables beside the pattern: the alternatives with their coverage, and the totals.

`AlternativesTable` has a row per alternative, `FiguresTable` one for the saved pattern, the edited
one and the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt

from workbench.text.numbers import NOTHING, grouped, ratio
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.tables.headed_table import ROW_ROLE, HeadedTable, Index

NUMBER, EXPRESSION, PRETOKENS, COVERED, CHANGE = range(5)

SAVED, EDITED, DIFFERENCE = range(3)
N_NUMBERS = 6


@dataclass(frozen=True, slots=True)
class AlternativeRow:
    """The result of one alternative on the sample.

    number: from 1, None for text that no alternative matched. hue: index of its hue or None.
    n_bytes: bytes of its pre-tokens; saved_bytes: those of the same alternative of the saved
    pattern, None if it has none. is_gone: only the saved pattern has it.
    """

    number: int | None
    text: str
    hue: int | None
    pretokens: int
    n_bytes: int
    saved_bytes: int | None = None
    is_gone: bool = False

    @property
    def change(self) -> int | None:
        """Bytes more than under the saved pattern."""
        return None if self.saved_bytes is None else self.n_bytes - self.saved_bytes


class AlternativesTable(HeadedTable):
    """One row per alternative: number, expression, pre-tokens, bytes, difference."""

    right_aligned = (PRETOKENS, COVERED, CHANGE)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("No."), self.tr("Alternative"), self.tr("Pre-tokens"), self.tr("Bytes"),
            self.tr("± Bytes"),
        )  # fmt: skip
        self._rows: tuple[AlternativeRow, ...] = ()

    @property
    def rows(self) -> tuple[AlternativeRow, ...]:
        return self._rows

    def show_rows(self, rows: Sequence[AlternativeRow]) -> None:
        """Show these; as many rows as before only change in place."""
        new = tuple(rows)
        if len(new) == len(self._rows):
            self._rows = new
            self.dataChanged.emit(self.index(0, 0), self.index(len(new) - 1, CHANGE))
            return
        self.beginResetModel()
        self._rows = new
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row)
        return row if role == ROW_ROLE else None

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        words = {
            COVERED: self.tr("Bytes of the sample in pre-tokens that the alternative made."),
            CHANGE: self.tr("Against the same alternative of the saved pattern."),
        }
        return words.get(column)

    def _words(self, row: AlternativeRow, column: int) -> str:
        if column == NUMBER:
            return "" if row.number is None else str(row.number)
        if column == EXPRESSION:
            return visible(row.text.encode("utf-8", "replace")) if row.hue is not None else row.text
        if column == CHANGE:
            return (
                ""
                if not row.change
                else f"{'+' if row.change > 0 else '−'}{grouped(abs(row.change))}"
            )
        if row.is_gone:
            return ""
        return grouped(row.pretokens if column == PRETOKENS else row.n_bytes)

    def _tip(self, row: AlternativeRow) -> str:
        if row.is_gone:
            return fill(self.tr("Only the saved pattern has this alternative: %1"), row.text)
        if row.number is not None and not row.pretokens:
            return fill(self.tr("This alternative makes no pre-token of the sample: %1"), row.text)
        return row.text


@dataclass(frozen=True, slots=True)
class CutFigures:
    """Totals of one split. longest, unmatched: bytes. tokens, trained: None until counted."""

    pretokens: int | None = None
    distinct: int | None = None
    longest: int | None = None
    unmatched: int | None = None
    tokens: int | None = None
    trained: int | None = None

    @property
    def values(self) -> tuple[int | None, ...]:
        return (self.pretokens, self.distinct, self.longest, self.unmatched, self.tokens,
                self.trained)  # fmt: skip


class FiguresTable(HeadedTable):
    """Rows: saved, edited, difference. Columns: the fields of CutFigures."""

    right_aligned = tuple(range(1, N_NUMBERS + 1))

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Pattern"), self.tr("Pre-tokens"), self.tr("Different"),
            self.tr("Longest, bytes"), self.tr("Unmatched, bytes"), self.tr("Tokens"),
            self.tr("Retrained tokens"),
        )  # fmt: skip
        self._names = (self.tr("Saved"), self.tr("Edited"), self.tr("Difference"))
        self._rows = (CutFigures(), CutFigures())

    @property
    def rows(self) -> tuple[CutFigures, CutFigures]:
        return self._rows

    def show_figures(self, saved: CutFigures, edited: CutFigures, saved_name: str) -> None:
        """Show both; `saved_name` says whose cuts the upper row counts."""
        self._rows = (saved, edited)
        self._names = (saved_name, *self._names[1:])
        self.dataChanged.emit(self.index(0, 0), self.index(2, N_NUMBERS))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if index.column() == 0:
            return self._names[index.row()]
        return self._number(index.row(), index.column() - 1)

    def _shown(self) -> Sequence[object]:
        return self._names

    def _explanation(self, column: int) -> str | None:
        words = {
            5: self.tr("Tokens of the sample with the merges of the open tokenizer."),
            6: self.tr("Tokens of the sample after a training on the sample itself."),
        }
        return words.get(column)

    def _number(self, row: int, column: int) -> str:
        saved, edited = (figures.values[column] for figures in self._rows)
        if row < DIFFERENCE:
            value = (saved, edited)[row]
            return NOTHING if value is None else grouped(value)
        if saved is None or edited is None:
            return NOTHING
        change = edited - saved
        if not change:
            return "0"
        words = f"{'+' if change > 0 else '−'}{grouped(abs(change))}"
        share = ratio(abs(100 * change / saved)) if saved else ""
        return f"{words} ({share} %)" if share else words
