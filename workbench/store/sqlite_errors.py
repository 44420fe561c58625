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
from workbench.store.sentences import say

MOVE_HINT = say("store_move")


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
        raise damaged(path, say("store_not_utf8")) from error
    except sqlite3.Error as error:
        known = _known(error, path)
        if known is None:
            raise
        raise known from error


def damaged(path: Path, detail: str) -> DamagedStoreError:
    """The error for a file that SQLite cannot read whole."""
    return DamagedStoreError(
        say("store_damaged", path=path, detail=detail),
        path=path,
    )


def write_failed(path: Path, detail: str) -> StoreWriteError:
    """The error for a disk or folder that takes no more bytes."""
    return StoreWriteError(
        say("store_not_written", path=path, detail=detail, hint=MOVE_HINT),
        path=path,
    )


def _known(error: BaseException | None, path: Path) -> StoreError | None:
    if not isinstance(error, sqlite3.Error):
        return None
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        undecodable = isinstance(error, sqlite3.OperationalError) and "decode" in str(error)
        return damaged(path, say("store_not_utf8")) if undecodable else None
    match code & 0xFF:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(path, str(error))
        case sqlite3.SQLITE_FULL:
            return write_failed(path, say("store_disk_full"))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreWriteError(
                say("store_read_only", path=path, hint=MOVE_HINT),
                path=path,
            )
        case sqlite3.SQLITE_IOERR:
            return _failed_io(code, path, str(error))
        case sqlite3.SQLITE_CANTOPEN:
            return StoreReadError(
                say("store_not_opened", path=path, hint=MOVE_HINT),
                path=path,
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusyError(
                say("store_busy", path=path),
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
            say("store_unreadable", path=path, detail=detail, hint=MOVE_HINT),
            path=path,
        )
    return write_failed(path, detail)
