"""Remembered: a typed value that the settings keep as JSON from one window to the next.

What is damaged, of another type or larger than MOST_CHARACTERS counts as not kept, without a word:
the usual value holds until a person chooses again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from pathlib import Path
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from PySide6.QtCore import QObject, QSettings

T = TypeVar("T")

MOST_CHARACTERS = 50_000_000


class Remembered(QObject, Generic[T]):
    """The value of one key.

    usual: in force while nothing is kept; it is not written. kind: the value's type, that of
    `usual` by default; see `typed`.
    """

    def __init__(
        self,
        settings: QSettings,
        key: str,
        usual: T,
        kind: Any = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._key, self._usual = settings, key, usual
        self._kind = type(usual) if kind is None else kind

    @property
    def value(self) -> T:
        """What was kept last, by this or an earlier window."""
        try:
            found: T = typed(self._kind, read_json(self._settings, self._key))
        except (TypeError, ValueError):
            return self._usual
        return found

    def keep(self, value: T) -> None:
        """Keep a value; the usual one is forgotten instead."""
        if value == self._usual:
            self._settings.remove(self._key)
        else:
            write_json(self._settings, self._key, value)


def read_json(settings: QSettings, key: str) -> Any:
    """What is written under a key; None for nothing and for damage."""
    text = str(settings.value(key) or "null")
    try:
        return json.loads(text) if len(text) <= MOST_CHARACTERS else None
    except (ValueError, RecursionError):
        return None


def write_json(settings: QSettings, key: str, value: object) -> None:
    """Write a value of JSON, paths or dataclasses."""
    settings.setValue(key, json.dumps(value, default=_plain))


def typed(kind: Any, found: Any) -> Any:
    """Return JSON as a value of a type: a dataclass, tuple, dict, Path, basic type or None.

    Unknown keys of a dataclass are left out. Raises TypeError or ValueError for anything else.
    """
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return found
    if NoneType in args:
        [only] = (each for each in args if each is not NoneType)
        return None if found is None else typed(only, found)
    if kind is Path:
        return Path(typed(str, found))
    if origin is tuple:
        parts = typed(list, found)
        kinds = args[:1] * len(parts) if args[-1] is Ellipsis else args
        return tuple(typed(each, part) for each, part in zip(kinds, parts, strict=True))
    if origin is dict:
        values = typed(dict, found).items()
        return {typed(args[0], key): typed(args[1], value) for key, value in values}
    if is_dataclass(kind) and isinstance(kind, type):
        hints, values = get_type_hints(kind), typed(dict, found).items()
        return kind(**{name: typed(hints[name], each) for name, each in values if name in hints})
    if type(found) is not kind:
        raise TypeError(f"{kind} expected, {type(found)} found")
    return found


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return dict(value) if isinstance(value, Mapping) else str(value)
