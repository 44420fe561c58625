"""What is wrong with a rendered conversation, or with a template: lints with stable codes.

The checks come from faults that were found late in other projects: axolotl #922 (line breaks
twice), #1761 and #2089 (turns without mask), TRL #4879 and #5988 (no generation markers, stop token
not trained, template not prefix-preserving), transformers #47325 (mask to the end), marin #7237
(stock templates give all zeros).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.argument_types import checked
from engine.chat import mask_lints, text_lints
from engine.chat.conversation import AnyConversation, Conversation, Message, checked_conversation
from engine.chat.errors import ChatError
from engine.chat.findings import ChatLint, LintedChat, TokenizerFacts
from engine.chat.jinja_renderer import Answer, TemplateRenderer
from engine.chat.renderer import RenderedChat, check_renderer
from engine.chat.sentences import say
from engine.chat.templates import template_facts, template_special_tokens

if TYPE_CHECKING:
    from engine.chat.renderer import ChatRenderer

__all__ = ["LINT_CODES", "PREFIX_CODES", "ChatLint", "lint_chat", "lint_rendered", "lint_template"]

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
    mask_lints.all_zero_mask,
    mask_lints.all_one_mask,
    mask_lints.stop_not_trained,
    mask_lints.runs_to_end,
    mask_lints.truncated_end,
)
_OF_TEXT = (
    text_lints.missing_special_tokens,
    text_lints.doubled_bos,
    text_lints.doubled_newline,
    text_lints.injected_special_token,
    text_lints.dropped_message,
    text_lints.dropped_tools,
    text_lints.unknown_role,
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
        yield from mask_lints.not_prefix_preserving(answer)
        if renderer.mask_source == "generation":
            yield from mask_lints.against_prefixes(chat, answer)


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
            "no-generation-markers",
            "note",
            say("lint_no_markers_prefix", name=renderer.name),
        )
    else:
        yield ChatLint(
            "no-generation-markers",
            "error",
            say("lint_no_markers", name=renderer.name),
        )


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
