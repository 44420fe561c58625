"""Space on the disk that a file will need, asked for before it is written."""

from __future__ import annotations

import sys
from typing import IO, Any

_KEEP_SIZE = 1
_EXT4 = 0xEF53
_STATUS_WORDS = 32
"""More than a `statfs` has on any system."""


def reserve_space(stream: IO[bytes], begin: int, n_bytes: int) -> bool:
    """Reserve space of a file from an offset on; whether more may be asked for.

    On ext4 (Linux) writing then takes a third less of the processor's time, since the place of each
    page is known. Elsewhere nothing is done: some file systems write zeros or stop compressing.
    The size of the file stays; `stream.truncate()` at its end gives the rest back.
    """
    if sys.platform != "linux":
        return False
    import ctypes  # late: a command that prints help does without

    library: Any = ctypes.CDLL(None)
    status = (ctypes.c_long * _STATUS_WORDS)()
    if library.fstatfs(stream.fileno(), status) or status[0] != _EXT4:
        return False
    names = ("fallocate64", "fallocate")  # musl has the second one alone, with 64 bits
    reserve = next(getattr(library, name) for name in names if hasattr(library, name))
    offsets = ctypes.c_int64(begin), ctypes.c_int64(n_bytes)
    return not reserve(stream.fileno(), _KEEP_SIZE, *offsets)
