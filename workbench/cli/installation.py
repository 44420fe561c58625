"""Versions, platform, display and folders of this installation."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from importlib import metadata
from typing import Any

from engine.compiled import kernel_cache_folder
from engine.machine import LIBRARIES, how_to_install, missing_libraries
from workbench import __version__
from workbench.cli.window import display_problem
from workbench.store.places import HOME_VARIABLE, FolderError, data_folder

_NEEDED = ("numpy", "numba", "llvmlite", "regex", "SQLAlchemy", "platformdirs")
_FOR_THE_WINDOW = ("PySide6-Essentials",)
_LEAKY_PYSIDE, _FIRST_SAFE_PYTHON = "6.12.0", (3, 12)


def describe_installation() -> dict[str, Any]:
    """Facts that need no work: versions, platform, display, folders."""
    return {
        "program": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "platform": platform.platform(),
        "processors": os.cpu_count(),
        "packages": installed_packages(),
        "libraries": _libraries(),
        "display": display_problem() or "available",
        "folders": {
            "data": _data_folder(),
            "kernels": str(kernel_cache_folder()),
            HOME_VARIABLE: os.environ.get(HOME_VARIABLE),
        },
    }


def installed_packages() -> dict[str, str | None]:
    """The version of each package that we use, None where it is missing, and of SQLite."""
    names = (*_NEEDED, *_FOR_THE_WINDOW, "backports.zstd")
    versions = {name: installed_version(name) for name in names}
    versions |= {library.distribution: library.version for library in LIBRARIES}
    return versions | {"sqlite": sqlite3.sqlite_version}


def installation_problems() -> list[str]:
    """Sentences on packages that are missing or known to fail."""
    problems = [
        f"The package {name} is not installed."
        for name in (*_NEEDED, *_FOR_THE_WINDOW)
        if installed_version(name) is None
    ]
    problems += [
        f"{library.distribution} is not installed; {library.purpose} need it. "
        f"{how_to_install([library.module])}"
        for library in missing_libraries()
        if not library.extra
    ]
    if sys.version_info < (3, 14) and installed_version("backports.zstd") is None:
        problems.append("The package backports.zstd is not installed; .zst files cannot be read.")
    leaky = installed_version("PySide6-Essentials") == _LEAKY_PYSIDE
    if leaky and sys.version_info < _FIRST_SAFE_PYTHON:
        problems.append(
            f"PySide6 {_LEAKY_PYSIDE} aborts under Python {platform.python_version()}; install "
            "PySide6-Essentials==6.11.3 or use Python 3.12."
        )
    return problems


def _libraries() -> dict[str, Any]:
    """The versions of libraries that only some tasks need, and how to install the missing ones."""
    versions = {library.distribution: library.version for library in LIBRARIES}
    missing = {library.distribution: library.purpose for library in missing_libraries()}
    modules = [library.module for library in missing_libraries()]
    return {
        "installed": [f"{name} {version}" for name, version in versions.items() if version],
        "missing": [f"{name} ({purpose})" for name, purpose in missing.items()],
        "advice": how_to_install(modules) if modules else None,
    }


def installed_version(name: str) -> str | None:
    """Version of an installed package, None if it is not there."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _data_folder() -> str:
    try:
        return str(data_folder())
    except FolderError as error:
        return str(error)
