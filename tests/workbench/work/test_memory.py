"""The memory of a process and of those it started."""

from __future__ import annotations

import subprocess
import sys

import pytest

from workbench.work.memory import resident_bytes, resident_bytes_with_children

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
