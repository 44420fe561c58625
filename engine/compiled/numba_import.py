"""Imports Numba without two libraries that it imports only because they are installed.

`coverage` is for NUMBA_JIT_COVERAGE, `yaml` for a file of settings; the two take a tenth of the
time that the first encoding of a process needs. Import this before anything of Numba.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

from engine.machine import paused_collection

_SETTINGS_FILE = Path(".numba_config.yaml")


def _is_used(library: str) -> bool:
    if library == "yaml":
        return _SETTINGS_FILE.is_file()
    return "NUMBA_JIT_COVERAGE" in os.environ


def _import_numba() -> None:
    """Import it as if the unused libraries were not installed; those already imported stay."""
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]
    hidden = [
        library
        for library in ("coverage", "yaml")
        if library not in modules and not _is_used(library)
    ]
    modules.update(dict.fromkeys(hidden))
    try:
        with paused_collection():  # nothing of what it brings is garbage
            import numba  # noqa: F401
    finally:
        for library in hidden:
            if modules.get(library) is None:
                modules.pop(library, None)


if "numba" not in sys.modules:
    _import_numba()
