"""Bringing a store's file to the newest version, one recorded step after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection

from workbench.store.connection import Database
from workbench.store.file_health import APPLICATION_ID
from workbench.store.migration_steps import MIGRATIONS, Migration

_RECORDS_TABLE = """
CREATE TABLE IF NOT EXISTS migrations (
    version INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    applied_at TEXT NOT NULL
) STRICT
"""


def migrate(
    database: Database,
    *,
    back_up: Callable[[str], object],
    migrations: Sequence[Migration] = MIGRATIONS,
) -> tuple[str, ...]:
    """Apply what is missing, oldest first; returns the names of the steps applied.

    back_up: called with a reason before the first step on a file that holds something.
    All steps are one transaction, with their records and the file's version: a file is of the old
    version or of the newest. Two programs may do this at once: each looks again once it has its
    turn.
    """
    version = _version(database)
    if 0 < version < len(migrations):
        back_up(f"before-{migrations[version].name}")
    applied = []
    if version >= len(migrations):
        return ()
    with database.writing() as connection:
        version = _version_within(connection)  # another program may have been faster
        for number, migration in enumerate(migrations[version:], version + 1):
            migration.apply(connection)
            _record(connection, number, migration.name)
            applied.append(migration.name)
    return tuple(applied)


def _record(connection: Connection, number: int, name: str) -> None:
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    connection.exec_driver_sql(_RECORDS_TABLE)
    connection.exec_driver_sql("INSERT INTO migrations VALUES (?, ?, ?)", (number, name, moment))
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {number}")


def _version(database: Database) -> int:
    with database.reading() as connection:
        return _version_within(connection)


def _version_within(connection: Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
