"""NanochatRenderer: conversations as nanochat renders them, with identical ids and masks.

All texts of a batch are encoded in one call; ids and masks are put together with numpy, so that
no Python code runs per token.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.chat.chat_error import ChatError
from engine.chat.conversation import Conversation
from engine.chat.nanochat_plan import ROLE_NAMES, UNIT_KINDS, ConversationPlan, planned
from engine.chat.rendered_chat import Refusal, RenderedBatch, RenderedChat
from engine.chat.truncation import check_max_tokens, truncation
from engine.document_groups import joined
from engine.errors import EngineError
from engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    from engine.library_tokenizer import LibraryTokenizer

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
UInt8s = npt.NDArray[np.uint8]
UInt32s = npt.NDArray[np.uint32]

NANOCHAT_TOKENS = tuple(kind.token for kind in UNIT_KINDS if kind.token is not None)
_IS_TEXT = np.array([kind.token is None for kind in UNIT_KINDS])
_MASKS = np.array([kind.mask for kind in UNIT_KINDS], np.uint8)
_ROLES = np.array([ROLE_NAMES.index(kind.role) for kind in UNIT_KINDS], np.uint8)
_SYSTEM = ROLE_NAMES.index("system")


class NanochatRenderer:
    """Renders by nanochat's rules; see nanochat_plan for these.

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
        conversation: Conversation,
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
        self, conversations: Sequence[Conversation], *, max_tokens: int | None = None
    ) -> list[RenderedChat | ChatError]:
        """The tokens of many conversations: as `render`, at once."""
        check_max_tokens(max_tokens)
        plans = [_planned_or_error(each) for each in conversations]
        good = [plan for plan in plans if not isinstance(plan, ChatError)]
        try:
            made = self._assembled(good)
        except EngineError:  # a text that cannot be cut or encoded: find whose it is
            return [self._or_error(each, max_tokens) for each in conversations]
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
        self, conversations: Sequence[Conversation], *, max_tokens: int | None = None
    ) -> RenderedBatch:
        """The tokens of many conversations; what nanochat refuses is among the problems."""
        check_max_tokens(max_tokens)
        plans = [_planned_or_error(each) for each in conversations]
        is_good = [not isinstance(plan, ChatError) for plan in plans]
        try:
            made = self._assembled([plan for plan in plans if not isinstance(plan, ChatError)])
        except EngineError:  # a text that cannot be cut or encoded: find whose it is
            return RenderedBatch.of([self._or_error(each, max_tokens) for each in conversations])
        n_full = np.zeros(len(plans), np.int64)
        n_full[is_good] = made.lengths
        kept, lengths = truncation(n_full, max_tokens)
        return RenderedBatch(
            ids=made.ids[kept],
            mask=made.mask[kept],
            starts=_summed(lengths),
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
            mask=parts.mask[kept],
            message=parts.message[kept],
            role=parts.role[kept],
            role_names=ROLE_NAMES,
            text=b"".join(map(vocabulary.__getitem__, ids.tolist())),
            starts=_summed(self._lengths[ids]),
            special=parts.special[kept],
            n_full=n_full,
        )

    @cached_property
    def _is_special(self) -> npt.NDArray[np.bool_]:
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
        unit_starts = _summed(unit_lengths)
        is_special = ~_IS_TEXT[units]
        places = unit_starts[:-1][is_special]
        ids = np.empty(int(unit_starts[-1]), np.uint32)
        of_text = np.ones(len(ids), np.bool_)
        of_text[places] = False
        ids[of_text] = text_ids
        ids[places] = self._token_ids[units[is_special]]
        ends = unit_starts[_summed(np.fromiter(map(_n_units, plans), np.int64, len(plans)))]
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
            return encoder.encode_documents(*joined(texts))
        parts = [np.asarray(ids, np.uint32) for ids in self._tokenizer.encode_batch(texts)]
        return np.concatenate(parts), _summed(np.array([len(part) for part in parts], np.int64))


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
    special: npt.NDArray[np.bool_]


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


def _n_units(plan: ConversationPlan) -> int:
    return len(plan.units)


def _summed(lengths: Int64s) -> Int64s:
    """Where things of these lengths begin, and the end of the last: int64[n + 1]."""
    sums = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=sums[1:])
    return sums


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
    lacks = f"lacks {len(missing)}" if len(missing) < len(NANOCHAT_TOKENS) else "has none"
    return (
        f"The tokenizer {lacks} of the nine special tokens of nanochat: {', '.join(missing)}. "
        "Train with the nanochat set of special tokens, or choose another template."
    )
