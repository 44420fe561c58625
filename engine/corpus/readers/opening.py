"""Opening a file of a corpus: local or at a URL, plain or compressed, checked for changes.

Addresses are read through fsspec, if it is installed. The protocols are those of fsspec: `https://`
needs aiohttp, `s3://` s3fs, `gs://` gcsfs, `hf://` huggingface_hub, and so on; errors name the
missing one.
"""

from __future__ import annotations

import gzip
import io
import lzma
import socket
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, cast

from engine.corpus.paths import RemotePath, SourcePath, state_on_disk
from engine.errors import CorpusError
from engine.machine import check_regular, how_to_install
from engine.sentences import say

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["DAMAGE", "open_file", "reason", "zstd"]

_OPENERS: dict[str, Any] = {".gz": gzip.open, ".zst": zstd.open, ".xz": lzma.open}
DAMAGE = (EOFError, gzip.BadGzipFile, zlib.error, lzma.LZMAError, zstd.ZstdError)
"""Errors of reading within `open_file` if a compressed file is cut short or damaged."""

_WEB = frozenset({"http", "https"})
_LIBRARIES = {
    "http": "fsspec", "https": "fsspec", "s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs",
    "hf": "huggingface_hub",
}  # fmt: skip
"""Scheme -> module of the table of optional libraries."""
_BUFFER_BYTES = 1 << 20
MOST_WITHOUT_RANGES = 2 << 30
"""Bytes of a file that are fetched whole from a server that sends no parts."""
_NO_RANGES = "support range requests"
"""What fsspec says of such a server."""
_TELLTALES = (
    "size", "ETag", "etag", "Content-MD5", "Digest", "Last-Modified", "LastModified",
    "last_modified", "last_write_time", "modified", "modify", "mtime", "updated", "created",
    "blob_id", "sha",
)  # fmt: skip
"""Entries of fsspec's description of a file that change with its content."""


@contextmanager
def open_file(path: SourcePath) -> Iterator[BinaryIO]:
    """The uncompressed content of `path`; every failure while reading becomes a CorpusError.

    So does a change of the file between its opening and the end of the `with` block.
    """
    before = _state(path)
    try:
        with _opened(path) as stream:
            yield stream
    except DAMAGE as error:
        _check_unchanged(path, before)
        raise CorpusError(say("file_damaged", path=path, reason=reason(error)), path=path) from None
    except FileNotFoundError:
        raise CorpusError(say("file_not_there_any_more", path=path), path=path) from None
    except IsADirectoryError:
        raise CorpusError(say("file_is_folder", path=path), path=path) from None
    except PermissionError:
        raise CorpusError(say("file_forbidden", path=path), path=path) from None
    except OSError as error:
        raise CorpusError(
            say("file_unreadable", path=path, reason=reason(error)), path=path
        ) from None
    _check_unchanged(path, before)


def reason(error: BaseException) -> str:
    """The reason of a failure as the end of a sentence, without a full stop."""
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(words).rstrip(".")


@contextmanager
def _opened(path: SourcePath) -> Iterator[BinaryIO]:
    opener = _OPENERS.get(path.suffix.lower())
    if isinstance(path, RemotePath):
        with opened_remote(path) as stream:
            if opener is None:
                yield stream
                return
            with opener(stream, "rb") as uncompressed:
                yield cast(BinaryIO, uncompressed)
        return
    check_regular(path)
    with (opener or open)(path, "rb") as stream:
        yield cast(BinaryIO, stream)


def _state(path: SourcePath) -> object:
    """Changes with a file's content; None if the system does not say."""
    if isinstance(path, RemotePath):
        return remote_state(path) or None
    state = state_on_disk(path)
    return state and (state.size, state.modified, state.inode)  # a second name is no change


def _check_unchanged(path: SourcePath, before: object) -> None:
    if before is not None and _state(path) != before:
        raise CorpusError(say("file_changed", path=path), path=path)


@contextmanager
def opened_remote(path: RemotePath) -> Iterator[BinaryIO]:
    """The bytes of the file at an address. Raises CorpusError if it cannot be opened or read.

    Errors of the code that reads them pass through.
    """
    with _sentences(path):
        file_system, name = _file_system(path)
        raw = _Stream(path, file_system.open(name, "rb"))
    with io.BufferedReader(raw, _BUFFER_BYTES) as stream:
        yield stream


def remote_state(path: RemotePath) -> dict[str, str]:
    """Changes with the content of the file, as far as the server says."""
    with _sentences(path):
        file_system, name = _file_system(path)
        file_system.invalidate_cache()
        info = file_system.info(name)
    return {key: str(info[key]) for key in _TELLTALES if info.get(key) is not None}


def remote_files(path: RemotePath) -> list[RemotePath]:
    """The file at an address, those below a folder, or those that match a pattern, sorted.

    Raises CorpusError if nothing is found.
    """
    with _sentences(path):
        file_system, name = _file_system(path)
        magic = "*[" if path.scheme in _WEB else "*?["
        if any(character in path.url for character in magic):
            names = [url for url in file_system.glob(name) if not _is_folder(file_system, url)]
        elif path.scheme not in _WEB and file_system.isdir(name):
            names = file_system.find(name)
        else:
            return [RemotePath(path.url, _size(file_system.info(name)))]
        return [
            RemotePath(file_system.unstrip_protocol(url), _size(file_system.info(url)))
            for url in sorted(names)
        ]


def is_remote_folder(path: RemotePath) -> bool:
    """Whether an address is a folder; a web address never is."""
    if path.scheme in _WEB:
        return False
    with _sentences(path):
        file_system, name = _file_system(path)
        return bool(file_system.isdir(name))


class _Stream(io.RawIOBase):
    """A remote file whose failures are sentences."""

    def __init__(self, path: RemotePath, stream: Any) -> None:
        self._path = path
        self._stream = stream

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._stream.seekable())

    def readinto(self, buffer: Any) -> int:
        with _sentences(self._path):
            try:
                data = self._stream.read(len(buffer))
            except ValueError as error:
                if _NO_RANGES not in str(error):
                    raise
                self._stream = self._whole(self._stream.tell())
                data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _whole(self, at: int) -> IO[bytes]:
        """The file, fetched whole, at an offset.

        For servers without ranges, such as Python's own, and formats that are read from their end.
        """
        self._stream.close()
        file_system, name = _file_system(self._path)
        whole = TemporaryFile()  # noqa: SIM115  it takes the place of the stream, and is closed so
        with file_system.open(name, "rb", block_size=0) as stream:
            while data := stream.read(_BUFFER_BYTES):
                if whole.tell() + len(data) > MOST_WITHOUT_RANGES:
                    whole.close()
                    raise CorpusError(
                        say(
                            "server_sends_whole",
                            path=self._path,
                            megabytes=MOST_WITHOUT_RANGES >> 20,
                        ),
                        path=self._path,
                    )
                whole.write(data)
        whole.seek(at)
        return whole

    def seek(self, offset: int, whence: int = 0) -> int:
        with _sentences(self._path):
            return int(self._stream.seek(offset, whence))

    def tell(self) -> int:
        return int(self._stream.tell())

    def close(self) -> None:
        if not self.closed:
            with suppress(Exception):  # all that is needed has been read
                self._stream.close()
        super().close()


def _file_system(path: RemotePath) -> tuple[Any, str]:
    """The file system of an address, and its name for the file."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise CorpusError(
            say("address_needs_fsspec", path=path, advice=how_to_install(_needed(path))), path=path
        ) from None
    try:
        file_system, name = url_to_fs(path.url)
    except ImportError as error:
        library = _LIBRARIES.get(path.scheme)
        code = "address_needs_other_library" if library is None else "address_needs_library"
        advice = "" if library is None else how_to_install([library])
        reason = str(error).rstrip(".")
        raise CorpusError(
            say(code, path=path, scheme=path.scheme, reason=reason, advice=advice), path=path
        ) from None
    except ValueError as error:
        raise CorpusError(
            say("address_unreadable", path=path, reason=str(error).rstrip(".")), path=path
        ) from None
    return file_system, name


@contextmanager
def _sentences(path: RemotePath) -> Iterator[None]:
    """Every failure of a protocol as a CorpusError: each library has exceptions of its own."""
    try:
        yield
    except (CorpusError, MemoryError):
        raise
    except FileNotFoundError:
        raise CorpusError(say("address_not_there", path=path), path=path) from None
    except PermissionError as error:
        raise CorpusError(
            say("access_denied", path=path, reason=_words(error)), path=path
        ) from None
    except Exception as error:  # noqa: BLE001  botocore, aiohttp, google.auth, ... have no common base
        raise CorpusError(_sentence(path, error), path=path) from None


def _sentence(path: RemotePath, error: Exception) -> str:
    status = getattr(error, "status", None)
    if status is not None:
        return say("server_answers", path=path, status=status, reason=_words(error))
    if _is_unknown_host(error):
        return say("unknown_host", path=path, reason=_words(error))
    if isinstance(error, (ConnectionError, TimeoutError, OSError)):
        return say("unreachable", path=path, reason=_words(error))
    return say("file_unreadable", path=path, reason=_words(error))


def _needed(path: RemotePath) -> list[str]:
    """The libraries that read an address if there is no fsspec; each brings fsspec."""
    return [_LIBRARIES.get(path.scheme, "fsspec")]


def _is_unknown_host(error: Exception) -> bool:
    """Whether the name of a machine could not be resolved; libraries wrap that differently."""
    return isinstance(error, socket.gaierror) or any(
        words in str(error) for words in ("Name or service not known", "getaddrinfo failed")
    )


def _words(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).rstrip(".")


def _size(info: dict[str, Any]) -> int | None:
    size = info.get("size")
    return size if isinstance(size, int) else None


def _is_folder(file_system: Any, name: str) -> bool:
    return bool(file_system.info(name).get("type") == "directory")
