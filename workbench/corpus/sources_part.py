"""SourcesPart: the tab of the sources: table, reading options, and the selected source.

`SingleFiles` lists and removes files without the rest of their source.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from engine.corpus import SourcePath
from workbench.corpus.corpus_reading import CorpusReading
from workbench.corpus.document_form import DocumentForm
from workbench.corpus.source_panel import SourcePanel
from workbench.corpus.source_scan import DocumentOptions
from workbench.corpus.source_table import (
    CHARACTERS,
    COUNTS,
    DOCUMENTS,
    FILES,
    LABEL,
    NAME,
    NATURAL,
    PROBLEMS,
    REPETITION,
    SHARE,
    SourceRow,
    SourceTable,
)
from workbench.signals import Signal
from workbench.ui.tables.data_table import DataTable, choose_columns
from workbench.ui.tables.headed_table import ROW_ROLE, SORT_ROLE, RankedRows
from workbench.ui.theme.theme import CHOOSER_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.job_slot import EngineJobs
from workbench.ui.widgets.layouts import vertical

if TYPE_CHECKING:
    from engine.settings import MixtureRow
    from workbench.corpus.source_panel import ReadingChange
    from workbench.state import SourceEntry
    from workbench.ui.words.corpus_words import ReadingPlan

WIDTHS = (112, 108, 60, 96, 88, 96, 72, 76, 88, 112, 96)
MOST_LABEL, MOST_NAME = 208, 168
"""How wide the columns of labels and languages get, so that none of their texts is cut."""
LEAST_PROBLEMS = 96
NO_PROBLEMS = 24  # an empty column takes no room from what is worth more
PROBLEMS_HEAD = 80
EXPENDABLE = (CHARACTERS, FILES, NATURAL, DOCUMENTS, REPETITION, COUNTS, SHARE, NAME)


class SourcesPart(QWidget):
    """The table of sources with the options of all and the selected source beside it.

    `rows` are the sources, `form` the options of all, `panel` the selected source. The form is
    behind `reading_button`, which the pane places: most files need none of it.

    Signals:
        reading_changed: a ReadingChange for one source.
    """

    reading_changed: Signal[ReadingChange] = Signal(object)

    def __init__(self, theme: Theme, jobs: EngineJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options = DocumentOptions()
        self.rows = SourceTable(self)
        self.form = DocumentForm()
        self.reading_button = QPushButton(self.tr("Reading options"))
        self.panel = SourcePanel(theme, jobs)
        self._sorted = RankedRows(self.rows, SORT_ROLE, self)
        self.table = DataTable(self.tr("Sources"), theme)
        self.table.setModel(self._sorted)
        self.table.set_widths(WIDTHS, stretch=PROBLEMS)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # labels differ at both ends
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(LABEL, Qt.SortOrder.AscendingOrder)
        self.table.setEditTriggers(
            DataTable.EditTrigger.DoubleClicked | DataTable.EditTrigger.EditKeyPressed
        )
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(self._show_row)
        self.panel.reading_changed.connect(self.reading_changed)
        self.reading_button.toggled.connect(self._folded.setVisible)

    @property
    def chosen(self) -> SourceRow | None:
        """The row the panel shows."""
        row: SourceRow | None = self.table.currentIndex().data(ROW_ROLE)
        return row

    def choose(self, label: str) -> None:
        """Choose the row of a label."""
        row = self.rows.row_of(label)
        if row is not None:
            index = self._sorted.mapFromSource(self.rows.index(row, LABEL))
            self.table.setCurrentIndex(index)

    def chosen_rows(self) -> list[int]:
        """The numbers of all chosen rows in `rows`."""
        chosen = self.table.selectionModel().selectedRows()
        return [self._sorted.mapToSource(index).row() for index in chosen]

    def show_options(self, options: DocumentOptions) -> None:
        """Take what holds for the whole corpus."""
        self._options = options
        self.form.set_options(options)
        if options != DocumentOptions():
            self.reading_button.setChecked(True)

    def refresh(self) -> None:
        """Sort what was added, and show the chosen source as it is now."""
        header = self.table.horizontalHeader()
        self._sorted.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        if self.table.currentIndex().row() < 0 and self.rows.rowCount():
            self.table.setCurrentIndex(self._sorted.index(0, LABEL))
        self._fit_names()
        self._choose_columns()
        self._show_chosen()

    def show_plan(self, plan: ReadingPlan | None) -> None:
        """Show whose counts are kept."""
        self.rows.set_plan(() if plan is None else plan.sources)

    def show_mixture(self, mixed: Sequence[MixtureRow]) -> None:
        """Show shares and repetitions, by label."""
        self.rows.set_mixture(mixed)
        self._choose_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_columns()

    def _fit_names(self) -> None:
        """Widen the columns of labels and languages to their longest texts."""
        widths = list(self.table.widths)
        rows = self.rows
        for column, most in ((LABEL, MOST_LABEL), (NAME, MOST_NAME)):
            texts = (str(rows.index(at, column).data()) for at in range(rows.rowCount()))
            least = max(WIDTHS[column], self.table.head_width(column))
            widths[column] = max(least, min(most, self.table.text_width(texts)))
        if tuple(widths) != self.table.widths:
            self.table.set_widths(tuple(widths), stretch=PROBLEMS)

    def _choose_columns(self, _position: int = 0, _index: int = 0) -> None:
        has_problems = any(row.errors or row.problems for row in self.rows.rows)
        is_mixed = any(row.mixed and row.mixed.repetition != 1 for row in self.rows.rows)
        same = () if is_mixed else (NATURAL, REPETITION)  # the natural mixture: nothing to compare
        choose_columns(
            self.table,
            self.table.widths,
            [column for column in range(len(WIDTHS)) if column not in same],
            expendable=EXPENDABLE,
            stretch=PROBLEMS,
            least_stretch=LEAST_PROBLEMS if has_problems else NO_PROBLEMS,
        )
        if not has_problems and self.table.columnWidth(PROBLEMS) < PROBLEMS_HEAD:
            self.table.setColumnHidden(PROBLEMS, True)  # its head would be cut
        rest = self.table.isColumnHidden(PROBLEMS)
        self.table.horizontalHeader().setStretchLastSection(rest)

    def _show_row(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self._show_chosen()

    def _show_chosen(self) -> None:
        row = self.chosen
        fields: dict[str, None] = {}
        for scan in row.scans if row is not None else ():
            fields.update(dict.fromkeys(scan.fields))
        self.panel.show_source(row, self._options, tuple(fields))

    def _lay_out(self) -> None:
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.table)
        halves.addWidget(self.panel)
        halves.setStretchFactor(0, 1)
        halves.setStretchFactor(1, 1)
        halves.setSizes([2 * CHOOSER_WIDTH, 4 * CHOOSER_WIDTH // 5])
        halves.splitterMoved.connect(self._choose_columns)
        self.reading_button.setCheckable(True)
        self.reading_button.setProperty("kind", "quiet")
        self.reading_button.setToolTip(
            self.tr("How files are split into documents and read, for all sources.")
        )
        self._folded = QWidget()
        vertical(self.form, parent=self._folded, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M))
        self._folded.hide()
        vertical(self._folded, (halves, 1), parent=self, spacing=0)
        for before, after in ((self.form, self.table), (self.table, self.panel)):
            QWidget.setTabOrder(before, after)


class SingleFiles(QObject):
    """Lists and removes files of the corpus without the rest of their source.

    Signals:
        removed: files were removed while nothing is read; a reading publishes them at its end.
    """

    removed = Signal()

    def __init__(self, rows: SourceTable, reading: CorpusReading, parent: QObject) -> None:
        super().__init__(parent)
        self._rows, self._reading = rows, reading

    def remove(self, paths: Collection[SourcePath]) -> None:
        """Remove files; the other files of their sources stay."""
        self._rows.remove_files(paths)
        if not self._reading.is_running:
            self.removed.emit()

    def remove_one(self, path: SourcePath) -> None:
        self.remove([path])

    def remove_skipped(self) -> None:
        """Remove every file that cannot be read or holds no text."""
        self.remove([path for row in self._rows.rows for path in row.left_out])

    def list_files(self, files: Iterable[SourceEntry]) -> None:
        """Add files to the sources of their labels, and read them."""
        paths = []
        for file in files:
            self._rows.add_file(file.path, file.label, file.reading)
            paths.append(file.path)
        if paths:
            self._reading.read_files(paths)
