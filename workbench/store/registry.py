"""Registered tokenizers and exports: names and references, documents, and rows.

Every function that takes a connection runs inside one transaction.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, func, insert, select, update

from engine.settings import DocumentSample, ReadingOptions
from workbench.store.errors import (
    AmbiguousTokenizerError,
    RegistryNameError,
    UnknownTokenizerError,
    say,
)
from workbench.store.records import (
    ExportedFile,
    ExportRecord,
    FileRecord,
    ImportedFile,
    RegisteredTokenizer,
    RunId,
    RunRecord,
    SourceRecord,
    TrainedFrom,
)
from workbench.store.schema import registered_tokenizers, run_export_files, run_exports

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from engine.encoding import Tokenizer
    from engine.settings import TrainingRecord

MAX_REGISTERED_NAME_LENGTH = 100
MAX_METADATA = 200
MAX_KEY_LENGTH, MAX_VALUE_LENGTH = 100, 10_000
SHORTEST_HASH = 8

_VERSION = re.compile(r"[1-9][0-9]{0,6}")
_HASH = re.compile(rf"[0-9a-fA-F]{{{SHORTEST_HASH},64}}")
_NOT_IN_NAMES = "@/\\"

DOCUMENT_VERSION = 1

_WITHOUT_CONTENT = [column for column in registered_tokenizers.c if column.name != "content"]


def find_registered(connection: Connection, reference: str) -> Row[Any]:
    """The name, version and hash of the one tokenizer that a reference means.

    A name alone is its newest version; a hash that several versions have (they differ in roles or
    chat template) is the newest of these. Raises UnknownTokenizerError, AmbiguousTokenizerError.
    """
    name, at, which = reference.rpartition("@")
    if not at:
        name, which = reference, ""
    versions = _versions(connection, name)
    if not versions:
        raise UnknownTokenizerError(
            f'No registered tokenizer is called "{name}"; `registry list` says which there are.',
            reference=reference,
        )
    if not at:
        return versions[0]
    if _VERSION.fullmatch(which):
        found = [row for row in versions if row.version == int(which)]
    elif _HASH.fullmatch(which):
        found = [row for row in versions if row.semantic_hash.startswith(which.lower())]
    else:
        raise RegistryNameError(
            f'"{which}" in "{reference}" is neither a version (1, 2, ...) nor {SHORTEST_HASH} or '
            "more hex digits of a hash.",
            name=reference,
        )
    if not found:
        known = ", ".join(f"@{row.version} ({row.semantic_hash[:12]})" for row in versions)
        raise UnknownTokenizerError(
            f'"{name}" has no version or hash {which}; it has {known}.', reference=reference
        )
    if len({row.semantic_hash for row in found}) > 1:
        references = [f"{row.name}@{row.version}" for row in found]
        raise AmbiguousTokenizerError(
            f"The hashes of {', '.join(references)} begin with {which}; write more digits, or the "
            "version.",
            reference=reference,
            references=references,
        )
    return found[0]


def checked_registry_name(name: str) -> str:
    """A name as it is stored: white space put in order. Raises RegistryNameError."""
    cleaned = " ".join(name.split())
    if not cleaned:
        raise RegistryNameError(say("registered_name_empty"), name=name)
    if len(cleaned) > MAX_REGISTERED_NAME_LENGTH:
        raise RegistryNameError(
            say(
                "registered_name_too_long",
                beginning=cleaned[:40],
                n=len(cleaned),
                most=MAX_REGISTERED_NAME_LENGTH,
            ),
            name=name,
        )
    if not cleaned.strip("."):
        raise RegistryNameError(
            say("registered_name_folder", name=cleaned),
            name=name,
        )
    bad = next((sign for sign in cleaned if sign in _NOT_IN_NAMES or not sign.isprintable()), None)
    if bad is not None:
        raise RegistryNameError(
            say("registered_name_sign", name=cleaned, sign=repr(bad)),
            name=name,
        )
    return cleaned


def checked_metadata(metadata: Mapping[str, str]) -> dict[str, str]:
    """Metadata as it is stored. Raises RegistryNameError."""
    if len(metadata) > MAX_METADATA:
        raise RegistryNameError(
            say("metadata_too_many", n=len(metadata), most=MAX_METADATA),
            name="metadata",
        )
    cleaned: dict[str, str] = {}
    for key, value in metadata.items():
        word, text = " ".join(str(key).split()), str(value).strip()
        if not word or len(word) > MAX_KEY_LENGTH:
            raise RegistryNameError(
                say("metadata_key", key=repr(key[:40]), most=MAX_KEY_LENGTH),
                name=key,
            )
        if len(text) > MAX_VALUE_LENGTH:
            raise RegistryNameError(
                say("metadata_too_long", word=word, n=len(text), most=MAX_VALUE_LENGTH),
                name=key,
            )
        if word in cleaned:
            raise RegistryNameError(say("metadata_twice", word=word), name=key)
        cleaned[word] = text
    return cleaned


def _versions(connection: Connection, name: str) -> list[Row[Any]]:
    """The versions of a name, newest first."""
    table = registered_tokenizers
    columns = (table.c.name, table.c.version, table.c.semantic_hash)
    query = select(*columns).where(table.c.name == name).order_by(table.c.version.desc())
    return list(connection.execute(query))


def trained_from_run(run: RunRecord) -> TrainedFrom:
    """What a finished run knows of its sources."""
    return TrainedFrom(
        sources=run.sources,
        mixture=None if run.mixture is None else dict(run.mixture.given()),
        engine_version=run.engine_version,
        unicode_version=run.unicode_version,
        trained=run.summary.finished,
    )


def trained_from_record(training: TrainingRecord | None) -> TrainedFrom:
    """What a tokenizer file with a training record knows: labels and bytes, no files."""
    if training is None:
        return TrainedFrom()
    characters = training.source_characters.tolist() or [0] * len(training.source_labels)
    sources = tuple(
        SourceRecord(
            label,
            documents=int(training.source_documents[i]),
            bytes=int(training.source_bytes[i]),
            characters=int(characters[i]) or None,
        )
        for i, label in enumerate(training.source_labels)
    )
    return TrainedFrom(
        sources,
        engine_version=training.engine_version,
        unicode_version=training.unicode_version,
    )


def trained_from_text(known: TrainedFrom) -> str:
    """JSON that `trained_from_of` reads."""
    return as_text(
        {
            "version": DOCUMENT_VERSION,
            "sources": [
                {**asdict(source), "reading": source.reading.flat()} for source in known.sources
            ],
            "mixture": known.mixture,
            "engine_version": known.engine_version,
            "unicode_version": known.unicode_version,
            "trained": None if known.trained is None else known.trained.isoformat(),
        }
    )


def trained_from_of(text: str) -> TrainedFrom:
    """What `trained_from_text` wrote. Raises ValueError, TypeError or KeyError for damage."""
    content = json.loads(text)
    if content["version"] != DOCUMENT_VERSION:
        raise ValueError(f"what it was trained from has the unknown version {content['version']}")
    trained = content["trained"]
    return TrainedFrom(
        sources=tuple(_source(each) for each in content["sources"]),
        mixture=content["mixture"],
        engine_version=content["engine_version"],
        unicode_version=content["unicode_version"],
        trained=None if trained is None else datetime.fromisoformat(trained),
    )


def as_text(document: object) -> str:
    """JSON in UTF-8; a lone surrogate of an odd file name stays an escape."""
    text = json.dumps(document, ensure_ascii=False)
    return text if _is_utf8(text) else json.dumps(document)


def mapping_of(text: str) -> dict[str, Any]:
    """The JSON object in a text. Raises ValueError for anything else."""
    content = json.loads(text)
    if not isinstance(content, dict):
        raise ValueError("a stored document is no JSON object")
    return content


def _source(content: Mapping[str, Any]) -> SourceRecord:
    reading = dict(content["reading"])
    share, seed = reading.pop("sample_share"), reading.pop("sample_seed")
    sample = None if share is None else DocumentSample(share, seed or 0)
    files = tuple(FileRecord(**file) for file in content["files"])
    return SourceRecord(
        **{**content, "files": files, "reading": ReadingOptions(**reading, sample=sample)}
    )


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


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
