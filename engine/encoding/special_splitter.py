"""Special tokens in text: which are read as ids, which are refused, and cutting text at them."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal, get_args

from engine.argument_types import check_choice, described
from engine.encoding.sentences import say
from engine.errors import ArgumentError, ArgumentValueError, SpecialTokenError

SpecialHandling = Literal["text", "parse", "reject"]
SpecialTokenChoice = Literal["all"] | Collection[str]
"""All special tokens or some, as tiktoken's `allowed_special` and `disallowed_special`."""

_ADVICE = say("advice_special")
_ADVICE_OF_CHOICES = say("advice_allowed_special")


class SpecialTokenSplitter:
    """Cuts UTF-8 text at special tokens; if two begin at one offset the longer one is meant.

    special_tokens: ids of those that are read. refused: strings that must not be in a text.
    advice: what to do where one is, the end of a sentence.
    """

    def __init__(
        self,
        special_tokens: Mapping[str, int],
        refused: Iterable[str] = (),
        advice: str = _ADVICE,
    ) -> None:
        import regex  # most texts are encoded without looking for special tokens

        self.n_read = len(special_tokens)
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
                    advice=self._advice,
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
    return SpecialTokenSplitter(known, refused, _ADVICE_OF_CHOICES)


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
