"""`runs tag` and `runs note`: what people add to runs."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.cli.command_error import UsageError
from workbench.cli.output import print_json
from workbench.visible_text import harmless

if TYPE_CHECKING:
    from workbench.store import RunStore

FROM_INPUT = "-"


def separated(tags: Iterable[str]) -> list[str]:
    """Single tags of what was given: a comma separates them."""
    cleaned = (" ".join(tag.split()) for given in tags for tag in given.split(","))
    return [tag for tag in cleaned if tag]


def tag_runs(store: RunStore, arguments: Namespace) -> int:
    """Add tags to runs and take others away; nothing is changed unless all runs are there."""
    if not arguments.add and not arguments.remove:
        raise UsageError("runs tag needs --add TAG or --remove TAG.")
    added, removed = separated(arguments.add), separated(arguments.remove)
    if (arguments.add and not added) or (arguments.remove and not removed):
        raise UsageError("A tag is a word or more; an empty one can be neither added nor removed.")
    found = [store.run(run).summary for run in arguments.runs]
    changed = []
    for summary in found:
        kept = [tag for tag in summary.tags if tag not in removed]
        store.set_tags(summary.run_id, [*kept, *added])
        changed.append(store.run(summary.run_id).summary)
    if arguments.json:
        print_json({"runs": [{"run_id": run.run_id, "tags": run.tags} for run in changed]})
    else:
        for run in changed:
            print(harmless(f"{run.run_id} ({run.name}): {', '.join(run.tags) or 'no tags'}"))
    return 0


def note_run(store: RunStore, arguments: Namespace) -> int:
    """Write a run's note, or print it where none is given."""
    run_id = store.resolve(arguments.run)
    text = arguments.text
    if text is not None:
        store.set_notes(run_id, (sys.stdin.read() if text == FROM_INPUT else text).strip())
    note = store.run(run_id).summary.notes
    if arguments.json:
        print_json({"run_id": run_id, "note": note})
    elif text is None:
        print(note or "No note.")
    else:
        print(f"{run_id} has {'a new note' if note else 'no note any more'}.")
    return 0
