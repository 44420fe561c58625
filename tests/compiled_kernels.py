"""Kernels compiled once for the whole run, and a copy of them for tests of the folder itself.

Compiling all of them takes most of a minute. In a run of many tests the first thing is therefore
`engine.warm_up`, in a process of its own, where nothing is compiled yet.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.compiled.kernel_folder import has_ready_mark, kernel_cache_folder
from engine.machine.cache_folders import KERNEL_CACHE_VARIABLE, cache_base

PROJECT = Path(__file__).resolve().parent.parent
PRISTINE = PROJECT / ".cache" / "kernels-pristine"
"""A copy of the kernels that the tests share, made by `python -m tests` before the first test."""

_MANY_TESTS = 500


def _warm_up(folder: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "engine.warm_up"], cwd=PROJECT, check=True,
        env=os.environ | {KERNEL_CACHE_VARIABLE: str(folder)}, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def _is_complete(base: Path) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KERNEL_CACHE_VARIABLE, str(base))
        return has_ready_mark()


@pytest.fixture(scope="session")
def compiled_kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for KERNEL_CACHE_VARIABLE, just as one warm-up leaves it. Copy it; do not change it.

    Where the run begins without kernels they are compiled into its own folder and copied.
    """
    if _is_complete(PRISTINE):
        return PRISTINE
    folder = tmp_path_factory.mktemp("kernels")
    if any(kernel_cache_folder().glob("*.nb[ic]")):
        _warm_up(folder)
    else:
        _warm_up(cache_base())
        shutil.copytree(cache_base(), folder, dirs_exist_ok=True)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _kernels_of_many_tests(request: pytest.FixtureRequest) -> None:
    is_fresh = not any(kernel_cache_folder().glob("*.nb[ic]"))
    if is_fresh and request.session.testscollected > _MANY_TESTS:
        request.getfixturevalue("compiled_kernels")
