"""RecipeCommands: open and save the next training as a recipe, by dialogs of the system."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from workbench.signals import Signal
from workbench.state import WorkbenchState
from workbench.training.training_form import TrainingForm
from workbench.ui.widgets.file_dialogs import ask_file, ask_place
from workbench.ui.widgets.pane import Pane


class RecipeCommands(QObject):
    """Makes its actions those of the pane.

    is_reading: whether the corpus is being read, so that it is not known yet.

    Signals:
        file_chosen: Path of a recipe to open. place_chosen: Path, where to write one.
    """

    file_chosen: Signal[Path] = Signal(object)
    place_chosen: Signal[Path] = Signal(object)

    def __init__(self, pane: Pane, form: TrainingForm, state: WorkbenchState) -> None:
        super().__init__(pane)
        self._pane, self._form, self._state = pane, form, state
        self.is_reading = False
        self._open = pane.make_action(
            "train.open_recipe", self.tr("Open recipe…"), self._ask_file,
            hint=self.tr("Take corpus, mixture, pattern and settings from a recipe, the TOML "
                         "file of the command line"),
        )  # fmt: skip
        pane.make_action(
            "train.save_recipe", self.tr("Save recipe…"), self._ask_place,
            hint=self.tr("Write corpus, mixture, pattern and settings as a recipe, which the "
                         "command line trains too"),
        )  # fmt: skip

    def enable(self, is_enabled: bool, reason: str) -> None:
        """Offer to open a recipe, or say why not."""
        self._open.setEnabled(is_enabled)
        self._open.setStatusTip("" if is_enabled else reason)

    def _ask_file(self) -> None:
        name = ask_file(self._pane, self.tr("Open recipe"), self.tr("Recipes (*.toml)"))
        if name:
            self.file_chosen.emit(Path(name))

    def _ask_place(self) -> None:
        if reason := self._why_not():
            self._pane.bar.show_error(reason)
            return
        title, kinds = self.tr("Save recipe"), self.tr("Recipes (*.toml)")
        name = ask_place(self._pane, title, "recipe.toml", kinds)
        if name:
            self.place_chosen.emit(Path(name))

    def _why_not(self) -> str:
        """Why the next training cannot be saved just now; "" if it can."""
        if not self._form.check(self._state.pattern):
            return self.tr("A setting is wrong; change it, then save the recipe.")
        if self.is_reading:
            return self.tr("The corpus is still being read; save the recipe after that.")
        return ""
