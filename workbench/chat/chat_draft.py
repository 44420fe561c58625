"""A conversation while it is edited, and the choice of the template that renders it.

A `ChatDraft` may be invalid in any way; `engine.chat.Conversation.of` checks it. `TemplateChoice`
names the template, or has its edited text. `ChatMemory` keeps what the next start opens.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings

from workbench.work.remembered import Remembered

ROLES = ("system", "user", "assistant", "tool")
PLAIN = "text"
PART_KINDS = ("text", "python", "python_output")
FIELD_KINDS = ("tool_calls", "tool_call_id", "name", "reasoning_content")
_ALTERNATING = frozenset({"user", "assistant"})
_TEXT_FIELDS = frozenset({"tool_call_id", "name", "reasoning_content"})
_FIELD_START: Mapping[str, Any] = {
    "tool_calls": [{"type": "function", "function": {"name": "f", "arguments": {}}}],
}

NANOCHAT, TOKENIZER, FILE, OWN = "nanochat", "tokenizer", "file", "own"
NAMED = "named"
MASKS = ("auto", "generation", "prefix")


class DraftError(ValueError):
    """JSON without a conversation; `line` is its line in the text, from 1, or None."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True)
class DraftMessage:
    """A message. content: a text, (kind, text) parts, or any other JSON of a file."""

    role: str
    content: Any
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[tuple[str, str], ...] | None:
        """The parts, None where the content is one text or none."""
        if not isinstance(self.content, list):
            return None
        return tuple(_part(each) for each in self.content)

    def document(self) -> dict[str, Any]:
        """The message as JSON has it."""
        found: dict[str, Any] = {"role": self.role} if self.role else {}
        if self.content is not None:
            found["content"] = self.content
        return found | dict(self.extra)


@dataclass(frozen=True, slots=True)
class DraftLine:
    """One line of the list: the text of a message, one of its parts, or a field as JSON.

    message: its number from 0. place: of the part, -1 if the message is one text. kind: "" for one
    text, the part's kind, or the field's name.
    """

    message: int
    role: str
    kind: str
    text: str
    place: int = -1
    is_field: bool = False
    is_first: bool = True


@dataclass(frozen=True)
class ChatDraft:
    """The messages in their order, and the other fields of the record (tools and more)."""

    messages: tuple[DraftMessage, ...] = ()
    rest: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(document: Mapping[str, Any]) -> ChatDraft:
        """The draft of a document with `messages`. Raises DraftError."""
        messages = document.get("messages")
        if not isinstance(messages, list):
            raise DraftError('The document has no list "messages".')
        rest = {key: value for key, value in document.items() if key != "messages"}
        return ChatDraft(tuple(_message(each, n) for n, each in enumerate(messages, 1)), rest)

    @staticmethod
    def parse(text: str) -> ChatDraft:
        """The draft in a JSON text: an object with messages, or their list. Raises DraftError."""
        try:
            document = json.loads(text)
        except RecursionError as error:
            raise DraftError("The JSON is nested too deeply.") from error
        except ValueError as error:
            line = getattr(error, "lineno", None)
            raise DraftError(f"This is no JSON: {error}.", line) from error
        if isinstance(document, list):
            document = {"messages": document}
        if not isinstance(document, dict):
            raise DraftError('The JSON is no object with a list "messages".')
        return ChatDraft.of(document)

    def document(self) -> dict[str, Any]:
        """The conversation as JSON has it."""
        return {"messages": [each.document() for each in self.messages], **self.rest}

    def json_text(self) -> str:
        """The document for a person to read and edit."""
        return json.dumps(self.document(), ensure_ascii=False, indent=1)

    def lines(self) -> tuple[DraftLine, ...]:
        """The lines of all messages."""
        return tuple(line for n in range(len(self.messages)) for line in self._lines_of(n))

    def _lines_of(self, number: int) -> list[DraftLine]:
        message = self.messages[number]
        parts = message.parts
        lines = []
        if parts is None:
            shown = message.content is not None or not message.extra
            if shown:
                lines.append(DraftLine(number, message.role, "", _text(message.content)))
        for place, (kind, text) in enumerate(parts or ()):
            lines.append(DraftLine(number, message.role, kind, text, place, is_first=not place))
        for name, value in message.extra.items():
            is_first = not lines
            text = _text(value)
            lines.append(DraftLine(number, message.role, name, text, -1, True, is_first))
        return lines or [DraftLine(number, message.role, "", "")]

    def oddities(self) -> dict[int, str]:
        """What is odd in a message, by its number: "role", "empty" or "twice"."""
        found: dict[int, str] = {}
        before = ""
        for number, message in enumerate(self.messages):
            if not message.role:
                found[number] = "role"
            elif message.role == before and before in _ALTERNATING:
                found[number] = "twice"
            elif not message.extra and not _has_text(message):
                found[number] = "empty"
            before = message.role
        return found

    # ---- edits; each returns another draft

    def with_role(self, number: int, role: str) -> ChatDraft:
        """A message says another role's words."""
        return self._with(number, replace(self.messages[number], role=role))

    def with_text(self, line: DraftLine, text: str) -> ChatDraft:
        """Other text in a line. A field that is no text takes JSON. Raises DraftError."""
        message = self.messages[line.message]
        if line.is_field:
            extra = dict(message.extra) | {line.kind: _value(line.kind, text)}
            return self._with(line.message, replace(message, extra=extra))
        if line.place < 0:
            return self._with(line.message, replace(message, content=text))
        content = list(message.content)
        content[line.place] = {"type": line.kind, "text": text}
        return self._with(line.message, replace(message, content=content))

    def with_kind(self, line: DraftLine, kind: str) -> ChatDraft:
        """A line becomes a part of another kind; one text becomes a message of one part."""
        message = self.messages[line.message]
        part = {"type": kind, "text": line.text}
        if line.is_field or kind == line.kind:
            return self
        if line.place < 0:
            content: Any = [part] if kind else line.text
        elif not kind:
            content = "".join(text for _, text in message.parts or ())
        else:
            content = list(message.content)
            content[line.place] = part
        return self._with(line.message, replace(message, content=content))

    def with_part(self, number: int, kind: str, after: int | None = None) -> ChatDraft:
        """A part of a kind, or a field of that name, more in a message."""
        message = self.messages[number]
        if kind in FIELD_KINDS:
            extra = dict(message.extra) | {kind: _FIELD_START.get(kind, "")}
            return self._with(number, replace(message, extra=extra))
        old = message.content
        content = list(old) if isinstance(old, list) else []
        if not isinstance(old, list) and _text(old):
            content = [{"type": PLAIN, "text": _text(old)}]
        place = len(content) if after is None or after < 0 else after + 1
        content.insert(place, {"type": kind, "text": ""})
        return self._with(number, replace(message, content=content))

    def without(self, line: DraftLine) -> ChatDraft:
        """A part or field less, or the message where it is all there is."""
        message = self.messages[line.message]
        if line.is_field and (message.content is not None or len(message.extra) > 1):
            extra = {key: value for key, value in message.extra.items() if key != line.kind}
            return self._with(line.message, replace(message, extra=extra))
        if line.place >= 0 and len(message.content) > 1:
            content = [each for n, each in enumerate(message.content) if n != line.place]
            return self._with(line.message, replace(message, content=content))
        return self._put(self.messages[: line.message] + self.messages[line.message + 1 :])

    def with_message(self, at: int) -> ChatDraft:
        """An empty message at a place, of the role whose turn it is."""
        before = self.messages[at - 1].role if at else ""
        role = "assistant" if before in {"user", "tool"} else "user"
        new = DraftMessage(role, "")
        return self._put((*self.messages[:at], new, *self.messages[at:]))

    def with_copy(self, number: int) -> ChatDraft:
        """A message twice."""
        at = number + 1
        return self._put((*self.messages[:at], self.messages[number], *self.messages[at:]))

    def with_moved(self, number: int, by: int) -> ChatDraft:
        """A message one place up (-1) or down (1)."""
        to = number + by
        if not 0 <= to < len(self.messages):
            return self
        messages = list(self.messages)
        messages[number], messages[to] = messages[to], messages[number]
        return self._put(tuple(messages))

    def _with(self, number: int, message: DraftMessage) -> ChatDraft:
        return self._put((*self.messages[:number], message, *self.messages[number + 1 :]))

    def _put(self, messages: tuple[DraftMessage, ...]) -> ChatDraft:
        return replace(self, messages=messages)


def _message(value: object, number: int) -> DraftMessage:
    if not isinstance(value, dict):
        raise DraftError(f"Message {number} is no object with role and content.")
    extra = {key: each for key, each in value.items() if key not in {"role", "content"}}
    role = value.get("role", "")
    return DraftMessage(role if isinstance(role, str) else str(role), value.get("content"), extra)


def _part(value: object) -> tuple[str, str]:
    if isinstance(value, dict):
        return str(value.get("type", PLAIN)), _text(value.get("text", ""))
    return PLAIN, _text(value)


def _text(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


def _has_text(message: DraftMessage) -> bool:
    parts = message.parts
    return any(text for _, text in parts) if parts is not None else bool(_text(message.content))


def _value(name: str, text: str) -> object:
    if name in _TEXT_FIELDS:
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DraftError(f"{name} is no JSON: {error}.", getattr(error, "lineno", None)) from error


@dataclass(frozen=True, slots=True)
class TemplateChoice:
    """The template that renders.

    kind: NANOCHAT for its rules, NAMED for a template of the program, TOKENIZER for the open
    tokenizer's own, FILE, or OWN for text written here. name: of a named template.
    path: of a file. text: the edited text, None if unchanged.
    """

    kind: str = NANOCHAT
    name: str = ""
    path: Path | None = None
    text: str | None = None

    @property
    def is_draft(self) -> bool:
        """Whether its text was edited here."""
        return self.text is not None

    @property
    def is_editable(self) -> bool:
        """Whether it has a text at all: nanochat's rules are code."""
        return self.kind != NANOCHAT

    @property
    def file_name(self) -> str:
        """A name to save it under."""
        stem = self.name or (self.path.stem if self.path is not None else "template")
        return f"{stem}.jinja"

    def edited(self, text: str | None) -> TemplateChoice:
        """The same with another text; None for what it was before."""
        return replace(self, text=text)


KEY = "chat/state"
_KINDS = frozenset({NANOCHAT, NAMED, FILE, OWN})
"""The tokenizer's own template is not among them: the next run may have none."""


@dataclass(frozen=True)
class _Kept:
    """What the settings keep; kind, name, path and text are those of the template."""

    kind: str = ""
    name: str = ""
    path: Path | None = None
    text: str | None = None
    mask: str = ""
    max_tokens: int | None = None
    file: Path | None = None


class ChatMemory(QObject):
    """Kept in the settings; what is damaged counts as not kept."""

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._memory = Remembered(settings, KEY, _Kept(), parent=self)
        self._kept = self._memory.value

    @property
    def template(self) -> TemplateChoice:
        kept = self._kept
        needed = {FILE: kept.path, NAMED: kept.name}.get(kept.kind, True)
        if kept.kind not in _KINDS or not needed:
            return TemplateChoice()
        return TemplateChoice(kept.kind, kept.name, kept.path, kept.text)

    @property
    def max_tokens(self) -> int | None:
        limit = self._kept.max_tokens
        return limit if limit is not None and limit > 0 else None

    @property
    def mask(self) -> str:
        return self._kept.mask if self._kept.mask in MASKS else MASKS[0]

    @property
    def file(self) -> Path | None:
        """The file of conversations, also one that is gone."""
        return self._kept.file

    def keep_rules(self, template: TemplateChoice, mask: str, max_tokens: int | None) -> None:
        """Keep what renders."""
        path = None if template.path is None else template.path.absolute()
        self._keep(replace(
            self._kept, kind=template.kind, name=template.name, path=path, text=template.text,
            mask=mask, max_tokens=max_tokens,
        ))  # fmt: skip

    def keep_file(self, path: Path | None) -> None:
        """Keep the file of conversations."""
        self._keep(replace(self._kept, file=None if path is None else path.absolute()))

    def _keep(self, kept: _Kept) -> None:
        self._kept = kept
        self._memory.keep(kept)
