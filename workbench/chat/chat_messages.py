"""A conversation as a list of messages to edit, or as JSON.

`ChatMessages` is the widget, `MessageTable` the model of the list, `MessageEditor` edits the
selected line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QSplitter, QStackedWidget, QWidget

from workbench.chat.chat_draft import (
    FIELD_KINDS,
    PART_KINDS,
    ROLES,
    ChatDraft,
    DraftError,
    DraftLine,
)
from workbench.signals import Signal
from workbench.text.visible_text import isolated
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import HeadedTable, Index
from workbench.ui.theme.theme import SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.labels import label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.raw_text_edit import RawTextEdit

NUMBER, ROLE, KIND, TEXT = range(4)
_MOST_SHOWN = 300
_WIDTHS = (44, 80, 112, 120)
_LIST, _JSON = range(2)


class MessageEditor(QWidget):
    """Role, kind and text of the selected line of a conversation.

    Signals:
        role_changed, kind_changed, text_changed: the new value.
        part_wanted: kind of a part, or name of a field, to add.
    """

    role_changed: Signal[str] = Signal(object)
    kind_changed: Signal[str] = Signal(object)
    text_changed: Signal[str] = Signal(object)
    part_wanted: Signal[str] = Signal(object)

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
        row = horizontal((self._role, 3), (self._kind, 3), self._add, spacing=SPACE_S)
        vertical(
            row,
            (self.text, 1),
            self._problem,
            parent=self,
            margins=(SPACE_L, SPACE_S, SPACE_M, SPACE_M),
            spacing=SPACE_S,
        )
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


class MessageTable(HeadedTable):
    """Model of the lines of a ChatDraft; the tooltip has the error of a message.

    A model of its own: lines and what is wrong with them come at different times.
    """

    right_aligned = (NUMBER,)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heads = (self.tr("No."), self.tr("Role"), self.tr("Part"), self.tr("Text"))
        self._lines: tuple[DraftLine, ...] = ()
        self._problems: Mapping[int, str] = {}

    @property
    def lines(self) -> tuple[DraftLine, ...]:
        return self._lines

    @property
    def problems(self) -> Mapping[int, str]:
        """What is wrong, by message."""
        return self._problems

    def set_lines(self, lines: tuple[DraftLine, ...]) -> None:
        """Show other lines; where there are as many, the selection stays."""
        if len(lines) == len(self._lines):
            self._lines = lines
            self._tell_all()
            return
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def set_problems(self, problems: Mapping[int, str]) -> None:
        """Mark the messages with which something is wrong."""
        if dict(problems) != dict(self._problems):
            self._problems = dict(problems)
            self._tell_all()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        line, column = self._lines[index.row()], index.column()
        problem = self._problems.get(line.message) if line.is_first else None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column, problem)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return problem
        if role == Qt.ItemDataRole.AccessibleTextRole and problem and column == TEXT:
            return f"{problem} {self._text(line, column, problem)}"
        if role == Qt.ItemDataRole.ForegroundRole:
            if problem and column in (NUMBER, ROLE):
                return self._theme.colour("negative")
            if column == KIND or (column == TEXT and not line.text):
                return self._theme.colour("muted_text")
        return None

    def _text(self, line: DraftLine, column: int, problem: str | None) -> str:
        if column == NUMBER:
            mark = "! " if problem else ""
            return f"{mark}{line.message + 1}" if line.is_first else ""
        if column == ROLE:
            return (line.role or self.tr("no role")) if line.is_first else ""
        if column == KIND:
            return line.kind
        shown = " ".join(line.text[:_MOST_SHOWN].split())
        return isolated(shown) if shown else self.tr("empty")

    def _shown(self) -> Sequence[object]:
        return self._lines

    def _tell_all(self) -> None:
        if self._lines:
            last = self.index(len(self._lines) - 1, TEXT)
            self.dataChanged.emit(self.index(0, NUMBER), last)


class ChatMessages(QWidget):
    """The list above the selected line's role and text; JSON replaces both.

    head: the row above the list, for commands.

    Signals:
        changed: ChatDraft after an edit.
        message_chosen: number of the message of the selected line.
    """

    changed: Signal[ChatDraft] = Signal(object)
    message_chosen: Signal[int] = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = ChatDraft()
        self._is_filling = False
        self.rows = MessageTable(theme, self)
        self.table = DataTable(self.tr("Messages"), theme)
        self.table.setModel(self.rows)
        self.table.set_widths(_WIDTHS, stretch=TEXT)
        self.editor = MessageEditor(theme)
        self.json = RawTextEdit(self.tr("Conversation as JSON"), theme)
        self.json.setPlaceholderText(
            self.tr('Paste a conversation: {"messages": [{"role": "user", "content": "…"}, …]}')
        )
        self._json_error = label("", "error", wrap=True)
        self._json_error.setObjectName("json_error")
        self._json_error.hide()
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(self._show_chosen)
        self.editor.role_changed.connect(self._take_role)
        self.editor.kind_changed.connect(self._take_kind)
        self.editor.text_changed.connect(self._take_text)
        self.editor.part_wanted.connect(self._add_part)
        self.json.settled.connect(self._take_json)

    @property
    def draft(self) -> ChatDraft:
        return self._draft

    @property
    def chosen(self) -> DraftLine | None:
        """The line that is edited."""
        row = self.table.currentIndex().row()
        return self.rows.lines[row] if 0 <= row < len(self.rows.lines) else None

    def set_draft(self, draft: ChatDraft, *, message: int | None = None) -> None:
        """Show another conversation; `changed` is not sent."""
        self._fill(draft, message)
        self.json.set_settled_text(draft.json_text())
        self._say_json("")

    def show_problems(self, problems: Mapping[int, str]) -> None:
        """Mark messages, and say below the chosen one what is wrong with it.

        problems: what the renderer says; what is odd in any conversation is added.
        """
        words = {
            "role": self.tr("This message has no role; choose one."),
            "empty": self.tr("This message is empty."),
            "twice": self.tr("The same role speaks twice in a row."),
        }
        odd = {number: words[kind] for number, kind in self._draft.oddities().items()}
        self.rows.set_problems(odd | dict(problems))
        self._show_problem()

    def show_json(self, wanted: bool) -> None:
        """Show JSON in place of the list, or the list again."""
        if wanted:
            self.json.set_settled_text(self._draft.json_text())
            self._say_json("")
        self._stack.setCurrentIndex(_JSON if wanted else _LIST)

    def choose(self, message: int) -> None:
        """Choose the first line of a message."""
        for row, line in enumerate(self.rows.lines):
            if line.message == message:
                self.table.setCurrentIndex(self.rows.index(row, NUMBER))
                return

    # ---- commands

    def add(self) -> None:
        """Put a message after the chosen one."""
        chosen = self.chosen
        at = len(self._draft.messages) if chosen is None else chosen.message + 1
        self._edit(self._draft.with_message(at), at)
        self.editor.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def remove(self) -> None:
        """Take the chosen message, part or field away."""
        if (chosen := self.chosen) is not None:
            self._edit(self._draft.without(chosen), None)

    def duplicate(self) -> None:
        self._with_chosen(lambda number: (self._draft.with_copy(number), number + 1))

    def move_up(self) -> None:
        self._with_chosen(lambda number: (self._draft.with_moved(number, -1), number - 1))

    def move_down(self) -> None:
        self._with_chosen(lambda number: (self._draft.with_moved(number, 1), number + 1))

    def _with_chosen(self, edit: Callable[[int], tuple[ChatDraft, int]]) -> None:
        if (chosen := self.chosen) is not None:
            draft, number = edit(chosen.message)
            if draft is not self._draft:
                self._edit(draft, number)

    def _edit(self, draft: ChatDraft, message: int | None) -> None:
        self._fill(draft, message)
        self.show_problems({})
        self.changed.emit(draft)

    def _fill(self, draft: ChatDraft, message: int | None) -> None:
        row = self.table.currentIndex().row()
        self._is_filling = True
        self._draft = draft
        self.rows.set_lines(draft.lines())
        lines = self.rows.lines
        self.table.setColumnHidden(KIND, not any(line.kind for line in lines))
        if message is not None:
            row = next((n for n, line in enumerate(lines) if line.message == message), row)
        if lines:
            row = min(max(row, 0), len(lines) - 1)
            self.table.setCurrentIndex(self.rows.index(row, NUMBER))
        self._is_filling = False
        self.editor.show_line(self.chosen)
        self._show_problem()

    def _show_chosen(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        if self._is_filling:
            return
        self.editor.show_line(self.chosen)
        self._show_problem()
        if (chosen := self.chosen) is not None:
            self.message_chosen.emit(chosen.message)

    def _show_problem(self) -> None:
        chosen = self.chosen
        words = "" if chosen is None else self.rows.problems.get(chosen.message, "")
        self.editor.show_problem(words)

    def _take_role(self, role: str) -> None:
        if (chosen := self.chosen) is not None:
            self._edit(self._draft.with_role(chosen.message, role), None)

    def _take_kind(self, kind: str) -> None:
        if (chosen := self.chosen) is not None:
            self._edit(self._draft.with_kind(chosen, kind), None)

    def _take_text(self, text: str) -> None:
        """Typing goes on while the list follows; JSON that is wrong waits until it is right."""
        if (chosen := self.chosen) is None:
            return
        try:
            draft = self._draft.with_text(chosen, text)
        except DraftError as error:
            self.editor.show_problem(str(error))
            return
        self._draft = draft
        self.rows.set_lines(draft.lines())
        self.editor.keep_line(self.chosen)
        self.show_problems({})
        self.changed.emit(draft)

    def _add_part(self, kind: str) -> None:
        if (chosen := self.chosen) is None:
            return
        place = chosen.place if not chosen.is_field else None
        draft = self._draft.with_part(chosen.message, kind, place)
        self._edit(draft, None)
        found = [n for n, line in enumerate(self.rows.lines)
                 if line.message == chosen.message and line.kind == kind]  # fmt: skip
        if found:
            after = [n for n in found if self.rows.lines[n].text == "" or kind == "tool_calls"]
            self.table.setCurrentIndex(self.rows.index((after or found)[-1], NUMBER))
        self.editor.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_json(self) -> None:
        try:
            draft = ChatDraft.parse(self.json.raw_text)
        except DraftError as error:
            self._say_json(str(error))
            return
        self._say_json("")
        if draft != self._draft:
            self._edit(draft, None)

    def _say_json(self, words: str) -> None:
        self._json_error.setText(words)
        self._json_error.setVisible(bool(words))
        self.json.setAccessibleDescription(words)

    def _lay_out(self) -> None:
        self.head = horizontal(margins=(SPACE_M, SPACE_S, SPACE_M, SPACE_S), spacing=SPACE_S)
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.table)
        halves.addWidget(self.editor)
        halves.setStretchFactor(0, 3)
        halves.setStretchFactor(1, 2)
        raw = QWidget()
        vertical(
            (self.json, 1),
            self._json_error,
            parent=raw,
            margins=(SPACE_L, 0, SPACE_M, SPACE_M),
            spacing=SPACE_S,
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(halves)
        self._stack.addWidget(raw)
        vertical(self.head, (self._stack, 1), parent=self, spacing=0)
