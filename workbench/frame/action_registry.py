"""ActionRegistry: every command of the window by its name, with its words, keys and state.

A command is a QAction with an object name such as "tokens.next_difference". Menus, the command
palette, the list of keys, the shortcut editor and the table in the guide are made from here.

Where an action cannot be done, its status tip says why, in a few words ("choose one run").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings, Qt
from PySide6.QtGui import QAction, QActionEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from workbench.signals import Signal
from workbench.ui.words.tool_tips import plain_tip

KEYS_GROUP = "keys"
RECENT_KEY = "palette/recent"
MOST_RECENT = 8
TIP_PROPERTY = "tip_of_registry"
TWIN_PREFIX = "table."
NATIVE = QKeySequence.SequenceFormat.NativeText
PORTABLE = QKeySequence.SequenceFormat.PortableText
_PREFIXES = (
    QKeySequence.SequenceMatch.ExactMatch,
    QKeySequence.SequenceMatch.PartialMatch,
)


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    workspace: name of the workspace it belongs to, "" for the window's own.
    twins: actions of the same name elsewhere, such as copying the rows of every table; each acts
    where the focus is, and all have the same keys.
    """

    name: str
    workspace: str
    action: QAction
    twins: tuple[QAction, ...] = ()

    @property
    def text(self) -> str:
        """Its words, without the mark of the menu's key and without "…"."""
        return self.action.text().replace("&", "").removesuffix("…")

    @property
    def keys(self) -> tuple[QKeySequence, ...]:
        return tuple(key for key in self.action.shortcuts() if not key.isEmpty())

    @property
    def keys_text(self) -> str:
        """Its keys as this system writes them, "" without any."""
        return "  ".join(key.toString(NATIVE) for key in self.keys)

    @property
    def hint(self) -> str:
        """What it does, in a sentence; "" where the words say it all."""
        return self.action.whatsThis()

    @property
    def is_of_focus(self) -> bool:
        """True if it is done where the focus is, and nowhere else."""
        return self.name.startswith(TWIN_PREFIX)

    def give_keys(self, keys: Sequence[QKeySequence]) -> None:
        """Give it, and its twins, these keys."""
        for action in (self.action, *self.twins):
            action.setShortcuts(list(keys))
        words = self.hint or self.text
        shown = self.action.toolTip()
        plain = (words, self.text, self.action.text().replace("&", ""))
        if shown in plain or self.action.property(TIP_PROPERTY) == shown:
            tip = f"{words} ({self.keys_text})" if self.keys else words
            self.action.setToolTip(plain_tip(tip))
            self.action.setProperty(TIP_PROPERTY, tip)

    @property
    def is_enabled(self) -> bool:
        return self.action.isEnabled()

    @property
    def reason(self) -> str:
        """Why it cannot be done just now, "" where it can."""
        if self.is_enabled:
            return ""
        general = QCoreApplication.translate("ActionRegistry", "not possible now")
        return self.action.statusTip() or general

    def do(self) -> str:
        """Do it. Returns a sentence that says why it cannot be done, "" if it was."""
        if self.is_enabled:
            self.action.trigger()
            return ""
        return f"{self.text}: {self.reason}"

    @property
    def focus(self) -> tuple[str, ...]:
        """Where its keys hold, from the outside in: () is the window, then part, single widget."""
        context = self.action.shortcutContext()
        if context is Qt.ShortcutContext.WindowShortcut:
            return ()
        part = self.workspace or self.name.partition(".")[0]
        if context is Qt.ShortcutContext.WidgetWithChildrenShortcut:
            return (part,)
        return (part, self.name)

    def shares_focus_with(self, other: Command) -> bool:
        """True if there is a place for the focus where the keys of both hold."""
        length = min(len(self.focus), len(other.focus))
        return self.focus[:length] == other.focus[:length]


class ActionRegistry(QObject):
    """Finds the commands, keeps the keys a person gave them, and what was used last.

    Signals:
        keys_changed: some command has other keys now.
    """

    keys_changed = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._frame: list[QAction] = []
        self._panes: dict[str, QWidget] = {}
        self._stand_ins: dict[str, tuple[QAction, ...]] = {}
        self._commands: dict[str, Command] = {}
        self._defaults: dict[str, tuple[QKeySequence, ...]] = {}

    def add_frame(self, actions: Iterable[QAction]) -> None:
        """Take commands of the window; their keys hold everywhere."""
        self._frame += [action for action in actions if action not in self._frame]
        self.collect()

    def remove_frame(self, action: QAction) -> None:
        """Forget a command of the window that goes away."""
        self._frame = [each for each in self._frame if each is not action]
        self.collect()

    def add_stand_ins(self, actions: Mapping[str, tuple[QAction, ...]]) -> None:
        """Take these for the commands of workspaces until their panes are added."""
        self._stand_ins |= actions
        self.collect()

    def add_panes(self, panes: Mapping[str, QWidget]) -> None:
        """Take the commands of panes by workspace, also those they make later."""
        self._panes |= panes
        for pane in panes.values():
            pane.installEventFilter(self)
        self.collect()

    def collect(self) -> None:
        """Find commands that were made since, and give them the keys a person chose."""
        found: dict[str, tuple[str, list[QAction]]] = {
            action.objectName(): ("", [action]) for action in self._frame
        }
        for workspace in dict.fromkeys([*self._stand_ins, *self._panes]):
            pane = self._panes.get(workspace)
            actions = self._stand_ins[workspace] if pane is None else named_actions(pane)
            for action in actions:
                name = action.objectName()
                place = "" if name.startswith(TWIN_PREFIX) else workspace
                found.setdefault(name, (place, []))[1].append(action)
        known = self._commands
        self._commands = {
            name: Command(name, workspace, actions[0], tuple(actions[1:]))
            for name, (workspace, actions) in found.items()
        }
        for name, command in self._commands.items():
            if command != known.get(name):
                self._defaults.setdefault(name, command.keys)
                command.give_keys(self._chosen_keys(name))

    def commands(self) -> tuple[Command, ...]:
        """Every command that can be seen: the window's, then workspace by workspace."""
        self.collect()
        return tuple(each for each in self._commands.values() if each.action.isVisible())

    def command(self, name: str) -> Command | None:
        return self._commands.get(name)

    def default_keys(self, name: str) -> tuple[QKeySequence, ...]:
        return self._defaults.get(name, ())

    def is_changed(self, name: str) -> bool:
        """True if a person gave the command other keys than the program does."""
        return self._settings.contains(_key(name))

    def set_keys(self, name: str, keys: Sequence[QKeySequence]) -> None:
        """Give a command keys, none to take them away; kept in the settings."""
        command = self._commands[name]
        chosen = tuple(key for key in keys if not key.isEmpty())
        if chosen == self.default_keys(name):
            self._settings.remove(_key(name))
        else:
            text = QKeySequence.listToString(list(chosen), PORTABLE)
            self._settings.setValue(_key(name), text)
        command.give_keys(chosen)
        self.keys_changed.emit()

    def reset(self, name: str) -> None:
        """Give a command the keys it came with."""
        self.set_keys(name, self.default_keys(name))

    def reset_all(self) -> None:
        for name in list(self._commands):
            if self.is_changed(name):
                self.reset(name)
        self._settings.remove(KEYS_GROUP)

    def conflicts(self, name: str, keys: QKeySequence) -> tuple[Command, ...]:
        """Commands that hold the same keys, or the beginning of them, where `name` does."""
        mine = self._commands[name]
        return tuple(
            other
            for other in self._commands.values()
            if other.name != name
            and mine.shares_focus_with(other)
            and any(collide(keys, theirs) for theirs in other.keys)
        )

    @property
    def recent(self) -> tuple[str, ...]:
        """Names of the commands chosen last in the palette, the newest first."""
        value = self._settings.value(RECENT_KEY)
        names = value if isinstance(value, list) else [value]
        return tuple(str(name) for name in names if name)

    def note_used(self, name: str) -> None:
        """Remember that a command was chosen in the palette."""
        names = [name, *(each for each in self.recent if each != name)]
        self._settings.setValue(RECENT_KEY, names[:MOST_RECENT])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QActionEvent) and event.type() is QEvent.Type.ActionAdded:
            self._collect_if_new(event.action())
        return super().eventFilter(watched, event)

    def _collect_if_new(self, action: QAction) -> None:
        if action.objectName() not in self._commands:
            self.collect()

    def _chosen_keys(self, name: str) -> tuple[QKeySequence, ...]:
        """The keys a person gave the command, else those it came with."""
        if not self.is_changed(name):
            return self.default_keys(name)
        text = str(self._settings.value(_key(name)) or "")
        keys = QKeySequence.listFromString(text, PORTABLE)
        return tuple(key for key in keys if not key.isEmpty())


def named_actions(pane: QWidget) -> list[QAction]:
    """The actions of a pane and of what is in it that are commands: they have a name."""
    actions = dict.fromkeys([*pane.actions(), *pane.findChildren(QAction)])
    return [each for each in actions if "." in each.objectName() and each.menu() is None]


def _key(name: str) -> str:
    return f"{KEYS_GROUP}/{name}"


def collide(one: QKeySequence, other: QKeySequence) -> bool:
    """True if one is the other or its beginning: Qt would never wait for the longer one."""
    return one.matches(other) in _PREFIXES or other.matches(one) in _PREFIXES


# The table of commands for the guide, made from the registry.


BEGIN = "<!-- commands: written by docs/write_commands.py -->"
END = "<!-- end of commands -->"
OWN_LAYOUT = "window.own_layout_"


def with_commands(guide: str, registry: ActionRegistry, titles: Mapping[str, str]) -> str:
    """Return the text of the guide with the table between its markers.

    titles: what the workspaces are called, in order. Raises ValueError where a marker is missing.
    """
    before, begin, rest = guide.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"The guide lacks the line {BEGIN if not begin else END}")
    return f"{before}{BEGIN}\n{command_table(registry, titles)}{END}{after}"


def command_table(registry: ActionRegistry, titles: Mapping[str, str]) -> str:
    """Return the commands as Markdown, the window's first, then workspace by workspace."""
    commands = [each for each in registry.commands() if not each.name.startswith(OWN_LAYOUT)]
    places = {"": "Everywhere", **titles}
    lines = []
    for workspace, title in places.items():
        group = [each for each in commands if each.workspace == workspace]
        if group:
            lines += ["", f"**{title}**", "", "| Command | Keys | What it does |", "|---|---|---|"]
            lines += [_row(registry, each) for each in group]
    return "\n".join([*lines, "", ""])


def _row(registry: ActionRegistry, command: Command) -> str:
    keys = registry.default_keys(command.name)
    shown = " ".join(f"`{key.toString(QKeySequence.SequenceFormat.PortableText)}`" for key in keys)
    words = command.text if command.name not in ("window.undo", "window.redo") else _plain(command)
    return f"| {_escaped(words)} | {shown} | {_escaped(command.hint)} |"


def _plain(command: Command) -> str:
    """Undo and Redo without what they would undo just now."""
    return command.text.split()[0]


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
