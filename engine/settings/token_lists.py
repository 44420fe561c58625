"""Lists of tokens to add or to forbid: files and their escapes.

A text file has one token per line, as token_lines has them; empty lines are skipped. A `.json`
file is a list of plain strings and of objects {"hex": "e282ac"}.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import TokenizerFileError
from engine.machine import read_json, read_text
from engine.settings.sentences import say
from engine.text import bytes_of_hex, token_of_line, token_words

LONGEST_TOKEN = 10_000
"""Bytes; the cost of a token grows with their square, and no tokenizer has one so long."""


@dataclass(frozen=True, slots=True)
class GivenToken:
    """A token to add. place: file and line that name it, as a sentence begins; "" if unknown."""

    token: bytes
    place: str = ""


@dataclass(frozen=True, slots=True)
class RefusedToken:
    """A token that is not added, or cannot be read (`token` is b"" then), and why.

    reason: a name of the kind: "unreadable", "listed twice", "too long", "special token",
    "exists", "exists unreached", "normalized away", "cut by the pattern", "no way".
    sentence: for people; it names the token.
    """

    token: bytes
    reason: str
    sentence: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class TokenList:
    """What a file or a person named, in its order, and what of it cannot be a token."""

    tokens: tuple[GivenToken, ...]
    refused: tuple[RefusedToken, ...] = ()


def read_token_list(path: Path) -> TokenList:
    """The tokens of a file; see the module for its form.

    Raises TokenizerFileError for a file that cannot be read, is no UTF-8 or has no token.
    """
    if path.suffix.lower() == ".json":
        document = read_json(path)
        if not isinstance(document, list):
            raise TokenizerFileError(
                say("token_list_kind", path=path, kind=type(document).__name__),
                path=path,
            )
        found = _checked((f"{path}, entry {i}", each) for i, each in enumerate(document, 1))
        found = _distinct(found)
    else:
        found = tokens_of_text(read_text(path), f"{path}, ")
    if not found.tokens and not found.refused:
        raise TokenizerFileError(say("token_list_empty", path=path), path=path)
    return found


def tokens_of_text(text: str, name: str = "") -> TokenList:
    """The tokens of a text in the form of a text file; `name` goes before "line 3"."""
    lines = re.split("\r?\n", text)
    numbered = (
        (say("line_of_file", name=name, number=number), line)
        for number, line in enumerate(lines, 1)
        if line
    )
    return _distinct(_unescaped(_checked(numbered)))


def token_list(tokens: Iterable[str | bytes]) -> TokenList:
    """Plain tokens, strings in UTF-8."""
    return _distinct(_checked(("", each) for each in tokens))


def _checked(named: Iterable[tuple[str, Any]]) -> TokenList:
    """Strings in UTF-8 and bytes from hex; anything else is refused."""
    tokens, refused = [], []
    for place, each in named:
        try:
            tokens.append(GivenToken(_bytes_of(each), place))
        except ValueError as error:
            sentence = _refusal(str(error), place)
            refused.append(RefusedToken(b"", "unreadable", sentence, place))
    return TokenList(tuple(tokens), tuple(refused))


def _bytes_of(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, dict) and list(value) == ["hex"] and isinstance(value["hex"], str):
        return bytes_of_hex(value["hex"])
    if not isinstance(value, str):
        raise ValueError(say("token_no_string", value=repr(value)))
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise ValueError(say("token_lone_surrogate", value=repr(value))) from None


def _unescaped(found: TokenList) -> TokenList:
    """The lines of a text file with their escapes read."""
    tokens, refused = [], list(found.refused)
    for given in found.tokens:
        line = given.token.decode()
        try:
            tokens.append(GivenToken(token_of_line(line), given.place))
        except ValueError as error:
            sentence = _refusal(str(error), given.place)
            refused.append(RefusedToken(b"", "unreadable", sentence, given.place))
    return TokenList(tuple(tokens), tuple(refused))


def _distinct(found: TokenList) -> TokenList:
    """Each token once, without those that are empty, of one byte or too long."""
    seen: dict[bytes, str] = {}
    tokens, refused = [], list(found.refused)
    for given in found.tokens:
        problem = _problem(given.token, seen)
        if problem is None:
            seen[given.token] = given.place
            tokens.append(given)
            continue
        reason, why = problem
        sentence = _refusal(why, given.place)
        refused.append(RefusedToken(given.token, reason, sentence, given.place))
    return TokenList(tuple(tokens), tuple(refused))


def _problem(token: bytes, seen: dict[bytes, str]) -> tuple[str, str] | None:
    """Kind and sentence of a fault in a token by itself; `seen` are those before it."""

    if token in seen:
        return "listed twice", listed_twice(token, seen)
    if not token:
        return "unreadable", say("token_empty")
    if len(token) > LONGEST_TOKEN:
        begins = token_words(token[:16])
        return "too long", say("token_too_long", n=len(token), beginning=begins, most=LONGEST_TOKEN)
    return None


def listed_twice(token: bytes, places: Mapping[bytes, str]) -> str:
    """The words for a token that stands in a list again; places: where tokens stood first."""
    if places[token]:
        return say("token_twice_first", token=token_words(token), first=places[token])
    return say("token_twice", token=token_words(token))


def _refusal(reason: str, place: str) -> str:
    sentence = say("token_unreadable", reason=reason)
    return say("at_place", place=place, reason=sentence) if place else sentence
