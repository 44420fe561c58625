"""Navigation: the ways from one workspace to another."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject

from engine.corpus import SourcePath
from workbench.main_window import MainWindow


class Navigation(QObject):
    """Slots that bring a workspace to the front, and what is to be seen in it."""

    def __init__(self, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window

    def show_training(self) -> None:
        self._window.show_workspace("train")

    def show_corpus(self) -> None:
        self._window.show_workspace("corpus")

    def remove_files(self, paths: Collection[SourcePath]) -> None:
        """Take files out of the corpus from wherever they are named."""
        self._window.docks.pane("corpus").files.remove(paths)

    def show_script(self, script: str) -> None:
        """Show the tokens with letters of a script in the vocabulary."""
        from workbench.parts.vocabulary_filter_bar import script_condition

        self._window.show_workspace("vocabulary")
        self._window.docks.pane("vocabulary").set_filter(script_condition(script))

    def show_token(self, token_id: int) -> None:
        """Show a token in the vocabulary."""
        self._window.show_workspace("vocabulary")
        self._window.docks.pane("vocabulary").select_token(token_id)
