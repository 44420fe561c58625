"""TemplateProcess: the process that runs chat templates, as its owner sees it."""

from __future__ import annotations

import re
import threading
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from types import TracebackType
from typing import Any, Self

from engine.chat.errors import ChatError
from engine.chat.sentences import say
from engine.machine import Child

_PLACE = re.compile(r'File "<template (\w+)>", line (\d+)')
_FIRST_BATCH, _MOST_BATCH = 8, 128
_QUICK, _SLOW = 0.1, 0.4
"""Seconds for a batch: a caller is to hear of a template that takes its time before long."""
_MOST_ANSWER = 1 << 30
_MOST_DEATHS = 5
"""After this number of ended processes in a row the template is given up."""


@dataclass(frozen=True, slots=True)
class TemplateLimits:
    """What a template may use for one conversation.

    seconds: of the clock on the wall; characters: that it writes; megabytes: beyond what the
    process needs itself, where the system can limit that.
    """

    seconds: float = 4.0
    characters: int = 32_000_000
    megabytes: int = 1024


@dataclass(frozen=True, slots=True)
class TemplateFault:
    """A template failed. line: of the template, None where not known. where: its name."""

    where: str
    reason: str
    line: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return say("template_fault", where=self.where, reason=self.reason)
        return say("template_fault_in_line", where=self.where, line=self.line, reason=self.reason)


class TemplateProcess:
    """Runs templates in a child process, which is started when it is needed and again if it ends.

    templates: sources by name; "default" must be there, "tool_use" serves conversations with
    tools. where: what the templates are called in sentences. variables: bos_token and so on.
    The process ends with `close`, or when nothing refers to this any more. One caller at a time.
    """

    def __init__(
        self,
        templates: Mapping[str, str],
        where: str,
        variables: Mapping[str, Any],
        *,
        limits: TemplateLimits | None = None,
        clock: datetime | None = None,
    ) -> None:
        self.limits = limits or TemplateLimits()
        self._where = where
        self._setup = {
            "templates": dict(templates),
            "variables": dict(variables),
            "clock": (clock or datetime.now().astimezone()).isoformat(),
            "seconds": self.limits.seconds,
            "characters": self.limits.characters,
            "megabytes": self.limits.megabytes,
        }
        self._child = Child("engine.chat.template_child", _MOST_ANSWER)
        self._facts: dict[str, Any] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process; the next job would start another."""
        self._child.close()

    @property
    def generates(self) -> bool:
        """Whether every template has a {% generation %} block. Raises ChatError."""
        if not self._facts:  # known once it has started, also while it runs
            with self._lock:
                self._start()
        return all(self._facts["generates"].values())

    def run(self, jobs: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any] | TemplateFault]:
        """The answers to jobs (see template_jobs), in order.

        Answers are handed out while the process works on the next ones. Raises ChatError where
        the template cannot be used at all.
        """
        jobs = iter(jobs)
        done: list[dict[str, Any] | TemplateFault] = []
        size = _FIRST_BATCH
        with self._lock:
            is_owed = False
            try:
                while batch := list(islice(jobs, size)):
                    is_owed = True
                    self._send(batch)
                    yield from done
                    began = time.monotonic()
                    done = list(self._answers(batch))
                    is_owed = False
                    size = _next_size(size, time.monotonic() - began)
                yield from done
            finally:
                if is_owed:  # it would not be known whose answers come next
                    self.close()

    def _answers(
        self, batch: Sequence[Mapping[str, Any]]
    ) -> Iterator[dict[str, Any] | TemplateFault]:
        n_done, deaths = 0, 0
        while n_done < len(batch):
            answer = self._receive()
            if answer is None:
                fault = self._reason_of_death()
                deaths += 1
                if deaths == _MOST_DEATHS:
                    raise ChatError(say("template_stopped_often", fault=fault, times=deaths))
                if n_done + 1 < len(batch):
                    self._send(batch[n_done + 1 :])
                yield fault
            else:
                deaths = 0
                reason = answer.get("error")
                yield (
                    answer
                    if reason is None
                    else TemplateFault(self._where, say.unpacked(reason), answer.get("line"))
                )
            n_done += 1

    def _send(self, batch: Sequence[Mapping[str, Any]]) -> None:
        self._start()
        self._child.send({"jobs": list(batch)})

    def _receive(self) -> dict[str, Any] | None:
        answer = self._child.receive()
        if answer is None:
            return None
        for text in answer.blobs:
            answer.document["text"] = text.decode("utf-8", "surrogatepass")
        return answer.document

    def _start(self) -> None:
        try:
            is_new = self._child.start()
        except OSError as error:
            raise ChatError(
                say("template_no_process", where=self._where, reason=error.strerror)
            ) from None
        if not is_new:
            return
        self._child.send(self._setup)
        facts = self._receive()
        if facts is None:
            raise ChatError(str(self._reason_of_death()))
        if "error" in facts:
            self.close()
            fault = TemplateFault(self._where, say.unpacked(facts["error"]), facts["line"])
            raise ChatError(str(fault))
        self._facts = facts

    def _reason_of_death(self) -> TemplateFault:
        """Why the process is gone, from what it wrote at its end."""
        ending = self._child.ending()
        if not ending.is_slow:
            reason = say("template_ended_process", code=ending.status)
            return TemplateFault(self._where, reason)
        place = _PLACE.search(ending.said)
        line = None
        if place is not None:
            line = _line(self._facts.get("lines", {}).get(place[1], []), int(place[2]))
        reason = say("template_too_slow", seconds=self.limits.seconds)
        return TemplateFault(self._where, reason, line)


def _next_size(size: int, seconds: float) -> int:
    """How many conversations to hand over at once, by the time that the last ones took."""
    if seconds < _QUICK:
        return min(2 * size, _MOST_BATCH)
    return max(size // 2, 1) if seconds > _SLOW else size


def _line(lines: Sequence[Sequence[int]], python_line: int) -> int | None:
    """The line of a template from that of what it was compiled to."""
    at = bisect_right([compiled for _, compiled in lines], python_line)
    return lines[at - 1][0] if at else None
