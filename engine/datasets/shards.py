"""The files of a dataset: rows of numbers that grow, and shards of token ids.

Files are written in one thread and brought to the disk by another, so that encoding does
not wait for the disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Self

import numpy as np
import numpy.typing as npt

from engine.compiled import Int64s
from engine.machine import WorkerThread, cannot_write

_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER_BYTES = 128
_SYNCED_BYTES = 1 << 25
"""A file is brought to the disk after this many bytes, and not only at its end."""
_WAIT_SECONDS = 0.05


class GrowingArray:
    """One row of numbers in a `.npy` file, or bare in a raw one, written part by part.

    The header of a `.npy` file is written last: until then the file says that it is empty.
    Failures raise ExportError with a sentence that names `asked`: the file's final path, if it is
    written elsewhere first.
    """

    def __init__(
        self, path: Path, dtype: npt.DTypeLike, *, is_raw: bool = False, asked: Path | None = None
    ) -> None:
        self.path = path
        self._asked = asked or path
        self.length = 0
        self._dtype = np.dtype(dtype).newbyteorder("<")
        self._is_raw = is_raw
        try:
            self._stream: IO[bytes] = path.open("wb")
            if not is_raw:
                self._stream.write(self._header())
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        """Close the file, whole or not; only `finish` makes it whole."""
        try:
            self._stream.close()
        except OSError as failure:  # the rest of the buffer; an earlier failure matters more
            if kind is None:
                raise cannot_write(self._asked, failure) from None

    def append(self, numbers: npt.NDArray[np.generic]) -> None:
        """Write more numbers at the end."""
        try:
            self._stream.write(np.ascontiguousarray(numbers, self._dtype).data)
        except OSError as error:
            raise cannot_write(self._asked, error) from None
        self.length += len(numbers)

    @property
    def is_closed(self) -> bool:
        return self._stream.closed

    def finish(self) -> None:
        """Write the header, and wait until everything is on the disk."""
        self.end()
        self.sync()
        self._stream.close()

    def end(self) -> None:
        """Write the header; nothing can be appended after it. `sync` makes the file whole."""
        try:
            if not self._is_raw:
                self._stream.seek(0)
                self._stream.write(self._header())
            self._stream.flush()
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    def sync(self) -> None:
        """Wait until what was written is on the disk; another thread may go on writing."""
        try:
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    def _header(self) -> bytes:
        """The header of version 1.0 of the format, as long for any length of the row."""
        described = {
            "descr": np.lib.format.dtype_to_descr(self._dtype),
            "fortran_order": False,
            "shape": (self.length,),
        }
        n_bytes = _HEADER_BYTES - len(_MAGIC) - 2
        text = repr(described).encode("ascii").ljust(n_bytes - 1) + b"\n"
        return _MAGIC + n_bytes.to_bytes(2, "little") + text


class Shard:
    """One file of token ids with the file of its document starts."""

    def __init__(
        self, folder: Path, stem: str, dtype: npt.DTypeLike, *, is_raw: bool, asked: Path
    ) -> None:
        """asked: the final folder of the files."""
        ids = f"{stem}.bin" if is_raw else f"{stem}.npy"
        starts = f"{stem}.documents.npy"
        self._ids = GrowingArray(folder / ids, dtype, is_raw=is_raw, asked=asked / ids)
        self._starts = GrowingArray(folder / starts, np.int64, asked=asked / starts)

    @property
    def n_tokens(self) -> int:
        return self._ids.length

    @property
    def n_documents(self) -> int:
        return self._starts.length

    @property
    def names(self) -> tuple[str, str]:
        """Names of the files of ids and of document starts."""
        return self._ids.path.name, self._starts.path.name

    def append(self, ids: npt.NDArray[np.generic], starts: Int64s) -> None:
        """Add ids; `starts` says where in them documents begin."""
        self._starts.append(starts + self._ids.length)
        self._ids.append(ids)

    def end(self) -> None:
        """Write what is missing; the end of the last document follows the starts."""
        n_documents = self.n_documents
        self._starts.append(np.array([self.n_tokens], np.int64))
        self._starts.end()
        self._starts.length = n_documents
        self._ids.end()

    def sync(self) -> None:
        """Wait until what was written is on the disk; another thread may go on writing."""
        self._starts.sync()
        self._ids.sync()

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called."""
        return self._ids.is_closed

    def close(self) -> None:
        """Close the files as they are."""
        with self._starts, self._ids:
            pass


class ShardSync:
    """Brings shards to the disk in a thread of its own, while others are written.

    Errors of that thread are raised by the next call here. `close` closes the files as they are.
    """

    def __init__(self) -> None:
        self._thread = WorkerThread(_synced)
        self._open: list[Shard] = []
        self._n_unsynced = 0

    def begin(self, shard: Shard) -> None:
        """A shard is written from now on."""
        self._open = [each for each in self._open if not each.is_closed]
        self._open.append(shard)
        self._n_unsynced = 0

    def note(self, shard: Shard, n_bytes: int) -> None:
        """So much was written; if it is much it goes to the disk, unless the thread is busy."""
        self._n_unsynced += n_bytes
        if self._n_unsynced >= _SYNCED_BYTES and self._thread.put((shard, False), timeout_s=0):
            self._n_unsynced = 0

    def end(self, shard: Shard) -> None:
        """End a shard, which the thread closes once it is on the disk."""
        shard.end()
        while not self._thread.put((shard, True), timeout_s=_WAIT_SECONDS):
            pass

    def is_done(self) -> bool:
        """Whether all files are whole and on the disk; no other shard may follow."""
        return self._thread.finish(timeout_s=_WAIT_SECONDS)

    def close(self) -> None:
        """Close all files, whole or not, once the thread has left them."""
        self._thread.close()
        with ExitStack() as stack:
            for shard in self._open:
                stack.callback(shard.close)


def _synced(item: tuple[Shard, bool]) -> Iterator[None]:
    shard, is_whole = item
    shard.sync()
    if is_whole:
        shard.close()
    yield
