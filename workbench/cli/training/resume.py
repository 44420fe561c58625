"""`resume`: resume an interrupted training, or continue a finished one to a larger vocabulary.

With --superwords-from it goes on across words, as if it had been trained so at once.

--list prints the runs that can be resumed. Exit status 130 after Ctrl+C.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.machine import StopRequest, make_directory
from workbench.cli.shared.errors import UsageError
from workbench.cli.shared.inputs import check_directory, open_existing_store
from workbench.cli.shared.options import number
from workbench.cli.shared.output import prepare_engine, print_json, print_note, print_table
from workbench.cli.shared.settings import add_setting_options, chosen_cache, given_superwords
from workbench.cli.shared.training_report import print_training, stored_training, training_problems
from workbench.text.numbers import byte_size
from workbench.work.recipe_values import options_of, superwords_of

if TYPE_CHECKING:
    from workbench.cli.shared.options import CommandParser
    from workbench.store import RunStore
    from workbench.work.runs.recording import Recording


def add_resume_options(resume: CommandParser) -> None:
    """Add the options of `resume`."""
    option = resume.add_argument
    option("run", metavar="RUN", nargs="?", help="id or name of the run")
    option("--list", action="store_true", help="list the runs that can be resumed")
    option(
        "--vocab-size",
        metavar="N",
        type=number,
        help="continue a finished run to this larger size, as a new run",
    )
    add_setting_options(resume, "superwords")
    option("--name", help="name of the new run, with --vocab-size")
    option("--out", metavar="DIR", type=Path, help="write tokenizer.twb into DIR")
    option("--quiet", action="store_true", help="no progress and no table, only the id of the run")
    option(
        "--keep-on-interrupt",
        action="store_true",
        help="from the first merge on, Ctrl+C stops and keeps what is merged as a finished run",
    )
    option(
        "--no-kept-counts",
        action="store_true",
        help="read and count every source, and keep no counts for the next training",
    )


def resume_command(arguments: Namespace) -> int:
    """Resume or continue a run and report as `train` does, or list what can be resumed."""
    from workbench.cli.shared.recorded_training import with_progress
    from workbench.work.runs.checkpoints import clear_checkpoints

    _check(arguments)
    with open_existing_store(arguments.db) as store:
        store.recognise_interrupted()
        clear_checkpoints(store)
        if arguments.list:
            return _list(store, arguments)
        if arguments.out is not None:
            check_directory(arguments.out)
            make_directory(arguments.out)
        stop = StopRequest()
        recorded = with_progress(
            _recording(store, arguments, stop),
            stop,
            quiet=arguments.quiet,
            keep_on_interrupt=arguments.keep_on_interrupt,
        )
        stored = stored_training(store, recorded, arguments.out)
    problems = [*training_problems(stored[0], recorded.corpus), *recorded.remarks]
    print_training(arguments, stored, recorded, problems)
    return 0


def _check(arguments: Namespace) -> None:
    """Raise UsageError for options that do not go together."""
    if arguments.list and (arguments.run or arguments.vocab_size is not None):
        raise UsageError("--list names no run and takes no --vocab-size.")
    if not arguments.list and not arguments.run:
        raise UsageError("Name the run to resume; `resume --list` lists those that can be.")
    if given_superwords(arguments) and arguments.vocab_size is None:
        raise UsageError(
            "Superwords begin in a new run: give --vocab-size N, the size with them, too."
        )
    if arguments.name is not None and arguments.vocab_size is None:
        raise UsageError(
            "--name names the new run of --vocab-size; a run that is resumed keeps its name."
        )


def _recording(store: RunStore, arguments: Namespace, stop: StopRequest) -> Recording:
    """The training that goes on, all of it checked that can be checked without reading."""
    from workbench.work.runs.checkpoints import kept_checkpoints
    from workbench.work.runs.resuming import (
        NO_CHECKPOINT,
        continue_run,
        counts_with,
        resume_run,
        resumption,
    )

    given = given_superwords(arguments)
    superwords = superwords_of(given)
    counts_of = counts_with(chosen_cache(arguments), options_of(given))
    prepare_engine(quiet=arguments.quiet)
    if arguments.vocab_size is not None:
        run_id = store.resolve(arguments.run)
        return continue_run(
            store, run_id, arguments.vocab_size, counts_of, name=arguments.name, stop=stop,
            superwords=superwords,
        )  # fmt: skip
    found = resumption(store, arguments.run, counts_of)
    damaged = {each.run_id for each in kept_checkpoints(store)}  # which says so itself
    is_lost = not found.has_checkpoint and found.record.summary.run_id not in damaged
    if is_lost and not arguments.quiet:
        print_note(NO_CHECKPOINT)  # before the hours that it may take
    return resume_run(store, found, stop)


def _list(store: RunStore, arguments: Namespace) -> int:
    """Runs that did not finish, newest first, with what is kept of them."""
    from workbench.work.runs.checkpoints import kept_checkpoints

    sizes = {each.run_id: each.n_bytes for each in kept_checkpoints(store)}
    found = [run for run in store.list_runs() if run.is_resumable]
    if arguments.json:
        print_json(
            {
                "runs": [
                    {
                        "run_id": run.run_id,
                        "name": run.name,
                        "status": run.status,
                        "reason": run.reason,
                        "phase": run.phase,
                        "fraction": run.fraction,
                        "checkpoint_bytes": sizes.get(run.run_id),
                    }
                    for run in found
                ]
            }
        )
    elif not found:
        print("No run waits to be resumed.")
    else:
        rows = [
            (
                run.run_id,
                run.name,
                run.status,
                f"{run.phase} ({run.fraction:.0%})" if run.phase else "-",
                byte_size(sizes[run.run_id]) if run.run_id in sizes else "none",
            )
            for run in found
        ]
        print_table(("id", "name", "status", "came to", "checkpoint"), rows, n_words=4)
    return 0
