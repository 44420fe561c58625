"""From a path to a database that is ours, whole and of the newest version."""

from __future__ import annotations

import os
import shutil
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from engine.errors import reason_of
from engine.machine import check_regular, replacing, sync_folder
from workbench.store.backups import back_up, list_backups, newest_good_backup
from workbench.store.connection import (
    MOVE_HINT,
    WAL,
    Database,
    chosen_journal_mode,
    damaged,
    known_errors,
    open_file,
    write_failed,
)
from workbench.store.errors import (
    DamagedStoreError,
    NotAStoreError,
    StoreReadError,
    StoreWriteError,
    say,
)
from workbench.store.file_health import (
    APPLICATION_ID,
    check_is_ours,
    companions,
    file_facts,
    is_unclean,
    not_a_store,
    quick_findings,
)
from workbench.store.migrations import MIGRATIONS, migrate
from workbench.store.places import PRIVATE_FILE, PRIVATE_FOLDER, STORE_FILE_NAME

ALWAYS_CHECKED_BYTES = 8_000_000
"""Files up to this size are checked at every opening (milliseconds); larger ones after a crash."""
_SQLITE_MARK = b"SQLite format 3\0"


def open_database(path: Path, *, now: datetime) -> Database:
    """Open or make the store at `path`, in the newest version.

    Raises DamagedStoreError (with the newest good backup), NotAStoreError, NewerStoreError,
    StoreReadError, StoreWriteError, StoreBusyError. The file is left as it is in each case.
    """
    _make_folder(path)
    try:
        return _opened(path, now, thorough=False)
    except DamagedStoreError as error:
        backup = newest_good_backup(path)
        _refuse_other_file(path, backup)
        code = "store_damaged_with_backup" if backup else "store_damaged_without_backup"
        sentence = say(code, reason=error, backup=backup)
        raise DamagedStoreError(sentence, path=path, backup=backup) from error


def open_replacing_damaged(path: Path, *, now: datetime) -> tuple[Database, Path | None]:
    """The same, but a damaged file is moved aside for its newest good backup, or for a new store.

    Returns the database and the backup that was restored, None if nothing was or none was there.
    """
    _make_folder(path)
    try:
        return _opened(path, now, thorough=True), None
    except DamagedStoreError:
        backup = newest_good_backup(path)
        _refuse_other_file(path, backup)
    try:
        _move_aside(path, now)
        if backup is not None:
            _restore(backup, path)
    except OSError as error:
        raise write_failed(path, reason_of(error)) from error
    return _opened(path, now, thorough=True), backup


def _opened(path: Path, now: datetime, *, thorough: bool) -> Database:
    if path.is_dir():
        raise NotAStoreError(
            say("store_is_folder", path=path, example=path / STORE_FILE_NAME), path=path
        )
    try:
        check_regular(path)
    except OSError as error:
        raise not_a_store(path, reason_of(error)) from None
    unclean = is_unclean(path)
    size = path.stat().st_size if path.exists() else 0
    if size:
        facts = file_facts(path)
        check_is_ours(path, facts, len(MIGRATIONS))
        if facts.is_empty and facts.application_id != APPLICATION_ID:
            _refuse_other_file(path, None)  # SQLite takes a file of a few bytes for an empty one
        if thorough or unclean or size <= ALWAYS_CHECKED_BYTES:
            for finding in quick_findings(path)[:1]:
                raise damaged(path, finding)
    elif path.exists() and list_backups(path):
        raise damaged(path, say("store_empty"))
    else:
        _make_file(path)
    database = Database(path, journal_mode=chosen_journal_mode(path))
    if database.journal_mode == WAL:
        database.keep_journal_mode()
    migrate(database, back_up=lambda reason: back_up(path, reason=reason, now=now))
    return database


def _refuse_other_file(path: Path, backup: Path | None) -> None:
    """Raise NotAStoreError for a file that was never a store: without SQLite's mark and backups.

    Called only for a file in which SQLite found nothing: closing a handle of one that it reads
    would release its locks.
    """
    try:
        with path.open("rb") as stream:
            head = stream.read(len(_SQLITE_MARK))
    except OSError:
        return  # said where it is opened
    if backup is None and head != _SQLITE_MARK[: len(head)] and head.strip(b"\0"):
        raise not_a_store(path, say("store_no_database"))


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreWriteError(
            say(
                "store_folder_not_made",
                folder=path.parent,
                reason=reason_of(error),
                hint=MOVE_HINT,
            ),
            path=path,
        ) from error


def _make_file(path: Path) -> None:
    """An empty database that bears our mark and can give purged space back to the disk."""
    try:
        with suppress(OSError):  # SQLite says what is wrong with the place
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE_FILE))
        with known_errors(path), closing(open_file(path, "rwc")) as connection:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    except StoreReadError as error:
        raise StoreWriteError(
            say("store_not_made", path=path, hint=MOVE_HINT),
            path=path,
        ) from error


def _move_aside(path: Path, now: datetime) -> None:
    """Rename a damaged store, companions first: a stale journal must never meet another file."""
    aside = f"{path.name}.damaged-{now:%Y%m%dT%H%M%SZ}"
    for companion in companions(path):
        companion.rename(path.with_name(aside + companion.name.removeprefix(path.name)))
    if path.exists():
        path.rename(path.with_name(aside))
    sync_folder(path.parent)


def _restore(backup: Path, path: Path) -> None:
    with replacing(path) as copy:
        shutil.copyfile(backup, copy)
