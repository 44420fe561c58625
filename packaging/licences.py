"""The licences of everything inside the bundle, as one text file.

    python packaging/licences.py FOLDER      of a built bundle; writes what build.py puts into it

Each Python package speaks for itself through its metadata. Qt comes without its texts: they stand
in packaging/licences. A library of the system that PyInstaller took along is named by the package
it belongs to, with that package's copyright file where the system is Debian or a child of it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from contents import COMMAND, PROGRAM, used_distributions

TEXTS = Path(__file__).parent / "licences"
LICENCE_NAMES = ("LICEN", "COPYING", "NOTICE", "AUTHORS", "COPYRIGHT")
RULE = "=" * 88
LGPL_NOTICE = """\
Qt {version} and PySide6 (Qt for Python) are used under the GNU Lesser General Public License,
version 3. They are not changed. They lie in the folder _internal/PySide6 as shared libraries of
their own, which may be replaced by others with the same interface; nothing in the licence of this
program forbids that, nor taking it apart to find faults in such a change. The sources of exactly
this version: https://download.qt.io/official_releases/qt/ and
https://download.qt.io/official_releases/QtForPython/ . Whoever cannot fetch them there gets them
from the makers of this program, who pass them on for three years after the last delivery.
Qt itself holds work of others (ICU, FreeType, HarfBuzz, libpng, PCRE2, zlib, md4c and more); its
documentation lists them with their licences: https://doc.qt.io/qt-6/licenses-used-in-qt.html
"""
WITHOUT_TEXT = {"Apache-2.0": "Apache-2.0.txt"}


def licence_page(bundle: Path) -> str:
    """The whole file for a built bundle. Raises ValueError for a package without any licence."""
    parts = [f"{PROGRAM}: licences of what is inside\n", _python()]
    parts += [_of_package(name) for name in used_distributions()]
    parts += _of_system(bundle)
    parts += [_section(f.stem, [f.read_text("utf-8")]) for f in sorted(TEXTS.glob("*.txt"))]
    return "\n".join(parts)


def _section(title: str, texts: list[str]) -> str:
    return "\n".join([RULE, title, RULE, "", *(text.strip() + "\n" for text in texts)])


def _python() -> str:
    version = sys.version.split()[0]
    places = [
        Path(sys.base_prefix) / "lib" / f"python{version.rpartition('.')[0]}" / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(f"/usr/share/doc/python{version.rpartition('.')[0]}/copyright"),
    ]
    found = next((place for place in places if place.is_file()), None)
    words = (
        found.read_text("utf-8", "replace")
        if found
        else "PSF-2.0, https://docs.python.org/3/license.html"
    )
    return _section(f"Python {version}", [words])


def _of_package(name: str) -> str:
    distribution = metadata.distribution(name)
    fields = distribution.metadata
    named = (fields[key] for key in ("License-Expression", "License") if key in fields)
    licence = next(filter(None, named), "")
    licence = licence.strip().splitlines()[0] if licence.strip() else _classified(fields)
    texts = [
        Path(file.locate()).read_text("utf-8", "replace")
        for file in distribution.files or ()
        if ".dist-info" in str(file) and file.name.upper().startswith(LICENCE_NAMES)
    ]
    if name.lower().startswith(("pyside6", "shiboken6")):
        texts.append(LGPL_NOTICE.format(version=distribution.version))
    elif not texts and licence in WITHOUT_TEXT:
        texts.append(f"The text of {licence} stands at the end of this file.")
    if not licence and not texts:
        raise ValueError(f"The package {name} says nothing of its licence.")
    return _section(f"{name} {distribution.version} ({licence or 'see below'})", texts)


def _classified(fields: metadata.PackageMetadata) -> str:
    found = [each for each in fields.get_all("Classifier", []) if each.startswith("License ::")]
    return ", ".join(each.rpartition(" :: ")[2] for each in found)


def _of_system(bundle: Path) -> list[str]:
    """One part for each package of the system whose libraries lie in the bundle."""
    if sys.platform != "linux" or shutil.which("dpkg") is None:
        return []
    inside = bundle / "_internal"
    owners: dict[str, list[str]] = {}
    for library in sorted(inside.glob("*.so*")):
        owner = _owner(library.name)
        if owner is not None:
            owners.setdefault(owner, []).append(library.name)
    parts = []
    for owner, libraries in owners.items():
        text = Path(f"/usr/share/doc/{owner}/copyright")
        words = [text.read_text("utf-8", "replace")] if text.is_file() else []
        parts.append(_section(f"{owner}: {', '.join(libraries)}", words))
    return parts


def _owner(library: str) -> str | None:
    """The Debian package with a library of this name."""
    found = subprocess.run(
        ["dpkg", "-S", f"*/{library}"], capture_output=True, text=True, check=False
    ).stdout
    return found.partition(":")[0].strip() or None if found else None


def main() -> None:
    bundle = Path(sys.argv[1] if len(sys.argv) > 1 else f"dist/{COMMAND}")
    sys.stdout.write(licence_page(bundle))


if __name__ == "__main__":
    main()
