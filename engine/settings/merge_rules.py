"""Lists of blocked tokens, as people write them: lines, files, and values of a recipe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import ConfigError
from engine.settings.sentences import say
from engine.settings.token_lists import TokenList, listed_twice, read_token_list, token_list
from engine.text import token_of_line, token_words

_SETTING = "merge_rules"
_LIST_SUFFIXES = (".txt", ".json")


def blocked_in_lines(text: str) -> tuple[bytes, ...]:
    """The tokens of lines as token_lines has them; empty lines are skipped.

    Raises ConfigError that names the first line at fault.
    """
    lines = re.split("\r?\n", text)
    return _checked((f"Line {i}", line, line) for i, line in enumerate(lines, 1) if line)


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
            raise ConfigError(
                say("blocked_list_missing", path=name),
                setting=_SETTING,
            )
        else:
            found.append(("", name, name))
    return _checked(found)


def blocked_in_values(values: Iterable[str | bytes]) -> tuple[bytes, ...]:
    """The tokens of a list of plain strings. Raises ConfigError."""
    return _checked(_of_list(token_list(values)))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a token is no possible name
        return False
    except ValueError:
        return False


def _of_list(found: TokenList) -> list[tuple[str, str, str | bytes]]:
    if found.refused:
        first, n_more = found.refused[0], len(found.refused) - 1
        code = "blocked_tokens_more" if n_more else "blocked_tokens"
        raise ConfigError(say(code, reason=first.sentence, n=n_more), setting=_SETTING)
    return [(given.place, token_words(given.token), given.token) for given in found.tokens]


def _checked(named: Iterable[tuple[str, str, str | bytes]]) -> tuple[bytes, ...]:
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
                    say("blocked_token_too_short", token=repr(token)),
                    setting="merge_rules",
                )
        if len(set(self.blocked)) < len(self.blocked):
            doubled = next(each for each in self.blocked if self.blocked.count(each) > 1)
            raise ConfigError(
                say("blocked_token_twice", token=repr(doubled)), setting="merge_rules"
            )
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
        raise ConfigError(
            say("blocked_pattern_no_text", pattern=repr(pattern)),
            setting="merge_rules",
        )
    # Late: most programs read settings and need nothing else of it.
    from engine.splitting import ExpressionError, stable_regex

    shown = pattern if len(pattern) <= 200 else pattern[:199] + "…"
    try:
        stable_regex(pattern)
    except ExpressionError as error:
        raise ConfigError(
            say("blocked_pattern_unusable", pattern=shown, reason=error.sentence()),
            setting="merge_rules",
        ) from None
