"""ExportPanel: the view of exports: the tokenizer, the form, the result, and earlier exports.

`ExportForm` has format, folder and the buttons that write, `ExportOptionsForm` the options of the
chosen format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from workbench.runs.export_result import ExportResult, export_columns
from workbench.signals import Signal
from workbench.text.numbers import grouped
from workbench.text.placeholders import fill
from workbench.ui.tables.column_table import ColumnTable
from workbench.ui.tables.data_table import SharedTable
from workbench.ui.tables.headed_table import ROW_ROLE
from workbench.ui.theme.theme import FORM_WIDTH, ROW_HEIGHT, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.empty_state import EmptyState
from workbench.ui.widgets.fields import Field
from workbench.ui.widgets.file_dialogs import FOLDERS, ask_file, ask_folder_to_save_in, last_folder
from workbench.ui.widgets.labels import ElidedLabel, hairline, label
from workbench.ui.widgets.layouts import STRETCH, horizontal, vertical
from workbench.ui.widgets.progress_line import ProgressLine
from workbench.ui.words.tool_tips import plain_tip
from workbench.work.tokenizer_export import ExportWish

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.formats import ExportOptions
    from workbench.store import ExportRecord
    from workbench.work.tokenizer_export import ExportSubject


OWN_TEMPLATE, TEMPLATE_FILE = "", "\0file"

LIST_PADDING = 4
_LEAST_ROWS = 3  # of the list of formats; the rest can be scrolled to
_BEFORE_THE_REST = 100


class ExportOptionsForm(QWidget):
    """One control per option; those that the format does not use are hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = _choice(
            (self.tr("As transformers 5 writes them"), "v5"),
            (self.tr("As version 4 did, for older servers"), "v4"),
        )
        self._merges = _choice(
            (self.tr("Pairs, for tokenizers 0.20 and later"), "pairs"),
            (self.tr("Strings, for every version"), "strings"),
        )
        self._template = QComboBox()
        self._pre = QLineEdit(placeholderText=self.tr("Detect automatically"))
        self._renumber = QCheckBox(self.tr("Change ids: special tokens come first"))
        self._add_bos = QCheckBox(self.tr("Readers add bos before a text"))
        fields = {
            "layout": Field(self.tr("Companion files"), self._layout),
            "merges": Field(self.tr("Merges"), self._merges),
            "chat_template": Field(self.tr("Chat template"), self._template),
            "pre": Field(self.tr("Pre-tokenizer in llama.cpp"), self._pre),
        }
        self._parts: dict[str, QWidget] = {
            **fields, "renumber": self._renumber, "add_bos": self._add_bos,
        }  # fmt: skip
        column = vertical(parent=self, spacing=SPACE_S)
        for part in self._parts.values():
            part.hide()
            column.addWidget(part)
        self._template.addItem(self.tr("The tokenizer's own"), OWN_TEMPLATE)
        self._template.activated.connect(self._note_template)

    @property
    def shown(self) -> tuple[str, ...]:
        """The options that the chosen format reads."""
        return tuple(name for name, part in self._parts.items() if not part.isHidden())

    def show_format(self, name: str) -> None:
        """Show what a format reads; "" for none."""
        from engine.formats import export_format

        read = export_format(name).options if name else ()
        for option, part in self._parts.items():
            part.setVisible(option in read)
        self.setVisible(bool(self.shown))
        if "chat_template" in read and self._template.count() == 1:
            self._fill_templates()

    def show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Say whether the tokenizer has a chat template of its own."""
        words = self.tr("The tokenizer's own")
        if tokenizer is not None and tokenizer.chat_template is None:
            words = self.tr("None")
        self._template.setItemText(0, words)

    def choose(self, option: str, value: object) -> None:
        """Choose a value of an option, as a person does."""
        part = {"layout": self._layout, "merges": self._merges, "chat_template": self._template}
        if option in part:
            part[option].setCurrentIndex(part[option].findData(value))
        elif option == "pre":
            self._pre.setText(str(value))
        else:
            {"renumber": self._renumber, "add_bos": self._add_bos}[option].setChecked(bool(value))

    def options(self, name: str) -> ExportOptions:
        """The options of a format; those that it does not read stay as they usually are."""
        from engine.formats import ExportOptions, export_format

        values: dict[str, Any] = {
            "layout": self._layout.currentData(),
            "merges": self._merges.currentData(),
            "chat_template": self._template.currentData() or None,
            "pre": self._pre.text().strip() or None,
            "renumber": self._renumber.isChecked(),
            "add_bos": self._add_bos.isChecked(),
        }
        read = export_format(name).options
        return ExportOptions(**{key: value for key, value in values.items() if key in read})

    def _fill_templates(self) -> None:
        from engine.chat import template_names

        for name in template_names():
            self._template.addItem(name, name)
        self._template.addItem(self.tr("File…"), TEMPLATE_FILE)

    def _note_template(self, index: int) -> None:
        if self._template.itemData(index) != TEMPLATE_FILE:
            return
        words = self.tr("Chat template")
        chosen = ask_file(self, words, self.tr("Chat templates (*.jinja *.json)"))
        if not chosen:
            self._template.setCurrentIndex(0)
            return
        self._template.insertItem(index, chosen, chosen)
        self._template.setCurrentIndex(index)


def _choice(*items: tuple[str, str]) -> QComboBox:
    box = QComboBox()
    for words, value in items:
        box.addItem(words, value)
    return box


class ExportForm(QWidget):
    """The format, its options and the folder of an export.

    Signals:
        wish_made: ExportWish.    cancel_requested: cancel the running export.
    """

    wish_made: Signal[ExportWish] = Signal(object)
    cancel_requested = Signal()

    def __init__(self, verify: QAction, write: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._descriptions: dict[str, str] = {}
        self._verify, self._write = verify, write
        self._offers_verifying, self._is_running = True, False
        self._formats = QListWidget()
        self._description = label("", "caption", wrap=True)
        self.options = ExportOptionsForm()
        self._folder = QLineEdit(placeholderText=self.tr("Chosen when exporting"))
        self._choose = QPushButton(self.tr("Choose…"))
        self._field = Field(self.tr("Folder"), self._folder_row())
        self._cancel = QPushButton(self.tr("Cancel"))
        self._problem = label("", "error", wrap=True)
        self._problem.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._problem.hide()
        self._lay_out()
        self._formats.currentItemChanged.connect(self._show_format)
        self._choose.clicked.connect(self.ask_folder)
        self._folder.textEdited.connect(self._clear_error)
        self._cancel.clicked.connect(self.cancel_requested)
        verify.triggered.connect(self._ask_verified)
        write.triggered.connect(self._ask_written)

    @property
    def format(self) -> str:
        """The chosen format, "" while none is known."""
        item = self._formats.currentItem()
        return "" if item is None else item.text()

    @property
    def formats(self) -> tuple[str, ...]:
        """All that are offered."""
        return tuple(self._descriptions)

    @property
    def description(self) -> str:
        """The sentence on the chosen format."""
        return self._description.text()

    @property
    def folder(self) -> str:
        return self._folder.text().strip()

    @property
    def error(self) -> str:
        """What is wrong with the folder, or why nothing was exported; "" for nothing."""
        return self._field.error or self._problem.text()

    def set_formats(self, formats: Mapping[str, str]) -> None:
        """Offer these formats (name -> description); they come with the engine."""
        chosen = self.format
        self._descriptions = dict(formats)
        self._formats.clear()
        for name, description in formats.items():
            item = QListWidgetItem(name)
            item.setToolTip(plain_tip(description))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, description)
            self._formats.addItem(item)
        rows = max(1, len(formats))
        self._formats.setMaximumHeight(rows * ROW_HEIGHT + LIST_PADDING)
        self._formats.setMinimumHeight(min(rows, _LEAST_ROWS) * ROW_HEIGHT + LIST_PADDING)
        self.choose_format(chosen or next(iter(formats), ""))

    def choose_format(self, name: str) -> None:
        """Choose a format in the list."""
        for item in self._formats.findItems(name, Qt.MatchFlag.MatchExactly):
            self._formats.setCurrentItem(item)

    def set_folder(self, folder: str) -> None:
        """Fill in the folder."""
        self._folder.setText(folder)
        self._clear_error()

    def show_tokenizer(self, tokenizer: Tokenizer | None) -> None:
        """Say what the tokenizer itself brings along; None while it is not read."""
        self.options.show_tokenizer(tokenizer)

    def set_running(self, running: bool) -> None:
        """An export runs: it can be given up, none other be started."""
        self._is_running = running
        self._show_verify_button()
        self._cancel.setVisible(running)
        self._only_write.setHidden(running)
        for part in (self._formats, self.options, self._folder, self._choose):
            part.setEnabled(not running)

    def offer_verifying(self, is_offered: bool) -> None:
        """Have a button that exports and verifies, unless one above the panes does."""
        self._offers_verifying = is_offered
        self._show_verify_button()

    def _show_verify_button(self) -> None:
        self._verify_button.setVisible(self._offers_verifying and not self._is_running)

    def ask_folder(self) -> None:
        """Let the person choose the folder."""
        words = fill(self.tr("Folder for %1"), self.format)
        if folder := ask_folder_to_save_in(self, words):
            self.set_folder(folder)

    def focus_formats(self) -> None:
        self._formats.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- inside

    def _ask_verified(self) -> None:
        self._ask(verifies=True)

    def _ask_written(self) -> None:
        self._ask(verifies=False)

    def _ask(self, *, verifies: bool) -> None:
        if not self.folder:
            self.ask_folder()
        if not self.folder or not self.format:
            return
        folder = Path(self.folder).expanduser().absolute()
        if folder.exists() and not folder.is_dir():
            self._field.show_error(self.tr("This is a file; choose a folder."))
            return
        last_folder.note_saving(FOLDERS, str(folder), is_folder=True)
        options = self.options.options(self.format)
        self.wish_made.emit(ExportWish(self.format, folder, options=options, verifies=verifies))

    def show_problem(self, sentence: str) -> None:
        """Say below the buttons why nothing was exported; "" takes it away."""
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    def _clear_error(self, _text: str = "") -> None:
        self._field.show_error("")
        self.show_problem("")

    def _show_format(self) -> None:
        self.show_problem("")
        self._description.setText(self._descriptions.get(self.format, ""))
        self.options.show_format(self.format)

    def _folder_row(self) -> QWidget:
        row = QWidget()
        horizontal((self._folder, 1), self._choose, parent=row, spacing=SPACE_S)
        row.setFocusProxy(self._folder)
        return row

    def _lay_out(self) -> None:
        self.setFixedWidth(FORM_WIDTH)
        self._formats.setAccessibleName(self.tr("Format"))
        self._folder.setAccessibleName(self.tr("Folder"))
        self._cancel.hide()
        self._verify_button = ActionButton(self._verify)
        policy = self._verify_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._verify_button.setSizePolicy(policy)
        self._only_write = ActionButton(self._write, words=self.tr("Without verifying"))
        buttons = horizontal(
            self._only_write, self._cancel, (self._verify_button, 1), spacing=SPACE_S
        )
        vertical(
            (self._formats, _BEFORE_THE_REST),
            self._description,
            self.options,
            self._field,
            buttons,
            self._problem,
            STRETCH,
            parent=self,
            spacing=SPACE_M,
        )


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
        head = horizontal((self._before, 1), self._save)
        right = vertical(
            self._phase, self._progress, (self._pages, 1), head, self.table, spacing=SPACE_S
        )
        left = vertical(self._title, (self.form, 1), spacing=SPACE_M)
        self._title.setFixedWidth(FORM_WIDTH)
        horizontal(
            left,
            hairline(vertical=True),
            (right, 1),
            parent=self,
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M),
            spacing=SPACE_L,
        )
