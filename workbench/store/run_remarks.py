"""What people give to a run: its name, notes, tags, evaluations as JSON documents, its deletion."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from workbench.store.errors import (
    AmbiguousRunError,
    RunNameError,
    RunStateError,
    UnknownRunError,
    say,
)
from workbench.store.records import EvaluationRecord, MeasuredTokenizer, RunId
from workbench.store.run_reading import run_row
from workbench.store.schema import (
    run_arrays,
    run_evaluation_rows,
    run_evaluations,
    run_premiums,
    run_tags,
    runs,
)

if TYPE_CHECKING:
    from engine.evaluation import Evaluation, LabelEvaluation

MAX_NAME_LENGTH = 200
_SHORTEST_ID_START = 8

DOCUMENT_VERSION = 1


def find_run_id(connection: Connection, run: str, *, among_deleted: bool = False) -> str:
    """The id of the run with that id, name, or unique beginning of an id, tried in this order.

    Deleted runs count only when `among_deleted` is set, and then alone.
    Raises UnknownRunError, AmbiguousRunError.
    """
    exact = _matches(connection, runs.c.run_id == run)
    found = [row for row in exact if (row.deleted_at is not None) == among_deleted]
    if not found:
        candidates = _matches(connection, runs.c.name == run)
        if len(run) >= _SHORTEST_ID_START:
            candidates = candidates or _matches(
                connection, runs.c.run_id.startswith(run, autoescape=True)
            )
        found = [row for row in candidates if (row.deleted_at is not None) == among_deleted]
        exact = exact or candidates
    if len(found) > 1:
        run_ids = [str(row.run_id) for row in found]
        raise AmbiguousRunError(
            say("several_runs", n=len(found), run=run, ids=", ".join(run_ids)),
            run=run,
            run_ids=run_ids,
        )
    if not found:
        raise _unknown(run, known_elsewhere=bool(exact), among_deleted=among_deleted)
    return str(found[0].run_id)


def checked_name(name: str) -> str:
    """A name as it is stored: white space put in order. Raises RunNameError."""
    cleaned = " ".join(name.split())
    if not cleaned:
        raise RunNameError(say("run_name_empty"), name=name)
    if len(cleaned) > MAX_NAME_LENGTH:
        raise RunNameError(
            say("run_name_too_long", beginning=cleaned[:40], n=len(cleaned), most=MAX_NAME_LENGTH),
            name=name,
        )
    if any(ord(character) < 32 or ord(character) == 127 for character in cleaned):
        raise RunNameError(say("run_name_control", name=repr(cleaned)), name=name)
    return cleaned


def default_name(pattern_name: str | None, vocab_size: int) -> str:
    """What a run is called if not given, before a number makes it unique."""
    return f"{pattern_name or 'own-pattern'}-{vocab_size}"


def free_name(connection: Connection, wanted: str) -> str:
    """`wanted`, or with a number behind it if a run has that name: gpt2-4096 -> gpt2-4096-2."""
    taken = set(
        connection.scalars(
            select(runs.c.name).where(runs.c.name.startswith(wanted, autoescape=True))
        )
    )
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def _matches(connection: Connection, condition: Any) -> list[Row[Any]]:
    query = select(runs.c.run_id, runs.c.deleted_at).where(condition)
    return list(connection.execute(query.order_by(runs.c.run_id.desc())))


def _unknown(run: str, *, known_elsewhere: bool, among_deleted: bool) -> UnknownRunError:
    if not known_elsewhere:
        sentence = say("unknown_run", run=run)
    elif among_deleted:
        sentence = say("run_not_deleted", run=run)
    else:
        sentence = say("run_deleted", run=run)
    return UnknownRunError(sentence, run=run, is_deleted=known_elsewhere and not among_deleted)


def write_name(connection: Connection, run_id: RunId, name: str) -> None:
    """Give a run another name. Raises RunNameError."""
    connection.execute(update(runs).where(runs.c.run_id == run_id).values(name=checked_name(name)))


def write_notes(connection: Connection, run_id: RunId, notes: str) -> None:
    connection.execute(update(runs).where(runs.c.run_id == run_id).values(notes=notes))


def write_tags(connection: Connection, run_id: RunId, tags: Iterable[str]) -> None:
    """Replace a run's tags; white space is put in order, empty and repeated ones fall away."""
    cleaned = dict.fromkeys(" ".join(tag.split()) for tag in tags)
    rows = [
        {"run_id": run_id, "position": position, "tag": tag}
        for position, tag in enumerate(filter(None, cleaned))
    ]
    connection.execute(delete(run_tags).where(run_tags.c.run_id == run_id))
    if rows:
        connection.execute(insert(run_tags), rows)


def mark_deleted(connection: Connection, run_id: RunId, now: datetime) -> None:
    """Take a run out of sight. Raises RunStateError for one that is running."""
    row = run_row(connection, run_id)
    if row.status == "running":
        raise RunStateError(
            say("run_is_running", name=row.name, run_id=run_id),
            run=run_id,
            status=row.status,
        )
    connection.execute(update(runs).where(runs.c.run_id == run_id).values(deleted_at=now))


def mark_restored(connection: Connection, run_id: RunId) -> None:
    connection.execute(update(runs).where(runs.c.run_id == run_id).values(deleted_at=None))


def purge(connection: Connection, before: datetime) -> int:
    """Remove for ever what was deleted at `before` or earlier; returns how many runs."""
    purged = connection.execute(
        delete(runs).where(runs.c.deleted_at.is_not(None), runs.c.deleted_at <= before)
    )
    return int(purged.rowcount)


def deleted_bytes(connection: Connection) -> int:
    """Bytes of the arrays and evaluations of deleted runs."""
    gone = select(runs.c.run_id).where(runs.c.deleted_at.is_not(None))
    total = 0
    for column in (run_arrays.c.content, run_evaluations.c.document):
        size = select(func.coalesce(func.sum(func.length(column)), 0))
        total += int(connection.scalar(size.where(column.table.c.run_id.in_(gone))) or 0)
    return total


def write_evaluation(
    connection: Connection,
    run_id: RunId,
    name: str,
    rows: Iterable[LabelEvaluation],
    now: datetime,
    *,
    measured: Sequence[MeasuredTokenizer] = (),
) -> None:
    """Store an evaluation under a name, in place of an earlier one of that name."""
    name = checked_name(name)
    ours = (run_evaluations.c.run_id == run_id) & (run_evaluations.c.name == name)
    connection.execute(delete(run_evaluations).where(ours))
    head: dict[str, object] = {"run_id": run_id, "name": name, "created_at": now}
    taken = tuple(rows)
    head["document"] = document_of(taken, measured)
    connection.execute(insert(run_evaluations), head)
    fairness = measured[0].evaluation.fairness if measured else None
    if fairness is not None and fairness.worst_premium is not None:
        premium = {"label": fairness.worst_label, "premium": fairness.worst_premium}
        connection.execute(insert(run_premiums), {"run_id": run_id, "name": name, **premium})
    values = [
        {
            "run_id": run_id,
            "name": name,
            "position": position,
            "label": row.label,
            "documents": int(row.documents),
            "bytes": int(row.bytes),
            "characters": int(row.characters),
            "tokens": int(row.tokens),
            "words": int(row.words),
            "round_trips": bool(row.round_trips),
        }
        for position, row in enumerate(taken)
    ]
    if values:
        connection.execute(insert(run_evaluation_rows), values)


def read_evaluations(
    connection: Connection, run_id: RunId, *, whole: bool = True
) -> tuple[EvaluationRecord, ...]:
    """The evaluations of a run, oldest first; without their documents if not `whole`."""
    heads = connection.execute(
        select(run_evaluations)
        .where(run_evaluations.c.run_id == run_id)
        .order_by(run_evaluations.c.created_at, run_evaluations.c.name)
    ).all()
    return tuple(
        EvaluationRecord(
            head.name,
            head.created_at,
            *_measured(connection, run_id, head.name, head.document if whole else None),
        )
        for head in heads
    )


def _measured(
    connection: Connection, run_id: RunId, name: str, document: str | None
) -> tuple[tuple[LabelEvaluation, ...], tuple[MeasuredTokenizer, ...]]:
    """From the document, or from the table where there is none that this version reads."""
    found = None if document is None else measured_of(document)
    return (_rows(connection, run_id, name), ()) if found is None else found


def _rows(connection: Connection, run_id: RunId, name: str) -> tuple[LabelEvaluation, ...]:
    from engine.evaluation import LabelEvaluation

    table = run_evaluation_rows
    rows = connection.execute(
        select(table)
        .where(table.c.run_id == run_id, table.c.name == name)
        .order_by(table.c.position)
    )
    return tuple(
        LabelEvaluation(
            label=row.label,
            documents=row.documents,
            bytes=row.bytes,
            characters=row.characters,
            tokens=row.tokens,
            words=row.words,
            round_trips=row.round_trips,
        )
        for row in rows
    )


Record = TypeVar("Record")


def document_of(rows: Sequence[LabelEvaluation], measured: Sequence[MeasuredTokenizer]) -> str:
    """The document of the rows of a run and, where given, of all that was measured with it."""
    parts = [
        {
            "name": each.name,
            "run_id": each.run_id,
            "path": each.path,
            "evaluation": asdict(each.evaluation),
        }
        for each in measured
    ]
    content = {
        "version": DOCUMENT_VERSION,
        "rows": [] if measured else [asdict(row) for row in rows],
        "measured": parts,
    }
    return json.dumps(content, ensure_ascii=False)


def measured_of(
    document: str,
) -> tuple[tuple[LabelEvaluation, ...], tuple[MeasuredTokenizer, ...]] | None:
    """Rows and measured tokenizers that `document_of` wrote; None for a later version's document.

    Raises ValueError, TypeError or KeyError for a document that is damaged.
    """
    content = json.loads(document)
    if content["version"] != DOCUMENT_VERSION:
        return None
    measured = tuple(
        MeasuredTokenizer(
            each["name"], _evaluation(each["evaluation"]), each["run_id"], each["path"]
        )
        for each in content["measured"]
    )
    rows = tuple(_row(row) for row in content["rows"])
    return (measured[0].evaluation.rows if measured else rows), measured


def _evaluation(content: Mapping[str, Any]) -> Evaluation:
    from engine.evaluation import (
        Evaluation,
        FairnessFigures,
        LabelFairness,
        TextReport,
        lost_texts_remark,
    )

    fairness = content["fairness"]
    if fairness is not None:
        labels = tuple(_record(LabelFairness, each) for each in fairness["labels"])
        fairness = _record(FairnessFigures, {**fairness, "labels": labels})
    rows = tuple(_row(row) for row in content["rows"])
    remarks = tuple(content["remarks"])
    if fairness is not None:  # documents of older versions give a premium to texts that are lost
        lost = [row.label for row in rows if not row.round_trips and fairness.of(row.label)]
        if lost:
            remarks = (*remarks, lost_texts_remark(lost, fairness.reference))
            fairness = fairness.without(lost)
    return Evaluation(
        rows=rows,
        total=_row(content["total"]),
        fairness=fairness,
        texts=tuple(_record(TextReport, text) for text in content["texts"]),
        remarks=remarks,
    )


def _row(content: Mapping[str, Any]) -> LabelEvaluation:
    from engine.evaluation import LabelEvaluation, TextDifference

    place = content.get("first_difference")
    difference = None if place is None else _record(TextDifference, place)
    return _record(LabelEvaluation, {**content, "first_difference": difference})


def _record(kind: type[Record], content: Mapping[str, Any]) -> Record:
    """A dataclass of the fields that it shares with a document; the others keep their default.

    Raises TypeError if a field without a default is missing.
    """
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: value for name, value in content.items() if name in names})
