"""Processes of our own: what they answer, how they end, and what is said of their end."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys

import pytest

from engine.machine import children
from engine.machine.children import (
    Child,
    Ending,
    Frame,
    FrameError,
    finished,
    finishing,
    output_lines,
    read_frame,
    write_frame,
)
from engine.machine.files import is_running
from engine.machine.work import result_of


def test_frames_carry_a_document_and_bytes():
    stream = io.BytesIO()
    write_frame(stream, {"a": "é\ud800"}, [b"", b"\0\xff"])
    write_frame(stream, {})
    stream.seek(0)
    assert read_frame(stream) == Frame({"a": "é\ud800"}, (b"", b"\0\xff"))
    assert read_frame(stream) == Frame({})
    assert read_frame(stream) is None


def test_a_frame_that_ends_early_is_none():
    stream = io.BytesIO()
    write_frame(stream, {"a": 1}, [b"xyz"])
    content = stream.getvalue()
    for end in range(len(content)):
        assert read_frame(io.BytesIO(content[:end])) is None


@pytest.mark.parametrize(
    "content",
    [
        b"\xff" * 16,
        b"\1\0\0\0{",
        b"\2\0\0\0[]",
        b"\2\0\0\0{}",
        b'\x0d\0\0\0{"sizes":[-1]}'[:17] + b"}",
        b'\x0e\0\0\0{"sizes":["a"]}'[:18] + b"}",
    ],
)
def test_what_is_no_frame(content):
    with pytest.raises(FrameError):
        read_frame(io.BytesIO(content))


def test_a_frame_of_more_than_is_wanted_is_damage():
    stream = io.BytesIO()
    write_frame(stream, {"a": 1}, [b"x" * 100])
    assert read_frame(io.BytesIO(stream.getvalue()), 150) is not None
    with pytest.raises(FrameError):
        read_frame(io.BytesIO(stream.getvalue()), 100)


def run(program: str, request: bytes = b"", seconds: float | None = None) -> Ending:
    return finished([sys.executable, "-c", program], request, seconds=seconds)


def test_a_program_is_run_to_its_end():
    assert run("import sys; print(sys.stdin.read()[::-1])", b"abc").output.strip() == b"cba"
    ending = run("raise SystemExit('bad file')")
    assert (ending.status, ending.last_line, ending.is_slow) == (1, "bad file", False)
    assert run("import os; os._exit(3)").last_line == "exit status 3"


@pytest.mark.slow
def test_a_program_that_takes_too_long_is_ended_and_what_it_said_is_kept():
    program = "import threading; print('here', flush=True); threading.Event().wait()"
    ending = run(program, seconds=2.0)
    assert (ending.status, ending.output.strip(), ending.is_slow) == (None, b"here", True)


def test_a_program_that_ends_itself_for_its_time_was_slow():
    program = (
        "import threading; from engine.machine import Deadline; Deadline().begin(0.05); "
        "threading.Event().wait()"
    )
    ending = run(program)
    assert (ending.status, ending.is_slow) == (1, True)


def test_the_lines_of_a_program_come_one_by_one_and_closing_ends_it():
    program = "import os, threading; print(os.getpid(), flush=True); threading.Event().wait()"
    lines = output_lines([sys.executable, "-c", program])
    process_id = int(next(lines))
    assert is_running(process_id) is not False
    lines.close()
    assert not is_running(process_id)


def test_a_child_that_is_damaged_is_ended_and_started_again():
    child = Child("engine.library.child", most_bytes=60)
    assert child.start()
    assert not child.start()
    first = child.process
    child.send({"do": "encode", "seconds": 60})
    answer = child.receive()
    assert answer is not None
    assert answer.document == {"error": "AssertionError"}
    child.send({"do": "open", "seconds": 60, "library": "of this name there is none " * 9}, [b""])
    assert child.receive() is None  # the answer is longer than is wanted
    assert child.ending().status
    assert child.process is None
    assert first is not None
    assert first.returncode is not None
    assert child.start()
    child.close()


def test_a_child_ends_with_the_one_that_asks_it():
    child = Child("engine.library.child")
    child.start()
    process = child.process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()  # as the system does for a parent that is killed
    assert process.wait() == 0
    child.close()


def test_a_program_is_stopped_while_its_reader_pauses(monkeypatch):
    processes = []

    class Noted(subprocess.Popen):
        def __init__(self, *arguments, **named):
            super().__init__(*arguments, **named)
            processes.append(self)

    monkeypatch.setattr(children.subprocess, "Popen", Noted)
    monkeypatch.setattr(children, "_HELD_SECONDS", 0.01)
    held: list[float] = []
    steps = finishing(["sleep", "60"], is_held=True, note_held=held.append)
    next(steps)
    [process] = processes
    stopped = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
    assert stopped.si_status == signal.SIGSTOP
    next(steps)
    os.waitid(os.P_PID, process.pid, os.WCONTINUED)
    assert [seconds >= 0 for seconds in held] == [True]
    steps.close()
    assert process.returncode == -signal.SIGKILL


def test_a_program_runs_on_where_the_system_cannot_stop_it(monkeypatch):
    """As on Windows: the reader may pause, the program does not."""
    monkeypatch.delattr(signal, "SIGSTOP")
    monkeypatch.setattr(children, "_HELD_SECONDS", 0.0)
    steps = finishing([sys.executable, "-c", "print('ended')"], is_held=True)
    assert result_of(steps).output.split() == [b"ended"]
