"""Which lines of the product ran: SlipCover's probes in every process that runs tests.

SlipCover puts a probe before each line as a module is imported. Tracing, as coverage.py does it on
Python 3.11, slows down foreign libraries too and took a fifth of the run. Kernels are machine code,
and child processes have no probes.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import slipcover

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / ".cache" / "coverage"
_SOURCES = [str(PROJECT / "engine"), str(PROJECT / "workbench")]
_LEFT_OUT = [
    "*_kernels.py",
    # These run in child processes only.
    "engine/library/backends.py",
    "engine/library/child.py",
    "engine/library/backends.py",
    "engine/library/backends.py",
    "engine/formats/verification/reader*.py",
    "engine/formats/reading/published_download.py",
    "workbench/self_test.py",
    "workbench/__main__.py",
]
_EXCLUDED = ["if TYPE_CHECKING:", 'if sys.platform == "win32":', "@overload"]
_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")


def _begin() -> slipcover.Slipcover:
    for left in FOLDER.glob("gw*.json") if _WORKER == "main" else ():
        left.unlink()  # by a run that was interrupted
    measured = slipcover.Slipcover(
        source=_SOURCES if _WORKER == "main" else None,  # with the files that nothing imports
        omit=_LEFT_OUT,
        exclude_also=_EXCLUDED,
        d_miss_threshold=-1,  # it would change the code of functions that run: Qt's slots crash
    )
    matcher = slipcover.FileMatcher(sources=_SOURCES, omit=_LEFT_OUT)
    slipcover.ImportManager(measured, matcher).__enter__()
    return measured


_MEASURED = _begin()
"""Made as this plugin is imported: before anything imports the product."""


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Write what ran here; the process that gives out the tests ran nothing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if _WORKER == "main":
        return
    path = FOLDER / f"{_WORKER}.json"
    path.write_text(json.dumps(_MEASURED.get_coverage()), "utf-8")


def all_lines() -> dict[str, Any]:
    """By file the lists `executed_lines` and `missing_lines`, of all processes together."""
    merged: dict[str, Any] = _MEASURED.get_coverage()
    for path in FOLDER.glob("gw*.json"):
        merged = slipcover.merge_coverage(merged, json.loads(path.read_text("utf-8")))
        path.unlink()
    files: dict[str, Any] = merged["files"]
    return files
