"""Checkpoints that an earlier version wrote go on to the tokenizer that it would have made.

tests/data/checkpoints has what a kill left of two trainings on the text below: one in stage one,
one in stage two. That version kept counts in a log, and the merges as this one does.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from engine.corpus.corpus import Corpus
from engine.machine import result_of
from engine.settings.config import TrainingConfig
from engine.settings.superwords import Superwords
from engine.training.checkpoint import TrainingCheckpoint
from engine.training.training import train
from tests.engine.training.interrupted_training import WORDS

KEPT = Path(__file__).parents[2] / "data" / "checkpoints"
WRITTEN_NS = 10**18
"""When the text was written, as the checkpoints say."""

TRAININGS = {
    "plain": (
        TrainingConfig(380, special_tokens=("<|end|>",)),
        60,
        "1652a3ee0de30e523a60d22f286954a45d3af8eafb413f3d698fc3b6bcf0bc5c",
    ),
    "superwords": (
        TrainingConfig(380, superwords=Superwords(320)),
        82,
        "5ef9c33599a77e9c5f5af6ba947ad2c03eb960d77aeb2290e27d9b3aef0e1644",
    ),
}
"""Settings, merges that the checkpoint has, and the semantic hash of that version's result."""


@pytest.fixture
def corpus(tmp_path):
    text = "".join(f"{WORDS[i * i % 23 % 9]} {i * i % 997} " for i in range(1500))
    path = tmp_path / "eng.txt"
    path.write_bytes(text.encode())
    os.utime(path, ns=(WRITTEN_NS, WRITTEN_NS))
    return Corpus.from_paths(path)


@pytest.mark.parametrize("name", TRAININGS)
def test_a_checkpoint_of_an_earlier_version_goes_on(corpus, tmp_path, name):
    config, n_kept, semantic_hash = TRAININGS[name]
    folder = tmp_path / name
    shutil.copytree(KEPT / name, folder)
    checkpoint = TrainingCheckpoint(folder)
    checkpoint.check(corpus, config, None)
    tokenizer = result_of(train(corpus, config, checkpoint=checkpoint))
    assert checkpoint.remarks == []
    assert checkpoint.n_resumed == n_kept
    assert tokenizer.semantic_hash == semantic_hash
    again = result_of(train(corpus, config))
    assert tokenizer.merges.tolist() == again.merges.tolist()
    assert tokenizer.training.counts.tolist() == again.training.counts.tolist()
    assert tokenizer.training.source_applied.tolist() == again.training.source_applied.tolist()
