"""Compiling the kernels before a command needs them, with progress on standard error."""

from __future__ import annotations

import sys
from collections.abc import Collection
from contextlib import suppress

from engine.compiled import GROUPS, keeping_problem
from engine.preparation import PreparationProgress, is_prepared, prepare
from workbench.cli.progress_line import ProgressLine
from workbench.numbers import duration


def prepare_engine(groups: Collection[str] = GROUPS, *, quiet: bool = False) -> None:
    """Compile the kernels of some groups where that was not done yet; else return at once.

    quiet: say nothing on standard error. Where compiled kernels cannot be kept they are compiled by
    whoever calls them, and only those: all of them would take longer every time.
    """
    if is_prepared(groups):
        return
    if problem := keeping_problem():
        _say(problem, quiet=quiet)
        return
    _say("Preparing the engine (once on this machine) ...", quiet=quiet)
    if quiet or sys.stderr is None:
        prepare(None, groups)
        return
    line = ProgressLine(sys.stderr)
    prepare(lambda progress: line.show(lambda: _words(progress)), groups)
    line.clear()


def _words(progress: PreparationProgress) -> str:
    """Example: "Preparing the engine: 40 %, 4.1 s left"."""
    left = "" if progress.seconds_left is None else f", {duration(progress.seconds_left)} left"
    return f"Preparing the engine: {progress.share:.0%}".replace("%", " %") + left


def _say(sentence: str, *, quiet: bool) -> None:
    if not quiet and sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(sentence + "\n")
            sys.stderr.flush()
