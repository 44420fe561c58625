"""FiguresTable: the numbers of the saved pattern, of the edited one, and how they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt

from workbench.models.headed_table import HeadedTable, Index
from workbench.numbers import NOTHING, grouped, ratio

SAVED, EDITED, DIFFERENCE = range(3)
N_NUMBERS = 6


@dataclass(frozen=True, slots=True)
class CutFigures:
    """Numbers of one cut. longest, unmatched: bytes. tokens, trained: None until counted."""

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
    """Rows: saved, edited, difference. Columns: the numbers of CutFigures."""

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
