"""One mutant against the tests of its part, in a process forked for it.

The parent has imported what does not change: NumPy, pytest, hypothesis. The child imports the
engine afresh, with the mutated source in place of the file; no file is changed. Processor time is
limited instead of time on the clock, so that a busy machine kills no mutant.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import traceback
import warnings
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from hypothesis import HealthCheck, Phase, settings

from engine.machine.cache_folders import KERNEL_CACHE_VARIABLE
from tests.mutation import plain_kernels

KILLED, TIMED_OUT, SURVIVED, INCOMPETENT = "killed", "timed out", "survived", "incompetent"

MOST_MEMORY = 3 << 30
"""Bytes of address space beyond which a mutant's allocations fail, and it is killed."""

_OPTIONS = (
    "-x", "-q", "-p", "no:cacheprovider", "-p", "pytest_timeout", "-W", "ignore::RuntimeWarning",
    "--tb=no", "--no-header", "--no-summary",
)  # fmt: skip


class Trial(NamedTuple):
    """What became of a mutant; `said` names the test that failed, or what kept it from running."""

    outcome: str
    said: str


class _MutatedLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> Any:
        return compile(self._source, self.get_filename(fullname), "exec")


class _MutatedFinder:
    """Finds one module with another source."""

    def __init__(self, name: str, source: str) -> None:
        self._name = name
        self._source = source

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != self._name:
            return None
        spec = PathFinder.find_spec(name, path, target)
        assert spec is not None and spec.origin is not None
        spec.loader = _MutatedLoader(name, spec.origin, self._source)
        return spec


class _QuickRun:
    """A pytest plugin: few examples, no shrinking, and what failed first.

    examples: of each hypothesis test at most, whatever its own settings say; always the same ones.
    """

    def __init__(self, examples: int) -> None:
        self._examples = examples
        self.failed = ""
        self.not_collected = ""

    def pytest_collection(self) -> None:
        settings.register_profile(
            "mutation", deadline=None, max_examples=self._examples, derandomize=True,
            database=None, phases=(Phase.explicit, Phase.generate),
            suppress_health_check=tuple(HealthCheck),
        )  # fmt: skip
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # Not before pytest imports it as a plugin, whose assertions it rewrites.
        from tests.examples import change_examples

        change_examples(items, lambda number: min(number, self._examples))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.not_collected:
            self.not_collected = report.longreprtext.strip().splitlines()[-1]


class Trying(NamedTuple):
    """How mutants are tried.

    tests: arguments of pytest. seconds: processor time after which a mutant counts as timed out.
    examples: of each hypothesis test at most. tables: folder of compiled split patterns, None for a
    new one, which a mutant needs that makes these tables.
    """

    tests: tuple[str, ...]
    seconds: int
    examples: int
    tables: Path | None = None


def try_mutant(module: Path, source: str | None, trying: Trying) -> Trial:
    """Run the tests with `source` in place of the file `module`; None for the file as it is."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        child = os.fork()
        if child == 0:
            os.close(reading)
            os.environ[KERNEL_CACHE_VARIABLE] = str(trying.tables or folder)
            _run_child(module, source, trying, writing)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            said = pipe.read()
        _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        ended_by = os.WTERMSIG(status)
        if ended_by in (signal.SIGXCPU, signal.SIGKILL):
            return Trial(TIMED_OUT, f"{trying.seconds} s of processor time")
        return Trial(KILLED, signal.Signals(ended_by).name)
    outcomes = {0: SURVIVED, int(pytest.ExitCode.TESTS_FAILED): KILLED}
    return Trial(outcomes.get(os.WEXITSTATUS(status), INCOMPETENT), said)


def _run_child(module: Path, source: str | None, trying: Trying, writing: int) -> NoReturn:
    status = int(pytest.ExitCode.INTERNAL_ERROR)
    said = ""
    try:
        _limit(trying.seconds)
        plain_kernels.install()
        if source is not None:
            name = ".".join(module.with_suffix("").parts)
            sys.meta_path.insert(0, _MutatedFinder(name, source))  # type: ignore[arg-type]
        warnings.simplefilter("ignore", SyntaxWarning)
        first = _QuickRun(trying.examples)
        status = int(pytest.main([*_OPTIONS, *trying.tests], plugins=[first]))
        said = first.not_collected or first.failed
    except BaseException:  # noqa: BLE001  whatever a mutant raises, the child ends here
        said = traceback.format_exc()
    os.write(writing, said[-2000:].encode())
    os._exit(status)


def _limit(seconds: int) -> None:
    """Limit time and memory of this process, and silence it."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
