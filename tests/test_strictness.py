"""The guards of `tests.strictness`: each is shown a test that it must fail; clean ones pass."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).resolve().parent.parent

SHOWN_TESTS = """
import contextlib, gc, logging, socket, threading, warnings
from PySide6.QtCore import QThread, QTimer, qWarning
from PySide6.QtWidgets import QWidget

kept = []

def test_good_plain():
    assert True

def test_good_expected_record(expected_log_records):
    logging.getLogger("engine").warning("known")
    assert [record.getMessage() for record in expected_log_records] == ["known"]

def test_good_window(qtbot):
    window = QWidget()
    timer = QTimer(window)
    qtbot.addWidget(window)
    timer.start(1000)
    window.show()
    assert window.isVisible()

def test_good_thread():
    thread = threading.Thread(target=gc.isenabled)
    thread.start()
    assert thread

def test_bad_warning():
    warnings.warn("careful", UserWarning)

def test_bad_qt_warning(qtbot):
    qWarning("careful")

def test_bad_record():
    logging.getLogger("engine").warning("surprise")

def test_bad_missing_record(expected_log_records):
    assert expected_log_records == []

def test_bad_thread():
    never = threading.Event()
    threading.Thread(target=never.wait, name="straggler", daemon=True).start()

def test_bad_timer(qtbot):
    timer = QTimer()
    kept.append(timer)
    timer.start(1000)

def test_bad_thread_of_qt(qtbot):
    thread = QThread()
    kept.append(thread)
    thread.start()

def test_bad_window(qtbot):
    window = QWidget()
    window.setWindowTitle("forgotten")
    kept.append(window)

def test_bad_collection():
    gc.disable()

def test_bad_network():
    with socket.socket() as connection, contextlib.suppress(OSError):
        connection.connect(("127.0.0.1", 9))

def test_good_after_all_that(qtbot):
    assert QWidget().parent() is None

"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The outcome of each shown test: its name -> what pytest says of it."""
    folder = tmp_path_factory.mktemp("shown")
    (folder / "test_shown.py").write_text(SHOWN_TESTS, encoding="utf-8")
    said = run_pytest(folder)
    failures = dict.fromkeys(re.findall(r"::(test_\w+) PASSED", said), "passed")
    pattern = r"^(?:FAILED|ERROR) \S+::(test_\w+) - (.*)$"
    for name, reason in re.findall(pattern, said, re.MULTILINE):
        failures[name] = reason
    failures["everything"] = said
    return failures


def run_pytest(folder: Path) -> str:
    command = [sys.executable, "-m", "pytest", "-v", "-p", "tests.strictness", "test_shown.py"]
    settings = ["-c", str(PROJECT / "pyproject.toml"), "--rootdir", str(folder)]
    cache = ["-o", f"cache_dir={folder / 'cache'}"]
    path = os.pathsep.join([str(PROJECT), *sys.path])
    done = subprocess.run(
        [*command, *settings, *cache],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "name",
    [
        "test_good_plain",
        "test_good_expected_record",
        "test_good_window",
        "test_good_thread",
        "test_good_after_all_that",
    ],
)
def test_a_clean_test_passes(outcomes: dict[str, str], name: str) -> None:
    assert outcomes.get(name) == "passed", outcomes["everything"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("test_bad_warning", "UserWarning: careful"),
        ("test_bad_qt_warning", "careful"),
        ("test_bad_record", "engine: surprise"),
        ("test_bad_missing_record", "none came"),
        ("test_bad_thread", "thread 'straggler' still runs"),
        ("test_bad_timer", "QTimer is still active"),
        ("test_bad_thread_of_qt", "QThread is still active"),
        ("test_bad_window", "window QWidget 'forgotten' was not closed"),
        ("test_bad_collection", "garbage collection"),
        ("test_bad_network", "tried to connect to ('127.0.0.1', 9)"),
    ],
)
def test_a_careless_test_fails(outcomes: dict[str, str], name: str, said: str) -> None:
    assert outcomes.get(name, "not run") != "passed", outcomes["everything"]
    assert said in outcomes["everything"]
