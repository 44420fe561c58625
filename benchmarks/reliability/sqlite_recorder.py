"""A file system shim for the SQLite library that Python's sqlite3 uses, which records its writes.

The default VFS of that library is copied with other functions for opening and deleting; a file that
was opened gets a copy of its table of methods with other ones for writing, truncating and syncing.
All of them note what they do and call the original. The copy becomes the default VFS, so that the
program under test is not changed.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from base64 import b64encode
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from typing import Any

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
_N_METHODS = 18
_CLOSE, _READ, _WRITE_AT, _TRUNCATE_AT, _SYNC_AT = range(5)


class _Vfs(Structure):
    """sqlite3_vfs; what follows xDelete is kept as it is."""

    _fields_ = (
        ("version", c_int), ("file_bytes", c_int), ("longest_path", c_int), ("next", c_void_p),
        ("name", c_char_p), ("data", c_void_p), ("open", c_void_p), ("delete", c_void_p),
        ("rest", c_void_p * 14),
    )  # fmt: skip


class _Methods(Structure):
    """sqlite3_io_methods: its version, then pointers to functions."""

    _fields_ = (("version", c_int), ("functions", c_void_p * _N_METHODS))


_kept: list[Any] = []
"""What SQLite points to: it must not be collected while the process lives."""


def library() -> ctypes.CDLL:
    """The SQLite that Python's module is linked with, found where it is loaded."""
    import _sqlite3

    for line in open("/proc/self/maps", encoding="utf-8"):  # noqa: SIM115, PTH123
        name = line.split()[-1]
        if "libsqlite3" in name:
            return ctypes.CDLL(name)
    return ctypes.CDLL(_sqlite3.__file__)


def record_sqlite(recorder: Any) -> None:
    """Let SQLite's writes be noted by `recorder.note` from now on, in this process."""
    sqlite = library()
    sqlite.sqlite3_vfs_find.restype = POINTER(_Vfs)
    original = sqlite.sqlite3_vfs_find(None)
    shim = _Vfs()
    ctypes.memmove(ctypes.byref(shim), original, ctypes.sizeof(_Vfs))
    shim.name = b"recording"
    paths: dict[int, str] = {}
    tables: dict[int, _Methods] = {}
    open_file = _OPEN(original.contents.open)
    delete = _DELETE(original.contents.delete)

    def opened(vfs: int, name: int, file: int, flags: int, out: int) -> int:
        path = cast(name, c_char_p).value if name else None
        was_there = path is not None and os.path.exists(path)  # noqa: PTH110  bytes of the system
        status = int(open_file(vfs, name, file, flags, out))
        if status == 0 and path:
            paths[file] = os.fsdecode(path)
            if not was_there:
                recorder.note(["create", paths[file]])
            place = cast(file, POINTER(c_void_p))
            if place[0] not in tables:
                tables[place[0]] = _table(place[0], paths, recorder)
            place[0] = ctypes.addressof(tables[place[0]])
        return status

    def deleted(vfs: int, name: bytes, sync: int) -> int:
        recorder.note(["remove", os.fsdecode(name)])
        return int(delete(vfs, name, sync))

    functions = (_OPEN(opened), _DELETE(deleted))
    shim.open, shim.delete = (cast(each, c_void_p).value for each in functions)
    _kept.extend((shim, functions, tables, paths, original))
    if sqlite.sqlite3_vfs_register(ctypes.byref(shim), 1) != 0:
        raise RuntimeError("the file system shim was not registered")


def _table(original: int, paths: dict[int, str], recorder: Any) -> _Methods:
    table = _Methods()
    ctypes.memmove(ctypes.byref(table), original, ctypes.sizeof(_Methods))
    write = _WRITE(table.functions[_WRITE_AT])
    truncate = _TRUNCATE(table.functions[_TRUNCATE_AT])
    sync = _SYNC(table.functions[_SYNC_AT])

    def written(file: int, data: int, length: int, offset: int) -> int:
        if file in paths:
            content = b64encode(ctypes.string_at(data, length)).decode()
            recorder.note(["write", paths[file], offset, content])
        return int(write(file, data, length, offset))

    def truncated(file: int, size: int) -> int:
        if file in paths:
            recorder.note(["truncate", paths[file], size])
        return int(truncate(file, size))

    def synced(file: int, flags: int) -> int:
        status = int(sync(file, flags))
        if file in paths:
            # The unix VFS brings the name of a new file to the disk as well.
            recorder.note(["sync", paths[file]])
        return status

    functions = (_WRITE(written), _TRUNCATE(truncated), _SYNC(synced))
    for place, function in zip((_WRITE_AT, _TRUNCATE_AT, _SYNC_AT), functions, strict=True):
        table.functions[place] = cast(function, c_void_p).value
    _kept.append(functions)
    return table
