"""What a run is called: names that several runs have, and stores that must be there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command_error import CommandError
from workbench.cli.output import print_note

if TYPE_CHECKING:
    from workbench.store import RunId, RunStore

_MOST_IDS = 10


def open_existing_store(database: Path | None) -> RunStore:
    """The store of `--db`, which must be there, or that of the user's data folder.

    Only a training may make a store elsewhere. Raises CommandError, StoreError.
    """
    from workbench.store import RunStore

    if database is not None and not database.exists():
        raise CommandError(
            f"There is no run store {database}; check the path of --db. `train --db {database}` "
            "would make one."
        )
    return RunStore.open(database)


def note_shared_name(store: RunStore, run_id: RunId) -> None:
    """Tell on standard error that another live run has the name of this one too."""
    name = store.run(run_id).summary.name
    sharing = [run.run_id for run in store.list_runs() if run.name == name]
    if len(sharing) > 1:
        print_note(
            f'{len(sharing)} runs are now called "{name}", so the name alone is ambiguous; refer '
            f"to this one by its id, {run_id}."
        )


def ambiguity(error: Exception) -> str | None:
    """The sentence for a name or a beginning of an id that several runs have; None for others."""
    from workbench.store import AmbiguousRunError

    if not isinstance(error, AmbiguousRunError):
        return None
    n, ids = len(error.run_ids), error.run_ids[:_MOST_IDS]
    listed = ", ".join(ids) + (f" and {n - len(ids):,} more" if n > len(ids) else "")
    if all(run_id.startswith(error.run) for run_id in error.run_ids):
        return f'{n:,} runs have ids that begin with "{error.run}": {listed}. Write the whole id.'
    return f'{n:,} runs are called "{error.run}": {listed}. Use one of these ids.'
