"""Runs chat templates in a process of its own, which can be ended.

`python -m engine.chat.template_child` reads frames (see engine.machine.children): first the setup,
{"templates", "variables", "clock", "seconds", "characters", "megabytes"}, answered with
{"lines", "generates"} or {"error", "line", "template"}; then {"jobs"}, a list, each job answered by
a frame of its own, with the text as its blob. A template that takes longer than the time ends the
process, after its position has been written to standard error.

A job is a JSON object: "messages", "tools", "documents", "variables" (more for the template),
"prompt" (add_generation_prompt), "continue" (the last message stays open), "prefixes" (also tell
what each assistant turn adds). The answer has the text and byte offsets into its UTF-8, or an
"error" with the "line" of the template.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, BinaryIO, NamedTuple, TypeVar

import jinja2
from jinja2.exceptions import SecurityError

from engine.argument_types import is_unicode
from engine.chat.template_language import (
    FILE_NAME,
    ChatEnvironment,
    ChatTemplate,
    TemplateLimitError,
    Written,
)
from engine.chat.templates import DEFAULT, WITH_TOOLS
from engine.machine import Deadline, answer_pipes, limit_memory, read_frame, write_frame
from engine.sentences import Sentence, say

_OPEN_END = "\ue000open\ue001 "
Stretch = tuple[int, int, int]
Result = TypeVar("Result")

_SETUP_SECONDS = 30
_PRECISION = 0.25


class TemplateJobs:
    """Runs the templates of one tokenizer.

    templates: by name; `tool_use` serves conversations with tools, where there is one.
    variables: for every conversation, such as bos_token. Raises TemplateFaultError.
    """

    def __init__(
        self,
        templates: Mapping[str, str],
        variables: Mapping[str, Any],
        *,
        clock: datetime,
        most_characters: int,
    ) -> None:
        self._variables = dict(variables)
        environment = ChatEnvironment(clock)
        self.templates: dict[str, ChatTemplate] = {}
        for name, source in templates.items():
            compiled = partial(
                ChatTemplate, source, environment, name=name, most_characters=most_characters
            )
            self.templates[name] = _guarded(compiled)

    def answer(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a job."""
        try:
            return _guarded(partial(self._answer, job))
        except TemplateFaultError as fault:
            return {"error": str(fault), "line": fault.line}

    def _answer(self, job: Mapping[str, Any]) -> dict[str, Any]:
        tools = job.get("tools") or None
        template = self.templates[WITH_TOOLS if tools and WITH_TOOLS in self.templates else DEFAULT]
        variables = {
            **self._variables,
            **job.get("variables", {}),
            "tools": tools,
            "documents": job.get("documents"),
            "add_generation_prompt": bool(job.get("prompt")),
        }
        messages = job["messages"]
        written = template.write({**variables, "messages": messages})
        if not written.text.isascii() and not is_unicode(written.text):
            raise jinja2.TemplateError(say("template_lone_surrogate"))
        if job.get("continue"):
            written = _open_ended(template, variables, messages, written)
        stretches = _with_texts_elsewhere(written, messages)
        turns: list[Stretch] = []
        refused: list[int] = []
        differing: list[int] = []
        if job.get("prefixes"):
            found = _Turns(template, variables, messages, written)
            turns, differing, refused = found.trained()
        bytes_of = _byte_offsets(
            written.text,
            (at for stretch in (*written.spans, *stretches, *turns) for at in stretch[:2]),
        )
        return {
            "text": written.text,
            "spans": [(bytes_of(a), bytes_of(b)) for a, b in written.spans],
            "messages": [(bytes_of(a), bytes_of(b), message) for a, b, message in stretches],
            "turns": [(bytes_of(a), bytes_of(b), message) for a, b, message in turns],
            "differing": differing,
            "refused": refused,
        }


class TemplateFaultError(Exception):
    """What is wrong with a template, in words. line: of the template, None where not known."""

    def __init__(self, reason: str, line: int | None) -> None:
        super().__init__(reason)
        self.line = line


def _guarded(work: Callable[[], Result]) -> Result:
    """The result of work that runs a template, whose errors become a TemplateFaultError."""
    try:
        return work()
    except jinja2.TemplateSyntaxError as error:
        raise TemplateFaultError(
            say("template_no_template", reason=(error.message or "").rstrip(".")), error.lineno
        ) from None
    except RecursionError as error:
        raise TemplateFaultError(say("template_recursion"), _line(error)) from None
    except MemoryError as error:
        raise TemplateFaultError(say("template_memory"), _line(error)) from None
    except SecurityError as error:
        raise TemplateFaultError(
            say("template_sandbox", reason=_said(error)), _line(error)
        ) from None
    except TemplateLimitError as error:
        raise TemplateFaultError(
            say("template_limit", reason=_said(error)), error.line or _line(error)
        ) from None
    except jinja2.UndefinedError as error:
        raise TemplateFaultError(_said(error), _line(error)) from None
    except jinja2.TemplateError as error:
        raise TemplateFaultError(say("template_says", reason=_said(error)), _line(error)) from None
    except Exception as error:  # noqa: BLE001  a template can raise anything
        reason = f"{type(error).__name__}: {_said(error)}"
        if isinstance(error, TypeError) and "no loader" in str(error):
            reason = say("template_includes")
        raise TemplateFaultError(reason, _line(error)) from None


def _said(error: Exception) -> str:
    """What an error says, without the full stop of other people's sentences."""
    said = str(error)
    return said if isinstance(said, Sentence) else said.rstrip(".")


def _line(error: BaseException) -> int | None:
    """The innermost line of the template that an error passed through."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(FILE_NAME)
    ]
    return lines[-1] if lines else None


def _open_ended(
    template: ChatTemplate,
    variables: Mapping[str, Any],
    messages: list[dict[str, Any]],
    whole: Written,
) -> Written:
    """The text up to the end of the last message's content, which is to be continued."""
    last = dict(messages[-1])
    content = last.get("content")
    if isinstance(content, list):
        texts = [i for i, part in enumerate(content) if isinstance(part, dict) and "text" in part]
        if not texts:
            raise jinja2.TemplateError(say("template_no_text_to_continue"))
        part = content[texts[-1]]
        last["content"] = list(content)
        last["content"][texts[-1]] = {**part, "text": f"{part['text']}{_OPEN_END}"}
    else:
        last["content"] = f"{content or ''}{_OPEN_END}"
    text = template.write({**variables, "messages": [*messages[:-1], last]}).text
    end = text.rfind(_OPEN_END.strip())
    if end < 0:
        raise jinja2.TemplateError(say("template_last_message_missing"))
    before = text[:end]
    if not text.startswith(_OPEN_END, end):  # the template trims the content
        before = before.rstrip()
    most = len(before)
    return Written(
        before,
        tuple((a, min(b, most)) for a, b in whole.spans if a < most),
        tuple((a, min(b, most), message) for a, b, message in whole.messages if a < most),
    )


def _with_texts_elsewhere(written: Written, messages: list[dict[str, Any]]) -> list[Stretch]:
    """Stretches of messages, also of those that no loop wrote: their content is looked for.

    A system message is often written before the loop, or within the first turn of the user.
    """
    stretches = list(written.messages)
    seen = {message for _, _, message in stretches}
    for index, message in enumerate(messages):
        content = message.get("content")
        if index in seen or not isinstance(content, str) or not content.strip():
            continue
        text = content.strip()
        until = min((a for a, _, other in stretches if other > index + 1), default=None)
        start = written.text.find(text, 0, until)
        if start >= 0:
            stretches = _inserted(stretches, (start, start + len(text), index))
    return stretches


def _inserted(stretches: list[Stretch], new: Stretch) -> list[Stretch]:
    """Stretches with one that takes its place from whatever was there."""
    start, end, _ = new
    kept = [
        piece
        for a, b, message in stretches
        for piece in ((a, min(b, start), message), (max(a, end), b, message))
        if piece[0] < piece[1]
    ]
    return sorted([*kept, new])


class _Trained(NamedTuple):
    """turns: what is trained; differing: turns whose prefixes differ; refused: unknown."""

    turns: list[Stretch]
    differing: list[int]
    refused: list[int]


class _Turns:
    """What every assistant turn adds to the text before it, by rendering the messages up to it."""

    def __init__(
        self,
        template: ChatTemplate,
        variables: Mapping[str, Any],
        messages: list[dict[str, Any]],
        written: Written,
    ) -> None:
        self._template = template
        self._variables = variables
        self._messages = messages
        self._text = written.text
        self._stretches = written.messages

    def trained(self) -> _Trained:
        found = _Trained([], [], [])
        for index, message in enumerate(self._messages):
            if message.get("role") != "assistant":
                continue
            prompt = self._prefix(index, prompt=True)
            up_to = self._prefix(index + 1, prompt=False)
            if _begins(self._text, prompt) and _begins(self._text, up_to):
                found.turns.append((len(prompt or ""), len(up_to or ""), index))
                continue
            found.differing.append(index)
            own = self._by_loop(index, prompt)
            if own is None:
                found.refused.append(index)
            else:
                found.turns.append(own)
        return found

    def _prefix(self, n: int, *, prompt: bool) -> str | None:
        if n == len(self._messages) and not prompt:
            return self._text
        variables = {
            **self._variables,
            "messages": self._messages[:n],
            "add_generation_prompt": prompt,
        }
        try:
            return self._template.write(variables).text
        except jinja2.TemplateError:
            return None

    def _by_loop(self, index: int, prompt: str | None) -> Stretch | None:
        """What was written while the message was at hand, after what the prompt has of it."""
        own = [(a, b) for a, b, message in self._stretches if message == index]
        bare = self._prefix(index, prompt=False)
        if len(own) != 1 or prompt is None or bare is None or not _begins(prompt, bare):
            return None
        start, end = own[0]
        content = self._messages[index].get("content")
        shared = 0
        for ours, prompted in zip(self._text[start:end], prompt[len(bare) :], strict=False):
            if ours != prompted:
                break
            shared += 1
        if isinstance(content, str) and start + shared < end:
            within = self._text[start:end].find(content.strip())
            shared = min(shared, within) if within >= 0 else shared
        return (start + shared, end, index)


def _begins(text: str, prefix: str | None) -> bool:
    return prefix is not None and text.startswith(prefix)


def _byte_offsets(text: str, places: Iterable[int]) -> Callable[[int], int]:
    """Where characters begin in the UTF-8 of a text, for the given places."""
    if text.isascii():
        return int
    offsets = {0: 0}
    before, size = 0, 0
    for at in sorted(set(places)):
        size += len(text[before:at].encode("utf-8", "surrogatepass"))
        offsets[at] = size
        before = at
    return offsets.__getitem__


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
