"""Everything that commands import, so that children of the nursery find it there.

Nothing here starts a thread or loads a kernel: what a fork takes over must be quiet.
"""

from __future__ import annotations

import json
import sqlite3

import numba
import numpy as np
import regex
import sqlalchemy

import engine
from engine import train_tokenizer
from engine.chat import writing_chat_arrays
from engine.compiled import run_kernel
from engine.datasets import write_dataset
from engine.encoding import BatchEncoder
from engine.formats import export_tokenizer, load_tokenizer
from workbench.cli import command_line
from workbench.cli.runs import registry, runs
from workbench.cli.tokenizers import encode, extend, import_tokenizer
from workbench.cli.training import resume, train
from workbench.store import RunStore
from workbench.work import tokenizer_export
from workbench.work.runs import recording as run_recording
from workbench.work.runs import resuming as run_resuming

__all__ = [
    "BatchEncoder", "RunStore", "command_line", "encode", "engine", "export_tokenizer",
    "extend", "import_tokenizer", "json", "load_tokenizer", "np", "numba", "regex", "registry",
    "resume", "run_kernel", "run_recording", "run_resuming", "runs", "sqlalchemy", "sqlite3",
    "tokenizer_export", "train", "train_tokenizer", "write_dataset", "writing_chat_arrays",
]  # fmt: skip
