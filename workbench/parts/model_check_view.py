"""ModelCheckView: how the open tokenizer fits a model's config.json."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.analysis import ConfigFinding, ModelCheck
from workbench.engine_words import sentence_words
from workbench.models.model_finding_table import FINDING, REMEDY, ModelFindingTable
from workbench.placeholders import fill
from workbench.theme import ROW_HEIGHT, SPACE_S, Theme
from workbench.tool_tips import plain_tip
from workbench.translation import counted
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import label, set_property

_WIDTHS = (84, 360, 320)
_MOST_ROWS = 7


class ModelCheckView(QWidget):
    """A verdict in a line, the findings, and the chosen one in full.

    Signals:
        close_requested: the person has read it.
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
