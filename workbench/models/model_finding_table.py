"""ModelFindingTable: what the check of a tokenizer against a model's configuration has found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.analysis import ConfigFinding
from workbench.engine_words import sentence_words
from workbench.models.headed_table import HeadedTable
from workbench.theme import Theme

SEVERITY, FINDING, REMEDY = range(3)
_ROLES = {"error": "negative", "warning": "warning", "note": "muted_text", "right": "positive"}
_Index = QModelIndex | QPersistentModelIndex


class ModelFindingTable(HeadedTable):
    """One row for each finding; its sentences are those of the engine."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (self.tr("Severity"), self.tr("Finding"), self.tr("What to do"))
        self._words = {
            "error": self.tr("Error"), "warning": self.tr("Warning"), "note": self.tr("Note"),
            "right": self.tr("Right"),
        }  # fmt: skip
        self._findings: tuple[ConfigFinding, ...] = ()

    @property
    def findings(self) -> tuple[ConfigFinding, ...]:
        return self._findings

    def set_findings(self, findings: tuple[ConfigFinding, ...]) -> None:
        """Show other findings."""
        self.beginResetModel()
        self._findings = findings
        self.endResetModel()

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding, column = self._findings[index.row()], index.column()
        sentence, remedy = map(sentence_words, (finding.sentence, finding.remedy))
        words = (self._words[finding.severity], sentence, remedy)
        if role == Qt.ItemDataRole.DisplayRole:
            return words[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return " ".join(filter(None, words[1:]))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ForegroundRole and column == SEVERITY:
            return self._theme.colour(_ROLES[finding.severity])
        return None

    def _shown(self) -> Sequence[object]:
        return self._findings
