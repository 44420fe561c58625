"""A verification that is given up ends the library's process, and says nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from engine.formats.verification import answer_steps
from engine.machine import result_of
from tests.patience import Patience

NEVER = (
    "import os, sys, time, pathlib; sys.stdin.read(); "
    "pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(600)"
)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def waiting(tmp_path):
    """Steps of an answer that never comes, and the file with the number of its process."""
    file = tmp_path / "pid"
    return answer_steps([sys.executable, "-c", NEVER, str(file)], {"texts": []}, 600), file


def test_giving_up_ends_the_process(waiting):
    steps, file = waiting
    patience = Patience()
    while not (file.exists() and file.read_text()):
        assert next(steps) is None
        patience.check("Waited for the number of the process")
    pid = int(file.read_text())
    assert is_alive(pid)
    steps.close()
    assert not is_alive(pid)


def test_a_library_without_a_waiting_parent_ends_itself():
    program = (
        "import sys, threading; from engine.formats import verification_reader as reader; "
        "wait = lambda request: threading.Event().wait(); "
        "reader.READERS['tiktoken'] = (reader.Reader('json', wait),); sys.exit(reader.main())"
    )
    request = json.dumps({"format": "tiktoken", "seconds": 0.1})
    done = subprocess.run(
        [sys.executable, "-c", program], input=request, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "Timeout" in done.stderr


def test_the_child_is_told_more_time_than_it_is_waited_for():
    program = "import json, sys; print(json.load(sys.stdin)['seconds'])"
    assert result_of(answer_steps([sys.executable, "-c", program], {}, 60)) > 60


def test_an_answer_that_takes_too_long_is_a_sentence():
    steps = answer_steps([sys.executable, "-c", "import time; time.sleep(600)"], {}, 0.05)
    assert result_of(steps) == "the library gave no answer within 0.05 seconds"


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("print('no JSON')", "the library's process gave an unreadable answer"),
        ("raise SystemExit('bad file')", "the library ended its process (bad file)"),
    ],
)
def test_what_is_no_answer_is_a_sentence(program, words):
    steps = answer_steps([sys.executable, "-c", program], {}, 60)
    assert result_of(steps) == words


def test_a_question_larger_than_a_pipe_arrives_whole():
    program = "import json, sys; print(json.dumps(len(json.load(sys.stdin)['texts'])))"
    steps = answer_steps([sys.executable, "-c", program], {"texts": ["a"] * 10**6}, 60)
    assert result_of(steps) == 10**6
