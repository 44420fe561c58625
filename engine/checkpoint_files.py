"""Files that survive a kill at any moment: whole files, and logs that only grow.

A whole file is written beside its place, brought to the disk and then moved there. A log is a line
of magic and records, each with its length and a checksum of both; whatever stands after the last
record that is whole was cut short by a kill, and is cut off before more is written.

    magic, then per record: uint64 length, uint32 CRC-32 of the length and the content, content

Pillai et al., All File Systems Are Not Created Equal (OSDI 2014), say why the folder is synced too.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

_HEAD = struct.Struct("<QI")
_LENGTH = struct.Struct("<Q")
_MOST_BYTES = 1 << 40


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place, whole or not at all, and on the disk. Raises OSError."""
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        with unfinished.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove_matching(folder: Path, patterns: Sequence[str]) -> int:
    """Remove the files of these names, and the folder if it is empty then.

    Returns the bytes that were freed. What resists, and what other programs put there, stays.
    """
    freed = 0
    for path in [each for pattern in patterns for each in folder.glob(pattern)]:
        with suppress(OSError):
            size = path.stat().st_size
            path.unlink()
            freed += size
    with suppress(OSError):
        folder.rmdir()
    return freed


class GrowingLog:
    """A log open for appending. Every method raises OSError; close it in the end.

    The file is made where it is missing; what follows `end` in one that is there is cut off.
    """

    def __init__(self, path: Path, magic: bytes, end: int | None = None) -> None:
        self.path = path
        self._stream = path.open("r+b" if end else "wb", buffering=0)
        try:
            if end:
                self._stream.truncate(end)
                self._stream.seek(end)
            else:
                self._write(magic)
            self.sync()
        except OSError:
            self.close()
            raise
        sync_folder(path.parent)

    def append(self, parts: Sequence[bytes | memoryview]) -> None:
        """Add one record; the system has it afterwards, the disk after `sync`."""
        length = _LENGTH.pack(sum(len(part) for part in parts))
        check = zlib.crc32(length)
        for part in parts:
            check = zlib.crc32(part, check)
        self._write(length + struct.pack("<I", check))
        for part in parts:
            self._write(part)

    def sync(self) -> None:
        """Bring everything to the disk."""
        os.fsync(self._stream.fileno())

    def close(self) -> None:
        self._stream.close()

    def _write(self, part: bytes | memoryview) -> None:
        rest = memoryview(part)
        while rest:
            rest = rest[self._stream.write(rest) :]


def records(path: Path, magic: bytes) -> Iterator[tuple[bytes, int]]:
    """The whole records of a log, each with the place where it ends; none of another file.

    Raises OSError for a file that is there and cannot be read.
    """
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        return
    with stream:
        size = os.fstat(stream.fileno()).st_size
        if stream.read(len(magic)) != magic:
            return
        end = len(magic)
        while len(head := stream.read(_HEAD.size)) == _HEAD.size:
            length, check = _HEAD.unpack(head)
            if length > min(_MOST_BYTES, size - stream.tell()):
                return
            content = stream.read(length)
            if zlib.crc32(content, zlib.crc32(_LENGTH.pack(length))) != check:
                return
            end += _HEAD.size + length
            yield content, end
