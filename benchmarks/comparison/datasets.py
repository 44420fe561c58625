"""A folder of text files as ids: written to shards here, in memory elsewhere; ids are compared."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.comparison.task import Candidate, Documents, Phases, Result, Task
from benchmarks.comparison.vocabularies import own_file
from benchmarks.texts import text_files

_SHARD_TOKENS = 20_000_000
_WARM_UP = ["warm the kernels up, warm them, 12345 of them \n\n é 漢字 " * 20] * 4


def _ours(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (files)
    from engine import Corpus, Tokenizer
    from engine.datasets import DatasetSettings, write_dataset
    from engine.machine import result_of

    tokenizer = Tokenizer.load(own_file(Path(task.tokenizer)))
    tokenizer.encode_batch(_WARM_UP)
    out = Path(tempfile.mkdtemp(dir=Path(task.files).parent)) / "dataset"
    settings = DatasetSettings(dtype="uint32", shard_tokens=_SHARD_TOKENS)

    def write() -> Any:
        return result_of(write_dataset(tokenizer, Corpus.from_paths(task.files), out, settings))

    def written(manifest: Any) -> Result:
        return np.concatenate([np.load(out / shard["file"]) for shard in manifest["shards"]])

    return Phases({"dataset": write}, written, lambda: shutil.rmtree(out.parent))


def _ours_in_memory(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (files)
    """What the writer can reach at best: groups that are read before, ids that are let go."""
    from engine import Corpus, Tokenizer
    from engine.corpus import part_groups

    tokenizer = Tokenizer.load(own_file(Path(task.tokenizer)))
    tokenizer.encode_batch(_WARM_UP)
    parts = Corpus.from_paths(task.files).labelled_parts()
    groups = list(part_groups(parts, tokenizer.splitter))

    def work_of(encoder: Any) -> Callable[[Any], int]:
        return lambda group: len(encoder.encode_documents(group.data, group.bounds)[0])

    spread = tokenizer.batch_encoder.spread
    return Phases(
        {"dataset": lambda: sum(filter(None, spread(work_of, groups)))},
        lambda n: np.array([n]),
    )


def _gigatoken(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (files)
    import awkward
    import gigatoken
    from gigatoken.gigatoken_rs import TextFileSource

    tokenizer = gigatoken.Tokenizer(task.tokenizer)
    tokenizer.encode_batch(_WARM_UP)
    return Phases(
        {"dataset": lambda: tokenizer.encode_files(TextFileSource(text_files(task.files)))},
        lambda made: np.asarray(awkward.flatten(made)),
    )


def _fastokens(task: Task, documents: Documents) -> Phases:  # noqa: ARG001  (files)
    import fastokens

    tokenizer = fastokens.Tokenizer.from_file(task.tokenizer)
    tokenizer.encode_batch_flat(_WARM_UP)

    def encode() -> Result:
        texts = [file.read_text("utf-8") for file in text_files(task.files)]
        return np.frombuffer(tokenizer.encode_batch_flat(texts)[0], np.uint32)

    return Phases({"dataset": encode}, lambda made: made)


DATASET_WRITERS: dict[str, Candidate] = {
    "ours": Candidate(None, _ours, note="written to shards on the disk"),
    "ours, encoding alone": Candidate(
        None, _ours_in_memory, None, "text read before, ids let go: what a writer can reach"
    ),
    "gigatoken": Candidate("gigatoken", _gigatoken, note="in memory, nothing written"),
    "fastokens": Candidate("fastokens", _fastokens, note="in memory, nothing written"),
}
