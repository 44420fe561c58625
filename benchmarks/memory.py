"""Memory of this process, in megabytes."""

from __future__ import annotations

import resource
from pathlib import Path

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


def resident_mb() -> float:
    """What is held now; the highest so far where the system does not tell."""
    return _from_status("VmRSS") or peak_mb()


def forget_peak() -> None:
    """Let `peak_mb` start from what is held now, where the system can (Linux)."""
    try:
        _CLEAR.write_text("5")
    except OSError:
        return


def peak_mb() -> float:
    """The highest since the start or since `forget_peak`."""
    return _from_status("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _from_status(name: str) -> float | None:
    try:
        lines = _STATUS.read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith(name + ":"):
            return int(line.split()[1]) / 1024
    return None
