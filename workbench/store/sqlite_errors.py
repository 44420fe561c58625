"""SQLite's error codes as sentences for people."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from workbench.store.errors import (
    DamagedStoreError,
    StoreBusyError,
    StoreError,
    StoreReadError,
    StoreWriteError,
)

MOVE_HINT = "choose another file with --db FILE or another folder with TOKENIZER_WORKBENCH_HOME"


@contextmanager
def known_errors(path: Path) -> Iterator[None]:
    """Raise StoreError for the failures of the disk and the file; let defects of ours through."""
    try:
        yield
    except DBAPIError as error:
        known = _known(error.orig, path)
        if known is None:
            raise
        raise known from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes what is damaged
        raise damaged(path, "text in it is not UTF-8") from error
    except sqlite3.Error as error:
        known = _known(error, path)
        if known is None:
            raise
        raise known from error


def damaged(path: Path, detail: str) -> DamagedStoreError:
    """The error for a file that SQLite cannot read whole."""
    return DamagedStoreError(
        f"The run store {path} is damaged ({detail}). It was left as it is.",
        path=path,
    )


def write_failed(path: Path, detail: str) -> StoreWriteError:
    """The error for a disk or folder that takes no more bytes."""
    return StoreWriteError(
        f"The run store {path} could not be written ({detail}). Nothing was changed; make "
        f"room on the disk, or {MOVE_HINT}.",
        path=path,
    )


def _known(error: BaseException | None, path: Path) -> StoreError | None:
    if not isinstance(error, sqlite3.Error):
        return None
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        undecodable = isinstance(error, sqlite3.OperationalError) and "decode" in str(error)
        return damaged(path, "text in it is not UTF-8") if undecodable else None
    match code & 0xFF:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(path, str(error))
        case sqlite3.SQLITE_FULL:
            return write_failed(path, "the disk is full")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreWriteError(
                f"The run store {path} cannot be written: the file or its folder is read-only. "
                f"Nothing was changed; allow writing there, or {MOVE_HINT}.",
                path=path,
            )
        case sqlite3.SQLITE_IOERR:
            return _failed_io(code, path, str(error))
        case sqlite3.SQLITE_CANTOPEN:
            return StoreReadError(
                f"The run store {path} cannot be opened. Check that the file exists and that its "
                f"folder can be read and written, or {MOVE_HINT}.",
                path=path,
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusyError(
                f"The run store {path} has been held by another program for too long. Nothing was "
                "changed; close other windows and commands that use it, then try again.",
                path=path,
            )
    return None


_READ_CODES = frozenset(
    (
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_FSTAT,
    )
)


def _failed_io(code: int, path: Path, detail: str) -> StoreError:
    if code in _READ_CODES:
        return StoreReadError(
            f"The run store {path} cannot be read ({detail}). Check the disk it lies on, "
            f"or {MOVE_HINT}.",
            path=path,
        )
    return write_failed(path, detail)
