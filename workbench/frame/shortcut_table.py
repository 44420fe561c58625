"""ShortcutTable: the commands with their keys, as many as fit what is searched for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from workbench.action_registry import NATIVE, ActionRegistry, Command
from workbench.frame.command_palette import grouped_by_workspace
from workbench.theme import Theme

COMMAND, PLACE, KEYS, DEFAULT = range(4)
COMMAND_ROLE = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


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
            self.tr("Command"), self.tr("Workspace"), self.tr("Keys"), self.tr("Keys it came with"),
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

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
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
