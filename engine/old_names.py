"""Modules and types under the names that earlier versions had, for one version more.

`from engine.token_usage import token_usage` still works; it warns with the name of today.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # importing it takes 5 ms, and nothing of it is needed

PACKAGES = {
    "engine.chat.chat_arrays": "engine.chat",
    "engine.chat.chat_lints": "engine.chat",
    "engine.dataset_writer": "engine.datasets",
    "engine.extension_report": "engine.extension",
    "engine.extension_rows": "engine.extension",
    "engine.formats.loading": "engine.formats",
    "engine.token_usage": "engine.analysis",
    "engine.vocabulary_report": "engine.analysis",
    "engine.vocabulary_report_sections": "engine.analysis",
}
"""The package that has the names of a module today."""

TYPES = {
    "ChatProgress": "DatasetProgress",
    "PreparationProgress": "Progress",
    "ShareProgress": "Progress",
}
"""The name in `engine` that a type has today."""


class _OldModule(ModuleType):
    """Has whatever its package has."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # asked for by the import itself
            raise AttributeError(name)
        return getattr(import_module(PACKAGES[self.__name__]), name)


class OldNames(Loader):
    """Finds and loads the modules of `PACKAGES`, and nothing else."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        del path, target
        return ModuleSpec(fullname, self) if fullname in PACKAGES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _OldModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        warnings.warn(
            f"{module.__name__} is {PACKAGES[module.__name__]} now: import its names from there. "
            "The next version drops the old name.",
            DeprecationWarning,
            stacklevel=2,
        )


def current_name(name: str) -> str:
    """The name that a name of `engine` has today; warns if it is another one."""
    if name not in TYPES:
        return name
    warnings.warn(
        f"engine.{name} is engine.{TYPES[name]} now. The next version drops the old name.",
        DeprecationWarning,
        stacklevel=3,
    )
    return TYPES[name]


def keep_old_names() -> None:
    """Let imports of the old names succeed; they are looked for last."""
    if not any(isinstance(finder, OldNames) for finder in sys.meta_path):
        sys.meta_path.append(OldNames())
