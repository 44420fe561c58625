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
from engine.chat import arrays as chat_arrays
from engine.compiled import kernel_cache, kernel_compiler
from engine.datasets import writing as dataset_writer
from engine.encoding import batch as batch_encoding
from engine.formats.reading import loading
from engine.formats.writing import export
from engine.training import training as trainer
from workbench import run_recording, run_resuming, tokenizer_export
from workbench.commands import (
    arguments,
    dispatch,
    encode,
    extend,
    import_tokenizer,
    registry,
    resume,
    runs,
    train,
)
from workbench.store import RunStore

__all__ = [
    "RunStore", "arguments", "batch_encoding", "chat_arrays", "dataset_writer", "dispatch",
    "encode", "engine", "export", "extend", "import_tokenizer", "json", "kernel_cache",
    "kernel_compiler", "loading", "np", "numba", "regex", "registry", "resume", "run_recording",
    "run_resuming", "runs", "sqlalchemy", "sqlite3", "tokenizer_export", "train", "trainer",
]  # fmt: skip
