"""The selected source beside the table: its first documents, reading options and problems.

`SourcePanel` has three views: `SourcePreview`, `ReadingForm` and `ProblemList`, whose model is
`ProblemTable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from engine.corpus import BOUNDARIES, SourcePath
from engine.errors import ConfigError
from engine.settings import EncodingErrors, ReadingOptions
from workbench.corpus.document_form import MAX_CAP, SETTLE_MS, EncodingBox, SeparatorBox
from workbench.corpus.source_scan import (
    PREVIEW_CHARACTERS,
    PREVIEW_DOCUMENTS,
    DocumentOptions,
    FileToScan,
    Preview,
    read_preview,
)
from workbench.corpus.source_table import SourceRow
from workbench.signals import Signal
from workbench.text.engine_words import error_words, sentence_words
from workbench.text.languages import language_name
from workbench.text.numbers import byte_size, grouped
from workbench.text.placeholders import fill
from workbench.text.visible_text import visible
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.fields import Field, NumberBox
from workbench.ui.widgets.job_slot import EngineJobs, JobSlot
from workbench.ui.widgets.labels import label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.translation import counted, translator
from workbench.work.jobs import Job

if TYPE_CHECKING:
    from engine.corpus import CorpusProblem, LookAlike

_tr = translator("ProblemTable")

DEFAULT_FIELD = ReadingOptions().text_field
TEXT, READING, PROBLEMS = range(3)


class ReadingForm(QWidget):
    """The reading options of one source, where they differ from those of the corpus.

    Separator, longest document, a cap of its own, and the field or column with the text; of a
    source of counts, which has no text, the floor alone.

    Signals:
        changed: a setting was edited, typing has paused and the settings are valid.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ReadingOptions()
        general = self.tr("As for the whole corpus")
        self._separator = SeparatorBox(general)
        self._longest = _number_box(general)
        self._whole = _number_box(self.tr("No limit"))
        self._least = self._floor_box()
        self._field = QComboBox(editable=True)
        self._field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = self._field.lineEdit()
        assert line is not None
        line.setPlaceholderText(general)
        self._field.setToolTip(
            self.tr("Field of JSON Lines, column of CSV and Parquet; dots select nested fields.")
        )
        self.fields = {
            "document_separator": Field(self.tr("Document separator"), self._separator),
            "max_document_chars": Field(self.tr("Max. document length, characters"), self._longest),
            "max_chars": Field(self.tr("Whole source, characters"), self._whole),
            "text_field": Field(self.tr("Field or column with the text"), self._field),
            "min_count": Field(self.tr("Minimum count of a pre-token"), self._least),
        }
        self._words = label("", "caption", wrap=True)
        self._is_showing = False
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self.take)
        column = vertical(parent=self, spacing=SPACE_M)
        for field in self.fields.values():
            column.addWidget(field)
        column.addWidget(self._words)
        column.addStretch(1)
        self._separator.currentTextChanged.connect(self._wait)
        self._field.editTextChanged.connect(self._wait)
        self._longest.valueChanged.connect(self._wait)
        self._whole.valueChanged.connect(self._wait)
        self._least.valueChanged.connect(self._wait)
        self.show_counts(are_counts=False)

    def _floor_box(self) -> NumberBox:
        box = NumberBox()
        box.setRange(1, MAX_CAP)
        box.setToolTip(
            self.tr(
                "Rarer pre-tokens are skipped; a training says how many merges that cannot change."
            )
        )
        return box

    def show_counts(self, *, are_counts: bool) -> None:
        """Show the settings of a source of counts, or of one of text."""
        for name, field in self.fields.items():
            field.setVisible(are_counts == (name == "min_count"))

    @property
    def options(self) -> ReadingOptions:
        """The settings as they stand. Raises ConfigError for what cannot work."""
        return replace(
            self._shown,
            document_separator=self._separator.separator(),
            max_document_chars=self._longest.value() or None,
            max_chars=self._whole.value() or None,
            text_field=self._field.currentText().strip() or DEFAULT_FIELD,
            min_count=self._least.value(),
        )

    def set_options(self, options: ReadingOptions, fields: Sequence[str]) -> None:
        """Show the settings of a source; `fields` are those its files have."""
        self._is_showing = True
        self._shown = options
        self._separator.show_separator(options.document_separator)
        self._longest.setValue(options.max_document_chars or 0)
        self._whole.setValue(options.max_chars or 0)
        self._least.setValue(options.min_count)
        self._field.clear()
        self._field.addItems(list(fields))
        chosen = options.text_field
        self._field.setEditText("" if chosen == DEFAULT_FIELD else chosen)
        self._timer.stop()
        self._is_showing = False
        for field in self.fields.values():
            field.show_error("")

    def show_words(self, words: str) -> None:
        """Say something of the settings, below them."""
        self._words.setText(words)

    def edit(self, **settings: object) -> None:
        """Fill in settings as a person does, and have them take effect."""
        if "document_separator" in settings:
            self._separator.setEditText(str(settings["document_separator"] or ""))
        if "max_document_chars" in settings:
            self._longest.setValue(int(str(settings["max_document_chars"] or 0)))
        if "max_chars" in settings:
            self._whole.setValue(int(str(settings["max_chars"] or 0)))
        if "text_field" in settings:
            self._field.setEditText(str(settings["text_field"] or ""))
        if "min_count" in settings:
            self._least.setValue(int(str(settings["min_count"])))
        self.take()

    def take(self) -> None:
        """Have the settings take effect, or say what is wrong with them."""
        self._timer.stop()
        try:
            options = self.options
        except ConfigError as error:
            for name, field in self.fields.items():
                field.show_error(error_words(error) if name == error.setting else "")
            return
        for field in self.fields.values():
            field.show_error("")
        if options != self._shown:
            self._shown = options
            self.changed.emit()

    def _wait(self, _value: object = None) -> None:
        if not self._is_showing:
            self._timer.start()


def _number_box(none: str) -> NumberBox:
    box = NumberBox()
    box.setRange(0, MAX_CAP)
    box.setSingleStep(1000)
    box.setSpecialValueText(none)
    return box


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """One problem of a source. line, offset: in the uncompressed file, None if unknown.

    document: the document that `offset` counts from, None for the whole file. path: of the file.
    """

    file: str
    full_name: str
    reason: str
    line: int | None = None
    offset: int | None = None
    times: int = 1
    document: int | None = None
    path: SourcePath | None = None


def problem_lines(row: SourceRow) -> tuple[ProblemLine, ...]:
    """Return the problems of a source: files that cannot be used first."""
    errors = [
        ProblemLine(
            scan.path.name,
            str(scan.path),
            _without_path(sentence_words(scan.error), str(scan.path)),
            path=scan.path,
        )
        for scan in row.scans
        if scan.error
    ]
    alikes = [_look_alike_line(path, each) for path, each in row.look_alikes]
    return (*errors, *map(_line_of, row.problems), *alikes)


def _look_alike_line(path: SourcePath, found: LookAlike) -> ProblemLine:
    """A special token that occurs literally in the text; harmless unless it is parsed."""
    words = counted(
        "ProblemTable",
        "%1 occurs in the text. It is ordinary text for every tokenizer here unless parsing is "
        "chosen; other libraries may read it as a token.",
        "%1 occurs in the text, in %2 documents. It is ordinary text for every tokenizer here "
        "unless parsing is chosen; other libraries may read it as a token.",
        found.documents,
        found.token,
        grouped(found.documents),
    )
    if found.token in BOUNDARIES and found.times > found.documents:
        words += " " + _tr("Given as document separator, it ends documents.")
    return ProblemLine(
        path.name, str(path),
        words,
        offset=found.offset, times=found.times, document=found.document, path=path,
    )  # fmt: skip


def _line_of(problem: CorpusProblem) -> ProblemLine:
    return ProblemLine(
        problem.path.name, str(problem.path), sentence_words(problem.reason), problem.line,
        problem.offset, problem.times, path=problem.path,
    )  # fmt: skip


def _without_path(sentence: str, path: str) -> str:
    return sentence.removeprefix(path).lstrip(":, ")


def problem_columns() -> Sequence[Column[ProblemLine]]:
    """The problems of one source, in the order of reading."""
    reason = attrgetter("reason")
    return (
        Column(_tr("File"), attrgetter("file"), tip=attrgetter("full_name"), width=88, key="file"),
        Column(_tr("Position"), _place_words, tip=reason, width=84, key="place"),
        Column(_tr("Times"), attrgetter("times"), tip=reason, side="right", width=56),
        Column(_tr("Reason"), reason, tip=reason, width=160, stretches=True),
    )


def _place_words(line: ProblemLine) -> str:
    if line.document is not None and line.document > 1:
        words = _tr("document %1, byte %2")
        return fill(words, grouped(line.document), grouped(line.offset or 0))
    if line.offset is not None:
        return fill(_tr("byte %1"), grouped(line.offset))
    return "" if line.line is None else fill(_tr("line %1"), grouped(line.line))


class ProblemList(QWidget):
    """The problems of the selected source, and the chooser for its invalid UTF-8.

    The tooltip and the line below the table show the whole reason.

    Signals:
        policy_chosen: EncodingErrors for the source.
        file_removal_requested: path of the one file to remove.
    """

    policy_chosen: Signal[EncodingErrors] = Signal(object)
    file_removal_requested: Signal[SourcePath] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = ColumnTable(problem_columns(), identity=lambda line: line, parent=self)
        self._policy = EncodingBox(self.tr("As for the whole corpus"))
        self._table = DataTable(self.tr("Problems of the source"), theme)
        self._table.show_columns(self._rows)
        self._reason = label("", "caption", wrap=True)
        self._remove = QPushButton(self.tr("Remove file"))
        self._remove.setToolTip(self.tr("Remove this file from the corpus; the others stay"))
        column = vertical(
            Field(self.tr("Invalid UTF-8"), self._policy),
            (self._table, 1),
            self._reason,
            parent=self,
            spacing=SPACE_M,
        )
        column.addWidget(self._remove, 0, Qt.AlignmentFlag.AlignLeft)
        self._remove.clicked.connect(self._ask_removal)
        self._policy.policy_chosen.connect(self.policy_chosen)
        self._table.selectionModel().selectionChanged.connect(self._show_reason)

    @property
    def lines(self) -> tuple[ProblemLine, ...]:
        return self._rows.rows

    def show_source(self, row: SourceRow | None) -> None:
        """Show the problems of a source."""
        lines = () if row is None else problem_lines(row)
        self._rows.set_rows(lines)
        is_one_file = len({line.full_name for line in lines}) < 2
        self._table.setColumnHidden(self._rows.place("file"), is_one_file)
        self._policy.show_policy("replace" if row is None else row.reading.encoding_errors)
        self._reason.setText(self.tr("No problems"))
        self._remove.setVisible(bool(lines))
        if lines:
            self._table.selectRow(0)
            self._show_reason()

    def _show_reason(self) -> None:
        chosen = self._table.selectionModel().selectedRows()
        if chosen:
            line = self._rows.rows[chosen[0].row()]
            self._reason.setText(f"{line.full_name}: {line.reason}")

    def _ask_removal(self) -> None:
        chosen = self._table.selectionModel().selectedRows()
        if chosen:
            path = self._rows.rows[chosen[0].row()].path
            if path is not None:
                self.file_removal_requested.emit(path)


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """New reading options for the source of a label."""

    label: str
    reading: ReadingOptions


class SourcePanel(QWidget):
    """The selected source in three views: documents, reading options, problems.

    Signals:
        reading_changed: a ReadingChange.
    """

    reading_changed: Signal[ReadingChange] = Signal(object)

    def __init__(self, theme: Theme, jobs: EngineJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: SourceRow | None = None
        self._title = label("", "section")
        self.preview = SourcePreview(theme, jobs)
        self.form = ReadingForm()
        self.problems = ProblemList(theme)
        self._tabs = QTabBar(drawBase=False)
        self._tabs.setObjectName("source_views")
        self._tabs.setAccessibleName(self.tr("Views of the source"))
        self._tabs.setExpanding(False)
        self._views = QStackedWidget()
        views = (self.preview, self.form, self.problems)
        words = (self.tr("Text"), self.tr("Reading"), self.tr("Problems"))
        for name, view in zip(words, views, strict=True):
            self._tabs.addTab(name)
            self._views.addWidget(view)
        vertical(
            self._title,
            self._tabs,
            (self._views, 1),
            parent=self,
            margins=(SPACE_M, SPACE_S, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )
        self._tabs.currentChanged.connect(self._views.setCurrentIndex)
        self.form.changed.connect(self._tell_form)
        self.problems.policy_chosen.connect(self._tell_policy)

    def show_view(self, view: int) -> None:
        """Show TEXT, READING or PROBLEMS."""
        self._tabs.setCurrentIndex(view)

    def show_source(
        self, row: SourceRow | None, options: DocumentOptions, fields: Sequence[str] = ()
    ) -> None:
        """Show a source, or nothing. fields: those its files have."""
        self._row = row
        self.preview.show_source(row, options)
        self.show_findings(row)
        self.setEnabled(row is not None)
        if row is None:
            self._title.setText(self.tr("No source is selected"))
            return
        name = language_name(row.label)
        self._title.setText(row.label if name == row.label else f"{name} ({row.label})")
        self.form.set_options(row.reading, fields)
        words = ""
        if row.texts is not None:
            words = self.tr("This source is text in memory; it is read as it is.")
        elif row.is_counts:
            words = self.tr("This source is counts of pre-tokens; it contains no text.")
        self.form.show_words(words)
        self.form.show_counts(are_counts=row.is_counts)
        self.form.setEnabled(row.texts is None)

    def show_findings(self, row: SourceRow | None) -> None:
        """Update the problems after the source was read."""
        self.problems.show_source(row)
        n = 0 if row is None else row.n_problems + len(row.errors) + len(row.look_alikes)
        words = self.tr("Problems")
        self._tabs.setTabText(PROBLEMS, f"{words} {grouped(n)}" if n else words)

    def _tell_form(self) -> None:
        if self._row is not None:
            self.reading_changed.emit(ReadingChange(self._row.label, self.form.options))

    def _tell_policy(self, policy: EncodingErrors) -> None:
        if self._row is not None and policy != self._row.reading.encoding_errors:
            reading = replace(self._row.reading, encoding_errors=policy)
            self.reading_changed.emit(ReadingChange(self._row.label, reading))


class SourcePreview(QWidget):
    """Reads the first documents in a job once visible; a newer choice cancels an older one."""

    def __init__(self, theme: Theme, jobs: EngineJobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._slot = jobs, JobSlot(jobs, self)
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
        self._text.setPlaceholderText("")
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
        is_held = self._jobs.holds(job)
        self._text.setPlaceholderText(
            self.tr("Preparing the engine, once on this computer. The text is shown next.")
            if is_held
            else self.tr("Reading the text…")
        )

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
        nothing = sentence_words(self._preview.error) or self.tr("This file contains no documents.")
        self._text.setPlainText("\n".join(parts) or nothing)

    def _lay_out(self) -> None:
        head = horizontal(self._files, STRETCH, self._invisible, spacing=SPACE_S)
        vertical(head, (self._text, 1), self._part, parent=self, spacing=SPACE_S)


def _with_glyphs(document: str) -> str:
    """Return a document with white space as glyphs; its lines stay lines."""
    lines = document.split("\n")
    marked = [visible(f"{line}\n".encode("utf-8", "replace")) for line in lines[:-1]]
    return "\n".join([*marked, visible(lines[-1].encode("utf-8", "replace"))])
