"""ChatChecker: tokens, masks and lints of whole files, many conversations at a time.

The lints are those of `lint_chat`. What rendering the messages up to each answer shows, most of
the time of a template, is asked for only where it can be news: for conversations of a shape that
was not seen before or had a finding, and for every sixteenth of the others. See
`conversation_shapes` for what a shape is.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from engine.chat.chat_error import ChatError
from engine.chat.chat_lint import TokenizerFacts
from engine.chat.chat_lints import PREFIX_CODES, ChatLint, lint_rendered
from engine.chat.conversation import Conversation
from engine.chat.conversation_shapes import ConversationShapes
from engine.chat.rendered_chat import RenderedChat
from engine.chat.template_renderer import Answer, TemplateRenderer

if TYPE_CHECKING:
    from engine.chat.renderer import ChatRenderer

_GROUP = 128
_MOST_SECONDS = 0.2  # a person looks at the findings
Item = TypeVar("Item")


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
