"""The designer of special tokens for the next training: a table of tokens above a form.

`SpecialTokenDesigner` edits the design, `SpecialTokenForm` has reserved slots and padding;
`special_token_table` has the table and its remarks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from engine.errors import ConfigError
from engine.settings import (
    MAX_MULTIPLE,
    MAX_VOCAB_SIZE,
    ROLES,
    SPECIAL_TOKEN_SETS,
    USUAL_MULTIPLES,
    SpecialText,
    SpecialTokenDesign,
    design_warnings,
    guessed_roles,
    special_token_design,
)
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.text.numbers import GROUP_SPACE, grouped
from workbench.text.placeholders import fill
from workbench.training.special_token_table import (
    REMARK,
    ROLE,
    TOKEN,
    SpecialTokenTable,
    TokenEdit,
    VocabularyBar,
    design_lines,
    design_remarks,
    remarks_by_row,
    vocabulary_sum,
)
from workbench.ui.tables.data_table import DataTable
from workbench.ui.theme.theme import FORM_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.buttons import ActionButton
from workbench.ui.widgets.fields import Field, NumberBox
from workbench.ui.widgets.file_dialogs import ask_file
from workbench.ui.widgets.labels import ElidedLabel, label
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.words.setting_words import setting_choices, setting_hint, setting_label
from workbench.work.training_settings import TrainingSettings

_WIDTHS = (112, 204, 84, 72, 108)
_TOKEN_SHARE = 0.35  # of the width
_NEW_NAME = "<|new_{}|>"


class SpecialTokenForm(QWidget):
    """Reserved slots, padding, and how special tokens in the corpus are read.

    Signals:
        changed: another valid choice was made.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self._slots = NumberBox()
        self._slots.setRange(0, MAX_VOCAB_SIZE)
        self._slots.setKeyboardTracking(False)
        self._multiple = QComboBox(editable=True)
        self._multiple.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._multiple.addItem(self.tr("No padding"))
        self._multiple.addItems([str(each) for each in USUAL_MULTIPLES])
        self._text = QComboBox()
        for value, words in setting_choices("special_text"):
            self._text.addItem(words, value)
        controls = {
            "reserved_slots": self._slots,
            "pad_vocab_to": self._multiple,
            "special_text": self._text,
        }
        self.fields = {key: Field(setting_label(key), each) for key, each in controls.items()}
        for key, control in controls.items():
            control.setToolTip(setting_hint(key))
        row = horizontal(parent=self, spacing=SPACE_M)
        for field in self.fields.values():
            field.setMaximumWidth(FORM_WIDTH)
            row.addWidget(field, 1, Qt.AlignmentFlag.AlignTop)  # an error makes one of them higher
        row.addStretch(0)
        self._slots.valueChanged.connect(self._tell)
        self._multiple.editTextChanged.connect(self._take_multiple)
        self._text.currentIndexChanged.connect(self._tell)

    @property
    def reserved_slots(self) -> int:
        return self._slots.value()

    @property
    def multiple(self) -> int | None:
        """The multiple, None for no padding."""
        return _multiple_of(self._multiple.currentText())

    @property
    def special_text(self) -> SpecialText:
        return "cut" if self._text.currentData() == "cut" else "ordinary"

    def show_values(
        self, reserved_slots: int, multiple: int | None, special_text: SpecialText
    ) -> None:
        """Show values; what a person is typing stays as typed where it means the same."""
        self._is_showing = True
        if self._slots.value() != reserved_slots:
            self._slots.setValue(reserved_slots)
        if self.multiple != multiple:
            self._multiple.setEditText(
                self._multiple.itemText(0) if multiple is None else str(multiple)
            )
        self._text.setCurrentIndex(self._text.findData(special_text))
        self._is_showing = False

    def edit(self, **values: object) -> None:
        """Fill in values as a person does."""
        if "reserved_slots" in values:
            self._slots.setValue(int(str(values["reserved_slots"])))
        if "multiple" in values:
            self._multiple.setEditText(str(values["multiple"]))
        if "special_text" in values:
            self._text.setCurrentIndex(self._text.findData(values["special_text"]))

    def _take_multiple(self, text: str) -> None:
        is_none = text in ("", self._multiple.itemText(0))
        is_wrong = not is_none and _multiple_of(text) is None
        words = fill(self.tr("A whole number up to %1, such as 64."), grouped(MAX_MULTIPLE))
        self.fields["pad_vocab_to"].show_error(words if is_wrong else "")
        if not is_wrong:
            self._tell()

    def _tell(self, _value: object = None) -> None:
        if not self._is_showing:
            self.changed.emit()


def _multiple_of(text: str) -> int | None:
    digits = "".join(text.replace(GROUP_SPACE, "").split())
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > len(str(MAX_MULTIPLE)):
        return None
    number = int(digits)
    return number if 1 <= number <= MAX_MULTIPLE else None


class SpecialTokenDesigner(QWidget):
    """Edits the special tokens of the next training; each edit can be undone.

    Signals:
        settings_edited: TrainingSettings with the tokens as edited; they may be invalid.
        refused: the sentence that says why a file was not imported.
        close_requested: return to the usual contents of the pane.
    choice_changed: another row is selected, or none.
    """

    settings_edited: Signal[TrainingSettings] = Signal(object)
    refused: Signal[str] = Signal(object)
    close_requested = Signal()
    choice_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = TrainingSettings()
        self._design = SpecialTokenDesign()
        self._of_design = ""
        self._rows = SpecialTokenTable(theme, self)
        self.table = DataTable(self.tr("Special tokens"), theme)
        self.table.setModel(self._rows)
        self.table.set_widths(_WIDTHS, stretch=REMARK)
        self.table.setEditTriggers(
            DataTable.EditTrigger.DoubleClicked | DataTable.EditTrigger.EditKeyPressed
        )
        self._nothing = label(
            self.tr("No special tokens. Add a set, such as chatml, or your own."),
            "muted", wrap=True,
        )  # fmt: skip
        self._total = VocabularyBar(theme)
        self._said = label("", "warning", wrap=True)
        self.form = SpecialTokenForm()
        self._sets = QPushButton(self.tr("Add set"))
        self._add = QPushButton(self.tr("Add token"))
        self._done = QPushButton(self.tr("Done"))
        self._head, self._tools = QHBoxLayout(), QHBoxLayout()
        self.below = QVBoxLayout()  # room for what a check has found
        self._lay_out()
        self._rows.token_edited.connect(self._rename)
        self.table.selectionModel().currentRowChanged.connect(self._say)
        self.table.doubleClicked.connect(self._choose_role_of)
        self.form.changed.connect(self._take_form)
        self._add.clicked.connect(self.add_token)
        self._done.clicked.connect(self.close_requested)

    @property
    def design(self) -> SpecialTokenDesign:
        """The tokens as they stand, with the roles that hold."""
        return self._design

    @property
    def rows(self) -> SpecialTokenTable:
        return self._rows

    @property
    def words(self) -> tuple[str, str]:
        """How the vocabulary adds up, and what is wrong."""
        return self._total.words, self._said.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Names take what the remarks do not need."""
        super().resizeEvent(event)
        width = max(_WIDTHS[TOKEN], round(_TOKEN_SHARE * event.size().width()))
        self.table.horizontalHeader().resizeSection(TOKEN, width)

    def show_settings(self, settings: TrainingSettings) -> None:
        """Show the special tokens of these settings, at their vocabulary size."""
        try:
            design = settings.design
        except ConfigError:
            return
        self._settings = settings
        if design.roles is None:
            design = replace(design, roles=guessed_roles(design.tokens))
        self._design = design
        self._show()

    def offer(self, check: QAction, in_table: Sequence[QAction]) -> None:
        """Offer the pane's commands: a check in the head, the others at the table, with Delete."""
        self._head.insertWidget(self._head.count() - 1, ActionButton(check))
        for action in in_table:
            self.table.addAction(action)
        words = {
            "train.choose_role": self.tr("Roles"),
            "train.move_special_token_up": self.tr("Up"),
            "train.move_special_token_down": self.tr("Down"),
            "train.remove_special_token": self.tr("Remove"),
        }
        by_name = {action.objectName(): action for action in in_table}
        for name, word in words.items():
            self._tools.addWidget(ActionButton(by_name[name], words=word))
        remove = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.table)
        remove.setContext(Qt.ShortcutContext.WidgetShortcut)
        remove.activated.connect(self.remove_token)

    def choose_row(self, row: int) -> None:
        """Choose the row of a token."""
        if 0 <= row < self._rows.rowCount():
            self.table.setCurrentIndex(self._rows.index(row, TOKEN))

    def add_set(self, name: str, _checked: bool = False) -> None:
        """Put the tokens of a named set behind the others, those that are missing."""
        self._take(self._design.with_set(name), choose=len(self._design.tokens))

    def add_token(self) -> None:
        """Add a token below the chosen one and begin to write its name."""
        tokens = self._design.tokens
        name = next(
            name for name in map(_NEW_NAME.format, range(len(tokens) + 1)) if name not in tokens
        )
        chosen = self.chosen_row
        place = len(tokens) if chosen is None else chosen + 1
        self._take(replace(self._design, tokens=(*tokens[:place], name, *tokens[place:])), place)
        if self.table.isVisible():
            self.table.edit(self._rows.index(place, TOKEN))

    def remove_token(self) -> None:
        """Take the chosen token away, with its roles."""
        row = self.chosen_row
        if row is None:
            return
        tokens = (*self._design.tokens[:row], *self._design.tokens[row + 1 :])
        roles = {r: t for r, t in (self._design.roles or {}).items() if t in tokens}
        self._take(replace(self._design, tokens=tokens, roles=roles), min(row, len(tokens) - 1))

    def move_token(self, step: int) -> None:
        """Move the chosen token up (-1) or down (1); the ids of both change."""
        row = self.chosen_row
        if row is None or not 0 <= row + step < len(self._design.tokens):
            return
        tokens = list(self._design.tokens)
        tokens[row], tokens[row + step] = tokens[row + step], tokens[row]
        self._take(replace(self._design, tokens=tuple(tokens)), row + step)

    def set_role(self, role: str, *, is_on: bool) -> None:
        """Give a role to the chosen token, from whichever has it, or take it away."""
        row = self.chosen_row
        if row is None:
            return
        token, roles = self._design.tokens[row], dict(self._design.roles or {})
        if is_on:
            roles[role] = token
        elif roles.get(role) == token:
            del roles[role]
        self._take(replace(self._design, roles=roles), row)

    def choose_role(self) -> None:
        """Offer the roles at the chosen token."""
        row = self.chosen_row
        if row is None:
            return
        menu, roles = QMenu(self), self._design.roles or {}
        for role in ROLES:
            action = menu.addAction(role)
            action.setCheckable(True)
            action.setChecked(roles.get(role) == self._design.tokens[row])
            # Not a partial: Qt for Python calls one on `triggered` without its argument.
            action.triggered.connect(self._toggle_role)
        menu.aboutToHide.connect(menu.deleteLater)
        place = self.table.visualRect(self._rows.index(row, ROLE)).bottomLeft()
        menu.popup(self.table.viewport().mapToGlobal(place + QPoint(0, 1)))

    def take_file(self, path: Path) -> bool:
        """Take the design that a file holds; False where it was refused."""
        try:
            design = special_token_design(path)
        except ConfigError as error:
            self.refused.emit(error_words(error))
            return False
        roles = guessed_roles(design.tokens) if design.roles is None else design.roles
        self._take(replace(design, roles=roles), 0)
        return True

    def _take(self, design: SpecialTokenDesign, choose: int | None = None) -> None:
        """Show an edited design and tell it."""
        self._design = design
        settings = self._settings.with_design(design)
        self._settings = replace(settings, special_text=self.form.special_text)
        self._show()
        if choose is not None:
            self.choose_row(choose)
        self.settings_edited.emit(self._settings)

    def _take_form(self) -> None:
        form = self.form
        design = replace(
            self._design, reserved_slots=form.reserved_slots, pad_vocab_to=form.multiple
        )
        self._take(design, self.chosen_row)

    def _rename(self, edit: TokenEdit) -> None:
        tokens, before = list(self._design.tokens), self._design.tokens[edit.row]
        tokens[edit.row] = edit.token
        roles = self._design.roles or {}
        if edit.token:
            roles = {role: edit.token if t == before else t for role, t in roles.items()}
        self._take(replace(self._design, tokens=tuple(tokens), roles=roles), edit.row)

    def _show(self) -> None:
        size = self._settings.vocab_size
        warnings = design_warnings(self._design)
        self._rows.set_lines(design_lines(self._design, size), remarks_by_row(warnings))
        self._total.show_parts(*vocabulary_sum(self._design, size))
        self._of_design = design_remarks(warnings)
        self._say()
        special_text: SpecialText = self._settings.special_text
        self.form.show_values(self._design.reserved_slots, self._design.pad_vocab_to, special_text)

    def _say(self, _index: object = None) -> None:
        """What is wrong with the whole, and the remark at the chosen token in full."""
        self._nothing.setHidden(bool(self._rows.lines))
        self.choice_changed.emit()
        remark = self._rows.remarks.get(self.table.currentIndex().row())
        words = f"{self._of_design} {remark.words if remark else ''}".strip()
        self._said.setText(words)
        self._said.setVisible(bool(words))

    @property
    def chosen_row(self) -> int | None:
        """The place in the design of the chosen row; None for slots and where none is chosen."""
        index = self.table.currentIndex()
        lines = self._rows.lines
        return lines[index.row()].row if index.isValid() and index.row() < len(lines) else None

    def _choose_role_of(self, index: QModelIndex) -> None:
        if index.column() == ROLE:
            self.choose_role()

    def _toggle_role(self, is_on: bool) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.set_role(action.text(), is_on=is_on)

    def _ask_file(self, _checked: bool = False) -> None:
        kinds = self.tr("Special tokens (*.txt *.json);;All files (*)")
        chosen = ask_file(self, self.tr("Take special tokens from a file"), kinds)
        if chosen:
            self.take_file(Path(chosen))

    def _lay_out(self) -> None:
        menu = QMenu(self._sets)
        for name, tokens in SPECIAL_TOKEN_SETS.items():
            entry = menu.addAction(f"{name} ({len(tokens)})")
            entry.triggered.connect(partial(self.add_set, name))
        self._sets.setMenu(menu)
        self._sets.setProperty("kind", "menu")
        menu.addSeparator()
        menu.addAction(self.tr("From file…")).triggered.connect(self._ask_file)
        title = ElidedLabel(self.tr("Special tokens of the next training"), "section")
        self._head.setSpacing(SPACE_S)
        self._head.addWidget(title, 1)
        self._head.addWidget(self._done)
        self._tools.setSpacing(SPACE_S)
        self._tools.addWidget(self._sets)
        self._tools.addWidget(self._add)
        self._tools.addStretch(1)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vertical(
            self._nothing,
            parent=self.table.viewport(),
            margins=(SPACE_L, SPACE_L, SPACE_L, SPACE_L),
        )
        vertical(
            self._head,
            self._tools,
            (self.table, 1),
            self._said,
            self._total,
            self.form,
            self.below,
            parent=self,
            margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_M),
            spacing=SPACE_M,
        )
