"""The files of a dataset: rows of numbers that grow, and shards of token ids.

Files are written in one thread and brought to the disk by another, so that encoding does
not wait for the disk.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Protocol, Self

import numpy as np
import numpy.typing as npt

from engine.compiled import Int64s
from engine.errors import ExportError
from engine.machine import WorkerThread, cannot_write, reserve_space, sync_stream
from engine.sentences import say

_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER_BYTES = 128
_SYNCED_BYTES = 1 << 25
"""A file is brought to the disk after this many bytes, and not only at its end."""
_RESERVED_BYTES = 1 << 22
"""What is reserved at once behind a file that is at least as long."""
_WAIT_SECONDS = 0.05
_INDEX_MAGIC = b"MMIDIDX\x00\x00"
_INDEX_TYPES = {2: 8, 4: 4}
"""Bytes of an id -> code of its type in a Megatron index: uint16, or int32 for uint32."""
_INDEX_PART = 1 << 18
_GREATEST_SIZE = (1 << 31) - 1


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
        self._reserved = 0
        self._reserves = True
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
        data = np.ascontiguousarray(numbers, self._dtype).data
        try:
            self._reserve(data.nbytes)
            self._stream.write(data)
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
            if self._reserved:
                self._stream.truncate()
            if not self._is_raw:
                self._stream.seek(0)
                self._stream.write(self._header())
            self._stream.flush()
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    def sync(self) -> None:
        """Wait until what was written is on the disk; another thread may go on writing."""
        sync_stream(self._stream, self._asked)

    def _reserve(self, n_bytes: int) -> None:
        """Reserve space for the next bytes of a file that has become long."""
        begin = _HEADER_BYTES + self.length * self._dtype.itemsize
        while self._reserves and begin + n_bytes > max(self._reserved, _RESERVED_BYTES):
            self._reserved = self._reserved or begin
            self._reserves = reserve_space(self._stream, self._reserved, _RESERVED_BYTES)
            self._reserved += _RESERVED_BYTES

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


class ShardFiles(Protocol):
    """The files of one shard of token ids."""

    n_tokens: int
    n_documents: int

    @property
    def files(self) -> dict[str, str]:
        """Names of the files as in a manifest; "file" is that of the ids."""

    def append(self, ids: npt.NDArray[np.generic], starts: Int64s) -> None:
        """Add ids; `starts` says where in them documents begin. Neither is kept."""

    def end(self) -> None:
        """Write what is missing; nothing can be appended after it."""

    def sync(self) -> None:
        """Wait until what was written is on the disk; another thread may go on writing."""

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called."""

    def close(self) -> None:
        """Close the files as they are."""


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

        self.n_tokens = 0
        self.n_documents = 0

    @property
    def files(self) -> dict[str, str]:
        """Names of the files of ids and of document starts."""
        return {"file": self._ids.path.name, "document_starts": self._starts.path.name}

    def append(self, ids: npt.NDArray[np.generic], starts: Int64s) -> None:
        """Add ids; `starts` says where in them documents begin."""
        self._starts.append(starts + self.n_tokens)
        self._ids.append(ids)
        self.n_tokens += len(ids)
        self.n_documents += len(starts)

    def end(self) -> None:
        """Write what is missing; the end of the last document follows the starts."""
        self._starts.append(np.array([self.n_tokens], np.int64))
        self._starts.end()
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

    @property
    def starts_path(self) -> Path:
        return self._starts.path


class MegatronShard(Shard):
    """Bare ids with the index that Megatron's IndexedDataset reads, and the document starts.

    The index: a magic, uint64 version 1, uint8 type of the ids, uint64 number of sequences, uint64
    number of document bounds; then int32 tokens of each sequence, int64 byte offset of each, and
    int64 sequence at which each document begins, with their number at the end. A document is one
    sequence here.
    """

    def __init__(self, folder: Path, stem: str, dtype: npt.DTypeLike, *, asked: Path) -> None:
        super().__init__(folder, stem, dtype, is_raw=True, asked=asked)
        self._asked_index = asked / f"{stem}.idx"
        self._id_bytes = np.dtype(dtype).itemsize
        try:
            self._index: IO[bytes] = (folder / f"{stem}.idx").open("wb")
        except OSError as error:
            super().close()
            raise cannot_write(self._asked_index, error) from None

    @property
    def files(self) -> dict[str, str]:
        return super().files | {"index": self._asked_index.name}

    def end(self) -> None:
        super().end()
        try:
            for part in self._index_parts():
                self._index.write(part)
            self._index.flush()
        except OSError as error:
            raise cannot_write(self._asked_index, error) from None

    def sync(self) -> None:
        super().sync()
        sync_stream(self._index, self._asked_index)

    def close(self) -> None:
        try:
            self._index.close()
        except OSError as error:
            raise cannot_write(self._asked_index, error) from None
        finally:
            super().close()

    def _index_parts(self) -> Iterator[bytes]:
        starts = np.load(self.starts_path, mmap_mode="r")
        n = self.n_documents
        yield _INDEX_MAGIC
        yield struct.pack("<QBQQ", 1, _INDEX_TYPES[self._id_bytes], n, n + 1)
        pieces = [(begin, min(begin + _INDEX_PART, n)) for begin in range(0, n, _INDEX_PART)]
        for begin, end in pieces:
            sizes = np.diff(starts[begin : end + 1])
            check_document_size(int(sizes.max()), self._asked_index)
            yield sizes.astype("<i4").tobytes()
        for begin, end in pieces:
            yield (starts[begin:end] * self._id_bytes).astype("<i8").tobytes()
        for begin in range(0, n + 1, _INDEX_PART):
            yield np.arange(begin, min(begin + _INDEX_PART, n + 1), dtype="<i8").tobytes()


def check_document_size(n_tokens: int, asked: Path) -> None:
    """Raise ExportError for a document that is too long for int32, as some formats have it."""
    if n_tokens > _GREATEST_SIZE:
        raise ExportError(
            say("document_too_long", path=asked, tokens=n_tokens, most=_GREATEST_SIZE), path=asked
        )


class ShardSync:
    """Brings shards to the disk in a thread of its own, while others are written.

    Errors of that thread are raised by the next call here. `close` closes the files as they are.
    """

    def __init__(self) -> None:
        self._thread = WorkerThread(_synced)
        self._open: list[ShardFiles] = []
        self._n_unsynced = 0

    def begin(self, shard: ShardFiles) -> None:
        """A shard is written from now on."""
        self._open = [each for each in self._open if not each.is_closed]
        self._open.append(shard)
        self._n_unsynced = 0

    def note(self, shard: ShardFiles, n_bytes: int) -> None:
        """So much was written; if it is much it goes to the disk, unless the thread is busy."""
        self._n_unsynced += n_bytes
        if self._n_unsynced >= _SYNCED_BYTES and self._thread.put((shard, False), timeout_s=0):
            self._n_unsynced = 0

    def end(self, shard: ShardFiles) -> None:
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


def _synced(item: tuple[ShardFiles, bool]) -> Iterator[None]:
    shard, is_whole = item
    shard.sync()
    if is_whole:
        shard.close()
    yield
