"""`prepare`: compile what is missing ahead of use, with progress; Numba runs in child processes."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.kernel_children import start_kernel_child
from engine.kernel_folder import (
    has_ready_mark,
    keeping_problem,
    kernel_cache_folder,
    write_ready_mark,
)
from engine.kernel_plan import GROUPS, planned_kernels

_PROCESSES = 2
_LOOK_SECONDS = 0.1
_LEAST_SHARE_FOR_PACE = 0.05
_MOST_UNFINISHED = 0.9
"""Share of the kernels in work that may count as done before they are."""


@dataclass(frozen=True, slots=True)
class PreparationProgress:
    """How far `prepare` is. share: 0 to 1, never falls; seconds_left: None while unknown."""

    share: float
    seconds_left: float | None


Report = Callable[[PreparationProgress], object]


def prepare(report: Report | None = None) -> None:
    """Compile what is missing of the engine, once for each version of it, in two processes.

    report: called some ten times a second with the progress, at last with share 1.

    Returns at once where everything is compiled. Where compiled kernels cannot be kept
    (`engine.kernel_folder.keeping_problem` says why) nothing is compiled ahead of use.
    """
    tell: Report = report or (lambda progress: None)
    if not has_ready_mark() and keeping_problem() is None:
        _compile_in_children(tell)
        _compile_the_rest()
        write_ready_mark()
    tell(PreparationProgress(1.0, 0.0))


def _compile_in_children(tell: Report) -> None:
    n_processes = min(_PROCESSES, os.cpu_count() or 1)
    started = [start_kernel_child(GROUPS, others_first=bool(n)) for n in range(n_processes)]
    children = [child for child in started if child is not None]
    pace = _Pace(time.monotonic(), len(children))
    try:
        while any(child.poll() is None for child in children):
            tell(pace.progress(_seconds_compiled(), time.monotonic()))
            time.sleep(_LOOK_SECONDS)
    except BaseException:
        _end(children)
        raise


def _end(children: list[subprocess.Popen[bytes]]) -> None:
    for child in children:
        child.kill()
        child.wait()


def _compile_the_rest() -> None:
    """Compile in this process what the children left, as where none can be started."""
    if _seconds_compiled() < _seconds_of_all():
        from engine.kernel_cache import compile_missing

        compile_missing(GROUPS)


def _seconds_of_all() -> float:
    return sum(each.seconds for each in planned_kernels())


def _seconds_compiled() -> float:
    """Seconds that the plan gives for the kernels that lie in the folder."""
    try:
        names = {name.rpartition("-")[0] for name in os.listdir(kernel_cache_folder())
                 if name.endswith(".nbi")}  # fmt: skip
    except OSError:
        return 0.0
    return sum(each.seconds for each in planned_kernels() if each.name in names)


class _Pace:
    """Turns seconds of compiled kernels into shares that rise evenly, and the time that is left.

    Large kernels take seconds each: between two of them the share follows the clock.
    """

    def __init__(self, began: float, n_processes: int) -> None:
        self._began = began
        self._all = _seconds_of_all()
        self._at_start = _seconds_compiled()
        self._expected = (self._all - self._at_start) / max(1, n_processes)
        self._share = 0.0

    def progress(self, compiled: float, now: float) -> PreparationProgress:
        """compiled: seconds of the plan; now: of the same clock as `began`."""
        elapsed = now - self._began
        missing = max(self._all - self._at_start, 1e-9)
        done = (compiled - self._at_start) / missing
        if done > _LEAST_SHARE_FOR_PACE:
            self._expected = max(elapsed / done, elapsed)
        largest = max(each.seconds for each in planned_kernels()) / missing
        by_clock = min(elapsed / max(self._expected, 1e-9), done + _MOST_UNFINISHED * largest)
        self._share = min(max(self._share, done, by_clock), 1 - 1 / (elapsed + 10))
        left = self._expected * (1 - self._share) if elapsed > 1 else None
        return PreparationProgress(self._share, left)
