"""The window measured from outside and inside, without a display and under Xvfb.

    python -m benchmarks window [--json] [--platforms offscreen xvfb]

Starts are processes of their own (start). Everything else is measured in one process for
each platform, in the real window with a real run: gaps of the event loop while it trains
(gaps), typing in the pattern editor (pattern), scrolling 10 MB (tokens), four columns (columns),
filtering 256 k tokens (vocabulary) and switching the theme with all panes built (theme).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import PROJECT
from benchmarks.machine import describe_machine
from benchmarks.window.start import RUNS, measure_start

PLATFORMS = ("offscreen", "xvfb")
SCREEN = "-screen 0 1920x1080x24"
TARGETS = {
    "first_window_s": (1.5, "s"),
    "gap_p99_ms": (16.0, "ms"),
    "gap_max_ms": (100.0, "ms"),
    "pattern_preview_ms": (100.0, "ms"),
    "token_view_fps": (50.0, "frames/s"),
    "token_columns_fps": (50.0, "frames/s"),
    "vocabulary_filter_ms": (50.0, "ms"),
    "theme_switch_ms": (300.0, "ms"),
    "idle_rss_mb": (250.0, "MB"),
}
"""Key -> what is wanted and its unit; frames are to be more, everything else less."""


def measure_window(
    corpus_folder: Path, vocab_size: int, platforms: Sequence[str] = (), runs: int = RUNS
) -> dict[str, Any]:
    """The report: the keys of TARGETS as they are on the first platform, and all of each.

    platforms: of PLATFORMS; without them all that this machine has.
    """
    wanted = platforms or [each for each in PLATFORMS if each != "xvfb" or has_xvfb()]
    results = {
        platform: {
            **measure_start(runs, prefix=_prefix(platform), environ=_environ(platform)),
            **_measure_inside_child(platform, corpus_folder, vocab_size),
        }
        for platform in wanted
    }
    first = results[wanted[0]]
    return {
        "benchmark": "window",
        **{key: first[key] for key in TARGETS},
        "verdicts": {name: verdicts(result) for name, result in results.items()},
        "platforms": results,
        "machine": describe_machine(),
    }


def has_xvfb() -> bool:
    return shutil.which("xvfb-run") is not None


def verdicts(result: dict[str, Any]) -> dict[str, str]:
    """ "reached" or "missed" for each key of TARGETS."""
    words = {}
    for key, (wanted, unit) in TARGETS.items():
        value = float(result[key])
        is_reached = value >= wanted if unit == "frames/s" else value < wanted
        words[key] = "reached" if is_reached else "missed"
    return words


def as_text(report: dict[str, Any]) -> str:
    """A table for a terminal: every key with its target, and value and verdict per platform."""
    names = list(report["platforms"])
    lines = ["".join(["figure".ljust(24), "target".rjust(16), *(each.rjust(24) for each in names)])]
    for key, (wanted, unit) in TARGETS.items():
        sign = ">=" if unit == "frames/s" else "<"
        cells = [
            f"{report['platforms'][name][key]:g} {report['verdicts'][name][key]}" for name in names
        ]
        target = f"{sign} {wanted:g} {unit}"
        lines.append(
            "".join([key.ljust(24), target.rjust(16), *(cell.rjust(24) for cell in cells)])
        )
    return "\n".join(lines) + "\n"


def measure_inside(corpus_folder: Path, vocab_size: int) -> dict[str, Any]:
    """What is measured in this process; QT_QPA_PLATFORM says where."""
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from benchmarks.window.columns import measure_token_columns
    from benchmarks.window.gaps import measure_gaps
    from benchmarks.window.pattern import measure_pattern_preview
    from benchmarks.window.theme import measure_theme_switch
    from benchmarks.window.tokens import measure_token_view
    from benchmarks.window.vocabulary import measure_vocabulary_filter
    from workbench.app import Workbench
    from workbench.application import GuiThreadCollector
    from workbench.store import RunStore
    from workbench.ui.theme.theme import Theme

    application = QApplication.instance() or QApplication(["benchmark"])
    assert isinstance(application, QApplication)
    collector = GuiThreadCollector()
    with tempfile.TemporaryDirectory() as scratch:
        settings = QSettings(str(Path(scratch) / "window.ini"), QSettings.Format.IniFormat)
        theme = Theme("light")
        workbench = Workbench(RunStore.open(Path(scratch) / "runs.sqlite"), settings, theme)
        theme.apply(application, workbench.window)
        workbench.show()
        try:
            return {
                **measure_gaps(workbench, corpus_folder, vocab_size),
                **_preview_figures(measure_pattern_preview(workbench)),
                **measure_token_view(workbench, corpus_folder),
                **measure_token_columns(workbench, corpus_folder),
                **measure_vocabulary_filter(workbench),
                **measure_theme_switch(workbench),
            }
        finally:
            workbench.window.close()
            workbench.shutdown()
            collector.stop()


def _preview_figures(milliseconds: Sequence[float]) -> dict[str, Any]:
    """pattern_preview_ms is the 95th percentile of the keystrokes."""
    ordered = sorted(milliseconds)
    return {
        "pattern_preview_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
        "pattern_preview_median_ms": round(ordered[len(ordered) // 2], 1),
        "pattern_preview_keystrokes": len(ordered),
    }


def _measure_inside_child(platform: str, corpus_folder: Path, vocab_size: int) -> dict[str, Any]:
    command = [*_prefix(platform), sys.executable, "-m", "benchmarks.window.report"]
    answer = subprocess.run(
        [*command, str(Path(corpus_folder).absolute()), str(vocab_size)],
        cwd=PROJECT, env={**os.environ, **_environ(platform)}, check=True,
        stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    result: dict[str, Any] = json.loads(answer.splitlines()[-1])
    return result


def _prefix(platform: str) -> list[str]:
    return ["xvfb-run", "-a", "-s", SCREEN] if platform == "xvfb" else []


def _environ(platform: str) -> dict[str, str]:
    return {"QT_QPA_PLATFORM": "xcb" if platform == "xvfb" else platform}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure_inside(Path(sys.argv[1]), int(sys.argv[2]))) + "\n")
