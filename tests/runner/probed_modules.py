"""The modules of the product with probes, compiled once for all processes that run tests.

python -m tests.runner.probed_modules        compiles all of them
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import os
from fnmatch import fnmatch
from pathlib import Path

from tests.runner import probes
from tests.runner.probes import ProbedModule, with_probes

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / ".cache" / "coverage"
CODE = FOLDER / "code"
PACKAGES = ("engine", "workbench")
_LEFT_OUT = [
    "*_kernels.py",
    # These run in child processes only.
    "engine/library/child.py",
    "engine/formats/verification_reader.py",
    "engine/formats/reading/published_download.py",
    "workbench/self_test.py",
    "workbench/__main__.py",
]
_MADE_BY = importlib.util.MAGIC_NUMBER + Path(probes.__file__).read_bytes()


def name_of(path: Path) -> str:
    """The path of a module below the project."""
    return path.relative_to(PROJECT).as_posix()


def is_measured(path: Path) -> bool:
    """Whether a file is a module of the product that runs in the process of the tests."""
    if path.suffix != ".py" or not path.is_relative_to(PROJECT):
        return False
    name = name_of(path)
    is_product = name.partition("/")[0] in PACKAGES
    return is_product and not any(fnmatch(name, pattern) for pattern in _LEFT_OUT)


def measured_files() -> list[Path]:
    """All modules that get probes, sorted."""
    files = (file for package in PACKAGES for file in (PROJECT / package).rglob("*.py"))
    return sorted(file for file in files if is_measured(file))


def probed_module(path: Path) -> ProbedModule:
    """A module with probes, from CODE if another process has compiled it."""
    source = path.read_bytes()
    mark = hashlib.sha256(source + bytes(path) + _MADE_BY).digest()
    kept = CODE / name_of(path).replace("/", ".")
    try:
        content = kept.read_bytes()
    except OSError:
        content = b""
    if content.startswith(mark):
        return ProbedModule(*marshal.loads(content[len(mark) :]))
    made = with_probes(source, str(path))
    CODE.mkdir(parents=True, exist_ok=True)
    unfinished = kept.with_name(f"{kept.name}.{os.getpid()}")
    unfinished.write_bytes(mark + marshal.dumps((made.code, made.lines, made.sites)))
    unfinished.replace(kept)
    return made


if __name__ == "__main__":
    for file in measured_files():
        probed_module(file)
