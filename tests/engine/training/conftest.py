"""Fixtures of the tests that interrupt trainings and go on with them."""

from __future__ import annotations

import pytest


@pytest.fixture
def small_steps(monkeypatch):
    """Trainings in many small steps; see `in_small_steps`."""
    from tests.engine.training.interrupted_training import in_small_steps

    in_small_steps(monkeypatch)


@pytest.fixture
def corpus(tmp_path):
    """A corpus of more than one batch; see `written_corpus`."""
    from tests.engine.training.interrupted_training import written_corpus

    return written_corpus(tmp_path)
