"""The licences of what the program stands on: as the bundle has them, else as pip knows them."""

from __future__ import annotations

from importlib import metadata

from resources import licences_path

PACKAGES = (
    "PySide6-Essentials", "shiboken6", "numpy", "numba", "llvmlite", "regex", "SQLAlchemy",
    "platformdirs", "unicodedata2", "backports.zstd", "pyarrow", "fsspec",
)  # fmt: skip


def licences() -> str:
    """Return the whole texts where packaging wrote them, else a line for each package."""
    path = licences_path()
    if path is not None:
        return path.read_text(encoding="utf-8")
    return "\n".join(line for name in PACKAGES if (line := _line(name)))


def _line(name: str) -> str:
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    licence = found.get("License-Expression") or _classified(found.get_all("Classifier") or [])
    licence = licence or (found.get("License") or "").splitlines()[0:1] or ["see its pages"]
    words = licence if isinstance(licence, str) else licence[0]
    return f"{found['Name']} {found['Version']}: {words}"


def _classified(classifiers: list[str]) -> str:
    names = [each.rpartition(":: ")[2] for each in classifiers if each.startswith("License ::")]
    return ", ".join(names)
