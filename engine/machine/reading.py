"""Reading the files of published tokenizers; every failure is a sentence with file and line."""

from __future__ import annotations

import errno
import json
import stat
from collections import Counter
from pathlib import Path
from typing import Any

from engine.errors import ConfigError, TokenizerFileError
from engine.machine.sentences import say

_MOST_BYTES = 1 << 30
_BEGINNING = 1 << 16
_ENDLESS = (
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
)


def check_regular(path: Path) -> None:
    """Raise OSError for a device, a pipe or a socket, which may wait or give bytes for ever.

    Every file that a person names passes here before it is opened. What is missing, and
    directories, are left to opening.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # opening it says why
        return
    for is_kind, kind in _ENDLESS:
        if is_kind(mode):
            reason = f"it is {kind}, not a file; save its content as a file first"
            raise OSError(errno.EINVAL, reason, str(path))


def beginning(path: Path) -> bytes:
    """As much of a file as shows what it is. Raises TokenizerFileError."""
    try:
        check_regular(path)
        with path.open("rb") as stream:
            return stream.read(_BEGINNING)
    except OSError as error:
        raise TokenizerFileError(
            say("tokenizer_unreadable", path=path, reason=error.strerror or error), path=path
        ) from None


def read_bytes(path: Path) -> bytes:
    """The content of `path`. Raises TokenizerFileError."""
    try:
        check_regular(path)
        if path.stat().st_size > _MOST_BYTES:
            raise refusal(path, say("reason_too_large", size=path.stat().st_size))
        return path.read_bytes()
    except FileNotFoundError:
        raise TokenizerFileError(say("tokenizer_not_there", path=path), path=path) from None
    except OSError as error:
        raise TokenizerFileError(
            say("tokenizer_unreadable", path=path, reason=error.strerror or error), path=path
        ) from None


def read_text(path: Path) -> str:
    """The content of `path` as text. Raises TokenizerFileError."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refusal(path, say("reason_not_utf8", byte=error.start), line) from None


def read_json(path: Path, doubled: list[tuple[dict[str, Any], str]] | None = None) -> Any:
    """The JSON document in `path`. Raises TokenizerFileError.

    doubled: takes each name that stands twice in an object, with that object; such a document is
    refused if it is None.
    """

    def kept(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        document = dict(pairs)
        if len(document) < len(pairs):
            names = [name for name, n in Counter(name for name, _ in pairs).items() if n > 1]
            if doubled is None:
                raise _DoubledNameError(say("name_stands_twice", name=repr(names[0])))
            doubled.extend((document, name) for name in names)
        return document

    try:
        return json.loads(read_text(path), object_pairs_hook=kept)
    except json.JSONDecodeError as error:
        raise refusal(path, say("reason_no_json", reason=error.msg), error.lineno) from None
    except _DoubledNameError as error:
        raise refusal(path, str(error)) from None
    except RecursionError:
        raise refusal(path, say("reason_nested_deeply")) from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise refusal(path, say("reason_many_digits")) from None


def refusal(
    path: Path, reason: str, line: int | None = None, *, setting: str | None = None
) -> TokenizerFileError:
    """The error to raise: `path` cannot be used, for a reason, in a line counted from 1.

    setting: the argument with which the caller can mend it.
    """
    where = say("file_and_line", path=path, line=line) if line is not None else str(path)
    code = "tokenizer_unusable_question" if reason.endswith("?") else "tokenizer_unusable"
    return TokenizerFileError(say(code, where=where, reason=reason), path=path, setting=setting)


def refuse_pattern(path: Path, pattern: str | None) -> None:
    """Raise ConfigError for a pattern, where the file at `path` holds its own."""
    if pattern is not None:
        raise ConfigError(say("holds_own_pattern", path=path), setting="pattern")


class _DoubledNameError(ValueError):
    pass
