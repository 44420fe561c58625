"""VocabularyReportPart: the report on a vocabulary; a chosen row shows its tokens in the table."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.analysis import ReportRow, VocabularyReport, report_sections
from workbench.models.headed_table import ROW_ROLE
from workbench.models.report_table import WHAT, ReportTable
from workbench.models.vocabulary_index import VocabularyIndex
from workbench.numbers import byte_size, grouped
from workbench.parts.report_delegate import ReportDelegate
from workbench.parts.texts_button import TextsButton
from workbench.theme import ROW_HEIGHT, SPACE_L, SPACE_M, SPACE_S, SPACE_XS, Theme
from workbench.translation import counted
from workbench.widgets.data_table import DataTable
from workbench.widgets.labels import hairline, label

_WIDTHS = (200, 76, 84)
_HEAD_HEIGHT = ROW_HEIGHT + SPACE_L


class VocabularyReportPart(QWidget):
    """Sections of rows, what the chosen one means, and where uses were counted.

    Signals:
        condition_chosen: the filter that shows the tokens of a row; "" for all tokens.
        uses_requested: None for the corpus of the window, or a tuple of paths.
        failed: the sentence to show, the report could not be saved.
    """

    condition_chosen = Signal(object)
    failed = Signal(object)
    uses_requested = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = ReportTable(self)
        self._table = DataTable(self.tr("Vocabulary report"), theme)
        self._table.setModel(self._model)
        self._table.setItemDelegate(ReportDelegate(theme, self._table))
        self._table.set_widths(_WIDTHS, stretch=WHAT)
        self._where = label("", "caption", wrap=True)
        self._meaning = label("", "caption", wrap=True)
        self._meaning.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.texts = TextsButton(
            self.tr("Count uses"),
            self.tr("Encode a text once and count how often each token is used in it"),
        )
        self.texts.requested.connect(self.uses_requested)
        self._is_new_choice = False
        self._told = ""  # the condition that others know of
        self._controls = QWidget()
        buttons = QHBoxLayout(self._controls)
        buttons.setContentsMargins(0, SPACE_XS, SPACE_M, SPACE_XS)
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(self.texts)
        buttons.addWidget(self._table.copying.button())
        self._lay_out()
        self._table.selectionModel().currentRowChanged.connect(self._choose)
        self._table.clicked.connect(self._take_click)
        self._table.copying.failed.connect(self.failed)
        leave = QAction(self.tr("Show all tokens"), self._table)
        leave.setObjectName("vocabulary.show_all_tokens")
        leave.setShortcut(QKeySequence(Qt.Key.Key_Escape))
        leave.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        leave.triggered.connect(self._leave)
        self._table.addAction(leave)
        theme.changed.connect(self._table.viewport().update)

    @property
    def model(self) -> ReportTable:
        return self._model

    @property
    def controls(self) -> QWidget:
        """The buttons, for a row above that belongs to somebody else."""
        return self._controls

    @property
    def table(self) -> DataTable:
        return self._table

    @property
    def caption(self) -> str:
        """Where the uses come from."""
        return self._where.text()

    @property
    def meaning(self) -> str:
        """What the chosen row means."""
        return self._meaning.text()

    def show_report(self, index: VocabularyIndex | None, report: VocabularyReport | None) -> None:
        """Show a report on the tokens of an index, or nothing; the chosen row stays chosen."""
        chosen = self._chosen()
        scroll = self._table.verticalScrollBar().value()
        if index is None or report is None:
            self._model.show_sections((), ())
        else:
            self._model.show_sections(report_sections(report), index.vocabulary)
        heads = set(self._model.heads())
        for row in range(self._model.rowCount()):
            height = _HEAD_HEIGHT if row in heads else ROW_HEIGHT
            self._table.verticalHeader().resizeSection(row, height)
        self._where.setText("" if report is None else self._where_words(report))
        self._explain(None)
        if chosen is None or not self.choose(chosen.condition):
            self._told = ""
        self._table.verticalScrollBar().setValue(scroll)

    def choose(self, condition: str) -> bool:
        """Choose the row that shows these tokens; False where there is none."""
        row = self._model.row_of(condition)
        if row is not None:
            self._table.setCurrentIndex(self._model.index(row, WHAT))
        return row is not None

    def forget_choice(self) -> None:
        """Choose no row: the table shows what somebody else wants now."""
        self._told = ""
        self._leave()

    def note_counting(self, is_counting: bool) -> None:
        """Say that uses are being counted, or no more."""
        self.texts.note_working(self.tr("Counting…") if is_counting else "")

    def _lay_out(self) -> None:
        above = QVBoxLayout()
        above.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        above.addWidget(self._where)
        foot = QVBoxLayout()
        foot.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_M)
        foot.addWidget(self._meaning)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(above)
        column.addWidget(self._table, 1)
        column.addWidget(hairline())
        column.addLayout(foot)
        # Room for the longest explanation, so that nothing moves when another row is chosen.
        self._meaning.setMinimumHeight(5 * self.fontMetrics().lineSpacing())
        self._meaning.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _where_words(self, report: VocabularyReport) -> str:
        if report.usage is not None:
            return counted(
                "VocabularyReportPart",
                "Uses in %1: %2 in 1 token",
                "Uses in %1: %2 in %3 tokens",
                report.usage.tokens,
                report.usage_name,
                byte_size(report.usage.bytes),
                grouped(report.usage.tokens),
            )
        if report.lineage is not None:
            return counted(
                "VocabularyReportPart",
                "Uses in the training corpus, from its record: 1 token",
                "Uses in the training corpus, from its record: %1 tokens",
                report.lineage.n_tokens,
            )
        return self.tr("Nothing is known of uses yet: count them in a text")

    def _chosen(self) -> ReportRow | None:
        index = self._table.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else None

    def _choose(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._is_new_choice = True
        self._explain(current.row() if current.isValid() else None)
        row = self._chosen()
        condition = "" if row is None else row.condition
        if condition != self._told:
            self._told = condition
            self.condition_chosen.emit(condition)

    def _take_click(self, _index: QModelIndex) -> None:
        """A second click on the chosen row leaves it again."""
        if not self._is_new_choice:
            self._leave()
        self._is_new_choice = False

    def _leave(self) -> None:
        self._table.setCurrentIndex(QModelIndex())
        self._table.clearSelection()

    def _explain(self, number: int | None) -> None:
        if number is None:
            self._meaning.setText(
                self.tr(
                    "Choose a row to see its tokens in the table, and here what it means; "
                    "choose it again for all tokens."
                )
            )
            return
        self._meaning.setText("\n".join(filter(None, self._model.explanation(number))))
