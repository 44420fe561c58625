"""ProblemList: the problems of the chosen source, and what becomes of text that is not UTF-8."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from workbench.models.problem_table import FILE, REASON, ProblemLine, ProblemTable, problem_lines
from workbench.models.source_row import SourceRow
from workbench.parts.encoding_box import EncodingBox
from workbench.theme import SPACE_M, Theme
from workbench.widgets.data_table import DataTable
from workbench.widgets.field import Field
from workbench.widgets.labels import label

_WIDTHS = (88, 84, 56, 160)


class ProblemList(QWidget):
    """Lists what was repaired or left out; the reason is whole in its tooltip and below.

    Signals:
        policy_chosen: EncodingErrors for the source.
        file_removal_requested: path of a file; it shall go, the others stay.
    """

    policy_chosen = Signal(object)
    file_removal_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = ProblemTable(self)
        self._policy = EncodingBox(self.tr("As for the whole corpus"))
        self._table = DataTable(self.tr("Problems of the source"), theme)
        self._table.setModel(self._rows)
        self._table.set_widths(_WIDTHS, stretch=REASON)
        self._reason = label("", "caption", wrap=True)
        self._remove = QPushButton(self.tr("Remove file"))
        self._remove.setToolTip(self.tr("Take this file out of the corpus; the others stay"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addWidget(Field(self.tr("What is not UTF-8"), self._policy))
        column.addWidget(self._table, 1)
        column.addWidget(self._reason)
        column.addWidget(self._remove, 0, Qt.AlignmentFlag.AlignLeft)
        self._remove.clicked.connect(self._ask_removal)
        self._policy.policy_chosen.connect(self.policy_chosen)
        self._table.selectionModel().selectionChanged.connect(self._show_reason)

    @property
    def lines(self) -> tuple[ProblemLine, ...]:
        return self._rows.lines

    def show_source(self, row: SourceRow | None) -> None:
        """Show the problems of a source."""
        lines = () if row is None else problem_lines(row)
        self._rows.set_lines(lines)
        self._table.setColumnHidden(FILE, len({line.full_name for line in lines}) < 2)
        self._policy.show_policy("replace" if row is None else row.reading.encoding_errors)
        self._reason.setText(self.tr("Nothing was repaired or left out."))
        self._remove.setVisible(bool(lines))
        if lines:
            self._table.selectRow(0)
            self._show_reason()

    def _show_reason(self) -> None:
        chosen = self._table.selectionModel().selectedRows()
        if chosen:
            line = self._rows.lines[chosen[0].row()]
            self._reason.setText(f"{line.full_name}: {line.reason}")

    def _ask_removal(self) -> None:
        chosen = self._table.selectionModel().selectedRows()
        if chosen:
            self.file_removal_requested.emit(self._rows.lines[chosen[0].row()].path)
