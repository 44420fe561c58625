"""The check of the open tokenizer against a model's config.json, as shown in the Train pane.

`ModelCheckView` shows a verdict above a `ModelFindingTable`; `model_check_flow` does the check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.analysis import ConfigFinding, ModelCheck
from workbench.text.engine_words import sentence_words
from workbench.text.placeholders import fill
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import HeadedTable
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_S, Theme
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted

SEVERITY, FINDING, REMEDY = range(3)
_ROLES = {"error": "negative", "warning": "warning", "note": "muted_text", "right": "positive"}
_Index = QModelIndex | QPersistentModelIndex

_WIDTHS = (84, 360, 320)
_MOST_ROWS = 7


class ModelFindingTable(HeadedTable):
    """One row per finding; its sentences are those of the engine."""

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


class ModelCheckView(QWidget):
    """A verdict in a line, the findings, and the selected one in full.

    Signals:
        close_requested: return to the usual contents of the pane.
    """

    close_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict = label("", "section", wrap=True)
        self._findings = ModelFindingTable(theme, self)
        self._table = DataTable(self.tr("Findings of the check"), theme)
        self._table.setModel(self._findings)
        self._table.set_widths(_WIDTHS, stretch=FINDING)
        self._whole = label("", "caption", wrap=True)
        close = QPushButton(self.tr("Close check"))
        close.setProperty("kind", "quiet")
        head = QHBoxLayout()
        head.addWidget(self._verdict, 1)
        head.addWidget(self._table.copying.button())
        head.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(head)
        column.addWidget(self._table)
        column.addWidget(self._whole)
        close.clicked.connect(self.close_requested)
        self._table.selectionModel().currentRowChanged.connect(self._show_whole)

    @property
    def findings(self) -> tuple[ConfigFinding, ...]:
        return self._findings.findings

    @property
    def verdict(self) -> str:
        """The line above the findings."""
        return self._verdict.text()

    def show_check(self, check: ModelCheck) -> None:
        """Show what a check has found."""
        n_errors = sum(each.severity == "error" for each in check.findings)
        n_warnings = sum(each.severity == "warning" for each in check.findings)
        words = self.tr("%1 fits %2: %3")
        found = counted("ModelCheckView", "1 warning", "%1 warnings", n_warnings)
        if n_errors:
            words = self.tr("%1 does not fit %2: %3")
            found = f"{counted('ModelCheckView', '1 error', '%1 errors', n_errors)}, {found}"
        words = fill(words, check.name, check.path.name, found)
        self._verdict.setText(words)
        self._verdict.setToolTip(plain_tip(str(check.path)))
        set_property(self._verdict, "role", "error" if n_errors else "section")
        self._findings.set_findings(check.findings)
        rows = min(_MOST_ROWS, len(check.findings)) + 1
        self._table.setFixedHeight((rows + 1) * ROW_HEIGHT)
        self._table.selectRow(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Findings and what to do share the room."""
        super().resizeEvent(event)
        width = min(_WIDTHS[REMEDY], event.size().width() * 2 // 5)
        self._table.horizontalHeader().resizeSection(REMEDY, width)

    def _show_whole(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            finding = self._findings.findings[current.row()]
            self._whole.setText(
                " ".join(map(sentence_words, (finding.sentence, finding.remedy))).strip()
            )
