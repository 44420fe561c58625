"""What the settings of a training are called, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.work.training_settings import SETTINGS

MAX_PATTERN_SHOWN = 20


def setting_label(key: str) -> str:
    """The label of a setting's field."""
    return _tr(SETTINGS[key].label)


def setting_fact(key: str) -> str:
    """What a setting is called in fact tables."""
    return _tr(SETTINGS[key].fact_label)


def setting_hint(key: str) -> str:
    """The tool tip of a setting's field, "" for none."""
    return _tr(SETTINGS[key].hint)


def setting_placeholder(key: str) -> str:
    """What stands in the empty field, "" for nothing."""
    return _tr(SETTINGS[key].placeholder)


def setting_choices(key: str) -> list[tuple[object, str]]:
    """The values that may be chosen, each with its words."""
    return [(value, _tr(words)) for value, words in SETTINGS[key].choices.items()]


def setting_choice(key: str, value: object) -> str:
    """What a value is called; one that is not known is its own name."""
    return dict(setting_choices(key)).get(value, str(value))


def pattern_words(pattern: str) -> str:
    """A short pattern, such as a preset's name; of a longer one that it is the person's own."""
    if len(pattern) <= MAX_PATTERN_SHOWN:
        return pattern
    return QCoreApplication.translate("training_words", "of your own")


def _tr(words: str) -> str:
    return QCoreApplication.translate("training settings", words)
