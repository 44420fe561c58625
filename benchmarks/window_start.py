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
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
RUNS = 5
TIMEOUT_S = 120


def measure_start(runs: int = RUNS, command: list[str] | None = None) -> dict[str, Any]:
    """Medians over `runs` starts: first_window_s, idle_rss_mb (10**6 bytes); and each start.

    command: starts workbench.start_report; without it that of this project. The first start warms
    the cache of the disk and is not counted where there are more.
    """
    command = command or [sys.executable, "-m", "workbench.start_report"]
    starts = [_start(command) for _ in range(runs + (runs > 1))][-runs:]
    return {
        "first_window_s": round(statistics.median(each["first_window_s"] for each in starts), 3),
        "idle_rss_mb": round(statistics.median(each["idle_rss_mb"] for each in starts), 1),
        "starts": starts,
    }


def _start(command: list[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "TOKENIZER_WORKBENCH_HOME": home}
        environ.setdefault("TOKENIZER_WORKBENCH_KERNEL_CACHE", _kernel_folder())
        began = time.time()
        answer = subprocess.run(
            command, cwd=PROJECT, env=environ, check=True, stdout=subprocess.PIPE, text=True,
            timeout=TIMEOUT_S,
        ).stdout  # fmt: skip
    report = json.loads(answer.splitlines()[-1])
    return {
        "first_window_s": round(report["painted_at"] - began, 3),
        "idle_rss_mb": report["idle_rss_mb"],
    }


def _kernel_folder() -> str:
    from engine.cache_folders import cache_base

    return str(cache_base())
