"""Files, folders, stores and names that a command is given."""

from __future__ import annotations

import os.path
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.corpus import open_file, source_path
from workbench.cli.errors import CommandError, UsageError
from workbench.cli.output import print_note

if TYPE_CHECKING:
    from workbench.store import RunId, RunStore

OWN = "tokenizer"


def check_directory(directory: Path) -> None:
    """Raise CommandError if a file lies where `directory` or one of its parents must be."""
    for place in (directory, *directory.parents):
        if place.is_dir():
            return
        if place.exists():
            raise CommandError(
                f"{directory} cannot be written: {place} is a file, not a directory. Choose "
                "another directory."
            )


def read_input(file: str | None) -> bytes:
    """All bytes of `file`, or of standard input for None and "-".

    A file that ends in .gz, .zst or .xz is decompressed, as `train` does it.
    Raises CommandError, CorpusError.
    """
    if file is None or file == "-":
        return sys.stdin.buffer.read()
    path = source_path(file)
    if isinstance(path, Path) and not path.exists():
        raise CommandError(f"{path} is not there; check the path.")
    with open_file(path) as stream:
        return stream.read()


def input_name(file: str | None) -> str:
    """How messages call the input."""
    return "standard input" if file is None or file == "-" else file


def check_template(option: str, value: str | None) -> None:
    """Raise UsageError for a value that is no template, no file and no text of a template."""
    from engine.chat import NANOCHAT, template_names

    names = (NANOCHAT, OWN, *template_names())
    if value is None or value in names or "{{" in value or "{%" in value:
        return
    if not os.path.exists(value):  # noqa: PTH110  False for what cannot be a path
        raise UsageError(
            f"There is no chat template and no file named {value!r} for {option}; the templates "
            f"are {', '.join(names)}."
        )


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
