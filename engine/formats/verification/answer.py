"""The answer of the process in which a real library loads an export, waited for in steps."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from typing import Any

from engine.formats.sentences import say
from engine.machine import finishing

_OWN_CLOCK_S = 5.0
"""Seconds after which the child ends itself if its parent cannot end it."""


def answer_steps(
    command: Sequence[str], request: dict[str, Any], time_limit: float
) -> Generator[None, None, dict[str, Any] | str]:
    """The child's answer, or a sentence on why there is none; yields while it works.

    Closing the generator kills the child.
    """
    asked = json.dumps(request | {"seconds": time_limit + _OWN_CLOCK_S}).encode()
    try:
        ending = yield from finishing(command, asked, seconds=time_limit)
    except OSError as error:
        return say("answer_no_process", reason=error.strerror)
    if ending.status is None:
        return say("answer_too_late", seconds=time_limit)
    if ending.status:
        return say("answer_process_ended", reason=ending.last_line)
    try:
        answer: dict[str, Any] = json.loads(ending.output)
    except ValueError:
        return say("answer_unreadable")
    return answer
