"""Rows of the database as frozen records, and whole runs; each function in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Column, ColumnElement, Connection, Row, Text, func, select, type_coerce

from engine.settings import DocumentSample, ReadingOptions
from workbench.store.column_types import (
    AnyArray,
    UtcTime,
    config_of_row,
    document_of,
    mixture_of,
    unpack_array,
)
from workbench.store.errors import DamagedStoreError, RunStateError, UnknownRunError, say
from workbench.store.records import (
    DocumentOptions,
    FileRecord,
    LibraryResult,
    RunId,
    RunRecord,
    RunSummary,
    SourceRecord,
)
from workbench.store.schema import (
    run_arrays,
    run_evaluations,
    run_premiums,
    run_problems,
    run_source_files,
    run_sources,
    run_special_tokens,
    run_tags,
    runs,
)

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.settings import Mixture, SuperwordOrigin, Superwords, TrainingConfig, TrainingRecord

_SUMMARY_COLUMNS = (
    "run_id", "name", "status", "created_at", "finished_at", "deleted_at", "heartbeat_at", "phase",
    "fraction", "vocab_size", "n_merges", "pattern_name", "pattern", "tie_break", "normalization",
    "documents", "bytes", "pretokens", "unique_pretokens", "unmatched_bytes", "corpus_tokens",
    "seconds_total", "semantic_hash", "reason", "notes", "mixture",
    "parent_run", "merge_rules", "superwords", "trainer",
)  # fmt: skip
_MOST_SUMMARIES = 8192
_DAMAGE = (
    ValueError, TypeError, KeyError, OverflowError, AttributeError, IndexError, RecursionError,
)  # fmt: skip
"""What a stored document raises that is not of the form in which it was written."""
_Premium = tuple[str | None, float | None]
"""The language with the highest premium, and it; None for texts that are not parallel."""


def run_row(connection: Connection, run_id: RunId) -> Row[Any]:
    """The row of one run. Raises UnknownRunError."""
    row = connection.execute(select(runs).where(runs.c.run_id == run_id)).one_or_none()
    if row is None:
        raise UnknownRunError(say("unknown_run_id", run_id=run_id), run=run_id)
    return row


def read_summaries(connection: Connection, condition: ColumnElement[bool]) -> list[RunSummary]:
    """Summaries of the runs that fit, newest first."""
    columns = [_plain(runs.c[name]) for name in _SUMMARY_COLUMNS]
    newest = (runs.c.created_at.desc(), runs.c.run_id.desc())
    rows = connection.execute(select(*columns).where(condition).order_by(*newest)).all()
    counting = select(run_sources.c.run_id, func.count()).group_by(run_sources.c.run_id)
    n_sources: dict[str, int] = dict(connection.execute(counting).all())
    tags: dict[str, list[str]] = defaultdict(list)
    for run_id, tag in connection.execute(
        select(run_tags.c.run_id, run_tags.c.tag).order_by(run_tags.c.run_id, run_tags.c.position)
    ):
        tags[run_id].append(tag)
    measured = _premiums(connection)
    return [
        _summary(
            tuple(row), n_sources.get(row[0], 0), tuple(tags.get(row[0], ())), measured.get(row[0])
        )
        for row in rows
    ]


def _premiums(connection: Connection) -> dict[str, _Premium]:
    """Of each run with evaluations the highest premium of the newest one that has premiums."""
    evaluated, premiums = run_evaluations.c, run_premiums.c
    rows = connection.execute(
        select(evaluated.run_id, premiums.label, premiums.premium)
        .outerjoin_from(
            run_evaluations,
            run_premiums,
            (evaluated.run_id == premiums.run_id) & (evaluated.name == premiums.name),
        )
        .order_by(premiums.label.is_not(None), evaluated.created_at)
    )
    return {run_id: (label, premium) for run_id, label, premium in rows}


def read_config(connection: Connection, row: Row[Any]) -> TrainingConfig:
    """The settings a run was begun with."""
    tokens = connection.scalars(
        select(run_special_tokens.c.token)
        .where(run_special_tokens.c.run_id == row.run_id)
        .order_by(run_special_tokens.c.position)
    ).all()
    return config_of_row(row, tuple(tokens[: len(tokens) - row.reserved_slots]))


def read_sources(connection: Connection, run_id: RunId) -> tuple[SourceRecord, ...]:
    """The sources of a run, in order."""
    files: dict[int, list[FileRecord]] = defaultdict(list)
    for row in connection.execute(
        select(run_source_files)
        .where(run_source_files.c.run_id == run_id)
        .order_by(run_source_files.c.source_position, run_source_files.c.position)
    ):
        files[row.source_position].append(FileRecord(row.path, row.size_bytes, row.sha256))
    rows = connection.execute(
        select(run_sources).where(run_sources.c.run_id == run_id).order_by(run_sources.c.position)
    )
    return tuple(
        SourceRecord(
            label=row.label,
            files=tuple(files[row.position]),
            weight=row.weight,
            documents=row.documents,
            bytes=row.bytes,
            characters=row.characters,
            n_problems=row.n_problems,
            reading=_reading(row),
            weight_units=row.weight_units,
            share=row.share,
            natural_bytes=row.natural_bytes,
        )
        for row in rows
    )


def _reading(row: Row[Any]) -> ReadingOptions:
    """How a source was read."""
    sample = None
    if row.sample_share is not None:
        sample = DocumentSample(row.sample_share, row.sample_seed or 0)
    return ReadingOptions(
        document_separator=row.document_separator,
        max_document_chars=row.max_document_chars,
        max_chars=row.max_chars,
        text_field=row.text_field,
        encoding_errors=row.encoding_errors,
        sample=sample,
        min_count=row.min_count,
    )


@contextmanager
def whole_record(path: Path, subject: str) -> Iterator[None]:
    """Raise DamagedStoreError, naming the subject, if rows do not make the record they should."""
    from engine.errors import EngineError

    try:
        yield
    except (*_DAMAGE, EngineError) as error:
        reason = str(error).rstrip(".")
        raise DamagedStoreError(
            say("record_damaged", subject=subject, path=path, reason=reason),
            path=path,
        ) from error


def _plain(column: Column[Any]) -> ColumnElement[Any]:
    """A column of times as the text that it is: reading thousands of runs has to be quick."""
    return type_coerce(column, Text) if isinstance(column.type, UtcTime) else column


@lru_cache(maxsize=_MOST_SUMMARIES)
def _summary(
    row: tuple[Any, ...], n_sources: int, tags: tuple[str, ...], measured: _Premium | None
) -> RunSummary:
    """The summary of a row of _SUMMARY_COLUMNS; the same row again gives the same summary."""
    values = dict(zip(_SUMMARY_COLUMNS, row, strict=True))
    n_bytes, tokens = values.pop("bytes"), values.pop("corpus_tokens")
    finished, deleted = values.pop("finished_at"), values.pop("deleted_at")
    mixture = values.pop("mixture")
    worst_label, worst_premium = measured or (None, None)
    return RunSummary(
        is_evaluated=measured is not None,
        worst_label=worst_label,
        worst_premium=worst_premium,
        created=datetime.fromisoformat(values.pop("created_at")),
        heartbeat=datetime.fromisoformat(values.pop("heartbeat_at")),
        finished=None if finished is None else datetime.fromisoformat(finished),
        deleted=None if deleted is None else datetime.fromisoformat(deleted),
        n_sources=n_sources,
        bytes=n_bytes,
        bytes_per_token=None if tokens is None else n_bytes / max(1, tokens),
        tags=tags,
        mixture=_mixture(mixture),
        parent=values.pop("parent_run"),
        has_merge_rules=values.pop("merge_rules") is not None,
        superwords=_superwords(values.pop("superwords")),
        trainer=_trainer(values.pop("trainer")),
        **values,
    )


def _trainer(text: str | None) -> str | None:
    """The name of a run's trainer in the list; damage is told where the run is opened."""
    try:
        document = document_of(text)
        return None if document is None else str(document["name"])
    except _DAMAGE:
        return None


def _superwords(text: str | None) -> Superwords | None:
    """Superwords of a run in the list; damaged ones are told where the run is opened."""
    from engine.errors import ConfigError
    from engine.settings import Superwords

    try:
        document = document_of(text)
        return None if document is None else Superwords.of_document(document)
    except (*_DAMAGE, ConfigError):
        return None


def _mixture(text: str | None) -> Mixture | None:
    """The mixture of a run in the list; one that is damaged is told where the run is opened."""
    from engine.errors import ConfigError

    try:
        return None if text is None else mixture_of(text)
    except (*_DAMAGE, ConfigError):
        return None


def read_run(connection: Connection, run_id: RunId) -> RunRecord:
    """A run with its recipe and what its training recorded."""
    row = run_row(connection, run_id)
    library = read_library(connection, row)
    (summary,) = read_summaries(connection, runs.c.run_id == run_id)
    return RunRecord(
        summary=summary,
        config=read_config(connection, row),
        options=DocumentOptions(
            row.max_document_chars,
            row.max_chars,
            row.document_separator,
            row.text_field,
            row.encoding_errors,
        ),
        sources=read_sources(connection, run_id),
        engine_version=row.engine_version,
        unicode_version=row.unicode_version,
        seconds_count=row.seconds_count,
        seconds_merge=row.seconds_merge,
        seconds_total=row.seconds_total,
        training=None if row.status != "finished" or library else read_training(connection, row),
        library=library,
        mixture=None if row.mixture is None else mixture_of(row.mixture),
        weight_scale=row.weight_scale,
    )


def read_training(connection: Connection, row: Row[Any]) -> TrainingRecord:
    """What the training of a finished run recorded; its arrays are read-only."""
    from engine.settings import ParityRecord, SecondStage, TrainingRecord

    second, parity = document_of(row.second_stage), document_of(row.parity_record)
    sources = read_sources(connection, row.run_id)
    problems = read_problems(connection, row.run_id)
    n = row.n_merges
    return TrainingRecord(
        config=read_config(connection, row),
        counts=_array(connection, row.run_id, "counts", np.int64, (n,)),
        applied=_array(connection, row.run_id, "applied", np.int64, (n,)),
        source_labels=tuple(source.label for source in sources),
        source_bytes=_fixed([source.bytes for source in sources]),
        source_documents=_fixed([source.documents for source in sources]),
        source_applied=_array(
            connection, row.run_id, "source_applied", np.int64, (n, len(sources))
        ),
        pretokens=row.pretokens,
        unique_pretokens=row.unique_pretokens,
        unmatched_bytes=row.unmatched_bytes,
        seconds={
            "count": row.seconds_count,
            "merge": row.seconds_merge,
            "total": row.seconds_total,
        },
        problems=problems,
        unicode_version=row.unicode_version,
        engine_version=row.engine_version,
        source_characters=_fixed([source.characters or 0 for source in sources]),
        source_weights=_fixed([source.weight_units for source in sources]),
        weight_scale=row.weight_scale,
        second_stage=None if second is None else SecondStage.of_document(second),
        parity=None if parity is None else ParityRecord.of_document(parity),
        memory=_memory(connection, row.run_id),
    )


def read_problems(connection: Connection, run_id: RunId) -> tuple[str, ...]:
    """Sentences on what was repaired or left out in a training."""
    sentences = connection.scalars(
        select(run_problems.c.sentence)
        .where(run_problems.c.run_id == run_id)
        .order_by(run_problems.c.position)
    )
    return tuple(sentences)


def read_library(connection: Connection, row: Row[Any]) -> LibraryResult | None:
    """What another library made of a run; None for a run of this engine, and an unfinished one."""
    document = document_of(row.library)
    if document is None:
        return None
    problems = read_problems(connection, row.run_id)
    return LibraryResult(**{**document, "problems": problems})


def read_library_file(connection: Connection, run_id: RunId) -> tuple[str, bytes] | None:
    """Name and bytes of the file that a library made; None for a run of this engine.

    Raises RunStateError for a run that is not finished.
    """
    row = finished_row(connection, run_id)
    library = read_library(connection, row)
    if library is None:
        return None
    blob = _blob(connection, run_id, "file")
    if blob is None:
        raise ValueError("its file is missing")
    return library.file_name, unpack_array(blob).tobytes()


def _memory(connection: Connection, run_id: RunId) -> AnyArray:
    """int64[n, 2]: the memory over the merges; empty for a run that was stored without."""
    blob = _blob(connection, run_id, "memory")
    return _fixed([]).reshape(0, 2) if blob is None else _unpacked(blob, "memory", np.int64)


def finished_row(connection: Connection, run_id: RunId) -> Row[Any]:
    """The row of a finished run. Raises UnknownRunError, RunStateError."""
    row = run_row(connection, run_id)
    if row.status != "finished":
        raise RunStateError(
            say("run_without_tokenizer", name=row.name, run_id=run_id, status=row.status),
            run=run_id,
            status=row.status,
        )
    return row


def read_tokenizer(connection: Connection, run_id: RunId) -> Tokenizer:
    """The tokenizer of a finished run. Raises RunStateError for any other.

    Raises ValueError if what was read is not the tokenizer that was stored.
    """
    from engine.encoding import PieceNumbering, Tokenizer

    row = finished_row(connection, run_id)
    special_tokens = connection.execute(
        select(run_special_tokens.c.token, run_special_tokens.c.token_id)
        .where(run_special_tokens.c.run_id == run_id)
        .order_by(run_special_tokens.c.position)
    )
    merges = _array(connection, run_id, "merges", np.uint32, (row.n_merges, 2))
    training = read_training(connection, row)
    numbering = None
    if training.config.pieces is not None:
        n_numbers = PieceNumbering.array_size(row.n_merges)
        numbers = _array(connection, run_id, "piece_ids", np.uint32, (n_numbers,))
        numbering = PieceNumbering.of_array(numbers)
    tokenizer = Tokenizer(
        merges,
        pattern=row.pattern,
        special_tokens=dict(special_tokens.all()),
        vocab_size=row.vocab_size,
        training=training,
        normalization=row.normalization,
        numbering=numbering,
    ).with_companions(roles=training.config.roles, superwords=_superword_origin(training))
    if tokenizer.semantic_hash != row.semantic_hash:
        raise ValueError("its tokenizer does not have the hash it was stored with")
    return tokenizer


def _superword_origin(training: TrainingRecord) -> SuperwordOrigin | None:
    """The first stage of a run with superwords."""
    from engine.settings import SuperwordOrigin
    from engine.splitting import Splitter

    if training.second_stage is None:
        return None
    first_pattern = Splitter(training.config.pattern).pattern
    return SuperwordOrigin(first_pattern, training.second_stage.n_first)


def _array(
    connection: Connection,
    run_id: RunId,
    name: str,
    dtype: type[np.generic],
    shape: tuple[int, ...],
) -> AnyArray:
    blob = _blob(connection, run_id, name)
    if blob is None:
        raise ValueError(f"its {name} are missing")
    return _unpacked(blob, name, dtype, shape)


def _blob(connection: Connection, run_id: RunId, name: str) -> bytes | None:
    query = select(run_arrays.c.content)
    return connection.scalar(query.where(run_arrays.c.run_id == run_id, run_arrays.c.name == name))


def _unpacked(
    blob: bytes, name: str, dtype: type[np.generic], shape: tuple[int, ...] | None = None
) -> AnyArray:
    """An array of a dtype. shape: None for rows of two. Raises ValueError."""
    try:
        array = unpack_array(blob)
    except ValueError as error:
        raise ValueError(f"its {name} cannot be read: {error}") from error
    wanted = (len(array), 2) if shape is None else shape
    if array.dtype != dtype or array.shape != wanted:
        raise ValueError(f"its {name} are {array.dtype}{array.shape}, not {wanted}")
    return array


def _fixed(numbers: list[int | None]) -> AnyArray:
    array = np.array(numbers, np.int64)
    array.flags.writeable = False
    return array
