"""Files of a dataset that grow while they are written: token ids, and where documents begin."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import numpy as np
import numpy.typing as npt

from engine.formats.atomic_files import cannot_write

_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER_BYTES = 128


class GrowingArray:
    """One row of numbers in a `.npy` file, or bare in a raw one, written part by part.

    The header of a `.npy` file is written last: until then the file says that it is empty.
    Failures raise ExportError with a sentence that names `asked`: where the file is to lie in the
    end, if it is written elsewhere first.
    """

    def __init__(
        self,
        path: Path,
        dtype: npt.DTypeLike,
        *,
        is_raw: bool = False,
        asked: Path | None = None,
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file, whole or not; only `finish` makes it whole."""
        try:
            self._stream.close()
        except OSError as failure:  # what stood in the buffer; a failure before matters more
            if kind is None:
                raise cannot_write(self._asked, failure) from None

    def append(self, numbers: npt.NDArray[np.generic]) -> None:
        """Write more numbers at the end."""
        try:
            self._stream.write(numbers.astype(self._dtype, copy=False).tobytes())
        except OSError as error:
            raise cannot_write(self._asked, error) from None
        self.length += len(numbers)

    def finish(self) -> None:
        """Write the header, and wait until everything is on the disk."""
        try:
            if not self._is_raw:
                self._stream.seek(0)
                self._stream.write(self._header())
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
        except OSError as error:
            raise cannot_write(self._asked, error) from None

    def _header(self) -> bytes:
        """The header of version 1.0 of the format, as long for any length of the row."""
        described = {
            "descr": np.lib.format.dtype_to_descr(self._dtype),
            "fortran_order": False,
            "shape": (self.length,),
        }
        room = _HEADER_BYTES - len(_MAGIC) - 2
        text = repr(described).encode("ascii").ljust(room - 1) + b"\n"
        return _MAGIC + room.to_bytes(2, "little") + text


class Shard:
    """One file of token ids with the file of its document starts."""

    def __init__(
        self, folder: Path, stem: str, dtype: npt.DTypeLike, *, is_raw: bool, asked: Path
    ) -> None:
        """asked: the folder where the files lie when everything is written."""
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

    def append(self, ids: npt.NDArray[np.generic], starts: npt.NDArray[np.int64]) -> None:
        """Add ids; `starts` says where in them documents begin."""
        self._starts.append(starts + self._ids.length)
        self._ids.append(ids)

    def finish(self) -> None:
        """Make both files whole; the end of the last document stands behind the starts."""
        n_documents = self.n_documents
        self._starts.append(np.array([self.n_tokens], np.int64))
        self._starts.finish()
        self._starts.length = n_documents
        self._ids.finish()

    def close(self) -> None:
        """Close the files as they are."""
        with self._starts, self._ids:
            pass
