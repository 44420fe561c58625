"""From JSON documents in the layouts that are in use to conversations.

messages    {"messages": [{"role", "content"}], "tools": [...]}, or the bare list: the form of the
            OpenAI API, of transformers and of nanochat
sharegpt    {"conversations": [{"from", "value"}], "system", "tools"}
alpaca      {"instruction", "input", "output", "system", "history"}
preference  {"prompt", "chosen"}: the answer that was preferred
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.chat.chat_error import ConversationError
from engine.chat.conversation import Conversation, Layout, Message, Remark
from engine.chat.message_reading import (
    json_kind,
    message_of,
    text_message,
    tools_of,
    turn_of_sharegpt,
)
from engine.utf8 import without_lone_surrogates

_ANSWERS = ("chosen", "completion", "response")


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
            raise ConversationError(
                f"The record is {json_kind(document)}; a conversation is an object with "
                '"messages", or a list of messages.'
            )
        layout, read = _layout(document)
        found = read(document, remarks)
        if not found.messages:
            raise ConversationError("The conversation has no messages.")
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
    names = ", ".join(_quoted(name) for name in list(document)[:8]) or "no fields"
    raise ConversationError(
        f"The record has {names}; a conversation has "
        '"messages", "conversations" (ShareGPT), "instruction" (Alpaca) or "prompt" and "chosen".'
    )


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
        remarks.append(
            Remark('The record has "system" and a first turn of the system; both are kept.', 1)
        )
    tools: tuple[Mapping[str, Any], ...] = ()
    if document.get("tools"):
        tools = tools_of(document["tools"], remarks)
    return _Found(messages, tools, frozenset({name, "system", "tools", "chosen"}))


def _of_alpaca(document: dict[str, Any], remarks: list[Remark]) -> _Found:
    messages = _system(document, remarks)
    for pair in _list(document.get("history") or [], "history"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise ConversationError(
                'An entry of "history" is not a list of two texts: a question and its answer.'
            )
        for role, text in zip(("user", "assistant"), pair, strict=True):
            messages.append(text_message(role, text, "history", len(messages), remarks))
    asked = [document["instruction"]]
    if document.get("input"):
        asked.append(document["input"])
    for name, text in zip(("instruction", "input"), asked, strict=False):
        if not isinstance(text, str):
            raise ConversationError(f'"{name}" is {json_kind(text)}, not a text.')
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
        raise ConversationError(f'"{name}" is {json_kind(value)}, not a list of messages.')
    return value
