"""Compiling all kernels ahead of use: `prepare`, and `python -m engine.warm_up [--json]`.

Numba runs in child processes: compiling beside the event loop of the window makes it stutter.
Afterwards the kernels come from the folder of `kernel_cache`. With --json each line of output is
JSON: "fraction" and "remaining_s" while it works, at last the outcome.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

from engine.argument_types import described
from engine.compiled import (
    GROUPS,
    has_ready_mark,
    is_for_this_machine,
    keeping_problem,
    kernel_cache_folder,
    planned_of,
    start_kernel_child,
    write_ready_mark,
)
from engine.errors import ArgumentError
from engine.machine import Progress, remove_unused_folders

_PROCESSES = 2
_LOOK_SECONDS = 0.1
_LEAST_SHARE_FOR_PACE = 0.05
_MOST_UNFINISHED = 0.9
"""Share of the kernel in work that may count as done before it is."""
_MOST_SHARE = 0.99
_LEAST_SECONDS = 1.0


Report = Callable[[Progress], object]


def prepare(report: Report | None = None, groups: Collection[str] = GROUPS) -> None:
    """Compile what is missing of the engine, once for each version of it, in two processes.

    report: called some ten times a second with a `fraction` that never falls, and at last with
    1; only then where no process can be started and this one compiles.
    groups: what is compiled, of engine.compiled.kernel_folder.GROUPS.

    Returns at once where all of it lies in the folder. Where compiled kernels cannot be kept
    (`engine.compiled.kernel_folder.keeping_problem` says why) nothing is compiled ahead of use.
    """
    if report is not None and not callable(report):
        raise ArgumentError(f"report must be a function, not {described(report)}.")
    tell: Report = report or (lambda _progress: None)
    if not has_ready_mark() and keeping_problem() is None:
        if not _are_kept(groups):
            _compile_in_children(tell, groups)
        if not _are_kept(groups):  # no child, or a third process that had begun them
            _compile_here(groups)
        if _are_kept(GROUPS):
            write_ready_mark()
    tell(Progress.of_share(1.0, remaining_s=0.0))


def is_prepared(groups: Collection[str] = GROUPS) -> bool:
    """Whether the compiled kernels of some groups lie in the folder."""
    return has_ready_mark() or _are_kept(groups)


def _are_kept(groups: Collection[str]) -> bool:
    kept = _kernels_in_folder() if is_for_this_machine() else {}
    return all(each.name in kept for each in planned_of(groups))


def _compile_in_children(tell: Report, groups: Collection[str]) -> None:
    """Compile what is missing in two processes."""
    n_processes = min(_PROCESSES, os.cpu_count() or 1)
    pace = _Pace(n_processes, groups)
    started = [
        start_kernel_child(groups, others_first=bool(n), with_parent=True)
        for n in range(n_processes)
    ]
    children = [child for child in started if child is not None]
    try:
        while running := [child for child in children if child.poll() is None]:
            tell(pace.progress(_kernels_in_folder(), time.monotonic()))
            with suppress(subprocess.TimeoutExpired):
                running[0].wait(_LOOK_SECONDS)
    except BaseException:
        _end(children)
        raise
    finally:
        for child in children:
            if child.stdin is not None:
                child.stdin.close()


def _end(children: list[subprocess.Popen[bytes]]) -> None:
    for child in children:
        child.kill()
        child.wait()


def _compile_here(groups: Collection[str]) -> None:
    from engine.compiled import compile_missing

    compile_missing(groups, wait=True)


def _kernels_in_folder() -> dict[str, float]:
    """Names of the kernels in the folder, with the times at which they were written."""
    found = {}
    with suppress(OSError):
        for file in kernel_cache_folder().glob("*.nbi"):
            found[file.name.rpartition("-")[0]] = file.stat().st_mtime
    return found


class _Pace:
    """Turns the kernels that are compiled into a share that rises evenly, and the time left.

    Large kernels take seconds each: between two of them the share follows the clock.
    """

    def __init__(self, n_processes: int, groups: Collection[str]) -> None:
        self._began = time.monotonic()
        self._known = set(_kernels_in_folder()) if is_for_this_machine() else set[str]()
        self._first_write = time.time() - 1
        self._missing = {
            each.name: each.seconds for each in planned_of(groups) if each.name not in self._known
        }
        self._all = sum(self._missing.values())
        self._expected = max(self._all, _LEAST_SECONDS) / n_processes
        self._share = 0.0

    def progress(self, kernels: Mapping[str, float], now: float) -> Progress:
        """kernels: those in the folder, with the times of their files; now: of time.monotonic."""
        new = {name for name, written in kernels.items() if written >= self._first_write}
        left = [seconds for name, seconds in self._missing.items() if name not in new]
        elapsed = now - self._began
        done = 1 - sum(left) / self._all if self._all else 0.0
        if done > _LEAST_SHARE_FOR_PACE:
            self._expected = elapsed / done
        in_work = _MOST_UNFINISHED * max(left, default=0.0) / self._all if self._all else 0.0
        by_clock = min(elapsed / self._expected, done + in_work)
        self._share = min(max(self._share, done, by_clock), _MOST_SHARE)
        remaining_s = self._expected * (1 - self._share) if elapsed > 1 else None
        return Progress.of_share(self._share, remaining_s=remaining_s)


def warm_up() -> None:
    """Make every kernel ready in this process; slow when nothing is cached."""
    from engine.compiled import load_all

    load_all()


def kernels_ready() -> bool:
    """Whether all kernels are compiled, here or in the cache folder."""
    from engine.compiled import import_kernels, is_compiled, registered_kernels

    import_kernels()
    return all(is_compiled(kernel) for kernel in registered_kernels())


def _print_progress(progress: Progress) -> None:
    report = {"fraction": progress.fraction, "remaining_s": progress.remaining_s}
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


def _end_by_signal(*_signal: object) -> None:
    """Leave `prepare` by an exception, so that it ends its children."""
    sys.exit(1)


def main() -> int:
    """Prepare the engine, compile the presets, remove what old versions left, and say how long."""
    from engine.splitting import Splitter, automaton_cache_folder, preset_names

    is_json = "--json" in sys.argv[1:]
    began = time.perf_counter()
    signal.signal(signal.SIGTERM, _end_by_signal)
    prepare(_print_progress if is_json else None)
    for name in preset_names():
        Splitter(name)
    removed = remove_unused_folders((kernel_cache_folder(), automaton_cache_folder()))
    seconds = time.perf_counter() - began
    answer = {
        "seconds": round(seconds, 3),
        "folder": str(kernel_cache_folder()),
        "removed": [str(folder) for folder in removed],
        "problem": keeping_problem(),
    }
    text = json.dumps(answer) if is_json else f"Kernels ready in {seconds:.1f} s."
    sys.stdout.write(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
