"""Damaged tokenizer files of every format: refused with a sentence, or read as by their library."""

from __future__ import annotations

import random

import pytest

from benchmarks.damage.mutated_files import FAULTS, SAME, verdict_of, written
from benchmarks.damage.mutations import mutated
from benchmarks.damage.readers import read_here, read_there
from benchmarks.damage.samples import samples

pytestmark = pytest.mark.slow

IN_PROCESS = ("vocab.json + merges.txt", "tiktoken", "tekken.json", "minbpe", "nanochat", "own")
"""What is refused or read here; tokenizer.json and SentencePiece may run in their library."""


@pytest.fixture(scope="module")
def small_samples(tmp_path_factory):
    made = samples(tmp_path_factory.mktemp("samples"), n_merges=60)
    return [sample for sample in made if sample.kind in IN_PROCESS]


def test_intact_files_give_the_ids_of_their_libraries(small_samples, tmp_path):
    for sample in small_samples:
        path = written(sample, dict(sample.files), tmp_path)
        here = read_here(sample.kind, path)
        theirs = here if sample.kind == "own" else read_there(sample.kind, path)
        assert verdict_of(here, theirs) == SAME, (sample.kind, here, theirs)


def test_damaged_files_are_refused_or_read_as_by_their_library(small_samples, tmp_path):
    outcomes = []
    intact = {}
    for sample in small_samples:
        path = written(sample, dict(sample.files), tmp_path)
        intact[sample.kind] = read_here(sample.kind, path)
    for number in range(150):
        sample = small_samples[number % len(small_samples)]
        path = written(sample, mutated(sample, random.Random(f"test-{number}")), tmp_path)
        here = read_here(sample.kind, path)  # anything but an EngineError fails the test
        theirs = intact["own"] if sample.kind == "own" else read_there(sample.kind, path)
        verdict = verdict_of(here, theirs)
        assert verdict not in FAULTS, (sample.kind, number, here, theirs)
        outcomes.append(verdict)
    assert outcomes.count(SAME) >= 15, "too few of the files are still whole to compare anything"


def test_wrong_ids_are_seen_as_wrong():
    assert verdict_of({"ids": [[1, 2]]}, {"ids": [[1, 3]]}) in FAULTS
    assert verdict_of({"crashed": "KeyError"}, {"ids": [[1]]}) in FAULTS
    assert verdict_of({"hung": True}, {}) in FAULTS
