"""TextsButton: asks in which text something is to be looked for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from workbench.signals import Signal
from workbench.ui.widgets.file_dialogs import ask_files, ask_folder
from workbench.ui.words.tool_tips import plain_tip


class TextsButton(QPushButton):
    """A menu of texts: the corpus of the window, the evaluation texts, files or a folder.

    Signals:
        requested: None for the corpus of the window, or a tuple of paths.
    """

    requested: Signal[tuple[Path, ...] | None] = Signal(object)

    def __init__(self, words: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._words = words
        self._evaluation_paths: tuple[Path, ...] = ()
        self.setProperty("kind", "menu")
        self.setToolTip(plain_tip(hint))
        menu = QMenu(self)
        self._in_corpus = menu.addAction(self.tr("In the corpus of the window"))
        self._in_corpus.triggered.connect(self._ask_corpus)
        self._in_evaluation = menu.addAction(self.tr("In the evaluation texts"))
        self._in_evaluation.triggered.connect(self._ask_evaluation)
        menu.addAction(self.tr("In files…")).triggered.connect(self._ask_files)
        menu.addAction(self.tr("In a folder…")).triggered.connect(self._ask_folder)
        self.setMenu(menu)
        self.set_corpus_there(False)
        self.set_evaluation_paths(())

    def set_corpus_there(self, is_there: bool) -> None:
        """Say whether the window has a corpus."""
        self._in_corpus.setEnabled(is_there)

    def set_evaluation_paths(self, paths: tuple[Path, ...]) -> None:
        """Say which texts an evaluation measures on; none where that is the corpus."""
        self._evaluation_paths = paths
        self._in_evaluation.setEnabled(bool(paths))

    def note_working(self, words: str) -> None:
        """Say that the work is being done; "" when it is over."""
        self.setEnabled(not words)
        self.setText(words or self._words)

    def _ask_corpus(self) -> None:
        self.requested.emit(None)

    def _ask_evaluation(self) -> None:
        self.requested.emit(self._evaluation_paths)

    def _ask_files(self) -> None:
        chosen = ask_files(self, self._words)
        if chosen:
            self.requested.emit(tuple(map(Path, chosen)))

    def _ask_folder(self) -> None:
        chosen = ask_folder(self, self._words)
        if chosen:
            self.requested.emit((Path(chosen),))
