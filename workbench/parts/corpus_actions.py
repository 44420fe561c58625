"""CorpusActions: the commands of the corpus: adding files, folders and addresses, removing."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from resources import sample_corpus_folder
from workbench.widgets.file_dialogs import ask_files, ask_folder


class CorpusActions(QObject):
    """Made for one pane, which gets the actions for its menus and keys.

    Signals:
        paths_chosen: list of files and folders to add.
        address_requested: the person wants to write an address.
        remove_requested: the chosen sources shall go.
        remove_skipped_requested: the files that cannot be used shall go, from whichever source.
        remove_all_requested: all sources shall go.
    """

    paths_chosen = Signal(object)
    address_requested = Signal()
    remove_requested = Signal()
    remove_skipped_requested = Signal()
    remove_all_requested = Signal()

    def __init__(self, pane: QWidget) -> None:
        super().__init__(pane)
        self._pane = pane
        keys = QKeySequence.StandardKey
        self.add_files = self._made("corpus.add_files", self.tr("Add files"), keys.Open)
        self.add_folder = self._made("corpus.add_folder", self.tr("Add folder"))
        self.add_address = self._made("corpus.add_address", self.tr("Add address"), "Ctrl+L")
        self.remove = self._made("corpus.remove_source", self.tr("Remove source"), keys.Delete)
        self.remove_skipped = self._made(
            "corpus.remove_skipped_files", self.tr("Remove skipped files")
        )
        self.remove_skipped.setStatusTip(self.tr("no file is skipped"))
        self.remove_all = self._made("corpus.remove_all_sources", self.tr("Remove all sources"))
        self.sample = self._made("corpus.open_sample", self.tr("Open sample corpus"))
        self.enable_removing(False)
        for each in (self.remove, self.remove_all):
            each.setStatusTip(self.tr("there is no source"))
        self.add_files.triggered.connect(self._ask_files)
        self.add_folder.triggered.connect(self._ask_folder)
        self.add_address.triggered.connect(self.address_requested)
        self.remove.triggered.connect(self.remove_requested)
        self.remove_skipped.triggered.connect(self.remove_skipped_requested)
        self.remove_all.triggered.connect(self.remove_all_requested)
        self.sample.triggered.connect(self.choose_sample)

    def enable_removing(self, has_sources: bool, *, skipped: bool = False) -> None:
        """Let sources be removed, or not. skipped: whether files of them cannot be used."""
        self.remove_skipped.setEnabled(skipped)
        self.remove.setEnabled(has_sources)
        self.remove_all.setEnabled(has_sources)

    def choose_sample(self) -> None:
        """Add the sample corpus."""
        self.paths_chosen.emit([sample_corpus_folder()])

    def _ask_files(self) -> None:
        names = ask_files(self._pane, self.tr("Add files"))
        self.paths_chosen.emit(names)

    def _ask_folder(self) -> None:
        name = ask_folder(self._pane, self.tr("Add folder"))
        self.paths_chosen.emit([name] if name else [])

    def _made(self, name: str, words: str, keys: QKeySequence.StandardKey | str = "") -> QAction:
        action = QAction(words, self._pane)
        action.setObjectName(name)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._pane.addAction(action)
        return action
