"""The memory of a process and of those it started."""

from __future__ import annotations

import itertools
import subprocess
import sys

import pytest

from workbench.work import memory
from workbench.work.memory import (
    MOST_SAMPLES,
    MemorySamples,
    resident_bytes,
    resident_bytes_with_children,
)

MEGABYTES = 40


@pytest.fixture
def child():
    """A child that holds some megabytes, and says when it does."""
    script = f"x = bytearray({MEGABYTES} * 10**6); print('ready', flush=True); input()"
    command = [sys.executable, "-c", script]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    yield process
    process.communicate(b"\n")


def test_children_count(child):
    with_children = resident_bytes_with_children()
    if sys.platform == "linux":
        assert with_children > resident_bytes() + MEGABYTES * 10**6
    else:
        assert with_children == resident_bytes()


def test_thinning_out_keeps_the_first_sample_and_the_newest(monkeypatch):
    monkeypatch.setattr(memory, "resident_bytes", lambda: 7)
    samples = MemorySamples()
    for n_merges in range(1, MOST_SAMPLES + 2):
        samples.add(n_merges)
    merges = samples.array()[:, 0].tolist()
    assert len(merges) < MOST_SAMPLES
    assert (merges[0], merges[-1]) == (1, MOST_SAMPLES + 1)


def test_a_long_training_keeps_fewer_samples_all_along(monkeypatch):
    monkeypatch.setattr(memory, "resident_bytes", lambda: 7)
    samples = MemorySamples()
    for n_merges in [0, 1, 1, *range(2, 10 * MOST_SAMPLES)]:
        samples.add(n_merges)
    merges = samples.array()[:, 0].tolist()
    assert MOST_SAMPLES / 3 < len(merges) <= MOST_SAMPLES
    assert merges == sorted(set(merges))
    gaps = [after - before for before, after in itertools.pairwise(merges)]
    assert max(gaps) <= 32 and merges[0] <= 32 and merges[-1] > 9 * MOST_SAMPLES
