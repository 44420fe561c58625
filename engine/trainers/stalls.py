"""Whether a library gets on: from what it says, and from what Linux says of its process.

A process whose allocations fail again and again, or whose memory is swapped, can go on for hours
without getting anywhere: hardly any of its time is spent in its own code.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

PATIENCE_S = 60.0
_PATIENCE_TIMES = 3.0
"""Times the longest silence so far that ended in progress."""
_LOOK_S = 1.0
_SYSTEM_TIMES = 4.0
"""Times the time in its own code that a process spends in the system where allocations fail."""
_FAULTS_PER_S = 50.0
_SWAPPING_SHARE = 0.1
_IDLE_SHARE = 0.01

StallKind = Literal["memory", "idle"]


class Work(NamedTuple):
    """What a process did since its start.

    own_s, system_s: processor time in its own code and in the system. faults: how often it waited
    for memory that had to be read from a disk.
    """

    own_s: float
    system_s: float
    faults: int


@dataclass(frozen=True, slots=True)
class Stall:
    """How a process stopped getting on, and the seconds since its last progress."""

    kind: StallKind
    seconds: float


def work_of(pid: int) -> Work | None:
    """What a process did; None if the platform does not say (Linux does)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        tick = os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return None
    return Work(int(fields[11]) / tick, int(fields[12]) / tick, int(fields[9]))


class StallWatch:
    """Looks at a process about once a second; see `is_stalled`.

    The patience follows progress: it is 60 seconds, or three times the longest silence after which
    the process went on. A process that computes is never stalled, however long it says nothing.

    progress: any value that changes when the process gets on. now, work: only for tests others.
    """

    def __init__(
        self,
        progress: Callable[[], object],
        *,
        now: Callable[[], float] = time.monotonic,
        work: Callable[[int], Work | None] = work_of,
    ) -> None:
        self._progress, self._now, self._work = progress, now, work
        self._said = progress()
        self._since = self._looked_at = now()
        self._began: Work | None = None
        self._longest = 0.0
        self.stall: Stall | None = None

    def leave_out(self, seconds: float) -> None:
        """Take seconds off, in which the process was stopped."""
        self._since += seconds

    def is_stalled(self, pid: int) -> bool:
        """Whether the process has got nowhere for too long; then `stall` says how."""
        now = self._now()
        if now - self._looked_at < _LOOK_S:
            return False
        self._looked_at = now
        work = self._work(pid)
        said = self._progress()
        if work is None or self._began is None or said != self._said:
            if self._began is not None:
                self._longest = max(self._longest, now - self._since)
            self._said, self._since, self._began = said, now, work
            return False
        silence = now - self._since
        if silence >= max(PATIENCE_S, _PATIENCE_TIMES * self._longest):
            kind = _kind(self._began, work, silence)
            self.stall = None if kind is None else Stall(kind, silence)
        return self.stall is not None


def _kind(before: Work, after: Work, seconds: float) -> StallKind | None:
    """How a process stopped getting on between two looks; None if it computes."""
    own, system = after.own_s - before.own_s, after.system_s - before.system_s
    is_swapping = after.faults - before.faults > _FAULTS_PER_S * seconds
    if is_swapping and own < _SWAPPING_SHARE * seconds:
        return "memory"
    if own + system < _IDLE_SHARE * seconds:
        return "idle"
    return "memory" if system > _SYSTEM_TIMES * own else None
