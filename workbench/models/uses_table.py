"""UsesTable: how often one token is used under each label of a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt

from workbench.languages import language_name
from workbench.models.headed_table import HeadedTable, Index
from workbench.numbers import grouped

LABEL, USES, RATE = range(3)
PART_ROLE = Qt.ItemDataRole.UserRole
LABEL_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class LabelUses:
    """rate: uses in a million of something that `UsesTable.show_uses` is told the name of."""

    label: str
    uses: int
    rate: float


class UsesTable(HeadedTable):
    """Columns: label, uses, rate. PART_ROLE: the rate as a share of the greatest; LABEL_ROLE."""

    right_aligned = (USES, RATE)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LabelUses, ...] = ()
        self._rate_head = ""

    def show_uses(self, rows: Sequence[LabelUses], rate_head: str) -> None:
        """Show labels, those where the token is most frequent first."""
        self.beginResetModel()
        self._rows = tuple(sorted(rows, key=_order))
        self._heads = (self.tr("Label"), self.tr("Uses"), rate_head)
        self.endResetModel()

    @property
    def rows(self) -> tuple[LabelUses, ...]:
        return self._rows

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column() == LABEL:
                return row.label
            return grouped(row.uses) if index.column() == USES else grouped(round(row.rate))
        if role == Qt.ItemDataRole.ToolTipRole:
            return language_name(row.label)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == PART_ROLE:
            greatest = self._rows[0].rate
            return row.rate / greatest if greatest else 0.0
        return row.label if role == LABEL_ROLE else None

    def _shown(self) -> Sequence[object]:
        return self._rows


def _order(row: LabelUses) -> tuple[float, str]:
    return -row.rate, row.label
