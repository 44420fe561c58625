"""Which worker gets which tests: whole files, the slowest files first.

A file stays together, so that fixtures of its module are made once. How long each file took in the
last run of its kind (quick or not) is kept in pytest's cache. For a whole run in a new clone there
is `tests/slow_files.toml`; other files count by the number of their tests.
"""

from __future__ import annotations

from collections import defaultdict

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

from tests.runner.slowest import slowest_lines, usual_seconds

GUESSED_SECONDS = 0.15
"""Of a test that was never run."""


def key_of_seconds(config: pytest.Config) -> str:
    """Key in pytest's cache: file -> seconds of all its tests in the last run with such marks."""
    kind = "".join(letter if letter.isalnum() else "-" for letter in config.option.markexpr)
    return f"runner/seconds-{kind or 'all'}"


def known_seconds(config: pytest.Config) -> dict[str, float]:
    """Seconds by file: those of the last run, else the usual ones of a whole run."""
    usual = {} if config.option.markexpr else usual_seconds()
    known = config.cache.get(key_of_seconds(config), {}) if config.cache is not None else {}
    return {**usual, **known}


class SlowestFileFirst(LoadScopeScheduling):
    """Give out whole files, those that take longest first, so that all workers end together."""

    def __init__(self, config: pytest.Config, log: object, seconds: dict[str, float]) -> None:
        super().__init__(config, log)  # type: ignore[arg-type]
        self._seconds = seconds

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0]

    def remove_node(self, node: object) -> str | None:
        """Return the test that a dead worker was running; the others get what it had not begun.

        xdist gives out that test again, and files that are done: a worker that gets one of these
        waits for a test for ever.
        """
        workload = self.assigned_work.pop(node)  # type: ignore[call-overload]
        left = [
            (file, test) for file in workload for test, done in workload[file].items() if not done
        ]
        for file, test in left[1:]:
            self.workqueue.setdefault(file, {})[test] = False
        for other in self.nodes:
            self._reschedule(other)
        return left[0][1] if left else None

    def _reschedule(self, node: object) -> None:
        if node not in self.registered_collections:
            return  # a new worker that still collects; `schedule` comes when it has
        super()._reschedule(node)  # type: ignore[arg-type]
        # A worker begins a test when it knows the next one.
        while self._is_short_of_tests(node):
            self._assign_work_unit(node)

    def _is_short_of_tests(self, node: object) -> bool:
        if node.shutting_down or not self.workqueue:  # type: ignore[attr-defined]
            return False
        return self._pending_of(self.assigned_work[node]) < 2  # type: ignore[index]

    def _assign_work_unit(self, node: object) -> None:
        slowest = max(self.workqueue, key=self._expected_seconds)
        self.workqueue.move_to_end(slowest, last=False)
        super()._assign_work_unit(node)  # type: ignore[arg-type]

    def _expected_seconds(self, file: str) -> float:
        return self._seconds.get(file, GUESSED_SECONDS * len(self.workqueue[file]))


class SecondsByFile:
    """Adds up the seconds of every file and keeps them for the next run."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        config = self._config
        has_chosen = config.option.keyword or any("::" in argument for argument in config.args)
        if config.cache is None or has_chosen:
            return  # of some files only a part has run
        rounded = {file: round(seconds, 2) for file, seconds in self.seconds.items()}
        key = key_of_seconds(config)
        config.cache.set(key, {**config.cache.get(key, {}), **rounded})

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("slowest files")
        for line in slowest_lines(self.seconds):
            terminalreporter.write_line(line)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SecondsByFile(config), "seconds-by-file")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> SlowestFileFirst:
    return SlowestFileFirst(config, log, known_seconds(config))
