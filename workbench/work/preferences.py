"""Preferences: what a person can set, with its default and what is allowed, in one typed place.

A preference is a constant of this module; `Preferences` reads and writes their values. A value
that was damaged by hand or by an older program counts as not set, so that its default holds.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QSettings

from workbench.signals import Signal
from workbench.store.places import FolderError, data_folder

Value = bool | int | str
T = TypeVar("T", bool, int, str)

SCALE_VARIABLE = "QT_SCALE_FACTOR"
FORMAT = "tokenizer-workbench-preferences"


@dataclass(frozen=True)
class Preference(Generic[T]):
    """One preference.

    key: its name in the settings file and in exported files, for good.
    choices: the allowed values; empty for any of the default's type from `least` to `most`.
    """

    key: str
    default: T
    choices: tuple[T, ...] = ()
    least: int = 0
    most: int = 0

    def read(self, found: object) -> T | None:
        """Return a stored or imported value in the preference's type; None where it is not one."""
        value = _as_type(found, type(self.default))
        if value is None or (self.choices and value not in self.choices):
            return None
        if self.most and not self.least <= int(value) <= self.most:
            return None
        return value  # type: ignore[return-value]  # of the type of the default


THEME = Preference(
    "theme", "system", ("system", "light", "dark", "light-contrast", "dark-contrast")
)
LANGUAGE = Preference("language", "system", ("system", "en", "de"))
TEXT_SIZE = Preference("appearance/text_size", 100, (90, 100, 115))
INTERFACE_SIZE = Preference("appearance/interface_size", 100, (100, 125, 150, 175, 200))
REDUCED_MOTION = Preference("appearance/reduced_motion", False)
TOKEN_COLOURING = Preference("tokens/colouring", "alternate", ("alternate", "by_id"))
WHITE_SPACE = Preference("tokens/white_space", True)
SPECIAL_TOKENS = Preference("tokens/special", "text", ("text", "parse", "reject"))
SHOW_IDS = Preference("tokens/show_ids", False)
SHOW_TOKENS = Preference("tokens/show_tokens", True)
SHOW_BYTES = Preference("tokens/show_bytes", False)
SHOW_PRE_TOKENS = Preference("tokens/show_pre_tokens", False)
SHOW_MASK = Preference("chat/show_mask", True)
N_THREADS = Preference("engine/threads", 0, least=0, most=1024)
EVALUATION_VIEW = Preference(
    "compression/first_view", "as-left", ("as-left", "table", "heat-map", "dots")
)
CONFIRM_CLOSE = Preference("window/confirm_close", True)
OPEN_NEWEST = Preference("window/open_newest", True)
TOUR_SEEN = Preference("window/tour_seen", False)

AnyPreference = Preference[Any]
"""One of any type; `Preference.read` checks its values."""

ALL: tuple[AnyPreference, ...] = (
    THEME, LANGUAGE, TEXT_SIZE, INTERFACE_SIZE, REDUCED_MOTION, TOKEN_COLOURING, WHITE_SPACE,
    SPECIAL_TOKENS, SHOW_IDS, SHOW_TOKENS, SHOW_BYTES, SHOW_PRE_TOKENS, SHOW_MASK, N_THREADS,
    EVALUATION_VIEW, CONFIRM_CLOSE, OPEN_NEWEST, TOUR_SEEN,
)  # fmt: skip


class PreferencesError(Exception):
    """A file of preferences cannot be used; `str(error)` is the sentence for the person."""


class Preferences(QObject):
    """The values of all preferences, kept in the settings file of the window.

    Signals:
        value_changed: the Preference that has another value now.
    """

    value_changed: Signal[AnyPreference] = Signal(object)

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    def get(self, preference: Preference[T]) -> T:
        """Return the value in force, the default where nothing usable is stored."""
        value = preference.read(self._settings.value(preference.key))
        return preference.default if value is None else value

    def set(self, preference: Preference[T], value: T) -> None:
        """Keep a value. Raises ValueError for one that is not allowed."""
        if preference.read(value) is None:
            raise ValueError(f"{preference.key} cannot be {value!r}.")
        before = self.get(preference)
        self._settings.setValue(preference.key, value)
        if value != before:
            self.value_changed.emit(preference)

    def is_default(self, preference: Preference[T]) -> bool:
        """Tell whether a preference has the value of a fresh start."""
        return self.get(preference) == preference.default

    def reset(self, preference: Preference[T]) -> None:
        """Return a preference to its default."""
        before = self.get(preference)
        self._settings.remove(preference.key)
        if before != preference.default:
            self.value_changed.emit(preference)

    def reset_all(self) -> None:
        """Return every preference to its default; what the tour has shown stays seen."""
        for preference in ALL:
            if preference is not TOUR_SEEN:
                self.reset(preference)

    def to_json(self) -> str:
        """Return all values as JSON, for another machine."""
        values = {each.key: self.get(each) for each in ALL if each is not TOUR_SEEN}
        return json.dumps({"format": FORMAT, "preferences": values}, indent=2) + "\n"

    def take_json(self, text: str) -> tuple[str, ...]:
        """Take values from JSON; return the keys that were left out, unknown or not allowed.

        Raises PreferencesError where the text is no file of preferences; nothing changes then.
        """
        try:
            found = json.loads(text)
        except RecursionError as error:
            raise PreferencesError("This JSON is nested too deeply.") from error
        except ValueError as error:
            raise PreferencesError(f"This is not JSON: {error}.") from error
        values = found.get("preferences") if isinstance(found, dict) else None
        if not isinstance(values, dict) or found.get("format") != FORMAT:
            raise PreferencesError(
                f'A file of preferences has "format": "{FORMAT}" and an object "preferences".'
            )
        known = {each.key: each for each in ALL}
        left_out = []
        for key, value in values.items():
            preference = known.get(key)
            if preference is None or preference.read(value) is None:
                left_out.append(key)
            else:
                self.set(preference, value)
        return tuple(left_out)


def interface_settings(file_name: str) -> QSettings:
    """Return the settings of the window, and let Qt scale by them; call before QApplication.

    Where the data folder cannot be made nothing is kept: opening the store says why.
    """
    try:
        path = str(data_folder() / file_name)
    except FolderError:
        path = os.devnull
    settings = QSettings(path, QSettings.Format.IniFormat)
    percent = Preferences(settings).get(INTERFACE_SIZE)
    if percent != INTERFACE_SIZE.default:
        os.environ.setdefault(SCALE_VARIABLE, str(percent / 100))
    return settings


def _as_type(found: object, wanted: type) -> Value | None:
    """Return what QSettings gave (a file keeps all as text) in a type; None if it is not one."""
    if wanted is bool:
        if isinstance(found, bool):
            return found
        return {"true": True, "false": False}.get(found) if isinstance(found, str) else None
    if wanted is int:
        if isinstance(found, bool):
            return None
        if isinstance(found, str):
            return int(found) if found.isdecimal() and len(found) < 10 else None
        return found if isinstance(found, int) else None
    return found if isinstance(found, str) else None
