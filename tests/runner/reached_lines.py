"""Which statements of the product ran: probes in every process that runs tests.

Modules of the product are loaded with probes (`probes.py`), as `probed_modules.py` compiles them.
Kernels are machine code, and child processes have no probes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from tests.runner.probed_modules import (
    FOLDER,
    PACKAGES,
    is_measured,
    measured_files,
    name_of,
    probed_module,
)
from tests.runner.probes import NAME, Probes, can_be_removed, lines_of

_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
_REMOVABLE = can_be_removed()
_MEASURED: dict[str, Probes] = {}
"""By file, as a path below the project."""


class _Loader(SourceFileLoader):
    """Loads a module of the product with its probes."""

    def exec_module(self, module: ModuleType) -> None:
        name = name_of(Path(self.path))
        probed, before = probed_module(Path(self.path)), _MEASURED.get(name)
        reached = before.reached if before else set()  # by the module before it was reloaded
        _MEASURED[name] = Probes.of(probed, reached, removable=_REMOVABLE)
        module.__dict__[NAME] = reached.add
        exec(probed.code, module.__dict__)  # noqa: S102  what the loader of Python does


class _Finder:
    """Finds the modules of the product for `_Loader`, and no others."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in PACKAGES:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None and is_measured(Path(spec.origin)):
            spec.loader = _Loader(name, spec.origin)
        return spec


def _begin() -> None:
    for left in FOLDER.glob("gw*.json") if _WORKER == "main" else ():
        left.unlink()  # by a run that was interrupted
    sys.meta_path.insert(0, _Finder)


_begin()  # as this plugin is imported: before anything imports the product


def pytest_runtest_logfinish() -> None:
    for each in _MEASURED.values():
        each.remove_reached()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Write what ran here; the process that gives out the tests ran nothing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if _WORKER == "main":
        return
    reached = {name: sorted(each.reached) for name, each in _MEASURED.items()}
    (FOLDER / f"{_WORKER}.json").write_text(json.dumps(reached), "utf-8")


def all_lines() -> dict[str, tuple[set[int], set[int]]]:
    """By file the lines that ran in any process, and those that ran in none."""
    reached = {name: set(each.reached) for name, each in _MEASURED.items()}
    for path in FOLDER.glob("gw*.json"):
        for name, lines in json.loads(path.read_text("utf-8")).items():
            reached.setdefault(name, set()).update(lines)
        path.unlink()
    found = {}
    for file in measured_files():
        ran = reached.get(name_of(file), set())
        lines = set(probed_module(file).lines) if ran else lines_of(file.read_bytes())
        found[name_of(file)] = ran, lines - ran
    return found
