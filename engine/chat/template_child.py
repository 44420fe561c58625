"""Runs chat templates in a process of its own, which can be ended.

`python -m engine.chat.template_child` reads frames (see template_frames): first the setup,
{"templates", "variables", "clock", "seconds", "characters", "megabytes"}, answered with
{"lines", "generates"} or {"error", "line", "template"}; then lists of jobs (see template_jobs),
each job answered by a frame of its own. A template that takes longer than the time ends the
process, after the place where it is has been written to standard error.
"""

from __future__ import annotations

import faulthandler
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from engine.chat.sentences import say
from engine.chat.template_frames import read_frame, write_frame
from engine.chat.template_jobs import TemplateFaultError, TemplateJobs

_SETUP_SECONDS = 30
_PRECISION = 4  # the clock is set again after this part of the time, which costs a thread


class _Deadline:
    """Ends the process when one job takes too long; the time is exact to a quarter."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._set_at = float("-inf")

    def begin(self) -> None:
        now = time.monotonic()
        if now - self._set_at > self._seconds / _PRECISION:
            whole = self._seconds * (1 + 1 / _PRECISION)
            faulthandler.dump_traceback_later(whole, exit=True)
            self._set_at = now

    def pause(self) -> None:
        """Nothing runs: wait for work as long as it takes."""
        faulthandler.cancel_dump_traceback_later()
        self._set_at = float("-inf")


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until the source ends."""
    setup = read_frame(source)
    if setup is None:
        return
    deadline = _Deadline(setup["seconds"])
    _limit_memory(setup["megabytes"])
    deadline.begin()
    try:
        jobs = TemplateJobs(
            setup["templates"],
            setup["variables"],
            clock=datetime.fromisoformat(setup["clock"]),
            most_characters=setup["characters"],
        )
    except TemplateFaultError as fault:
        write_frame(sink, {"error": say.packed(str(fault)), "line": fault.line})
        return
    deadline.pause()
    write_frame(sink, _facts(jobs))
    while (batch := read_frame(source)) is not None:
        for job in batch:
            deadline.begin()
            _answer(jobs, job, sink)
        deadline.pause()


def _answer(jobs: TemplateJobs, job: Mapping[str, Any], sink: BinaryIO) -> None:
    answer = jobs.answer(job)
    try:
        if "error" in answer:
            write_frame(sink, {**answer, "error": say.packed(answer["error"])})
        elif "text" in answer:
            write_frame(sink, {**answer, "text": ""}, answer["text"])
        else:
            write_frame(sink, answer)
    except MemoryError:
        write_frame(sink, {"error": say.packed(say("template_memory")), "line": None})


def _facts(jobs: TemplateJobs) -> dict[str, Any]:
    return {
        "lines": {name: template.lines for name, template in jobs.templates.items()},
        "generates": {name: template.generates for name, template in jobs.templates.items()},
    }


def _limit_memory(megabytes: int) -> None:
    """No more than so much beyond what the process has now."""
    try:
        import resource
    except ImportError:  # Windows
        return
    held = 0
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        held = pages * os.sysconf("SC_PAGE_SIZE")
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = held + (megabytes << 20)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with suppress(ValueError, OSError):  # a system that knows the limit but does not keep it
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def main() -> int:
    """Serve on standard input and output."""
    faulthandler.dump_traceback_later(_SETUP_SECONDS, exit=True)
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
