"""Looking at a store's file without changing it: whose it is, how old, and whether it is whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select

from workbench.store.column_types import mixture_of
from workbench.store.connection import (
    MOVE_HINT,
    Database,
    damaged,
    file_system_kind,
    is_network,
    known_errors,
    open_file,
)
from workbench.store.errors import (
    DamagedStoreError,
    NewerStoreError,
    NotAStoreError,
    StoreError,
    say,
)
from workbench.store.registry import read_content, read_exports, read_registered
from workbench.store.run_reading import read_tokenizer, whole_record
from workbench.store.run_remarks import read_evaluations
from workbench.store.schema import registered_tokenizers, run_exports, runs

APPLICATION_ID = 0x546F6B57
"""Four bytes, "TokW", that mark the file as a run store in SQLite's header."""

COMPANION_SUFFIXES = ("-journal", "-wal", "-shm")
"""Files that SQLite keeps beside a database; they belong to it wherever it goes."""

_MAX_FINDINGS = 20


@dataclass(frozen=True, slots=True)
class FileFacts:
    """The identity that a database file records; version: the number of migrations applied."""

    application_id: int
    version: int
    table_names: frozenset[str]

    @property
    def is_empty(self) -> bool:
        return not self.table_names


def file_facts(path: Path) -> FileFacts:
    """Read a file's marks. Raises DamagedStoreError, StoreReadError, StoreBusyError."""
    with known_errors(path), _looking_at(path) as connection:
        (application_id,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return FileFacts(application_id, version, frozenset(name for (name,) in names))


def check_is_ours(path: Path, facts: FileFacts, newest_version: int) -> None:
    """Raise NotAStoreError or NewerStoreError for a file that must be left as it is."""
    if facts.application_id != APPLICATION_ID and not facts.is_empty:
        if {"runs", "migrations"} <= facts.table_names:
            raise damaged(path, say("store_without_mark"))
        raise not_a_store(path, say("store_of_other_program"))
    if facts.version > newest_version:
        raise NewerStoreError(
            say("store_too_new", path=path, version=facts.version, known=newest_version),
            path=path,
        )


def not_a_store(path: Path, reason: str) -> NotAStoreError:
    """The error for a file that is something else."""
    return NotAStoreError(say("not_a_store", path=path, reason=reason, hint=MOVE_HINT), path=path)


def is_unclean(path: Path) -> bool:
    """Whether a process died while it wrote; SQLite repairs that at the next opening."""
    return any(_size(_companion(path, suffix)) > 0 for suffix in ("-journal", "-wal"))


def quick_findings(path: Path) -> list[str]:
    """What SQLite's quick check finds wrong with the file's structure; empty if it is whole."""
    return _findings(path, "quick_check")


def full_findings(path: Path) -> list[str]:
    """The same with every index compared and every reference between tables followed."""
    findings = _findings(path, "integrity_check")
    if findings:
        return findings
    with known_errors(path), _looking_at(path) as connection:
        orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(_MAX_FINDINGS)
    return [f"a row of {table} belongs to no row of {parent}" for table, _, parent, _ in orphans]


def companions(path: Path) -> list[Path]:
    """The files SQLite has beside the store at this moment."""
    candidates = (_companion(path, suffix) for suffix in COMPANION_SUFFIXES)
    return [candidate for candidate in candidates if candidate.exists()]


def _findings(path: Path, check: str) -> list[str]:
    with known_errors(path), _looking_at(path) as connection:
        rows = connection.execute(f"PRAGMA {check}({_MAX_FINDINGS})").fetchall()
    findings = [str(text) for (text,) in rows]
    return [] if findings == ["ok"] else findings


@contextmanager
def _looking_at(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing, except to undo what a dead process left half-written.

    Plain reading of the bytes is no alternative: closing any handle of the file would release
    the locks that this process holds on it, https://sqlite.org/howtocorrupt.html
    """
    with closing(open_file(path, "rw" if is_unclean(path) else "ro")) as connection:
        yield connection


def _companion(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def findings_of(database: Database) -> list[str]:
    """Sentences on what is wrong; a damaged file is not searched further."""
    path = database.path
    findings = []
    kind = file_system_kind(path.parent)
    if is_network(kind):
        findings.append(
            f"The run store {path} lies on a network file system ({kind}), where locks may not "
            "hold. Let one program at a time use it, or move it to a local disk."
        )
    try:
        broken = [f"The run store {path} is damaged: {text}." for text in full_findings(path)]
        return findings + (broken or _run_findings(database) + _registry_findings(database))
    except StoreError as error:
        return [*findings, str(error)]


def _run_findings(database: Database) -> list[str]:
    with database.reading() as connection:
        query = select(runs.c.run_id, runs.c.status, runs.c.mixture).order_by(runs.c.run_id)
        rows = connection.execute(query).all()
    findings = []
    for run_id, status, mixture in rows:
        try:
            with (
                whole_record(database.path, f"The run {run_id}"),
                database.reading() as connection,
            ):
                if mixture is not None:
                    mixture_of(mixture)
                read_evaluations(connection, run_id)
                if status == "finished":
                    read_tokenizer(connection, run_id)
        except DamagedStoreError as error:
            findings.append(str(error))
    return findings


def _registry_findings(database: Database) -> list[str]:
    """Every version is loaded, every export read."""
    table = registered_tokenizers
    with database.reading() as connection:
        versions = connection.execute(
            select(table.c.name, table.c.version).order_by(table.c.name, table.c.version)
        ).all()
        numbers = connection.scalars(
            select(run_exports.c.export_id).order_by(run_exports.c.export_id)
        ).all()
    findings = []
    for name, version in versions:
        subject = f"The registered tokenizer {name}@{version}"
        findings += _finding(database, subject, _read_version, name, version)
    for number in numbers:
        findings += _finding(database, f"The export {number}", _read_export, number)
    return findings


def _finding(
    database: Database, subject: str, read: Callable[..., object], *which: object
) -> list[str]:
    try:
        with whole_record(database.path, subject), database.reading() as connection:
            read(connection, *which)
    except DamagedStoreError as error:
        return [str(error)]
    return []


def _read_version(connection: Connection, name: str, version: int) -> None:
    table = registered_tokenizers
    condition = (table.c.name == name) & (table.c.version == version)
    read_registered(connection, condition, with_exports=False)
    read_content(connection, name, version)


def _read_export(connection: Connection, number: int) -> None:
    read_exports(connection, run_exports.c.export_id == number)
