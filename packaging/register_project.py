"""Tells pip what this project requires; run.py starts it with the environment's own Python.

The environment finds the project by a path file, of which pip knows nothing: without this it
would change a package that the project pins and say nothing. With it, `pip install` names the
conflict and `pip check` finds it.
"""

from __future__ import annotations

import re
import sysconfig
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATH_FILE = "tokenizer-workbench.pth"


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
    """Write the metadata into a folder of packages; that of an earlier version goes."""
    name, metadata = metadata_of(root)
    for older in packages.glob(f"{name.partition('-')[0]}-*.dist-info"):
        for file in older.iterdir():
            file.unlink()
        older.rmdir()
    folder = packages / name
    folder.mkdir()
    files = {"METADATA": metadata, "INSTALLER": "run.py\n"}
    record = [PATH_FILE, *(f"{name}/{each}" for each in (*files, "RECORD"))]
    files["RECORD"] = "".join(f"{each},,\n" for each in record)
    for file, content in files.items():
        (folder / file).write_text(content, "utf-8")


if __name__ == "__main__":
    register(ROOT, Path(sysconfig.get_path("purelib")))
