"""The answer of the process in which a real library loads an export, waited for in steps."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Generator, Sequence
from typing import Any

from engine.formats.sentences import say

STEP_S = 0.1
_OWN_CLOCK_S = 5.0
"""So much later the child ends itself, if its parent is not left to end it."""


def answer_steps(
    command: Sequence[str], request: dict[str, Any], time_limit: float
) -> Generator[None, None, dict[str, Any] | str]:
    """The child's answer, or a sentence on why there is none; yields while it works.

    Closing the generator kills the child.
    """
    # A file: what does not fit a pipe at once, communicate() forgets when it is asked again.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as asked:
        json.dump(request | {"seconds": time_limit + _OWN_CLOCK_S}, asked)
        asked.seek(0)
        try:
            child = subprocess.Popen(
                command,
                stdin=asked,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            return say("answer_no_process", reason=error.strerror)
    end = time.monotonic() + time_limit
    with child:
        try:
            while True:
                try:
                    out, said = child.communicate(timeout=STEP_S)
                    break
                except subprocess.TimeoutExpired:
                    if time.monotonic() > end:
                        return say("answer_too_late", seconds=time_limit)
                yield
        finally:
            child.kill()
    if child.returncode != 0:
        lines = said.strip().splitlines()
        return say("answer_process_ended", reason=lines[-1] if lines else child.returncode)
    try:
        answer: dict[str, Any] = json.loads(out)
    except ValueError:
        return say("answer_unreadable")
    return answer
