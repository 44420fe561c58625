"""What a finished training adds to its run: prepared outside of a transaction, written in one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, delete, insert, update

from workbench.store.arrays import AnyArray, pack_array
from workbench.store.document_texts import document_text
from workbench.store.lookup import default_name, free_name
from workbench.store.mixture_texts import mixture_text
from workbench.store.records import RunId, SourceRecord
from workbench.store.run_reading import read_config, read_sources, run_row
from workbench.store.run_writing import check_open, insert_sources, mark_finished
from workbench.store.schema import run_arrays, run_problems, run_sources, run_special_tokens

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.settings import Mixture, TrainingRecord


@dataclass(frozen=True, slots=True)
class RunResult:
    """A trained tokenizer in the form in which it is written.

    columns: values of the table of runs; blobs: packed arrays by name.
    """

    training: TrainingRecord
    special_tokens: Mapping[str, int]
    columns: Mapping[str, Any]
    blobs: Mapping[str, bytes]


def prepare_result(
    tokenizer: Tokenizer, now: datetime, mixture: Mixture | None = None
) -> RunResult:
    """Pack a tokenizer's arrays. Takes time, so no lock may be held meanwhile.

    Raises ValueError for a tokenizer without a training record or with one that does not fit it.
    """
    training = tokenizer.training
    if training is None:
        raise ValueError("only a tokenizer with a training record can finish a run")
    n_merges = len(tokenizer.merges)
    n_sources = len(training.source_labels)
    arrays: dict[str, tuple[AnyArray, type[np.generic], tuple[int, ...]]] = {
        "merges": (tokenizer.merges, np.uint32, (n_merges, 2)),
        "counts": (training.counts, np.int64, (n_merges,)),
        "applied": (training.applied, np.int64, (n_merges,)),
        "source_applied": (training.source_applied, np.int64, (n_merges, n_sources)),
    }
    for name, (array, dtype, shape) in arrays.items():
        if array.dtype != dtype or array.shape != shape:
            raise ValueError(f"{name} is {array.dtype}{array.shape}, not {dtype.__name__}{shape}")
    columns = {
        "finished_at": now,
        "heartbeat_at": now,
        "pattern_name": tokenizer.pattern_name,
        "pattern": tokenizer.pattern,
        "engine_version": training.engine_version,
        "unicode_version": training.unicode_version,
        "documents": int(training.documents),
        "bytes": int(training.bytes),
        "pretokens": int(training.pretokens),
        "unique_pretokens": int(training.unique_pretokens),
        "unmatched_bytes": int(training.unmatched_bytes),
        "n_merges": n_merges,
        "corpus_tokens": int(training.corpus_tokens()),
        "seconds_count": float(training.seconds["count"]),
        "seconds_merge": float(training.seconds["merge"]),
        "seconds_total": float(training.seconds["total"]),
        "semantic_hash": tokenizer.semantic_hash,
        "weight_scale": training.weight_scale,
        "superwords": document_text(training.config.superwords),
        "second_stage": document_text(training.second_stage),
    }
    if mixture is not None:
        columns["mixture"] = mixture_text(mixture)
    blobs = {name: pack_array(array) for name, (array, _, _) in arrays.items()}
    return RunResult(training, dict(tokenizer.special_tokens), columns, blobs)


def write_result(
    connection: Connection,
    run_id: RunId,
    result: RunResult,
    sources: Sequence[SourceRecord] | None,
    stopped: str = "",
) -> None:
    """Write all parts of a finished run and, last, its state.

    sources: replaces what was known of the sources at the beginning; documents and bytes come from
        the training.
    stopped: why the tokenizer is smaller than asked for; "" where it may not be.
    Raises UnknownRunError, RunStateError; ValueError if the result belongs to another recipe.
    """
    check_open(connection, run_id)
    row = run_row(connection, run_id)
    asked, found = read_config(connection, row), result.training.config
    is_smaller = bool(stopped) and found.vocab_size < asked.vocab_size
    if found != (asked.of_size(found.vocab_size) if is_smaller else asked):
        raise ValueError(f"the tokenizer was trained with other settings than run {run_id}")
    _write_sources(connection, run_id, result.training, sources)
    _write_token_ids(connection, run_id, result.special_tokens)
    problems = [
        {"run_id": run_id, "position": position, "sentence": sentence}
        for position, sentence in enumerate(result.training.problems)
    ]
    if problems:
        connection.execute(insert(run_problems), problems)
    for name, blob in result.blobs.items():
        connection.execute(insert(run_arrays), {"run_id": run_id, "name": name, "content": blob})
    columns = {**result.columns, "vocab_size": found.vocab_size}
    if is_smaller and re.fullmatch(
        re.escape(default_name(row.pattern_name, asked.vocab_size)) + r"(-\d+)?", row.name
    ):  # the name would stand for a size that the run does not have
        wanted = default_name(row.pattern_name, found.vocab_size)
        columns["name"] = free_name(connection, wanted)
    mark_finished(connection, run_id, columns, stopped)


def _write_sources(
    connection: Connection,
    run_id: RunId,
    training: TrainingRecord,
    sources: Sequence[SourceRecord] | None,
) -> None:
    labels = training.source_labels
    known = read_sources(connection, run_id) if sources is None else tuple(sources)
    known = known or tuple(SourceRecord(label) for label in labels)
    if tuple(source.label for source in known) != labels:
        raise ValueError(f"run {run_id} has other sources than its training: {labels}")
    counted = [
        replace(
            source,
            documents=int(training.source_documents[i]),
            bytes=int(training.source_bytes[i]),
            characters=int(training.source_characters[i]) or source.characters,
            weight=float(training.source_repetitions[i]),
            weight_units=int(training.source_weights[i]),
        )
        for i, source in enumerate(known)
    ]
    connection.execute(delete(run_sources).where(run_sources.c.run_id == run_id))
    insert_sources(connection, run_id, counted)


def _write_token_ids(
    connection: Connection, run_id: RunId, special_tokens: Mapping[str, int]
) -> None:
    for token, token_id in special_tokens.items():
        changed = connection.execute(
            update(run_special_tokens)
            .where(run_special_tokens.c.run_id == run_id, run_special_tokens.c.token == token)
            .values(token_id=int(token_id))
        )
        if changed.rowcount != 1:
            raise ValueError(f"run {run_id} was begun without the special token {token!r}")
