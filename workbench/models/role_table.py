"""RoleTable: tokens of each role, and how many of them are trained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from workbench.models.headed_table import HeadedTable
from workbench.numbers import grouped, percent

if TYPE_CHECKING:
    from engine.chat import RoleCount

ROLE, TOKENS, TRAINED, SHARE = range(4)
SHARE_ROLE = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


class RoleTable(HeadedTable):
    """SHARE_ROLE: the share of the role's tokens that is trained, 0 to 1."""

    right_aligned = (TOKENS, TRAINED, SHARE)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Role"), self.tr("Tokens"), self.tr("Trained"), self.tr("Share"),
        )  # fmt: skip
        self._counts: tuple[tuple[str, RoleCount], ...] = ()

    @property
    def counts(self) -> dict[str, RoleCount]:
        return dict(self._counts)

    def set_counts(self, counts: Mapping[str, RoleCount]) -> None:
        """Show other counts."""
        rows = tuple(counts.items())
        if len(rows) == len(self._counts):
            self._counts = rows
            if rows:
                self.dataChanged.emit(self.index(0, ROLE), self.index(len(rows) - 1, SHARE))
            return
        self.beginResetModel()
        self._counts = rows
        self.endResetModel()

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        (name, count), column = self._counts[index.row()], index.column()
        share = count.trained / count.tokens if count.tokens else None
        if role == Qt.ItemDataRole.DisplayRole:
            words = (name, grouped(count.tokens), grouped(count.trained), percent(share))
            return words[column]
        if role == SHARE_ROLE and column == SHARE:
            return share
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        return None

    def _shown(self) -> Sequence[object]:
        return self._counts
