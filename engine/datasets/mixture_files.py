"""The files of a written mixture: text, JSON lines or parquet, hashed while they are written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, Protocol, Self

from engine.corpus import DocumentPart
from engine.errors import ExportError
from engine.machine import cannot_write, how_to_install, sync_stream
from engine.sentences import say

MixtureFormat = Literal["txt", "jsonl", "parquet"]
_ROW_GROUP_BYTES = 1 << 25


class HashedFile:
    """A new file whose SHA-256 and size are known as it is written; a sink for pyarrow, too.

    Failures raise ExportError that names `asked`, the final path.
    """

    def __init__(self, path: Path, asked: Path) -> None:
        self._asked = asked
        self._digest = hashlib.sha256()
        self.n_bytes = 0
        self.closed = False
        try:
            self._stream = path.open("wb")
        except OSError as error:
            raise cannot_write(asked, error) from None

    def write(self, data: bytes) -> int:
        """Write bytes at the end."""
        try:
            self._stream.write(data)
        except OSError as error:
            raise cannot_write(self._asked, error) from None
        self._digest.update(data)
        n_bytes = memoryview(data).nbytes
        self.n_bytes += n_bytes
        return n_bytes

    def flush(self) -> None:
        """Hand everything to the system."""
        try:
            self._stream.flush()
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    def sync(self) -> None:
        """Wait until everything is on the disk."""
        self.flush()
        sync_stream(self._stream, self._asked)

    def close(self) -> None:
        """Close the file as it is."""
        if not self.closed:
            self.closed = True
            try:
                self._stream.close()
            except OSError as error:
                raise cannot_write(self._asked, error) from None

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


class MixtureFile(Protocol):
    """One file of a mixture. n_joined: documents that will be read as several."""

    n_joined: int

    def add(self, part: DocumentPart) -> None:
        """Write the next part of a document."""

    def finish(self) -> None:
        """Write what is missing."""

    def close(self) -> None:
        """Give up what `finish` did not write."""


class TextFile:
    """Documents with a separator between them."""

    def __init__(self, sink: HashedFile, separator: str, _label: str) -> None:
        self._sink = sink
        self._separator = separator.encode()
        self._is_first = True
        self._tail = b""
        self._has_separator = False
        self.n_joined = 0

    def add(self, part: DocumentPart) -> None:
        if part.begins:
            if not self._is_first:
                self._sink.write(self._separator)
            self._is_first, self._tail, self._has_separator = False, b"", False
        self._sink.write(part.data)
        text = self._tail + part.data
        self._has_separator |= self._separator in text
        self._tail = text[max(0, len(text) - len(self._separator) + 1) :]
        if part.ends:
            # The end of a document and the separator may have one that begins earlier.
            early = (self._tail + self._separator).find(self._separator) < len(self._tail)
            self.n_joined += self._has_separator or early

    def finish(self) -> None:
        """Nothing is missing."""

    def close(self) -> None:
        """Nothing is open."""


class JsonLinesFile:
    """One object for each document: its text and its label."""

    def __init__(self, sink: HashedFile, _separator: str, label: str) -> None:
        self._sink = sink
        self._end = f'", "label": {json.dumps(label, ensure_ascii=False)}}}\n'.encode()
        self.n_joined = 0

    def add(self, part: DocumentPart) -> None:
        if part.begins:
            self._sink.write(b'{"text": "')
        self._sink.write(json.dumps(part.data.decode(), ensure_ascii=False)[1:-1].encode())
        if part.ends:
            self._sink.write(self._end)

    def finish(self) -> None:
        """Nothing is missing."""

    def close(self) -> None:
        """Nothing is open."""


class ParquetFile:
    """Rows of text and label; a document is in memory whole, and so is a group of rows."""

    def __init__(self, sink: HashedFile, _separator: str, label: str) -> None:
        self._pyarrow, parquet = needed_pyarrow()
        types = self._pyarrow
        self._schema = types.schema([("text", types.large_string()), ("label", types.string())])
        self._writer = parquet.ParquetWriter(sink, self._schema, compression="zstd")
        self._label = label
        self._rows: list[bytes] = []
        self._parts: list[bytes] = []
        self._n_bytes = 0
        self.n_joined = 0

    def add(self, part: DocumentPart) -> None:
        self._parts.append(part.data)
        self._n_bytes += len(part.data)
        if part.ends:
            self._rows.append(b"".join(self._parts))
            self._parts.clear()
            if self._n_bytes >= _ROW_GROUP_BYTES:
                self._write_group()

    def finish(self) -> None:
        self._write_group()
        self._writer.close()

    def close(self) -> None:
        with suppress(ExportError, OSError, self._pyarrow.ArrowException):
            self._writer.close()

    def _write_group(self) -> None:
        if not self._rows:
            return
        types = self._pyarrow
        texts = types.array(self._rows, types.large_binary()).cast(types.large_string())
        labels = types.array([self._label] * len(self._rows), types.string())
        self._writer.write_table(types.table([texts, labels], self._schema))
        self._rows.clear()
        self._n_bytes = 0


_FILES: dict[str, Callable[[HashedFile, str, str], MixtureFile]] = {
    "txt": TextFile,
    "jsonl": JsonLinesFile,
    "parquet": ParquetFile,
}


def needed_pyarrow() -> tuple[Any, Any]:
    """pyarrow and pyarrow.parquet. Raises ExportError if it is missing."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise ExportError(say("files_need_pyarrow", advice=how_to_install(["pyarrow"]))) from None
    return pa, parquet


class OpenMixtureFile:
    """A file that is being written, with its hash."""

    def __init__(
        self, path: Path, kind: MixtureFormat, separator: str, label: str, asked: Path
    ) -> None:
        self.sink = HashedFile(path, asked)
        try:
            self.file = _FILES[kind](self.sink, separator, label)
        except BaseException:
            self.sink.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()
        self.sink.close()
