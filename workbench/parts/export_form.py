"""ExportForm: format, its options, folder, and the buttons that write."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.parts.export_options_form import ExportOptionsForm
from workbench.placeholders import fill
from workbench.theme import FORM_WIDTH, ROW_HEIGHT, SPACE_M, SPACE_S
from workbench.tokenizer_export import ExportWish
from workbench.tool_tips import plain_tip
from workbench.widgets.action_button import ActionButton
from workbench.widgets.field import Field
from workbench.widgets.file_dialogs import FOLDERS, ask_folder_to_save_in, last_folder
from workbench.widgets.labels import label

if TYPE_CHECKING:
    from engine.encoding import Tokenizer

LIST_PADDING = 4
_LEAST_ROWS = 3  # of the list of formats; the rest can be scrolled to
_BEFORE_THE_REST = 100


class ExportForm(QWidget):
    """What to write, and where.

    Signals:
        wish_made: ExportWish.    cancel_requested: give the running export up.
    """

    wish_made = Signal(object)
    cancel_requested = Signal()

    def __init__(self, verify: QAction, write: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._descriptions: dict[str, str] = {}
        self._verify, self._write = verify, write
        self._formats = QListWidget()
        self._description = label("", "caption", wrap=True)
        self.options = ExportOptionsForm()
        self._folder = QLineEdit(placeholderText=self.tr("Asked for when exporting"))
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
        self._cancel.setVisible(running)
        self._only_write.setHidden(running)
        for part in (self._formats, self.options, self._folder, self._choose):
            part.setEnabled(not running)

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
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACE_S)
        line.addWidget(self._folder, 1)
        line.addWidget(self._choose)
        row.setFocusProxy(self._folder)
        return row

    def _lay_out(self) -> None:
        self.setFixedWidth(FORM_WIDTH)
        self._formats.setAccessibleName(self.tr("Format"))
        self._folder.setAccessibleName(self.tr("Folder"))
        self._cancel.hide()
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        buttons.addWidget(ActionButton(self._verify), 1)
        self._only_write = ActionButton(self._write, words=self.tr("Only write"))
        buttons.addWidget(self._only_write)
        buttons.addWidget(self._cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_M)
        column.addWidget(self._formats, _BEFORE_THE_REST)
        column.addWidget(self._description)
        column.addWidget(self.options)
        column.addWidget(self._field)
        column.addLayout(buttons)
        column.addWidget(self._problem)
        column.addStretch(1)
