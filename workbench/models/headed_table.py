"""HeadedTable: what all tables with heads have alike: counts, heads, the side of a column."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex

# What many tables tell of a cell; a table's own roles begin at UserRole.
SORT_ROLE = Qt.ItemDataRole.UserRole + 16
ROW_ROLE = Qt.ItemDataRole.UserRole + 17
"""The record that the row shows."""
SCALE_ROLE = Qt.ItemDataRole.UserRole + 18
"""The value of a full bar."""
SHADE_ROLE = Qt.ItemDataRole.UserRole + 19
"""From -1, worse, to 1, better."""


class HeadedTable(QAbstractTableModel):
    """Subclasses fill `_heads`, one for each column, and give `_shown()` and `data`.

    right_aligned: the columns of numbers.
    """

    right_aligned: Collection[int] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads: Sequence[str] | Mapping[int, str] = ()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown())

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._heads)

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        """As Qt's own, which asks for both counts each time: sorting makes thousands."""
        is_inside = 0 <= row < self.rowCount() and 0 <= column < self.columnCount()
        is_top = parent is None or not parent.isValid()
        return self.createIndex(row, column) if is_inside and is_top else QModelIndex()

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._head(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        return self._explanation(section) if role == Qt.ItemDataRole.ToolTipRole else None

    @abstractmethod
    def _shown(self) -> Sequence[object]:
        """The rows."""

    def _head(self, column: int) -> str:
        return self._heads[column]

    def _explanation(self, column: int) -> str | None:
        """What a head means, None where its word says it."""
        del column
        return None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        is_right = column in self.right_aligned
        side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter
