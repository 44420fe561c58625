"""The machine that figures were measured on, in the words of its makers."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path


def describe_machine() -> dict[str, str | int]:
    """Processor, cores, memory, system, Python and the day."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else _cores(),
        "memory_gb": _memory_gb(),
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "python": platform.python_version(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def _cores() -> int:
    return os.cpu_count() or 1


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    named = {key.strip(): value.strip() for key, value in fields.items()}
    if "model name" not in named:
        return platform.processor() or platform.machine()
    numbers = f"family {named.get('cpu family', '?')}, model {named.get('model', '?')}"
    return f"{named['model name']} ({numbers})"


def _memory_gb() -> int:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9)
    except (ValueError, OSError, AttributeError):
        return 0
