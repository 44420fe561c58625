"""MessageTable: the messages of a conversation, a line for each text, part and field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from workbench.models.chat_draft import DraftLine
from workbench.models.headed_table import HeadedTable
from workbench.theme import Theme
from workbench.visible_text import isolated

NUMBER, ROLE, KIND, TEXT = range(4)
_MOST_SHOWN = 300
_Index = QModelIndex | QPersistentModelIndex


class MessageTable(HeadedTable):
    """Shows the lines of a ChatDraft; what is wrong with a message stands in its tool tip."""

    right_aligned = (NUMBER,)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (self.tr("No."), self.tr("Role"), self.tr("Part"), self.tr("Text"))
        self._lines: tuple[DraftLine, ...] = ()
        self._problems: Mapping[int, str] = {}

    @property
    def lines(self) -> tuple[DraftLine, ...]:
        return self._lines

    @property
    def problems(self) -> Mapping[int, str]:
        """What is wrong, by message."""
        return self._problems

    def set_lines(self, lines: tuple[DraftLine, ...]) -> None:
        """Show other lines; where there are as many, the selection stays."""
        if len(lines) == len(self._lines):
            self._lines = lines
            self._tell_all()
            return
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def set_problems(self, problems: Mapping[int, str]) -> None:
        """Mark the messages with which something is wrong."""
        if dict(problems) != dict(self._problems):
            self._problems = dict(problems)
            self._tell_all()

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        line, column = self._lines[index.row()], index.column()
        problem = self._problems.get(line.message) if line.is_first else None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column, problem)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return problem
        if role == Qt.ItemDataRole.AccessibleTextRole and problem and column == TEXT:
            return f"{problem} {self._text(line, column, problem)}"
        if role == Qt.ItemDataRole.ForegroundRole:
            if problem and column in (NUMBER, ROLE):
                return self._theme.colour("negative")
            if column == KIND or (column == TEXT and not line.text):
                return self._theme.colour("muted_text")
        return None

    def _text(self, line: DraftLine, column: int, problem: str | None) -> str:
        if column == NUMBER:
            mark = "! " if problem else ""
            return f"{mark}{line.message + 1}" if line.is_first else ""
        if column == ROLE:
            return (line.role or self.tr("no role")) if line.is_first else ""
        if column == KIND:
            return line.kind
        shown = " ".join(line.text[:_MOST_SHOWN].split())
        return isolated(shown) if shown else self.tr("empty")

    def _shown(self) -> Sequence[object]:
        return self._lines

    def _tell_all(self) -> None:
        if self._lines:
            last = self.index(len(self._lines) - 1, TEXT)
            self.dataChanged.emit(self.index(0, NUMBER), last)
