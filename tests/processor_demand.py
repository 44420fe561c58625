"""Processor time that the process of the tests and its children use or wait for.

Linux reports both: the time on a processor, and the time in the queue of a processor that others
use. Their sum shows that a program wants to go on even where a busy machine does not let it. Other
systems report the time of this process only.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True, slots=True)
class Demand:
    """used_s: seconds on a processor. queued_s: seconds in a queue for one, summed over threads.

    processes: ids of this process and its descendants. is_reading: a thread waits for the disk.
    The queue of the calling thread does not count: it wakes up often, only to look.
    """

    used_s: float
    queued_s: float
    processes: frozenset[int]
    is_reading: bool


def current_demand() -> Demand:
    """Return the demand since the processes began. Call it again and compare."""
    own = os.getpid()
    ended = os.times()
    used_s = time.process_time() + ended.children_user + ended.children_system
    if not (PROC / "self/schedstat").exists():
        return Demand(used_s, 0.0, frozenset({own}), is_reading=False)
    caller = threading.get_native_id()
    queued_s, is_reading, processes = 0.0, False, {own}
    for process, ticks in _descendants(own):
        processes.add(process)
        used_s += ticks / _TICKS_PER_SECOND
    for process in processes:
        for thread in _threads(process):
            if thread.name == str(caller):
                continue
            try:
                queued_s += int((thread / "schedstat").read_text().split()[1]) / 1e9
                is_reading = is_reading or _fields(thread / "stat")[0] == "D"
            except OSError:  # the thread ended
                continue
    return Demand(used_s, queued_s, frozenset(processes), is_reading)


def _fields(stat: Path) -> list[str]:
    """The fields of a `stat` file after the name, which may contain spaces: state, parent, …"""
    return stat.read_text().rpartition(")")[2].split()


def _threads(process: int) -> list[Path]:
    try:
        return list((PROC / str(process) / "task").iterdir())
    except OSError:
        return []


def _descendants(own: int) -> Iterator[tuple[int, int]]:
    """Each descendant with the ticks that it and the children it waited for used."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            try:
                fields = _fields(entry / "stat")
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            ticks[int(entry.name)] = sum(map(int, fields[11:15]))
    for process, ancestor in parents.items():
        while ancestor in parents and ancestor != own:
            ancestor = parents[ancestor]
        if ancestor == own:
            yield process, ticks[process]
