"""The memory of this process and its children, read from the system."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.compiled import Int64s

MOST_SAMPLES = 1000
_STATUS = Path("/proc/self/status")


_STATM = Path("/proc/self/statm")


def resident_bytes() -> int | None:
    """Return the resident size of this process, None if the system does not report it."""
    if _STATM.exists():
        return _resident_bytes_of(_STATM)
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return None


class MemorySamples:
    """The memory of this process over the merges of a training, at most MOST_SAMPLES of them.

    When there are more, every second one is left out, and from then on every second one is taken.
    """

    def __init__(self) -> None:
        self._samples: list[tuple[int, int]] = []
        self._step = self._n_skipped = 1

    def add(self, n_merges: int) -> None:
        """Take a sample after some merges, if there are more than at the last one."""
        if n_merges <= (self._samples[-1][0] if self._samples else 0):
            return
        self._n_skipped += 1
        if self._n_skipped < self._step:
            return
        used = resident_bytes()
        if used is None:
            return
        self._n_skipped = 0
        self._samples.append((n_merges, used))
        if len(self._samples) > MOST_SAMPLES:
            del self._samples[1::2]  # the first and the last stay
            self._step *= 2

    def array(self) -> Int64s:
        """int64[n, 2]: merges, and bytes after them."""
        import numpy as np  # loaded by trainings; the status bar needs none

        return np.array(self._samples, np.int64).reshape(-1, 2)


def resident_bytes_with_children() -> int | None:
    """Return the resident size of this process and all below it, or None.

    What several of them share counts for each.
    """
    if not _STATM.exists():
        return resident_bytes()
    total, family = 0, {os.getpid()}
    for pid, parent in sorted(_parents().items()):
        # A child has a greater number than its parent, but where numbers began again.
        if pid in family or parent in family:
            family.add(pid)
            with contextlib.suppress(OSError):
                total += _resident_bytes_of(Path(f"/proc/{pid}/statm"))
    return total


def _parents() -> dict[int, int]:
    """Return the parent of each process that runs."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError):
            after_name = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
            parents[int(stat.parent.name)] = int(after_name.split()[1])
    return parents


def _resident_bytes_of(statm: Path) -> int:
    return int(statm.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def peak_bytes() -> int | None:
    """Return the greatest resident size this process ever had, None if not reported."""
    if _STATUS.exists():
        for line in _STATUS.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resident_bytes()
