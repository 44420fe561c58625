"""What nanochat's rules make of a conversation before any text is encoded: units in order.

A unit is a special token or a text that is encoded by itself, so that no merge crosses from one
part into the next and special tokens written in a text stay text. The rules are those of
`render_conversation` in nanochat (nanochat/tokenizer.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.chat.chat_error import ChatError
from engine.chat.conversation import Conversation, Message, Part
from engine.utf8 import utf8_of

ROLE_NAMES = ("template", "system", "user", "assistant", "tool")


class UnitKind(NamedTuple):
    """token: the special token, None for a text; mask: 1 where trained; role: see ROLE_NAMES."""

    token: str | None
    mask: int
    role: str


UNIT_KINDS = (
    UnitKind("<|bos|>", 0, "template"),
    UnitKind("<|user_start|>", 0, "user"),
    UnitKind(None, 0, "user"),
    UnitKind("<|user_end|>", 0, "user"),
    UnitKind("<|assistant_start|>", 0, "assistant"),
    UnitKind(None, 1, "assistant"),
    UnitKind("<|assistant_end|>", 1, "assistant"),
    UnitKind("<|python_start|>", 1, "assistant"),
    UnitKind("<|python_end|>", 1, "assistant"),
    UnitKind("<|output_start|>", 0, "tool"),
    UnitKind(None, 0, "tool"),
    UnitKind("<|output_end|>", 0, "tool"),
)
"""The kinds of units; units are numbers into this table."""

_BOS = b"\0"
_USER = b"\1\2\3"
_ASSISTANT_START, _TRAINED_TEXT, _ASSISTANT_END = b"\4", b"\5", b"\6"
_ASSISTANT = _ASSISTANT_START + _TRAINED_TEXT + _ASSISTANT_END
_PARTS = {"text": _TRAINED_TEXT, "python": b"\7\5\x08", "python_output": b"\x09\x0a\x0b"}
ANSWER = _ASSISTANT_START
"""What ends the prompt for a completion."""


class ConversationPlan(NamedTuple):
    """The units of a conversation.

    units: numbers into UNIT_KINDS; texts: UTF-8 of those that are texts, in order.
    messages: index of a message and how many units it has, -1 for what belongs to none.
    n_system: bytes of the first text that come from a system message, which is message 0.
    """

    units: bytearray
    texts: list[bytes]
    messages: list[tuple[int, int]]
    n_system: int


def planned(conversation: Conversation, *, completion: bool = False) -> ConversationPlan:
    """The units of a conversation, or of the prompt for its last answer.

    Raises ChatError where nanochat refuses the conversation; it names the message.
    """
    messages = conversation.messages
    if completion:
        messages = _before_answer(messages)
    first, system = 0, b""
    if messages and messages[0].role == "system":
        first, system = 1, _folded_system(messages)
    if len(messages) == first:
        raise ChatError("The conversation has no messages.")
    plan = ConversationPlan(bytearray(_BOS), [], [(-1, 1)], len(system))
    for index in range(first, len(messages)):
        message = messages[index]
        if (index - first) % 2 == 0:
            _check_role(message, index, "user")
            text = _user_text(message, index)
            plan.texts.append(system + text if index == first and system else text)
            plan.units.extend(_USER)
            plan.messages.append((index, len(_USER)))
        else:
            _check_role(message, index, "assistant")
            plan.messages.append((index, _add_answer(plan, message, index)))
    if completion:
        plan.units.extend(ANSWER)
        plan.messages.append((len(messages), 1))
    return plan


def _before_answer(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """The messages without the last one, which must be the assistant's."""
    if not messages:
        raise ChatError("The conversation has no messages.")
    if messages[-1].role != "assistant":
        raise _refusal(
            len(messages) - 1,
            f"is the last one and from {messages[-1].role!r}; a completion is asked for the "
            "answer of an assistant, which is left out",
        )
    return messages[:-1]


def _folded_system(messages: Sequence[Message]) -> bytes:
    """What a system message puts before the first message of the user."""
    content = messages[0].content
    if len(messages) < 2 or messages[1].role != "user":
        raise _refusal(
            0,
            "is a system message, and nanochat's rules fold it into a message of the user right "
            "after it, which is not there",
        )
    if not isinstance(content, str) or messages[0].absence:
        raise _refusal(0, f"{_no_text(messages[0])}; nanochat's rules need a text")
    return utf8_of(content) + b"\n\n"


def _check_role(message: Message, index: int, role: str) -> None:
    if message.role != role:
        raise _refusal(
            index,
            f"is from {message.role!r} where nanochat's rules need {role!r}: user and assistant "
            "take turns, the user first",
        )


def _user_text(message: Message, index: int) -> bytes:
    if not isinstance(message.content, str) or message.absence:
        raise _refusal(index, f"{_no_text(message)}; nanochat's rules need a text of the user")
    return utf8_of(message.content)


def _add_answer(plan: ConversationPlan, message: Message, index: int) -> int:
    """Add the units of what the assistant says; returns how many they are."""
    content = message.content
    if message.absence:
        raise _refusal(index, f"{_no_text(message)}; nanochat's rules need a text or parts")
    if isinstance(content, str):
        plan.texts.append(utf8_of(content))
        plan.units.extend(_ASSISTANT)
        return len(_ASSISTANT)
    units = bytearray(_ASSISTANT_START)
    for part in content:
        units += _part_units(part, index)
        plan.texts.append(utf8_of(part.text))
    units += _ASSISTANT_END
    plan.units.extend(units)
    return len(units)


def _part_units(part: Part, index: int) -> bytes:
    try:
        return _PARTS[part.kind]
    except KeyError:
        raise _refusal(
            index,
            f"has a part of type {part.kind!r}; nanochat's rules know {', '.join(_PARTS)}",
        ) from None


def _no_text(message: Message) -> str:
    if message.absence:
        return "has no content"
    return "has a list of parts as its content"


def _refusal(index: int, words: str) -> ChatError:
    return ChatError(f"Message {index + 1} {words}.", message=index)
