"""SettingField: the field of one training setting, made from its record."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from engine.errors import ConfigError
from workbench.signals import Signal
from workbench.text.numbers import GROUP_SPACE
from workbench.ui.widgets.fields import Field
from workbench.ui.words.setting_words import (
    setting_choices,
    setting_hint,
    setting_label,
    setting_placeholder,
)
from workbench.work.training_settings import SETTINGS, default_of

MAX_DIGITS = 12


class SettingField(Field):
    """A list of choices, or a line for a whole number or a text; begins with the default.

    Signals:
        changed: the value became another one.
    """

    changed = Signal()

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        setting = SETTINGS[key]
        control: QComboBox | QLineEdit
        if setting.choices:
            control = QComboBox()
            for value, words in setting_choices(key):
                control.addItem(words, value)
            shrink(control)
        else:
            control = QLineEdit(placeholderText=setting_placeholder(key))
        control.setToolTip(setting_hint(key))
        super().__init__(setting_label(key), control, parent)
        self._key, self._is_number, self._value = key, int in setting.kinds, control
        self.show_value(default_of(key))
        if isinstance(control, QComboBox):
            control.currentIndexChanged.connect(self.changed)
        else:
            control.textChanged.connect(self.changed)

    def value(self) -> Any:
        """The value, None for an empty line that may be empty. Raises ConfigError."""
        if isinstance(self._value, QComboBox):
            return self._value.currentData()
        text = self._value.text()
        if not self._is_number:
            return text.strip()
        if not text.strip() and SETTINGS[self._key].placeholder:
            return None
        return whole_number(self._key, text)

    def show_value(self, value: Any) -> None:
        """Show a value."""
        if isinstance(self._value, QComboBox):
            self._value.setCurrentIndex(self._value.findData(value))
        else:
            self._value.setText("" if value is None else str(value))


def shrink(box: QComboBox) -> None:
    """Let a list be narrower than its longest entry."""
    box.setMinimumContentsLength(1)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)


def whole_number(key: str, text: str) -> int:
    """The whole number in a field, with or without groups. Raises ConfigError."""
    digits = "".join(text.replace(GROUP_SPACE, "").replace(",", "").split())
    if not digits.isdecimal() or len(digits) > MAX_DIGITS:
        words = _tr("A whole number is needed here, such as 4096.")
        raise ConfigError(words, setting=key)
    return int(digits)


def _tr(words: str) -> str:
    return QCoreApplication.translate("SettingField", words)
