"""A worker that dies fails the test it was running; all other tests still run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.__main__ import PLUGINS, PROJECT

pytestmark = pytest.mark.slow

UNUSED = ("pytest-qt", "hypothesispytest", "anyio", "timeout")

GOOD = """
import pytest

@pytest.mark.parametrize("number", range({tests}))
def test_good(number):
    assert number >= 0
"""

CRASHING = """
import os
import subprocess
import sys

import pytest

def test_before():
    assert os

{crash}

def test_after():
    assert os
"""

IN_THE_TEST = """
def test_crash():
    subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    os.abort()
"""

BEHIND_THE_TEST = """
@pytest.fixture
def last():
    yield
    os.abort()

def test_crash(last):
    assert os
"""


def _run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder with two workers and the plugins of `run.py test`.

    Without libraries that have no part in it: each of up to seven processes would load them.
    """
    plugins = [word for plugin in PLUGINS for word in ("-p", plugin)]
    plugins += [word for plugin in UNUSED for word in ("-p", f"no:{plugin}")]
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", "utf-8")
    settings = ["-c", str(folder / "pytest.ini"), "--rootdir", str(folder)]
    cache = ["-o", f"cache_dir={folder / 'cache'}"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", *plugins, *settings, *cache, "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(PROJECT), *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("crash", "passed"), [(IN_THE_TEST, 38), (BEHIND_THE_TEST, 39)])
def test_the_run_goes_on_and_names_the_test(tmp_path: Path, crash: str, passed: int) -> None:
    for number in range(8):
        (tmp_path / f"test_good_{number}.py").write_text(GOOD.format(tests=8 - number), "utf-8")
    # By the number of its tests it comes in the middle: files are done, others are waiting.
    (tmp_path / "test_crashing.py").write_text(CRASHING.format(crash=crash), "utf-8")
    done = _run(tmp_path)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert done.stdout.count("FAILED test_crashing.py::test_crash\n") == 1, done.stdout
    assert f"\n{passed} passed, 1 error" in done.stdout


def test_a_file_in_which_every_test_crashes_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_good.py").write_text(GOOD.format(tests=3), "utf-8")
    crashes = "\n".join(f"def test_{number}():\n    os.abort()\n" for number in range(3))
    (tmp_path / "test_crashing.py").write_text(f"import os\n\n{crashes}", "utf-8")
    done = _run(tmp_path)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert "3 passed, 3 errors" in done.stdout
