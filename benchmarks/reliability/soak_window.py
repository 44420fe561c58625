"""The window that `soak` uses: rounds of work, one line of figures after each.

python -m benchmarks.reliability.soak_window MINUTES
"""

from __future__ import annotations

import ctypes
import gc
import json
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

LOOK_MS = 20
FILTERS = ("the", "length:>4", "is:space", "rank:0..99", "")
SCHEMES = ("dark", "light")


def main(minutes: float) -> int:
    """Open the window, use it for so long and close it."""
    gc.disable()
    import workbench.qt_import  # noqa: F401  before anything of Qt
    from workbench.application import run_application

    def begin(workbench: Any) -> object:
        return _user(workbench, minutes)

    return run_application(None, when_shown=begin)


def _user(workbench: Any, minutes: float) -> Any:
    from PySide6.QtCore import QObject, QTimer

    class User(QObject):
        """Does one step whenever the window has nothing more to do."""

        def __init__(self) -> None:
            super().__init__(workbench)
            self._ends = time.monotonic() + 60 * minutes
            self._steps = self._rounds()
            self._timer = QTimer(self, interval=LOOK_MS)
            self._timer.timeout.connect(self._look)
            self._timer.start()

        def _look(self) -> None:
            if workbench.engine.is_ready and not workbench.jobs.jobs:
                next(self._steps, None)

        def _rounds(self) -> Iterator[None]:
            number = 0
            while number == 0 or time.monotonic() < self._ends:
                yield from one_round(workbench, number)
                number += 1
                told = {"round": number, **figures()}
                sys.stdout.write(json.dumps(told) + "\n")
                sys.stdout.flush()
            self._timer.stop()
            workbench.window.close()
            yield

    return User()


def one_round(workbench: Any, number: int) -> Iterator[None]:
    """The steps of a round; each is taken when the window rests."""
    from engine import TrainingConfig
    from workbench.frame.actions import WORKSPACES
    from workbench.state import TrainingRequest

    workbench.theme.set_preference(SCHEMES[number % 2])
    yield
    config = TrainingConfig(300 + 50 * (number % 3))
    workbench.training.request(TrainingRequest(config, name=f"round {number}"))
    yield
    for workspace in WORKSPACES:
        workbench.window.show_workspace(workspace)
        yield
    for text in FILTERS:
        workbench.vocabulary_pane.set_filter(text)
        yield
    finished = [run for run in workbench.runs.runs if run.status == "finished"]
    for run in finished[3:]:  # the list of runs is not what is measured
        workbench.runs.delete([run.run_id])
        yield


def figures() -> dict[str, Any]:
    """Memory in 10**6 bytes, Qt objects that Python knows, and threads of the process.

    rss_mb: resident, with what malloc keeps free. in_use_mb: what malloc has given out, where glibc
    tells it; it shows what is kept for good long before the resident size does.

    WORKAROUND: `findChildren` is not asked. PySide makes an object in Python for each that Qt made
    itself, such as the document of a label, and keeps it when Qt deletes its own.
    """
    from PySide6.QtCore import QObject

    from workbench.work.memory import resident_bytes

    gc.collect()
    tasks = Path("/proc/self/task")
    return {
        "rss_mb": round((resident_bytes() or 0) / 1e6, 1),
        "objects": sum(issubclass(type(each), QObject) for each in gc.get_objects()),
        "threads": len(list(tasks.iterdir())) if tasks.exists() else threading.active_count(),
        **_of_malloc(),
    }


class _MallInfo(ctypes.Structure):
    """struct mallinfo2 of glibc 2.33 and newer, in bytes."""

    _fields_: ClassVar = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks",
                     "uordblks", "fordblks", "keepcost")
    ]  # fmt: skip


def _of_malloc() -> dict[str, float]:
    ask = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None
    if ask is None:
        return {}
    ask.restype = _MallInfo
    told = ask()
    return {"in_use_mb": round((told.uordblks + told.hblkhd) / 1e6, 2)}


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
