"""SourcePreview: the first documents of the chosen source."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.corpus import SourcePath
from engine.settings import ReadingOptions
from workbench.corpus.mixture_draft import MixturePreview, PreviewStatus, PreviewWish
from workbench.corpus.mixture_table import change_words
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
from workbench.text.languages import language_name
from workbench.text.numbers import NOTHING, byte_size, duration, grouped, ratio
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.engine_jobs import EngineJobs
from workbench.ui.widgets.figures import Figures
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.work.jobs import Job


class SourcePreview(QWidget):
    """Reads the preview in a job once it is in sight; a newer choice drops the older one."""

    def __init__(self, theme: Theme, jobs: EngineJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._preview: Preview | None = None
        self._waiting: SourcePath | None = None
        self._row: SourceRow | None = None
        self._options = DocumentOptions()
        self._reading = ReadingOptions()
        self._files = QComboBox()
        self._files.setAccessibleName(self.tr("File to preview"))
        self._invisible = QCheckBox(self.tr("Show invisible characters"))
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setFont(theme.mono_font())
        self._text.setAccessibleName(self.tr("First documents"))
        self._text.setTabChangesFocus(True)
        self._part = label("", "caption", wrap=True)
        self._part.hide()
        self._lay_out()
        self._files.activated.connect(self._choose_file)
        self._invisible.toggled.connect(self._show_text)

    @property
    def text(self) -> str:
        """The documents on show."""
        return self._text.toPlainText()

    @property
    def part_words(self) -> str:
        """How much of the file is on show, "" where it is all."""
        return "" if self._part.isHidden() else self._part.text()

    def set_show_invisible(self, show: bool) -> None:
        self._invisible.setChecked(show)

    def show_source(self, row: SourceRow | None, options: DocumentOptions) -> None:
        """Show a source, or nothing."""
        self._options, self._row = options, row
        self._files.clear()
        self._files.setVisible(row is not None and len(row.files) > 1)
        self._reading = row.reading if row is not None else ReadingOptions()
        self._waiting = None
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
        if self._job is not None:
            self._job.cancel()
        if self._preview is not None and self._preview.path != path:
            self._show_preview(None)
        if not self.isVisible():
            self._waiting = path
            return
        self._waiting = None
        self._job = Job(
            read_preview(FileToScan(path, self._reading), self._options),
            title=self.tr("Read preview"),
            brief=True,
            parent=self,
        )
        self._job.finished.connect(self._show_preview)
        self._jobs.start(self._job)

    def _show_preview(self, preview: Preview | None) -> None:
        self._job = None
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


# PreviewPart: whether a mixture is previewed, at which size, and what comes out overall.


SIZES = (2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072)


class PreviewPart(QWidget):
    """Keeps its height whatever it says, so that nothing below it moves.

    Signals:
        wish_changed: a PreviewWish.
        count_requested: the corpus has to be counted first and the person wants it now.
    """

    wish_changed = Signal(object)
    count_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._switch = QCheckBox(self.tr("Preview"))
        self._switch.setChecked(True)
        self._switch.setToolTip(
            self.tr("Train in the background on the counts in memory whenever the mixture changes")
        )
        self._size = QComboBox()
        self._size.setAccessibleName(self.tr("Vocabulary size of the preview"))
        self._size.addItem(self.tr("Size as in Train"), None)
        for size in SIZES:
            self._size.addItem(fill(self.tr("%1 tokens"), grouped(size)), size)
        self._count = QPushButton(self.tr("Count now"))
        self._count.setToolTip(self.tr("Read the corpus once and keep its counts"))
        self._status, self._extremes = ElidedLabel("", "caption"), ElidedLabel("", "caption")
        words = (
            self.tr("bytes per token, preview"), self.tr("against natural"),
            self.tr("gains most"), self.tr("loses most"),
        )  # fmt: skip
        self._figures = Figures(words, theme)
        self._lay_out()
        self._switch.toggled.connect(self._tell)
        self._size.currentIndexChanged.connect(self._tell)
        self._count.clicked.connect(self.count_requested)
        self.show_preview(None)
        self.show_state(PreviewStatus(""))

    @property
    def wish(self) -> PreviewWish:
        """What is wanted: nothing while nobody sees it."""
        is_on = self._switch.isChecked() and self.isVisible()
        return PreviewWish(is_on, self._size.currentData())

    @property
    def status(self) -> str:
        """What is said of the preview: that it is under way, what it took, what it waits for."""
        return self._status.text()

    @property
    def figures(self) -> tuple[str, ...]:
        """Overall, difference, gains most, loses most."""
        return self._figures.values()

    def choose_size(self, size: int | None) -> None:
        """Choose the preview's vocabulary size; None takes that of the next training."""
        self._size.setCurrentIndex(self._size.findData(size))

    def show_state(self, state: PreviewStatus) -> None:
        """Say how the preview is, and offer to count the corpus where that is needed."""
        self._status.setText(state.words)
        self._count.setVisible(state.can_count)

    def show_preview(self, preview: MixturePreview | None) -> None:
        """Show what a preview found, or that there is none."""
        if preview is None:
            self._figures.show_values(*[NOTHING] * 4)
            self._extremes.clear()
            return
        self._figures.show_values(
            ratio(preview.overall),
            NOTHING if preview.is_natural else change_words(preview.change),
            *_gain_and_loss(preview),
        )
        self._extremes.setText(self._extreme_words(preview))
        words = self.tr("Trained at %1 tokens in %2, not stored")
        self.show_state(
            PreviewStatus(fill(words, grouped(preview.vocab_size), duration(preview.seconds)))
        )

    @property
    def extremes(self) -> str:
        """Which source has the most and which the fewest bytes per token, in words."""
        return self._extremes.text()

    def _extreme_words(self, preview: MixturePreview) -> str:
        found = preview.extremes()
        if found is None:
            return ""
        best, worst = (_of(each, ratio(preview.now[each])) for each in found)
        words = self.tr("Most bytes per token: %1. Fewest: %2.")
        return fill(words, best, worst)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tell()

    def tell_wish(self, _view: object = None) -> None:
        """Tell the wish anew: whether anybody sees the preview may have changed."""
        self.wish_changed.emit(self.wish)

    def _tell(self, _value: object = None) -> None:
        self._size.setEnabled(self._switch.isChecked())
        self.wish_changed.emit(self.wish)

    def _lay_out(self) -> None:
        controls = QHBoxLayout()
        controls.setSpacing(SPACE_M)
        controls.addWidget(self._switch)
        controls.addWidget(self._size)
        controls.addWidget(self._count)
        controls.addWidget(self._status, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(controls)
        column.addWidget(self._figures)
        column.addWidget(self._extremes)


def _gain_and_loss(preview: MixturePreview) -> tuple[str, str]:
    """Who gains most and who loses most; where nobody does, nothing is said."""
    changes = preview.changes()
    if changes is None:
        return NOTHING, NOTHING
    best, worst = ((each, preview.now[each] / preview.natural[each] - 1) for each in changes)
    gain = _of(best[0], change_words(best[1])) if best[1] > 0 else NOTHING
    loss = _of(worst[0], change_words(worst[1])) if worst[1] < 0 else NOTHING
    return gain, loss


def _of(label_of_source: str, value: str) -> str:
    return f"{language_name(label_of_source)} {value}"
