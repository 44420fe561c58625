from __future__ import annotations

import pytest

from tests.store.builders import Clock
from workbench.store import RunStore


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.sqlite"


@pytest.fixture
def store(path, clock):
    with RunStore.open(path, clock=clock) as opened:
        yield opened
