"""`demo`: a training on the sample corpus, shown in the window or as pictures of it."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

import workbench
from engine.config import TrainingConfig
from engine.corpus import Corpus
from engine.counted_corpus import CountedCorpus
from engine.formats import export_tokenizer
from engine.tokenizer import Tokenizer
from resources import sample_corpus_folder
from workbench.commands.directories import check_directory
from workbench.commands.language_table import print_language_table
from workbench.commands.output import counted, print_json
from workbench.commands.recorded_training import record_with_progress
from workbench.commands.training_report import training_report
from workbench.commands.window import Window, display_problem
from workbench.numbers import byte_size, duration
from workbench.places import data_folder
from workbench.store import RunId, RunStore

VOCAB_SIZE = 4096
PATTERN = "gpt2"


def demo_command(arguments: Namespace, window: Window) -> int:
    """Train on the sample corpus and store the run: in the window, or in the terminal.

    Without a display, or where a JSON document is wanted, the terminal shows the progress and the
    table; without a display pictures of the window are made.
    """
    problem = display_problem()
    if problem is None and not arguments.json:
        return window.train(arguments.db, TrainingConfig(VOCAB_SIZE, pattern=PATTERN))
    corpus = Corpus.from_paths(sample_corpus_folder())
    config = TrainingConfig(VOCAB_SIZE, pattern=PATTERN)
    with RunStore.open(arguments.db) as store:
        store.recognise_interrupted()
        run_id = record_with_progress(store, CountedCorpus(corpus), config).run_id
        tokenizer = store.tokenizer(run_id)
        name = store.run(run_id).summary.name
    if not arguments.json:
        _print_training(tokenizer, run_id)
    folder = arguments.out or output_folder()
    check_directory(folder)
    exported = export_tokenizer(tokenizer, "tokenizer.json", folder)[0].absolute()
    if problem is None:
        print_json(training_report(tokenizer, run_id, name, exported) | {"pictures": []})
        sys.stdout.flush()  # the document is whole before the window opens
        return window.open(arguments.db, run_id)
    pictures = [picture.absolute() for picture in window.render(folder, arguments.db, run_id)]
    if arguments.json:
        document = training_report(tokenizer, run_id, name, exported)
        print_json(document | {"pictures": [str(picture) for picture in pictures]})
    else:
        _print_pictures(exported, problem, folder, pictures)
    return 0


def _print_training(tokenizer: Tokenizer, run_id: RunId) -> None:
    training = tokenizer.training
    assert training is not None  # it was just trained
    print_language_table(training)
    seconds = training.seconds["total"]
    took = f"{seconds:.2f} s" if seconds < 10 else duration(seconds)
    print(
        f"\nRun {run_id}: {counted(tokenizer.n_merges, 'merge')} on {byte_size(training.bytes)} "
        f"in {took}."
    )


def _print_pictures(exported: Path, problem: str, folder: Path, pictures: list[Path]) -> None:
    print(f"Exported: {exported}")
    print(f"No window: {problem}")
    print(f"Pictures of the window with this run, in {folder.absolute()}:")
    for picture in pictures:
        print(f"  {picture.name}")


def output_folder() -> Path:
    """`output` in the project when started from its sources, else in the data folder."""
    project = Path(workbench.__file__).resolve().parent.parent
    is_project = (project / "pyproject.toml").is_file() and os.access(project, os.W_OK)
    return (project if is_project else data_folder()) / "output"
