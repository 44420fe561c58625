"""Actions: every command of the frame, with its name, words and keys, made in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from workbench.text.placeholders import fill

WORKSPACES = (
    "corpus", "pattern", "train", "compression", "sizes", "tokens", "vocabulary", "chat",
    "runs", "explore",
)  # fmt: skip
_KEYS = {"explore": "Ctrl+Shift+X"}
"""Of workspaces beyond the ninth; the others have Ctrl and their number."""
_Keys = str | QKeySequence.StandardKey | None


class FrameActions(QObject):
    """The frame's actions; the registry takes them from `all()`.

    workspaces, beside, layouts, themes: by the name of what each leads to, which is its data.
    titles: what the workspaces are called. groups: the workspaces by heading, as the rail has them.
    next_step: its icon text and tool tip are those of the step; see workbench/frame/top_bar.py.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[QAction] = []
        self.titles: Mapping[str, str] = {
            "corpus": self.tr("Corpus"), "pattern": self.tr("Pattern"), "train": self.tr("Train"),
            "compression": self.tr("Compression"), "sizes": self.tr("Sizes"),
            "tokens": self.tr("Tokens"), "vocabulary": self.tr("Vocabulary"),
            "chat": self.tr("Chat"), "runs": self.tr("Runs"), "explore": self.tr("Explore"),
        }  # fmt: skip
        self.groups: Mapping[str, tuple[str, ...]] = {
            self.tr("Make"): ("corpus", "pattern", "train", "explore"),
            self.tr("Judge"): ("compression", "sizes", "runs"),
            self.tr("Read"): ("tokens", "vocabulary", "chat"),
        }
        self.workspaces: dict[str, QAction] = {}
        self.beside: dict[str, QAction] = {}
        for number, name in enumerate(WORKSPACES, start=1):
            self._make_ways_to(name, number)
        self.layouts = self._layout_choices()
        self.themes = self._theme_choices()
        self._make_edits()
        self._make_files()
        self._make_views()
        self._make_helps()

    def all(self) -> tuple[QAction, ...]:
        """Return every action of the frame."""
        return tuple(action for action in self._all if action is not self.theme)

    def _make_ways_to(self, name: str, number: int) -> None:
        title = self.titles[name]
        words = fill(self.tr("Go to %1"), title)
        action = self._make(f"window.go_{name}", words, _KEYS.get(name, f"Ctrl+{number}"))
        action.setIconText(title)
        action.setCheckable(True)
        action.setData(name)
        self.workspaces[name] = action
        beside = self._make(f"window.beside_{name}", fill(self.tr("Show %1 beside"), title))
        beside.setWhatsThis(self.tr("Show the workspace to the right of the current one."))
        beside.setData(name)
        self.beside[name] = beside

    def _make_edits(self) -> None:
        self.undo = self._make(
            "window.undo",
            self.tr("Undo"),
            "Ctrl+Z",
            hint=self.tr("Undo the last change of corpus, pattern, mixture or training settings."),
        )
        self.redo = self._make(
            "window.redo",
            self.tr("Redo"),
            "Ctrl+Shift+Z",
            hint=self.tr("Redo the change that was undone last."),
        )
        self.undo_list = self._make(
            "window.list_changes",
            self.tr("List of changes…"),
            hint=self.tr(
                "List every change that can be undone; choose one to go back to before it."
            ),
        )
        self.choose_run = self._make("window.choose_run", self.tr("Choose run"), "Ctrl+R")
        self.flip_runs = self._make(
            "window.flip_runs", self.tr("Flip between two runs"), "F4",
            hint=self.tr("Open the other one of the last two runs, or of the compared pair."),
        )  # fmt: skip
        self.close = self._make("window.close", self.tr("Close window"), "Ctrl+Q")
        self.settings = self._make(
            "window.settings",
            self.tr("Settings…"),
            "Ctrl+,",
            hint=self.tr("Show all settings, with a search."),
        )

    def _make_files(self) -> None:
        self.open_tokenizer = self._make(
            "window.open_tokenizer", self.tr("Open tokenizer file…"), "Ctrl+Shift+O",
            hint=self.tr("Check a tokenizer file before using it."),
        )  # fmt: skip
        self.open_tokenizer_folder = self._make(
            "window.open_tokenizer_folder", self.tr("Open tokenizer folder…"),
            hint=self.tr("Check a folder of tokenizer files before using them."),
        )  # fmt: skip
        self.extend_tokenizer = self._make(
            "window.extend_tokenizer", self.tr("Extend the open tokenizer…"),
            hint=self.tr("Add tokens for a new domain; existing ids stay."),
        )  # fmt: skip
        self.run_recipe = self._make(
            "window.run_recipe", self.tr("Run recipe…"),
            hint=self.tr("Train, measure, judge and export by a recipe, and report the verdict."),
        )  # fmt: skip
        self.clear_recent_files = self._make(
            "window.clear_recent_files", self.tr("Clear recent files")
        )
        self.clear_recent_runs = self._make(
            "window.clear_recent_runs", self.tr("Clear recent runs"))  # fmt: skip

    def _make_views(self) -> None:
        self.inspector = self._make("window.inspector", self.tr("Inspector"), "Ctrl+I")
        self.inspector.setCheckable(True)
        self.inspector.setChecked(True)
        self.reset_layout = self._make(
            "window.reset_layout",
            self.tr("Reset layout"),
            "Ctrl+0",
            hint=self.tr("Show the workspace alone with the inspector; named layouts stay."),
        )
        self.save_layout = self._make("window.save_layout", self.tr("Save layout as…"), "Ctrl+K, S")
        self.rename_layout = self._make("window.rename_layout", self.tr("Rename layout…"))
        self.delete_layout = self._make("window.delete_layout", self.tr("Delete layout…"))
        self.tasks = self._make(
            "window.tasks",
            self.tr("Tasks"),
            "Ctrl+T",
            hint=self.tr(
                "Show running, waiting and ended tasks, with progress, speed, pause and cancel."
            ),
        )
        self.tasks.setCheckable(True)
        self.next_step = self._make(
            "window.next_step",
            self.tr("Next step"),
            "F7",
            hint=self.tr("Do what the filled button says: the next step to an exported tokenizer."),
        )
        self.next_step.setVisible(False)  # until the window knows what comes next
        self.next_part = self._make("window.next_part", self.tr("Next part of the window"), "F6")
        self.theme = self._make("window.theme", self.tr("Theme"))

    def _make_helps(self) -> None:
        self.commands = self._make(
            "window.commands",
            self.tr("Commands"),
            "Ctrl+Shift+P",
            hint=self.tr("Find any command by a few letters."),
        )
        self.keys = self._make("window.keys", self.tr("Keys of this workspace"), "?")
        self.shortcuts = self._make(
            "window.shortcuts",
            self.tr("Keyboard shortcuts…"),
            "Ctrl+K, Ctrl+S",
            hint=self.tr("Assign other keys to commands."),
        )
        self.guide = self._make("window.guide", self.tr("Guide"), "F1")
        self.tour = self._make(
            "window.tour",
            self.tr("Tour"),
            hint=self.tr("Show the way from corpus to exported tokenizer, step by step."),
        )
        self.log = self._make("window.open_log_folder", self.tr("Open the folder of log files"))
        self.about = self._make("window.about", self.tr("About Tokenizer Workbench"))  # fmt: skip

    def _layout_choices(self) -> dict[str, QAction]:
        words = {
            "corpus": self.tr("Layout: Corpus"), "train": self.tr("Layout: Train"),
            "inspect": self.tr("Layout: Inspect"), "compare": self.tr("Layout: Compare"),
            "chat": self.tr("Layout: Chat"),
        }  # fmt: skip
        hints = {
            "corpus": self.tr("Corpus and pattern side by side."),
            "train": self.tr("Training and compression by language side by side."),
            "inspect": self.tr("Tokens of a text and the vocabulary, with the inspector."),
            "compare": self.tr("Runs and their compression side by side."),
            "chat": self.tr("A conversation and the vocabulary side by side."),
        }
        choices = {}
        for number, (name, text) in enumerate(words.items(), start=1):
            action = self._make(
                f"window.layout_{name}", text, f"Ctrl+K, {number}", hint=hints[name]
            )
            action.setData(name)
            choices[name] = action
        return choices

    def _theme_choices(self) -> dict[str, QAction]:
        words = {
            "system": self.tr("System theme"),
            "light": self.tr("Light theme"),
            "dark": self.tr("Dark theme"),
            "light-contrast": self.tr("High contrast, light theme"),
            "dark-contrast": self.tr("High contrast, dark theme"),
        }
        group = QActionGroup(self)
        choices = {}
        for preference, text in words.items():
            action = self._make(f"window.theme_{preference.replace('-', '_')}", text)
            action.setCheckable(True)
            action.setData(preference)
            group.addAction(action)
            choices[preference] = action
        return choices

    def _make(self, name: str, text: str, keys: _Keys = None, *, hint: str = "") -> QAction:
        action = QAction(text, self)
        action.setObjectName(name)
        action.setWhatsThis(hint)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
        self._all.append(action)
        return action


def connect_all(actions: dict[str, QAction], slot: Callable[[], None]) -> None:
    """Connect each action's `triggered` to one slot, which asks `sender().data()`."""
    for action in actions.values():
        action.triggered.connect(slot)


def name_of(action: object) -> str:
    """What an action stands for, "" for what is none."""
    return str(action.data()) if isinstance(action, QAction) else ""
