from __future__ import annotations

import pytest

from tests.new_store import new_store
from tests.store.builders import Clock


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.sqlite"


@pytest.fixture
def store(path, clock):
    with new_store(path, clock=clock) as opened:
        yield opened
