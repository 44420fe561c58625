"""What the functions that people call say to an argument of another type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import TypeGuard, TypeVar

from engine.errors import ArgumentError, ArgumentValueError

Value = TypeVar("Value")

_SHOWN = 40


def checked(value: object, kind: type[Value], name: str, advice: str) -> Value:
    """The value as it is. Raises ArgumentError for one of another type.

    name: of the argument. advice: how to make a right one, a sentence without its full stop.
    """
    if isinstance(value, kind):
        return value
    wanted = _with_article(kind.__name__)
    raise ArgumentError(f"{name} must be {wanted}, not {described(value)}. {advice}.")


def check_optional(value: object, kind: type, name: str, advice: str) -> None:
    """Raise ArgumentError for a value that is neither None nor of a type; see `checked`."""
    if value is not None:
        checked(value, kind, name, advice)


def checked_path(path: object, name: str) -> Path:
    """A path. Raises ArgumentError for what names no file."""
    if isinstance(path, (str, PathLike)):
        return Path(path)
    raise ArgumentError(f"{name} must be a string or a Path, not {described(path)}.")


def checked_string(value: object, name: str) -> str:
    """A string as it is. Raises ArgumentError for anything else."""
    if isinstance(value, str):
        return value
    raise ArgumentError(f"{name} must be a string, not {described(value)}.")


def is_whole(value: object) -> TypeGuard[Integral]:
    """Whether a value is a whole number, NumPy's too; True and 2.0 are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_unicode(string: str) -> bool:
    """Whether a string can be written as UTF-8: lone surrogates cannot."""
    try:
        string.encode()
    except UnicodeEncodeError:
        return False
    return True


def checked_integer(value: object, name: str) -> int:
    """A whole number as an int. Raises ArgumentError for anything that `is_whole` refuses."""
    if is_whole(value):
        return int(value)
    raise ArgumentError(f"{name} must be a whole number, not {described(value)}.")


def check_threads(n_threads: object) -> None:
    """Raise ArgumentValueError unless a number of threads is at least 1, or None."""
    if n_threads is None:
        return
    if not is_whole(n_threads) or int(n_threads) < 1:
        shown = str(n_threads) if is_whole(n_threads) else described(n_threads)
        raise ArgumentValueError(
            f"n_threads must be a whole number of at least 1, not {shown}.", setting="n_threads"
        )


def check_choice(value: object, choices: Sequence[str], name: str) -> None:
    """Raise ArgumentValueError for a value that is none of the choices. name: of the argument."""
    if value not in choices:
        raise ArgumentValueError(
            f"{name} must be one of {', '.join(choices)}, not {value!r}.", setting=name
        )


def checked_bytes(data: bytes) -> bytes:
    """Bytes, or an array of them, as they are. Raises ArgumentError for anything else."""
    if not isinstance(data, bytes):
        try:
            memoryview(data)
        except TypeError:
            raise ArgumentError(
                f"A text to cut must be bytes, not {described(data)}; split takes strings."
            ) from None
    return data


def described(value: object) -> str:
    """Type and beginning of a value, such as "a list ['a']" or "a list_iterator"."""
    if value is None:
        return "None"
    kind = _with_article(type(value).__name__)
    shown = repr(value)
    if shown.startswith("<"):  # its address would say nothing
        return kind
    shown = " ".join(shown.split()) if "\n" in shown else shown  # an array in several rows
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    return f"{kind} {shown}"


def _with_article(word: str) -> str:
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def checked_texts(texts: Iterable[str], name: str) -> tuple[str, ...]:
    """Texts as a tuple. Raises ArgumentError for what is no row of strings."""
    try:
        found = tuple(texts)
    except TypeError:
        raise ArgumentError(f"{name} must be strings, not {described(texts)}.") from None
    if not set(map(type, found)) <= {str}:
        for number, text in enumerate(found):
            if not isinstance(text, str):
                raise ArgumentError(
                    f"{name} must be strings; number {number} is {described(text)}."
                )
    return found
