"""`start` and `demo`: the runs that are stored, or the training on the sample corpus."""

from __future__ import annotations

from argparse import Namespace

from engine.counting import CountsCache
from engine.training import CountedCorpus
from workbench.cli.command_error import CommandError
from workbench.cli.recorded_training import record_with_progress
from workbench.cli.run_in_terminal import show_run
from workbench.cli.window import Window, display_problem, open_window
from workbench.demonstration import (
    demonstration_config,
    newest_finished,
    sample_corpus,
    stored_demonstration,
)
from workbench.store import RunId, RunStore, RunSummary, StoreError


def start_command(arguments: Namespace, window: Window) -> int:
    """Open the window as it was left; as long as the store has no run, show the demonstration.

    Without a display the terminal shows the newest finished run. Raises CommandError if there are
    runs but none has finished.
    """
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
    store.recognise_interrupted()
    corpus = CountedCorpus(sample_corpus(), cache=CountsCache())  # as in the window
    return record_with_progress(store, corpus, demonstration_config()).run_id


def _has_runs(arguments: Namespace) -> bool:
    """Whether there is any run. True for a store that cannot be opened: the window says why."""
    try:
        with RunStore.open(arguments.db) as store:
            return bool(store.list_runs())
    except StoreError:
        return True


def _stored_demonstration(arguments: Namespace) -> RunId | None:
    """As `stored_demonstration`; None for a store that cannot be opened: the window says why."""
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
