"""Errors and warnings in a design of special tokens, each with its token."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.settings.sentences import say
from engine.settings.special_tokens import SpecialTokenDesign, kind_of

Severity = Literal["error", "warning", "note"]

_MARKS = frozenset("<>|[]{}\u27e8\u27e9\uff5c")
_FEWEST_CHARACTERS = 3


@dataclass(frozen=True, slots=True)
class DesignWarning:
    """One finding.

    code: its kind; row: index of the token, None for the whole design; other: the second token or
    role concerned, else "". severity: no training is possible with an "error".
    """

    code: str
    severity: Severity
    sentence: str
    row: int | None = None
    other: str = ""


def design_warnings(design: SpecialTokenDesign) -> tuple[DesignWarning, ...]:
    """All findings of a design, in the order of its tokens.

    Codes: empty, surrogate, duplicate, reserved-name (errors); inside, blank, word, case
    (warnings); non-ascii (note); role-without-token (error); no-boundary (note).
    """
    warnings = [*_of_tokens(design.tokens), *_of_roles(design)]
    return tuple(warnings)


def _of_tokens(tokens: tuple[str, ...]) -> Iterator[DesignWarning]:
    times = Counter(tokens)
    first_of_case: dict[str, str] = {}
    inside = _inside(tokens)
    for row, token in enumerate(tokens):
        if not token:
            yield DesignWarning("empty", "error", say("design_token_empty"), row)
            continue
        yield from _of_name(row, token)
        if times[token] > 1:
            yield DesignWarning(
                "duplicate", "error", say("design_token_twice", token=repr(token)), row
            )
        other = first_of_case.setdefault(token.casefold(), token)
        if other != token:
            yield DesignWarning(
                "case", "warning",
                say("design_token_case", token=repr(token), other=repr(other)), row,
                other,
            )  # fmt: skip
        if token in inside:
            yield DesignWarning(
                "inside", "warning",
                say("design_token_inside", token=repr(token), other=repr(inside[token])),
                row, inside[token],
            )  # fmt: skip


def _of_name(row: int, token: str) -> Iterator[DesignWarning]:
    """Findings of the name alone."""
    if not _is_text(token):
        yield DesignWarning(
            "surrogate", "error", say("design_token_surrogate", token=repr(token)), row
        )
        return
    if token.startswith("<|reserved_") and token[11:-2].isdecimal() and token.endswith("|>"):
        yield DesignWarning(
            "reserved-name", "error",
            say("design_token_reserved", token=repr(token)), row,
        )  # fmt: skip
    if any(character.isspace() or not character.isprintable() for character in token):
        yield DesignWarning(
            "blank", "warning",
            say("design_token_blank", token=repr(token)),
            row,
        )  # fmt: skip
    elif _is_word(token):
        yield DesignWarning(
            "word", "warning",
            say("design_token_word", token=repr(token)), row,
        )  # fmt: skip
    if not token.isascii() and kind_of(token) == "own":
        yield DesignWarning(
            "non-ascii", "note",
            say("design_token_non_ascii", token=repr(token)), row,
        )  # fmt: skip


def _of_roles(design: SpecialTokenDesign) -> Iterator[DesignWarning]:
    for role, token in (design.roles or {}).items():
        if token not in design.tokens:
            yield DesignWarning(
                "role-without-token", "error",
                say("design_role_without_token", role=role, token=repr(token)), None, role,
            )  # fmt: skip
    if design.tokens and design.roles is not None and not {"bos", "eos"} & set(design.roles):
        yield DesignWarning(
            "no-boundary", "note",
            say("design_no_boundary"),
        )  # fmt: skip


def _inside(tokens: tuple[str, ...]) -> dict[str, str]:
    """Tokens that are a part of another, with the first such one."""
    joined = "\0".join(tokens)
    containers = {}
    for token in set(tokens):
        # The list as one text: a token that occurs there once is in no other.
        if not token or joined.count(token) <= 1:
            continue
        longer = next((other for other in tokens if token in other and token != other), None)
        if longer is not None:
            containers[token] = longer
    return containers


def _is_word(token: str) -> bool:
    """Whether a name has no character that is rare in ordinary text, such as < or [ or |."""
    return len(token) < _FEWEST_CHARACTERS or not _MARKS & set(token)


def _is_text(token: str) -> bool:
    try:
        token.encode()
    except UnicodeEncodeError:
        return False
    return True
