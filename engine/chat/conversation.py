"""Conversation: messages between roles, as they stand in a file or are edited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.argument_types import checked, checked_string, described
from engine.chat.errors import ConversationError
from engine.errors import ArgumentError

__all__ = [
    "AnyConversation",
    "Conversation",
    "ConversationError",
    "Message",
    "Part",
    "Remark",
    "checked_conversation",
    "checked_conversations",
]

Layout = Literal["messages", "sharegpt", "alpaca", "preference"]
PART_KINDS = ("text", "python", "python_output", "tool_call")
ROLES = ("system", "developer", "user", "assistant", "tool", "function", "ipython")


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
        from engine.chat.layouts import conversation_of

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
