"""Opening a file of a corpus: local or at a URL, plain or compressed, checked for changes."""

from __future__ import annotations

import gzip
import lzma
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from engine.corpus.paths import RemotePath, SourcePath, state_on_disk
from engine.corpus.readers import remote
from engine.corpus.sentences import say
from engine.errors import CorpusError
from engine.machine import check_regular

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["DAMAGE", "open_file", "reason", "zstd"]

_OPENERS: dict[str, Any] = {".gz": gzip.open, ".zst": zstd.open, ".xz": lzma.open}
DAMAGE = (EOFError, gzip.BadGzipFile, zlib.error, lzma.LZMAError, zstd.ZstdError)
"""Errors of reading within `open_file` if a compressed file is cut short or damaged."""


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
        raise CorpusError(
            say("file_damaged", path=path, reason=reason(error)),
            path=path,
        ) from None
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
        with remote.opened(path) as stream:
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
        return remote.remote_state(path) or None
    state = state_on_disk(path)
    return state and (state.size, state.modified, state.inode)  # a second name is no change


def _check_unchanged(path: SourcePath, before: object) -> None:
    if before is not None and _state(path) != before:
        raise CorpusError(
            say("file_changed", path=path),
            path=path,
        )
