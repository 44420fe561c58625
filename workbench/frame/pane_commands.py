"""Stand-ins for the commands of panes that are not built yet, and the key that moves the focus.

Their words and keys lie in resources/pane_commands.json, which docs/write_commands.py writes and a
test compares with the panes, in every language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.frame.action_registry import Command

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from resources import resource_path
from workbench.frame.action_registry import PORTABLE, ActionRegistry
from workbench.frame.docks import Docks
from workbench.signals import Signal
from workbench.ui.widgets.lazy_panes import LazyPanes
from workbench.ui.widgets.pane import Page, Pane
from workbench.ui.words.tool_tips import plain_tip
from workbench.ui.words.translation import spoken_language

FILE = "pane_commands.json"


class PaneCommands(QObject):
    """Tells the registry the commands of all panes, with stand-ins until a pane is built.

    Signals:
        requested: Command, done with a key that holds everywhere; its pane is not built yet.
    """

    requested: Signal[Command] = Signal(object)

    def __init__(self, panes: LazyPanes, registry: ActionRegistry, window: QWidget) -> None:
        super().__init__(window)
        self._registry = registry
        self._actions: dict[str, tuple[QAction, ...]] = {}
        window_wide = Qt.ShortcutContext.WindowShortcut
        for name in panes:
            actions = tuple(self._made(each) for each in _documents().get(name, ()))
            self._actions[name] = actions
            window.addActions([each for each in actions if each.shortcutContext() is window_wide])
        registry.add_stand_ins(self._actions)
        for name in panes:
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
        command = self._registry.command(self.sender().objectName())
        if command is not None:
            self.requested.emit(command)


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
        rows: list[dict[str, Any]] = [{**command, "text": {}, "hint": {}} for command in commands]
        joined[workspace] = rows
        for language, document in documents.items():
            for row, command in zip(rows, document[workspace], strict=True):
                row["text"][language] = command["text"]
                row["hint"][language] = command["hint"]
    return joined


@cache
def _documents() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(resource_path(FILE).read_text("utf-8"))
    return found


class FocusParts(QObject):
    """Moves the focus from part to part of the window with one key, in reading order.

    The parts are asked for each time: panes come and go. The pane in focus comes to the front. A
    button that disables or hides itself when it is pressed leaves the focus in its workspace; Qt
    would give it to the next widget of the window.
    Follows the focus from `start` to `stop`: the application outlives the window.
    """

    def __init__(
        self,
        window: QWidget,
        docks: Docks,
        parts: Callable[[], Sequence[QWidget]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._docks, self._parts = window, docks, parts
        self._is_following = False

    def start(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow)
            self._is_following = True

    def stop(self) -> None:
        """Let the application's focus be; the window goes away."""
        application = QApplication.instance()
        if self._is_following and isinstance(application, QApplication):
            application.focusChanged.disconnect(self._follow)
        self._is_following = False

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        keeper = self._keeper_after(old)
        if keeper is None or keeper is now or (now is not None and keeper.isAncestorOf(now)):
            self._docks.follow_focus(now)
        else:
            keeper.setFocus()

    def _keeper_after(self, old: QWidget | None) -> QWidget | None:
        """What keeps the focus that a widget lost by being disabled or hidden, None if it did not.

        The pane or page that the widget is in; for the rest of the window the one in front.
        """
        if old is None or not isValid(old) or old.window() is not self._window:
            return None
        if old.isEnabled() and old.isVisible():
            return None
        around: QWidget | None = old
        while around is not None and not isinstance(around, Pane | Page):
            around = around.parentWidget()
        if around is not None:
            return around if around.isVisible() else None  # or else all of it is left
        pages = (part for part in self._parts() if isinstance(part, Page))
        return next(pages, self._docks.pane(self._docks.current))

    def go_on(self) -> None:
        """Put the focus into the next part that can have it."""
        parts = [part for part in self._parts() if _first_stop(part) is not None]
        focused = self._window.focusWidget()
        inside = [
            at for at, part in enumerate(parts)
            if focused is not None and (part is focused or part.isAncestorOf(focused))
        ]  # fmt: skip
        if parts:
            stop = _first_stop(parts[(inside[-1] + 1) % len(parts) if inside else 0])
            if stop is not None:
                stop.setFocus(Qt.FocusReason.TabFocusReason)


def _first_stop(part: QWidget) -> QWidget | None:
    """The widget of a part that Tab would come to first; None where there is none in sight."""
    at = part.nextInFocusChain()
    while at is not None and at is not part:
        if part.isAncestorOf(at) and _can_stop(at):
            return at
        at = at.nextInFocusChain()
    return part if _can_stop(part) else None


def _can_stop(widget: QWidget) -> bool:
    takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(takes) and widget.isEnabled() and widget.isVisible()
