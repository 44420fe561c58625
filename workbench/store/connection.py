"""Connections to the store's file: how each is set up, and the transactions they carry.

Every transaction has a connection of its own, which lives no longer. So threads share
nothing, no lock outlives its work, and a file that was moved away is noticed, not written to.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError

from workbench.store.errors import (
    DamagedStoreError,
    StoreBusyError,
    StoreError,
    StoreReadError,
    StoreWriteError,
    say,
)

BUSY_TIMEOUT_S = 30.0
"""How long to wait for another program's transaction; ours take milliseconds."""

WAL, TRUNCATE = "WAL", "TRUNCATE"

_WRITING = "store_writing"

MOVE_HINT = say("store_move")

_READ_CODES = frozenset(
    (
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_FSTAT,
    )
)

_MOUNTS = Path("/proc/self/mountinfo")

NETWORK_KINDS = frozenset(
    (
        "9p",
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "coda",
        "davfs",
        "fuse.ceph",
        "fuse.cephfs",
        "fuse.glusterfs",
        "fuse.rclone",
        "fuse.s3fs",
        "fuse.sshfs",
        "glusterfs",
        "gpfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "ocfs2",
        "smb3",
        "smbfs",
        "virtiofs",
    )
)


def wal_is_safe(version: tuple[int, int, int]) -> bool:
    """Whether this SQLite is free of the WAL-reset bug that can corrupt a file two programs use.

    It came with 3.7.0 and is fixed in 3.51.3 and 3.53.0 (3.52.0 was withdrawn), and in
    the older lines from 3.50.7 and 3.44.6: https://sqlite.org/wal.html#walresetbug
    """
    if version[:2] in ((3, 44), (3, 50), (3, 51)):
        return version >= {44: (3, 44, 6), 50: (3, 50, 7), 51: (3, 51, 3)}[version[1]]
    return version >= (3, 53, 0)


def chosen_journal_mode(
    path: Path, version: tuple[int, int, int] = sqlite3.sqlite_version_info
) -> str:
    """WAL where this SQLite is safe with it and the folder is known to be local, else TRUNCATE."""
    local = is_known_local(file_system_kind(path.parent))
    return WAL if local and wal_is_safe(version) else TRUNCATE


def open_file(path: Path, mode: str) -> sqlite3.Connection:
    """A plain connection; mode is "ro", "rw" or "rwc" (make it). No hidden transactions."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
    )


class Database:
    """The way to one store file: `reading()` and `writing()` give connections inside a transaction.

    Raises StoreError subclasses for whatever the disk or the file do wrong.
    """

    def __init__(
        self, path: Path, *, journal_mode: str, busy_timeout_s: float = BUSY_TIMEOUT_S
    ) -> None:
        self.path = path
        self.journal_mode = journal_mode
        self.busy_timeout_s = busy_timeout_s
        self._database = create_engine("sqlite://", creator=self._connect, poolclass=NullPool)
        event.listen(self._database, "begin", _begin)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the file throughout."""
        with known_errors(self.path), self._database.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may write; it waits its turn at the start, and is whole or undone."""
        with known_errors(self.path), self._database.connect() as connection:
            connection.execution_options(**{_WRITING: True})
            with connection.begin():
                yield connection

    def keep_journal_mode(self) -> None:
        """Bring the file itself to the chosen journal mode; only WAL is remembered in the file."""
        with known_errors(self.path), closing(self._connect()) as connection:
            connection.execute(f"PRAGMA journal_mode = {self.journal_mode}").fetchall()

    def give_back_space(self) -> None:
        """Return the room of what was removed to the disk."""
        with known_errors(self.path), closing(self._connect()) as connection:
            # It frees one page a step, and execute() takes a single one.
            connection.executescript("PRAGMA incremental_vacuum")

    def size_on_disk(self) -> int:
        """Bytes of the file and of the journal beside it."""
        beside = (self.path.with_name(self.path.name + end) for end in ("", "-wal", "-journal"))
        return sum(path.stat().st_size for path in beside if path.exists())

    def close(self) -> None:
        self._database.dispose()

    def _connect(self) -> sqlite3.Connection:
        connection = open_file(self.path, "rw")
        try:
            for pragma in self._pragmas():
                connection.execute(f"PRAGMA {pragma}").fetchall()
        except BaseException:
            connection.close()
            raise
        return connection

    def _pragmas(self) -> tuple[str, ...]:
        settings = (
            f"busy_timeout = {int(self.busy_timeout_s * 1000)}",
            "foreign_keys = ON",
            "synchronous = FULL",
            "mmap_size = 0",
            "trusted_schema = OFF",
            "cell_size_check = ON",
        )
        # TRUNCATE holds for one connection only, WAL is written in the file by keep_journal_mode.
        return settings if self.journal_mode == WAL else (*settings, "journal_mode = TRUNCATE")


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get(_WRITING, False)
    # IMMEDIATE: a writer that began as a reader could find itself locked out half-way.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


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


def _failed_io(code: int, path: Path, detail: str) -> StoreError:
    if code in _READ_CODES:
        return StoreReadError(
            say("store_unreadable", path=path, detail=detail, hint=MOVE_HINT),
            path=path,
        )
    return write_failed(path, detail)


def file_system_kind(path: Path, *, mounts: Path = _MOUNTS) -> str | None:
    """The kind, e.g. "ext4" or "nfs4", of the file system that holds `path`; None where unknown.

    mounts: the kernel's list of mounts; only Linux has one.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
        place = path.resolve()
    except OSError:
        return None
    best_length, kind = -1, None
    for line in lines:
        fields, _, rest = line.partition(" - ")
        columns = fields.split(" ")
        if len(columns) < 5 or not rest:
            continue
        mount_point = Path(_unescaped(columns[4]))
        # A later mount on the same point hides the earlier one, so equal lengths replace.
        if place.is_relative_to(mount_point) and len(mount_point.parts) >= best_length:
            best_length, kind = len(mount_point.parts), rest.split(" ")[0]
    return kind


def is_network(kind: str | None) -> bool:
    return kind in NETWORK_KINDS


def is_known_local(kind: str | None) -> bool:
    return kind is not None and kind not in NETWORK_KINDS and not kind.startswith("fuse")


def _unescaped(text: str) -> str:
    r"""Undo the octal escapes of the list of mounts: "/a\040b" -> "/a b"."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match.group(1), 8)), text)
