r"""Lists of tokens to add or to forbid, as people write them; MergeRules: tokens never made.

A text file has one token per line; empty lines are skipped. Spaces count, also at the beginning and
the end of a line. A backslash begins an escape:

    \n \t \r \0 \s (a space) \\     \xNN (one byte)     \uNNNN \UNNNNNNNN (a code point)

and a line `hex:` and pairs of hex digits names any bytes. A `.json` file is a list of plain strings
and of objects {"hex": "e282ac"}.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.argument_types import checked_path
from engine.errors import ConfigError, TokenizerFileError
from engine.machine import read_json, read_text
from engine.sentences import say

_PLAIN = {"n": b"\n", "t": b"\t", "r": b"\r", "0": b"\0", "s": b" ", "\\": b"\\"}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([ntr0s\\])|(.?))", re.DOTALL
)
_HEX = "hex:"
_SHOWN = {"\n": r"\n", "\t": r"\t", "\r": r"\r", "\0": r"\0", "\\": r"\\"}
_SETTING = "merge_rules"
_LIST_SUFFIXES = (".txt", ".json")
LONGEST_TOKEN = 10_000
"""Bytes; the cost of a token grows with their square, and no tokenizer has a longer one."""


def token_of_line(line: str) -> bytes:
    """The bytes that a line means. Raises ValueError, with the beginning of a sentence."""
    if line.startswith(_HEX):
        return bytes_of_hex(line[len(_HEX) :].strip())
    try:
        return b"".join(_pieces(line))
    except UnicodeEncodeError:
        raise ValueError(say("line_lone_surrogate", line=repr(line))) from None


def line_of_token(token: bytes) -> str:
    """A line that means these bytes; invisible characters are written as escapes."""
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return f"{_HEX}{token.hex()}"
    line = "".join(_shown(character) for character in text)
    if line.startswith(_HEX):
        return f"{_HEX}{token.hex()}"
    inside = line.strip(" ")
    before, _, after = line.partition(inside) if inside else (line, "", "")
    return rf"{before.replace(' ', chr(92) + 's')}{inside}{after.replace(' ', chr(92) + 's')}"


def token_words(token: bytes) -> str:
    """A token as sentences name it: its text in quotes, or its bytes in hex."""
    try:
        return repr(token.decode())
    except UnicodeDecodeError:
        return f"{_HEX}{token.hex()}"


def bytes_of_hex(digits: str) -> bytes:
    """The bytes of pairs of hex digits. Raises ValueError, with the beginning of a sentence."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise ValueError(say("no_hex", digits=repr(digits))) from None


def _shown(character: str) -> str:
    if character in _SHOWN:
        return _SHOWN[character]
    if character.isprintable():
        return character
    code_point = ord(character)
    return rf"\u{code_point:04x}" if code_point < 0x10000 else rf"\U{code_point:08x}"


def _pieces(line: str) -> Iterator[bytes]:
    at = 0
    for match in _ESCAPE.finditer(line):
        yield line[at : match.start()].encode()
        byte, short, long, plain, unknown = match.groups()
        if unknown is not None:
            raise ValueError(say("unknown_escape", escape=repr(match.group())))
        if byte is not None:
            yield bytes([int(byte, 16)])
        elif plain is not None:
            yield _PLAIN[plain]
        else:
            yield _character(int(short or long, 16), match.group())
        at = match.end()
    yield line[at:].encode()


def _character(code_point: int, escape: str) -> bytes:
    if code_point > 0x10FFFF or 0xD800 <= code_point < 0xE000:
        raise ValueError(say("escape_no_character", escape=repr(escape)))
    return chr(code_point).encode()


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


def read_token_list(path: str | Path) -> TokenList:
    """The tokens of a file; see the module for its form.

    Raises TokenizerFileError for a file that cannot be read, is no UTF-8 or has no token.
    """
    path = checked_path(path, "path")
    if path.suffix.lower() == ".json":
        document = read_json(path)
        if not isinstance(document, list):
            raise TokenizerFileError(
                say("token_list_kind", path=path, kind=type(document).__name__), path=path
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
    """The words for a token that a list has twice; places: of the first ones."""
    if places[token]:
        return say("token_twice_first", token=token_words(token), first=places[token])
    return say("token_twice", token=token_words(token))


def _refusal(reason: str, place: str) -> str:
    sentence = say("token_unreadable", reason=reason)
    return say("at_place", place=place, reason=sentence) if place else sentence


def blocked_in_lines(text: str) -> tuple[bytes, ...]:
    """The tokens of lines as token_lines has them; empty lines are skipped.

    Raises ConfigError that names the first line at fault.
    """
    lines = re.split("\r?\n", text)
    return _checked_blocked((f"Line {i}", line, line) for i, line in enumerate(lines, 1) if line)


def blocked_in(names: Sequence[str]) -> tuple[bytes, ...]:
    """The tokens of files and of texts, each name being the one or the other.

    A file is a list as `read_token_list` takes it; any other name is a token, with the escapes of
    token_lines. Raises ConfigError and, for a file that cannot be read, TokenizerFileError.
    """
    found: list[tuple[str, str, str | bytes]] = []
    for name in names:
        path = Path(name)
        if _is_file(path):
            found += _of_list(read_token_list(path))
        elif path.suffix.lower() in _LIST_SUFFIXES:
            raise ConfigError(say("blocked_list_missing", path=name), setting=_SETTING)
        else:
            found.append(("", name, name))
    return _checked_blocked(found)


def blocked_in_values(values: Iterable[str | bytes]) -> tuple[bytes, ...]:
    """The tokens of a list of plain strings. Raises ConfigError."""
    return _checked_blocked(_of_list(token_list(values)))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a token is no possible name
        return False


def _of_list(found: TokenList) -> list[tuple[str, str, str | bytes]]:
    if found.refused:
        first, n_more = found.refused[0], len(found.refused) - 1
        code = "blocked_tokens_more" if n_more else "blocked_tokens"
        raise ConfigError(say(code, reason=first.sentence, n=n_more), setting=_SETTING)
    return [(given.place, token_words(given.token), given.token) for given in found.tokens]


def _checked_blocked(named: Iterable[tuple[str, str, str | bytes]]) -> tuple[bytes, ...]:
    """The tokens of (place, name, line or bytes). Raises ConfigError for the first one at fault."""
    places: dict[bytes, str] = {}
    for place, name, value in named:
        try:
            token = token_of_line(value) if isinstance(value, str) else value
        except ValueError as error:
            raise _refused(place, say("token_unreadable", reason=str(error))) from None
        if len(token) < 2:
            raise _refused(place, say("token_single_byte", token=name))
        if token in places:
            raise _refused(place, say("token_unreadable", reason=listed_twice(token, places)))
        places[token] = place
    return tuple(places)


def _refused(place: str, reason: str) -> ConfigError:
    where = say("at_place", place=place, reason=reason) if place else reason
    return ConfigError(say("blocked_tokens", reason=where), setting=_SETTING)


@dataclass(frozen=True)
class MergeRules:
    """Which tokens are never made by a merge.

    blocked: tokens as bytes of at least two; a merge that would make one is refused for good,
        so that longer tokens are not built of it either.
    blocked_pattern: a regular expression of the `regex` module, with the characters of Unicode 16
        in any release; a token with a match is not made. Bytes of a token that are
        no UTF-8 of their own are the lone surrogates U+DC80 to U+DCFF there, as Python's
        `surrogateescape` has them.

    Raises ConfigError (setting "merge_rules") for a token of less than two bytes, one listed twice
    and an expression that does not compile.
    """

    blocked: tuple[bytes, ...] = ()
    blocked_pattern: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocked", tuple(self.blocked))
        for token in self.blocked:
            if not isinstance(token, bytes) or len(token) < 2:
                raise ConfigError(
                    say("blocked_token_too_short", token=repr(token)), setting=_SETTING
                )
        if len(set(self.blocked)) < len(self.blocked):
            doubled = next(each for each in self.blocked if self.blocked.count(each) > 1)
            raise ConfigError(say("blocked_token_twice", token=repr(doubled)), setting=_SETTING)
        if self.blocked_pattern is not None:
            _check_pattern(self.blocked_pattern)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is forbidden."""
        return not self.blocked and self.blocked_pattern is None

    def document(self) -> dict[str, Any]:
        """As JSON has it: the bytes of blocked tokens in hex."""
        blocked = [token.hex() for token in self.blocked]
        return {"blocked": blocked, "blocked_pattern": self.blocked_pattern}

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> MergeRules:
        """The rules of a document. Raises ValueError or ConfigError for invalid rules."""
        blocked = tuple(bytes.fromhex(token) for token in document.get("blocked", ()))
        return cls(blocked, document.get("blocked_pattern"))


def _check_pattern(pattern: str) -> None:
    if not isinstance(pattern, str) or not pattern:
        raise ConfigError(say("blocked_pattern_no_text", pattern=repr(pattern)), setting=_SETTING)
    # Late: most programs read settings and need nothing else of it.
    from engine.splitting import ExpressionError, stable_regex

    shown = pattern if len(pattern) <= 200 else pattern[:199] + "…"
    try:
        stable_regex(pattern)
    except ExpressionError as error:
        raise ConfigError(
            say("blocked_pattern_unusable", pattern=shown, reason=error.sentence()),
            setting=_SETTING,
        ) from None
