"""ExportPanel: the view of exports: the tokenizer, the form, the result, and earlier exports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from workbench.runs.export_form import ExportForm
from workbench.runs.export_result import ExportResult, export_columns
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import ROW_ROLE
from workbench.ui.theme.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.progress_line import ProgressLine

if TYPE_CHECKING:
    from workbench.store import ExportRecord
    from workbench.work.tokenizer_export import ExportSubject, ExportWish

HISTORY_HEIGHT = 148
PARTS = 1000
ROOM_FOR_ALL = 700
EXPENDABLE = ("asked", "files")


class ExportPanel(QWidget):
    """The view of exports in the Runs pane.

    Signals:
        export_requested: (ExportSubject, ExportWish).    cancel_requested: cancel the export.
        records_requested: ExportSubject, whose earlier exports to list.
    """

    export_requested: Signal[tuple[ExportSubject, ExportWish]] = Signal(object)
    cancel_requested = Signal()
    records_requested: Signal[ExportSubject] = Signal(object)

    def __init__(
        self, theme: Theme, verify: QAction, write: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._subject: ExportSubject | None = None
        self._running = False
        self._actions = (verify, write)
        self._title = ElidedLabel("", "section")
        self.form = ExportForm(verify, write)
        self._phase = label("", "caption")
        self._progress = ProgressLine(PARTS)
        self.result = ExportResult(theme)
        self._nothing = EmptyState("")
        self._pages = QStackedWidget()
        self.history = ColumnTable(export_columns(), identity=lambda record: record, parent=self)
        self.table = SharedTable(self.tr("Exports"), theme)
        self.table.show_columns(self.history)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # folders differ at the end
        self._lay_out()
        self.form.wish_made.connect(self._ask)
        self.form.cancel_requested.connect(self.cancel_requested)
        self.table.selectionModel().currentRowChanged.connect(self._show_chosen)
        self.set_subject(None)

    @property
    def subject(self) -> ExportSubject | None:
        """What is exported."""
        return self._subject

    @property
    def title(self) -> str:
        return self._title.text()

    @property
    def is_running(self) -> bool:
        return self._running

    def set_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description)."""
        self.form.set_formats(formats)
        self._enable()

    def set_subject(self, subject: ExportSubject | None) -> None:
        """Export something else; None while nothing is there to be exported."""
        self._subject = subject
        self._pages.setCurrentWidget(self._nothing)
        self.history.set_rows(())
        words = self.tr("Open a tokenizer or choose a finished run to export it.")
        if subject is None:
            self._title.setText("")
        else:
            words = self.tr(
                "Files that other libraries load with identical ids: each export is loaded in the "
                "real library and compared."
            )
            self._title.setText(self._subject_words(subject))
            self.form.show_tokenizer(subject.tokenizer)
            self.records_requested.emit(subject)
        self._nothing.set_sentence(words)
        self._enable()

    def set_records(self, records: Sequence[ExportRecord]) -> None:
        """Show what was exported before, newest first."""
        self.history.set_rows(records)
        self._give_room()
        for part in (self._before, self.table, self._save):
            part.setVisible(bool(records))

    def begin(self, _subject: object = None) -> None:
        """An export runs."""
        self._running = True
        self.form.show_problem("")
        self._phase.setText(self.tr("Export"))
        self._progress.setValue(0)
        self._pages.setCurrentWidget(self._nothing)  # what is known is of another export
        self._enable()

    def note_progress(self, words: str, fraction: float) -> None:
        """Say what is done just now, and how far it is, 0 to 1."""
        self._phase.setText(words)
        self._progress.setValue(round(PARTS * fraction))

    def end(self, record: ExportRecord | None = None) -> None:
        """The export is over; `record` is its result."""
        self._running = False
        self._enable()
        focused = self.window().focusWidget()
        if focused is None or self.isAncestorOf(focused):  # the button lost it while it was off
            self.form.focus_formats()
        if record is not None:
            self.show_record(record)

    def show_record(self, record: ExportRecord) -> None:
        """Show the result of an export."""
        self.result.show_record(record)
        self._pages.setCurrentWidget(self._scroll)

    @property
    def shows_result(self) -> bool:
        return self._pages.currentWidget() is self._scroll

    @property
    def shows_verified(self) -> bool:
        """Whether the result in sight is a verified export in the chosen format."""
        record = self.result.record if self.shows_result else None
        return record is not None and (record.status, record.format) == ("equal", self.form.format)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    # ---- inside

    def _give_room(self) -> None:
        """Where there is little room the table keeps the columns that say most."""
        has_room = self.width() - FORM_WIDTH >= ROOM_FOR_ALL
        gone = () if has_room else EXPENDABLE
        for key in EXPENDABLE:
            self.table.setColumnHidden(self.history.place(key), key in gone)
        columns = self.history.columns
        widths = [0 if column.key in gone else column.width for column in columns]
        growing = [
            at for at, column in enumerate(columns) if column.stretches and column.key not in gone
        ]
        self.table.share(widths, growing)

    def _subject_words(self, subject: ExportSubject) -> str:
        if subject.size is None:
            words = self.tr("Export %1, %2 ids")
        else:
            words = self.tr("Export %1, truncated to %2 of %3 ids")
        size = subject.size or subject.vocab_size
        whole = grouped(subject.vocab_size)
        return fill(words, subject.name, grouped(size), whole)

    def _ask(self, wish: ExportWish) -> None:
        if self._subject is not None and not self._running:
            self.export_requested.emit((self._subject, wish))

    def _enable(self) -> None:
        possible = self._subject is not None and not self._running and bool(self.form.formats)
        why = self.tr("an export is running")
        if not self._running:
            why = self.tr("open a tokenizer or choose a finished run first")
        for action in self._actions:
            action.setEnabled(possible)
            action.setStatusTip("" if possible else why)
        self.form.set_running(self._running)
        for part in (self._phase, self._progress):
            part.setVisible(self._running)

    def _show_chosen(self, _index: object = None) -> None:
        chosen = self.table.currentIndex()
        if chosen.isValid() and not self._running:
            self.show_record(chosen.data(ROW_ROLE))

    def _lay_out(self) -> None:
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self.result)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(self._scroll)
        self._before = label(self.tr("History"), "section")
        self._save = self.table.copying.button()
        self.table.setFixedHeight(HISTORY_HEIGHT)
        head = QHBoxLayout()
        head.addWidget(self._before, 1)
        head.addWidget(self._save)
        right = QVBoxLayout()
        right.setSpacing(SPACE_S)
        for part in (self._phase, self._progress):
            right.addWidget(part)
        right.addWidget(self._pages, 1)
        right.addLayout(head)
        right.addWidget(self.table)
        left = QVBoxLayout()
        left.setSpacing(SPACE_M)
        left.addWidget(self._title)
        left.addWidget(self.form, 1)
        self._title.setFixedWidth(FORM_WIDTH)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        row.setSpacing(SPACE_L)
        row.addLayout(left)
        row.addWidget(hairline(vertical=True))
        row.addLayout(right, 1)
