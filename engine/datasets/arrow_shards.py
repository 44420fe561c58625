"""Shards of a dataset as tables of Arrow: one document in each row of the column `input_ids`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np
import numpy.typing as npt

from engine.compiled import Int64s
from engine.datasets.mixture_files import needed_pyarrow
from engine.datasets.shards import check_document_size
from engine.machine import cannot_write, sync_stream

ID_COLUMN = "input_ids"
_BATCH_TOKENS = 1 << 20


class ArrowShard:
    """An Arrow IPC file or a Parquet file of list<uint16> or list<uint32>.

    A batch of rows ends with the document that reaches a million ids, in whatever parts they come;
    a document is in memory whole.
    """

    def __init__(
        self,
        folder: Path,
        stem: str,
        dtype: npt.DTypeLike,
        *,
        kind: Literal["arrow", "parquet"],
        asked: Path,
    ) -> None:
        """asked: the final folder of the file."""
        self._pyarrow, parquet = needed_pyarrow()
        self._dtype = np.dtype(dtype)
        values = self._pyarrow.from_numpy_dtype(self._dtype)
        self._type = self._pyarrow.list_(self._pyarrow.field("item", values, nullable=False))
        self._schema = self._pyarrow.schema(
            [self._pyarrow.field(ID_COLUMN, self._type, nullable=False)]
        )
        self._asked = asked / f"{stem}.{kind}"
        self.n_tokens = 0
        self.n_documents = 0
        self._ids: list[npt.NDArray[np.generic]] = []
        self._starts: list[Int64s] = []
        self._n_waiting = 0
        try:
            self._stream: IO[bytes] = (folder / self._asked.name).open("wb")
            self._writer: Any = (
                self._pyarrow.ipc.new_file(self._stream, self._schema)
                if kind == "arrow"
                else parquet.ParquetWriter(self._stream, self._schema, compression="zstd")
            )
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    @property
    def files(self) -> dict[str, str]:
        """The name of the file."""
        return {"file": self._asked.name}

    def append(self, ids: npt.NDArray[np.generic], starts: Int64s) -> None:
        """Add ids; `starts` says where in them documents begin."""
        self._ids.append(ids.copy())  # the caller's memory is used again
        self._starts.append(starts + self._n_waiting)
        self._n_waiting += len(ids)
        self.n_tokens += len(ids)
        self.n_documents += len(starts)
        while len(beyond := self._starts[-1][self._starts[-1] >= _BATCH_TOKENS]):
            self._write(int(beyond[0]))

    def end(self) -> None:
        """Write the last rows and the end of the file."""
        if self._n_waiting:
            self._write(self._n_waiting)
        try:
            self._writer.close()
            self._stream.flush()
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    def sync(self) -> None:
        """Wait until what was written is on the disk; another thread may go on writing."""
        sync_stream(self._stream, self._asked)

    @property
    def is_closed(self) -> bool:
        return self._stream.closed

    def close(self) -> None:
        """Close the file as it is."""
        if self._stream.closed:
            return
        with suppress(OSError, self._pyarrow.ArrowException):
            self._writer.close()
        try:
            self._stream.close()
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    def _write(self, end: int) -> None:
        """Write the documents before a place of the ids that wait."""
        ids, starts = np.concatenate(self._ids), np.concatenate(self._starts)
        n_rows = int(np.searchsorted(starts, end))
        bounds = np.append(starts[:n_rows], end)
        check_document_size(int(np.diff(bounds).max()), self._asked)
        check_document_size(end, self._asked)
        column = self._pyarrow.ListArray.from_arrays(
            bounds.astype(np.int32), self._pyarrow.array(ids[:end]), self._type
        )
        try:
            self._writer.write(self._pyarrow.record_batch([column], schema=self._schema))
        except OSError as error:
            raise cannot_write(self._asked, error) from None
        self._ids, self._starts = [ids[end:].copy()], [starts[n_rows:] - end]
        self._n_waiting = len(ids) - end
