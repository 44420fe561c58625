"""A window in use for minutes without a display: its memory, Qt objects and threads over time.

One round opens every workspace, trains, filters the vocabulary and changes the theme. A fault is a
figure that still grows after the first third of the rounds: the median of the last third above that
of the middle third by more than MOST_GROWTH of it and more than its LEAST.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys

from benchmarks import PROJECT
from benchmarks.reliability.attempts import Attempts
from benchmarks.reliability.nursery import kernels_of_everybody

FIGURES = {"rss_mb": 20.0, "in_use_mb": 4.0, "objects": 150.0, "threads": 3.0}
"""What is looked at, and the growth that is no growth."""
MOST_GROWTH = 0.05
LEAST_ROUNDS = 6
_TOLD_CHARS = 3000
"""Of what a window that ended early said, such as the stacks of its threads."""


def run(attempts: Attempts) -> None:
    """One window for the minutes of the campaign."""
    for number in attempts.numbers():
        home = attempts.scratch / f"home-{number}"
        home.mkdir()
        command = [sys.executable, "-X", "faulthandler", "-m", "benchmarks.reliability.soak_window"]
        environ = {
            **os.environ, **kernels_of_everybody(), "QT_QPA_PLATFORM": "offscreen",
            "TOKENIZER_WORKBENCH_HOME": str(home),
        }  # fmt: skip
        ended = subprocess.run(
            [*command, str(attempts.minutes)], cwd=PROJECT, env=environ, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        rounds = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
        if ended.returncode or not rounds:
            attempts.fault(
                number, f"the window ended with {ended.returncode}: {ended.stderr[-_TOLD_CHARS:]}"
            )
            continue
        attempts.figures["minutes"] = attempts.minutes
        attempts.figures["rounds"] = len(rounds)
        for name, least in FIGURES.items():
            values = [row[name] for row in rounds if name in row]
            if not values:  # not told on this system
                continue
            attempts.figures[name] = f"{values[0]:g} to {values[-1]:g}, at most {max(values):g}"
            growth = growth_of(values)
            if growth > max(least, MOST_GROWTH * statistics.median(values)):
                attempts.fault(
                    number, f"{name} grows by {growth:.0f} after warming up: {values[::9]}"
                )
        if "Traceback" in ended.stderr:
            attempts.fault(number, f"the window logged: {ended.stderr[-_TOLD_CHARS:]}")


def growth_of(values: list[float]) -> float:
    """The median of the last third less that of the middle third; 0 for too few rounds."""
    if len(values) < LEAST_ROUNDS:
        return 0.0
    third = len(values) // 3
    return statistics.median(values[-third:]) - statistics.median(values[third:-third])
