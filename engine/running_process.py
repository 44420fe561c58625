"""Whether a process of this machine still runs, told by its id."""

from __future__ import annotations

import os


def is_running(pid: int) -> bool | None:
    """Whether a process has this id, of whoever; None where that cannot be asked."""
    if os.name != "posix":
        return None  # signal 0 would end the process there
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
