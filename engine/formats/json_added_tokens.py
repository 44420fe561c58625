"""The added tokens of a tokenizer.json: their ids as tokenizers gives them, and what they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.formats.json_parts import DamagedJsonError, NotByteLevelError

_FLAGS = {
    "lstrip": "takes the blanks before it",
    "rstrip": "takes the blanks after it",
    "single_word": "is found as a whole word only",
}


@dataclass(frozen=True, slots=True)
class AddedToken:
    """special: whether tokenizers takes it for a special token; others it finds in any case."""

    content: str
    token_id: int
    special: bool
    normalized: bool


def added_tokens(
    listed: Any, vocabulary: Mapping[str, int], *, normalizes: bool
) -> tuple[AddedToken, ...]:
    """The added tokens in the order of the file.

    normalizes: whether the file has a normalizer. Raises DamagedJsonError, NotByteLevelError.
    """
    if not isinstance(listed, list):
        raise DamagedJsonError("its added_tokens are no list")
    found: dict[str, AddedToken] = {}
    for number, each in enumerate(listed):
        token = _checked(each, number, normalizes=normalizes)
        if token.content in found:
            raise DamagedJsonError(f"it adds the token {token.content!r} twice")
        found[token.content] = token
    _check_ids(found.values(), vocabulary)
    _check_overlaps(list(found.values()))
    return tuple(found.values())


def _checked(each: Any, number: int, *, normalizes: bool) -> AddedToken:
    if not isinstance(each, dict):
        raise DamagedJsonError(f"added token {number} is no object")
    content, token_id = each.get("content"), each.get("id")
    if not isinstance(content, str) or not content:
        raise DamagedJsonError(f"added token {number} has no content")
    if type(token_id) is not int or token_id < 0:
        raise DamagedJsonError(f"the added token {content!r} has no id")
    for flag in (*_FLAGS, "normalized", "special"):
        if not isinstance(each.get(flag), bool):
            raise DamagedJsonError(
                f"{flag} of the added token {content!r} is neither true nor false"
            )
    for flag, words in _FLAGS.items():
        if each[flag]:
            raise NotByteLevelError(f"the added token {content!r} {words} ({flag})")
    if each["normalized"] and normalizes:
        raise NotByteLevelError(f"the added token {content!r} is looked for in normalized text")
    return AddedToken(content, token_id, each["special"], each["normalized"])


def _check_ids(tokens: Any, vocabulary: Mapping[str, int]) -> None:
    """tokenizers takes no id from here: the vocabulary says it, or it is the next free one."""
    n_model = len(vocabulary)
    highest = -1
    for token in tokens:
        given = vocabulary.get(token.content)
        if given is None:
            given = highest + 1 if highest >= n_model or n_model == 0 else n_model
        highest = max(highest, given)
        if given != token.token_id:
            raise NotByteLevelError(
                f"it says that the added token {token.content!r} has the id {token.token_id}, "
                f"which tokenizers does not heed: it gives it {given}"
            )


def _check_overlaps(tokens: Sequence[AddedToken]) -> None:
    """tokenizers looks first for those that are not normalized, then for the others.

    We look for all at once, which is the same unless two of both kinds can share characters.
    """
    first = [token.content for token in tokens if not token.normalized]
    later = [token.content for token in tokens if token.normalized]
    if not first or not later:
        return
    for one in first:
        for other in later:
            if _may_overlap(one, other):
                raise NotByteLevelError(
                    f"its added tokens {one!r} and {other!r} can overlap in a text, and are "
                    "looked for one after the other"
                )


def _may_overlap(one: str, other: str) -> bool:
    if one in other or other in one:
        return True
    longest = min(len(one), len(other)) - 1
    return any(
        one.endswith(other[:size]) or other.endswith(one[:size]) for size in range(1, longest + 1)
    )
