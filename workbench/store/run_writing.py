"""The life of a run: begun, alive, and ended in one of four ways; inside a transaction."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, insert, select, update

from workbench.store.document_texts import document_text
from workbench.store.errors import RunStateError, UnknownRunError
from workbench.store.lookup import checked_name, default_name, free_name
from workbench.store.mixture_texts import mixture_text
from workbench.store.processes import ProcessIdentity
from workbench.store.records import DocumentOptions, RunId, RunStatus, SourceRecord
from workbench.store.role_texts import role_text
from workbench.store.schema import run_source_files, run_sources, run_special_tokens, runs
from workbench.store.sentences import say

if TYPE_CHECKING:
    from engine.settings import Mixture, TrainingConfig

OPEN_STATUSES: tuple[RunStatus, ...] = ("running", "interrupted")
"""From here a run can still end. An interrupted one too: only its own process can know better."""

SILENCE = timedelta(hours=1)
"""After this long without a sign of life a run of another machine counts as interrupted."""


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
    from engine.settings import ENGINE_VERSION
    from engine.splitting import presets
    from engine.text import UNICODE_VERSION

    preset = presets().get(config.pattern)
    wanted = default_name(preset.name if preset else None, config.vocab_size)
    process = ProcessIdentity.current()
    run_id = _new_run_id(connection, now)
    values: dict[str, Any] = {
        "run_id": run_id,
        "name": free_name(connection, wanted) if name is None else checked_name(name),
        "notes": "",
        "created_at": now,
        "status": "running",
        "reason": "",
        "heartbeat_at": now,
        "phase": "",
        "fraction": 0.0,
        "pid": process.pid,
        "host": process.host,
        "boot_id": process.boot_id,
        "process_started": process.started,
        "pattern_name": preset.name if preset else None,
        "pattern": preset.pattern if preset else config.pattern,
        **_recipe_values(config, options),
        "mixture": None if mixture is None else mixture_text(mixture),
        "weight_scale": 1,
        "engine_version": ENGINE_VERSION,
        "unicode_version": UNICODE_VERSION,
    }
    connection.execute(insert(runs).values(values))
    _insert_special_tokens(connection, run_id, config)
    insert_sources(connection, run_id, sources)
    return run_id


def reopen(connection: Connection, run_id: RunId, now: datetime, *, is_dead: bool) -> None:
    """Let a run that did not finish belong to this process. is_dead: its own is gone."""
    from engine.settings import ENGINE_VERSION
    from engine.text import UNICODE_VERSION

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
    process = ProcessIdentity.current()
    values = {
        "status": "running",
        "reason": "",
        "finished_at": None,
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
    connection.execute(update(runs).where(runs.c.run_id == run_id).values(values))


def set_parent(connection: Connection, run_id: RunId, parent: RunId) -> None:
    """Note the run that an open one goes on from or extends."""
    _change_open_run(connection, run_id, {"parent_run": parent})


def _recipe_values(config: TrainingConfig, options: DocumentOptions) -> dict[str, Any]:
    """What a person chose, by column."""
    return {
        "vocab_size": config.vocab_size,
        "config_pattern": config.pattern,
        "tie_break": config.tie_break,
        "reserved_slots": config.reserved_slots,
        "min_frequency": config.min_frequency,
        "max_token_bytes": config.max_token_bytes,
        "token_limit": config.token_limit,
        "normalization": config.normalization,
        "roles": role_text(config.roles),
        "special_text": config.special_text,
        "superwords": document_text(config.superwords),
        "merge_rules": document_text(config.merge_rules),
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
