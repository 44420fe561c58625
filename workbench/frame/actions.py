"""Actions: every command of the frame, with its words and keys, made in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

WORKSPACES = (
    "corpus", "pattern", "train", "compression", "sizes", "tokens", "vocabulary", "runs",
)  # fmt: skip


class FrameActions(QObject):
    """The frame's actions; `all()` is what the command palette lists besides the panes' own."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[QAction] = []
        words = {
            "corpus": self.tr("Corpus"), "pattern": self.tr("Pattern"), "train": self.tr("Train"),
            "compression": self.tr("Compression"), "sizes": self.tr("Sizes"),
            "tokens": self.tr("Tokens"), "vocabulary": self.tr("Vocabulary"),
            "runs": self.tr("Runs"),
        }  # fmt: skip
        self.workspaces: dict[str, QAction] = {}
        self.beside: dict[str, QAction] = {}
        for number, name in enumerate(WORKSPACES, start=1):
            action = self._make(self.tr("Go to %1").replace("%1", words[name]), f"Ctrl+{number}")
            action.setIconText(words[name])
            action.setCheckable(True)
            action.setData(name)
            self.workspaces[name] = action
            beside = self._make(self.tr("Show %1 beside").replace("%1", words[name]))
            beside.setData(name)
            self.beside[name] = beside
        self.choose_run = self._make(self.tr("Choose run"), "Ctrl+K")
        self.commands = self._make(self.tr("Commands"), "Ctrl+Shift+P")
        self.inspector = self._make(self.tr("Inspector"), "Ctrl+I")
        self.inspector.setCheckable(True)
        self.inspector.setChecked(True)
        self.reset_layout = self._make(self.tr("Reset layout"), "Ctrl+0")
        self.keys = self._make(self.tr("Keys of this workspace"), "?")
        self.tasks = self._make(self.tr("Tasks"), "Ctrl+T")
        self.close = self._make(self.tr("Close window"), QKeySequence.StandardKey.Quit)
        self.theme = self._make(self.tr("Theme"))
        self.themes = self._theme_choices()

    def all(self) -> tuple[QAction, ...]:
        """Return every action of the frame."""
        return tuple(action for action in self._all if action is not self.theme)

    def fill(
        self,
        bar: QMenuBar,
        *,
        file: Sequence[QAction | None],
        edit: Sequence[QAction | None],
        run: Sequence[QAction | None],
    ) -> None:
        """Build the menus; the panes' actions that belong there are given, None between groups."""
        self._menu(bar, self.tr("&File"), [*file, None, self.close])
        self._menu(bar, self.tr("&Edit"), edit)
        view = self._menu(bar, self.tr("&View"), [*self.workspaces.values(), None])
        beside = view.addMenu(self.tr("Show beside"))
        beside.addActions(list(self.beside.values()))
        themes = view.addMenu(self.tr("Theme"))
        themes.addActions(list(self.themes.values()))
        view.addActions([self.inspector, self.reset_layout])
        self._menu(bar, self.tr("&Run"), [self.choose_run, None, *run])
        self._menu(bar, self.tr("&Help"), [self.commands, self.keys, self.tasks])

    def _menu(self, bar: QMenuBar, title: str, actions: Sequence[QAction | None]) -> QMenu:
        menu = bar.addMenu(title)
        for action in actions:
            if action is None:
                menu.addSeparator()
            else:
                menu.addAction(action)
        return menu

    def _theme_choices(self) -> dict[str, QAction]:
        words = {
            "system": self.tr("Theme of the system"),
            "light": self.tr("Light theme"),
            "dark": self.tr("Dark theme"),
        }
        group = QActionGroup(self)
        choices = {}
        for preference, text in words.items():
            action = self._make(text)
            action.setCheckable(True)
            action.setData(preference)
            group.addAction(action)
            choices[preference] = action
        return choices

    def _make(
        self, text: str, keys: str | QKeySequence.StandardKey | None = None
    ) -> QAction:
        action = QAction(text, self)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
            shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{text} ({shown})")
        self._all.append(action)
        return action


def connect_all(actions: dict[str, QAction], slot: Callable[[], None]) -> None:
    """Connect each action's `triggered` to one slot, which asks `sender().data()`."""
    for action in actions.values():
        action.triggered.connect(slot)
