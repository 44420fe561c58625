"""A cluster gives what one machine gives, whatever fails meanwhile; see `cluster_checks`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.engine.cluster.cluster_checks import CHECKS, FAILURES

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def failures(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], dict[str, str]]:
    """What failed on the cluster; the first call starts it, so that a test's patience sees it."""

    @cache
    def found() -> dict[str, str]:
        command = [sys.executable, "-m", "tests.engine.cluster.cluster_checks"]
        folder = tmp_path_factory.mktemp("cluster")
        subprocess.run([*command, str(folder)], cwd=PROJECT, check=True)
        failures: dict[str, str] = json.loads((folder / FAILURES).read_text(encoding="utf-8"))
        return failures

    return found


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", [check.__name__ for check in CHECKS])
def test_on_a_cluster(failures: Callable[[], dict[str, str]], name: str) -> None:
    assert failures()[name] == ""
