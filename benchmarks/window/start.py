"""How soon the first window stands and what it holds when idle, each in processes of their own.

Seconds count from just before the process is started to the first picture that is drawn. Every
start has a home of its own; compiled kernels are there already, as on every start but the first.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks import PROJECT

RUNS = 5
TIMEOUT_S = 120


def measure_start(
    runs: int = RUNS, *, prefix: Sequence[str] = (), environ: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Medians over `runs` starts: first_window_s, idle_rss_mb (10**6 bytes); and each start.

    prefix: of the command, such as xvfb-run, whose own start is not counted. environ: beside that
    of this process. The first start warms the cache of the disk; it is not counted where there
    are more.
    """
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **(environ or {})}
    starts = [_start(list(prefix), environ) for _ in range(runs + (runs > 1))][-runs:]
    return {
        "first_window_s": round(statistics.median(each["first_window_s"] for each in starts), 3),
        "idle_rss_mb": round(statistics.median(each["idle_rss_mb"] for each in starts), 1),
        "starts": starts,
    }


def _start(prefix: list[str], environ: dict[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        environ = {**environ, "TOKENIZER_WORKBENCH_HOME": home}
        environ.setdefault("TOKENIZER_WORKBENCH_KERNEL_CACHE", _kernel_folder())
        command = [*prefix, sys.executable, "-m", "benchmarks.window.start"]
        answer = subprocess.run(
            command, cwd=PROJECT, env=environ, check=True, stdout=subprocess.PIPE, text=True,
            timeout=TIMEOUT_S,
        ).stdout  # fmt: skip
    began, report = (json.loads(line) for line in answer.splitlines()[-2:])
    return {
        "first_window_s": round(report["painted_at"] - began, 3),
        "cpu_s": report["cpu_s"],
        "idle_rss_mb": report["idle_rss_mb"],
    }


def _kernel_folder() -> str:
    from engine.machine import cache_base

    return str(cache_base())


def _become_the_window() -> None:
    """Say when it is, and start: inside of Xvfb, whose own start is not ours."""
    sys.stdout.write(f"{time.time()}\n")
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(sys.executable, [sys.executable, "-m", "workbench.start_report"])
    sys.exit(subprocess.call([sys.executable, "-m", "workbench.start_report"]))


if __name__ == "__main__":
    _become_the_window()
