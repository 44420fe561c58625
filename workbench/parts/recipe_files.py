"""RecipeFiles: asks where a mixture file lies, or where to write one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from workbench.widgets.file_dialogs import ask_file, ask_place


class RecipeFiles(QObject):
    """The two file dialogs of a mixture.

    Signals:
        file_chosen: str, a mixture file to open. place_chosen: Path, where to write one.
    """

    file_chosen = Signal(object)
    place_chosen = Signal(object)

    def __init__(self, beside: QWidget) -> None:
        super().__init__(beside)
        self._beside = beside

    def ask_file(self) -> None:
        """Have the person choose a mixture file."""
        name = ask_file(self._beside, self.tr("Open a mixture file"), self.tr("Mixtures (*.toml)"))
        if name:
            self.file_chosen.emit(name)

    def ask_place(self) -> None:
        """Have the person choose where a mixture file is written."""
        name = ask_place(
            self._beside, self.tr("Save mixture"), "mixture.toml", self.tr("Mixtures (*.toml)")
        )
        if name:
            self.place_chosen.emit(Path(name))
