"""ContextTable: places of a token in a corpus, one to a row, the token in the middle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QFont

from engine.analysis import TokenContext
from workbench.languages import language_name
from workbench.models.headed_table import HeadedTable, Index
from workbench.visible_text import isolated, visible

LABEL, LEFT, TOKEN, RIGHT, DOCUMENT = range(5)


class ContextTable(HeadedTable):
    """Columns: label, text before (aligned to the token), token, text after, document."""

    right_aligned = (LEFT, DOCUMENT)

    def __init__(self, mono_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Label"), self.tr("Before"), self.tr("Token"), self.tr("After"),
            self.tr("Document"),
        )  # fmt: skip
        self._mono_font = mono_font
        self._rows: list[TokenContext] = []

    @property
    def rows(self) -> tuple[TokenContext, ...]:
        return tuple(self._rows)

    def clear(self) -> None:
        self.beginResetModel()
        self._rows = []
        self.endResetModel()

    def append(self, contexts: Iterable[TokenContext]) -> None:
        """Add places below the others."""
        fresh = list(contexts)
        if fresh:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
            self._rows.extend(fresh)
            self.endInsertRows()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == LABEL:
                return language_name(row.label)
            return isolated(visible(row.left + row.token + row.right))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        return self._mono_font if role == Qt.ItemDataRole.FontRole and column == TOKEN else None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignCenter if column == TOKEN else super()._alignment(column)

    def _shown(self) -> Sequence[object]:
        return self._rows


def _text(row: TokenContext, column: int) -> str:
    if column == LABEL:
        return row.label
    if column == DOCUMENT:
        return str(row.document)
    data = {LEFT: row.left, TOKEN: row.token, RIGHT: row.right}[column]
    shown = visible(data)
    if column != TOKEN:  # a dot for each space would be loud here
        shown = shown.replace("·", " ")
    return isolated(shown)
