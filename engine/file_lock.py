"""A lock between processes: a file that one of them holds. It is let go when its process ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import IO

_LOOK_AGAIN_SECONDS = 0.02

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def file_lock(path: Path, *, wait_seconds: float = 0.0) -> Iterator[bool]:
    """Hold the lock `path`; False where another process still holds it after so long a wait.

    Where no lock can be had, as in a folder that cannot be written, it counts as held.
    """
    try:
        file = path.open("ab")
    except OSError:
        yield True
        return
    with file:
        yield _taken(file, wait_seconds)


def try_lock(file: IO[bytes]) -> bool:
    """Take the lock of an open file, which lasts until it is closed; False where it is taken.

    Where no lock can be had, as on some network drives, it counts as held.
    """
    try:
        _take(file)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _taken(file: IO[bytes], wait_seconds: float) -> bool:
    given_up = time.monotonic() + wait_seconds
    while not try_lock(file):
        if time.monotonic() >= given_up:
            return False
        Event().wait(_LOOK_AGAIN_SECONDS)
    return True
