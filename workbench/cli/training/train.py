"""`train`: train a tokenizer on a corpus, store the run and print a table per language.

The options of settings are in settings_options; --recipe reads them from a file. Exit status 130
after Ctrl+C, 0 with --keep-on-interrupt from the first merge on.
"""

from __future__ import annotations

from dataclasses import dataclass
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

    from engine.encoding import Tokenizer
    from workbench.cli.shared.settings import TrainingSettings
    from workbench.store import RunRecord, RunStore
    from workbench.work.runs.recording import RecordedRun


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


@dataclass(frozen=True)
class StoredTraining:
    """A training of this program as it is stored; problems: sentences."""

    stored: tuple[Tokenizer, RunRecord, Path]
    recorded: RecordedRun
    problems: tuple[str, ...]


def train_command(arguments: Namespace) -> int:
    """Train, store the run, write the tokenizer and report."""
    from engine.formats import llama_cpp_note
    from workbench.store import RunStore

    settings = training_settings(arguments)
    if settings.out is not None:
        check_directory(settings.out)
        make_directory(settings.out)  # rather before the training than after it
    of_bytes = settings.config.pieces is None and settings.config.trainer is None
    if of_bytes and not arguments.quiet and (note := llama_cpp_note(settings.config.final_pattern)):
        print_note(note)
    if settings.beside:
        from workbench.cli.training.beside import train_all

        return train_all(arguments, settings)
    if settings.config.trainer is not None:
        from workbench.cli.shared.library_training import train_in_library

        return train_in_library(arguments, settings)
    with RunStore.open(arguments.db) as store:
        store.recognise_interrupted()
        made = train_here(arguments, settings, store)
    print_training(arguments, made.stored, made.recorded, made.problems)
    return 0


def train_here(arguments: Namespace, settings: TrainingSettings, store: RunStore) -> StoredTraining:
    """Train with this program, store the run and write the tokenizer."""
    from engine.training import CountedCorpus
    from workbench.cli.shared.recorded_training import record_with_progress

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
    problems = (
        *(each.sentence for each in settings.design_warnings),
        *training_remarks(counted_corpus, settings.config),
        *training_problems(tokenizer, settings.corpus),
        *mixture_remarks(settings.mixture, record.sources),
        *recorded.remarks,
    )
    return StoredTraining(stored, recorded, problems)
