"""Runs chat templates in a process of its own, which can be ended.

`python -m engine.chat.template_child` reads frames (see engine.machine.children): first the setup,
{"templates", "variables", "clock", "seconds", "characters", "megabytes"}, answered with
{"lines", "generates"} or {"error", "line", "template"}; then {"jobs"}, a list (see template_jobs),
each job answered by a frame of its own, with the text as its blob. A template that takes longer
than the time ends the process, after the place where it is has been written to standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, BinaryIO

from engine.chat.sentences import say
from engine.chat.template_jobs import TemplateFaultError, TemplateJobs
from engine.machine import Deadline, answer_pipes, limit_memory, read_frame, write_frame

_SETUP_SECONDS = 30
_PRECISION = 0.25


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until the source ends."""
    first = read_frame(source)
    if first is None:
        return
    setup, deadline = first.document, Deadline(_PRECISION)
    limit_memory(setup["megabytes"] << 20)
    deadline.begin(setup["seconds"])
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
        for job in batch.document["jobs"]:
            deadline.begin(setup["seconds"])
            _answer(jobs, job, sink)
        deadline.pause()


def _answer(jobs: TemplateJobs, job: Mapping[str, Any], sink: BinaryIO) -> None:
    answer = jobs.answer(job)
    try:
        if "error" in answer:
            answer["error"] = say.packed(answer["error"])
        texts = [answer.pop("text")] if "text" in answer else []
        write_frame(sink, answer, [text.encode("utf-8", "surrogatepass") for text in texts])
    except MemoryError:
        write_frame(sink, {"error": say.packed(say("template_memory")), "line": None})


def _facts(jobs: TemplateJobs) -> dict[str, Any]:
    return {
        "lines": {name: template.lines for name, template in jobs.templates.items()},
        "generates": {name: template.generates for name, template in jobs.templates.items()},
    }


def main() -> int:
    """Serve on standard input and output."""
    Deadline().begin(_SETUP_SECONDS)
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(*answer_pipes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
