"""A child process speaks the signals of a job."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject

from workbench.work.child_process import ChildProcessJob, JsonChild, end_processes

REPORT = 'import json; print(json.dumps({"phase": "Compile", "fraction": 0.5})); print("noise")'


def test_lines_of_json_become_progress(qtbot):
    job = ChildProcessJob([sys.executable, "-c", REPORT], title="Compile")
    seen = []
    job.progressed.connect(seen.append)
    with qtbot.waitSignal(job.finished):
        job.start()
    [(progress,)] = seen
    assert (progress.phase, progress.fraction) == ("Compile", 0.5)


def test_a_program_that_fails_says_why(qtbot):
    job = ChildProcessJob([sys.executable, "-c", "raise SystemExit('no disk')"], title="Compile")
    with qtbot.waitSignal(job.failed) as failed:
        job.start()
    assert str(failed.args[0]) == "Compile did not succeed: no disk"


def test_a_program_that_is_not_there_fails(qtbot, tmp_path):
    job = ChildProcessJob([str(tmp_path / "nothing")], title="Compile")
    with qtbot.waitSignal(job.failed) as failed:
        job.start()
    assert "could not be started" in str(failed.args[0])


def test_a_cancelled_program_is_gone_and_says_only_that(qtbot):
    job = ChildProcessJob([sys.executable, "-c", "while True: pass"], title="Compile")
    ends = []
    job.finished.connect(ends.append)
    job.failed.connect(ends.append)
    job.start()
    with qtbot.waitSignal(job.cancelled):
        job.cancel()
    assert ends == []
    assert job.is_over


def test_what_still_runs_is_ended_with_its_owner(qtbot):
    owner = QObject()
    job = ChildProcessJob([sys.executable, "-c", "input()"], title="Wait", parent=owner)
    with qtbot.waitSignal(job.failed):
        job.start()
        end_processes(owner)
    assert job.is_over


ECHO = """
import json, sys
for line in sys.stdin:
    print("noise")
    print(json.dumps({"echo": json.loads(line)}), flush=True)
"""


@pytest.fixture
def echo(qtbot):
    child = JsonChild([sys.executable, "-c", ECHO])
    yield child
    child.stop()


def test_a_child_answers_each_request_by_a_line(qtbot, echo):
    said = []
    echo.answered.connect(said.append)
    echo.start(60_000)
    echo.ask({"number": 1})
    echo.ask({"number": 2}, is_last=True)
    with qtbot.waitSignal(echo.ended) as ended:
        pass
    assert said == [{"echo": {"number": 1}}, {"echo": {"number": 2}}]
    assert ended.args == ["done"]


def test_a_child_over_its_limit_is_killed_and_can_be_started_again(qtbot, echo):
    with qtbot.waitSignal(echo.ended) as ended:
        echo.start(0)
    assert ended.args == ["slow"]
    assert not echo.is_running
    echo.start(60_000)
    with qtbot.waitSignal(echo.answered):
        echo.ask({})


def test_a_child_that_is_not_there_or_dies_says_so(qtbot, tmp_path):
    missing = JsonChild([str(tmp_path / "nothing")])
    with qtbot.waitSignal(missing.ended) as ended:
        missing.start(60_000)
    assert ended.args == ["missing"]
    dying = JsonChild([sys.executable, "-c", "raise SystemExit(3)"])
    with qtbot.waitSignal(dying.ended) as ended:
        dying.start(60_000)
    assert ended.args == ["died"]


def test_a_child_that_is_stopped_says_nothing(qtbot, echo):
    ends = []
    echo.ended.connect(ends.append)
    echo.start(60_000)
    echo.stop()
    assert (ends, echo.is_running, echo.left_ms) == ([], False, -1)
