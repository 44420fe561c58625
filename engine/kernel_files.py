"""CheckedFiles: Numba's files of one kernel, each with the SHA-256 of what it holds at its end.

Numba reads and runs whatever lies there: one changed bit in machine code ends the process, at
every start. Here nothing is read that is not, byte for byte, what was written. Numba itself does
not look at what follows its own bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from numba.core import caching

_Files: Any = caching.IndexDataCacheFile
_DIGEST_BYTES = 32


class DamagedKernelError(Exception):
    """A file is not what was written."""


class CheckedFiles(_Files):  # type: ignore[misc]  # Numba has no types
    """The index and the machine code of a kernel."""

    def _load_index(self) -> dict[Any, str]:
        """What is compiled, and in which files; nothing where the index is damaged."""
        try:
            _check(self._index_path)
        except (FileNotFoundError, DamagedKernelError):
            return {}
        known: dict[Any, str] = super()._load_index()
        return known

    def _load_data(self, name: str) -> Any:
        _check(self._data_path(name))
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BytesIO]:
        content = BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue())
            file.write(sha256(content.getbuffer()).digest())


def _check(path: str) -> None:
    """Raise DamagedKernelError for a file that is not what was written."""
    content = memoryview(Path(path).read_bytes())
    if sha256(content[:-_DIGEST_BYTES]).digest() != content[-_DIGEST_BYTES:]:
        raise DamagedKernelError
