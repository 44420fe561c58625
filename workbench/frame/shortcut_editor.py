"""ShortcutEditor: every command with its keys, which a person can change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QPushButton, QSizePolicy, QWidget

from workbench.frame.action_registry import NATIVE, ActionRegistry, Command, collide
from workbench.frame.search_popup import grouped_by_workspace
from workbench.text.placeholders import fill
from workbench.ui.tables.data_table import DataTable
from workbench.ui.tables.headed_table import Index
from workbench.ui.theme.theme import SEARCH_WIDTH, SPACE_L, SPACE_M, SPACE_S, Theme
from workbench.ui.widgets.labels import hairline, label, set_property
from workbench.ui.widgets.layouts import horizontal, vertical
from workbench.ui.widgets.pane import Page

# ShortcutTable: the commands with their keys, as many as fit what is searched for.


COMMAND, PLACE, KEYS, DEFAULT = range(4)
COMMAND_ROLE = Qt.ItemDataRole.UserRole


class ShortcutTable(QAbstractTableModel):
    """Columns COMMAND, PLACE, KEYS, DEFAULT; what a person changed is bold."""

    def __init__(
        self,
        registry: ActionRegistry,
        titles: Mapping[str, str],
        theme: Theme,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._registry, self._titles, self._theme = registry, titles, theme
        self._searched = ""
        self._rows: list[Command] = []
        self._heads = (
            self.tr("Command"), self.tr("Workspace"), self.tr("Keys"), self.tr("Default"),
        )  # fmt: skip

    @property
    def searched(self) -> str:
        return self._searched

    def search(self, words: str) -> None:
        """Show the commands whose words, workspace, keys or name have all of `words`."""
        self._searched = words
        wanted = words.casefold().split()
        groups = grouped_by_workspace(self._registry.commands(), self._titles)
        self.beginResetModel()
        self._rows = [
            command
            for group in groups.values()
            for command in sorted(group, key=lambda each: each.text.casefold())
            if all(word in self._text(command) for word in wanted)
        ]
        self.endResetModel()

    def row_of(self, name: str) -> int | None:
        """The row of a command, None where it is not shown."""
        return next((row for row, each in enumerate(self._rows) if each.name == name), None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        command = self._rows[index.row()]
        if role == COMMAND_ROLE:
            return command
        if role == Qt.ItemDataRole.FontRole and index.column() == KEYS:
            return self._theme.font(bold=self._registry.is_changed(command.name))
        if role == Qt.ItemDataRole.ToolTipRole:
            return command.hint or None
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == DEFAULT:
            return self._theme.colour("muted_text")
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(command, index.column())
        return None

    def _words(self, command: Command, column: int) -> str:
        if column == COMMAND:
            return command.text
        if column == PLACE:
            return self._titles.get(command.workspace) or self._place(command)
        if column == KEYS:
            return command.keys_text
        defaults = self._registry.default_keys(command.name)
        return "  ".join(key.toString(NATIVE) for key in defaults)

    def _place(self, command: Command) -> str:
        """Where the keys of a command hold that belongs to no workspace."""
        if command.is_of_focus:
            return self.tr("Tables")
        return self.tr("Everywhere") if command.focus == () else self.tr("Tasks")

    def _text(self, command: Command) -> str:
        parts = [self._words(command, column) for column in (COMMAND, PLACE, KEYS)]
        return " ".join([*parts, command.name]).casefold()


COLUMN_WIDTHS = (320, 140, 220, 220)
MOST_STROKES = 2


class ShortcutEditor(Page):
    """Choose a command, press keys, Set; keys that another command has are said at once."""

    def __init__(
        self,
        registry: ActionRegistry,
        titles: Mapping[str, str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Keyboard shortcuts"), parent)
        self._registry = registry
        self._search = QLineEdit(placeholderText=self.tr("Find a command or keys"))
        self._search.setAccessibleName(self._search.placeholderText())
        self._search.setClearButtonEnabled(True)
        self._search.setFixedWidth(SEARCH_WIDTH + SEARCH_WIDTH // 2)
        self._model = ShortcutTable(registry, titles, theme, self)
        self._table = DataTable(self.tr("Commands and their keys"), theme)
        self._table.setModel(self._model)
        self._table.setSelectionMode(DataTable.SelectionMode.SingleSelection)
        self._table.set_widths(COLUMN_WIDTHS, stretch=COMMAND)
        self._keys = QKeySequenceEdit()
        self._keys.setMaximumSequenceLength(MOST_STROKES)
        self._keys.setAccessibleName(self.tr("New keys"))
        self._keys.setFixedWidth(SEARCH_WIDTH)
        self._said = label("", "muted")
        self._said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._set = self._button(self.tr("Set"))
        self._remove = self._button(self.tr("Remove keys"))
        self._reset = self._button(self.tr("Reset"))
        self._reset_all = self._button(self.tr("Reset all"))
        self._lay_out()
        self._connect()

    @property
    def chosen(self) -> Command | None:
        rows = self._table.selectionModel().selectedRows(COMMAND)
        return rows[0].data(COMMAND_ROLE) if rows else None

    @property
    def words(self) -> str:
        """What is said below the table."""
        return self._said.text()

    def open(self) -> None:
        """Show the commands as they are now, with the focus in the search."""
        self._search.clear()
        self.search("")
        self._table.selectRow(0)
        self._search.setFocus()

    def search(self, words: str) -> None:
        """Show the commands that fit; the chosen one stays chosen."""
        chosen = self.chosen
        self._model.search(words)
        row = None if chosen is None else self._model.row_of(chosen.name)
        self._table.selectRow(row or 0)
        self._show_chosen()

    def choose(self, name: str) -> None:
        """Choose a command by its name."""
        row = self._model.row_of(name)
        if row is not None:
            self._table.selectRow(row)

    def press(self, keys: QKeySequence) -> None:
        """Fill in new keys, as pressing them does."""
        self._keys.setKeySequence(keys)

    def take_keys(self) -> None:
        """Give the chosen command the keys pressed, and take them from any other."""
        command, keys = self.chosen, self._keys.keySequence()
        if command is None or keys.isEmpty():
            return
        for other in self._registry.conflicts(command.name, keys):
            kept = [
                key for key in other.keys
                if not collide(keys, key)
            ]  # fmt: skip
            self._registry.set_keys(other.name, kept)
        self._registry.set_keys(command.name, [keys])

    def remove_keys(self) -> None:
        if self.chosen is not None:
            self._registry.set_keys(self.chosen.name, [])

    def reset_chosen(self) -> None:
        if self.chosen is not None:
            self._registry.reset(self.chosen.name)

    def _show_again(self) -> None:
        if self.isVisible():
            self.search(self._model.searched)

    def _show_chosen(self) -> None:
        command = self.chosen
        self._keys.clear()
        self._reset.setEnabled(command is not None and self._registry.is_changed(command.name))
        self._remove.setEnabled(command is not None and bool(command.keys))
        self._reset_all.setEnabled(
            any(self._registry.is_changed(each.name) for each in self._registry.commands())
        )
        self._show_conflict()

    def _show_conflict(self, _keys: object = None) -> None:
        command, keys = self.chosen, self._keys.keySequence()
        is_new = command is not None and not keys.isEmpty()
        self._set.setEnabled(is_new)
        others = self._registry.conflicts(command.name, keys) if command and is_new else ()
        set_property(self._said, "role", "warning" if others else "muted")
        self._set.setText(self.tr("Reassign") if others else self.tr("Set"))
        if others:
            words = self.tr("“%2” has the keys %3, which conflict with %1.")
            theirs = "  ".join(
                key.toString(NATIVE) for key in others[0].keys
                if collide(keys, key)
            )  # fmt: skip
            if theirs == keys.toString(NATIVE):
                words = self.tr("%1 is used by “%2”.")
            self._said.setText(fill(words, keys.toString(NATIVE), others[0].text, theirs))
        elif command is None:
            self._said.setText(self.tr("No matching commands."))
        else:
            self._said.setText(
                fill(
                    self.tr("Press keys for “%1”; two strokes in a row make a chord."), command.text
                )
            )

    def _lay_out(self) -> None:
        self.header.addWidget(self._search)
        self.header.addWidget(self._reset_all)
        self.add_close(self.tr("Done"))
        row = horizontal(
            self._keys,
            self._set,
            self._remove,
            self._reset,
            margins=(SPACE_L, SPACE_M, SPACE_L, SPACE_M),
            spacing=SPACE_S,
        )
        row.addSpacing(SPACE_S)
        row.addWidget(self._said, 1)
        column = vertical((self._table, 1), hairline(), row, spacing=0)
        self.body.addLayout(column)

    def _connect(self) -> None:
        self._search.textChanged.connect(self.search)
        self._table.selectionModel().selectionChanged.connect(self._note_selection)
        self._table.activated.connect(self._begin_keys)
        self._keys.keySequenceChanged.connect(self._show_conflict)
        self._set.clicked.connect(self.take_keys)
        self._remove.clicked.connect(self.remove_keys)
        self._reset.clicked.connect(self.reset_chosen)
        self._reset_all.clicked.connect(self._registry.reset_all)
        self._registry.keys_changed.connect(self._show_again)

    def _note_selection(self, _selected: object) -> None:
        self._show_chosen()

    def _begin_keys(self, _index: object) -> None:
        self._keys.setFocus()

    def _button(self, words: str) -> QPushButton:
        return QPushButton(words)
