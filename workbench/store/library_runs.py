"""Writing what a training in another library made; see run_writing for those of this engine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, delete, insert, update

from workbench.store import run_writing
from workbench.store.column_types import pack_array
from workbench.store.records import LibraryResult, RunId, SourceRecord
from workbench.store.schema import run_arrays, run_problems, run_sources, run_special_tokens

if TYPE_CHECKING:
    from engine.evaluation import Evaluation
    from engine.trainers import LibraryTraining


def prepare_library_result(
    made: LibraryTraining, evaluation: Evaluation, now: datetime
) -> tuple[dict[str, Any], bytes]:
    """The columns of the run and the packed file. Takes time, so no lock may be held meanwhile."""
    files = made.manifest["files"]
    n_bytes = sum(entry["natural_bytes"] for entry in files)
    tokenizer, seconds = made.tokenizer, made.seconds
    result = LibraryResult(
        made.library,
        made.file_name,
        len(made.file),
        tokenizer.vocab_size,
        {part: seconds[part] for part in ("write", "read", "train")},
        made.peak_bytes,
    )
    document = asdict(result)
    del document["problems"]  # they have a table
    columns = {
        "finished_at": now,
        "heartbeat_at": now,
        "documents": sum(entry["natural_documents"] for entry in files),
        "bytes": n_bytes,
        "pretokens": 0,
        "unique_pretokens": 0,
        "unmatched_bytes": 0,
        "n_merges": len(getattr(tokenizer, "merges", ())),
        "corpus_tokens": _tokens(evaluation, files),
        "seconds_count": seconds["write"] + seconds["read"],
        "seconds_merge": seconds["train"],
        "seconds_total": seconds["total"],
        "semantic_hash": tokenizer.semantic_hash,
        "mixture": json.dumps(made.manifest["mixture"]) if made.manifest["mixture"] else None,
        "library": json.dumps(document),
    }
    return columns, pack_array(np.frombuffer(made.file, np.uint8))


def write_library_result(
    connection: Connection,
    run_id: RunId,
    columns: Mapping[str, Any],
    blob: bytes,
    made: LibraryTraining,
    sources: Sequence[SourceRecord],
) -> None:
    """Write all parts of a finished run and, last, its state. Raises RunStateError."""
    run_writing.check_open(connection, run_id)
    special_tokens = made.tokenizer.special_tokens
    connection.execute(delete(run_sources).where(run_sources.c.run_id == run_id))
    run_writing.insert_sources(connection, run_id, sources)
    rows = [
        {"run_id": run_id, "position": position, "sentence": str(sentence)}
        for position, sentence in enumerate(made.problems)
    ]
    if rows:
        connection.execute(insert(run_problems), rows)
    connection.execute(insert(run_arrays), {"run_id": run_id, "name": "file", "content": blob})
    table = run_special_tokens
    for token, token_id in special_tokens.items():  # the library has others beside them
        ours = (table.c.run_id == run_id) & (table.c.token == token)
        connection.execute(update(table).where(ours).values(token_id=int(token_id)))
    run_writing.mark_finished(connection, run_id, dict(columns))


def _tokens(evaluation: Evaluation, files: Sequence[Mapping[str, Any]]) -> int:
    """The tokens of the whole sources, if all of each is as its beginning is."""
    measured = {row.label: row for row in evaluation.rows}
    total = evaluation.total
    tokens = 0.0
    for entry in files:
        row = measured.get(entry["label"], total)
        share = row.tokens / row.bytes if row.bytes else 0.0
        tokens += share * entry["natural_bytes"]
    return round(tokens)
