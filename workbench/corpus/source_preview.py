"""SourcePreview: the first documents of the selected source."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine.corpus import SourcePath
from engine.settings import ReadingOptions
from workbench.corpus.source_scan import (
    PREVIEW_CHARACTERS,
    PREVIEW_DOCUMENTS,
    DocumentOptions,
    FileToScan,
    Preview,
    read_preview,
)
from workbench.corpus.source_table import SourceRow
from workbench.text.engine_words import sentence_words
from workbench.text.numbers import byte_size, grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.theme.theme import SPACE_S, Theme
from workbench.ui.widgets.engine_jobs import EngineJobs
from workbench.ui.widgets.job_slot import JobSlot
from workbench.ui.widgets.labels import label
from workbench.work.jobs import Job


class SourcePreview(QWidget):
    """Reads the first documents in a job once visible; a newer choice cancels an older one."""

    def __init__(self, theme: Theme, jobs: EngineJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slot = JobSlot(jobs, self)
        self._preview: Preview | None = None
        self._waiting: SourcePath | None = None
        self._row: SourceRow | None = None
        self._options = DocumentOptions()
        self._reading = ReadingOptions()
        self._files = QComboBox()
        self._files.setAccessibleName(self.tr("File to preview"))
        self._invisible = QCheckBox(self.tr("Show invisible characters"))
        self._invisible.setObjectName("show_invisible")
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setFont(theme.mono_font())
        self._text.setAccessibleName(self.tr("First documents"))
        self._text.setTabChangesFocus(True)
        self._part = label("", "caption", wrap=True)
        self._part.setObjectName("shown_part")
        self._part.hide()
        self._lay_out()
        self._files.activated.connect(self._choose_file)
        self._invisible.toggled.connect(self._show_text)

    @property
    def text(self) -> str:
        """The documents on show."""
        return self._text.toPlainText()

    def show_source(self, row: SourceRow | None, options: DocumentOptions) -> None:
        """Show a source, or nothing."""
        self._options, self._row = options, row
        self._files.clear()
        self._files.setVisible(row is not None and len(row.files) > 1)
        self._reading = row.reading if row is not None else ReadingOptions()
        self._waiting = None
        self._slot.give_up()
        if row is None:
            self._show_preview(None)
            return
        for path in row.files:
            self._files.addItem(path.name, path)
        first = row.first_file
        if first is None:
            texts = (row.texts or ())[:PREVIEW_DOCUMENTS]
            self._show_preview(Preview(None, tuple(text[:PREVIEW_CHARACTERS] for text in texts)))
            return
        self._files.setCurrentIndex(self._files.findData(first))
        self._read(first)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._waiting is not None:
            self._read(self._waiting)

    def _choose_file(self, index: int) -> None:
        self._read(self._files.itemData(index))

    def _read(self, path: SourcePath) -> None:
        self._slot.give_up()
        if self._preview is not None and self._preview.path != path:
            self._show_preview(None)
        if not self.isVisible():
            self._waiting = path
            return
        self._waiting = None
        task = read_preview(FileToScan(path, self._reading), self._options)
        job = Job(task, title=self.tr("Read preview"), brief=True)
        self._slot.start(job, self._show_preview)

    def _show_preview(self, preview: Preview | None) -> None:
        self._preview = preview
        self._show_text()

    def _show_part(self) -> None:
        """Say how much of the file is on show, where that is not all."""
        preview, row = self._preview, self._row
        total = 0
        if preview is not None and row is not None:
            scan = None if preview.path is None else row.files.get(preview.path)
            total = row.text_bytes if preview.path is None else scan.n_bytes if scan else 0
        documents = () if preview is None else preview.documents
        shown = sum(len(document.encode("utf-8", "replace")) for document in documents)
        words = self.tr("The beginnings of documents: %1 of %2")
        self._part.setText(fill(words, byte_size(shown), byte_size(total)))
        self._part.setVisible(0 < shown < total)

    def _show_text(self) -> None:
        self._show_part()
        if self._preview is None:
            self._text.setPlainText("")
            return
        parts = []
        for number, document in enumerate(self._preview.documents, 1):
            if len(self._preview.documents) > 1:
                parts.append(f"── {grouped(number)} ──")
            parts.append(_with_glyphs(document) if self._invisible.isChecked() else document)
        nothing = sentence_words(self._preview.error) or self.tr("This file holds no documents.")
        self._text.setPlainText("\n".join(parts) or nothing)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self._files)
        head.addStretch(1)
        head.addWidget(self._invisible)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(head)
        column.addWidget(self._text, 1)
        column.addWidget(self._part)


def _with_glyphs(document: str) -> str:
    """Return a document with white space as glyphs; its lines stay lines."""
    lines = document.split("\n")
    marked = [visible(f"{line}\n".encode("utf-8", "replace")) for line in lines[:-1]]
    return "\n".join([*marked, visible(lines[-1].encode("utf-8", "replace"))])
