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

from tests.runner.leaving_probes import LeavingProbes

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / ".cache" / "coverage"
_SOURCES = [str(PROJECT / "engine"), str(PROJECT / "workbench")]
_LEFT_OUT = [
    "*_kernels.py",
    # These run in child processes only.
    "engine/library/child.py",
    "engine/formats/verification_reader.py",
    "engine/formats/reading/published_download.py",
    "workbench/self_test.py",
    "workbench/__main__.py",
]
_EXCLUDED = 'if TYPE_CHECKING:|if sys.platform == "win32":|@overload'
_MATCHER = slipcover.FileMatcher(sources=_SOURCES, omit=_LEFT_OUT)


def _worker() -> str | None:
    """The name of this worker; None in the process that gives out the tests."""
    return os.environ.get("PYTEST_XDIST_WORKER")


def _begin() -> LeavingProbes:
    for left in FOLDER.glob("gw*.json") if _worker() is None else ():
        left.unlink()  # by a run that was interrupted
    measured = LeavingProbes(
        exclude_lines=[],  # finding them takes seconds, in which no test runs: see `all_lines`
        d_miss_threshold=-1,  # it would change the code of functions that run: Qt's slots crash
    )
    slipcover.ImportManager(measured, _MATCHER).__enter__()
    return measured


_MEASURED = _begin()
"""Made as this plugin is imported: before anything imports the product."""


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Write what ran here; the process that gives out the tests ran nothing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if (worker := _worker()) is not None:
        path = FOLDER / f"{worker}.json"
        path.write_text(json.dumps(_MEASURED.get_coverage()), "utf-8")


def all_lines() -> dict[str, Any]:
    """By file the lists `executed_lines` and `missing_lines`, of all processes together."""
    whole = slipcover.Slipcover(exclude_lines=[_EXCLUDED])
    for path in FOLDER.glob("gw*.json"):
        for name, lines in json.loads(path.read_text("utf-8"))["files"].items():
            file = str(PROJECT / name)
            whole.code_lines[file].update(lines["executed_lines"], lines["missing_lines"])
            whole.all_seen[file].update(lines["executed_lines"])
        path.unlink()
    for file in _files_without_lines(whole):
        code = compile(file.read_bytes(), str(file), "exec")
        whole.code_lines[str(file)].update(slipcover.Slipcover.lines_from_code(code))
    files: dict[str, Any] = whole.get_coverage()["files"]
    return files


def _files_without_lines(whole: slipcover.Slipcover) -> list[Path]:
    """Files of the product that no process imported."""
    product = [file for folder in _SOURCES for file in Path(folder).rglob("*.py")]
    return [f for f in product if str(f) not in whole.code_lines and _MATCHER.matches(f)]
