"""ChatChecker: tokens, masks and lints of whole files, many conversations at a time.

The lints are those of `lint_chat`. What rendering the messages up to each answer shows, most of
the time of a template, is asked for only where it can be news: for conversations of a shape that
was not seen before or had a finding, and for every sixteenth of the others. See
`conversation_shapes` for what a shape is.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.chat.conversation import Conversation, Message
from engine.chat.errors import ChatError
from engine.chat.findings import TokenizerFacts
from engine.chat.jinja_renderer import Answer, TemplateRenderer
from engine.chat.lints import PREFIX_CODES, ChatLint, lint_rendered
from engine.chat.renderer import RenderedChat

if TYPE_CHECKING:
    from engine.chat.renderer import ChatRenderer


_LITERAL = re.compile(r"'((?:[^'\\\n]|\\.){2,60})'|\"((?:[^\"\\\n]|\\.){2,60})\"")
_IN_CODE = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
_EVERY = 16

_GROUP = 128
_MOST_SECONDS = 0.2  # a person looks at the findings
Item = TypeVar("Item")


class ConversationShapes:
    """Which conversations a template may treat alike, and the results for those looked at.

    What a template does depends on the roles in a conversation, on what else its messages contain,
    and on the parts of its own text that it looks for in contents, such as "</think>".
    Conversations that are the same in all of these have the same shape. A template could still
    tell them apart, such as by their length, so some of each shape are looked at again.

    templates: their texts.
    """

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


class CheckedChat(NamedTuple):
    """A conversation with its tokens and lints; either chat or error is there."""

    conversation: Conversation
    chat: RenderedChat | None
    error: ChatError | None
    lints: tuple[ChatLint, ...] = ()


class ChatChecker:
    """Renders and checks with one renderer; what was seen of a template's ways is kept."""

    def __init__(self, renderer: ChatRenderer, *, max_tokens: int | None = None) -> None:
        self._renderer = renderer
        self._max_tokens = max_tokens
        self._facts = TokenizerFacts(renderer.tokenizer)
        texts = renderer.source.texts if isinstance(renderer, TemplateRenderer) else {}
        self._shapes = ConversationShapes(texts.values())

    def check(self, conversations: Iterable[Conversation]) -> Iterator[CheckedChat]:
        """Every conversation with tokens and lints, in order. Some are read ahead.

        Raises ChatError where the template cannot be used at all.
        """
        if isinstance(self._renderer, TemplateRenderer):
            yield from self._by_template(self._renderer, conversations)
            return
        for group in _groups(iter(conversations)):
            chats = self._renderer.render_each(group, max_tokens=self._max_tokens)
            for conversation, chat in zip(group, chats, strict=True):
                yield self._checked(conversation, chat)

    def _by_template(
        self, renderer: TemplateRenderer, conversations: Iterable[Conversation]
    ) -> Iterator[CheckedChat]:
        """While a group is checked, the process of the template is at work on the next."""
        asked: deque[Conversation] = deque()

        def noted() -> Iterator[Conversation]:
            for conversation in conversations:
                asked.append(conversation)
                yield conversation

        wanted = True if renderer.mask_source == "prefix" else self._shapes.is_news
        for answers in _groups(renderer.answers(noted(), prefixes=wanted)):
            group = [asked.popleft() for _ in answers]
            chats = renderer.render_answers(group, answers, max_tokens=self._max_tokens)
            for conversation, answer, chat in zip(group, answers, chats, strict=True):
                if isinstance(answer, ChatError) or not answer["prefixes"]:
                    yield self._checked(conversation, chat)
                    continue
                checked = self._checked(conversation, chat, answer)
                has_found = any(lint.code in PREFIX_CODES for lint in checked.lints)
                self._shapes.note(conversation, has_found=has_found)
                yield checked

    def _checked(
        self,
        conversation: Conversation,
        chat: RenderedChat | ChatError,
        answer: Answer | None = None,
    ) -> CheckedChat:
        if isinstance(chat, ChatError):
            return CheckedChat(conversation, None, chat)
        lints = lint_rendered(self._renderer, conversation, chat, self._facts, answer)
        return CheckedChat(conversation, chat, None, lints)


def _groups(items: Iterator[Item]) -> Iterator[list[Item]]:
    """Some items at a time, fewer where they are long in coming."""
    group: list[Item] = []
    began = time.monotonic()
    for item in items:
        group.append(item)
        if len(group) == _GROUP or time.monotonic() - began > _MOST_SECONDS:
            yield group
            group = []
            began = time.monotonic()
    if group:
        yield group
