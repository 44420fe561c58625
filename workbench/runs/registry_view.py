"""The view of registered tokenizers, and of the texts that one was trained from.

`RegistryView` is the widget; `registry_columns` and `source_columns` tell its tables.
`RegisterForm` asks for the name and the metadata under which a tokenizer is frozen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from workbench.signals import Signal
from workbench.store import HASH_DIGITS
from workbench.text.numbers import NOTHING, byte_size, grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.column_table import Column, ColumnTable
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import ROW_ROLE
from workbench.ui.theme.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.words.translation import counted, translator

if TYPE_CHECKING:
    from workbench.store import FileRecord, RegisteredTokenizer, SourceRecord
    from workbench.work.tokenizer_export import ExportSubject

_tr = translator("RegistryView")


METADATA_HEIGHT = 72


class RegisterForm(QWidget):
    """The title names what is registered; the store decides the version.

    Signals:
        register_requested: (ExportSubject, name, metadata by key).
        asked: it asks for a name now.    closed: the person gave it up.
    """

    register_requested: Signal[tuple[ExportSubject, str, dict[str, str]]] = Signal(object)
    asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._subject: ExportSubject | None = None
        self._title = ElidedLabel("", "section")
        self._name = QLineEdit()
        self._metadata = QPlainTextEdit(
            placeholderText=self.tr("One line each, such as  model: base-7b")
        )
        self._name_field = Field(self.tr("Name"), self._name)
        self._metadata_field = Field(self.tr("Metadata"), self._metadata)
        self._register = QPushButton(self.tr("Register"))
        self._close = QPushButton(self.tr("Cancel"))
        self._names = QStringListModel(self)
        self._lay_out()
        self._name.textEdited.connect(self._clear_error)
        self._metadata.textChanged.connect(self._clear_error)
        self._name.returnPressed.connect(self.register)
        self._register.clicked.connect(self.register)
        self._close.clicked.connect(self.close_form)
        self.hide()

    @property
    def subject(self) -> ExportSubject | None:
        """What would be registered."""
        return self._subject

    @property
    def errors(self) -> tuple[str, str]:
        """What is wrong with the name, and with the metadata."""
        return self._name_field.error, self._metadata_field.error

    def ask(self, subject: ExportSubject) -> None:
        """Ask for the name under which something is to be registered."""
        self._subject = subject
        self._title.setText(fill(self.tr("Register %1"), subject.name))
        self._name.setText(subject.name.replace("@", "-").replace("/", "-"))
        self._metadata.setPlainText("")
        self._clear_error()
        self.show()
        self.asked.emit()
        self._name.setFocus(Qt.FocusReason.OtherFocusReason)
        self._name.selectAll()

    def set_names(self, names: Sequence[str]) -> None:
        """Offer names that are there already while one is typed."""
        self._names.setStringList(sorted(set(names), key=str.casefold))

    def fill(self, name: str, metadata: str = "") -> None:
        """Put words into the fields as typing does."""
        self._name.setText(name)
        self._metadata.setPlainText(metadata)

    def register(self) -> None:
        """Ask for the registration, if the fields are right."""
        if self._subject is None:
            return
        metadata = self._read_metadata()
        if metadata is not None:
            self.register_requested.emit((self._subject, self._name.text(), metadata))

    def show_error(self, sentence: str) -> None:
        """Say at the name why it cannot be."""
        self._name_field.show_error(sentence)

    def close_form(self) -> None:
        """Give it up."""
        self._subject = None
        self.hide()
        self.closed.emit()

    # ---- inside

    def _read_metadata(self) -> dict[str, str] | None:
        """The metadata by key; None where a line is wrong, which is said at the field."""
        metadata: dict[str, str] = {}
        for number, line in enumerate(self._metadata.toPlainText().splitlines(), 1):
            key, sign, value = line.partition(":")
            if not line.strip():
                continue
            word = self.tr("Line %1: write  key: value.")
            if key.strip() in metadata:
                word = self.tr("Line %1: this key appears twice.")
            if not sign or not key.strip() or key.strip() in metadata:
                self._metadata_field.show_error(fill(word, str(number)))
                self._metadata.setFocus(Qt.FocusReason.OtherFocusReason)
                return None
            metadata[key.strip()] = value.strip()
        return metadata

    def _clear_error(self, _text: str = "") -> None:
        self._name_field.show_error("")
        self._metadata_field.show_error("")

    def _lay_out(self) -> None:
        self._name.setMaxLength(100)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._name.setCompleter(completer)
        self._metadata.setFixedHeight(METADATA_HEIGHT)
        self._metadata.setTabChangesFocus(True)
        self._name_field.show_hint(
            self.tr("The same name with other ids becomes its next version.")
        )
        frozen = label(
            self.tr("Registering freezes tokenizer, name and metadata."),
            "caption",
            wrap=True,
        )
        buttons = horizontal(self._register, self._close, STRETCH, spacing=SPACE_S)
        left = vertical(self._name_field, STRETCH, buttons, spacing=SPACE_S)
        right = vertical(self._metadata_field, frozen, STRETCH, spacing=SPACE_S)
        self._name.setMinimumWidth(FORM_WIDTH)
        fields = horizontal(left, (right, 1), spacing=SPACE_L)
        column = vertical(
            self._title, fields, margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M), spacing=SPACE_S
        )
        vertical(column, hairline(), parent=self, spacing=0)


_MOST_LABELS = 3


def registry_columns(mono: QFont) -> Sequence[Column[RegisteredTokenizer]]:
    """One row for each version of a name, newest first."""
    return (
        _column(_tr("Tokenizer"), attrgetter("reference"), 108, stretches=True),
        Column(_tr("Hash"), lambda row: row.semantic_hash[:HASH_DIGITS], font=mono, width=124,
               tip=attrgetter("semantic_hash")),
        _column(_tr("From"), _origin, 108, stretches=True),
        Column(_tr("Trained from"), _sources, tip=lambda row: _labels(row) or _sources(row),
               width=92, stretches=True),
        _column(_tr("Text"), lambda row: _size(row.trained_from.bytes), 76, side="right"),
        _column(_tr("Ids"), lambda row: grouped(row.vocab_size), 72, side="right"),
        _column(_tr("Registered"), lambda row: f"{row.created.astimezone():%Y-%m-%d %H:%M}", 140),
        _column(_tr("Exports"), _exports, 100, stretches=True),
    )  # fmt: skip


def _column(
    title: str, text: Callable[[RegisteredTokenizer], str], width: int, **more: Any
) -> Column[RegisteredTokenizer]:
    """A column whose cells may be cut off: the tool tip has all of it."""
    return Column(title, text, tip=text, width=width, **more)


def _origin(row: RegisteredTokenizer) -> str:
    if row.file is not None:
        return fill(_tr("file %1"), row.file.name)
    return fill(_tr("run %1"), row.run_name or "")


def _sources(row: RegisteredTokenizer) -> str:
    n_labels = len(row.trained_from.sources)
    if n_labels > _MOST_LABELS:
        return counted("RegistryTable", "1 source", "%1 sources", n_labels)
    return _labels(row) or _tr("not known")


def _labels(row: RegisteredTokenizer) -> str:
    return ", ".join(source.label for source in row.trained_from.sources)


def _exports(row: RegisteredTokenizer) -> str:
    """Each format once, by its newest export: a sign says what the library said."""
    newest = {record.format: record.status for record in reversed(row.exports)}
    signs = {"equal": "✓", "different": "≠", "failed": "✗"}
    words = (f"{name} {signs.get(status, '')}".strip() for name, status in newest.items())
    return ", ".join(words) or NOTHING


def source_columns(mono: QFont) -> Sequence[Column[tuple[SourceRecord, FileRecord | None]]]:
    """One row for each file of each source; a source without files has a row of its own."""

    def path(row: tuple[SourceRecord, FileRecord | None]) -> str:
        return _tr("text in memory, or not known") if row[1] is None else row[1].path

    return (
        Column(_tr("Source"), lambda row: row[0].label, width=116),
        Column(_tr("Text"), lambda row: _size(row[0].bytes), side="right", width=76),
        Column(_tr("Documents"), lambda row: row[0].documents, side="right", width=84),
        Column(_tr("File"), path, tip=path, width=160, stretches=True),
        Column(_tr("Size"), lambda row: _size(row[1] and row[1].size_bytes), side="right",
               width=72),
        Column(_tr("sha256"), lambda row: row[1] and row[1].sha256, font=mono, width=132,
               stretches=True),
    )  # fmt: skip


def _size(n_bytes: int | None) -> str:
    return NOTHING if n_bytes is None else byte_size(n_bytes)


class RegistryView(QWidget):
    """Registered tokenizers, the form that adds one, and the sources of the selected one.

    Signals:
        chosen_changed: another registered tokenizer is selected.
        open_requested: the RegisteredTokenizer to open.
        check_requested: the RegisteredTokenizer whose exports to check.
        register_wanted: the button of the empty state was pressed.
    """

    chosen_changed = Signal()
    open_requested: Signal[RegisteredTokenizer] = Signal(object)
    check_requested: Signal[RegisteredTokenizer] = Signal(object)
    register_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        mono = theme.mono_font()
        self.form = RegisterForm()
        self.rows = ColumnTable(registry_columns(mono), identity=lambda row: row, parent=self)
        self.table = SharedTable(self.tr("Registered tokenizers"), theme)
        self.table.show_columns(self.rows)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # versions stand at the end
        self.sources = ColumnTable(source_columns(mono), parent=self)
        self.source_table = SharedTable(self.tr("Trained from"), theme)
        self.source_table.show_columns(self.sources)
        self.source_table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._title = ElidedLabel("", "section")
        self._nothing = EmptyState(
            self.tr(
                "Registered tokenizers never change. They load anywhere by name and version or "
                "hash, and know the bytes they were trained on."
            ),
            self.tr("Register the selected run"),
        )
        self._pages = QStackedWidget()
        self._lay_out()
        self.table.selectionModel().selectionChanged.connect(self._note_chosen)
        self.table.activated.connect(self.open_chosen)
        self._nothing.action_requested.connect(self.register_wanted)
        self.form.asked.connect(self._show_ways)
        self.form.closed.connect(self._show_ways)
        self.set_registered(())

    @property
    def chosen(self) -> RegisteredTokenizer | None:
        """The chosen one, None unless it is one."""
        rows = self.table.selectionModel().selectedRows()
        return rows[0].data(ROW_ROLE) if len(rows) == 1 else None

    def set_registered(self, registered: Sequence[RegisteredTokenizer]) -> None:
        """Show these; what is chosen stays chosen, else the newest is."""
        before = self.chosen
        self.rows.set_rows(registered)
        self.form.set_names([each.name for each in registered])
        self._pages.setCurrentIndex(1 if registered else 0)
        self.choose(registered[0].reference if before is None and registered else
                    "" if before is None else before.reference)  # fmt: skip

    def choose(self, reference: str) -> None:
        """Choose NAME@VERSION, if it is there."""
        references = [row.reference for row in self.rows.rows]
        if reference in references:
            self.table.selectRow(references.index(reference))
        self._note_chosen()

    def open_chosen(self) -> None:
        """Ask for the chosen one to be opened."""
        if self.chosen is not None:
            self.open_requested.emit(self.chosen)

    def check_chosen(self) -> None:
        """Ask for the exports of the chosen one to be checked."""
        if self.chosen is not None:
            self.check_requested.emit(self.chosen)

    @property
    def title(self) -> str:
        """The line above the sources."""
        return self._title.text()

    # ---- inside

    def _show_ways(self) -> None:
        """One way to register is enough: the form, or the button that opens it."""
        is_open = self.form.subject is not None
        self._nothing.set_action("" if is_open else self.tr("Register the selected run"))

    def _note_chosen(self) -> None:
        each = self.chosen
        sources = () if each is None else each.trained_from.sources
        self.sources.set_rows(
            (source, file) for source in sources for file in source.files or (None,)
        )
        words = "" if each is None else self._words(each)
        self._title.setText(words)
        self.chosen_changed.emit()

    def _words(self, each: RegisteredTokenizer) -> str:
        known = each.trained_from
        if not known.sources:
            words = self.tr("What %1 was trained from is not known")
        elif known.bytes is None:
            words = self.tr("%1 was trained from")
        else:
            words = self.tr("%1 was trained from %2 of text")
        return fill(words, each.reference, byte_size(known.bytes or 0))

    def _lay_out(self) -> None:
        above = QWidget()
        vertical((self.table, 1), parent=above, spacing=0)
        below = QWidget()
        head = horizontal(
            (self._title, 1),
            self.source_table.copying.button(),
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S),
            spacing=SPACE_S,
        )
        vertical(head, (self.source_table, 1), parent=below, spacing=0)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(above)
        split.addWidget(below)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(split)
        vertical(self.form, (self._pages, 1), parent=self, spacing=0)
