"""Copies of the store in the folder `backups` beside it: made whole, verified, thinned out."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.errors import reason_of
from engine.machine import remove_abandoned, replacing
from workbench.store.connection import known_errors, open_file
from workbench.store.errors import StoreError, StoreFileError, StoreWriteError, say
from workbench.store.file_health import APPLICATION_ID, file_facts, quick_findings
from workbench.store.migrations import MIGRATIONS
from workbench.store.places import PRIVATE_FOLDER

DAILY = "daily"
KEEP_DAYS, KEEP_WEEKS, KEEP_MONTHS, KEEP_BEFORE_MIGRATIONS = 7, 4, 6, 2
KEEP_ALL = timedelta(days=2)
BACKUP_INTERVAL = timedelta(days=1)

_TIME_FORMAT = "%Y%m%dT%H%M%S%fZ"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backup:
    """One finished copy of the store."""

    path: Path
    created: datetime
    reason: str


def backup_folder(store: Path) -> Path:
    return store.parent / "backups"


def list_backups(store: Path) -> list[Backup]:
    """The copies of this store, newest first."""
    pattern = re.compile(
        re.escape(store.stem) + r"-(\d{8}T\d{12}Z)-([\w-]+)" + re.escape(store.suffix)
    )
    found = []
    with suppress(FileNotFoundError, NotADirectoryError):
        for path in backup_folder(store).iterdir():
            if match := pattern.fullmatch(path.name):
                created = datetime.strptime(match.group(1), _TIME_FORMAT).replace(tzinfo=UTC)
                found.append(Backup(path, created, match.group(2)))
    return sorted(found, key=lambda backup: backup.created, reverse=True)


def back_up(store: Path, *, reason: str, now: datetime) -> Path:
    """Copy the store as it is at one moment; the copy is checked before it counts.

    Other programs may read and write meanwhile. Raises StoreWriteError, DamagedStoreError.
    """
    moment = now.astimezone(UTC)
    while (path := _backup_path(store, moment, reason)).exists():
        moment += timedelta(microseconds=1)
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        with replacing(path) as copy:
            _copy(store, copy)
            _check_copy(store, copy)
    except OSError as error:
        raise _backup_failed(store, path.parent, reason_of(error)) from error
    thin_out(store, now)
    return path


def back_up_if_due(store: Path, now: datetime) -> Path | None:
    """The daily copy, if it holds something and changed since the last one.

       Returns the copy's path, None if it is not due. A copy that cannot be written is logged: it
    must not keep anybody from working.
    """
    backups = list_backups(store)
    if backups and (now - backups[0].created < BACKUP_INTERVAL or not _changed(store, backups[0])):
        return None
    if not _has_content(store):
        return None
    try:
        return back_up(store, reason=DAILY, now=now)
    except StoreWriteError as error:
        _log.warning("The daily backup was skipped. %s", error)
        return None


def newest_good_backup(store: Path) -> Path | None:
    """The newest copy that opens, is whole and can be read by this program."""
    for backup in list_backups(store):
        with suppress(StoreError):
            facts = file_facts(backup.path)
            ours = facts.application_id == APPLICATION_ID and facts.version <= len(MIGRATIONS)
            if ours and not facts.is_empty and not quick_findings(backup.path):
                return backup.path
    return None


def thin_out(store: Path, now: datetime) -> None:
    """Remove copies beyond those worth keeping, and what killed processes left unfinished."""
    backups = list_backups(store)
    keep = worth_keeping(backups, now)
    for backup in backups:
        if backup not in keep:
            with suppress(OSError):
                backup.path.unlink()
    remove_abandoned(backup_folder(store), (now - BACKUP_INTERVAL).timestamp())


def worth_keeping(backups: Iterable[Backup], now: datetime) -> set[Backup]:
    """All copies of the last two days; the newest one of each of 7 days, 4 weeks and 6 months.

    Days, weeks and months without a copy do not count. The two newest copies from before a
    migration stay as well.
    """
    newest_first = sorted(backups, key=lambda backup: backup.created, reverse=True)
    keep = {backup for backup in newest_first if now - backup.created < KEEP_ALL}
    for date_format, limit in (("%Y%m%d", KEEP_DAYS), ("%G%V", KEEP_WEEKS), ("%Y%m", KEEP_MONTHS)):
        spans: dict[str, Backup] = {}
        for backup in newest_first:
            spans.setdefault(backup.created.strftime(date_format), backup)
        keep.update(list(spans.values())[:limit])
    migrations = [backup for backup in newest_first if backup.reason.startswith("before-")]
    return keep | set(migrations[:KEEP_BEFORE_MIGRATIONS])


def _backup_path(store: Path, moment: datetime, reason: str) -> Path:
    name = f"{store.stem}-{moment.strftime(_TIME_FORMAT)}-{reason}{store.suffix}"
    return backup_folder(store) / name


def _copy(store: Path, target: Path) -> None:
    """SQLite's own backup: one state of the file, whoever writes meanwhile."""
    with known_errors(store), closing(open_file(store, "rw")) as source:
        try:
            with known_errors(target), closing(open_file(target, "rwc")) as copy:
                source.backup(copy)
                # One file that needs no companions, whatever mode the store is in.
                copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        except StoreFileError as error:
            raise _backup_failed(store, target.parent, str(error.__cause__)) from error


def _check_copy(store: Path, copy: Path) -> None:
    findings = quick_findings(copy)
    if findings:
        raise _backup_failed(store, copy.parent, f"the copy is not whole: {findings[0]}")


def _backup_failed(store: Path, folder: Path, detail: str) -> StoreWriteError:
    return StoreWriteError(
        say("store_not_backed_up", store=store, folder=folder, detail=detail),
        path=store,
    )


def _has_content(store: Path) -> bool:
    query = "SELECT 1 FROM runs UNION ALL SELECT 1 FROM registered_tokenizers LIMIT 1"
    with known_errors(store), closing(open_file(store, "rw")) as connection:
        return connection.execute(query).fetchone() is not None


def _changed(store: Path, backup: Backup) -> bool:
    """Whether the store was written after the copy was made."""
    times = [store.stat().st_mtime]
    with suppress(OSError):
        wal = store.with_name(store.name + "-wal").stat()
        times += [wal.st_mtime] if wal.st_size else []
    return max(times) > backup.created.timestamp()
