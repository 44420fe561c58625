"""SizesTable: one row per vocabulary size, the size at the marker first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from workbench.text.numbers import grouped, ratio
from workbench.ui.tables.headed_table import ROW_ROLE, HeadedTable

SIZE, BYTES_PER_TOKEN, GAIN, PARAMETERS, SHARE, REMARK = range(6)
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class SizeRow:
    """One size. gain: share of tokens that a thousand further ids save; share: of all parameters,
    None without a total; remark: what is special about the size."""

    size: int
    bytes_per_token: float
    gain: float
    parameters: int
    share: float | None
    fits: bool | None
    remark: str = ""


class SizesTable(HeadedTable):
    """The first row is the marker's and changes in place while it is dragged."""

    right_aligned = (SIZE, BYTES_PER_TOKEN, GAIN, PARAMETERS, SHARE)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Size"), self.tr("Bytes/token"), self.tr("Saved, %"),
            self.tr("Params, M"), self.tr("Share, %"), self.tr("Remark"),
        )  # fmt: skip
        self._tips = {
            GAIN: self.tr(
                "Share of all tokens that a thousand further ids save, measured over the thousand "
                "merges around the size."
            ),
            PARAMETERS: self.tr(
                "Embedding and output in millions: width times ids, twice where not tied."
            ),
            SHARE: self.tr("Part of all parameters of the model."),
        }
        self._rows: tuple[SizeRow, ...] = ()
        self._bold = QFont()
        self._bold.setWeight(QFont.Weight.DemiBold)

    @property
    def rows(self) -> tuple[SizeRow, ...]:
        return self._rows

    def set_rows(self, rows: tuple[SizeRow, ...]) -> None:
        """Show these rows, the marker's first."""
        if len(rows) == len(self._rows) and rows:
            self._rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, REMARK))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def set_marker_row(self, row: SizeRow) -> None:
        """Change the first row alone."""
        self._rows = (row, *self._rows[1:])
        self.dataChanged.emit(self.index(0, 0), self.index(0, REMARK))

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _words(row, column)
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.FontRole and index.row() == 0:
            return self._bold
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole and column == REMARK:
            return row.remark
        return None

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _explanation(self, column: int) -> str | None:
        return self._tips.get(column)


def parameter_words(n: int) -> str:
    """A number of parameters in millions or billions.

    >>> parameter_words(134_217_728), parameter_words(2_101_346_304)
    ('134 M', '2.10 B')
    """
    return f"{ratio(n / 1e9)} B" if n >= 999_500_000 else f"{ratio(n / 1e6)} M"


def _words(row: SizeRow, column: int) -> str:
    return (
        grouped(row.size),
        ratio(row.bytes_per_token),
        ratio(100 * row.gain),
        ratio(row.parameters / 1e6),
        ratio(None if row.share is None else 100 * row.share),
        row.remark,
    )[column]
