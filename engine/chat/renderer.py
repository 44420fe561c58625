"""RenderedChat: a conversation as token ids with the mask of what is trained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import numpy as np

from engine.argument_types import checked_path, described
from engine.chat.conversation import AnyConversation
from engine.chat.errors import ChatError
from engine.chat.sentences import say
from engine.chat.template_tokens import Tokenized
from engine.compiled import Bools, Int32s, Int64s, UInt8s, UInt32s
from engine.errors import ArgumentError, ConfigError
from engine.library import checked_tokenizer

if TYPE_CHECKING:
    from engine.encoding import Tokenizer
    from engine.library import LibraryTokenizer

MaskSource = Literal["generation", "prefix", "auto"]
NANOCHAT = "nanochat"


class RoleCount(NamedTuple):
    """Tokens of a role, and how many of them are trained."""

    tokens: int
    trained: int


@dataclass(frozen=True, slots=True, eq=False)
class RenderedChat:
    """The tokens of one conversation, n of them.

    ids: uint32[n]; mask: uint8[n], 1 where the token is trained.
    message: int32[n], index of the message that a token belongs to, -1 for text of the template
        between messages.
    role: uint8[n], index into role_names.
    text: UTF-8 of what the ids stand for; starts: int64[n + 1], byte offset of each token there.
    special: bool[n], True for special tokens.
    n_full: tokens before truncation.
    """

    ids: UInt32s
    mask: UInt8s
    message: Int32s
    role: UInt8s
    role_names: tuple[str, ...]
    text: bytes
    starts: Int64s
    special: Bools
    n_full: int

    @property
    def n_tokens(self) -> int:
        return len(self.ids)

    @property
    def n_trained(self) -> int:
        """Tokens whose mask is 1."""
        return int(np.count_nonzero(self.mask))

    @property
    def is_truncated(self) -> bool:
        return self.n_full > len(self.ids)

    @property
    def counts(self) -> dict[str, RoleCount]:
        """Tokens of each role that has any, in the order of role_names."""
        return role_counts(self.role, self.mask, self.role_names)

    def token(self, index: int) -> bytes:
        """The bytes of a token, which need not be whole characters."""
        return self.text[self.starts[index] : self.starts[index + 1]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A conversation of a batch that could not be rendered. index: in the batch."""

    index: int
    error: ChatError


@dataclass(frozen=True, slots=True, eq=False)
class RenderedBatch:
    """The tokens of k conversations, one after another; what was refused has none.

    ids: uint32[n]; mask: uint8[n]; starts: int64[k + 1], conversation i has the tokens from
    starts[i] to starts[i + 1]. n_full: int64[k], tokens before truncation. role: uint8[n], index
    into role_names. problems: what was refused, in order.
    """

    ids: UInt32s
    mask: UInt8s
    starts: Int64s
    n_full: Int64s
    role: UInt8s
    role_names: tuple[str, ...]
    problems: tuple[Refusal, ...] = ()

    @property
    def n_trained(self) -> Int64s:
        """int64[k]: tokens of each conversation whose mask is 1."""
        sums = np.zeros(len(self.mask) + 1, np.int64)
        np.cumsum(self.mask, out=sums[1:])
        return np.diff(sums[self.starts])

    @property
    def counts(self) -> dict[str, RoleCount]:
        """Tokens of each role that has any, in the order of role_names."""
        return role_counts(self.role, self.mask, self.role_names)

    @staticmethod
    def of(rendered: Sequence[RenderedChat | ChatError]) -> RenderedBatch:
        """Conversations that were rendered one by one, errors in the place of what was refused.

        All must have the same role_names.
        """
        chats = [None if isinstance(each, ChatError) else each for each in rendered]
        whole = [chat for chat in chats if chat is not None]
        lengths = [0 if chat is None else len(chat.ids) for chat in chats]
        n_full = [0 if chat is None else chat.n_full for chat in chats]
        return RenderedBatch(
            ids=np.concatenate([np.empty(0, np.uint32), *(chat.ids for chat in whole)]),
            mask=np.concatenate([np.empty(0, np.uint8), *(chat.mask for chat in whole)]),
            starts=np.concatenate([np.zeros(1, np.int64), np.cumsum(np.array(lengths, np.int64))]),
            n_full=np.array(n_full, np.int64),
            role=np.concatenate([np.empty(0, np.uint8), *(chat.role for chat in whole)]),
            role_names=whole[0].role_names if whole else (),
            problems=tuple(
                Refusal(index, each)
                for index, each in enumerate(rendered)
                if isinstance(each, ChatError)
            ),
        )


def role_counts(role: UInt8s, mask: UInt8s, role_names: Sequence[str]) -> dict[str, RoleCount]:
    """Tokens of each role that has any. role, mask: uint8[n]."""
    tokens = np.bincount(role, minlength=len(role_names)).tolist()
    trained = np.bincount(role, mask, minlength=len(role_names)).tolist()
    return {
        name: RoleCount(tokens[index], int(trained[index]))
        for index, name in enumerate(role_names)
        if tokens[index]
    }


def check_renderer(renderer: object) -> None:
    """Raise ArgumentError for what renders nothing."""
    if not hasattr(renderer, "render"):
        raise ArgumentError(
            f"renderer must be a ChatRenderer, not {described(renderer)}. "
            "chat_renderer(tokenizer, template) makes one."
        )


def check_max_tokens(max_tokens: int | None) -> None:
    """Raise ConfigError for a number of tokens that nothing can be truncated to."""
    if max_tokens is not None and max_tokens < 1:
        raise ConfigError(
            say("truncated_to_nothing", tokens=max_tokens),
            setting="max_tokens",
        )


def truncation(n_full: Int64s, max_tokens: int | None) -> tuple[slice | Int64s, Int64s]:
    """(places of the tokens that stay, tokens of each conversation that stay).

    The first tokens stay; nothing is repaired.
    n_full: int64[k], tokens of each conversation.
    """
    if max_tokens is None or n_full.max(initial=0) <= max_tokens:
        return slice(None), n_full
    lengths = np.minimum(n_full, max_tokens)
    begins = np.cumsum(n_full) - n_full
    shift = np.repeat(begins - (np.cumsum(lengths) - lengths), lengths)
    return np.arange(int(lengths.sum())) + shift, lengths


@dataclass(frozen=True, slots=True, eq=False)
class PlacedChats:
    """Tokens of several conversations, one after another; nothing is truncated.

    mask: uint8[n]; message: int64[n], -1 for text of the template; role: uint8[n], index into
    role_names.
    """

    tokens: Tokenized
    mask: UInt8s
    message: Int64s
    role: UInt8s
    role_names: tuple[str, ...]

    @property
    def lengths(self) -> Int64s:
        """int64[k]: tokens of each conversation."""
        return self.tokens.lengths

    def chats(self, special_ids: UInt32s, max_tokens: int | None) -> Iterator[RenderedChat]:
        """Every conversation by itself, no more than max_tokens of its tokens."""
        tokens = self.tokens
        special = np.isin(tokens.ids, special_ids)
        message, first = self.message.astype(np.int32), 0
        for index, n_full in enumerate(tokens.lengths.tolist()):
            kept = n_full if max_tokens is None else min(n_full, max_tokens)
            own = slice(first, first + kept)
            starts = tokens.starts[first : first + kept + 1] - tokens.begins[index]
            yield RenderedChat(
                ids=tokens.ids[own],
                mask=self.mask[own],
                message=message[own],
                role=self.role[own],
                role_names=self.role_names,
                text=tokens.text(index)[: int(starts[-1])],
                starts=starts,
                special=special[own],
                n_full=n_full,
            )
            first += n_full


class ChatRenderer(Protocol):
    """Renders conversations with one tokenizer by one set of rules."""

    @property
    def name(self) -> str:
        """What the rules are called: "nanochat", a template's name, the name of its file."""
        ...

    @property
    def tokenizer(self) -> Tokenizer | LibraryTokenizer:
        """What texts are encoded with."""
        ...

    @property
    def settings(self) -> Mapping[str, str]:
        """What else decides ids and masks, for the description of files made with it.

        Such as the SHA-256 of the template and where masks come from.
        """
        ...

    def render(
        self,
        conversation: AnyConversation,
        *,
        max_tokens: int | None = None,
        completion: bool = False,
    ) -> RenderedChat:
        """The tokens of a conversation, no more than max_tokens of them.

        conversation: also a list of messages [{"role": "user", "content": "..."}] and
        {"messages": [...]}, in any layout that files have.
        completion: the prompt after which the model is to answer. Raises ChatError.
        """
        ...

    def render_batch(
        self, conversations: Sequence[AnyConversation], *, max_tokens: int | None = None
    ) -> RenderedBatch:
        """The tokens of many conversations; what is refused is among the problems."""
        ...

    def render_each(
        self, conversations: Sequence[AnyConversation], *, max_tokens: int | None = None
    ) -> list[RenderedChat | ChatError]:
        """The tokens of many conversations, each by itself: as `render`, but at once."""
        ...


def chat_renderer(
    tokenizer: Tokenizer | LibraryTokenizer,
    template: str | Path,
    *,
    mask: MaskSource = "auto",
) -> ChatRenderer:
    """The renderer of a template, with a tokenizer.

    template: "nanochat", a name of resources/chat_templates, a .jinja file, a
    tokenizer_config.json, or "tokenizer" for the tokenizer's own chat template.
    mask: where the mask of a Jinja template comes from: its {% generation %} blocks, rendering of
    prefixes, or the first where there are any.
    Raises ChatError for a template that cannot be used, or lacks special tokens.
    """
    checked_tokenizer(tokenizer)
    checked_path(template, "The name or file of a template")
    if str(template) == NANOCHAT:
        from engine.chat.nanochat import NanochatRenderer

        return NanochatRenderer(tokenizer)
    from engine.chat.jinja_renderer import template_renderer

    return template_renderer(tokenizer, template, mask=mask)
