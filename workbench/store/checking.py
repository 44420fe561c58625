"""The thorough look at a store: its file, the references in it, its runs and its registry."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select

from workbench.store.connection import Database
from workbench.store.errors import DamagedStoreError, StoreError
from workbench.store.file_health import full_findings
from workbench.store.file_systems import file_system_kind, is_network
from workbench.store.mixture_texts import mixture_of
from workbench.store.registry_rows import read_content, read_exports, read_registered
from workbench.store.registry_schema import registered_tokenizers, run_exports
from workbench.store.run_artefacts import read_tokenizer
from workbench.store.run_reading import whole_record
from workbench.store.run_remarks import read_evaluations
from workbench.store.schema import runs


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
