"""Registered tokenizers and exports, row by row. Every function runs inside one transaction."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, func, insert, select, update

from workbench.store.records import RunId
from workbench.store.registry_documents import (
    as_text,
    mapping_of,
    trained_from_of,
    trained_from_text,
)
from workbench.store.registry_records import (
    ExportedFile,
    ExportRecord,
    ImportedFile,
    RegisteredTokenizer,
    TrainedFrom,
)
from workbench.store.registry_schema import registered_tokenizers, run_export_files, run_exports

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from engine.encoding import Tokenizer

_WITHOUT_CONTENT = [column for column in registered_tokenizers.c if column.name != "content"]


@dataclass(frozen=True, slots=True)
class Registration:
    """What is to be registered, packed before the transaction begins."""

    name: str
    values: Mapping[str, Any]


def prepare_registration(
    name: str,
    tokenizer: Tokenizer,
    metadata: Mapping[str, str],
    trained_from: TrainedFrom,
    origin: Mapping[str, str | None],
) -> Registration:
    """Pack a tokenizer with everything that is told of it.

    origin: run_id and run_name of a run, or file_name and file_sha256.
    """
    from engine.encoding import tokenizer_bytes

    content = tokenizer_bytes(tokenizer)
    values = {
        "name": name,
        "semantic_hash": tokenizer.semantic_hash,
        "content_hash": content_hash(tokenizer),
        "vocab_size": tokenizer.vocab_size,
        "n_merges": len(tokenizer.merges),
        "pattern": tokenizer.pattern,
        "pattern_name": tokenizer.pattern_name,
        "origin": "trained" if origin.get("run_id") else "imported",
        "metadata": as_text(metadata),
        "trained_from": trained_from_text(trained_from),
        "sha256": hashlib.sha256(content).hexdigest(),
        "content": content,
        **origin,
    }
    return Registration(name, values)


def content_hash(tokenizer: Tokenizer) -> str:
    """sha256 over what decides ids, and the roles and chat template that travel with it."""
    companions = {"roles": tokenizer.roles, "chat_template": tokenizer.chat_template}
    parts = [tokenizer.semantic_hash, json.dumps(companions, sort_keys=True)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def write_registration(
    connection: Connection, registration: Registration, now: datetime
) -> tuple[int, bool]:
    """Store the next version of a name, or find the one that is the same; (version, is new).

    Exports of the run that were made before belong to the new version as well.
    """
    table, name = registered_tokenizers, registration.name
    known = connection.execute(
        select(table.c.version, table.c.content_hash)
        .where(table.c.name == name)
        .order_by(table.c.version)
    ).all()
    for row in known:
        if row.content_hash == registration.values["content_hash"]:
            return int(row.version), False
    version = known[-1].version + 1 if known else 1
    values = {**registration.values, "version": version, "created_at": now}
    connection.execute(insert(table).values(values))
    if run_id := registration.values.get("run_id"):
        connection.execute(
            update(run_exports)
            .where(
                run_exports.c.run_id == run_id,
                run_exports.c.semantic_hash == values["semantic_hash"],
                run_exports.c.registered_name.is_(None),
            )
            .values(registered_name=name, registered_version=version)
        )
    return version, True


def read_registered(
    connection: Connection,
    condition: ColumnElement[bool] | None = None,
    *,
    with_exports: bool = True,
) -> tuple[RegisteredTokenizer, ...]:
    """Registered tokenizers with their exports, newest first; without what they encode with.

    with_exports: False where only the tokenizers themselves matter.
    """
    table = registered_tokenizers
    columns = [*_WITHOUT_CONTENT, func.length(table.c.content).label("n_bytes")]
    query = select(*columns).order_by(table.c.created_at.desc(), table.c.name, table.c.version)
    rows = connection.execute(query if condition is None else query.where(condition)).all()
    exports: dict[tuple[str, int], list[ExportRecord]] = defaultdict(list)
    of_registered = run_exports.c.registered_name.is_not(None)
    for record in read_exports(connection, of_registered) if with_exports and rows else ():
        if record.registered is not None:
            exports[record.registered].append(record)
    return tuple(_registered(row, tuple(exports[row.name, row.version])) for row in rows)


def read_content(connection: Connection, name: str, version: int) -> Tokenizer:
    """The tokenizer of a version. Raises ValueError, TokenizerFileError if it is damaged."""
    from engine.encoding import load_tokenizer_file

    table = registered_tokenizers
    row = connection.execute(
        select(table).where(table.c.name == name, table.c.version == version)
    ).one()
    if hashlib.sha256(row.content).hexdigest() != row.sha256:
        raise ValueError("its bytes do not have the sha256 that they were stored with")
    tokenizer = load_tokenizer_file(Path(f"{name}@{version}"), row.content)
    if tokenizer.semantic_hash != row.semantic_hash or content_hash(tokenizer) != row.content_hash:
        raise ValueError("its tokenizer does not have the hash it was stored with")
    return tokenizer


def write_export(connection: Connection, record: ExportRecord, now: datetime) -> int:
    """Store an export of a run or of a registered tokenizer; returns its number."""
    name, version = record.registered or (None, None)
    made = connection.execute(
        insert(run_exports).values(
            run_id=record.run_id,
            registered_name=name,
            registered_version=version,
            created_at=now,
            format=record.format,
            name=record.name,
            directory=record.directory,
            vocab_size=record.vocab_size,
            semantic_hash=record.semantic_hash,
            options=as_text(dict(record.options)),
            notes=as_text(list(record.notes)),
            verdict=None if record.verdict is None else as_text(dict(record.verdict)),
        )
    )
    (export_id,) = made.inserted_primary_key or (0,)
    files = [
        {
            "export_id": export_id,
            "position": position,
            "name": file.name,
            "size_bytes": file.size_bytes,
            "sha256": file.sha256,
        }
        for position, file in enumerate(record.files)
    ]
    if files:
        connection.execute(insert(run_export_files), files)
    return int(export_id)


def read_exports(
    connection: Connection, condition: ColumnElement[bool]
) -> tuple[ExportRecord, ...]:
    """The exports that fit, newest first."""
    table = run_exports
    newest = (table.c.created_at.desc(), table.c.export_id.desc())
    rows = connection.execute(select(table).where(condition).order_by(*newest)).all()
    files: dict[int, list[ExportedFile]] = defaultdict(list)
    wanted = select(table.c.export_id).where(condition)
    for file in connection.execute(
        select(run_export_files)
        .where(run_export_files.c.export_id.in_(wanted))
        .order_by(run_export_files.c.export_id, run_export_files.c.position)
    ):
        files[file.export_id].append(ExportedFile(file.name, file.size_bytes, file.sha256))
    return tuple(_export(row, tuple(files[row.export_id])) for row in rows)


def version_of(connection: Connection, run_id: RunId, semantic_hash: str) -> tuple[str, int] | None:
    """The newest version that was registered from a run with that hash, None without one."""
    table = registered_tokenizers
    row = connection.execute(
        select(table.c.name, table.c.version)
        .where(table.c.run_id == run_id, table.c.semantic_hash == semantic_hash)
        .order_by(table.c.created_at.desc(), table.c.version.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else (row.name, row.version)


def _registered(row: Row[Any], exports: tuple[ExportRecord, ...]) -> RegisteredTokenizer:
    file = None if row.file_name is None else ImportedFile(row.file_name, row.file_sha256)
    return RegisteredTokenizer(
        name=row.name,
        version=row.version,
        semantic_hash=row.semantic_hash,
        content_hash=row.content_hash,
        created=row.created_at,
        vocab_size=row.vocab_size,
        n_merges=row.n_merges,
        pattern=row.pattern,
        pattern_name=row.pattern_name,
        origin=row.origin,
        trained_from=trained_from_of(row.trained_from),
        size_bytes=row.n_bytes,
        sha256=row.sha256,
        metadata=mapping_of(row.metadata),
        run_id=row.run_id,
        run_name=row.run_name,
        file=file,
        exports=exports,
    )


def _export(row: Row[Any], files: tuple[ExportedFile, ...]) -> ExportRecord:
    registered = None
    if row.registered_name is not None:
        registered = (row.registered_name, row.registered_version)
    return ExportRecord(
        format=row.format,
        directory=row.directory,
        files=files,
        vocab_size=row.vocab_size,
        semantic_hash=row.semantic_hash,
        name=row.name,
        verdict=None if row.verdict is None else mapping_of(row.verdict),
        options=mapping_of(row.options),
        notes=tuple(json.loads(row.notes)),
        export_id=row.export_id,
        created=row.created_at,
        run_id=row.run_id,
        registered=registered,
    )
