"""The folders in which the engine keeps what it has made, and how old ones are removed.

    BASE/kernels-DIGEST/     machine code of the kernels, written by Numba, and its ready mark
    BASE/automata-DIGEST/    tables of compiled split patterns

The digest changes with the sources, so that no version ever reads what another one made. Each
start marks its folders as used; one that was unused for a week belongs to an older version.
This module loads nothing but the standard library and platformdirs.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import platformdirs

from engine.machine.files import PARTIAL_FILES

KERNEL_CACHE_VARIABLE = "TOKENIZER_WORKBENCH_KERNEL_CACHE"
COUNTS_CACHE_VARIABLE = "TOKENIZER_WORKBENCH_COUNTS_CACHE"
HOME_VARIABLE = "TOKENIZER_WORKBENCH_HOME"

UNUSED_SECONDS = 7 * 24 * 3600
"""A folder that no start has used for this long may be removed."""

_OWN_FOLDER = re.compile(r"(kernels|automata)-[0-9a-f]{12}")
OWN_FILES = ("*.nbi", "*.nbc", "*.lock", "*.ready", "*.loading", "*.tables", *PARTIAL_FILES)
"""What is removed from our folders; everything else in them was put there by a person."""


def user_cache_folder(name: str, variable: str = "") -> Path:
    """The folder of this name in the user's cache.

    variable: of the environment, names another folder. TOKENIZER_WORKBENCH_HOME moves all of them.
    """
    if variable and (override := os.environ.get(variable)):
        return Path(override)
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home) / "cache" / name
    return Path(platformdirs.user_cache_dir("tokenizer-workbench")) / name


def cache_base() -> Path:
    """The folder of compiled kernels and tables, with a folder for each version of them."""
    return user_cache_folder("kernels", KERNEL_CACHE_VARIABLE)


def counts_cache_folder() -> Path:
    """The folder of CountsCache unless its caller names another."""
    return user_cache_folder("counts", COUNTS_CACHE_VARIABLE)


def digest_of(files: Iterable[Path], words: str = "") -> str:
    """Twelve hexadecimal digits that change with the content of the files, and with the words.

    The packaged application has its sources beside it for this, see packaging/.
    """
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode())
        digest.update(file.read_bytes() if file.exists() else b"")
    digest.update(words.encode())
    return digest.hexdigest()[:12]


def make_folder(folder: Path) -> bool:
    """Make a folder and mark it as used now; False where that is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    mark_used(folder)
    return True


def mark_used(*places: Path) -> None:
    """Note that folders or files of ours were used now."""
    for place in places:
        with suppress(OSError):
            os.utime(place)


def remove_unused_folders(current: Iterable[Path], now: float | None = None) -> list[Path]:
    """Remove folders of other versions that were unused for a week; returns those.

    Files that are not ours stay, and so do their folders. A program that still runs
    and loses its folder this way compiles again, no more.
    """
    limit = (time.time() if now is None else now) - UNUSED_SECONDS
    kept = set(current)
    return [
        folder
        for folder in _own_folders()
        if folder not in kept and _last_use(folder) < limit and _remove(folder)
    ]


def _own_folders() -> list[Path]:
    try:
        inside = sorted(cache_base().iterdir())
    except OSError:
        return []
    return [each for each in inside if _OWN_FOLDER.fullmatch(each.name) and not each.is_symlink()]


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return float("inf")


def _remove(folder: Path) -> bool:
    wipe(folder)
    inner = sorted((each for each in folder.rglob("*") if each.is_dir()), reverse=True)
    for each in (*inner, folder):
        with suppress(OSError):
            each.rmdir()
    return not folder.exists()


def wipe(folder: Path) -> None:
    """Remove our files from a folder, and nothing else: a person may have named it."""
    for pattern in OWN_FILES:
        remove_files(folder, pattern)


def remove_files(folder: Path, pattern: str) -> None:
    """Remove the files of a folder whose names match a pattern, as far as that is possible."""
    for file in folder.rglob(pattern):
        with suppress(OSError):
            file.unlink()


def folder_bytes(folder: Path) -> int:
    """Size of all files in a folder; what cannot be asked counts as nothing."""
    total = 0
    for file in folder.rglob("*"):
        with suppress(OSError):
            total += file.stat().st_size if file.is_file() else 0
    return total
