"""ReportTable: the vocabulary report as one Qt table: a head for each section, then its rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.analysis import ReportRow, ReportSection
from workbench.models.headed_table import ROW_ROLE, HeadedTable
from workbench.numbers import GROUP_SPACE, grouped, percent
from workbench.visible_text import isolated, visible

WHAT, COUNT, SHARE = range(3)
PART_ROLE = Qt.ItemDataRole.UserRole + 1
"""float, the count as a part of the greatest in the section; 0 for heads."""
_LONGEST_TITLE = 200
_GROUPING = re.compile(r"(?<=[0-9]),(?=[0-9])")
_Index = QModelIndex | QPersistentModelIndex


class ReportTable(HeadedTable):
    """Columns: what, how many, share of all ids."""

    right_aligned = (COUNT, SHARE)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (self.tr("What"), self.tr("Tokens"), self.tr("Share of ids"))
        self._rows: list[tuple[ReportSection, ReportRow | None]] = []
        self._vocabulary: Sequence[bytes] = ()

    def show_sections(self, sections: Sequence[ReportSection], vocabulary: Sequence[bytes]) -> None:
        """Show these sections; `vocabulary` gives the text of single tokens."""
        self.beginResetModel()
        self._vocabulary = vocabulary
        self._rows = []
        for section in sections:
            self._rows.append((section, None))
            self._rows += [(section, row) for row in section.rows]
        self.endResetModel()

    def heads(self) -> list[int]:
        """Return the rows that begin a section."""
        return [number for number, (_, row) in enumerate(self._rows) if row is None]

    def row_of(self, condition: str) -> int | None:
        """Return the row that shows the tokens of a condition."""
        for number, (_, row) in enumerate(self._rows):
            if row is not None and row.condition == condition:
                return number
        return None

    def explanation(self, number: int) -> tuple[str, str]:
        """Return what a row means, and the section that it stands in; "" where nothing is said."""
        section, row = self._rows[number]
        own = "" if row is None or not row.explanation else self.tr(row.explanation)
        return own, self.tr(section.explanation) if section.explanation else ""

    def _shown(self) -> Sequence[object]:
        return self._rows

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        section, row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(section, row, index.column())
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._alignment(index.column())
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.WhatsThisRole:
                return "\n\n".join(filter(None, self.explanation(index.row())))
        if role == PART_ROLE:
            return None if row is None or row.token_id is not None else row.share
        return row if role == ROW_ROLE else None

    def _text(self, section: ReportSection, row: ReportRow | None, column: int) -> str:
        if row is None:
            heads = {WHAT: self.tr(section.title), COUNT: self.tr(section.unit)}
            return heads.get(column, "")
        if column == COUNT:
            return grouped(row.count)
        if column == SHARE:
            return "" if row.token_id is not None else percent(row.share)
        if row.token_id is None:
            return _GROUPING.sub(GROUP_SPACE, self.tr(row.title))
        return isolated(visible(self._vocabulary[row.token_id][:_LONGEST_TITLE]))
