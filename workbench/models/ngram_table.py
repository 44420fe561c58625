"""NgramTable: bits per byte of n-gram models by language, for one or several tokenizers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from workbench.languages import language_name
from workbench.loss_results import NgramResult
from workbench.models.headed_table import SORT_ROLE, HeadedTable, Index
from workbench.numbers import NOTHING, grouped, ratio

LANGUAGE, HELD_OUT, FIRST = range(3)
ORDERS = (1, 2, 3)
_COLUMNS = 1 + len(ORDERS)


@dataclass(frozen=True, slots=True)
class NgramCells:
    """One language, or all. values: of each tokenizer bytes per token, then bits per byte."""

    label: str
    name: str
    held_out: int
    values: tuple[float | None, ...]
    is_total: bool = False

    def bits_per_byte(self, tokenizer: int, order: int) -> float | None:
        return self.values[_COLUMNS * tokenizer + order]


def cells_of(result: NgramResult, all_name: str) -> tuple[NgramCells, ...]:
    """The rows of a result, the total first; languages of which nothing was held out are last."""
    first = result.losses[0]
    rows = zip(*[(loss.total, *loss.rows) for loss in result.losses], strict=True)
    cells = [
        NgramCells(
            same[0].label,
            all_name if place == 0 else language_name(same[0].label),
            same[0].held_out_bytes,
            tuple(
                value
                for row in same
                for value in (row.bytes_per_token, *map(row.bits_per_byte, _orders(first.order)))
            ),
            is_total=place == 0,
        )
        for place, same in enumerate(rows)
    ]
    languages = sorted(cells[1:], key=lambda row: (not row.held_out, row.name.casefold()))
    return (cells[0], *languages)


def _orders(highest: int) -> range:
    return range(1, highest + 1)


class NgramTable(HeadedTable):
    """Columns: language, bytes held out, then of each tokenizer bytes per token and the orders."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[NgramCells, ...] = ()
        self._names: tuple[str, ...] = ()
        self._is_brief = False
        self._bold = QFont()
        self._bold.setWeight(QFont.Weight.DemiBold)

    def set_rows(self, rows: tuple[NgramCells, ...], names: Sequence[str]) -> None:
        """Show these rows, the total first."""
        self.beginResetModel()
        self._rows, self._names = rows, tuple(names)
        words = (self.tr("Bytes/token"), self.tr("n = 1"), self.tr("n = 2"), self.tr("n = 3"))
        heads = [self.tr("Language"), self.tr("Held out")]
        for name in names:
            heads += [word if len(names) == 1 else f"{name}, {word}" for word in words]
        self._heads = heads
        self.right_aligned = range(HELD_OUT, len(heads))
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _words(row, column)
        if role == SORT_ROLE:
            return _sort_value(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and row.is_total:
            return self._bold
        return None

    def shorten_heads(self, *, is_brief: bool) -> None:
        """Name a tokenizer alone where one column of it is on show, not what the column has."""
        if is_brief != self._is_brief and self._heads:
            self._is_brief = is_brief
            last = len(self._heads) - 1
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIRST, last)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        is_whole = role == Qt.ItemDataRole.EditRole and orientation is Qt.Orientation.Horizontal
        return self._heads[section] if is_whole else super().headerData(section, orientation, role)

    def _head(self, column: int) -> str:
        if self._is_brief and column >= FIRST and len(self._names) > 1:
            return self._names[(column - FIRST) // _COLUMNS]
        return self._heads[column]

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        if column == HELD_OUT:
            return self.tr("Bytes of text that the models did not learn from and are measured on.")
        if column < FIRST:
            return None
        if (column - FIRST) % _COLUMNS == 0:
            return self.tr("On the held-out text.")
        return self.tr(
            "Bits per byte of a model that sees one token less than n before the next one. Less "
            "is better. With n = 1 longer tokens always look better."
        )


def _words(row: NgramCells, column: int) -> str:
    if column == LANGUAGE:
        return row.name
    if column == HELD_OUT:
        return grouped(row.held_out) if row.held_out else NOTHING
    value = row.values[column - FIRST]
    is_bits = (column - FIRST) % _COLUMNS > 0
    return NOTHING if value is None else f"{value:.3f}" if is_bits else ratio(value)


def _sort_value(row: NgramCells, column: int) -> object:
    if column == LANGUAGE:
        return row.name.casefold()
    if column == HELD_OUT:
        return row.held_out
    value = row.values[column - FIRST]
    return float("inf") if value is None else value
