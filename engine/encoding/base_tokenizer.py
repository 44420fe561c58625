"""BaseTokenizer: the calls of every tokenizer.

`Tokenizer` encodes with the kernels of this package, `LibraryTokenizer` through another library.
Each says how documents become ids and ids become bytes; what follows from that is here once, and so
is what special tokens in a text mean: which are read as ids, which are refused.
"""

from __future__ import annotations

import inspect
import warnings
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, Self, get_args

import numpy as np

from engine.argument_types import check_choice, checked_integer, described
from engine.compiled import Bools, Int64s, UInt32s
from engine.encoding.id_lists import IdLists
from engine.errors import ArgumentError, ArgumentValueError, ConfigError, SpecialTokenError
from engine.machine import paused_collection
from engine.sentences import say
from engine.text import (
    Normalization,
    byte_offsets,
    code_points,
    normalized,
    utf8_of,
    utf8_of_each,
)

DecodingErrors = Literal["replace", "strict", "ignore"]
SpecialHandling = Literal["text", "parse", "reject"]
SpecialTokenChoice = Literal["all"] | Collection[str]
"""All special tokens or some, as tiktoken's `allowed_special` and `disallowed_special`."""

_MOST_SPLITTERS = 64
"""Number of choices of special tokens that one tokenizer remembers."""


class SpecialTokenSplitter:
    """Cuts UTF-8 text at special tokens; if two begin at one offset the longer one is meant.

    special_tokens: ids of those that are read. refused: strings that must not be in a text.
    advice: the code of what to do where one is, the end of a sentence.
    """

    def __init__(
        self,
        special_tokens: Mapping[str, int],
        refused: Iterable[str] = (),
        advice: str = "advice_special",
    ) -> None:
        import regex  # most texts are encoded without looking for special tokens

        self.read = frozenset(special_tokens)
        self._advice = advice
        self._ids = {token.encode(): token_id for token, token_id in special_tokens.items()}
        read, banned = (
            b"|".join(map(regex.escape, sorted(tokens, key=len, reverse=True)))
            for tokens in (self._ids, [token.encode() for token in refused])
        )
        self._read = regex.compile(b"(" + read + b")") if read else None
        self._refused = regex.compile(banned) if banned else None

    def may_be_in(self, data: bytes) -> bool:
        """Whether a special token is in a text, or across the border of two in a row."""
        expressions = (self._read, self._refused)
        return any(
            expression is not None and expression.search(data) is not None
            for expression in expressions
        )

    def refuse(self, data: bytes) -> None:
        """Raise SpecialTokenError for the first special token in a text that must not be in it."""
        match = None if self._refused is None else self._refused.search(data)
        if match is not None:
            token = match.group().decode()
            raise SpecialTokenError(
                say(
                    "special_token_in_text",
                    token=repr(token),
                    byte=match.start(),
                    advice=say(self._advice),
                ),
                token=token,
                offset=match.start(),
                character=_n_characters(data[: match.start()]),
            )

    def pieces(self, data: bytes) -> Iterator[tuple[bytes, int | None]]:
        """(ordinary text, id of the special token after it); None after the last piece.

        Raises SpecialTokenError.
        """
        texts, tokens = self.cut(data)
        return zip(texts, [*tokens, None], strict=True)

    def cut(self, data: bytes) -> tuple[list[bytes], list[int]]:
        """The ordinary texts, and the ids of the special tokens between them.

        Raises SpecialTokenError.
        """
        self.refuse(data)
        if self._read is None:
            return [data], []
        parts = self._read.split(data)
        return parts[::2], [self._ids[token] for token in parts[1::2]]


def special_splitter(
    special_tokens: Mapping[str, int],
    special: SpecialHandling = "text",
    allowed: SpecialTokenChoice | None = None,
    disallowed: SpecialTokenChoice | None = None,
) -> SpecialTokenSplitter | None:
    """Finds special tokens in a text; None if they are ordinary text.

    special: "text": ordinary text; "parse": their ids; "reject": SpecialTokenError.
    allowed, disallowed: with either, both mean what tiktoken means by them: those allowed are read
    (by default none), those disallowed are refused (by default all others), and what is neither is
    ordinary text. Raises ArgumentError.
    """
    check_choice(special, get_args(SpecialHandling), "special")
    if allowed is None and disallowed is None:
        if special == "text" or not special_tokens:
            return None
        if special == "parse":
            return SpecialTokenSplitter(special_tokens)
        return SpecialTokenSplitter({}, refused=special_tokens)
    if special != "text":
        raise ArgumentValueError(
            f"special={special!r} and allowed_special or disallowed_special exclude each other; "
            "give one of them.",
            setting="special",
        )
    read = chosen(() if allowed is None else allowed, special_tokens, "allowed_special")
    refused = chosen(
        "all" if disallowed is None else disallowed, special_tokens, "disallowed_special"
    )
    if disallowed is None or disallowed == "all":
        refused -= read
    known = {token: special_tokens[token] for token in read if token in special_tokens}
    if len(known) < len(read):
        _warn_of_unknown(min(read.difference(known)))
    if not known and not refused:
        return None
    return SpecialTokenSplitter(known, refused, "advice_allowed_special")


def chosen(choice: SpecialTokenChoice, special_tokens: Iterable[str], name: str) -> frozenset[str]:
    """The strings of a choice. name: of the argument. Raises ArgumentError."""
    if isinstance(choice, str) and choice == "all":
        return frozenset(special_tokens)
    if not isinstance(choice, Collection) or isinstance(choice, (str, bytes)):
        raise ArgumentError(
            f'{name} must be "all" or a set of special tokens, not {described(choice)}.'
        )
    for token in choice:
        if not isinstance(token, str):
            raise ArgumentError(f"{name} must be strings; one is {described(token)}.")
    return frozenset(choice)


def _warn_of_unknown(token: str) -> None:
    """Warn of an allowed token that is not a special token: it is text, as in tiktoken."""
    warnings.warn(
        f"allowed_special names {token!r}, which is not a special token of this tokenizer and is "
        "encoded as text; special_tokens lists those it has.",
        stacklevel=_levels_to_caller(),
    )


def _levels_to_caller() -> int:
    """What a warning needs to name the line that called the engine."""
    frame, levels = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").startswith("engine."):
        frame, levels = frame.f_back, levels + 1
    return levels


def _n_characters(data: bytes) -> int | None:
    """Code points of a text; None for what is not UTF-8."""
    try:
        return len(data.decode())
    except UnicodeDecodeError:
        return None


@dataclass(frozen=True, slots=True)
class TokenSpans:
    """A text as tokens with their byte offsets.

    ids: uint32[n].
    starts: int64[n + 1], byte of the UTF-8 text at which each token begins; the last is its end.
    special: bool[n], True where a special token was parsed.
    tokenizer: the one whose tokens they are, which a notebook needs to show them; None if unknown.
    """

    ids: UInt32s
    starts: Int64s
    special: Bools
    tokenizer: BaseTokenizer | None = field(default=None, repr=False, compare=False)

    def _repr_html_(self) -> str | None:
        """The tokens as coloured boxes, for notebooks."""
        if self.tokenizer is None:
            return None
        from engine.encoding.rich_display import html_of_tokens

        ids = self.ids.tolist()
        vocabulary = self.tokenizer.vocabulary
        return html_of_tokens([vocabulary[i] for i in ids], ids, self.special.tolist())


class TokenOffsets(NamedTuple):
    """A text as tokens with their characters.

    ids: uint32[n].
    offsets: int64[n, 2], index of each token's first character in the string and of the one after
        its last. A token with a part of a character counts it whole.
    """

    ids: UInt32s
    offsets: Int64s


class BaseTokenizer(ABC):
    """Encodes text, decodes ids, and finds tokens by id and ids by token.

    `encode` returns a list of Python integers, every other method NumPy arrays. What a special
    token in a text means is said in one of two ways everywhere. special: "text", it is ordinary
    text; "parse", its id; "reject", SpecialTokenError. Or allowed_special and disallowed_special as
    for tiktoken, each "all" or a set: those allowed become ids (by default none), those disallowed
    raise SpecialTokenError (by default all others), and all others are ordinary text.
    """

    _special_tokens: dict[str, int]

    @property
    @abstractmethod
    def vocab_size(self) -> int:
        """Number of ids: the highest one plus one."""

    @property
    @abstractmethod
    def vocabulary(self) -> Sequence[bytes]:
        """The bytes of every id; special tokens as UTF-8, unused ids b""."""

    @property
    def special_tokens(self) -> dict[str, int]:
        """Ids of the special tokens and reserved slots, by string."""
        return dict(self._special_tokens)

    @cached_property
    def token_lengths(self) -> Int64s:
        """int64[vocab_size]: bytes of every id, 0 for unused ones."""
        return np.fromiter(map(len, self.vocabulary), np.int64, self.vocab_size)

    @property
    def normalization(self) -> Normalization | None:
        """The Unicode form that every text is brought into before it is split; None for none."""
        return None

    def normalized(self, data: bytes) -> bytes:
        """UTF-8 text as this tokenizer reads it, to which the offsets of tokens refer."""
        return normalized(data, self.normalization)

    def encode(
        self,
        text: str,
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
        dropout: float | None = None,
        seed: int | None = None,
    ) -> list[int]:
        """Token ids of a text; see the class for special tokens, `with_dropout` for dropout."""
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        return self._id_lists.of(self._dropping(dropout, seed)._ids(_utf8(text), splitter))

    def encode_to_array(
        self,
        text: str | bytes,
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
        dropout: float | None = None,
        seed: int | None = None,
    ) -> UInt32s:
        """Token ids uint32[n] of a text or of bytes, which may be invalid UTF-8."""
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        return self._dropping(dropout, seed)._ids(_utf8(text), splitter)

    def encode_batch(
        self,
        texts: Iterable[str | bytes],
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
        n_threads: int | None = None,
        dropout: float | None = None,
        seed: int | None = None,
    ) -> list[UInt32s]:
        """Token ids uint32[n] of each text, on all cores unless `n_threads` says otherwise."""
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        encoding = self._dropping(dropout, seed)
        return list(encoding._ids_of_each(utf8_of_each(texts), splitter, n_threads))

    def encode_batch_to_lists(
        self,
        texts: Iterable[str | bytes],
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
        n_threads: int | None = None,
    ) -> list[list[int]]:
        """As `encode_batch`, as lists of Python integers: faster than `tolist` of each array."""
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        each = self._lists_of_each(utf8_of_each(texts), splitter, n_threads)
        with paused_collection() as pause:  # it would look at every integer, several times
            lists = list(each)
            pause.n_references = sum(map(len, lists))
        return lists

    def encode_lazily(
        self,
        texts: Iterable[str | bytes],
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
        n_threads: int | None = None,
    ) -> Iterator[UInt32s]:
        """As `encode_batch`, one after another in bounded memory, for streams of any length.

        Texts are read a few megabytes ahead of the ids.
        """
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        return self._ids_of_each(utf8_of_each(texts), splitter, n_threads)

    def with_dropout(self, dropout: float, seed: int | None = None) -> Self:
        """The same tokenizer, encoding with BPE dropout: merges are dropped at random.

        dropout: probability of dropping a merge whenever it could be made, from 0 to 1.
        seed: of the random numbers, for the same ids every time; None for others in every call.
        Texts of one call are encoded independently. Raises ArgumentError for bad values and
        ConfigError for a tokenizer whose merges are unknown.
        """
        del dropout, seed
        raise ConfigError(say("dropout_needs_merges"), setting="dropout")

    def _dropping(self, dropout: float | None, seed: int | None) -> Self:
        """What encodes: this tokenizer, or itself with dropout."""
        if dropout is not None:
            return self.with_dropout(dropout, seed)
        if seed is not None:
            raise ArgumentValueError(
                "seed is that of dropout; give dropout=0.1 as well, or remove seed.",
                setting="seed",
            )
        return self

    def encode_ordinary(self, text: str) -> list[int]:
        """Token ids of a text in which special tokens are ordinary text, as in tiktoken."""
        return self.encode(text)

    def encode_with_offsets(
        self,
        text: str,
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
    ) -> TokenOffsets:
        """The tokens of a text with the characters that each comes from.

        If the tokenizer normalizes, the offsets are those of the normalized text.
        """
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        data = utf8_of(text)
        spans = self._spans(data, splitter)
        begins = byte_offsets(code_points(self.normalized(data).decode()))
        first = np.searchsorted(begins, spans.starts[:-1], "right") - 1
        after = np.searchsorted(begins, spans.starts[1:], "left")
        return TokenOffsets(spans.ids, np.stack([first, after], 1))

    def token_spans(
        self,
        text: str | bytes,
        *,
        special: SpecialHandling = "text",
        allowed_special: SpecialTokenChoice | None = None,
        disallowed_special: SpecialTokenChoice | None = None,
    ) -> TokenSpans:
        """The tokens of a text with their byte offsets, for display.

        If the tokenizer normalizes, the offsets are those of the normalized text.
        """
        splitter = self._special_splitter(special, allowed_special, disallowed_special)
        return replace(self._spans(_utf8(text), splitter), tokenizer=self)

    def decode(self, ids: Iterable[int], *, errors: DecodingErrors = "replace") -> str:
        """The text of token ids.

        errors: what becomes of invalid UTF-8. "replace": U+FFFD; "ignore": left out; "strict":
        UnicodeDecodeError. Raises TokenIdError for an unused id and one that is too high.
        """
        check_choice(errors, get_args(DecodingErrors), "errors")
        return self.decode_bytes(ids).decode("utf-8", errors)

    def decode_batch(
        self, batch: Iterable[Iterable[int]], *, errors: DecodingErrors = "replace"
    ) -> list[str]:
        """The text of each row of token ids; see `decode`."""
        return [self.decode(ids, errors=errors) for ids in batch]

    @abstractmethod
    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of token ids. Raises TokenIdError for an id without a token."""

    def token_to_id(self, token: str | bytes) -> int | None:
        """The id of a token, None if there is no such token.

        token: a special token or the text of an ordinary one, or its bytes, as in `vocabulary`. If
        both kinds are written alike, a string means the special token and bytes the ordinary one;
        of several ids with the same bytes it is the lowest.
        """
        if not isinstance(token, (str, bytes)):
            raise ArgumentError(f"A token must be a string or bytes, not {described(token)}.")
        if isinstance(token, bytes):
            ordinary = self._ids_of_tokens.get(token)
            name = token.decode("utf-8", "backslashreplace")
            return self._special_tokens.get(name) if ordinary is None else ordinary
        named = self._special_tokens.get(token)
        return self._ids_of_tokens.get(utf8_of(token)) if named is None else named

    def id_to_token(self, token_id: int) -> bytes | None:
        """The bytes of a token, None for an unused id."""
        token_id = checked_integer(token_id, "A token id")
        return (self.vocabulary[token_id] or None) if 0 <= token_id < self.vocab_size else None

    @abstractmethod
    def _ids(self, data: bytes, splitter: SpecialTokenSplitter | None) -> UInt32s:
        """Token ids uint32[n] of UTF-8 text. splitter: None if special tokens are text."""

    @abstractmethod
    def _ids_of_each(
        self,
        documents: Iterable[bytes],
        splitter: SpecialTokenSplitter | None,
        n_threads: int | None,
    ) -> Iterator[UInt32s]:
        """The ids of each document in order, in bounded memory."""

    def _lists_of_each(
        self,
        documents: Iterable[bytes],
        splitter: SpecialTokenSplitter | None,
        n_threads: int | None,
    ) -> Iterator[list[int]]:
        """As `_ids_of_each`, as lists."""
        return map(self._id_lists.of, self._ids_of_each(documents, splitter, n_threads))

    @abstractmethod
    def _spans(self, data: bytes, splitter: SpecialTokenSplitter | None) -> TokenSpans:
        """The tokens of UTF-8 text with their byte offsets."""

    def _special_splitter(
        self,
        special: SpecialHandling,
        allowed: SpecialTokenChoice | None,
        disallowed: SpecialTokenChoice | None,
    ) -> SpecialTokenSplitter | None:
        """Finds special tokens in a text as the arguments say; None if they are ordinary text."""
        if special == "text" and allowed is None and disallowed is None:
            return None
        key = (special, _key(allowed), _key(disallowed))
        splitters = self._special_splitters
        if key not in splitters:
            splitter = special_splitter(self._special_tokens, special, allowed, disallowed)
            if len(splitters) >= _MOST_SPLITTERS:
                splitters.clear()
            splitters[key] = splitter
            return splitter
        return splitters[key]

    @cached_property
    def _special_splitters(self) -> dict[tuple[object, ...], SpecialTokenSplitter | None]:
        """Splitters by arguments: making one takes longer than encoding a sentence."""
        return {}

    @cached_property
    def _id_lists(self) -> IdLists:
        return IdLists(self.vocab_size)

    @cached_property
    def _ids_of_tokens(self) -> dict[bytes, int]:
        """Ids of ordinary tokens, the lowest of those with the same bytes."""
        special = set(self._special_tokens.values())
        tokens = enumerate(self.vocabulary)
        ordinary = [(token, i) for i, token in tokens if token and i not in special]
        return dict(reversed(ordinary))


def _utf8(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else utf8_of(text)


def _key(choice: SpecialTokenChoice | None) -> object:
    """A choice of special tokens as a key; an invalid one is refused by `special_splitter`."""
    if isinstance(choice, Collection) and not isinstance(choice, (str, bytes)):
        return frozenset(choice)
    return choice
