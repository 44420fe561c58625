"""The guards around every test, as a pytest plugin.

A test fails that leaves a thread, an active timer or a window behind, logs an unexpected
warning or reaches for the network. Nothing a test writes lands in the person's own folders.
(Warnings and Qt's messages fail by the settings in pyproject.toml.)
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import leftovers

PROJECT = Path(__file__).resolve().parent.parent
_HOME_VARIABLES = ("TOKENIZER_WORKBENCH_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
_HOME = pytest.StashKey[tempfile.TemporaryDirectory[str]]()

os.environ.update(
    LC_ALL="C.UTF-8",
    # The libraries we compare with must not look for models.
    HF_HUB_OFFLINE="1",
    TRANSFORMERS_OFFLINE="1",
    # Its first import warns of a missing PyTorch, and where CI is set so that a test fails.
    TRANSFORMERS_NO_ADVISORY_WARNINGS="1",
    # NumPy's threads for matrices take a quarter of its import, and spin for a while after each.
    OPENBLAS_NUM_THREADS="1",
)
# Hundreds of tests start Python again: no child compiles our modules once more.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["QT_QPA_PLATFORM"] = os.environ.get("QT_QPA_PLATFORM") or "offscreen"
# Compiling all kernels takes a minute; a second run finds them here.
os.environ.setdefault("TOKENIZER_WORKBENCH_KERNEL_CACHE", str(PROJECT / ".cache/kernels-test"))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give this process a home; it may be forked from one that has another."""
    home = tempfile.TemporaryDirectory(prefix="tokenizer-workbench-tests-")
    config.stash[_HOME] = home
    os.environ.update(dict.fromkeys(_HOME_VARIABLES, home.name))


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_HOME].cleanup()


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Let no socket connect anywhere but to a local file."""
    patch = pytest.MonkeyPatch()
    for name in ("connect", "connect_ex"):
        patch.setattr(socket.socket, name, _local_only(getattr(socket.socket, name)))
    yield
    patch.undo()


def _local_only(original):
    def connect(self, address):
        if self.family != getattr(socket, "AF_UNIX", None):
            # A BaseException, so that no library takes it for a failed connection and goes on.
            pytest.fail(f"A test tried to connect to {address!r}.")
        return original(self, address)

    return connect


class _Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.is_expected = False

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def stray_log_records() -> Iterator[_Records]:
    """Fail on unexpected records of level WARNING and above."""
    handler = _Records()
    root = logging.getLogger()
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)
    said = [f"{record.name}: {record.getMessage()}" for record in handler.records]
    if said and not handler.is_expected:
        pytest.fail("Log records that no test expects:\n" + "\n".join(said), pytrace=False)
    if handler.is_expected and not said:
        pytest.fail("The test expects a log record of level WARNING; none came.", pytrace=False)


@pytest.fixture
def expected_log_records(stray_log_records: _Records) -> list[logging.LogRecord]:
    """The records of level WARNING and above; a test that asks for them must cause one."""
    stray_log_records.is_expected = True
    return stray_log_records.records


@pytest.fixture(autouse=True)
def nothing_left_running(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail on threads, timers and windows that outlive the test."""
    uses_qt = "qapp" in request.fixturenames
    threads = leftovers.running_threads()
    windows = leftovers.top_level_windows()
    # Only fixtures of a wider scope can have timers going already, and they come with a window.
    active = leftovers.active_qt_objects() if windows and uses_qt else []
    yield
    left = leftovers.leftover_threads(threads) + leftovers.leftover_windows(windows)
    if uses_qt:
        left += leftovers.leftover_qt_objects(active)
    if not gc.isenabled():
        gc.enable()
        left.append("garbage collection was left switched off")
    if left:
        pytest.fail("Left behind:\n" + "\n".join(left), pytrace=False)
