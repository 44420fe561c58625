"""The memory of this process and its children, read from the system."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

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
