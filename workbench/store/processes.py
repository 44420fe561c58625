"""Which process trains a run, told apart from every other, so that a dead one is recognised.

A process id alone is not enough: ids are used again, and a boot starts them anew.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from engine.machine import is_running

_PROC = Path("/proc")
_DEAD_STATES = frozenset("ZXx")


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """One process of one boot of one machine.

    boot_id: names the boot, None where the system has no such name.
    started: start of the process in clock ticks since the boot, None where the system hides it.
    """

    pid: int
    host: str
    boot_id: str | None
    started: int | None

    @classmethod
    def current(cls) -> ProcessIdentity:
        pid = os.getpid()
        return cls(pid, socket.gethostname(), current_boot_id(), process_start(pid))

    def is_alive(self) -> bool | None:
        """Whether the process still runs; None where this machine cannot know."""
        if self.host != socket.gethostname():
            return None
        boot_id = current_boot_id()
        if self.boot_id is not None and boot_id is not None and self.boot_id != boot_id:
            return False
        if self.started is not None and boot_id is not None:
            return process_start(self.pid) == self.started
        return is_running(self.pid)


def current_boot_id() -> str | None:
    """The kernel's name for this boot; None where there is none."""
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip() or None
    except OSError:
        return None


def process_start(pid: int) -> int | None:
    """Start of a living process in clock ticks since the boot; None if dead or unknown."""
    try:
        stat = (_PROC / str(pid) / "stat").read_bytes()
    except OSError:
        return None
    # The second field is the program's name in parentheses and may itself hold any of these.
    state, *fields = stat.rpartition(b")")[2].split()
    return None if state.decode("ascii") in _DEAD_STATES else int(fields[18])
