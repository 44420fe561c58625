"""The bytes of a file of conversations: read as a stream, and at any place.

A plain file is read where it lies. What is compressed, at an address or comes from standard input
is kept in memory up to a limit and in a temporary file beyond it, as soon as places are wanted.
"""

from __future__ import annotations

import tempfile
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from engine.errors import CorpusError
from engine.readers.opening import DAMAGE, open_file, reason
from engine.source_paths import RemotePath, SourcePath, state_on_disk

BLOCK_BYTES = 1 << 22
_KEPT_IN_MEMORY = 1 << 26
_COMPRESSED = frozenset({".gz", ".zst", ".xz"})


def content_of(path: SourcePath) -> Content:
    """The content of a file. Raises CorpusError where it cannot be opened."""
    if isinstance(path, RemotePath) or path.suffix.lower() in _COMPRESSED:
        return SpooledContent(path)
    return PlainContent(path)


class PlainContent:
    """A file of this machine that is not compressed. size: its bytes."""

    damage: str | None = None

    def __init__(self, path: Path) -> None:
        self._path = path
        with open_file(path):  # says what is wrong
            self._state = state_on_disk(path)
        self.size = None if self._state is None else self._state.size

    @contextmanager
    def stream(self) -> Iterator[BinaryIO]:
        """The content from its beginning."""
        with open_file(self._path) as stream:
            yield stream

    def blocks(self) -> Iterator[bytes]:
        """The content in blocks; when they are taken, `read_at` reaches them."""
        with open_file(self._path) as stream:
            while block := stream.read(BLOCK_BYTES):
                yield block

    def read_at(self, start: int, n_bytes: int | None) -> bytes:
        """So many bytes from a place on; to the end of the line for None."""
        if state_on_disk(self._path) != self._state:
            raise CorpusError(
                f"{self._path} changed since it was opened; open it again.", path=self._path
            )
        with open_file(self._path) as stream:
            stream.seek(start)
            return stream.readline() if n_bytes is None else stream.read(n_bytes)


class SpooledContent:
    """Bytes that can only be read from their beginning on, kept as they are read.

    size: how many there are, None until all are read. damage: why a compressed file ends before
    its end, as far as that was met; what stands before is the content.
    """

    def __init__(self, path: SourcePath, stream: BinaryIO | None = None) -> None:
        """stream: where the bytes come from, if not from the file at `path`; read at once."""
        self._path = path
        self.size: int | None = None
        self.damage: str | None = None
        self._lock = threading.Lock()
        self._kept = tempfile.SpooledTemporaryFile(_KEPT_IN_MEMORY)  # noqa: SIM115  closed below
        self._is_whole = False
        weakref.finalize(self, self._kept.close)
        if stream is not None:
            while block := stream.read(BLOCK_BYTES):
                self._kept.write(block)
            self._finish()

    @contextmanager
    def stream(self) -> Iterator[BinaryIO]:
        """The content from its beginning."""
        if self._is_whole:
            yield cast(BinaryIO, _Rereading(self))
            return
        with open_file(self._path) as stream:
            yield cast(BinaryIO, _UntilDamage(self, stream))

    def blocks(self) -> Iterator[bytes]:
        """The content in blocks; when they are taken, `read_at` reaches them."""
        if self._is_whole:
            at = 0
            while block := self.read_at(at, BLOCK_BYTES):
                at += len(block)
                yield block
            return
        at = 0
        with self.stream() as stream:
            while block := stream.read(BLOCK_BYTES):
                self._keep(at, block)
                at += len(block)
                yield block
        self._finish()

    def read_at(self, start: int, n_bytes: int | None) -> bytes:
        """So many bytes from a place on; to the end of the line for None."""
        with self._lock:
            self._kept.seek(start)
            return self._kept.readline() if n_bytes is None else self._kept.read(n_bytes)

    def _keep(self, at: int, block: bytes) -> None:
        """Keep what is new of a block; another reader may have read as far before."""
        with self._lock:
            end = self._kept.seek(0, 2)
            if at <= end < at + len(block):
                self._kept.write(block[end - at :])

    def _finish(self) -> None:
        with self._lock:
            self.size = self._kept.seek(0, 2)
        self._is_whole = True


class _Stream(ABC):
    """Reading and lines of a stream, of which a subclass gives the bytes."""

    @abstractmethod
    def read(self, n_bytes: int) -> bytes:
        """So many bytes; fewer at the end only."""

    def __iter__(self) -> Iterator[bytes]:
        carried = b""
        while block := self.read(BLOCK_BYTES):
            *lines, carried = (carried + block).split(b"\n")
            for line in lines:
                yield line + b"\n"
        if carried:
            yield carried


class _Rereading(_Stream):
    """What was kept, as a stream of its own: others may read it at the same time."""

    def __init__(self, content: SpooledContent) -> None:
        self._content = content
        self._at = 0

    def read(self, n_bytes: int) -> bytes:
        data = self._content.read_at(self._at, n_bytes)
        self._at += len(data)
        return data


class _UntilDamage(_Stream):
    """A stream that ends where its compressed file is damaged, unless nothing stands before."""

    def __init__(self, content: SpooledContent, stream: BinaryIO) -> None:
        self._content = content
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self._n_read = 0
        self._is_end = False

    def read(self, n_bytes: int) -> bytes:
        pieces, left = [], n_bytes
        while left and not self._is_end:
            try:
                piece = self._read(left)
            except DAMAGE as error:
                if not self._n_read:
                    raise
                self._content.damage, piece = reason(error), b""
            self._is_end = not piece
            self._n_read += len(piece)
            left -= len(piece)
            pieces.append(piece)
        return b"".join(pieces)


Content = PlainContent | SpooledContent
