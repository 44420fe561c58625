"""Lists of tokens that a person wants: files and their escapes.

A text file has one token a line, as token_lines has them; empty lines are passed over. A `.json`
file is a list of strings, taken as they stand, and of objects {"hex": "e282ac"}.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import TokenizerFileError
from engine.machine import read_json, read_text
from engine.text import bytes_of_hex, token_of_line, token_words

LONGEST_TOKEN = 10_000
"""Bytes; the cost of a token grows with their square, and no tokenizer has one so long."""


@dataclass(frozen=True, slots=True)
class GivenToken:
    """A token that is wanted. place: where it was named, as a sentence begins; "" for nowhere."""

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

    Raises TokenizerFileError for a file that cannot be read, is no UTF-8 or names no token at all.
    """
    if path.suffix.lower() == ".json":
        document = read_json(path)
        if not isinstance(document, list):
            raise TokenizerFileError(
                f"{path} cannot be used: it is no list of tokens but a JSON "
                f"{type(document).__name__}; write a list of strings.",
                path=path,
            )
        found = _checked((f"{path}, entry {i}", each) for i, each in enumerate(document, 1))
        found = _distinct(found)
    else:
        found = tokens_of_text(read_text(path), f"{path}, ")
    if not found.tokens and not found.refused:
        raise TokenizerFileError(f"{path} names no token; write one on each line.", path=path)
    return found


def tokens_of_text(text: str, name: str = "") -> TokenList:
    """The tokens of a text in the form of a text file; `name` goes before "line 3"."""
    lines = re.split("\r?\n", text)
    numbered = ((f"{name}line {number}", line) for number, line in enumerate(lines, 1) if line)
    return _distinct(_unescaped(_checked(numbered)))


def token_list(tokens: Iterable[str | bytes]) -> TokenList:
    """Tokens as they stand, strings in UTF-8."""
    return _distinct(_checked(("", each) for each in tokens))


def _checked(named: Iterable[tuple[str, Any]]) -> TokenList:
    """Strings in UTF-8 and bytes from hex; what is neither is refused."""
    tokens, refused = [], []
    for place, each in named:
        try:
            tokens.append(GivenToken(_bytes_of(each), place))
        except ValueError as error:
            where = f"{place}: " if place else ""
            refused.append(RefusedToken(b"", "unreadable", f"{where}{error}.", place))
    return TokenList(tuple(tokens), tuple(refused))


def _bytes_of(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, dict) and list(value) == ["hex"] and isinstance(value["hex"], str):
        return bytes_of_hex(value["hex"])
    if not isinstance(value, str):
        raise ValueError(f'{value!r} is neither a string nor {{"hex": "..."}}')
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{value!r} holds a lone surrogate, which is not text") from None


def _unescaped(found: TokenList) -> TokenList:
    """The lines of a text file with their escapes read."""
    tokens, refused = [], list(found.refused)
    for given in found.tokens:
        line = given.token.decode()
        try:
            tokens.append(GivenToken(token_of_line(line), given.place))
        except ValueError as error:
            sentence = f"{given.place}: {error}."
            refused.append(RefusedToken(b"", "unreadable", sentence, given.place))
    return TokenList(tuple(tokens), tuple(refused))


def _distinct(found: TokenList) -> TokenList:
    """Each token once, none empty, of one byte or beyond all measure."""
    seen: dict[bytes, str] = {}
    tokens, refused = [], list(found.refused)
    for given in found.tokens:
        problem = _problem(given.token, seen)
        if problem is None:
            seen[given.token] = given.place
            tokens.append(given)
            continue
        reason, why = problem
        where = f"{given.place}: " if given.place else ""
        refused.append(RefusedToken(given.token, reason, f"{where}{why}.", given.place))
    return TokenList(tuple(tokens), tuple(refused))


def _problem(token: bytes, seen: dict[bytes, str]) -> tuple[str, str] | None:
    """The kind and the words of what speaks against a token by itself; `seen` came before it."""

    if token in seen:
        first = f" (first: {seen[token]})" if seen[token] else ""
        return "listed twice", f"{token_words(token)} is listed twice{first}"
    if not token:
        return "unreadable", "an empty token is none"
    if len(token) > LONGEST_TOKEN:
        begins = f"{len(token):,} bytes that begins with {token_words(token[:16])}"
        return "too long", (
            f"the token of {begins} is longer than the {LONGEST_TOKEN:,} that a token may have"
        )
    return None
