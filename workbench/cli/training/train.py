"""`train`: train a tokenizer on a corpus, store the run and print a table per language.

The options of settings are in settings_options; --recipe reads them from a file. Exit status 130
after Ctrl+C, 0 with --keep-on-interrupt from the first merge on.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.machine import make_directory
from workbench.cli.shared.inputs import check_directory
from workbench.cli.shared.options import PATHS_HELP, CommandParser, add_counts
from workbench.cli.shared.output import print_note
from workbench.cli.shared.settings import add_training_options, training_settings
from workbench.cli.shared.training_report import (
    mixture_remarks,
    print_training,
    stored_training,
    training_problems,
)
from workbench.cli.training.corpus import training_remarks

if TYPE_CHECKING:
    from argparse import Namespace


def add_train_options(train: CommandParser) -> None:
    """Add the options of `train`."""
    train.add_argument("paths", metavar="PATH", nargs="*", help=PATHS_HELP)
    add_counts(train)
    add_training_options(train)
    train.add_argument("--recipe", metavar="FILE", type=Path, help="TOML file with these settings")
    train.add_argument(
        "--out", metavar="DIR", type=Path, help="write tokenizer.twb, our own format, into DIR"
    )
    train.add_argument("--name", help="name of the run")
    train.add_argument(
        "--quiet", action="store_true", help="no progress and no table, only the id of the run"
    )
    train.add_argument(
        "--keep-on-interrupt",
        action="store_true",
        help="from the first merge on, Ctrl+C stops and keeps what is merged as a finished run",
    )


def train_command(arguments: Namespace) -> int:
    """Train, store the run, write the tokenizer and report."""
    from engine.formats import llama_cpp_note
    from engine.training import CountedCorpus
    from workbench.cli.shared.recorded_training import record_with_progress
    from workbench.store import RunStore

    settings = training_settings(arguments)
    if settings.out is not None:
        check_directory(settings.out)
        make_directory(settings.out)  # rather before the training than after it
    if settings.config.trainer is not None:
        from workbench.cli.shared.library_training import train_in_library

        return train_in_library(arguments, settings)
    of_bytes = settings.config.pieces is None
    if of_bytes and not arguments.quiet and (note := llama_cpp_note(settings.config.final_pattern)):
        print_note(note)
    with RunStore.open(arguments.db) as store:
        store.recognise_interrupted()
        counted_corpus = CountedCorpus(
            settings.corpus, cache=settings.cache, superwords=settings.superword_options
        )
        recorded = record_with_progress(
            store,
            counted_corpus,
            settings.config,
            name=settings.name,
            quiet=arguments.quiet,
            mixture=settings.mixture.maker,
            keep_on_interrupt=arguments.keep_on_interrupt,
        )
        stored = stored_training(store, recorded, settings.out)
    tokenizer, record, _ = stored
    problems = [
        *(each.sentence for each in settings.design_warnings),
        *training_remarks(counted_corpus, settings.config),
        *training_problems(tokenizer, settings.corpus),
        *mixture_remarks(settings.mixture, record.sources),
        *recorded.remarks,
    ]
    print_training(arguments, stored, recorded, problems)
    return 0
