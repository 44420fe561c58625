"""CorpusPane: the files to train on, one row per language or domain, read in the background."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QMimeData, QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QSplitter, QVBoxLayout, QWidget

from engine import Corpus
from resources import sample_corpus_folder
from workbench.jobs import Job, StepProgress
from workbench.models.source_table import (
    CHARACTERS,
    LABEL,
    PROBLEMS,
    ROW_ROLE,
    SORT_ROLE,
    SourceTable,
)
from workbench.numbers import byte_size, grouped
from workbench.parts.document_form import DocumentForm
from workbench.parts.engine_jobs import EngineJobs
from workbench.parts.failure_words import failure_words
from workbench.parts.source_preview import SourcePreview
from workbench.source_scan import (
    DocumentOptions,
    FileFound,
    FileScan,
    PathRefused,
    find_and_scan,
    scan_files,
)
from workbench.state import SourceEntry, WorkbenchState
from workbench.theme import CHOOSER_WIDTH, SPACE_L, SPACE_M, Theme
from workbench.widgets.action_button import ActionButton
from workbench.widgets.data_table import DataTable
from workbench.widgets.figures import Figures
from workbench.widgets.labels import hairline
from workbench.widgets.pane import Pane

_WIDTHS = (120, 140, 48, 84, 88, 88, 72)
_ROOM_FOR_ALL = 1000


class CorpusPane(Pane):
    """Sets `state.sources` and `state.corpus` once everything added was read.

    `form` holds document separator and caps, `preview` the first documents of the chosen source.

    Signals:
        reading_changed: bool, True while files are found or read, or wait for the engine.
    """

    reading_changed = Signal(object)

    def __init__(
        self,
        state: WorkbenchState,
        theme: Theme,
        jobs: EngineJobs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Corpus"), parent)
        self.setAcceptDrops(True)
        self._state, self._jobs = state, jobs
        self._reading: list[Job] = []
        self._refused: list[str] = []
        self._options = DocumentOptions()
        words = (
            self.tr("of text"), self.tr("sources"), self.tr("files"), self.tr("documents"),
            self.tr("characters"), self.tr("problems"), self.tr("files left out"),
        )  # fmt: skip
        self._figures = Figures(words, theme)
        self._model = SourceTable(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self._model)
        self._sorted.setSortRole(SORT_ROLE)
        self._table = DataTable(self.tr("Sources"), theme)
        self._table.setModel(self._sorted)
        self._table.set_widths(_WIDTHS, stretch=PROBLEMS)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(LABEL, Qt.SortOrder.AscendingOrder)
        self._table.setEditTriggers(
            DataTable.EditTrigger.DoubleClicked | DataTable.EditTrigger.EditKeyPressed
        )
        self.form = DocumentForm()
        self.preview = SourcePreview(theme, jobs)
        self._make_actions()
        self._lay_out()
        self._connect()
        self._take_corpus(state.corpus)

    @property
    def sources(self) -> SourceTable:
        """The rows of the table."""
        return self._model

    @property
    def figures(self) -> tuple[str, ...]:
        """Size, sources, files, documents, characters, problems, files left out."""
        return self._figures.values()

    @property
    def is_reading(self) -> bool:
        """True while files are found or read."""
        return bool(self._reading)

    def primary_action(self) -> QAction:
        return self._add_files

    def add_paths(self, paths: Iterable[Path]) -> None:
        """Add files and folders; they are read in a job."""
        known = frozenset(self._model.paths)
        chosen = [Path(path) for path in paths]
        if chosen:
            self._start(find_and_scan(chosen, known, self._options))

    def open_sample(self) -> None:
        """Add the sample corpus."""
        self.add_paths([sample_corpus_folder()])

    def choose_source(self, label: str) -> None:
        """Choose the row of a label."""
        row = self._model.row_of(label)
        if row is not None:
            index = self._sorted.mapFromSource(self._model.index(row, LABEL))
            self._table.setCurrentIndex(index)

    def remove_chosen(self) -> None:
        """Take the chosen sources out of the corpus."""
        chosen = self._table.selectionModel().selectedRows()
        self._model.remove([self._sorted.mapToSource(index).row() for index in chosen])
        self._publish()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the problems have it, not the characters."""
        super().resizeEvent(event)
        self._table.setColumnHidden(CHARACTERS, event.size().width() < _ROOM_FOR_ALL)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.add_paths(_local_paths(event.mimeData()))
        event.acceptProposedAction()

    def _make_actions(self) -> None:
        self._add_files = QAction(self.tr("Add files"), self)
        self._add_files.setShortcut(QKeySequence(QKeySequence.StandardKey.Open))
        self._add_folder = QAction(self.tr("Add folder"), self)
        self._remove = QAction(self.tr("Remove source"), self)
        self._remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self._sample = QAction(self.tr("Open sample corpus"), self)
        for action, slot in (
            (self._add_files, self._ask_files),
            (self._add_folder, self._ask_folder),
            (self._remove, self.remove_chosen),
            (self._sample, self.open_sample),
        ):
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(slot)
            self.addAction(action)
        self._remove.setEnabled(False)

    def _lay_out(self) -> None:
        buttons = [ActionButton(each) for each in (self._add_files, self._add_folder, self._remove)]
        for button in buttons:
            self.header.addWidget(button)
        top = QVBoxLayout()
        top.setContentsMargins(SPACE_L, 0, SPACE_L, SPACE_M)
        top.setSpacing(SPACE_M)
        top.addWidget(self._figures)
        top.addWidget(self.form)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self._table)
        halves.addWidget(self.preview)
        halves.setStretchFactor(0, 3)
        halves.setStretchFactor(1, 2)
        halves.setSizes([5 * CHOOSER_WIDTH // 2, CHOOSER_WIDTH])
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(hairline())
        column.addWidget(halves, 1)
        self.set_content(content)
        order = [*buttons, self.form, self._table, self.preview]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)
        empty = self.set_empty(
            self.tr(
                "The corpus is the text a tokenizer is trained on. Drop files or folders here, "
                "add them above, or begin with the sample in many languages."
            ),
            self.tr("Open sample corpus"),
        )
        empty.action_requested.connect(self.open_sample)

    def _connect(self) -> None:
        self._table.selectionModel().currentRowChanged.connect(self._show_row)
        self._model.labels_changed.connect(self._publish)
        self.form.changed.connect(self._read_again)
        self._state.corpus_changed.connect(self._take_corpus)

    def _ask_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, self.tr("Add files"))
        self.add_paths(Path(name) for name in names)

    def _ask_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Add folder"))
        if name:
            self.add_paths([Path(name)])

    def _start(self, task: Generator[StepProgress, None, None]) -> None:
        waits_for = self._jobs.current
        job = Job(task, title=self.tr("Read corpus"), parent=self)
        job.progressed.connect(self._take_steps)
        job.finished.connect(self._end_reading)
        job.cancelled.connect(self._end_reading)
        job.failed.connect(self._end_reading)
        self._reading.append(job)
        self.reading_changed.emit(True)
        words = self.tr("Reading files…")
        if waits_for is not None:
            words = self.tr("Files are read when “%1” has ended.").replace("%1", waits_for.title)
        self._jobs.start(job)
        if self._jobs.holds(job):
            words = self.tr("Preparing the engine")
        self.set_caption(words)
        if self._jobs.holds(job):
            self.set_waiting(
                self.tr("Preparing the engine, once on this computer. Files are read next.")
            )

    def _take_steps(self, steps: tuple[StepProgress, ...]) -> None:
        self.set_caption(self.tr("Reading files…"))
        for step in steps:
            found = step.payload
            if isinstance(found, FileFound):
                self._model.add_file(found.path, found.label)
            elif isinstance(found, FileScan):
                self._model.set_scan(found)
            elif isinstance(found, PathRefused):
                self._refused.append(found.sentence)
        if self._model.rowCount():
            self.show_content()
        self._show_figures()

    def _end_reading(self, error: Exception | None = None) -> None:
        self._reading = [job for job in self._reading if not job.is_over]
        if error is not None:
            self._refused.append(failure_words(error))
        if self._refused:
            self.bar.show_error("\n".join(self._refused))
            self._refused = []
        if not self._reading:
            self._publish()
            self.reading_changed.emit(False)

    def _publish(self) -> None:
        """Hand the corpus to the state: all files that can be used."""
        rows = self._model.rows
        self._show_figures()
        self.set_caption(self.tr("Double-click a label to change it") if rows else "")
        self.set_waiting("")
        if rows:
            self.show_content()
        else:
            self.show_empty()
        if self._table.currentIndex().row() < 0 and rows:
            self._table.setCurrentIndex(self._sorted.index(0, LABEL))
        self._remove.setEnabled(bool(rows))
        entries = tuple(
            SourceEntry(
                path, row.label,
                n_bytes=scan.n_bytes if scan else None,
                documents=scan.documents if scan else None,
                error=(scan.error or None) if scan else None,
            )
            for row in rows for path, scan in row.files.items()
        )  # fmt: skip
        sources = [source for row in rows if (source := row.source) is not None]
        corpus = self._options.corpus(sources) if sources else None
        if not _same_corpus(corpus, self._state.corpus):
            self._state.set_sources(entries)
            self._state.set_corpus(corpus)

    def _take_corpus(self, corpus: Corpus | None) -> None:
        """Show a corpus that came from elsewhere."""
        mine = [source for row in self._model.rows if (source := row.source) is not None]
        if corpus is None or _same_corpus(corpus, self._options.corpus(mine)):
            return
        self._options = DocumentOptions(
            corpus.document_separator, corpus.max_document_chars, corpus.max_chars
        )
        self.form.set_options(self._options)
        self._model.clear()
        for source in corpus.sources:
            if source.texts is not None:
                self._model.add_texts(source.label, source.texts)
            for path in source.paths:
                self._model.add_file(path, source.label)
        if self._model.paths:
            self.show_content()
            self._start(scan_files(self._model.paths, self._options))
        else:
            self._publish()

    def _read_again(self) -> None:
        """Read all files again with other settings."""
        if self.form.options == self._options:
            return
        self._options = self.form.options
        for job in self._reading:
            job.cancel()
        self._model.forget_scans()
        self._start(scan_files(self._model.paths, self._options))

    def _show_figures(self) -> None:
        rows = self._model.rows
        errors = sum(len(row.errors) for row in rows)
        self._figures.show_values(
            byte_size(sum(row.n_bytes for row in rows)),
            grouped(len(rows)),
            grouped(sum(len(row.files) for row in rows)),
            grouped(sum(row.documents for row in rows)),
            grouped(sum(row.characters for row in rows)),
            grouped(sum(len(row.problems) for row in rows)),
            grouped(errors),
        )

    def _show_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = current.data(ROW_ROLE) if current.isValid() else None
        self.preview.show_source(row, self._options)


def _same_corpus(one: Corpus | None, other: Corpus | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.sources, one.document_separator, one.max_document_chars, one.max_chars) == (
        other.sources, other.document_separator, other.max_document_chars, other.max_chars
    )  # fmt: skip


def _local_paths(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
