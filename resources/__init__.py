"""Data of the workbench: split patterns, colours, icons and the sample corpus.

Importable without Qt; the functions only answer where something lies.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parent


def resource_path(name: str) -> Path:
    """Return the path of a file or folder below resources, e.g. "corpus/eng.txt".

    Raises KeyError with a sentence when there is nothing of that name.
    """
    path = (_ROOT / name).resolve()
    if not path.is_relative_to(_ROOT) or not path.exists():
        raise KeyError(f"There is no resource named {name!r}; names are relative to {_ROOT}.")
    return path


@cache
def sample_corpus_folder() -> Path:
    """Return the folder of the sample corpus: one UTF-8 file for each language or domain."""
    return resource_path("corpus")


def icon_path(name: str) -> Path:
    """Return the SVG file of an icon, e.g. "train" or "chevron-right".

    Raises KeyError that lists the known names when there is no such icon.
    """
    path = _ROOT / "icons" / f"{name}.svg"
    if "/" in name or "\\" in name or not path.is_file():
        known = ", ".join(sorted(icon.stem for icon in (_ROOT / "icons").glob("*.svg")))
        raise KeyError(f"There is no icon named {name!r}. Known icons: {known}.")
    return path


def licences_path() -> Path | None:
    """The licences of everything that the packaged application holds, as one text file.

    None when started from sources: there every package lies beside us with its own.
    """
    path = _ROOT / "THIRD-PARTY-LICENCES.txt"
    return path if path.is_file() else None
