"""What tells a later start that a process died while it loaded machine code.

Each process has a file of its own in the folder of the kernels, `PID.loading`, which it locks as
long as it lives. While a kernel is being loaded the file has a byte in it. One that has, and that
nobody locks, belongs to a process that ended in between: whatever lies in the folder may be to
blame. A child process loads all of it: if it dies, too, the compiled kernels go, and the start
goes on by compiling them. Most deaths have other causes, such as a person who ends the program.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import IO

from engine.cache_folders import remove_files
from engine.file_lock import try_lock
from engine.kernel_children import can_load_kept_kernels

_ENDING = ".loading"
_LOADED = ("*.nbi", "*.nbc", "*.ready")
_SENTENCE = (
    "A program ended while it loaded the compiled kernels in {folder}; they were removed and are "
    "compiled again.\n"
)


@dataclass(slots=True)
class _Mark:
    """The file of this process, None where the folder cannot be written."""

    pid: int
    folder: Path
    file: IO[bytes] | None
    n_loading: int = 0

    @property
    def path(self) -> Path:
        return self.folder / f"{self.pid}{_ENDING}"


_lock = Lock()
_own: list[_Mark] = []


@contextmanager
def loading(folder: Path) -> Iterator[None]:
    """Note as long as this lasts that machine code of this folder is being loaded."""
    mark = _begin(folder)
    try:
        yield
    finally:
        _end(mark)


def clear_after_death(folder: Path) -> bool:
    """Remove the compiled kernels if processes die while they load them, and say so; True then."""
    if not _n_left_loading(folder) or can_load_kept_kernels():
        return False
    for pattern in _LOADED:
        remove_files(folder, pattern)
    _n_left_loading(folder)  # the child's
    with suppress(AttributeError, OSError, ValueError):  # no standard error, or a closed one
        sys.stderr.write(_SENTENCE.format(folder=folder))
        sys.stderr.flush()
    return True


def _n_left_loading(folder: Path) -> int:
    """How many processes died while they loaded; the marks of all that ended go."""
    own = {mark.path for mark in _own if mark.pid == os.getpid()}
    return sum(_was_left_loading(path) for path in folder.glob(f"*{_ENDING}") if path not in own)


def _begin(folder: Path) -> _Mark:
    with _lock:
        if not _own or (_own[0].pid, _own[0].folder) != (os.getpid(), folder):
            _own[:] = [_Mark(os.getpid(), folder, _opened(folder))]
            atexit.register(_forget, _own[0])
        mark = _own[0]
        mark.n_loading += 1
        if mark.n_loading == 1 and mark.file is not None:
            with suppress(OSError):
                mark.file.write(b"1")
        return mark


def _end(mark: _Mark) -> None:
    with _lock:
        mark.n_loading -= 1
        if mark.n_loading == 0 and mark.file is not None:
            with suppress(OSError):
                mark.file.seek(0)
                mark.file.truncate()


def _opened(folder: Path) -> IO[bytes] | None:
    """A file of this process, locked; a process of the same number is long gone."""
    try:
        file = (folder / f"{os.getpid()}{_ENDING}").open("wb", buffering=0)
    except OSError:
        return None
    try_lock(file)
    return file


def _forget(mark: _Mark) -> None:
    """Remove the file at the end of the process that made it; a fork has its own."""
    if mark.file is not None and mark.pid == os.getpid():
        mark.file.close()
        with suppress(OSError):
            mark.path.unlink()


def _was_left_loading(path: Path) -> bool:
    """Whether the process of a mark died while it loaded; the mark of a dead process goes."""
    try:
        with path.open("r+b", buffering=0) as file:
            if not try_lock(file):
                return False
            was_loading = bool(file.read(1))
        path.unlink()
    except OSError:
        return False
    return was_loading
