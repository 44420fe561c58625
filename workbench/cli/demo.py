"""`start` and `demo`: show the stored runs, or the training on the sample corpus.

Open the window; without a display print the run and draw pictures into --out. Exit status 1 if no
run has finished.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from argparse import Namespace
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import workbench
from engine.errors import ExportError
from workbench.cli.shared.errors import CommandError
from workbench.cli.shared.inputs import check_directory
from workbench.cli.shared.options import CommandParser
from workbench.cli.shared.output import count, print_json
from workbench.cli.shared.training_report import (
    id_words,
    print_language_table,
    training_evaluation,
    training_report,
)
from workbench.cli.shared.window import Window, display_problem, open_window
from workbench.store import RunId, RunRecord, RunSummary, StoreError
from workbench.store.places import SETTINGS_FILE_NAME, data_folder
from workbench.text.numbers import byte_size, duration

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.evaluation import Evaluation
    from workbench.store import RunStore

INDEX = "pictures.json"
"""The file beside the pictures that says of which state of the program they are."""


def add_start_options(start: CommandParser) -> None:
    """Add the options of `start`."""
    start.add_argument(
        "--out", metavar="DIR", type=Path, help="folder for pictures if there is no display"
    )


add_demo_options = add_start_options


def start_command(arguments: Namespace, window: Window) -> int:
    """Open the window as it was left; as long as the store has no run, show the demonstration.

    Without a display the terminal shows the newest finished run. Raises CommandError if there are
    runs but none has finished.
    """
    from workbench.store import RunStore
    from workbench.work.demonstration import newest_finished

    if _is_for_window(arguments):
        has_runs = _has_runs(arguments)
        return open_window(window, arguments.db) if has_runs else demo_command(arguments, window)
    with RunStore.open(arguments.db) as store:
        store.recognise_interrupted()
        runs = store.list_runs()
    if not runs:
        return demo_command(arguments, window)
    newest = newest_finished(runs)
    if newest is None:
        raise CommandError(_unfinished_words(runs[0]))
    return show_run(arguments, window, newest.run_id, display_problem())


def demo_command(arguments: Namespace, window: Window) -> int:
    """Show the training on the sample corpus; train only if the store does not have it.

    What the window remembers (sources, mixture, split pattern, settings) stays as it is.
    """
    from workbench.store import RunStore
    from workbench.work.demonstration import demonstration_config, stored_demonstration

    if not _is_for_window(arguments):
        with RunStore.open(arguments.db) as store:
            run_id = stored_demonstration(store) or _train(store)
        return show_run(arguments, window, run_id, display_problem())
    stored = _stored_demonstration(arguments)
    training = demonstration_config() if stored is None else None
    return open_window(window, arguments.db, stored, training=training)


def _is_for_window(arguments: Namespace) -> bool:
    return not arguments.json and display_problem() is None


def _train(store: RunStore) -> RunId:
    from engine.counting import CountsCache
    from engine.training import CountedCorpus
    from workbench.cli.shared.recorded_training import record_with_progress
    from workbench.work.demonstration import demonstration_config, sample_corpus

    store.recognise_interrupted()
    corpus = CountedCorpus(sample_corpus(), cache=CountsCache())  # as in the window
    return record_with_progress(store, corpus, demonstration_config()).run_id


def _has_runs(arguments: Namespace) -> bool:
    """Whether there is any run. True for a store that cannot be opened: the window says why."""
    from workbench.store import RunStore

    try:
        with RunStore.open(arguments.db) as store:
            return bool(store.list_runs())
    except StoreError:
        return True


def _stored_demonstration(arguments: Namespace) -> RunId | None:
    """As `stored_demonstration`; None for a store that cannot be opened: the window says why."""
    from workbench.store import RunStore
    from workbench.work.demonstration import stored_demonstration

    try:
        with RunStore.open(arguments.db) as store:
            return stored_demonstration(store)
    except StoreError:
        return None


def _unfinished_words(run: RunSummary) -> str:
    reason = f" ({run.reason.rstrip('.')})" if run.reason else ""
    return (
        f"No finished run to show: the newest run, {run.name} ({run.run_id}), is "
        f"{run.status}{reason}. `tokenizer-workbench resume --list` lists the trainings that can "
        "be resumed; `tokenizer-workbench demo` trains on the sample corpus."
    )


@dataclass(frozen=True)
class _Shown:
    """A run that is shown. state: a digest that changes with what the pictures show."""

    tokenizer: Tokenizer
    record: RunRecord
    evaluation: Evaluation | None
    state: str


def show_run(arguments: Namespace, window: Window, run_id: RunId, problem: str | None) -> int:
    """Print the table of a finished run and where its pictures are; draw them if out of date.

    With --json, print one document instead, and open the window if there is a display.
    problem: why no window can be seen, None if one can.
    Raises CommandError, StoreError, and OSError if the folder cannot be written.
    """
    from workbench.store import RunStore

    folder = arguments.out or output_folder()
    check_directory(folder)
    with RunStore.open(arguments.db) as store:
        tokenizer, record = store.tokenizer(run_id), store.run(run_id)
        evaluation = training_evaluation(store, run_id)
        shown = _Shown(tokenizer, record, evaluation, _state(store, run_id))
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
    from engine.formats import export_tokenizer

    try:
        return export_tokenizer(tokenizer, "tokenizer.json", folder)[0].absolute()
    except ExportError:
        return export_tokenizer(tokenizer, "workbench", folder)[0].absolute()


def _document(shown: _Shown, exported: Path, pictures: list[Path]) -> dict[str, object]:
    summary, sources = shown.record.summary, shown.record.sources
    report = training_report(
        shown.tokenizer, summary.run_id, summary.name, exported, sources, shown.evaluation
    )
    return report | {"pictures": [str(picture) for picture in pictures]}


def _print_run(shown: _Shown) -> None:
    training = shown.tokenizer.training
    assert training is not None  # of a finished run
    print_language_table(shown.tokenizer, shown.record.sources, shown.evaluation)
    seconds = training.seconds["total"]
    took = f"{seconds:.2f} s" if seconds < 10 else duration(seconds)
    summary = shown.record.summary
    print(
        f"\nRun {summary.run_id}: {count(shown.tokenizer.vocab_size)} ids "
        f"({id_words(shown.tokenizer)}) from {byte_size(training.bytes)} in {took}."
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
