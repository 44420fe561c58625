"""The forecast of memory counts what the program holds already."""

from __future__ import annotations

import pytest

from engine import Corpus
from workbench.text.numbers import byte_size
from workbench.training import training_results
from workbench.training.training_results import MemoryBar
from workbench.work.runs.recording_progress import FIXED_BYTES, expected_memory

MB = 1_000_000


@pytest.fixture
def used(monkeypatch):
    """A list whose only item is what the process holds just now."""
    values = [100 * MB]
    monkeypatch.setattr(training_results, "resident_bytes", lambda: values[0])
    monkeypatch.setattr(training_results, "peak_bytes", lambda: values[0])
    monkeypatch.setattr(training_results, "available_bytes", lambda: 4000 * MB)
    return values


def test_what_is_loaded_before_a_training_counts_to_what_is_expected(qtbot, theme, used):
    bar = MemoryBar(theme)
    qtbot.addWidget(bar)
    bar.set_need(90 * MB)
    assert f"about {byte_size(190 * MB)} expected" in bar.words
    used[0] = 220 * MB  # engine and corpus are loaded
    bar.begin()
    assert f"about {byte_size(310 * MB)} expected" in bar.words
    used[0] = 300 * MB  # the training itself; a second one uses its room again
    bar.begin()
    assert f"about {byte_size(310 * MB)} expected" in bar.words
    used[0] = 400 * MB
    bar.sample()
    assert f"about {byte_size(400 * MB)} expected" in bar.words  # never less than is used


def test_the_smallest_training_loads_the_engine_too():
    assert expected_memory(Corpus.from_texts(["a b c"]), 10) > FIXED_BYTES >= 80 * MB
