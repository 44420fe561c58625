"""ConversationShapes: which conversations a template may treat alike.

What a template does with a conversation depends on the roles in it, on what else its messages
hold, and on the parts of its own text that it looks for in contents, such as "</think>". Two
conversations that are the same in all of these have the same shape; a template could still tell
them apart, such as by their length, which is why some of each shape are looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from engine.chat.conversation import Conversation, Message

_LITERAL = re.compile(r"'((?:[^'\\\n]|\\.){2,60})'|\"((?:[^\"\\\n]|\\.){2,60})\"")
_IN_CODE = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
_EVERY = 16


class ConversationShapes:
    """Remembers which shapes were looked at, and the results. templates: their texts."""

    def __init__(self, templates: Iterable[str]) -> None:
        self._literals = tuple(dict.fromkeys(_literals(templates)))
        self._has_found: dict[Hashable, bool] = {}
        self._times: dict[Hashable, int] = {}

    def is_news(self, conversation: Conversation) -> bool:
        """Whether a conversation is to be looked at in full."""
        shape = self._shape(conversation)
        if self._has_found.get(shape, True):  # something was found, or it was not looked at yet
            return True
        self._times[shape] = times = self._times.get(shape, 0) + 1
        return times % _EVERY == 0

    def note(self, conversation: Conversation, *, has_found: bool) -> None:
        """A conversation was looked at in full."""
        shape = self._shape(conversation)
        self._has_found[shape] = has_found or self._has_found.get(shape, False)

    def _shape(self, conversation: Conversation) -> Hashable:
        return (
            bool(conversation.tools),
            repr(sorted(conversation.extra.items())) if conversation.extra else "",
            tuple(map(self._message_shape, conversation.messages)),
        )

    def _message_shape(self, message: Message) -> Hashable:
        content = message.content
        if not isinstance(content, str):
            return (message.role, tuple(part.kind for part in content), self._texts(message.text))
        more = _outline(message.extra) if message.extra else None
        return (message.role, message.absence, self._texts(content), more)

    def _texts(self, text: str) -> Hashable:
        """What a template may see of a text: its ends, and which literals are in it."""
        ends = (text[:1].isspace(), text[-1:].isspace(), not text)
        return (*ends, *(each for each in self._literals if each in text))


def _literals(templates: Iterable[str]) -> Iterable[str]:
    """Strings in the code of templates that no ordinary word is."""
    for template in templates:
        for code in _IN_CODE.findall(template):
            for pair in _LITERAL.findall(code):
                text = (pair[0] or pair[1]).replace("\\n", "\n").replace("\\t", "\t").strip()
                if len(text) > 1 and not text.replace("_", "").isalnum():
                    yield text


def _outline(value: Any) -> Hashable:
    """The build of a JSON value without its texts and numbers."""
    if isinstance(value, Mapping):
        return tuple((key, _outline(each)) for key, each in sorted(value.items()))
    if isinstance(value, list | tuple):
        return tuple(map(_outline, value))
    return (type(value).__name__, not value)
