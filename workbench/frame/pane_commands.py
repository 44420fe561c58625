"""PaneCommands: stand-ins for the commands of panes that are not built yet.

Their words and keys lie in resources/pane_commands.json, which docs/write_commands.py writes and a
test compares with the panes, in every language.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence

from resources import resource_path
from workbench.action_registry import PORTABLE, ActionRegistry
from workbench.translation import spoken_language

FILE = "pane_commands.json"


class PaneCommands(QObject):
    """Makes the stand-ins of a workspace and takes them away when its pane is built.

    Signals:
        requested: name of a command whose pane must be built to do it.
    """

    requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions: dict[str, tuple[QAction, ...]] = {}

    def stand_ins(self, workspace: str) -> tuple[QAction, ...]:
        """Return the stand-ins of a workspace, () when its pane is built."""
        return self._actions.get(workspace, ())

    def make(self, workspace: str) -> tuple[QAction, ...]:
        """Make an action for each command of a workspace."""
        found = _documents().get(workspace, ())
        self._actions[workspace] = made = tuple(self._made(each) for each in found)
        return made

    def remove(self, workspace: str) -> None:
        """Delete the stand-ins of a workspace."""
        for action in self._actions.pop(workspace, ()):
            action.deleteLater()

    def _made(self, document: Mapping[str, Any]) -> QAction:
        language = spoken_language()
        action = QAction(document["text"][language], self)
        action.setObjectName(document["name"])
        action.setShortcutContext(Qt.ShortcutContext[document["context"]])
        action.setShortcuts(QKeySequence.listFromString(document["keys"], PORTABLE))
        if hint := document["hint"][language]:
            action.setToolTip(hint)
            action.setWhatsThis(hint)
        action.triggered.connect(self._request)
        return action

    def _request(self) -> None:
        self.requested.emit(self.sender().objectName())


def command_documents(registry: ActionRegistry) -> dict[str, list[dict[str, str]]]:
    """Return the commands of the panes of a window by workspace, in the window's language."""
    found: dict[str, list[dict[str, str]]] = {}
    for command in registry.commands():
        if command.workspace:
            keys = QKeySequence.listToString(list(registry.default_keys(command.name)), PORTABLE)
            context = command.action.shortcutContext().name
            words = {"text": command.action.text(), "hint": command.hint}
            document = {"name": command.name, "keys": keys, "context": context, **words}
            found.setdefault(command.workspace, []).append(document)
    return found


def joined_languages(
    documents: Mapping[str, dict[str, list[dict[str, str]]]],
) -> dict[str, list[dict[str, Any]]]:
    """Return one document of those in several languages: texts and hints by language."""
    joined: dict[str, list[dict[str, Any]]] = {}
    for workspace, commands in next(iter(documents.values())).items():
        joined[workspace] = rows = [{**command, "text": {}, "hint": {}} for command in commands]
        for language, document in documents.items():
            for row, command in zip(rows, document[workspace], strict=True):
                row["text"][language] = command["text"]
                row["hint"][language] = command["hint"]
    return joined


@cache
def _documents() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(resource_path(FILE).read_text("utf-8"))
    return found
