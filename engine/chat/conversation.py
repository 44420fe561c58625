"""Conversation: messages between roles, as a file has them or as they are edited.

`Conversation.of` reads a JSON document in one of the layouts in use:

    messages    {"messages": [{"role", "content"}], "tools": [...]}, or the bare list: the form of
                the OpenAI API, of transformers and of nanochat
    sharegpt    {"conversations": [{"from", "value"}], "system", "tools"}
    alpaca      {"instruction", "input", "output", "system", "history"}
    preference  {"prompt", "chosen"}: the answer that was preferred

Unusable input raises ConversationError with the number of the message; what is repaired or looks
wrong is a Remark.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from engine.argument_types import checked, checked_string, described
from engine.errors import ArgumentError, EngineError
from engine.sentences import say
from engine.text import without_lone_surrogates

Layout = Literal["messages", "sharegpt", "alpaca", "preference"]
PART_KINDS = ("text", "python", "python_output", "tool_call")
ROLES = ("system", "developer", "user", "assistant", "tool", "function", "ipython")

_DEEPEST = 40
_ROLES = frozenset(ROLES)
_OTHER_NAMES = {"input_text": "text", "output_text": "text"}
_SHAREGPT_ROLES = {
    "human": "user", "user": "user", "gpt": "assistant", "assistant": "assistant",
    "chatgpt": "assistant", "bing": "assistant", "bard": "assistant", "model": "assistant",
    "function_call": "assistant", "system": "system", "developer": "developer", "tool": "tool",
    "observation": "tool", "function_response": "tool", "function": "tool",
}  # fmt: skip
"""Who "from" names; function_call is what the model writes, observation what it is given."""
_KINDS: dict[type, str] = {
    bool: "json_boolean", int: "json_number", float: "json_number",
    str: "json_text", list: "json_list", dict: "json_object",
}  # fmt: skip
"""The code of what a value is called."""

_ANSWERS = ("chosen", "completion", "response")


class ChatError(EngineError):
    """A conversation cannot become ids; `str(error)` names the message but not the line.

    line: of the file, from 1; message: index of the message, from 0; None where not known.
    """

    def __init__(
        self, sentence: str, *, line: int | None = None, message: int | None = None
    ) -> None:
        super().__init__(sentence)
        self.line = line
        self.message = message


class ConversationError(ChatError):
    """A record of a file is no conversation, in whatever layout."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a message. kind: one of PART_KINDS; text: as it is encoded."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Message:
    """What one role says.

    content: a text or parts. extra: everything else that the message holds, such as tool_calls,
    name, tool_call_id and reasoning_content. absence: why the content is "": it was null in the
    file, or it was not there; templates can tell these apart.
    """

    role: str
    content: str | tuple[Part, ...]
    extra: Mapping[str, Any] = field(default_factory=dict)
    absence: Literal["", "null", "missing"] = ""

    def __post_init__(self) -> None:
        checked_string(self.role, "The role of a message")
        if isinstance(self.content, str):
            return
        parts = self.content if isinstance(self.content, (tuple, list)) else (None,)
        if not set(map(type, parts)) <= {Part}:
            raise ArgumentError(
                "The content of a message must be a string or a tuple of parts, not "
                f"{described(self.content)}; Conversation.of(document) reads JSON."
            )
        object.__setattr__(self, "content", tuple(self.content))

    @property
    def text(self) -> str:
        """The content without its division into parts."""
        if isinstance(self.content, str):
            return self.content
        return "".join(part.text for part in self.content)

    def document(self) -> dict[str, Any]:
        """The message as JSON and as templates have it."""
        content: Any = self.content
        if not isinstance(content, str):
            content = [{"type": part.kind, "text": part.text} for part in content]
        document: dict[str, Any] = {"role": self.role}
        if self.absence != "missing":
            document["content"] = None if self.absence == "null" else content
        return document | dict(self.extra)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a conversation that a person should know, though it can be used.

    message: index of the message, None where it is the whole record.
    """

    sentence: str
    message: int | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in their order.

    tools: descriptions of tools for templates. extra: what else the record holds. line: of the
    file it was read from, from 1. layout: how the record was laid out. remarks: what was repaired
    or looks wrong.
    """

    messages: tuple[Message, ...]
    tools: tuple[Mapping[str, Any], ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    line: int | None = None
    layout: Layout = "messages"
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.messages, (tuple, list)):
            raise ArgumentError(f"messages must be a tuple, not {described(self.messages)}.")
        for message in self.messages:
            checked(
                message, Message, "A message of a conversation",
                "Conversation.of(messages) makes a conversation of dicts",
            )  # fmt: skip
        object.__setattr__(self, "messages", tuple(self.messages))

    @staticmethod
    def of(document: object, line: int | None = None) -> Conversation:
        """The conversation that a JSON document holds, in any layout that is known.

        Raises ConversationError, which names the message and knows the line.
        """

        return conversation_of(document, line)

    def document(self) -> dict[str, Any]:
        """What Jinja templates are given: messages, and tools where there are any."""
        document: dict[str, Any] = {"messages": [message.document() for message in self.messages]}
        if self.tools:
            document["tools"] = [dict(tool) for tool in self.tools]
        return document


AnyConversation = Conversation | Sequence[Mapping[str, Any]] | Mapping[str, Any]
"""A conversation, or one as JSON has it: a list of messages, or {"messages": [...]}."""


def checked_conversation(conversation: AnyConversation) -> Conversation:
    """The conversation, made of JSON if need be.

    Raises ConversationError for JSON that holds none, ArgumentError for anything else.
    """
    if isinstance(conversation, Conversation):
        return conversation
    if isinstance(conversation, (list, dict)):
        return Conversation.of(conversation)
    return checked(
        conversation, Conversation, "conversation",
        'A list of messages [{"role": "user", "content": "..."}] is one too',
    )  # fmt: skip


def checked_conversations(conversations: Iterable[AnyConversation]) -> list[Conversation]:
    """Several of them. Raises as `checked_conversation`."""
    if isinstance(conversations, (str, Mapping)) or not isinstance(conversations, Iterable):
        raise ArgumentError(f"conversations must be a list, not {described(conversations)}.")
    return [checked_conversation(each) for each in conversations]


def json_kind(value: object) -> str:
    """What a JSON value is, in words."""
    if value is None:
        return "null"
    kind = type(value)
    return say(_KINDS[kind]) if kind in _KINDS else kind.__name__


def message_of(item: object, index: int, remarks: list[Remark]) -> Message:
    """The message of an object with role and content; `index` counts from 0."""
    if not isinstance(item, dict):
        raise _refusal(index, say("message_no_object", kind=json_kind(item)))
    role = item.get("role")
    if type(role) is not str or role not in _ROLES:
        raise _refusal(index, _role_words(item))
    given = item.get("content")
    if type(given) is str:
        content: str | tuple[Part, ...] = _text(given, index, remarks)
        if len(item) == 2:
            if not given:
                remarks.append(Remark(say("message_empty", message=index + 1, role=role), index))
            return Message(role, content)
    elif isinstance(given, list):
        content = tuple(_part(part, index, remarks) for part in given)
    elif given is None:
        content = ""
    else:
        raise _refusal(index, say("message_content_kind", kind=json_kind(given)))
    extra = {key: value for key, value in item.items() if key not in {"role", "content"}}
    _check_extra(extra, index)
    if not content and not _says_otherwise(extra):
        if given is None:
            raise _refusal(index, say("message_without_content", role=role))
        remarks.append(Remark(say("message_empty", message=index + 1, role=role), index))
    if given is not None:
        return Message(role, content, extra)
    return Message(role, content, extra, "null" if "content" in item else "missing")


def turn_of_sharegpt(item: object, index: int, remarks: list[Remark]) -> Message:
    """The message of an object with from and value, or with role and content."""
    if isinstance(item, dict) and "from" not in item and "role" in item:
        return message_of(item, index, remarks)
    if not isinstance(item, dict):
        raise _refusal(index, say("turn_no_object", kind=json_kind(item)))
    speaker = item.get("from")
    role = _SHAREGPT_ROLES.get(speaker.lower()) if isinstance(speaker, str) else None
    if role is None:
        if "from" not in item:
            raise _refusal(index, say("turn_without_speaker"))
        raise _refusal(
            index,
            say("turn_unknown_speaker", speaker=_short(speaker), known=", ".join(_SHAREGPT_ROLES)),
        )
    if "value" not in item:
        raise _refusal(index, say("turn_without_text"))
    return text_message(role, item["value"], "value", index, remarks)


def text_message(role: str, text: object, name: str, index: int, remarks: list[Remark]) -> Message:
    """A message of the text in the field `name`."""
    if not isinstance(text, str):
        raise _refusal(index, say("turn_text_kind", role=role, kind=json_kind(text), field=name))
    if not text:
        remarks.append(Remark(say("message_empty", message=index + 1, role=role), index))
    return Message(role, _text(text, index, remarks))


def tools_of(given: object, remarks: list[Remark]) -> tuple[Mapping[str, Any], ...]:
    """Descriptions of tools: a list of objects, or a text that holds that list as JSON."""
    if isinstance(given, str):
        if not given.strip():
            return ()
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            remarks.append(Remark(say("tools_no_json")))
            return ()
    if given is None:
        return ()
    if isinstance(given, dict):
        given = [given]
    if not isinstance(given, list) or not all(isinstance(tool, dict) for tool in given):
        raise ConversationError(say("tools_no_list"))
    if _is_too_deep(given):
        raise ConversationError(say("tools_too_deep", levels=_DEEPEST))
    return tuple(given)


def _part(part: object, index: int, remarks: list[Remark]) -> Part:
    if isinstance(part, str):
        return Part("text", _text(part, index, remarks))
    if not isinstance(part, dict):
        raise _refusal(index, say("part_kind", kind=json_kind(part)))
    kind = part.get("type")
    if kind is None:
        raise _refusal(index, say("part_without_type", known=", ".join(PART_KINDS)))
    kind = _OTHER_NAMES.get(kind, kind) if isinstance(kind, str) else kind
    if kind not in PART_KINDS:
        raise _refusal(
            index, say("part_unknown_type", kind=_short(kind), known=", ".join(PART_KINDS))
        )
    text = part.get("text")
    if text is None and kind == "tool_call":
        called = {key: value for key, value in part.items() if key not in {"type", "text"}}
        _check_depth(called, index)
        text = json.dumps(called, ensure_ascii=False)
    if not isinstance(text, str):
        what = (
            say("part_without_text")
            if "text" not in part
            else say("part_as_text", kind=json_kind(text))
        )
        raise _refusal(index, say("part_text_kind", kind=repr(kind), what=what))
    return Part(kind, _text(text, index, remarks))


def _check_extra(extra: dict[str, Any], index: int) -> None:
    """Raise ConversationError for tool calls that templates could not use."""
    for value in extra.values():
        if isinstance(value, (dict, list)):
            _check_depth(value, index)
    calls = extra.get("tool_calls")
    if calls is None:
        return
    if not isinstance(calls, list):
        raise _refusal(index, say("tool_calls_kind", kind=json_kind(calls)))
    for call in calls:
        function = call.get("function", call) if isinstance(call, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise _refusal(index, say("tool_call_without_name"))
        arguments = function.get("arguments", {})
        if not isinstance(arguments, (dict, str)):
            raise _refusal(index, say("tool_call_arguments", kind=json_kind(arguments)))


def _says_otherwise(extra: Mapping[str, Any]) -> bool:
    """Whether a message without content has something else that templates write."""
    return any(
        extra.get(name)
        for name in ("tool_calls", "function_call", "reasoning_content", "reasoning", "thinking")
    )


def _text(text: str, index: int, remarks: list[Remark]) -> str:
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        remarks.append(Remark(say("lone_surrogate_replaced", message=index + 1), index))
        return without_lone_surrogates(text)
    return text


def _role_words(item: dict[str, Any]) -> str:
    if "role" not in item:
        return say("message_without_role", roles=", ".join(ROLES))
    return say("message_unknown_role", role=_short(item["role"]), roles=", ".join(ROLES))


def _short(value: object) -> str:
    words = repr(value) if isinstance(value, str) else json_kind(value)
    return words if len(words) <= 40 else words[:38] + "…'"


def _check_depth(value: object, index: int) -> None:
    if _is_too_deep(value):
        raise _refusal(index, say("message_too_deep", levels=_DEEPEST))


def _is_too_deep(value: object) -> bool:
    level: list[object] = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for each in level
            if isinstance(each, (dict, list))
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return False
    return True


def _refusal(index: int, words: str) -> ConversationError:
    return ConversationError(say("message_refused", message=index + 1, reason=words), message=index)


class _Found(NamedTuple):
    """What a layout yields: messages, descriptions of tools, and the names it has read."""

    messages: list[Message]
    tools: tuple[Mapping[str, Any], ...]
    names: frozenset[str]


def conversation_of(document: object, line: int | None = None) -> Conversation:
    """The conversation of a JSON document, with remarks on what was repaired or looks wrong.

    Raises ConversationError.
    """
    remarks: list[Remark] = []
    try:
        if isinstance(document, list):
            document = {"messages": document}
        if not isinstance(document, dict):
            raise ConversationError(say("record_kind", kind=json_kind(document)))
        layout, read = _layout(document)
        found = read(document, remarks)
        if not found.messages:
            raise ConversationError(say("conversation_without_messages"))
    except ConversationError as error:
        error.line = line
        raise
    names = document.keys() - found.names
    extra = {name: document[name] for name in document if name in names} if names else {}
    return Conversation(tuple(found.messages), found.tools, extra, line, layout, tuple(remarks))


def is_message_list(document: object) -> bool:
    """Whether a list of a JSON file is one conversation rather than a list of them."""
    return isinstance(document, list) and all(
        isinstance(item, dict) and ("role" in item or "from" in item) for item in document[:2]
    )


def _layout(
    document: dict[str, Any],
) -> tuple[Layout, Callable[[dict[str, Any], list[Remark]], _Found]]:
    if "messages" in document:
        return "messages", _of_messages
    if "conversations" in document:
        return "sharegpt", _of_sharegpt
    if "instruction" in document:
        return "alpaca", _of_alpaca
    if "prompt" in document and any(name in document for name in _ANSWERS):
        return "preference", _of_preference
    if "conversation" in document:
        return "sharegpt", _of_sharegpt
    names = ", ".join(_quoted(name) for name in list(document)[:8]) or say("no_fields")
    raise ConversationError(say("record_unknown_layout", names=names))


def _of_messages(document: dict[str, Any], remarks: list[Remark]) -> _Found:
    given = _list(document["messages"], "messages")
    messages = [message_of(item, index, remarks) for index, item in enumerate(given)]
    tools: tuple[Mapping[str, Any], ...] = ()
    if "tools" in document:
        tools = tools_of(document["tools"], remarks)
    return _Found(messages, tools, frozenset({"messages", "tools"}))


def _of_sharegpt(document: dict[str, Any], remarks: list[Remark]) -> _Found:
    name = "conversations" if "conversations" in document else "conversation"
    turns = list(_list(document[name], name))
    if isinstance(document.get("chosen"), dict):  # the layout of preferences in LLaMA-Factory
        turns.append(document["chosen"])
    messages = _system(document, remarks)
    n_of_field = len(messages)
    messages += [
        turn_of_sharegpt(turn, index, remarks) for index, turn in enumerate(turns, n_of_field)
    ]
    if n_of_field and any(each.role == "system" for each in messages[1:2]):
        remarks.append(Remark(say("two_system_messages"), 1))
    tools: tuple[Mapping[str, Any], ...] = ()
    if document.get("tools"):
        tools = tools_of(document["tools"], remarks)
    return _Found(messages, tools, frozenset({name, "system", "tools", "chosen"}))


def _of_alpaca(document: dict[str, Any], remarks: list[Remark]) -> _Found:
    messages = _system(document, remarks)
    for pair in _list(document.get("history") or [], "history"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise ConversationError(say("history_entry"))
        for role, text in zip(("user", "assistant"), pair, strict=True):
            messages.append(text_message(role, text, "history", len(messages), remarks))
    asked = [document["instruction"]]
    if document.get("input"):
        asked.append(document["input"])
    for name, text in zip(("instruction", "input"), asked, strict=False):
        if not isinstance(text, str):
            raise ConversationError(say("field_no_text", field=name, kind=json_kind(text)))
    messages.append(text_message("user", "\n".join(asked), "instruction", len(messages), remarks))
    if "output" in document:
        text = document["output"]
        messages.append(text_message("assistant", text, "output", len(messages), remarks))
    names = {"instruction", "input", "output", "system", "history"}
    return _Found(messages, (), frozenset(names))


def _of_preference(document: dict[str, Any], remarks: list[Remark]) -> _Found:
    answer = next(name for name in _ANSWERS if name in document)
    messages = _system(document, remarks)
    for name, role in (("prompt", "user"), (answer, "assistant")):
        given = document[name]
        if isinstance(given, str):
            messages.append(text_message(role, given, name, len(messages), remarks))
            continue
        items = [given] if isinstance(given, dict) else _list(given, name)
        if name == answer and len(items) > 1:  # many sets repeat the prompt before the answer
            items = _without_prompt(items, document["prompt"])
        for item in items:
            read = turn_of_sharegpt if _is_turn(item) else message_of
            messages.append(read(item, len(messages), remarks))
    tools: tuple[Mapping[str, Any], ...] = ()
    if document.get("tools"):
        tools = tools_of(document["tools"], remarks)
    return _Found(messages, tools, frozenset({"prompt", answer, "system", "tools"}))


def _without_prompt(items: list[Any], prompt: object) -> list[Any]:
    """The messages of an answer without those that only repeat the prompt."""
    if isinstance(prompt, str):
        first = items[0]
        repeats = isinstance(first, dict) and prompt in (first.get("content"), first.get("value"))
        return items[1:] if repeats else items
    if isinstance(prompt, list) and items[: len(prompt)] == prompt:
        return items[len(prompt) :]
    return items


def _system(document: dict[str, Any], remarks: list[Remark]) -> list[Message]:
    """The message of a field "system"; none where it is empty."""
    if not document.get("system"):
        return []
    return [text_message("system", document["system"], "system", 0, remarks)]


def _is_turn(item: object) -> bool:
    return isinstance(item, dict) and "from" in item


def _quoted(name: str) -> str:
    return f'"{without_lone_surrogates(name[:40])}"'


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise ConversationError(say("field_no_messages", field=name, kind=json_kind(value)))
    return value
