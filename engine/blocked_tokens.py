"""Lists of blocked tokens, as people write them: lines, files, and values of a recipe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.errors import ConfigError
from engine.token_lines import token_of_line, token_words
from engine.token_lists import TokenList, read_token_list, token_list

_SETTING = "merge_rules"
_LIST_SUFFIXES = (".txt", ".json")


def blocked_in_lines(text: str) -> tuple[bytes, ...]:
    """The tokens of lines as token_lines has them; empty lines are passed over.

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
                f"The list of blocked tokens {name} is not there; check the path. To block just "
                "this text, write it into a list.",
                setting=_SETTING,
            )
        else:
            found.append(("", name, name))
    return _checked(found)


def blocked_in_values(values: Iterable[str | bytes]) -> tuple[bytes, ...]:
    """The tokens of a list of strings that stand for themselves. Raises ConfigError."""
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
        more = f" ({n_more:,} more are like that.)" if n_more else ""
        raise ConfigError(f"Blocked tokens: {first.sentence}{more}", setting=_SETTING)
    return [(given.place, token_words(given.token), given.token) for given in found.tokens]


def _checked(named: Iterable[tuple[str, str, str | bytes]]) -> tuple[bytes, ...]:
    """The tokens of (place, name, line or bytes). Raises ConfigError for the first one at fault."""
    places: dict[bytes, str] = {}
    for place, name, value in named:
        where = f"{place}: " if place else ""
        try:
            token = token_of_line(value) if isinstance(value, str) else value
        except ValueError as error:
            raise ConfigError(f"Blocked tokens: {where}{error}.", setting=_SETTING) from None
        if len(token) < 2:
            raise ConfigError(
                f"Blocked tokens: {where}{name} is a single byte. Those are always in the "
                "vocabulary; only tokens that a merge makes can be blocked.",
                setting=_SETTING,
            )
        if token in places:
            first = f" (first: {places[token]})" if places[token] else ""
            raise ConfigError(
                f"Blocked tokens: {where}{token_words(token)} is listed twice{first}.",
                setting=_SETTING,
            )
        places[token] = place
    return tuple(places)
