"""`demo`: a training on the sample corpus, shown in the window or as pictures of it."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

import workbench
from engine.config import TrainingConfig
from engine.corpus import Corpus
from engine.formats import export_tokenizer
from resources import sample_corpus_folder
from workbench.commands.language_table import print_language_table
from workbench.commands.output import count
from workbench.commands.recorded_training import record_with_progress
from workbench.commands.window import Window, display_problem
from workbench.numbers import byte_size, duration
from workbench.places import data_folder
from workbench.store import RunStore

VOCAB_SIZE = 4096
PATTERN = "gpt2"


def demo_command(arguments: Namespace, window: Window) -> int:
    """Train on the sample corpus, store the run, print the table, show the window or pictures."""
    corpus = Corpus.from_paths(sample_corpus_folder())
    config = TrainingConfig(VOCAB_SIZE, pattern=PATTERN)
    with RunStore.open(arguments.db) as store:
        store.recognise_interrupted()
        run_id = record_with_progress(store, corpus, config)
        tokenizer = store.tokenizer(run_id)
    training = tokenizer.training
    if training is not None:
        print_language_table(training)
        print(
            f"\nRun {run_id}: {count(tokenizer.n_merges)} merges on {byte_size(training.bytes)} "
            f"in {duration(training.seconds['total'])}."
        )
    problem = display_problem()
    if problem is None:
        return window.open(arguments.db, run_id)
    folder = arguments.out or output_folder()
    files = export_tokenizer(tokenizer, "tokenizer.json", folder)
    print(f"Exported: {files[0]}")
    print(f"No window: {problem}")
    pictures = window.render(folder, arguments.db, run_id)
    print(f"Pictures of the window with this run, in {folder.absolute()}:")
    for picture in pictures:
        print(f"  {picture.name}")
    return 0


def output_folder() -> Path:
    """`output` in the project when started from its sources, else in the data folder."""
    project = Path(workbench.__file__).resolve().parent.parent
    is_project = (project / "pyproject.toml").is_file() and os.access(project, os.W_OK)
    return (project if is_project else data_folder()) / "output"
