"""HeadedTable: what all tables with heads have alike: counts, heads, the side of a column."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence, Sized
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

Index = QModelIndex | QPersistentModelIndex

# What many tables tell of a cell; a table's own roles begin at UserRole.
SORT_ROLE = Qt.ItemDataRole.UserRole + 16
ROW_ROLE = Qt.ItemDataRole.UserRole + 17
"""The record that the row shows."""
SCALE_ROLE = Qt.ItemDataRole.UserRole + 18
"""The value of a full bar."""
SHADE_ROLE = Qt.ItemDataRole.UserRole + 19
"""From -1, worse, to 1, better."""
REFERENCE_ROLE = Qt.ItemDataRole.UserRole + 20
"""The value that bars are compared with, None for none."""


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
    def _shown(self) -> Sized:
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


# RankedRows: rows in the order of a column, each read once for a sorting.


class RankedRows(QSortFilterProxyModel):
    """Sorts when it is asked to; after a reset rows are in the order of the source.

    Qt would ask the model twice for each comparison: a second for a thousand rows of a model in
    Python. Rows without a value, or with not-a-number, come first.
    """

    def __init__(
        self, source: QAbstractItemModel, role: int, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._ranks: list[int] | None = None
        self._column = -1
        # Before Qt's own connections: they sort at once.
        changes = (
            source.modelReset, source.dataChanged, source.layoutChanged, source.rowsInserted,
            source.rowsRemoved, source.rowsMoved,
        )  # fmt: skip
        for changed in changes:
            changed.connect(self._forget)
        source.modelAboutToBeReset.connect(self._unsort)
        self.setSortRole(role)
        self.setDynamicSortFilter(False)
        self.setSourceModel(source)

    def lessThan(self, left: Index, right: Index) -> bool:
        ranks = self._ranks
        if ranks is None or self._column != left.column():
            ranks = self._ranks = self._ranked(left.column())
            self._column = left.column()
        return ranks[left.row()] < ranks[right.row()]

    def _forget(self, *_changed: object) -> None:
        self._ranks = None

    def _unsort(self) -> None:
        """Whoever resets the rows sorts them then, and Qt need not have done so before."""
        self.sort(-1)

    def _ranked(self, column: int) -> list[int]:
        """For each row of the source how many smaller values there are; equal ones keep theirs."""
        source, role = self.sourceModel(), self.sortRole()
        keys = [_key(source.index(row, column).data(role)) for row in range(source.rowCount())]
        places = {key: place for place, key in enumerate(sorted(set(keys)))}
        return [places[key] for key in keys]


def _key(value: Any) -> tuple[bool, Any]:
    is_known = value is not None and value == value
    return is_known, value if is_known else 0
