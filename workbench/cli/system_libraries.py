"""Shared libraries that the window needs of a Linux system, and the line that installs them."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

import workbench

LIST = Path(workbench.__file__).parents[1] / "packaging" / "debian-packages.txt"
"""File and Debian package; run.py reads it too. A plain `pip install` has none."""


def missing_packages() -> dict[str, str]:
    """Library that cannot be loaded -> Debian package that has it; empty where all is well.

    Those of an X display count only where there is one.
    """
    if sys.platform != "linux" or not LIST.is_file():
        return {}
    kinds = {"always", "display"} if os.environ.get("DISPLAY") else {"always"}
    rows = [line.split() for line in LIST.read_text("utf-8").splitlines()]
    needed = {row[1]: row[2] for row in rows if row and row[0] in kinds}
    return {name: package for name, package in needed.items() if not _can_load(name)}


def advice(missing: dict[str, str]) -> str:
    """The sentence for libraries that are missing."""
    packages = " ".join(sorted(set(missing.values())))
    return (
        f"Shared libraries are missing ({', '.join(missing)}). On Debian and Ubuntu this installs "
        f"them: sudo apt-get install -y --no-install-recommends {packages}"
    )


def _can_load(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
