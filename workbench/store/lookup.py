"""Finding a run by what a person calls it: its id, its name, or the beginning of its id."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, select

from workbench.store.errors import AmbiguousRunError, RunNameError, UnknownRunError
from workbench.store.schema import runs
from workbench.store.sentences import say

MAX_NAME_LENGTH = 200
_SHORTEST_ID_START = 8


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
    """What a run is called where nobody said it, before a number makes it unique."""
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
