"""RankedRows: rows in the order of a column, each read once for a sorting."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
)

_Index = QModelIndex | QPersistentModelIndex


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

    def lessThan(self, left: _Index, right: _Index) -> bool:
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
