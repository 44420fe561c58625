"""ImportReportPart: the report on a tokenizer's files: verdict, findings, and what they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.splitting import preset_names
from workbench.models.import_tables import (
    PATTERN_MISSING,
    SENTENCE,
    VALUE,
    WHERE,
    FindingTable,
    ImportFactTable,
)
from workbench.placeholders import fill
from workbench.theme import SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.tokenizer_files import runs_elsewhere
from workbench.widgets.data_table import DataTable
from workbench.widgets.empty_state import EmptyState
from workbench.widgets.labels import ElidedLabel, hairline, label

if TYPE_CHECKING:
    from engine.formats import ImportReport

_FINDING_WIDTHS = (88, 400, 200)
_FACT_WIDTHS = (188, 300)


class ImportReportPart(QWidget):
    """Signals:

    pattern_chosen: the split pattern with which the same files are to be read again.
    file_wanted: the button of the empty state was pressed.
    """

    pattern_chosen = Signal(object)
    file_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict = label("", "title", wrap=True)
        self._place = ElidedLabel("", "caption")
        self._findings = FindingTable(theme, self)
        self._facts = ImportFactTable(theme.mono_font(), self)
        self.finding_table = DataTable(self.tr("Findings"), theme)
        self.finding_table.setModel(self._findings)
        self.finding_table.set_widths(_FINDING_WIDTHS, stretch=SENTENCE)
        self.fact_table = DataTable(self.tr("What the files hold"), theme)
        self.fact_table.setModel(self._facts)
        self.fact_table.set_widths(_FACT_WIDTHS, stretch=VALUE)
        self._whole = label("", wrap=True)
        self._whole.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._whole.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._pattern = QComboBox(editable=True)
        self._pattern.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._pattern.setAccessibleName(self.tr("Split pattern"))
        self._pattern.addItems(preset_names())
        self._pattern.setMinimumWidth(SEARCH_WIDTH)
        self._pattern_row = QWidget()
        self._head = QWidget()
        self._nothing = EmptyState(
            self.tr("A report says what a tokenizer's files hold, and what is wrong with them."),
            self.tr("Choose a tokenizer file…"),
        )
        self._lay_out()
        self._nothing.action_requested.connect(self.file_wanted)
        self.finding_table.selectionModel().selectionChanged.connect(self._show_whole)
        self.clear("")

    @property
    def finding_words(self) -> tuple[str, ...]:
        """The sentences of the findings, in their order."""
        return tuple(map(self._findings.sentence, self._findings.findings))

    @property
    def facts(self) -> dict[str, str]:
        """Words and values on show."""
        return {word: value for word, value in self._facts.rows if word}

    @property
    def asks_for_pattern(self) -> bool:
        """Whether the files hold no split pattern and the person is asked for it."""
        return not self._pattern_row.isHidden()

    @property
    def is_empty(self) -> bool:
        """Whether the empty state is on show."""
        return not self._nothing.isHidden()

    def clear(self, words: str, place: str = "", *, offers_file: bool = True) -> None:
        """Show no report, and say why; `offers_file` with the way to one."""
        self._head.setVisible(bool(words))
        self._nothing.setVisible(offers_file)
        self._verdict.setText(words)
        self._place.setText(place)
        self._findings.set_findings(())
        self._facts.set_facts({})
        self._whole.setText("")
        self._pattern_row.hide()
        self._halves.hide()

    def show_report(self, report: ImportReport, place: str, pattern: str | None = None) -> None:
        """Show a report; `place` names what it is on, `pattern` was given by the person."""
        self._head.show()
        self._nothing.hide()
        self._verdict.setText(self._verdict_words(report))
        self._place.setText(place)
        self._findings.set_findings(report.findings)
        self._facts.set_facts(report.facts)
        codes = {finding.code for finding in report.findings}
        self._pattern_row.setVisible(PATTERN_MISSING in codes or pattern is not None)
        has_places = any(finding.where for finding in report.findings)
        self.finding_table.setColumnHidden(WHERE, not has_places)
        self._halves.show()
        self._whole.setText(self.tr("Nothing was found that speaks against it."))
        if report.findings:
            self.finding_table.selectRow(0)

    def give_pattern(self, pattern: str) -> None:
        """Give a pattern as if it had been typed."""
        self._pattern.setEditText(pattern)
        self._ask_again()

    # ---- inside

    def _verdict_words(self, report: ImportReport) -> str:
        words, tokenizer = self.tr("These files can be used."), report.tokenizer
        if not report.is_usable:
            words = self.tr("These files cannot be used.")
        elif tokenizer is not None and runs_elsewhere(tokenizer):
            words = self.tr("These files can be compared with; they run through %1.")
            words = fill(words, tokenizer.library)
        elif report.of("warning"):
            words = self.tr("These files can be used; read the warnings first.")
        return words

    def _show_whole(self) -> None:
        chosen = self.finding_table.selectionModel().selectedRows()
        if chosen:
            finding = self._findings.findings[chosen[0].row()]
            where = f"\n{finding.where}" if finding.where else ""
            self._whole.setText(f"{self._findings.sentence(finding)}{where}")

    def _ask_again(self) -> None:
        pattern = self._pattern.currentText().strip()
        if pattern:
            self.pattern_chosen.emit(pattern)

    def _lay_out(self) -> None:
        again = QPushButton(self.tr("Read with this pattern"))
        again.clicked.connect(self._ask_again)
        row = QHBoxLayout(self._pattern_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(label(self.tr("Split pattern"), "caption"))
        row.addWidget(self._pattern, 1)
        row.addWidget(again)
        row.addStretch(1)
        outer, head = QVBoxLayout(self._head), QVBoxLayout()
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(head)
        outer.addWidget(hairline())
        head.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        head.setSpacing(SPACE_S)
        for part in (self._verdict, self._place, self._pattern_row):
            head.addWidget(part)
        self._halves = halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self._half(self.tr("Findings"), self.finding_table, self._whole))
        halves.addWidget(self._half(self.tr("What the files hold"), self.fact_table, None))
        halves.setStretchFactor(0, 3)
        halves.setStretchFactor(1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(halves, 1)
        column.addWidget(self._nothing, 1)
        column.addStretch(0)

    def _half(self, title: str, table: DataTable, below: QWidget | None) -> QWidget:
        half = QWidget()
        head = QHBoxLayout()
        head.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_S)
        head.addWidget(label(title, "section"))
        head.addStretch(1)
        head.addWidget(table.copying.button())
        column = QVBoxLayout(half)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(table, 1)
        if below is not None:
            column.addWidget(hairline())
            below.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
            column.addWidget(below)
        return half
