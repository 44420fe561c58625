"""PaneCommands: stand-ins for the commands of panes that are not built yet.

Their words and keys lie in resources/pane_commands.json, which docs/write_commands.py writes and a
test compares with the panes, in every language.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from resources import resource_path
from workbench.action_registry import PORTABLE, ActionRegistry
from workbench.tool_tips import plain_tip
from workbench.translation import spoken_language
from workbench.widgets.lazy_panes import LazyPanes
from workbench.widgets.pane import Pane

FILE = "pane_commands.json"
FILLED_BUTTON = frozenset({
    "corpus.add_files", "train.start", "compression.evaluate", "sizes.open_size",
    "chat.export_arrays", "runs.open_run", "runs.resume_run", "runs.open_registered",
    "runs.export_and_verify",
})  # fmt: skip
"""The commands that panes offer as the filled button of the top bar."""


class PaneCommands(QObject):
    """Tells the registry the commands of all panes, with stand-ins until a pane is built.

    Signals:
        requested: Command, done with a key that holds everywhere; its pane is not built yet.
    """

    requested = Signal(object)

    def __init__(self, panes: LazyPanes, registry: ActionRegistry, window: QWidget) -> None:
        super().__init__(window)
        self._registry = registry
        self._actions: dict[str, tuple[QAction, ...]] = {}
        window_wide = Qt.ShortcutContext.WindowShortcut
        for name in panes:
            actions = tuple(self._made(each) for each in _documents().get(name, ()))
            self._actions[name] = actions
            registry.add_stand_ins(name, actions)
            window.addActions([each for each in actions if each.shortcutContext() is window_wide])
            panes.when_built(name, partial(self._replace, name))

    def _replace(self, name: str, pane: Pane) -> None:
        self._registry.add_panes({name: pane})
        for action in self._actions.pop(name):
            action.deleteLater()

    def _made(self, document: Mapping[str, Any]) -> QAction:
        language = spoken_language()
        action = QAction(document["text"][language], self)
        action.setObjectName(document["name"])
        action.setShortcutContext(Qt.ShortcutContext[document["context"]])
        action.setShortcuts(QKeySequence.listFromString(document["keys"], PORTABLE))
        if hint := document["hint"][language]:
            action.setToolTip(plain_tip(hint))
            action.setWhatsThis(hint)
        action.triggered.connect(self._request)
        return action

    def _request(self) -> None:
        self.requested.emit(self._registry.command(self.sender().objectName()))


def words_of_filled_buttons() -> list[str]:
    """Return what the filled button of the top bar may say, in the window's language."""
    language = spoken_language()
    commands = (each for documents in _documents().values() for each in documents)
    return [each["text"][language] for each in commands if each["name"] in FILLED_BUTTON]


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
