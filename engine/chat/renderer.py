"""RenderedChat: a conversation as token ids with the mask of what is trained.

`ChatRenderer` is the protocol of all renderers; `Tokenized` and `PlacedChats` have the texts of
several conversations as tokens, with special tokens read wherever they occur.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import numpy as np

from engine.argument_types import checked_path, described
from engine.chat.conversation import AnyConversation, ChatError
from engine.compiled import Bools, Int32s, Int64s, UInt8s, UInt32s, bounds_of
from engine.encoding import SpecialTokenSplitter, Tokenizer
from engine.errors import ArgumentError, ConfigError
from engine.library import checked_tokenizer
from engine.sentences import say

if TYPE_CHECKING:
    from engine.library import LibraryTokenizer


MaskSource = Literal["generation", "prefix", "auto"]
NANOCHAT = "nanochat"


@dataclass(frozen=True, slots=True, eq=False)
class Tokenized:
    """Tokens of several texts, one after another.

    ids: uint32[n]; starts: int64[n + 1], bytes where tokens begin in all texts together, the last
    is the end of all; lengths: int64[k], tokens of each text; begins: bytes where texts begin.
    pieces: for each text where its pieces begin, before and after normalization; None where
    nothing is normalized.
    """

    ids: UInt32s
    starts: Int64s
    lengths: Int64s
    begins: Sequence[int]
    texts: Sequence[bytes]
    normal: Normalized | None

    def text(self, index: int) -> bytes:
        """UTF-8 that the ids of a text decode to."""
        return self.texts[index]

    def places(self, index: int, answer: Mapping[str, Any], which: str) -> Callable[[int], int]:
        """From bytes of a text as the template wrote it to bytes of all texts together."""
        begin = self.begins[index]
        if self.normal is None:
            return begin.__add__
        wanted = {at for entry in (*answer[which], *answer["messages"]) for at in entry[:2]}
        found = self.normal.places(answer["text"].encode("utf-8", "replace"), sorted(wanted))
        return {at: begin + place for at, place in found.items()}.__getitem__


class Normalized:
    """Where bytes of a text lie after normalization, which leaves special tokens alone."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._normalize = tokenizer.normalized
        tokens = tokenizer.special_tokens
        self._splitter = SpecialTokenSplitter(tokens) if tokens else None
        self._names = {token_id: name.encode() for name, token_id in tokens.items()}

    def places(self, data: bytes, wanted: Sequence[int]) -> dict[int, int]:
        """The place after normalization of each wanted byte, where characters begin."""
        begins, sources, size, at = [0], [0], 0, 0
        pieces: list[bytes] = []
        for piece, name in self._pieces(data):
            pieces.append(piece)
            size += len(self._normalize(piece)) + len(name)
            at += len(piece) + len(name)
            begins.append(size)
            sources.append(at)
        found: dict[int, int] = {}
        for place in wanted:
            index = min(bisect_right(sources, place) - 1, len(pieces) - 1)
            inside = place - sources[index]
            piece = pieces[index]
            done = len(self._normalize(piece[:inside]))
            found[place] = begins[index] + done + max(0, inside - len(piece))
        return found

    def text(self, data: bytes) -> bytes:
        """A text as its ids are decoded."""
        return b"".join(self._normalize(piece) + name for piece, name in self._pieces(data))

    def _pieces(self, data: bytes) -> list[tuple[bytes, bytes]]:
        """(ordinary text, the special token after it or nothing)."""
        if self._splitter is None:
            return [(data, b"")]
        found = self._splitter.pieces(data)
        return [(piece, b"" if i is None else self._names[i]) for piece, i in found]


def tokenized(tokenizer: Tokenizer | LibraryTokenizer, texts: Sequence[str]) -> Tokenized:
    """The tokens of texts in which special tokens are read."""
    data = [text.encode("utf-8", "replace") for text in texts]
    if isinstance(tokenizer, Tokenizer):
        return _by_us(tokenizer, data)
    spans = [tokenizer.token_spans(text, special="parse") for text in texts]
    lengths = np.array([len(each.ids) for each in spans], np.int64)
    begins = bounds_of([each.starts[-1] for each in spans])
    parts = [each.starts[:-1] + begin for each, begin in zip(spans, begins, strict=False)]
    return Tokenized(
        ids=np.concatenate([np.empty(0, np.uint32), *(each.ids for each in spans)]),
        starts=np.concatenate([*parts, begins[-1:]]),
        lengths=lengths,
        begins=begins.tolist(),
        texts=data,
        normal=None,
    )


def _by_us(tokenizer: Tokenizer, data: list[bytes]) -> Tokenized:
    normal = None if tokenizer.normalization is None else Normalized(tokenizer)
    parts = tokenizer.encode_batch(data, special="parse")
    texts = data if normal is None else [normal.text(text) for text in data]
    ids = np.concatenate([np.empty(0, np.uint32), *parts])
    return Tokenized(
        ids=ids,
        starts=bounds_of(tokenizer.token_lengths[ids]),
        lengths=np.array(list(map(len, parts)), np.int64),
        begins=bounds_of(list(map(len, texts))).tolist(),
        texts=texts,
        normal=normal,
    )


class RoleCount(NamedTuple):
    """Tokens of a role, and how many of them are trained."""

    tokens: int
    trained: int


@dataclass(frozen=True, slots=True, eq=False)
class RenderedChat:
    """The tokens of one conversation, n of them.

    ids: uint32[n]; mask: bool[n], True where the token is supervised: `ids[mask]` are those tokens,
        n_supervised says how many.
    message: int32[n], index of the message that a token belongs to, -1 for text of the template
        between messages.
    role: uint8[n], index into role_names.
    text: UTF-8 that the ids decode to; starts: int64[n + 1], byte offset of each token there.
    special: bool[n], True for special tokens.
    n_full: tokens before truncation.
    """

    ids: UInt32s
    mask: Bools
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
    def n_supervised(self) -> int:
        """Tokens whose mask is True."""
        return int(np.count_nonzero(self.mask))

    @property
    def n_trained(self) -> int:
        """As n_supervised."""
        return self.n_supervised

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
        return np.diff(bounds_of(self.mask)[self.starts])

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
            starts=bounds_of(lengths),
            n_full=np.array(n_full, np.int64),
            role=np.concatenate([np.empty(0, np.uint8), *(chat.role for chat in whole)]),
            role_names=whole[0].role_names if whole else (),
            problems=tuple(
                Refusal(index, each)
                for index, each in enumerate(rendered)
                if isinstance(each, ChatError)
            ),
        )


def role_counts(
    role: UInt8s, mask: UInt8s | Bools, role_names: Sequence[str]
) -> dict[str, RoleCount]:
    """Tokens of each role that has any. role: uint8[n]; mask: uint8[n] or bool[n]."""
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
        raise ConfigError(say("truncated_to_nothing", tokens=max_tokens), setting="max_tokens")


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
                mask=self.mask[own].view(np.bool_),
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
    tokenizer: Tokenizer | LibraryTokenizer, template: str | Path, *, mask: MaskSource = "auto"
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
