"""The check of the open tokenizer against a model's config.json, as shown in the Train pane.

`ModelCheckView` shows a verdict above a `ModelFindingTable`; `model_check_flow` does the check.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.analysis import ConfigFinding, ModelCheck
from workbench.signals import Signal
from workbench.text.engine_words import sentence_words
from workbench.text.placeholders import fill
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import ROW_HEIGHT, SPACE_S, Theme
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import counted

_ROLES = {"error": "negative", "warning": "warning", "note": "muted_text", "right": "positive"}
_REMEDY_WIDTH = 320

_MOST_ROWS = 7


def finding_columns(theme: Theme) -> Sequence[Column[ConfigFinding]]:
    """One row for each finding; its sentences are those of the engine."""
    severities = {
        "error": _tr("Error"), "warning": _tr("Warning"), "note": _tr("Note"),
        "right": _tr("Right"),
    }  # fmt: skip
    return (
        Column(_tr("Severity"), lambda row: severities[row.severity], tip=_whole, width=84,
               colour=lambda row: theme.colour(_ROLES[row.severity])),
        Column(_tr("Finding"), lambda row: sentence_words(row.sentence), tip=_whole, width=360,
               stretches=True),
        Column(_tr("What to do"), lambda row: sentence_words(row.remedy), tip=_whole,
               width=_REMEDY_WIDTH, key="remedy"),
    )  # fmt: skip


def _whole(finding: ConfigFinding) -> str:
    return " ".join(filter(None, map(sentence_words, (finding.sentence, finding.remedy))))


def _tr(words: str) -> str:
    return QCoreApplication.translate("ModelFindingTable", words)


class ModelCheckView(QWidget):
    """A verdict in a line, the findings, and the selected one in full.

    Signals:
        close_requested: return to the usual contents of the pane.
    """

    close_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict = label("", "section", wrap=True)
        self._findings = ColumnTable(finding_columns(theme), parent=self)
        self._table = DataTable(self.tr("Findings of the check"), theme)
        self._table.show_columns(self._findings)
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
        return self._findings.rows

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
        self._findings.set_rows(check.findings)
        rows = min(_MOST_ROWS, len(check.findings)) + 1
        self._table.setFixedHeight((rows + 1) * ROW_HEIGHT)
        self._table.selectRow(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Findings and what to do share the room."""
        super().resizeEvent(event)
        width = min(_REMEDY_WIDTH, event.size().width() * 2 // 5)
        self._table.horizontalHeader().resizeSection(self._findings.place("remedy"), width)

    def _show_whole(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self._whole.setText(_whole(self._findings.rows[current.row()]))
