"""`runs purge`: deleted runs go for ever, and their room on the disk comes back."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import timedelta
from typing import TYPE_CHECKING

from workbench.cli.command_error import UsageError
from workbench.cli.output import counted, print_json
from workbench.numbers import byte_size

if TYPE_CHECKING:
    from workbench.store import RunStore


def purge_runs(store: RunStore, arguments: Namespace) -> int:
    """Remove the deleted runs, if a person or --yes says so; 1 where the answer is no."""
    n_deleted = len(store.list_runs(deleted=True))
    if n_deleted and not arguments.yes and not _is_agreed(n_deleted, store.deleted_bytes()):
        print("Nothing was removed.", file=sys.stderr)
        return 1
    before = store.size_on_disk()
    n_purged = store.purge_deleted(timedelta(0)) if n_deleted else 0
    given_back = max(0, before - store.size_on_disk())
    if arguments.json:
        print_json({"purged": n_purged, "bytes_given_back": given_back})
    elif n_purged:
        runs = counted(n_purged, "deleted run")
        print(f"Removed {runs}; {byte_size(given_back)} are free again.")
    else:
        print("No deleted runs.")
    return 0


def _is_agreed(n_deleted: int, n_bytes: int) -> bool:
    if not sys.stdin.isatty():
        raise UsageError(
            "runs purge asks before it removes runs for ever; add --yes where nobody can answer."
        )
    runs = counted(n_deleted, "deleted run")
    sys.stderr.write(f"Remove {runs} ({byte_size(n_bytes)}) for ever? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
