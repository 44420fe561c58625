"""A stored run without a window: its table, its tokenizer as a file, pictures of the window."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from argparse import Namespace
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import workbench
from engine.encoding import Tokenizer
from engine.errors import ExportError
from engine.formats import ExportError, export_tokenizer
from workbench.cli.directories import check_directory
from workbench.cli.language_table import print_language_table
from workbench.cli.output import counted, print_json
from workbench.cli.training_report import training_report
from workbench.cli.window import Window
from workbench.commands.directories import check_directory
from workbench.commands.language_table import print_language_table
from workbench.commands.output import counted, print_json
from workbench.commands.training_report import training_report
from workbench.commands.window import Window
from workbench.numbers import byte_size, duration
from workbench.places import SETTINGS_FILE_NAME, data_folder
from workbench.store import RunId, RunRecord, RunStore

INDEX = "pictures.json"
"""The file beside the pictures that says of which state of the program they are."""


@dataclass(frozen=True)
class _Shown:
    """A run that is shown. state: a digest that changes with what the pictures show."""

    tokenizer: Tokenizer
    record: RunRecord
    state: str


def show_run(arguments: Namespace, window: Window, run_id: RunId, problem: str | None) -> int:
    """Print the table of a finished run and where its pictures are; draw them if out of date.

    With --json, print one document instead, and open the window if there is a display.
    problem: why no window can be seen, None if one can.
    Raises CommandError, StoreError, and OSError if the folder cannot be written.
    """
    folder = arguments.out or output_folder()
    check_directory(folder)
    with RunStore.open(arguments.db) as store:
        shown = _Shown(store.tokenizer(run_id), store.run(run_id), _state(store, run_id))
    exported = _exported(shown.tokenizer, folder)
    if not arguments.json:
        _print_run(shown)
    if problem is None:
        print_json(_document(shown, exported, []))
        sys.stdout.flush()  # the document is whole before the window opens
        return window.open(arguments.db, run_id)
    if pictures := _drawn_before(folder, shown.state):
        words = f"Pictures of the window with this run, drawn before, are in {folder.absolute()}:"
    else:
        (folder / INDEX).unlink(missing_ok=True)
        pictures = [path.absolute() for path in window.render(folder, arguments.db, run_id)]
        _note_drawn(folder, shown.state, pictures)
        words = f"Pictures of the window with this run, in {folder.absolute()}:"
    if arguments.json:
        print_json(_document(shown, exported, pictures))
        return 0
    print(f"Exported: {exported}")
    print(f"No window: {problem}")
    print(words)
    for picture in pictures:
        print(f"  {picture.name}")
    return 0


def output_folder() -> Path:
    """`output` in the project when started from its sources, else in the data folder."""
    project = Path(workbench.__file__).resolve().parent.parent
    is_project = (project / "pyproject.toml").is_file() and os.access(project, os.W_OK)
    return (project if is_project else data_folder()) / "output"


def _exported(tokenizer: Tokenizer, folder: Path) -> Path:
    """The tokenizer as `tokenizer.json`; in our own format if that format cannot hold it."""
    try:
        return export_tokenizer(tokenizer, "tokenizer.json", folder)[0].absolute()
    except ExportError:
        return export_tokenizer(tokenizer, "workbench", folder)[0].absolute()


def _document(shown: _Shown, exported: Path, pictures: list[Path]) -> dict[str, object]:
    summary, sources = shown.record.summary, shown.record.sources
    report = training_report(shown.tokenizer, summary.run_id, summary.name, exported, sources)
    return report | {"pictures": [str(picture) for picture in pictures]}


def _print_run(shown: _Shown) -> None:
    training = shown.tokenizer.training
    assert training is not None  # of a finished run
    print_language_table(training, shown.record.sources)
    seconds = training.seconds["total"]
    took = f"{seconds:.2f} s" if seconds < 10 else duration(seconds)
    summary = shown.record.summary
    print(
        f"\nRun {summary.run_id}: {counted(shown.tokenizer.n_merges, 'merge')} on "
        f"{byte_size(training.bytes)} in {took}."
    )


def _state(store: RunStore, run_id: RunId) -> str:
    """What the pictures depend on: program, runs, and what the window remembers."""
    kept = b""
    with suppress(OSError):
        kept = (data_folder() / SETTINGS_FILE_NAME).read_bytes()
    facts = repr((workbench.__version__, run_id, store.list_runs())).encode()
    return hashlib.sha256(facts + b"\0" + kept).hexdigest()


def _drawn_before(folder: Path, state: str) -> list[Path]:
    """The pictures of an earlier call; empty if they show something else or one is missing."""
    try:
        index = json.loads((folder / INDEX).read_bytes())
        pictures = [folder.absolute() / str(name) for name in index["pictures"]]
        is_same = index["state"] == state and all(picture.is_file() for picture in pictures)
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return pictures if is_same else []


def _note_drawn(folder: Path, state: str, pictures: list[Path]) -> None:
    index = {"state": state, "pictures": [picture.name for picture in pictures]}
    (folder / INDEX).write_text(json.dumps(index, indent=1) + "\n", "utf-8")
