"""NanochatRenderer: conversations as nanochat renders them, with identical ids and masks.

A conversation becomes units in order before any text is encoded. A unit is a special token or a
text that is encoded by itself, so that no merge crosses from one part into the next and special
tokens written in a text stay text. The rules are those of `render_conversation` in nanochat
(nanochat/tokenizer.py).

All texts of a batch are encoded in one call; ids and masks are put together with numpy, so that
no Python code runs per token.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.chat.conversation import (
    AnyConversation,
    ChatError,
    Conversation,
    Message,
    Part,
    checked_conversation,
    checked_conversations,
)
from engine.chat.renderer import Refusal, RenderedBatch, RenderedChat, check_max_tokens, truncation
from engine.compiled import Bools, Int32s, Int64s, UInt8s, UInt32s, bounds_of, joined_bytes
from engine.encoding import Tokenizer
from engine.errors import EngineError
from engine.sentences import say
from engine.text import utf8_of

if TYPE_CHECKING:
    from engine.library import LibraryTokenizer


ROLE_NAMES = ("template", "system", "user", "assistant", "tool")

_BOS = b"\0"
_USER = b"\1\2\3"
_ASSISTANT_START, _TRAINED_TEXT, _ASSISTANT_END = b"\4", b"\5", b"\6"
_ASSISTANT = _ASSISTANT_START + _TRAINED_TEXT + _ASSISTANT_END
_PARTS = {"text": _TRAINED_TEXT, "python": b"\7\5\x08", "python_output": b"\x09\x0a\x0b"}
ANSWER = _ASSISTANT_START
"""What ends the prompt for a completion."""
_SYSTEM = ROLE_NAMES.index("system")


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
        raise ChatError(say("conversation_without_messages"))
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
        raise ChatError(say("conversation_without_messages"))
    if messages[-1].role != "assistant":
        raise _refusal(
            len(messages) - 1, say("last_message_no_answer", role=repr(messages[-1].role))
        )
    return messages[:-1]


def _folded_system(messages: Sequence[Message]) -> bytes:
    """What a system message puts before the first message of the user."""
    content = messages[0].content
    if len(messages) < 2 or messages[1].role != "user":
        raise _refusal(0, say("nanochat_system_alone"))
    if not isinstance(content, str) or messages[0].absence:
        raise _refusal(0, say("nanochat_text", fault=_no_text(messages[0])))
    return utf8_of(content) + b"\n\n"


def _check_role(message: Message, index: int, role: str) -> None:
    if message.role != role:
        raise _refusal(index, say("nanochat_turns", role=repr(message.role), expected=repr(role)))


def _user_text(message: Message, index: int) -> bytes:
    if not isinstance(message.content, str) or message.absence:
        raise _refusal(index, say("nanochat_user_text", fault=_no_text(message)))
    return utf8_of(message.content)


def _add_answer(plan: ConversationPlan, message: Message, index: int) -> int:
    """Add the units of what the assistant says; returns how many they are."""
    content = message.content
    if message.absence:
        raise _refusal(index, say("nanochat_text_or_parts", fault=_no_text(message)))
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
            index, say("nanochat_part_type", kind=repr(part.kind), known=", ".join(_PARTS))
        ) from None


def _no_text(message: Message) -> str:
    if message.absence:
        return say("fault_no_content")
    return say("fault_parts")


def _refusal(index: int, words: str) -> ChatError:
    return ChatError(say("message_refused", message=index + 1, reason=words), message=index)


NANOCHAT_TOKENS = tuple(kind.token for kind in UNIT_KINDS if kind.token is not None)
_IS_TEXT = np.array([kind.token is None for kind in UNIT_KINDS])
_MASKS = np.array([kind.mask for kind in UNIT_KINDS], np.uint8)
_ROLES = np.array([ROLE_NAMES.index(kind.role) for kind in UNIT_KINDS], np.uint8)


class NanochatRenderer:
    """Renders by nanochat's rules.

    tokenizer: must have the nine special tokens of nanochat; ChatError names the missing ones.
    Ids are sliced to max_tokens and nothing is repaired: the end of an answer may be lost.
    """

    def __init__(self, tokenizer: Tokenizer | LibraryTokenizer) -> None:
        special_tokens = tokenizer.special_tokens
        missing = [token for token in NANOCHAT_TOKENS if token not in special_tokens]
        if missing:
            raise ChatError(_missing_words(missing))
        self._tokenizer = tokenizer
        self._token_ids = np.array(
            [0 if kind.token is None else special_tokens[kind.token] for kind in UNIT_KINDS],
            np.uint32,
        )

    @property
    def name(self) -> str:
        return "nanochat"

    @property
    def tokenizer(self) -> Tokenizer | LibraryTokenizer:
        return self._tokenizer

    @property
    def settings(self) -> Mapping[str, str]:
        return {"mask": "rules"}

    def render(
        self,
        conversation: AnyConversation,
        *,
        max_tokens: int | None = None,
        completion: bool = False,
    ) -> RenderedChat:
        """The tokens of a conversation.

        completion: the prompt for its last answer, which is left out; nothing is trained, and the
        token that begins the answer comes after max_tokens others, as in nanochat.
        Raises ChatError, which names the message.
        """
        check_max_tokens(max_tokens)
        conversation = checked_conversation(conversation)
        try:
            plan = planned(conversation, completion=completion)
            made = self._assembled([plan])
        except EngineError as error:
            raise _with_line(error, conversation) from None
        kept = _kept_of_one(len(made.ids), max_tokens, completion)
        parts = self._parts([plan], made)
        chat = self._chat(parts, kept, len(made.ids))
        return replace(chat, mask=np.zeros_like(chat.mask)) if completion else chat

    def render_each(
        self, conversations: Sequence[AnyConversation], *, max_tokens: int | None = None
    ) -> list[RenderedChat | ChatError]:
        """The tokens of many conversations: as `render`, at once."""
        check_max_tokens(max_tokens)
        checked = checked_conversations(conversations)
        plans = [_planned_or_error(each) for each in checked]
        good = [plan for plan in plans if not isinstance(plan, ChatError)]
        try:
            made = self._assembled(good)
        except EngineError:  # a text that cannot be cut or encoded: find whose it is
            return [self._or_error(each, max_tokens) for each in checked]
        parts, first = self._parts(good, made), 0
        lengths = iter(made.lengths.tolist())
        chats: list[RenderedChat | ChatError] = []
        for plan in plans:
            if isinstance(plan, ChatError):
                chats.append(plan)
                continue
            n_full = next(lengths)
            n_kept = n_full if max_tokens is None else min(n_full, max_tokens)
            chats.append(self._chat(parts, slice(first, first + n_kept), n_full))
            first += n_full
        return chats

    def render_batch(
        self, conversations: Sequence[AnyConversation], *, max_tokens: int | None = None
    ) -> RenderedBatch:
        """The tokens of many conversations; what nanochat refuses is among the problems."""
        check_max_tokens(max_tokens)
        checked = checked_conversations(conversations)
        plans = [_planned_or_error(each) for each in checked]
        is_good = [not isinstance(plan, ChatError) for plan in plans]
        try:
            made = self._assembled([plan for plan in plans if not isinstance(plan, ChatError)])
        except EngineError:  # a text that cannot be cut or encoded: find whose it is
            return RenderedBatch.of([self._or_error(each, max_tokens) for each in checked])
        n_full = np.zeros(len(plans), np.int64)
        n_full[is_good] = made.lengths
        kept, lengths = truncation(n_full, max_tokens)
        return RenderedBatch(
            ids=made.ids[kept],
            mask=made.mask[kept],
            starts=bounds_of(lengths),
            n_full=n_full,
            role=made.role[kept],
            role_names=ROLE_NAMES,
            problems=tuple(
                Refusal(index, plan)
                for index, plan in enumerate(plans)
                if isinstance(plan, ChatError)
            ),
        )

    def _parts(self, plans: Sequence[ConversationPlan], made: _Assembled) -> _Parts:
        special = self._is_special[made.ids]
        return _Parts(made.ids, made.mask, _messages(plans, made), made.role, special)

    def _chat(self, parts: _Parts, kept: slice | Int64s, n_full: int) -> RenderedChat:
        """One conversation of several. kept: the places of its tokens that stay."""
        ids = parts.ids[kept]
        vocabulary = self._tokenizer.vocabulary
        return RenderedChat(
            ids=ids,
            mask=parts.mask[kept].view(np.bool_),
            message=parts.message[kept],
            role=parts.role[kept],
            role_names=ROLE_NAMES,
            text=b"".join(map(vocabulary.__getitem__, ids.tolist())),
            starts=bounds_of(self._lengths[ids]),
            special=parts.special[kept],
            n_full=n_full,
        )

    @cached_property
    def _is_special(self) -> Bools:
        """bool[vocab_size]"""
        is_special = np.zeros(len(self._tokenizer.vocabulary), np.bool_)
        is_special[list(self._tokenizer.special_tokens.values())] = True
        return is_special

    @cached_property
    def _lengths(self) -> Int64s:
        """int64[vocab_size]: bytes of each id."""
        vocabulary = self._tokenizer.vocabulary
        return np.fromiter(map(len, vocabulary), np.int64, len(vocabulary))

    def _or_error(
        self, conversation: Conversation, max_tokens: int | None
    ) -> RenderedChat | ChatError:
        try:
            return self.render(conversation, max_tokens=max_tokens)
        except ChatError as error:
            return error

    def _assembled(self, plans: Sequence[ConversationPlan]) -> _Assembled:
        """The tokens of all plans, nothing truncated."""
        units = np.frombuffer(b"".join(plan.units for plan in plans), np.uint8)
        text_ids, text_starts = self._encoded([text for plan in plans for text in plan.texts])
        unit_lengths = np.ones(len(units), np.int64)
        unit_lengths[_IS_TEXT[units]] = np.diff(text_starts)
        unit_starts = bounds_of(unit_lengths)
        is_special = ~_IS_TEXT[units]
        places = unit_starts[:-1][is_special]
        ids = np.empty(int(unit_starts[-1]), np.uint32)
        of_text = np.ones(len(ids), np.bool_)
        of_text[places] = False
        ids[of_text] = text_ids
        ids[places] = self._token_ids[units[is_special]]
        ends = unit_starts[bounds_of([len(plan.units) for plan in plans])]
        role = np.repeat(_ROLES[units], unit_lengths)
        for plan, start in zip(plans, ends.tolist(), strict=False):
            if plan.n_system:
                self._mark_system(plan, ids, role, start + 2)  # after bos and the user's start
        mask = np.repeat(_MASKS[units], unit_lengths)
        return _Assembled(ids, mask, role, unit_lengths, np.diff(ends))

    def _mark_system(self, plan: ConversationPlan, ids: UInt32s, role: UInt8s, start: int) -> None:
        """Give the tokens that begin inside of the system's text to the system."""
        vocabulary = self._tokenizer.vocabulary
        at, end = 0, start
        while at < plan.n_system and end < len(ids):
            at += len(vocabulary[ids[end]])
            end += 1
        role[start:end] = _SYSTEM

    def _encoded(self, texts: list[bytes]) -> tuple[UInt32s, Int64s]:
        """The ids of all texts, each encoded by itself, and where each begins: int64[n + 1]."""
        if not texts:
            return np.empty(0, np.uint32), np.zeros(1, np.int64)
        if isinstance(self._tokenizer, Tokenizer):
            (encoder,) = self._tokenizer.batch_encoder.encoders(1)
            return encoder.encode_documents(*joined_bytes(texts))
        parts = [np.asarray(ids, np.uint32) for ids in self._tokenizer.encode_batch(texts)]
        return np.concatenate(parts), bounds_of(list(map(len, parts)))


class _Assembled(NamedTuple):
    """Tokens of several conversations; unit_lengths: tokens of each unit; lengths: of each."""

    ids: UInt32s
    mask: UInt8s
    role: UInt8s
    unit_lengths: Int64s
    lengths: Int64s


class _Parts(NamedTuple):
    """What a RenderedChat has for each token, of several conversations."""

    ids: UInt32s
    mask: UInt8s
    message: Int32s
    role: UInt8s
    special: Bools


def _messages(plans: Sequence[ConversationPlan], made: _Assembled) -> Int32s:
    """int32[n]: index of the message that each token belongs to."""
    pairs = [pair for plan in plans for pair in plan.messages]
    indices, sizes = np.array(pairs, np.int64).reshape(-1, 2).T
    message = np.repeat(np.repeat(indices, sizes), made.unit_lengths).astype(np.int32)
    message[made.role == _SYSTEM] = 0
    return message


def _planned_or_error(conversation: Conversation) -> ConversationPlan | ChatError:
    try:
        return planned(conversation)
    except ChatError as error:
        return _with_line(error, conversation)


def _kept_of_one(n_tokens: int, max_tokens: int | None, completion: bool) -> Int64s:
    """The places of the tokens that stay; the last one of a prompt always does."""
    places = np.arange(n_tokens)
    if max_tokens is None:
        return places
    if completion:
        return np.concatenate([places[:-1][:max_tokens], places[-1:]])
    return places[:max_tokens]


def _with_line(error: EngineError, conversation: Conversation) -> ChatError:
    """The error as one of the conversation, with the line that it was read from."""
    chat_error = error if isinstance(error, ChatError) else ChatError(str(error))
    chat_error.line = conversation.line
    return chat_error


def _missing_words(missing: Sequence[str]) -> str:
    code = "nanochat_lacks" if len(missing) < len(NANOCHAT_TOKENS) else "nanochat_lacks_all"
    return say(code, n=len(missing), tokens=", ".join(missing))
