"""A run read whole: its record, its training, its tokenizer. Inside one transaction each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, Row, select

from workbench.store.arrays import AnyArray, unpack_array
from workbench.store.document_texts import document_of
from workbench.store.errors import RunStateError
from workbench.store.mixture_texts import mixture_of
from workbench.store.records import DocumentOptions, RunId, RunRecord
from workbench.store.run_reading import read_config, read_sources, read_summaries, run_row
from workbench.store.schema import run_arrays, run_problems, run_special_tokens, runs
from workbench.store.sentences import say

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.settings import SuperwordOrigin, TrainingRecord


def read_run(connection: Connection, run_id: RunId) -> RunRecord:
    """A run with its recipe and what its training recorded."""
    row = run_row(connection, run_id)
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
        training=read_training(connection, row) if row.status == "finished" else None,
        mixture=None if row.mixture is None else mixture_of(row.mixture),
        weight_scale=row.weight_scale,
    )


def read_training(connection: Connection, row: Row[Any]) -> TrainingRecord:
    """What the training of a finished run recorded; its arrays are read-only."""
    from engine.settings import SecondStage, TrainingRecord

    second = document_of(row.second_stage)
    sources = read_sources(connection, row.run_id)
    problems = connection.scalars(
        select(run_problems.c.sentence)
        .where(run_problems.c.run_id == row.run_id)
        .order_by(run_problems.c.position)
    ).all()
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
        problems=tuple(problems),
        unicode_version=row.unicode_version,
        engine_version=row.engine_version,
        source_characters=_fixed([source.characters or 0 for source in sources]),
        source_weights=_fixed([source.weight_units for source in sources]),
        weight_scale=row.weight_scale,
        second_stage=None if second is None else SecondStage.of_document(second),
    )


def read_tokenizer(connection: Connection, run_id: RunId) -> Tokenizer:
    """The tokenizer of a finished run. Raises RunStateError for any other.

    Raises ValueError if what was read is not the tokenizer that was stored.
    """
    from engine.encoding import Tokenizer

    row = run_row(connection, run_id)
    if row.status != "finished":
        raise RunStateError(
            say("run_without_tokenizer", name=row.name, run_id=run_id, status=row.status),
            run=run_id,
            status=row.status,
        )
    special_tokens = connection.execute(
        select(run_special_tokens.c.token, run_special_tokens.c.token_id)
        .where(run_special_tokens.c.run_id == run_id)
        .order_by(run_special_tokens.c.position)
    )
    merges = _array(connection, run_id, "merges", np.uint32, (row.n_merges, 2))
    training = read_training(connection, row)
    tokenizer = Tokenizer(
        merges,
        pattern=row.pattern,
        special_tokens=dict(special_tokens.all()),
        vocab_size=row.vocab_size,
        training=training,
        normalization=row.normalization,
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
    blob = connection.scalar(
        select(run_arrays.c.content).where(run_arrays.c.run_id == run_id, run_arrays.c.name == name)
    )
    if blob is None:
        raise ValueError(f"its {name} are missing")
    try:
        array = unpack_array(blob)
    except ValueError as error:
        raise ValueError(f"its {name} cannot be read: {error}") from error
    if array.dtype != dtype or array.shape != shape:
        raise ValueError(f"its {name} are {array.dtype}{array.shape}, not {shape}")
    return array


def _fixed(numbers: list[int | None]) -> AnyArray:
    array = np.array(numbers, np.int64)
    array.flags.writeable = False
    return array
