"""How long a switch of the theme takes to the painted window, with all panes built."""

from __future__ import annotations

import statistics
import time
from typing import Any

from benchmarks.window.gaps import run_until

SIZE = 1920, 1080
SWITCHES = 8
SHOWN = "compression"  # tables, charts and figures


def measure_theme_switch(workbench: Any) -> dict[str, Any]:
    """Switch between light and dark; theme_switch_ms is the median, the longest is beside it.

    The event loop runs between two switches, so that hidden panes are back in the window before
    the next one. theme_switch_cpu_ms: processor time of the window's thread, the median.
    """
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    window = workbench.window
    window.resize(*SIZE)
    for name in (*workbench.panes, SHOWN):
        window.show_workspace(name)
        run_until(application, lambda: workbench.jobs.current is None)
    seconds, processor = [], []
    for number in range(SWITCHES):
        began, began_cpu = time.perf_counter(), time.thread_time()
        workbench.theme.set_preference("light" if number % 2 else "dark")
        application.processEvents()
        seconds.append(time.perf_counter() - began)
        processor.append(time.thread_time() - began_cpu)
        run_until(application, lambda: True)
    return {
        "theme_switch_ms": round(1000 * statistics.median(seconds), 1),
        "theme_switch_longest_ms": round(1000 * max(seconds), 1),
        "theme_switch_cpu_ms": round(1000 * statistics.median(processor), 1),
    }
