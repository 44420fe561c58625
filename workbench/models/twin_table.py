"""TwinTable: the twins of a token and what each differs in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont

from engine.analysis import TwinDifference, VocabularyReport
from workbench.models.headed_table import HeadedTable, Index
from workbench.models.vocabulary_index import VocabularyIndex
from workbench.models.vocabulary_table import TOKEN_ROLE
from workbench.numbers import NOTHING, grouped
from workbench.visible_text import isolated, visible

ID, TEXT, DIFFERENCE, USES = range(4)


class TwinTable(HeadedTable):
    """Columns: id, text, what it differs in, uses. TOKEN_ROLE: the id."""

    right_aligned = (ID, USES)

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (self.tr("Id"), self.tr("Text"), self.tr("Differs in"), self.tr("Uses"))
        self._words = {
            TwinDifference.SPACE: self.tr("leading space"),
            TwinDifference.CASE: self.tr("case"),
            TwinDifference.WIDTH: self.tr("full width"),
            TwinDifference.FORM: self.tr("normal form"),
            TwinDifference.COMPATIBILITY: self.tr("compatibility form"),
        }
        self._mono_font = mono_font
        self._rows: tuple[tuple[int, tuple[TwinDifference, ...]], ...] = ()
        self._index: VocabularyIndex | None = None
        self._report: VocabularyReport | None = None

    def show_twins(
        self, index: VocabularyIndex | None, report: VocabularyReport | None, token_id: int | None
    ) -> None:
        """Show the twins of a token, or nothing."""
        self.beginResetModel()
        self._index, self._report = index, report
        known = index is not None and token_id is not None
        self._rows = index.twins.of(token_id) if known else ()  # type: ignore[union-attr, arg-type]
        self.endResetModel()

    def token_at(self, row: int) -> int:
        """Return the id in a row."""
        return self._rows[row][0]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._index is None:
            return None
        token_id, differences = self._rows[index.row()]
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            if column == ID:
                return str(token_id)
            if column == TEXT:
                return isolated(visible(self._index.vocabulary[token_id]))
            if column == DIFFERENCE:
                return ", ".join(self._words[each] for each in differences)
            return self._uses(token_id)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.FontRole and column == TEXT:
            return self._mono_font
        return token_id if role == TOKEN_ROLE else None

    def _shown(self) -> Sequence[object]:
        return self._rows

    def _uses(self, token_id: int) -> str:
        uses = None if self._report is None else self._report.uses
        return NOTHING if uses is None or uses[token_id] < 0 else grouped(int(uses[token_id]))
