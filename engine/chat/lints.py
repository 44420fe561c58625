"""What is wrong with a rendered conversation, or with a template: lints with stable codes.

The checks come from faults that were found late in other projects: axolotl #922 (line breaks
twice), #1761 and #2089 (turns without mask), TRL #4879 and #5988 (no generation markers, stop token
not trained, template not prefix-preserving), transformers #47325 (mask to the end), marin #7237
(stock templates give all zeros).

`ChatChecker` renders and checks whole files, many conversations at a time. Rendering the messages
up to each answer takes most of the time of a template; it is done only where it can show something
new: for conversations of a shape (`ConversationShapes`) that is new or had a finding, and for
every sixteenth of the others.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from engine.argument_types import checked
from engine.chat import lint_checks as checks
from engine.chat.conversation import (
    AnyConversation,
    ChatError,
    Conversation,
    Message,
    checked_conversation,
)
from engine.chat.jinja_renderer import Answer, TemplateRenderer
from engine.chat.lint_checks import ChatLint, LintedChat, TokenizerFacts
from engine.chat.renderer import RenderedChat, check_renderer
from engine.chat.templates import template_facts, template_special_tokens
from engine.sentences import say

if TYPE_CHECKING:
    from engine.chat.renderer import ChatRenderer


LINT_CODES = (
    "template-fails",
    "template-refuses",
    "no-generation-markers",
    "all-zero-mask",
    "all-one-mask",
    "stop-not-trained",
    "mask-runs-to-end",
    "mask-against-prefixes",
    "not-prefix-preserving",
    "truncated-end",
    "special-token-missing",
    "doubled-bos",
    "doubled-newline",
    "special-token-in-content",
    "message-dropped",
    "tools-dropped",
    "unknown-role",
)
PREFIX_CODES = frozenset({"mask-against-prefixes", "not-prefix-preserving"})
"""What only rendering the messages up to each answer shows."""
_SEVERITIES = ("error", "warning", "note")
_OF_MASK = (
    checks.all_zero_mask,
    checks.all_one_mask,
    checks.stop_not_trained,
    checks.runs_to_end,
    checks.truncated_end,
)
_OF_TEXT = (
    checks.missing_special_tokens,
    checks.doubled_bos,
    checks.doubled_newline,
    checks.injected_special_token,
    checks.dropped_message,
    checks.dropped_tools,
    checks.unknown_role,
)
_SYSTEM = Message("system", "You answer with one word, Ökonom.")
_PROBE = (
    Message("user", "Which fruit is yellow?"),
    Message("assistant", "Banana."),
    Message("user", "And which one is red?"),
    Message("assistant", "Strawberry."),
)
_CALL = {"type": "function", "id": "call00001", "function": {"name": "weigh", "arguments": {}}}
_WITH_TOOLS = Conversation(
    messages=(
        _PROBE[0],
        Message("assistant", "", {"tool_calls": [_CALL]}, "null"),
        Message("tool", "Grapefruit", {"name": "weigh", "tool_call_id": "call00001"}),
        _PROBE[3],
    ),
    tools=(
        {
            "type": "function",
            "function": {"name": "weigh", "description": "Weighs.", "parameters": {}},
        },
    ),
)

_LITERAL = re.compile(r"'((?:[^'\\\n]|\\.){2,60})'|\"((?:[^\"\\\n]|\\.){2,60})\"")
_IN_CODE = re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
_EVERY = 16

_GROUP = 128
_MOST_SECONDS = 0.2  # a person looks at the findings
Item = TypeVar("Item")


def lint_chat(
    renderer: ChatRenderer, conversation: AnyConversation, rendered: RenderedChat
) -> tuple[ChatLint, ...]:
    """What is wrong with a conversation as it was rendered, the worst first.

    rendered: what renderer.render(conversation) gave, truncated or not. A template is run again,
    for the messages up to each answer.
    """
    check_renderer(renderer)
    conversation = checked_conversation(conversation)
    checked(rendered, RenderedChat, "rendered", "renderer.render(conversation) gives one")
    answer: Answer | None = None
    if isinstance(renderer, TemplateRenderer):
        (found,) = renderer.answers([conversation], prefixes=True)
        answer = None if isinstance(found, ChatError) else found
    return lint_rendered(
        renderer, conversation, rendered, TokenizerFacts(renderer.tokenizer), answer
    )


def lint_rendered(
    renderer: ChatRenderer,
    conversation: Conversation,
    rendered: RenderedChat,
    facts: TokenizerFacts,
    answer: Answer | None = None,
) -> tuple[ChatLint, ...]:
    """As `lint_chat`, where what a template has to say is at hand; it is not run.

    answer: of a template, with prefixes; without it the lints of PREFIX_CODES are not found.
    """
    return _sorted(_of_rendered(renderer, LintedChat(facts, conversation, rendered), answer))


def lint_template(renderer: ChatRenderer) -> tuple[ChatLint, ...]:
    """What is wrong with a template and the tokenizer, by a conversation that is always the same.

    Where a template refuses a system message or tools, a note says so.
    """
    check_renderer(renderer)
    found: list[ChatLint] = []
    if isinstance(renderer, TemplateRenderer):
        found += _missing_of_facts(renderer)
    whole = Conversation((_SYSTEM, *_PROBE))
    plain = Conversation(_PROBE)
    try:
        found += lint_chat(renderer, plain, renderer.render(plain))
    except ChatError as error:
        sentence = say("lint_template_fails", reason=error)
        return _sorted([*found, ChatLint("template-fails", "error", sentence)])
    found += _of_probe(renderer, whole, say("probe_system"))
    if isinstance(renderer, TemplateRenderer):
        found += _of_probe(renderer, _WITH_TOOLS, say("probe_tools"))
    return _sorted(_once(found))


def _of_rendered(
    renderer: ChatRenderer, chat: LintedChat, answer: Answer | None
) -> Iterator[ChatLint]:
    if isinstance(renderer, TemplateRenderer):
        yield from _markers(renderer)
    for check in (*_OF_MASK, *_OF_TEXT):
        yield from check(chat)
    if answer is not None and isinstance(renderer, TemplateRenderer):
        yield from checks.not_prefix_preserving(answer)
        if renderer.mask_source == "generation":
            yield from checks.against_prefixes(chat, answer)


def _of_probe(renderer: ChatRenderer, probe: Conversation, what: str) -> Iterator[ChatLint]:
    """The lints of one more conversation, which a template may refuse."""
    try:
        rendered = renderer.render(probe)
    except ChatError as error:
        yield ChatLint(
            "template-refuses", "note", say("lint_template_refuses", what=what, reason=error)
        )
        return
    yield from lint_chat(renderer, probe, rendered)


def _markers(renderer: TemplateRenderer) -> Iterator[ChatLint]:
    if renderer.process.generates:
        return
    if renderer.mask_source == "prefix":
        yield ChatLint(
            "no-generation-markers", "note", say("lint_no_markers_prefix", name=renderer.name)
        )
    else:
        yield ChatLint("no-generation-markers", "error", say("lint_no_markers", name=renderer.name))


def _missing_of_facts(renderer: TemplateRenderer) -> Iterator[ChatLint]:
    """Special tokens that a template of ours needs, also where the probes do not write them."""
    if renderer.name not in template_facts():
        return
    known = renderer.tokenizer.special_tokens
    missing = [name for name in template_special_tokens(renderer.name) if name not in known]
    if missing:
        yield ChatLint(
            "special-token-missing",
            "error",
            say("lint_template_needs_tokens", name=renderer.name, tokens=", ".join(missing)),
        )


def _once(lints: Iterable[ChatLint]) -> list[ChatLint]:
    """The first lint of each code."""
    first: dict[str, ChatLint] = {}
    for lint in lints:
        first.setdefault(lint.code, lint)
    return list(first.values())


def _sorted(lints: Iterable[ChatLint]) -> tuple[ChatLint, ...]:
    return tuple(
        sorted(
            lints, key=lambda lint: (_SEVERITIES.index(lint.severity), LINT_CODES.index(lint.code))
        )
    )


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
