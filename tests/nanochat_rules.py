"""nanochat's rules for conversations, written down straight: one list of ids, one call per text.

The specification that renderers are compared with; slow on purpose. `encode` encodes a text as
ordinary text (tiktoken's `encode_ordinary`), `special` gives the id of a special token.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Encode = Callable[[str], list[int]]
Special = Callable[[str], int]


class Refused(Exception):  # noqa: N818  the rules do not allow the conversation
    """The conversation breaks a rule."""


def rules_render(
    messages: list[dict[str, Any]], encode: Encode, special: Special, max_tokens: int | None
) -> tuple[list[int], list[int]]:
    """Ids and mask of a conversation."""
    messages = _without_system(messages)
    if not messages:
        raise Refused("no messages")
    ids: list[int] = []
    mask: list[int] = []

    def add(new: int | list[int], trained: int) -> None:
        new = [new] if isinstance(new, int) else new
        ids.extend(new)
        mask.extend([trained] * len(new))

    add(special("<|bos|>"), 0)
    for number, message in enumerate(messages):
        role, content = message["role"], message.get("content")
        if role != ("user", "assistant")[number % 2]:
            raise Refused("user and assistant do not take turns")
        if role == "user":
            if not isinstance(content, str):
                raise Refused("the user's content is no string")
            add(special("<|user_start|>"), 0)
            add(encode(content), 0)
            add(special("<|user_end|>"), 0)
            continue
        add(special("<|assistant_start|>"), 0)
        if isinstance(content, str):
            add(encode(content), 1)
        elif isinstance(content, list):
            _add_parts(content, add, encode, special)
        else:
            raise Refused("the assistant's content is neither a string nor a list")
        add(special("<|assistant_end|>"), 1)
    return ids[:max_tokens], mask[:max_tokens]


def rules_completion(
    messages: list[dict[str, Any]], encode: Encode, special: Special, max_tokens: int | None
) -> list[int]:
    """Ids of the prompt for the last answer."""
    if messages[-1]["role"] != "assistant":
        raise Refused("the last message is not from the assistant")
    ids, _ = rules_render(messages[:-1], encode, special, max_tokens)
    return [*ids, special("<|assistant_start|>")]


def _without_system(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if not messages or messages[0]["role"] != "system":
        return messages
    system, *rest = messages
    if not rest or rest[0]["role"] != "user":
        raise Refused("no user after the system message")
    texts = system.get("content"), rest[0].get("content")
    if not all(isinstance(text, str) for text in texts):
        raise Refused("system and user cannot be put together")
    joined = f"{texts[0]}\n\n{texts[1]}"
    return [rest[0] | {"content": joined}, *rest[1:]]


def _add_parts(
    parts: list[dict[str, str]],
    add: Callable[[int | list[int], int], None],
    encode: Encode,
    special: Special,
) -> None:
    for part in parts:
        ids = encode(part["text"])
        match part["type"]:
            case "text":
                add(ids, 1)
            case "python":
                add(special("<|python_start|>"), 1)
                add(ids, 1)
                add(special("<|python_end|>"), 1)
            case "python_output":
                add(special("<|output_start|>"), 0)
                add(ids, 0)
                add(special("<|output_end|>"), 0)
            case kind:
                raise Refused(f"a part of type {kind}")
