"""Tells pip what this project requires; run.py makes sure of it at each start.

The environment finds the project by a path file, of which pip knows nothing: without this it
would change a package that the project pins and say nothing. With it, `pip install` names the
conflict and `pip check` finds it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PATH_FILE = "tokenizer-workbench.pth"
INSTALLER = "run.py\n"


def metadata_of(root: Path) -> tuple[str, str]:
    """The name of the folder with the project's metadata, and the metadata."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    program = (root / "workbench" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.+)"', program, re.MULTILINE)
    if found is None:
        raise ValueError("workbench/__init__.py has no version")
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {found[1]}"]
    lines += [f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {each}" for each in project["dependencies"]]
    for extra, requirements in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"]
        lines += [f'Requires-Dist: {each}; extra == "{extra}"' for each in requirements]
    return f"{project['name'].replace('-', '_')}-{found[1]}.dist-info", "\n".join(lines) + "\n"


def register(root: Path, packages: Path) -> None:
    """Write the metadata into a folder of packages, unless it is there; an earlier version's goes.

    Metadata that another installer wrote, such as `pip install -e .`, is left alone.
    """
    name, metadata = metadata_of(root)
    folders = list(packages.glob(f"{name.partition('-')[0]}-*.dist-info"))
    if any(_text(folder / "INSTALLER") not in ("", INSTALLER) for folder in folders):
        return
    folder = packages / name
    if folders == [folder] and _text(folder / "METADATA") == metadata:
        return
    for older in folders:
        for file in older.iterdir():
            file.unlink()
        older.rmdir()
    folder.mkdir(parents=True)
    files = ("INSTALLER", "RECORD", "METADATA")
    record = "".join(f"{each},,\n" for each in (PATH_FILE, *(f"{name}/{file}" for file in files)))
    # The metadata comes last: without it nothing counts as registered.
    for name_of_file, content in zip(files, (INSTALLER, record, metadata), strict=True):
        (folder / name_of_file).write_text(content, "utf-8")


def _text(file: Path) -> str:
    return file.read_text("utf-8") if file.is_file() else ""
