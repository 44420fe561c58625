"""One line that says how far the tests are, in place of a dot for each test.

On a terminal the line is drawn again and again; elsewhere a new one is printed every few seconds.
Failures are named at once.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO

import pytest

SECONDS_BETWEEN_LINES = 20.0
SECONDS_BETWEEN_DRAWINGS = 0.2
ENDS = ("teardown", "???")
"""The last phase of a test; xdist has the second one for a test with which its worker died."""


class ProgressLine:
    """Counts the tests that ended and prints how many are left and for how long.

    seconds: expected seconds of a file (str), from an earlier run; missing ones count as average.
    """

    def __init__(self, out: TextIO, clock=time.monotonic) -> None:
        self._out, self._clock = out, clock
        self._is_terminal = out.isatty()
        self._began = self._shown_at = clock()
        self.total = self.done = self.failed = 0
        self._was_drawn = False

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.total = len(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.total = len(ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str]:
        """No dots and no letters; the categories of the summary stay."""
        if report.passed:
            return ("passed" if report.when == "call" else ""), "", ""
        if report.failed:
            return ("failed" if report.when == "call" else "error"), "", ""
        return "skipped", "", ""

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed += 1
            self._print(f"FAILED {report.nodeid}")
        if report.when in ENDS:
            self.done += 1
        now = self._clock()
        pause = SECONDS_BETWEEN_DRAWINGS if self._is_terminal else SECONDS_BETWEEN_LINES
        if now - self._shown_at >= pause or self.done == self.total:
            self._shown_at = now
            self._show(report.nodeid.partition("::")[0])

    def words(self, file: str) -> str:
        """Example: "1,234 of 5,884 tests · 21 % · 1:12 elapsed · 4:30 left · 0 failed"."""
        share = self.done / self.total if self.total else 0.0
        elapsed = self._clock() - self._began
        left = clock_words(elapsed / share - elapsed) if share else "?"
        return (
            f"{self.done:,} of {self.total:,} tests · {share:.0%} · {clock_words(elapsed)} elapsed"
            f" · about {left} left · {self.failed} failed · {file}"
        )

    def _show(self, file: str) -> None:
        if not self._is_terminal:
            self._print(self.words(file))
            return
        width = os.get_terminal_size(self._out.fileno()).columns - 1
        self._out.write("\r" + self.words(file)[:width].ljust(width))
        self._out.flush()
        self._was_drawn = True

    def _print(self, line: str) -> None:
        if self._was_drawn:
            self._out.write("\r\x1b[K")
        self._out.write(line + "\n")
        self._out.flush()

    def pytest_sessionfinish(self) -> None:
        if self._was_drawn:
            self._out.write("\n")
        if 0 < self.done < self.total:
            self._out.write(f"{self.total - self.done:,} tests did not run.\n")


def clock_words(seconds: float) -> str:
    """Example: 3:07 for 187 seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(ProgressLine(sys.__stdout__ or sys.stdout), "progress-line")
