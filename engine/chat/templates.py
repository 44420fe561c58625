"""Chat templates that come with the program or are in files, and the process that runs them.

A template has a text, or two: transformers takes the one named `tool_use`, where there is one, for
conversations with tools. Files with templates: NAME.jinja, tokenizer_config.json (one text, or a
list of named ones), chat_template.json, and a folder with one of these.
"""

from __future__ import annotations

import json
import re
import threading
import time
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Self

from engine.chat.conversation import ChatError
from engine.errors import reason_of
from engine.machine import Child, check_regular
from engine.sentences import say

DEFAULT, WITH_TOOLS = "default", "tool_use"
_FOLDER = "chat_templates"
_IN_FOLDERS = ("chat_template.jinja", "tokenizer_config.json", "chat_template.json")
_MOST_BYTES = 16 << 20

_PLACE = re.compile(r'File "<template (\w+)>", line (\d+)')
_FIRST_BATCH, _MOST_BATCH = 8, 128
_QUICK, _SLOW = 0.1, 0.4
"""Seconds for a batch: batches shrink so that the answers of a slow template arrive soon."""
_MOST_ANSWER = 1 << 30
_MOST_DEATHS = 5
"""After this number of ended processes in a row the template is given up."""


@dataclass(frozen=True, slots=True)
class TemplateFacts:
    """What is known of a template that comes with the program.

    special_tokens: what a tokenizer must have for it; stop: the token that ends an answer.
    source: where the format is described.
    """

    name: str
    title: str
    models: str
    special_tokens: tuple[str, ...]
    stop: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class TemplateSource:
    """Templates as they were found.

    name: for sentences, such as "chatml.jinja"; texts: by name, "default" is there; tokens: what
    the file says bos_token and so on are.
    """

    name: str
    texts: Mapping[str, str]
    tokens: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.texts[DEFAULT]


@cache
def template_facts() -> Mapping[str, TemplateFacts]:
    """The templates that come with the program, by name, in the order for choosers."""
    table = tomllib.loads(_resource("facts.toml"))
    return {
        name: TemplateFacts(name, **{**row, "special_tokens": tuple(row["special_tokens"])})
        for name, row in table.items()
    }


def template_names() -> tuple[str, ...]:
    """Names that `chat_renderer` understands, without "nanochat" and "tokenizer"."""
    return tuple(template_facts())


def template_text(name: str) -> str:
    """The Jinja text of a template that comes with the program. Raises ChatError."""
    if name not in template_facts():
        raise ChatError(say("unknown_template", name=repr(name), known=", ".join(template_names())))
    return _resource(f"{name}.jinja")


def template_special_tokens(name: str) -> tuple[str, ...]:
    """The special tokens that a tokenizer must have for a template. Raises ChatError."""
    template_text(name)
    return template_facts()[name].special_tokens


def template_source(template: str | Path) -> TemplateSource:
    """The template of a name or a file. Raises ChatError with the reason."""
    if str(template) in template_facts():
        return TemplateSource(str(template), {DEFAULT: template_text(str(template))})
    path = Path(template)
    if path.is_dir():
        path = _in_folder(path)
    text = _read(path)
    if path.suffix.lower() != ".json":
        return TemplateSource(path.name, {DEFAULT: text})
    return _of_json(path, text)


def _in_folder(folder: Path) -> Path:
    for name in _IN_FOLDERS:
        if (folder / name).is_file():
            return folder / name
    raise ChatError(say("folder_without_template", folder=folder, files=", ".join(_IN_FOLDERS)))


def _read(path: Path) -> str:
    try:
        check_regular(path)
        if path.stat().st_size > _MOST_BYTES:
            raise ChatError(say("template_too_large", path=path))
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise ChatError(
            say("unknown_template_or_file", path=repr(str(path)), known=", ".join(template_names()))
        ) from None
    except UnicodeDecodeError as error:
        raise ChatError(say("file_not_utf8", path=path, byte=error.start)) from None
    except OSError as error:
        raise ChatError(say("file_unreadable", path=path, reason=reason_of(error))) from None


def _of_json(path: Path, text: str) -> TemplateSource:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise ChatError(say("template_no_json", path=path, line=line), line=line) from None
    if not isinstance(document, dict) or not document.get("chat_template"):
        raise ChatError(say("template_not_in_file", path=path))
    named = named_templates(document["chat_template"])
    texts = {name: named[name] for name in (DEFAULT, WITH_TOOLS) if name in named}
    if DEFAULT not in texts:
        raise ChatError(say("template_kind", path=path))
    return TemplateSource(path.name, texts, tokens_of(document))


def _resource(name: str) -> str:
    return files("resources").joinpath(_FOLDER, name).read_text(encoding="utf-8")


def tokens_of(document: Mapping[str, Any]) -> dict[str, str]:
    """`bos_token` and its like of settings: a string, or an added token that is spelled out."""
    tokens = {}
    for name, value in document.items():
        token = value.get("content") if isinstance(value, dict) else value
        if name.endswith("_token") and isinstance(token, str):
            tokens[name] = token
    return tokens


def named_templates(written: Any) -> dict[str, str]:
    """The `chat_template` of settings by name: one is the default, several have names.

    Entries that are no template are left out.
    """
    if isinstance(written, str):
        return {DEFAULT: written}
    entries = written if isinstance(written, list) else []
    return {
        each["name"]: each["template"]
        for each in entries
        if isinstance(each, dict)
        and isinstance(each.get("name"), str)
        and isinstance(each.get("template"), str)
    }


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

    def __exit__(self, *_: object) -> None:
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
        """The answers to jobs (see template_child), in order.

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
                say("template_no_process", where=self._where, reason=reason_of(error))
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
        """Why the process ended, by its last output."""
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
