"""How soon the window stands and what it holds of the memory, told by the program itself.

`python -m workbench.start_report` opens the window as every start does, ends it once nothing runs
any more, and prints one JSON document: painted_at (seconds since 1970, when the first picture of
the window was drawn; who started the process knows the rest), cpu_s (of the processor until
then, which other programs do not change), idle_rss_mb (10**6 bytes, with child processes), idle_s
and the words of the engine. benchmarks/window/start.py and packaging/smoke_test.py ask for it.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from typing import TYPE_CHECKING

from workbench.qt_import import QtCore
from workbench.work.memory import resident_bytes_with_children

if TYPE_CHECKING:
    from workbench.app import Workbench

LOOK_MS = 100
QUIET_LOOKS = 15
"""Looks in a row without a job, a second and a half, after which the window is idle."""
LONGEST_S = 120.0


class StartReport(QtCore.QObject):
    """Watches one start, from its first picture to its rest.

    painted_at, idle_at: seconds since 1970, None before. cpu_s: of the process until painted_at.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.painted_at: float | None = None
        self.idle_at: float | None = None
        self.cpu_s = 0.0
        self._workbench = workbench
        self._began = time.time()
        self._quiet = 0
        self._look_timer = QtCore.QTimer(self, interval=LOOK_MS)
        self._look_timer.timeout.connect(self._look)
        self._look_timer.start()
        # All that waits to be drawn is drawn when the loop comes round again.
        self._painted = QtCore.QTimer(self, singleShot=True, interval=0)
        self._painted.timeout.connect(self._note_painted)
        workbench.window.installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if event.type() is QtCore.QEvent.Type.UpdateRequest and self.painted_at is None:
            self._painted.start()
        return super().eventFilter(watched, event)

    def document(self) -> dict[str, object]:
        """What is printed; the memory is that of now."""
        return {
            "painted_at": self.painted_at,
            "cpu_s": round(self.cpu_s, 2),
            "idle_s": self.idle_at and round(self.idle_at - self._began, 2),
            "idle_rss_mb": round((resident_bytes_with_children() or 0) / 1e6, 1),
            "engine": self._workbench.engine.words,
        }

    def _note_painted(self) -> None:
        if self.painted_at is None:
            self.painted_at, self.cpu_s = time.time(), time.process_time()
            self._workbench.window.removeEventFilter(self)

    def _look(self) -> None:
        is_quiet = self._workbench.engine.is_ready and not self._workbench.jobs.jobs
        self._quiet = self._quiet + 1 if is_quiet and self.painted_at else 0
        if self._quiet >= QUIET_LOOKS or time.time() - self._began > LONGEST_S:
            self._look_timer.stop()
            self.idle_at = time.time()
            sys.stdout.write(json.dumps(self.document()) + "\n")
            sys.stdout.flush()
            self._workbench.window.close()


def main() -> int:
    """Start as `tokenizer-workbench` does, and report."""
    gc.disable()
    from workbench.application import run_application
    from workbench.cli.command_line import build_parser

    options = build_parser().parse_args([])
    return run_application(options.db, when_shown=StartReport)


if __name__ == "__main__":
    sys.exit(main())
