"""File dialogs: the system's own, each beginning in the folder that was used last.

Folders to save in are kept apart from those that files are opened from, and by the kind of file.
`PublishedMenu` offers published tokenizers by name instead, those that are kept here marked.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMenu, QWidget

from workbench.signals import Signal
from workbench.text.placeholders import fill

LAST_FOLDER = "files/last_folder"
SAVED_IN = "files/saved_in"
ANY_KIND = "any"
FOLDERS = "folder"
"""The kind of what is saved as a folder, such as exports."""


class LastFolder:
    """The folders of files that were chosen last, in the settings once they are given."""

    def __init__(self) -> None:
        self._settings: QSettings | None = None
        self._folders: dict[str, str] = {}

    def keep_in(self, settings: QSettings) -> None:
        """Keep the folders in these settings, and begin with those that stand there."""
        self._settings, self._folders = settings, {}

    def start(self, name: str = "") -> str:
        """Where a dialog that opens files begins: the folder, or a file of this name in it."""
        return self._start([LAST_FOLDER], name)

    def start_saving(self, kind: str, name: str = "") -> str:
        """Where a dialog begins that saves: where this kind was, else another, else opened."""
        return self._start([f"{SAVED_IN}/{kind}", f"{SAVED_IN}/{ANY_KIND}", LAST_FOLDER], name)

    def note(self, chosen: str, *, is_folder: bool = False) -> str:
        """Remember where something was opened, "" for nothing; returns it."""
        return self._note([LAST_FOLDER], chosen, is_folder=is_folder)

    def note_saving(self, kind: str, chosen: str, *, is_folder: bool = False) -> str:
        """Remember where something of a kind is saved, "" for nothing; returns it."""
        keys = [f"{SAVED_IN}/{kind}", f"{SAVED_IN}/{ANY_KIND}"]
        return self._note(keys, chosen, is_folder=is_folder)

    def _start(self, keys: list[str], name: str) -> str:
        for key in keys:
            kept = self._settings.value(key) if self._settings is not None else ""
            folder = self._folders.get(key) or str(kept or "")
            if folder and Path(folder).is_dir():
                return str(Path(folder) / name) if name else folder
        return name

    def _note(self, keys: list[str], chosen: str, *, is_folder: bool) -> str:
        for key in keys if chosen else ():
            self._folders[key] = chosen if is_folder else str(Path(chosen).parent)
            if self._settings is not None:
                self._settings.setValue(key, self._folders[key])
        return chosen


last_folder = LastFolder()


def ask_file(parent: QWidget | None, title: str, kinds: str = "") -> str:
    """Let a person choose a file to read; "" where none was."""
    chosen, _ = QFileDialog.getOpenFileName(parent, title, last_folder.start(), kinds)
    return last_folder.note(chosen)


def ask_files(parent: QWidget, title: str) -> list[str]:
    """Let a person choose files to read."""
    chosen, _ = QFileDialog.getOpenFileNames(parent, title, last_folder.start())
    for name in chosen[:1]:
        last_folder.note(name)
    return chosen


def ask_folder(parent: QWidget | None, title: str) -> str:
    """Let a person choose a folder; "" where none was."""
    chosen = QFileDialog.getExistingDirectory(parent, title, last_folder.start())
    return last_folder.note(chosen, is_folder=True)


def ask_folder_to_save_in(parent: QWidget, title: str) -> str:
    """Let a person choose a folder that files are written into; "" where none was."""
    chosen = QFileDialog.getExistingDirectory(parent, title, last_folder.start_saving(FOLDERS))
    return last_folder.note_saving(FOLDERS, chosen, is_folder=True)


def ask_place(parent: QWidget, title: str, name: str, kinds: str) -> str:
    """Let a person choose where to write a file, `name` being proposed; "" where none was.

    A name without a suffix gets that of the proposed one.
    """
    suffix = Path(name).suffix
    kind = suffix[1:] or FOLDERS
    start = last_folder.start_saving(kind, name)
    chosen, _ = QFileDialog.getSaveFileName(parent, title, start, kinds)
    if chosen and not Path(chosen).suffix:
        whole = f"{chosen}{suffix}"
        # The dialog did not ask whether this file may be replaced.
        chosen = chosen if Path(whole).exists() else whole
    return last_folder.note_saving(kind, chosen)


class PublishedMenu(QMenu):
    """Offers names that are known without a network, and asks for one of the hub.

    Signals:
        name_chosen: the name of a published tokenizer; it may have to be fetched.
    """

    name_chosen: Signal[str] = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Published"))
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Fill the menu again; what is kept can change at any time."""
        from engine.formats import kept_names, published_names

        self.clear()
        kept = kept_names()
        for name in dict.fromkeys((*published_names(), *kept)):
            words = self.tr("%1   downloaded") if name in kept else self.tr("%1   to download")
            action = self.addAction(fill(words, name))
            action.setData(name)
            action.triggered.connect(self._choose)
        self.addSeparator()
        self.addAction(self.tr("Name on the hub…")).triggered.connect(self.ask_hub_name)

    def ask_hub_name(self) -> None:
        """Let the person write OWNER/NAME."""
        title, words = self.tr("Hub tokenizer"), self.tr("Owner and name, owner/name:")
        name, is_given = QInputDialog.getText(self.parentWidget(), title, words)
        name = name.strip().removeprefix("hub:")
        if is_given and name:
            self.name_chosen.emit(f"hub:{name}")

    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.name_chosen.emit(action.data())
