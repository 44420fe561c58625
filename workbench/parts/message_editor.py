"""MessageEditor: role, kind and text of the chosen line of a conversation."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from workbench.models.chat_draft import FIELD_KINDS, PART_KINDS, ROLES, DraftLine
from workbench.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.widgets.labels import label, set_property
from workbench.widgets.raw_text_edit import RawTextEdit


class MessageEditor(QWidget):
    """Shows a DraftLine, and tells what a person makes of it.

    Signals:
        role_changed, kind_changed, text_changed: the new value.
        part_wanted: kind of a part, or name of a field, to add to the message.
    """

    role_changed = Signal(object)
    kind_changed = Signal(object)
    text_changed = Signal(object)
    part_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: DraftLine | None = None
        self._role = QComboBox()
        self._role.setEditable(True)
        self._role.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._role.addItems(ROLES)
        self._role.setAccessibleName(self.tr("Role of the message"))
        self._kind = QComboBox()
        self._kind.setAccessibleName(self.tr("Kind of the part"))
        self._kind.addItem(self.tr("one text"), "")
        for kind in PART_KINDS:
            self._kind.addItem(kind, kind)
        self._add = QPushButton(self.tr("Add part"))
        self._add.setProperty("kind", "menu")
        self._add.setMenu(self._part_menu())
        self.text = RawTextEdit(self.tr("Text of the message"), theme)
        self._problem = label("", "error", wrap=True)
        self._problem.hide()
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._role, 3)
        row.addWidget(self._kind, 3)
        row.addWidget(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_S, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_S)
        column.addLayout(row)
        column.addWidget(self.text, 1)
        column.addWidget(self._problem)
        self._role.textActivated.connect(self._tell_role)
        line = self._role.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._tell_role)
        self._kind.activated.connect(self._tell_kind)
        self.text.settled.connect(self._tell_text)

    @property
    def problem(self) -> str:
        """The sentence below the text."""
        return self._problem.text()

    def show_line(self, line: DraftLine | None) -> None:
        """Show another line; text that a person is typing stays as it is."""
        before, self._line = self._line, line
        self.setEnabled(line is not None)
        if line is None:
            self.text.set_settled_text("")
            return
        self._role.setEditText(line.role)
        self._role.setEnabled(line.is_first)
        self._kind.setCurrentIndex(self._kind.findData(line.kind))  # -1 for a field
        self._kind.setEnabled(not line.is_field)
        same = before is not None and (before.message, before.kind, before.place) == (
            line.message, line.kind, line.place
        )  # fmt: skip
        if not (same and self.text.raw_text == line.text):
            self.text.set_settled_text(line.text)

    def keep_line(self, line: DraftLine | None) -> None:
        """The line that is typed in became this one."""
        self._line = line

    def show_problem(self, words: str) -> None:
        """Say what is wrong with the message, "" for nothing."""
        self._problem.setText(words)
        self._problem.setVisible(bool(words))
        self.text.setAccessibleDescription(words)
        set_property(self.text, "wrong", "true" if words else "false")

    def _part_menu(self) -> QMenu:
        menu = QMenu(self._add)
        for kind in (*PART_KINDS, *FIELD_KINDS):
            if kind == FIELD_KINDS[0]:
                menu.addSeparator()
            action = menu.addAction(kind)
            action.setData(kind)
            action.triggered.connect(self._tell_part)
        return menu

    def _tell_role(self, _role: str = "") -> None:
        if self._line is not None and self._role.currentText() != self._line.role:
            self.role_changed.emit(self._role.currentText().strip())

    def _tell_kind(self, _index: int = 0) -> None:
        if self._line is not None and self._kind.currentData() != self._line.kind:
            self.kind_changed.emit(str(self._kind.currentData()))

    def _tell_text(self) -> None:
        if self._line is not None and self.text.raw_text != self._line.text:
            self.text_changed.emit(self.text.raw_text)

    def _tell_part(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.part_wanted.emit(str(action.data()))
