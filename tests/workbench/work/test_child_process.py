"""A child process speaks the signals of a job."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject

from workbench.work.child_process import ChildProcessJob, end_processes

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
