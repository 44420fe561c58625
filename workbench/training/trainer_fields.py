"""TrainerFields: which library trains, with only the options that it has."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from engine.errors import ConfigError
from engine.machine import optional_library
from engine.settings import (
    OWN_TRAINER,
    TRAINER_OPTIONS,
    TRAINERS,
    LibraryTrainer,
    TrainerName,
    library_trainer,
)
from workbench.signals import Signal
from workbench.text.engine_words import error_words
from workbench.text.placeholders import fill
from workbench.training.setting_fields import SettingField
from workbench.ui.theme.theme import SPACE_M, SPACE_S
from workbench.ui.widgets.layouts import vertical
from workbench.ui.widgets.open_menu import OpenMenu
from workbench.ui.words.setting_words import setting_choice, setting_hint, setting_label
from workbench.ui.words.tool_tips import plain_tip
from workbench.work.trainer_settings import TRAINER_SETTINGS


class BesideButton(QPushButton):
    """Chooses the libraries that train the same afterwards, in a menu; says how many there are.

    Signals:
        changed: a library was added or taken away.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own, self._is_showing = OWN_TRAINER, False
        self._given: dict[str, LibraryTrainer] = {}
        menu = OpenMenu(self)
        menu.setAccessibleName(setting_label("beside"))
        self.entries = {name: menu.addAction(setting_choice("trainer", name)) for name in TRAINERS}
        for entry in self.entries.values():
            entry.setCheckable(True)
            entry.toggled.connect(self._note_edit)
        self.setMenu(menu)
        self._arrange()

    def trainers(self) -> tuple[LibraryTrainer, ...]:
        """The chosen ones; options are those that came with `show_trainers`."""
        chosen: list[TrainerName] = [
            name for name in TRAINERS if self.entries[name].isChecked() and name != self._own
        ]
        return tuple(self._given.get(name) or LibraryTrainer(name) for name in chosen)

    def show_trainers(self, trainers: tuple[LibraryTrainer, ...]) -> None:
        """Show others. No signal."""
        self._given = {each.name: each for each in trainers}
        self._is_showing = True
        for name, entry in self.entries.items():
            entry.setChecked(name in self._given)
        self._is_showing = False
        self._arrange()

    def note_own(self, name: str) -> None:
        """Leave out the trainer that is chosen already."""
        self._own = name
        self._arrange()

    def _note_edit(self, _is_on: bool) -> None:
        if not self._is_showing:
            self._arrange()
            self.changed.emit()

    def _arrange(self) -> None:
        for name, entry in self.entries.items():
            entry.setVisible(name != self._own)
        chosen = self.trainers()
        words = fill(self.tr("Beside: %1"), str(len(chosen)))
        self.setText(words if chosen else self.tr("Beside…"))
        names = ", ".join(setting_choice("trainer", each.name) for each in chosen)
        self.setToolTip(plain_tip("\n".join(filter(None, (setting_hint("beside"), names)))))


class TrainerFields(QWidget):
    """A list of trainers; below it the options of the chosen one, two in a row.

    Typed options return when their trainer is chosen again. `others` is laid out by the form.

    Signals:
        changed: the trainer or an option was edited.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_showing = False
        self.fields = {key: SettingField(key) for key in TRAINER_SETTINGS}
        self._options = QWidget()
        self._grid = QGridLayout(self._options)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE_S)
        self._grid.setVerticalSpacing(SPACE_M)
        for side in (0, 1):
            self._grid.setColumnStretch(side, 1)
        self.others = BesideButton()
        vertical(self.fields["trainer"], self._options, parent=self, spacing=SPACE_M)
        self._arrange()
        for field in self.fields.values():
            field.changed.connect(self._note_edit)
        self.others.changed.connect(self._note_edit)

    @property
    def name(self) -> str:
        """The chosen trainer."""
        return str(self.fields["trainer"].value())

    def trainer(self) -> LibraryTrainer | None:
        """What the fields say, None for the trainer of this program. Raises ConfigError."""
        return library_trainer(self.name, self._given())

    def beside(self) -> tuple[LibraryTrainer, ...]:
        """The libraries that train the same afterwards."""
        return self.others.trainers()

    def show_trainer(
        self, trainer: LibraryTrainer | None, beside: tuple[LibraryTrainer, ...] = ()
    ) -> None:
        """Show another trainer with its options, and those beside it. No signal."""
        self._is_showing = True
        self.others.show_trainers(beside)
        self.fields["trainer"].show_value(OWN_TRAINER if trainer is None else trainer.name)
        given = {} if trainer is None else trainer.given()
        for key in TRAINER_OPTIONS:
            self.fields[key].show_value(given.get(key))
        self._is_showing = False
        self._arrange()

    def check(self) -> None:
        """Say at the fields what is wrong, and where the library is missing."""
        for field in self.fields.values():
            field.show_error("")
            field.show_hint("")
        try:
            trainer = self.trainer()
        except ConfigError as error:
            self.show_error(error)
            return
        own = () if trainer is None else (trainer,)
        packages = dict.fromkeys(each.package for each in (*own, *self.beside()))
        missing = [each for each in packages if not optional_library(each).is_installed]
        if missing:
            words = fill(self.tr("%1 is not installed."), missing[0])
            self.fields["trainer"].show_error(words)

    def show_error(self, error: ConfigError) -> bool:
        """Show an error at its field; False if no field of these is meant."""
        field = self.fields.get(error.setting)
        if field is not None:
            field.show_error(error_words(error))
        return field is not None

    def _given(self) -> dict[str, Any]:
        """The options of the chosen trainer that are given. Raises ConfigError."""
        keys = [key for key, option in TRAINER_OPTIONS.items() if self.name in option.trainers]
        values = {key: self.fields[key].value() for key in keys}
        return {key: value for key, value in values.items() if value not in (None, "")}

    def _note_edit(self) -> None:
        if self._is_showing:
            return
        self._arrange()
        self.changed.emit()

    def _arrange(self) -> None:
        """Show the options that the chosen trainer has."""
        self.others.note_own(self.name)
        own = [key for key, option in TRAINER_OPTIONS.items() if self.name in option.trainers]
        for key in TRAINER_OPTIONS:
            self._grid.removeWidget(self.fields[key])
            self.fields[key].setParent(self._options)
            self.fields[key].setVisible(key in own)
        for number, key in enumerate(own):
            row, side = divmod(number, 2)
            self._grid.addWidget(self.fields[key], row, side, Qt.AlignmentFlag.AlignTop)
        self._options.setVisible(bool(own))
