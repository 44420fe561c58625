"""The life of a run: begun, alive, and ended in one of four ways; inside a transaction.

What a finished training adds is prepared outside of a transaction and written in one.
"""

from __future__ import annotations

import os
import re
import secrets
import socket
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, delete, insert, select, update

from engine.machine import is_running
from workbench.store.column_types import (
    AnyArray,
    document_text,
    mixture_text,
    pack_array,
    settings_row,
)
from workbench.store.errors import RunStateError, UnknownRunError, say
from workbench.store.records import DocumentOptions, RunId, RunStatus, SourceRecord
from workbench.store.run_reading import read_config, read_sources, run_row
from workbench.store.run_remarks import checked_name, default_name, free_name
from workbench.store.schema import (
    run_arrays,
    run_problems,
    run_source_files,
    run_sources,
    run_special_tokens,
    runs,
)

if TYPE_CHECKING:
    from engine.compiled import Int64s
    from engine.encoding import Tokenizer
    from engine.settings import Mixture, TrainingConfig, TrainingRecord

_PROC = Path("/proc")
_DEAD_STATES = frozenset("ZXx")

OPEN_STATUSES: tuple[RunStatus, ...] = ("running", "interrupted")
"""From here a run can still end. An interrupted one too: only its own process can know better."""

SILENCE = timedelta(hours=1)
"""After this long without a sign of life a run of another machine counts as interrupted."""


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """One process of one boot of one machine, told apart from every other.

    A process id alone is not enough: ids are used again, and a boot starts them over.
    boot_id: names the boot, None where the system has no such name.
    started: start of the process in clock ticks since the boot, None where the system hides it.
    """

    pid: int
    host: str
    boot_id: str | None
    started: int | None

    @classmethod
    def current(cls) -> ProcessIdentity:
        pid = os.getpid()
        return cls(pid, socket.gethostname(), current_boot_id(), process_start(pid))

    def is_alive(self) -> bool | None:
        """Whether the process still runs; None where this machine cannot know."""
        if self.host != socket.gethostname():
            return None
        boot_id = current_boot_id()
        if self.boot_id is not None and boot_id is not None and self.boot_id != boot_id:
            return False
        if self.started is not None and boot_id is not None:
            return process_start(self.pid) == self.started
        return is_running(self.pid)


def current_boot_id() -> str | None:
    """The kernel's name for this boot; None where there is none."""
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip() or None
    except OSError:
        return None


def process_start(pid: int) -> int | None:
    """Start of a living process in clock ticks since the boot; None if dead or unknown."""
    try:
        stat = (_PROC / str(pid) / "stat").read_bytes()
    except OSError:
        return None
    # The second field is the program's name in parentheses and may itself hold any of these.
    state, *fields = stat.rpartition(b")")[2].split()
    return None if state.decode("ascii") in _DEAD_STATES else int(fields[18])


def begin(
    connection: Connection,
    name: str | None,
    config: TrainingConfig,
    sources: Sequence[SourceRecord],
    options: DocumentOptions,
    mixture: Mixture | None,
    now: datetime,
) -> RunId:
    """Insert a run in state "running" that belongs to this process; returns its new id."""
    from engine.splitting import presets

    preset = presets().get(config.pattern)
    named = preset.name if preset else None
    wanted = default_name(config.trainer.name if config.trainer else named, config.vocab_size)
    run_id = _new_run_id(connection, now)
    values: dict[str, Any] = {
        "run_id": run_id,
        "name": free_name(connection, wanted) if name is None else checked_name(name),
        "notes": "",
        "created_at": now,
        **_running_here(now),
        "pattern_name": preset.name if preset else None,
        "pattern": preset.pattern if preset else config.pattern,
        **_recipe_values(config, options),
        "mixture": None if mixture is None else mixture_text(mixture),
        "weight_scale": 1,
    }
    connection.execute(insert(runs).values(values))
    _insert_special_tokens(connection, run_id, config)
    insert_sources(connection, run_id, sources)
    return run_id


def reopen(connection: Connection, run_id: RunId, now: datetime, *, is_dead: bool) -> None:
    """Let a run that did not finish belong to this process. is_dead: its own is gone."""

    row = connection.execute(select(runs).where(runs.c.run_id == run_id)).one_or_none()
    if row is None:
        raise UnknownRunError(say("unknown_run_id", run_id=run_id), run=run_id)
    reason = None
    if row.status == "finished":
        reason = say("resume_finished")
    elif row.deleted_at is not None:
        reason = say("resume_deleted")
    elif row.status == "running" and not is_dead:
        reason = say("resume_running", pid=row.pid, host=row.host)
    if reason is not None:
        raise RunStateError(
            say("run_refused", name=row.name, run_id=run_id, reason=reason),
            run=run_id,
            status=row.status,
        )
    values = {**_running_here(now), "finished_at": None}
    connection.execute(update(runs).where(runs.c.run_id == run_id).values(values))


def _running_here(now: datetime) -> dict[str, Any]:
    """The columns of a run that this process and this version of the engine have begun."""
    from engine.settings import ENGINE_VERSION
    from engine.text import UNICODE_VERSION

    process = ProcessIdentity.current()
    return {
        "status": "running",
        "reason": "",
        "heartbeat_at": now,
        "phase": "",
        "fraction": 0.0,
        "pid": process.pid,
        "host": process.host,
        "boot_id": process.boot_id,
        "process_started": process.started,
        "engine_version": ENGINE_VERSION,
        "unicode_version": UNICODE_VERSION,
    }


def set_parent(connection: Connection, run_id: RunId, parent: RunId) -> None:
    """Note the run that an open one goes on from or extends."""
    _change_open_run(connection, run_id, {"parent_run": parent})


def _recipe_values(config: TrainingConfig, options: DocumentOptions) -> dict[str, Any]:
    """What a person chose, by column."""
    return {
        **settings_row(config),
        "max_document_chars": options.max_document_chars,
        "max_chars": options.max_chars,
        "document_separator": options.document_separator,
        "text_field": options.text_field,
        "encoding_errors": options.encoding_errors,
    }


def beat(connection: Connection, run_id: RunId, phase: str, fraction: float, now: datetime) -> None:
    """Note a sign of life; a run that was taken for dead is running again."""
    within = fraction if 0.0 <= fraction <= 1.0 else float(fraction > 1.0)
    values = {"heartbeat_at": now, "phase": str(phase), "fraction": within}
    _change_open_run(connection, run_id, {**values, "status": "running", "reason": ""})


def end(
    connection: Connection, run_id: RunId, status: RunStatus, reason: str, now: datetime
) -> None:
    """Put a run that did not finish in its last state."""
    values = {"status": status, "reason": reason, "finished_at": now}
    _change_open_run(connection, run_id, values)


def mark_finished(
    connection: Connection, run_id: RunId, values: dict[str, Any], reason: str = ""
) -> None:
    """Set the results and the state of a run whose parts are all written."""
    done = {"status": "finished", "reason": reason, "fraction": 1.0}
    _change_open_run(connection, run_id, {**values, **done})


def check_open(connection: Connection, run_id: RunId) -> None:
    """Raise UnknownRunError or RunStateError unless the run can still end."""
    status = connection.scalar(select(runs.c.status).where(runs.c.run_id == run_id))
    if status is None:
        raise UnknownRunError(say("unknown_run_id", run_id=run_id), run=run_id)
    if status not in OPEN_STATUSES:
        raise RunStateError(
            f"The run {run_id} is {status} already and stays as it is.", run=run_id, status=status
        )


def insert_sources(
    connection: Connection, run_id: RunId, sources: Collection[SourceRecord]
) -> None:
    """Write the sources of a run, in order, with their files."""
    for position, source in enumerate(sources):
        row = {
            "run_id": run_id,
            "position": position,
            "label": source.label,
            "weight": source.weight,
            "documents": source.documents,
            "bytes": source.bytes,
            "characters": source.characters,
            "n_problems": source.n_problems,
            "weight_units": source.weight_units,
            "share": source.share,
            "natural_bytes": source.natural_bytes,
            **source.reading.flat(),
        }
        connection.execute(insert(run_sources), row)
        files = [
            {
                "run_id": run_id,
                "source_position": position,
                "position": file_position,
                "path": file.path,
                "size_bytes": file.size_bytes,
                "sha256": file.sha256,
            }
            for file_position, file in enumerate(source.files)
        ]
        if files:
            connection.execute(insert(run_source_files), files)


def dead_runs(connection: Connection, now: datetime) -> dict[RunId, str]:
    """Running runs whose process is gone, with the sentence that says so."""
    found = {}
    for row in connection.execute(select(runs).where(runs.c.status == "running")):
        process = ProcessIdentity(row.pid, row.host, row.boot_id, row.process_started)
        alive = process.is_alive()
        silent = alive is None and now - row.heartbeat_at > SILENCE
        if alive is False or silent:
            where = "" if alive is False else f" on {row.host}"
            stage = f" in the phase {row.phase} ({row.fraction:.0%})" if row.phase else ""
            found[str(row.run_id)] = (
                f"The program{where} ended before the run was finished; its last sign of life was "
                f"at {row.heartbeat_at:%Y-%m-%d %H:%M:%S} UTC{stage}."
            )
    return found


def mark_interrupted(connection: Connection, run_id: RunId, reason: str) -> bool:
    """Returns False if the run changed its state in the meantime."""
    changed = connection.execute(
        update(runs)
        .where(runs.c.run_id == run_id, runs.c.status == "running")
        .values(status="interrupted", reason=reason)
    )
    return changed.rowcount == 1


def _change_open_run(connection: Connection, run_id: RunId, values: dict[str, Any]) -> None:
    check_open(connection, run_id)
    connection.execute(update(runs).where(runs.c.run_id == run_id).values(values))


def _insert_special_tokens(connection: Connection, run_id: RunId, config: TrainingConfig) -> None:
    rows = [
        {"run_id": run_id, "position": position, "token": token}
        for position, token in enumerate(config.all_special_tokens)
    ]
    if rows:
        connection.execute(insert(run_special_tokens), rows)


def _new_run_id(connection: Connection, now: datetime) -> RunId:
    """Day, number within the day, four random digits: unique even across copies of the store."""
    day = f"{now:%Y%m%d}-"
    query = select(runs.c.run_id).where(runs.c.run_id.startswith(day, autoescape=True))
    numbers = [int(run_id.split("-")[1]) for run_id in connection.scalars(query)]
    return f"{day}{max(numbers, default=0) + 1:04}-{secrets.token_hex(2)}"


@dataclass(frozen=True, slots=True)
class RunResult:
    """A trained tokenizer in the form in which it is written.

    columns: values of the table of runs; blobs: packed arrays by name.
    """

    training: TrainingRecord
    special_tokens: Mapping[str, int]
    columns: Mapping[str, Any]
    blobs: Mapping[str, bytes]


def _arrays(
    tokenizer: Tokenizer, training: TrainingRecord
) -> dict[str, tuple[AnyArray, type[np.generic], tuple[int, ...]]]:
    """The arrays of a run by name. Raises ValueError for one that does not fit."""
    n_merges = len(tokenizer.merges)
    n_sources = len(training.source_labels)
    arrays: dict[str, tuple[AnyArray, type[np.generic], tuple[int, ...]]] = {
        "merges": (tokenizer.merges, np.uint32, (n_merges, 2)),
        "counts": (training.counts, np.int64, (n_merges,)),
        "applied": (training.applied, np.int64, (n_merges,)),
        "source_applied": (training.source_applied, np.int64, (n_merges, n_sources)),
    }
    if tokenizer.pieces is not None:
        numbers = tokenizer.pieces.to_array()
        arrays["piece_ids"] = (numbers, np.uint32, (len(numbers),))
    for name, (array, dtype, shape) in arrays.items():
        if array.dtype != dtype or array.shape != shape:
            raise ValueError(f"{name} is {array.dtype}{array.shape}, not {dtype.__name__}{shape}")
    return arrays


def prepare_result(
    tokenizer: Tokenizer, now: datetime, mixture: Mixture | None = None
) -> RunResult:
    """Pack a tokenizer's arrays. Takes time, so no lock may be held meanwhile.

    Raises ValueError for a tokenizer without a training record or with one that does not fit it.
    """
    training = tokenizer.training
    if training is None:
        raise ValueError("only a tokenizer with a training record can finish a run")
    arrays = _arrays(tokenizer, training)
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
        "n_merges": len(tokenizer.merges),
        "corpus_tokens": int(training.corpus_tokens()),
        "seconds_count": float(training.seconds["count"]),
        "seconds_merge": float(training.seconds["merge"]),
        "seconds_total": float(training.seconds["total"]),
        "semantic_hash": tokenizer.semantic_hash,
        "weight_scale": training.weight_scale,
        "superwords": document_text(training.config.superwords),
        "second_stage": document_text(training.second_stage),
        "parity": document_text(training.config.parity),
        "parity_record": document_text(training.parity),
    }
    if mixture is not None:
        columns["mixture"] = mixture_text(mixture)
    blobs = {name: pack_array(array) for name, (array, _, _) in arrays.items()}
    return RunResult(training, dict(tokenizer.special_tokens), columns, blobs)


def write_memory(connection: Connection, run_id: RunId, samples: Int64s) -> None:
    """Write the memory over the merges of a run that is not finished, in place of earlier ones.

    Raises UnknownRunError, RunStateError.
    """
    check_open(connection, run_id)
    ours = (run_arrays.c.run_id == run_id) & (run_arrays.c.name == "memory")
    connection.execute(delete(run_arrays).where(ours))
    if len(samples):
        row = {"run_id": run_id, "name": "memory", "content": pack_array(samples)}
        connection.execute(insert(run_arrays), row)


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
