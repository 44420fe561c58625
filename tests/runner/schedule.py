"""Which worker gets which tests: whole files, the slowest files first.

A file stays together, so that fixtures of its module are made once. How long each file took in the
last run is kept in pytest's cache; a file that was never run counts by the number of its tests.
"""

from __future__ import annotations

from collections import defaultdict

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

SECONDS = "runner/seconds"
"""Key in pytest's cache: file -> seconds of all its tests in the last run."""

GUESSED_SECONDS = 0.15
"""Of a test that was never run."""


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
        self._cache = config.cache
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        if self._cache is None:
            return
        known = self._cache.get(SECONDS, {})
        rounded = {file: round(seconds, 2) for file, seconds in self.seconds.items()}
        self._cache.set(SECONDS, {**known, **rounded})


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SecondsByFile(config), "seconds-by-file")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> SlowestFileFirst:
    seconds = config.cache.get(SECONDS, {}) if config.cache is not None else {}
    return SlowestFileFirst(config, log, seconds)
